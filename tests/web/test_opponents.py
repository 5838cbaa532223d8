"""Opponents at the table: in processes that may die, told only what their seat may know."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import handvoll
import handvoll.web.opponents
from handvoll.bots import Seen
from handvoll.core.live import NOT_LIVE
from handvoll.table.opponents import Task as Duty
from handvoll.web import players as turns
from handvoll.web.opponents import Opponents
from handvoll.web.thinker import Task, task, think


@pytest.fixture
async def opponents() -> AsyncIterator[Opponents]:
    """Two processes to think in."""
    pool = Opponents(2)
    yield pool
    await pool.stop()


def asked(game: str = "zahlenpoker") -> Seen:
    return Seen.of(handvoll.new(game), 0)


async def test_a_killed_process_is_replaced_and_the_move_still_comes(opponents: Opponents) -> None:
    """SIGKILL in the middle of a thought; the answer is a legal move all the same, from another process."""
    seen = asked()
    assert (await opponents.think(seen, 1)).move in seen.moves
    pids = [thinker.pid for thinker in opponents.thinkers if thinker.pid]
    thought = asyncio.create_task(opponents.think(seen, 1))
    await asyncio.sleep(0)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert (await thought).move in seen.moves
    assert (await opponents.think(seen, 1)).move in seen.moves
    assert {thinker.pid for thinker in opponents.thinkers if thinker.pid}.isdisjoint(pids)


@pytest.mark.parametrize("is_started", [True, False])
async def test_nothing_is_left_of_a_process_whose_asker_hung_up(
    is_started: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the house stops, a process that was thinking or just starting is gone before the loop closes."""
    started: list[asyncio.subprocess.Process] = []
    now = asyncio.Event()

    async def start() -> asyncio.subprocess.Process:
        if not is_started:
            now.set()
        started.append(await begin())
        now.set()
        return started[-1]

    begin = handvoll.web.opponents._start
    monkeypatch.setattr("handvoll.web.opponents._start", start)
    pool = Opponents(1)
    thought = asyncio.create_task(pool.think(asked(), 1))
    await now.wait()
    thought.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thought
    await pool.stop()
    assert [process.returncode for process in started] == [-signal.SIGKILL]


async def test_more_thoughts_than_processes_wait_their_turn(opponents: Opponents) -> None:
    """Ten at once over two processes all come to an end, and no third process is started."""
    seen = asked()
    ideas = await asyncio.gather(*(opponents.think(seen, 1) for _thought in range(10)))
    assert all(idea.move in seen.moves for idea in ideas)
    assert len(opponents.thinkers) == 2
    assert opponents.waiting == 0


async def test_an_opponent_that_fails_still_moves(
    opponents: Opponents, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault in an opponent, or nonsense from it, ends in any legal move, and is written down."""
    seen = asked()
    broken = msgspec.json.encode({"game": "zahlenpoker", "nonsense": True})
    monkeypatch.setattr("handvoll.web.opponents.task", lambda *_asked: broken)
    assert (await opponents.think(seen, 1)).move in seen.moves
    assert "failed" in caplog.text


def test_a_process_is_told_only_what_its_seat_may_know() -> None:
    """The line to the process is the same in worlds that the seat cannot tell apart."""
    game = handvoll.new("zahlenpoker")
    worlds = [game.play(1, move) for move in ("1", "3", "empty")]
    lines = {task(Seen.of(world, 0), 3, seed=5) for world in worlds}
    assert len(lines) == 1
    told = msgspec.json.decode(lines.pop(), type=Task)
    assert told.position is None
    assert think(task(Seen.of(worlds[0], 0), 1, seed=5)).move in worlds[0].legal(0)


def test_a_process_answers_every_line() -> None:
    """Noise on its input gets a named fault each, and the process lives on."""
    lines = b"{}\nnonsense\n\n" + task(asked(), 1, seed=1) + b"\n"
    done = subprocess.run(
        [sys.executable, "-m", "handvoll.web.thinker"],
        input=lines,
        capture_output=True,
        timeout=60,
        check=True,
    )
    answers = [msgspec.json.decode(line) for line in done.stdout.splitlines()]
    assert len(answers) == 4
    assert all("fault" in answer for answer in answers[:3])
    assert answers[3]["move"] in asked().moves


def test_opponents_take_their_time(serve: Any) -> None:
    """Not at once: a person is to see what happened; but not for ever either."""
    served = serve(opponent_pause_ms=400)
    client = served.client("Anna")
    table = client.open("zahlenpoker", ["host", "bot:1"], lot=False)
    table.sit()
    began = time.monotonic()
    for now in table.follow():
        if now["to_act"] == [0]:
            break
    assert 0.3 < time.monotonic() - began < 20


def test_a_restarted_house_wakes_its_opponents(serve: Any) -> None:
    """The house stops while an opponent is to play; the next one lets it."""
    served = serve(opponent_pause_ms=3000)
    client = served.client("Anna")
    table = client.open("zahlenpoker", ["host", "bot:1"], lot=False)
    table.sit()
    assert table.look()["to_act"] == [0, 1]
    served.stop()
    served.settings = msgspec.structs.replace(served.settings, opponent_pause_ms=0)
    served.begin()
    for now in table.follow():
        if now["to_act"] == [0]:
            return


@pytest.mark.parametrize("answered", [False, True])
async def test_an_opponent_goes_on_when_people_have_answered(
    answered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves people their time, and no more of it than they take."""
    acted = asyncio.Event()

    class FakeKeeper:
        async def act(self, *_asked: object) -> SimpleNamespace:
            acted.set()
            return SimpleNamespace(refusal=None)

    waiting, free = (Duty(0, 1, 7, None, "swap", wait_ms) for wait_ms in (60_000, 0))
    monkeypatch.setattr(turns, "to_think", lambda table: table.tasks)
    players = turns.Players(FakeKeeper(), None, now=lambda: 0, pause_ms=0)  # type: ignore[arg-type]
    table = SimpleNamespace(id="t", step_at=0, live=NOT_LIVE, playing=None, tasks=[waiting])
    players.consider(table)  # type: ignore[arg-type]
    table.tasks = [free if answered else waiting]
    players.consider(table)  # type: ignore[arg-type]
    for _turn in range(20):
        await asyncio.sleep(0)
    assert acted.is_set() == answered
    assert players.moves == answered
    await players.stop()
