"""Caring for a database: backups, and tables on their way from one house to another."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec

from handvoll.core.errors import BadRequest, Refusal
from handvoll.core.messages import Message, _
from handvoll.store.append import Append
from handvoll.store.engine import faults, make_folder, url_of
from handvoll.store.errors import BadExport, Conflict
from handvoll.store.store import Store
from handvoll.table import dealer
from handvoll.table import events as ev
from handvoll.table.table import CardOf, Table

FORMAT = 1
LONGEST_EXPORT_LINE = 1 << 20


class _Heading(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """The first line of an exported table; its events follow, one a line."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    events: Annotated[int, msgspec.Meta(ge=1)]
    format: int = FORMAT


_heading = msgspec.json.Decoder(_Heading)


async def export_table(store: Store, table: str) -> list[str]:
    """A table as JSON lines, its dealer's secret included: for another house, not for players."""
    head = await store.head(table)
    if head is None:
        raise BadRequest(_("There is no table {table}.", table=table[:40]))
    events = await store.load(table)
    heading = _Heading(table, head.secret.hex(), len(events))
    return [
        msgspec.json.encode(heading).decode(),
        *(ev.encode(event).decode() for event in events),
    ]


async def import_tables(store: Store, lines: Iterable[str], card_of: CardOf) -> int:
    """Add exported tables, one after the other as they stand in the lines; tells how many. Refuses, with the
    line, what is damaged or here already; the tables before it are in."""
    count = 0
    rest = enumerate(lines, 1)
    for number, line in rest:
        if line.strip():
            await _import_table(store, number, line, rest, card_of)
            count += 1
    return count


async def _import_table(
    store: Store, number: int, line: str, rest: Iterator[tuple[int, str]], card_of: CardOf
) -> None:
    try:
        heading = _heading.decode(line)
    except msgspec.DecodeError as error:
        raise _bad(number, str(error)) from error
    if heading.format != FORMAT:
        raise _bad(number, _("format {format} is not known", format=heading.format))
    events: list[ev.Event] = []
    while len(events) < heading.events:
        number, line = next(rest, (number + 1, ""))
        if not line.strip():
            raise _bad(number, _("the table breaks off here"))
        try:
            events.append(ev.decode(line, len(events) + 1))
        except Refusal as refusal:
            raise _bad(number, refusal.message) from refusal
    secret = bytes.fromhex(heading.secret)
    try:
        table = Table.fold(heading.table, events, card_of)
    except Refusal as refusal:
        raise _bad(number, refusal.message) from refusal
    if dealer.commitment(secret) != table.opened.commitment:
        raise _bad(number, _("the dealer's secret is not the one that was promised"))
    try:
        await store.append(Append(table, events, secret))
    except Conflict as conflict:
        raise _bad(number, _("there is a table {table} already", table=heading.table)) from conflict


def _bad(line: int, why: str | Message) -> BadExport:
    return BadExport(_("Not an exported table (line {line}): {why}.", line=line, why=why))


def backup(database: str | Path, target: Path) -> None:
    """Copy a SQLite database while the house runs. PostgreSQL has programs of its own for that."""
    source = _sqlite_file(database)
    if not source.exists():
        raise BadRequest(_("There is no database {file}.", file=str(source)))
    if target.exists():
        raise BadRequest(_("{file} exists already; a backup overwrites nothing.", file=str(target)))
    with faults():
        _copy(source, target)


def restore(backup: Path, database: str | Path) -> None:
    """Put a backup in the place of a SQLite database that no house has open; what was there stays beside it
    as `….before-restore`."""
    target = _sqlite_file(database)
    if not backup.exists():
        raise BadRequest(_("There is no backup {file}.", file=str(backup)))
    with faults():
        _replace(backup, target)


def _replace(backup: Path, target: Path) -> None:
    with closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as source:
        try:
            sound = source.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            sound = sound and bool(source.execute("SELECT count(*) FROM alembic_version").fetchone())
        except sqlite3.DatabaseError:
            sound = False
    if not sound:
        raise BadRequest(_("{file} is no sound backup of a house.", file=str(backup)))
    if target.exists():
        _fold_in_wal(target)
    fresh = target.with_name(target.name + ".restoring")
    fresh.unlink(missing_ok=True)
    make_folder(target.parent)
    try:
        _copy(backup, fresh)
        _give(fresh, target if target.exists() else target.parent)
        if target.exists():
            target.replace(target.with_name(target.name + ".before-restore"))
        for leftover in ("-wal", "-shm"):
            target.with_name(target.name + leftover).unlink(missing_ok=True)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _fold_in_wal(database: Path) -> None:
    """Bring what lies in the write-ahead log into the file itself; refuse while a house has it open."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise BadRequest(
                _("{file} is in use; stop the house before you restore.", file=str(database))
            ) from error


def _copy(source: Path, target: Path) -> None:
    target.touch(mode=0o600)  # it holds the house's secrets
    with (
        # Not read-only: who only reads may leave files beside the database that are in the house's way.
        closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _give(file: Path, like: Path) -> None:
    """Where root restores, let the file belong to whom the house belongs to."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = like.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _sqlite_file(database: str | Path) -> Path:
    url = url_of(database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BadRequest(_("That is for SQLite; back up PostgreSQL with pg_dump and pg_restore."))
    return Path(url.database)
