"""The opponents at the tables: who notices that one is to play, lets it think, waits as a person would, and
plays its move. A move names the question it answers, so that it is made once, whoever makes it: another node,
or this one after a restart (docs/decisions/opponents-at-the-table.md)."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import NamedTuple

from handvoll.bots import Seen
from handvoll.core.errors import Refusal
from handvoll.table import requests as rq
from handvoll.table.errors import TooEarly
from handvoll.table.opponents import Task, to_think
from handvoll.table.requests import HOUSE
from handvoll.table.table import Table
from handvoll.web.keeper import Keeper
from handvoll.web.opponents import Opponents

log = logging.getLogger("handvoll.players")

RETRY_SECONDS = 2.0
EARLY_SECONDS = 0.05
MOST_TRIES = 100


class _Turn(NamedTuple):
    """A turn under way."""

    task: Task
    hurry: asyncio.Event
    """Set when nobody needs the time any more that the opponent leaves people."""
    running: asyncio.Task[None]


class Players:
    """All opponents' turns under way in this process."""

    def __init__(
        self, keeper: Keeper, opponents: Opponents, *, now: Callable[[], int], pause_ms: int
    ) -> None:
        self._keeper = keeper
        self._opponents = opponents
        self._now = now
        self._pause_ms = pause_ms
        self._turns: dict[tuple[str, int, int], _Turn] = {}
        self.moves = 0
        """How many moves opponents have made here."""

    def consider(self, table: Table) -> None:
        """Let the opponents play who are to."""
        for task in to_think(table):
            key = (table.id, task.seat, task.question)
            known = self._turns.get(key)
            if known is None:
                hurry = asyncio.Event()
                running = asyncio.create_task(self._turn(table, task, hurry))
                self._turns[key] = _Turn(task, hurry, running)
                running.add_done_callback(lambda _turn, key=key: self._turns.pop(key, None))  # type: ignore[misc]
            elif task.wait_ms < known.task.wait_ms:  # those who were waited for have answered
                known.hurry.set()

    async def stop(self) -> None:
        """Drop all thoughts; after the next start they are had again."""
        turns = [turn.running for turn in self._turns.values()]
        for turn in turns:
            turn.cancel()
        await asyncio.gather(*turns, return_exceptions=True)

    async def _turn(self, table: Table, task: Task, hurry: asyncio.Event) -> None:
        due = self._now() + self._pause(table, task)
        move = task.move
        if task.game is not None:
            idea = await self._opponents.think(Seen.of(task.game, task.seat), task.level)
            move = idea.move
        assert move is not None
        await self._wait(table, task, due, hurry)
        request = rq.Play(seat=task.seat, move=move, question=task.question)
        for _try in range(MOST_TRIES):
            try:
                decision = await self._keeper.act(table.id, request, HOUSE)
            except Refusal as refusal:  # the database may be away
                log.warning("an opponent's move waits: %s", refusal)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except Exception:
                log.exception("an opponent's move waits")
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if isinstance(decision.refusal, TooEarly):
                await asyncio.sleep(EARLY_SECONDS)
                continue
            if decision.refusal is None:
                self.moves += 1
            return  # a refused one is late: the question is gone

    async def _wait(self, table: Table, task: Task, due: float, hurry: asyncio.Event) -> None:
        """Until a person would be ready and the others had their time, or need it no more."""
        try:
            async with asyncio.timeout(max(0, table.step_at + task.wait_ms - self._now()) / 1000):
                await hurry.wait()
        except TimeoutError:
            pass
        else:
            due = max(due, self._now() + self._pause(table, task))  # an opponent, too, has to notice it
        await asyncio.sleep(max(0, due - self._now()) / 1000)

    def _pause(self, table: Table, task: Task) -> float:
        """How long a person of that level would take at least."""
        reaction = table.live.reaction(task.game or table.playing, task.seat, task.level)
        if reaction is not None:
            return reaction * random.uniform(0.7, 1.3)
        return self._pause_ms * random.uniform(0.8, 1.4)
