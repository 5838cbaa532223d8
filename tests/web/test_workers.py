"""Worker nodes: a house has its opponents' thoughts thought elsewhere, and does not depend on it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import msgspec
import pytest

import handvoll
from handvoll.bots import Seen
from handvoll.core.errors import BadRequest
from handvoll.web.opponents import Opponents
from handvoll.web.thinker import Idea, task
from handvoll.web.workers import Workers, work

pytestmark = pytest.mark.redis

SEEN = Seen.of(handvoll.new("zahlenpoker"), 0)
LINE = task(SEEN, 1, seed=1)
SECONDS = 30.0


class Pool:
    """Stands in for the processes of a worker node."""

    def __init__(self, answer: Callable[[], Any]) -> None:
        self._answer = answer
        self.thinkers = [None]
        self.asked: list[bytes] = []

    async def ask(self, line: bytes, seconds: float) -> Idea | None:
        self.asked.append(line)
        found: Idea | None = await self._answer()
        return found

    async def stop(self) -> None: ...


async def an_idea() -> Idea:
    return Idea("2", value=0.5)


@pytest.fixture
async def workers(redis: Any) -> AsyncIterator[Workers]:
    """The worker nodes as a house sees them."""
    seen = Workers(redis.url)
    yield seen
    await seen.stop()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house leaves a worker the time to come up."""
    monkeypatch.setattr("handvoll.web.workers.TAKEN_SECONDS", SECONDS)


class Node:
    """A worker node in this process."""

    def __init__(self, url: str, answer: Callable[[], Any]) -> None:
        self.pool = Pool(answer)
        self._task = asyncio.create_task(work(url, self.pool))  # type: ignore[arg-type]

    async def __aenter__(self) -> Node:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


@pytest.mark.usefixtures("patient")
async def test_a_thought_goes_to_a_worker_and_its_idea_comes_back(redis: Any, workers: Workers) -> None:
    async with Node(redis.url, an_idea) as node:
        ideas = [await workers.ask(LINE, SECONDS) for _thought in range(3)]
    # SAQ sweeps once when a worker starts, and may take along what comes just then.
    assert ideas[1:] == [Idea("2", value=0.5)] * 2
    assert set(node.pool.asked) == {LINE}
    assert workers.thoughts >= 2


async def test_where_no_worker_is_the_house_thinks_itself(workers: Workers) -> None:
    assert await workers.ask(LINE, SECONDS) is None
    pool = Opponents(1, workers)
    try:
        assert (await pool.think(SEEN, 1)).move in SEEN.moves
    finally:
        await pool.stop()
    assert workers.thoughts == 0


@pytest.mark.usefixtures("patient")
async def test_a_worker_that_cannot_think_says_so_at_once(redis: Any, workers: Workers) -> None:
    async def nothing() -> None: ...

    async with Node(redis.url, nothing):
        assert await workers.ask(LINE, SECONDS) is None


@pytest.mark.usefixtures("patient")
async def test_a_worker_that_hangs_is_not_waited_for(redis: Any, workers: Workers) -> None:
    async with Node(redis.url, asyncio.Event().wait):
        assert await workers.ask(LINE, 2.0) is None


async def test_a_lost_redis_is_no_fault(redis: Any, workers: Workers) -> None:
    redis.kill()
    assert await workers.ask(LINE, SECONDS) is None


def test_without_redis_there_is_nowhere_to_meet() -> None:
    with pytest.raises(BadRequest, match="REDIS_URL"):
        Workers("")


# --- a worker node as it is started ------------------------------------------------------------


@pytest.fixture
def node(redis: Any) -> Iterator[subprocess.Popen[bytes]]:
    """`handvoll worker`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "handvoll", "worker", "--processes", "1"],
        env={**os.environ, "REDIS_URL": redis.url, "HANDVOLL_LOG_LEVEL": "error"},
    )
    yield process
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_an_opponent_moves_once_though_its_worker_dies(
    serve: Any, redis: Any, node: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game; the worker node is killed in the middle of it, and the house plays on by itself."""
    served = serve(redis_url=redis.url, workers=True)
    client = served.client("Anna")
    table = client.open("zahlenpoker", ["host", "bot:1"], lot=False)
    table.sit()
    for now in table.follow():
        if now["phase"] == "running" and now["moves"]:
            table.play(now, now["moves"][0])
        if now["event"] > 10 and served.house.opponents.workers.thoughts:
            node.kill()
            monkeypatch.setattr("handvoll.web.workers.TAKEN_SECONDS", 0.1)
    assert node.wait(20) == -signal.SIGKILL
    assert served.house.opponents.workers.thoughts
    log = table.house.ask("GET", f"/api/tables/{table.id}/log")["log"]
    played = [line["ply"] for line in log if line["kind"] == "move"]
    assert played == sorted(set(played))
    node.send_signal = lambda _how: None
    node.wait = lambda _seconds: 0


def test_what_goes_through_the_queue_is_what_a_process_is_told() -> None:
    """Nothing but the line, which `test_opponents` holds to what the seat may know."""
    assert set(msgspec.json.decode(LINE)) == {
        "game", "seat", "view", "steps", "position", "level", "seed"
    }  # fmt: skip
