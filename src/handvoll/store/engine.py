"""Connections: to the SQLite file or the PostgreSQL server that a URL names, and what their faults mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from handvoll.core.errors import BadRequest
from handvoll.core.messages import _
from handvoll.store.errors import StoreUnavailable

BUSY_SECONDS = 10
"""How long SQLite waits for another process that writes."""
CONNECT_SECONDS = 5
POSTGRES_CONNECTIONS = 12
"""Of each process. All are kept: to open one costs the server more than a hundred statements."""
POSTGRES_SCHEMES = {"postgres", "postgresql", "postgresql+asyncpg"}


def url_of(database: str | Path) -> URL:
    """The URL of a database: a path is a SQLite file; `postgres://…` and `postgresql://…` are PostgreSQL."""
    if isinstance(database, Path) or "://" not in database:
        return URL.create("sqlite", database=str(database))
    try:
        scheme, _sep, rest = database.partition("://")
        if scheme in POSTGRES_SCHEMES:
            url = make_url(f"postgresql+asyncpg://{rest}")
            query = dict(url.query)
            if "sslmode" in query:  # as libpq calls it
                query["ssl"] = query.pop("sslmode")
            return url.set(query=query)
        if scheme == "sqlite":
            return make_url(database)
    except (ArgumentError, ValueError) as error:
        raise BadRequest(_("The database URL cannot be read: {why}.", why=str(error))) from error
    raise BadRequest(_("The database is sqlite:///FILE or postgresql://…, not {scheme}://….", scheme=scheme))


def make_folder(folder: Path) -> None:
    """Make the folder of a database, if there is none: for its owner alone, since secrets lie in it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def readers(url: URL) -> AsyncEngine:
    """The engine for reading; for PostgreSQL also for writing."""
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), pool_size=4)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    return create_async_engine(
        url,
        pool_size=POSTGRES_CONNECTIONS,
        max_overflow=0,
        pool_timeout=CONNECT_SECONDS,
        pool_pre_ping=True,
        connect_args={"timeout": CONNECT_SECONDS, "command_timeout": 30},
    )


def statements(engine: AsyncEngine) -> AsyncEngine:
    """The same engine for single statements, each a transaction by itself: to begin and end one would be two
    more ways to PostgreSQL and back."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def sqlite_writer(url: URL) -> Engine:
    """The engine of the one thread that writes."""
    engine = create_engine(url, poolclass=NullPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_at_once)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by us, not guessed
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_SECONDS * 1000}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_at_once(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def faults() -> Iterator[None]:
    """Say plainly that the database is away, whatever its driver calls it."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, OSError, TimeoutError, sqlite3.Error) as error:
        raise unavailable(error) from error


def unavailable(error: BaseException) -> StoreUnavailable:
    """The refusal for a fault of the database; what exactly it was stays with the cause."""
    refusal = StoreUnavailable(_("The house cannot reach its database; try again in a moment."))
    refusal.__cause__ = error
    return refusal
