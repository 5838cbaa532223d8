"""When the database goes away: a clear answer meanwhile, nothing acknowledged lost, and recovery."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import handvoll
from handvoll.store.append import Append
from handvoll.store.errors import NewerDatabase, StoreUnavailable
from handvoll.store.store import Store
from handvoll.table import requests as rq
from handvoll.table.decide import decide, open_table
from handvoll.table.requests import Asker
from handvoll.table.table import Table

SECRET = bytes(32)
HOST = Asker("anna", "Anna")


def new_table() -> Table:
    """A running game of two seats at one device, not kept yet."""
    request = rq.Open(game="zahlenpoker", chairs=("host", "host"))
    table = open_table(secrets.token_hex(8), request, HOST, now=1, secret=SECRET, card_of=handvoll.card).table
    return decide(table, rq.Sit(), HOST, now=2, secret=SECRET).table


def next_move(table: Table) -> Append:
    """The first possible move."""
    seat = table.asked[0]
    question = table.questions[seat]
    assert question is not None
    request = rq.Play(seat=seat, move=table.moves(seat)[0], question=question.number)
    decision = decide(table, request, HOST, now=table.at + 1, secret=SECRET)
    return Append(decision.table, decision.events)


@pytest.mark.postgres
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_a_restarted_postgres_is_found_again(how: signal.Signals, postgres: Any) -> None:
    """While PostgreSQL is down every call says so; afterwards all that was acknowledged is there and play
    goes on over the same store."""
    store = await Store.connect(postgres.url())
    try:
        table = new_table()
        await store.append(Append(table, tuple(table.events()), SECRET))
        for _move in range(5):
            append = next_move(table)
            await store.append(append)
            table = append.table
        await asyncio.to_thread(postgres.stop, how)
        try:
            for call in (store.append(next_move(table)), store.load(table.id), store.ping()):
                with pytest.raises(StoreUnavailable):
                    await asyncio.wait_for(call, 20)
        finally:
            await asyncio.to_thread(postgres.start)
        assert await store.load(table.id) == list(table.events())
        append = next_move(table)
        await store.append(append)
        assert await store.load(table.id) == list(append.table.events())
    finally:
        await store.close()


async def test_a_locked_sqlite_file_is_waited_for_and_then_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program that holds the file too long makes writes fail clearly; they work again afterwards."""
    monkeypatch.setattr("handvoll.store.engine.BUSY_SECONDS", 0.1)
    file = tmp_path / "house.db"
    store = await Store.connect(file)
    try:
        table = new_table()
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            await store.append(Append(table, tuple(table.events()), SECRET))
        other.execute("ROLLBACK")
        other.close()
        await store.append(Append(table, tuple(table.events()), SECRET))
        assert await store.load(table.id) == list(table.events())
    finally:
        await store.close()


async def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A database file that cannot be opened is a clear refusal."""
    (tmp_path / "house.db").mkdir()
    with pytest.raises(StoreUnavailable):
        await Store.connect(tmp_path / "house.db")


async def test_a_newer_database_is_refused(database: str) -> None:
    """A database that a newer Handvoll has migrated is left alone."""
    store = await Store.connect(database)
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    await store._writer.run(lambda connection: connection.execute(newer).rowcount)
    await store.close()
    with pytest.raises(NewerDatabase, match="9999"):
        await Store.connect(database)


def append_and_kill(database: str, after: int) -> dict[str, int]:
    """The last event acknowledged at each table, to a process killed after so many events."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("append_for_ever.py")), database],
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    acknowledged: dict[str, int] = {}
    with process.stdout as told:
        for count, line in enumerate(told):
            table, number = line.decode().split()
            acknowledged[table] = int(number)
            if count == after:
                process.kill()
    process.wait()
    return acknowledged


@pytest.mark.parametrize("round", range(3))
async def test_what_was_acknowledged_survives_a_kill(round: int, database: str) -> None:
    """A process that appends as fast as it can is killed; every event it was told of is there, in order, and
    every log folds."""
    acknowledged = await asyncio.to_thread(append_and_kill, database, 60 + 70 * round)
    store = await Store.connect(database)
    try:
        assert acknowledged
        for id, number in acknowledged.items():
            events = await store.load(id)
            assert len(events) >= number
            table = Table.fold(id, events, handvoll.card)
            head = await store.head(id)
            assert head is not None
            assert head.number == table.number
    finally:
        await store.close()
