"""Caring for a database: upgrades, backups, and tables on their way to another house."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

import handvoll
from handvoll.core.errors import BadRequest
from handvoll.store import care
from handvoll.store.append import Append
from handvoll.store.engine import readers, url_of
from handvoll.store.errors import BadExport
from handvoll.store.migrate import migrate, revision
from handvoll.store.schema import metadata
from handvoll.store.store import Store
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.decide import decide, open_table
from handvoll.table.requests import Asker
from handvoll.table.table import Table

SECRET = bytes(range(32))
ANNA = Asker("anna", "Anna")


def a_table(moves: int = 4) -> Table:
    """A game of two seats at one device, some moves old."""
    request = rq.Open(game="zahlenpoker", chairs=("host", "host"))
    table = open_table(secrets.token_hex(8), request, ANNA, now=1, secret=SECRET, card_of=handvoll.card).table
    table = decide(table, rq.Sit(word="x"), ANNA, now=2, secret=SECRET).table
    for _move in range(moves):
        seat = table.asked[0]
        question = table.questions[seat]
        assert question is not None
        play = rq.Play(seat=seat, move=table.moves(seat)[0], question=question.number)
        table = decide(table, play, ANNA, now=3, secret=SECRET).table
    return table


async def test_data_of_the_version_before_is_upgraded(database: str) -> None:
    """Tables written before the last migration are there after it, with their logs, and play goes on."""
    table = a_table()
    engine = readers(url_of(database))

    def before(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        migrate(connection, "0001")
        assert revision(connection) == "0001"
        connection.execute(
            text(
                "INSERT INTO tables (id, number, game, phase, listed, host, created, updated, secret) "
                "VALUES (:id, :number, 'zahlenpoker', 'running', false, 'anna', 1, 3, :secret)"
            ),
            {"id": table.id, "number": table.number, "secret": SECRET},
        )
        for number, event in enumerate(table.events(), 1):
            connection.execute(
                text("INSERT INTO events VALUES (:id, :number, :body)"),
                {"id": table.id, "number": number, "body": ev.encode(event).decode()},
            )
        connection.execute(text("INSERT INTO seats VALUES (:id, 'anna')"), {"id": table.id})

    async with engine.begin() as connection:
        await connection.run_sync(before)
    await engine.dispose()

    store = await Store.connect(database)
    try:
        assert await store.load(table.id) == list(table.events())
        assert [head.id for head in await store.tables_of("anna")] == [table.id]
        assert await store.thinking() == [table.id]  # looked at once, since nobody knew before
        resigned = decide(table, rq.Resign(seat=0), ANNA, now=9, secret=SECRET)
        await store.append(Append(resigned.table, resigned.events))
        assert await store.thinking() == []
    finally:
        await store.close()


async def test_the_migrations_lead_to_the_schema(database: str) -> None:
    """What the migrations build is what the code believes in: no column, table or index differs."""
    store = await Store.connect(database)

    def difference(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection)
        return list(compare_metadata(context, metadata))

    try:
        found = await store._writer.run(difference)
    finally:
        await store.close()
    assert [change for change in found if "alembic_version" not in str(change)] == []


async def test_an_exported_table_is_the_same_in_another_house(database: str, tmp_path: Path) -> None:
    """Export and import carry a table from one store into another, of either kind."""
    table = a_table()
    here, there = await Store.connect(database), await Store.connect(tmp_path / "other.db")
    try:
        await here.append(Append(table, tuple(table.events()), SECRET))
        lines = await care.export_table(here, table.id)
        assert await care.import_tables(there, lines, handvoll.card) == 1
        assert await there.load(table.id) == list(table.events())
        head, copy = await here.head(table.id), await there.head(table.id)
        assert head == copy
        with pytest.raises(BadExport, match="already"):
            await care.import_tables(there, lines, handvoll.card)
    finally:
        await here.close()
        await there.close()


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda lines: ["no json"], "line 1"),
        (lambda lines: lines[:-1], "line 9.*breaks off"),
        (lambda lines: [lines[0].replace('"secret":"00', '"secret":"ff'), *lines[1:]], "promised"),
        (lambda lines: [lines[0], lines[2], *lines[1:]], "begins with"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"seat":', '"seat":9')], "does not follow"),
    ],
    ids=["garbage", "cut off", "another secret", "out of order", "doctored"],
)
async def test_a_damaged_export_is_refused(damage: object, says: str, tmp_path: Path) -> None:
    """What is damaged or doctored is refused with the line, and nothing of it is kept."""
    table = a_table()
    store = await Store.connect(tmp_path / "house.db")
    try:
        await store.append(Append(table, tuple(table.events()), SECRET))
        lines = await care.export_table(store, table.id)
        await store.purge(10)
        with pytest.raises(BadExport, match=says):
            await care.import_tables(store, damage(lines), handvoll.card)  # type: ignore[operator]
        assert await store.ids() == []
    finally:
        await store.close()


async def test_a_backup_is_made_while_the_house_runs(tmp_path: Path) -> None:
    """An online backup holds what was there, and a restore brings it back and keeps what it replaced."""
    file, copy = tmp_path / "house.db", tmp_path / "copy.db"
    table, later = a_table(), a_table()
    store = await Store.connect(file)
    await store.append(Append(table, tuple(table.events()), SECRET))
    care.backup(file, copy)
    await store.append(Append(later, tuple(later.events()), SECRET))
    with pytest.raises(BadRequest, match="overwrites nothing"):
        care.backup(file, copy)
    await store.close()

    care.restore(copy, file)
    store = await Store.connect(file)
    assert await store.ids() == [table.id]
    assert await store.load(table.id) == list(table.events())
    await store.close()
    with create_engine(f"sqlite:///{file}.before-restore").connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM tables")).scalar() == 2


async def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    """A file that is no database of a house is refused, and what is there stays."""
    store = await Store.connect(tmp_path / "house.db")
    await store.close()
    junk = tmp_path / "junk"
    junk.write_bytes(b"not a database" * 100)
    for wrong in (junk, tmp_path / "missing"):
        with pytest.raises(BadRequest):
            care.restore(wrong, tmp_path / "house.db")
    assert (tmp_path / "house.db").exists()


async def test_a_backup_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    """Nothing lies beside it, however often it is read, and nobody else may look at the secrets in it; nor
    does a folder that the house makes let others in."""
    file, copy = tmp_path / "house" / "house.db", tmp_path / "kept" / "copy.db"
    copy.parent.mkdir()
    store = await Store.connect(file)
    care.backup(file, copy)
    await store.close()
    care.restore(copy, file)
    assert os.listdir(copy.parent) == ["copy.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


async def test_a_backup_of_a_closed_house_leaves_nothing_beside_it(tmp_path: Path) -> None:
    """Whoever makes it may be somebody whose files the house could not write to."""
    file = tmp_path / "house.db"
    await (await Store.connect(file)).close()
    care.backup(file, tmp_path / "copy.db")
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "house.db"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives files away")
async def test_what_root_restores_belongs_to_the_house(tmp_path: Path) -> None:
    """The house runs as somebody else, who must be able to open it."""
    file, copy = tmp_path / "house.db", tmp_path / "copy.db"
    await (await Store.connect(file)).close()
    care.backup(file, copy)
    os.chown(file, 12345, 12345)
    care.restore(copy, file)
    assert (file.stat().st_uid, copy.stat().st_uid) == (12345, 0)


async def test_what_an_open_house_has_is_not_replaced(tmp_path: Path) -> None:
    """The restore is refused, and leaves nothing of itself."""
    file, copy = tmp_path / "house.db", tmp_path / "copy.db"
    store = await Store.connect(file)
    care.backup(file, copy)
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(BadRequest, match="stop the house"):
        care.restore(copy, file)
    assert sorted(os.listdir(tmp_path)) == before
    await store.close()


def test_postgres_is_backed_up_by_its_own_programs() -> None:
    """Whoever asks for a backup of PostgreSQL is told what to use."""
    with pytest.raises(BadRequest, match="pg_dump"):
        care.backup("postgresql://localhost/x", Path("x"))


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql://host:port/name"])
def test_a_url_that_names_no_database_is_refused(url: str) -> None:
    """A DATABASE_URL of another kind, or broken, is a clear refusal."""
    with pytest.raises(BadRequest):
        url_of(url)
