"""Deadlines: what time does at tables, on time. Kept here in memory and found again in the store after a
restart; where several nodes act on the same deadline, the log's numbers decide who was first."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("handvoll.timers")

RETRY_MS = 2000
LONGEST_SLEEP = 60.0


class Timers:
    """One alarm for each table."""

    def __init__(self, ring: Callable[[str], Awaitable[None]], now: Callable[[], int]) -> None:
        self._ring = ring
        self._now = now
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._earlier = asyncio.Event()
        self._ringing: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def set(self, table: str, at: int | None) -> None:
        """Ring for a table at that time instead of any before; None: not at all."""
        if at is None:
            self._due.pop(table, None)
        elif self._due.get(table) != at:
            self._due[table] = at
            heapq.heappush(self._heap, (at, table))
            if self._heap[0] == (at, table):
                self._earlier.set()

    def __len__(self) -> int:
        return len(self._due)

    def look_again(self) -> None:
        """Look at the clock now: it was put forward. May be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._earlier.set)

    def start(self) -> None:
        """Begin to watch the clock."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """End it; what rings just now is let finish."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.gather(*self._ringing, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            self._earlier.clear()
            wait = self._ring_due()
            try:
                async with asyncio.timeout(wait):
                    await self._earlier.wait()
            except TimeoutError:
                pass

    def _ring_due(self) -> float:
        """Ring what is due; the seconds until the next."""
        while self._heap:
            at, table = self._heap[0]
            if self._due.get(table) == at:
                left = at - self._now()
                if left > 0:
                    return min(left / 1000, LONGEST_SLEEP)
                del self._due[table]
                task = asyncio.create_task(self._ring_safely(table))
                self._ringing.add(task)
                task.add_done_callback(self._ringing.discard)
            heapq.heappop(self._heap)
        return LONGEST_SLEEP

    async def _ring_safely(self, table: str) -> None:
        try:
            await self._ring(table)
        except Exception as error:  # the database may be away; the deadline stays
            log.warning("the time of table %s could not be dealt with, again soon: %s", table, error)
            if table not in self._due:
                self.set(table, self._now() + RETRY_MS)
