"""The store as the house uses it: append to logs, read them, and keep the little else there is."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from handvoll.store.append import Append, Ready
from handvoll.store.engine import faults, make_folder, readers, sqlite_writer, statements, url_of
from handvoll.store.errors import Conflict
from handvoll.store.migrate import migrate
from handvoll.store.schema import events, house, links, made, seats, tables, tokens
from handvoll.store.writer import PostgresWriter, SqliteWriter, Writer
from handvoll.table import events as ev

MOST_AT_ONCE = 32
"""Of how many tables one statement reads the news."""


class Head(NamedTuple):
    """What is known of a table without its log."""

    id: str
    number: int
    game: str
    phase: str
    listed: bool
    host: str
    created: int
    updated: int
    due: int | None
    thinking: bool
    secret: bytes


class Token(NamedTuple):
    """A key of a program; the key itself is not kept."""

    hash: bytes
    guest: str
    name: str
    label: str
    scopes: tuple[str, ...]
    created: int


class Stats(NamedTuple):
    """How much there is."""

    waiting: int
    running: int
    over: int
    events: int
    tokens: int


class Store:
    """A database of tables. Every method may raise StoreUnavailable; the next call tries anew."""

    def __init__(self, engine: AsyncEngine, writer: Writer, dispose: Callable[[], object]) -> None:
        self._engine = engine
        self._readers = statements(engine)
        self._writer = writer
        self._dispose = dispose

    @classmethod
    async def connect(cls, database: str | Path) -> Self:
        """Open a database, a file or a URL, and bring it up to date."""
        url = url_of(database)
        engine = readers(url)
        writer: Writer
        dispose: Callable[[], object] = _nothing
        if url.get_backend_name() == "sqlite":
            if url.database:
                make_folder(Path(url.database).parent)
            sync_engine = sqlite_writer(url)
            writer, dispose = SqliteWriter(sync_engine), sync_engine.dispose
        else:
            writer = PostgresWriter(engine)
        store = cls(engine, writer, dispose)
        try:
            await writer.run(migrate)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        await self._writer.close()
        await self._engine.dispose()
        self._dispose()

    async def ping(self) -> None:
        """Raise StoreUnavailable unless the database answers."""
        await self._one(select(1))

    # --- logs ----------------------------------------------------------------------------------

    async def append(self, *group: Append) -> None:
        """Add events to one table, or to several at once: all of it or nothing. Durable when it returns;
        raises Conflict where a table has gone on (or, for a new one, is there already)."""
        if not await self._writer.append(Ready.of(group)):
            raise Conflict(", ".join(one.table.id for one in group))

    async def load(self, table: str, after: int = 0) -> list[ev.Event]:
        """The events of a table after the one of that number; none where there is no such table."""
        wanted = (
            select(events.c.number, events.c.body)
            .where(events.c.table_id == table, events.c.number > after)
            .order_by(events.c.number)
        )
        return [ev.decode(row.body, row.number) for row in await self._all(wanted)]

    async def load_many(self, after: Mapping[str, int]) -> dict[str, list[ev.Event]]:
        """The same for several tables, each from the number given."""
        found: dict[str, list[ev.Event]] = defaultdict(list)
        tables = list(after)
        for begin in range(0, len(tables), MOST_AT_ONCE):
            wanted = or_(
                *(
                    and_(events.c.table_id == table, events.c.number > after[table])
                    for table in tables[begin : begin + MOST_AT_ONCE]
                )
            )
            for row in await self._all(select(events).where(wanted).order_by(events.c.number)):
                found[row.table_id].append(ev.decode(row.body, row.number))
        return found

    async def head(self, table: str) -> Head | None:
        """The head of a table, or None."""
        row = await self._one(_heads().where(tables.c.id == table))
        return None if row is None else _head(row)

    async def numbers(self, wanted: Collection[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
        if not wanted:
            return {}
        found = await self._all(select(tables.c.id, tables.c.number).where(tables.c.id.in_(wanted)))
        return {row.id: row.number for row in found}

    async def made_with(self, guest: str, key: str) -> tuple[str, str] | None:
        """The hash of the request that a guest made with an idempotency key, and the table it opened."""
        row = await self._one(
            select(made.c.request, made.c.table_id).where(made.c.guest == guest, made.c.key == key)
        )
        return None if row is None else (row.request, row.table_id)

    # --- lists ---------------------------------------------------------------------------------

    async def tables_of(self, guest: str, limit: int = 50) -> list[Head]:
        """The tables at which a guest sits, or which it opened; the latest first."""
        mine = select(seats.c.table_id).where(seats.c.guest == guest)
        wanted = _heads().where(tables.c.id.in_(mine)).order_by(tables.c.updated.desc()).limit(limit)
        return [_head(row) for row in await self._all(wanted)]

    async def listed(self, phase: str = "waiting", limit: int = 50) -> list[Head]:
        """The tables open to all, the latest first."""
        wanted = (
            _heads()
            .where(tables.c.listed, tables.c.phase == phase)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        return [_head(row) for row in await self._all(wanted)]

    async def due(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        """The tables where time does something up to `until`, and when; the first first."""
        wanted = (
            select(tables.c.id, tables.c.due).where(tables.c.due <= until).order_by(tables.c.due).limit(limit)
        )
        return [(row.id, row.due) for row in await self._all(wanted)]

    async def thinking(self, limit: int = 10_000) -> list[str]:
        """The tables where an opponent is to play: what a house that starts looks after first."""
        wanted = select(tables.c.id).where(tables.c.thinking).order_by(tables.c.updated).limit(limit)
        return [row.id for row in await self._all(wanted)]

    async def ids(self) -> list[str]:
        """All tables, the oldest first."""
        return [row.id for row in await self._all(select(tables.c.id).order_by(tables.c.created))]

    # --- keys ----------------------------------------------------------------------------------

    async def add_token(
        self, key: str, guest: str, name: str, label: str, scopes: Sequence[str], now: int
    ) -> None:
        """Keep the hash of a program's key."""
        row = {
            "hash": hash_of(key),
            "guest": guest,
            "name": name,
            "label": label,
            "scopes": " ".join(scopes),
            "created": now,
        }
        await self._writer.run(lambda connection: _execute(connection, insert(tokens).values(row)))

    async def token(self, key: str) -> Token | None:
        """Whose key that is, or None."""
        row = await self._one(select(tokens).where(tokens.c.hash == hash_of(key)))
        return None if row is None else _token(row)

    async def tokens_of(self, guest: str) -> list[Token]:
        """The keys of a guest, the oldest first."""
        wanted = select(tokens).where(tokens.c.guest == guest).order_by(tokens.c.created)
        return [_token(row) for row in await self._all(wanted)]

    async def revoke(self, guest: str, hash: bytes) -> bool:
        """Forget a key of that guest; False where it has none of that hash."""
        gone = delete(tokens).where(tokens.c.hash == hash, tokens.c.guest == guest)
        return await self._writer.run(lambda connection: _execute(connection, gone)) == 1

    async def add_link(self, key: str, guest: str, expires: int) -> None:
        """Keep a one-time link that takes a guest (told as the web layer likes) to another device."""
        row = {"hash": hash_of(key), "guest": guest, "expires": expires}
        await self._writer.run(lambda connection: _execute(connection, insert(links).values(row)))

    async def use_link(self, key: str, now: int) -> str | None:
        """Whom a link takes along, if it is there and not too old; afterwards it is gone."""

        def use(connection: Connection) -> str | None:
            connection.execute(delete(links).where(links.c.expires < now))
            gone = delete(links).where(links.c.hash == hash_of(key)).returning(links.c.guest)
            guest: str | None = connection.execute(gone).scalar()
            return guest

        return await self._writer.run(use)

    async def house_value(self, name: str, make: Callable[[], str]) -> str:
        """A value that all nodes share; the first node to ask makes it."""

        def find(connection: Connection) -> str:
            wanted = select(house.c.value).where(house.c.name == name)
            value: str | None = connection.execute(wanted).scalar()
            if value is None:
                value = make()
                with connection.begin_nested():
                    connection.execute(insert(house).values(name=name, value=value))
            return value

        row = await self._one(select(house.c.value).where(house.c.name == name))
        if row is not None:
            return str(row.value)
        try:
            return await self._writer.run(find)
        except Exception:
            # Another node was faster.
            row = await self._one(select(house.c.value).where(house.c.name == name))
            if row is None:
                raise
            return str(row.value)

    # --- care ----------------------------------------------------------------------------------

    async def stats(self) -> Stats:
        """How much there is."""
        by_phase = select(tables.c.phase, func.count()).group_by(tables.c.phase)
        phases = dict([tuple(row) for row in await self._all(by_phase)])
        n_events = await self._one(select(func.count()).select_from(events))
        n_tokens = await self._one(select(func.count()).select_from(tokens))
        return Stats(
            waiting=phases.get("waiting", 0),
            running=phases.get("running", 0),
            over=phases.get("over", 0),
            events=n_events[0],
            tokens=n_tokens[0],
        )

    async def purge(self, idle_since: int) -> int:
        """Remove the tables where nothing has happened since; tells how many."""
        gone = delete(tables).where(tables.c.updated < idle_since)
        return await self._writer.run(lambda connection: _execute(connection, gone))

    # --- inside --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with faults():
            async with self._readers.connect() as connection:
                yield connection

    async def _one(self, wanted: Select[Any]) -> Any:
        async with self._reading() as connection:
            return (await connection.execute(wanted)).first()

    async def _all(self, wanted: Select[Any]) -> Sequence[Any]:
        async with self._reading() as connection:
            rows: Sequence[Any] = (await connection.execute(wanted)).all()
            return rows


def hash_of(key: str) -> bytes:
    """What is kept of a key: it is long and random, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).digest()


def _heads() -> Select[Any]:
    return select(*(tables.c[name] for name in Head._fields))


def _head(row: Any) -> Head:
    return Head(*row)


def _token(row: Any) -> Token:
    return Token(row.hash, row.guest, row.name, row.label, tuple(row.scopes.split()), row.created)


def _execute(connection: Connection, statement: Any) -> int:
    return connection.execute(statement).rowcount


def _nothing() -> None:
    pass
