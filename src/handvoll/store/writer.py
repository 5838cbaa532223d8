"""Group commit: everything that is to be written while one transaction runs goes into the next, and all of it
becomes durable with one flush to the disk. Who asked is told afterwards, never before."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from handvoll.store.append import Ready, write_batch, write_plain
from handvoll.store.engine import statements, unavailable

T = TypeVar("T")
MOST_IN_A_BATCH = 512


class Writer(Protocol):
    """What writes to the database."""

    async def append(self, ready: Ready) -> bool:
        """Write a group of events; False where it does not fit any more. Durable when it returns."""
        ...

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do other work in a transaction; durable when it returns."""
        ...

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        ...


@dataclass(slots=True, eq=False)
class _Job:
    work: Ready | Callable[[Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    @property
    def appended(self) -> Ready:
        """The work, where it is events to append."""
        assert isinstance(self.work, Ready)
        return self.work

    def fail(self, error: Exception) -> None:
        """Tell that the database is in trouble, unless something is told already."""
        self.error = unavailable(error)
        self.tell()

    def tell(self) -> None:
        """Give the result or the error to who asked."""
        if self.done.done():
            return  # who asked has gone
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class SqliteWriter:
    """One thread with one connection: SQLite has one writer at a time anyway."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="handvoll-writer", daemon=True)
        self._thread.start()

    async def append(self, ready: Ready) -> bool:
        written: bool = await self._put(ready)
        return written

    async def run(self, work: Callable[[Connection], T]) -> T:
        result: T = await self._put(work)
        return result

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _put(self, work: Ready | Callable[[Connection], Any]) -> Any:
        job = _Job(work, self._loop.create_future())
        self._jobs.put(job)
        return await job.done

    # --- in the thread -------------------------------------------------------------------------

    def _work(self) -> None:
        connection: Connection | None = None
        while (batch := self._next_batch()) is not None:
            try:
                connection = connection or self._engine.connect()
                with connection.begin():
                    for job in batch:
                        _do(connection, job)
            except Exception as error:
                for job in batch:
                    job.error = unavailable(error)
                if connection is not None:
                    connection.invalidate()
                    connection.close()
                    connection = None
            self._loop.call_soon_threadsafe(_tell_all, batch)
        if connection is not None:
            connection.close()

    def _next_batch(self) -> list[_Job] | None:
        """All that waits, once something does; None when it is over."""
        first = self._jobs.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < MOST_IN_A_BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            batch.append(job)
        return batch


def _do(connection: Connection, job: _Job) -> None:
    if isinstance(job.work, Ready):
        job.result = write_batch(connection, [job.work])[0]
        return
    savepoint = connection.begin_nested()
    try:
        job.result = job.work(connection)
    except DBAPIError as error:
        if not isinstance(error, IntegrityError):
            raise  # the database is in trouble, and the whole batch with it
        savepoint.rollback()
        job.error = error
    except Exception as error:
        savepoint.rollback()
        job.error = error
    else:
        savepoint.commit()


def _tell_all(batch: list[_Job]) -> None:
    for job in batch:
        job.tell()


class PostgresWriter:
    """One task that writes what has gathered; other work takes connections of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[_Job] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._work(), name="handvoll-writer")

    async def append(self, ready: Ready) -> bool:
        job = _Job(ready, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._wake.set()
        written: bool = await job.done
        return written

    async def run(self, work: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except (DBAPIError, OSError, TimeoutError) as error:
            raise unavailable(error) from error

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._task

    async def _work(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._write_on()

    async def _write_on(self) -> None:
        """Write as long as something waits, over one connection."""
        batch: list[_Job] = []
        try:
            async with statements(self._engine).connect() as connection:
                while batch := self._next_batch():
                    await self._write(connection, batch)
        except Exception as error:
            for job in batch or self._next_batch():
                job.fail(error)

    def _next_batch(self) -> list[_Job]:
        batch = self._waiting[:MOST_IN_A_BATCH]
        del self._waiting[: len(batch)]
        return batch

    async def _write(self, connection: AsyncConnection, batch: list[_Job]) -> None:
        plain, others = _parted(batch)
        if others:
            await self._write_others(others)
        if plain:
            _answer(plain, await connection.run_sync(write_plain, [job.appended for job in plain]))

    async def _write_others(self, jobs: list[_Job]) -> None:
        try:
            async with self._engine.begin() as connection:
                results = await connection.run_sync(write_batch, [job.appended for job in jobs])
        except Exception as error:
            for job in jobs:
                job.fail(error)
        else:
            _answer(jobs, results)


def _parted(batch: list[_Job]) -> tuple[list[_Job], list[_Job]]:
    """The jobs that one statement can do, and the others."""
    plain = [job for job in batch if job.appended.is_plain]
    return plain, [job for job in batch if not job.appended.is_plain]


def _answer(jobs: list[_Job], results: list[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        job.result = result
    _tell_all(jobs)
