"""The processes in which opponents think: a few of them, started when first needed, replaced when they die or
hang; and the worker nodes that are asked first, where there are some. Nothing here touches a table; who asks
for a move plays it."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from handvoll.bots import SECONDS, Seen
from handvoll.web.thinker import Idea, task
from handvoll.web.workers import Workers

log = logging.getLogger("handvoll.opponents")

ATTEMPTS = 3
FIRST_SECONDS = 60.0
"""How long the first thought of a process may take: it imports, and may have to compile."""
LONGEST_LINE = 1 << 24


class Thinker:
    """One process."""

    def __init__(self) -> None:
        self._start: asyncio.Task[Process] | None = None
        self._ends: set[asyncio.Task[None]] = set()
        self._warm = False

    async def ask(self, line: bytes, seconds: float) -> Idea:
        """The process's answer to a task. Raises OSError or TimeoutError where there is none; then the
        process is ended, and the next task starts another."""
        if self._start is None or self._has_died():
            self._start = asyncio.create_task(_start())
            self._warm = False
        try:
            # Shielded, so that a process that is just starting is still there to be ended.
            process = await asyncio.shield(self._start)
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(seconds if self._warm else FIRST_SECONDS):
                process.stdin.write(line + b"\n")
                await process.stdin.drain()
                answer = await process.stdout.readline()
                if not answer:
                    raise ConnectionResetError("the process has died")
        except BaseException:
            self.stop()  # also when the asker hangs up: the answer on its way is nobody else's
            raise
        self._warm = True
        return msgspec.json.decode(answer, type=Idea)

    @property
    def pid(self) -> int | None:
        """The process's number, if there is one."""
        process = self._process
        return None if process is None else process.pid

    @property
    def _process(self) -> Process | None:
        start = self._start
        return start.result() if start is not None and start.done() and not start.exception() else None

    def _has_died(self) -> bool:
        process = self._process
        return process is not None and process.returncode is not None

    def stop(self) -> None:
        """End the process, if there is one, without waiting until it is gone."""
        start, self._start = self._start, None
        if start is not None:
            end = asyncio.create_task(_end(start))
            self._ends.add(end)
            end.add_done_callback(self._ends.discard)

    async def stopped(self) -> None:
        """End the process and wait until it, and any before it, is gone: the event loop may close then."""
        self.stop()
        await asyncio.gather(*self._ends)


class Opponents:
    """All of them."""

    def __init__(self, processes: int, workers: Workers | None = None) -> None:
        self.workers = workers
        """The worker nodes that are asked first."""
        self.thinkers = [Thinker() for _number in range(processes or default_processes())]
        self._free: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()  # the last used is warm
        for thinker in reversed(self.thinkers):
            self._free.put_nowait(thinker)
        self.waiting = 0
        """How many thoughts are under way or wait for a process."""

    async def think(self, seen: Seen, level: int) -> Idea:
        """What the opponent of that level would play. A process that dies or hangs is replaced and asked
        again; if thinking fails for good, any legal move."""
        line = task(seen, level, random.randrange(1 << 32))
        ways = [self.ask] * ATTEMPTS
        if self.workers is not None:
            ways.insert(0, self.workers.ask)
        self.waiting += 1
        try:
            for ask in ways:
                idea = await ask(line, 5 + 4 * SECONDS[level])
                if idea is not None and idea.fault is None and idea.move in seen.moves:
                    return idea
                if idea is not None:
                    log.error("opponent of %s failed: %s", seen.card.id, idea.fault or idea.move)
                    break  # it would fail again
        finally:
            self.waiting -= 1
        return Idea(random.choice(seen.moves))

    async def ask(self, line: bytes, seconds: float) -> Idea | None:
        """What comes of a thought in a process here; None where the process died or hung."""
        thinker = await self._free.get()
        try:
            return await thinker.ask(line, seconds)
        except (OSError, TimeoutError, msgspec.DecodeError, ValueError) as error:
            log.warning("a thinking process is replaced: %s", f"{type(error).__name__} {error}")
            return None
        finally:
            self._free.put_nowait(thinker)

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(thinker.stopped() for thinker in self.thinkers))
        if self.workers is not None:
            await self.workers.stop()


def default_processes() -> int:
    """One core is left for the house itself."""
    return max(1, (os.cpu_count() or 2) - 1)


async def _start() -> Process:
    environment = {
        **{name: value for name, value in os.environ.items() if "URL" not in name},
        "PYTHONUNBUFFERED": "1",
    }
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "handvoll.web.thinker",
        stdin=PIPE,
        stdout=PIPE,
        env=environment,
        limit=LONGEST_LINE,
    )


async def _end(start: asyncio.Task[Process]) -> None:
    """Kill the process that `start` brings, and wait until it is gone."""
    try:
        process = await start
    except OSError:
        return  # it never began
    if process.returncode is None:
        process.kill()
    await process.wait()
