"""The house is killed in the middle of play, again and again: nothing acknowledged is lost, nothing happens
twice, and every table goes on to its end."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from handvoll.client import House, Refused, Table

ROUNDS = int(os.environ.get("HANDVOLL_KILL_ROUNDS", "2"))
"""How often the house is killed; twenty for a thorough run."""
TABLES = 6
GAMES = ("make-five", "zahlenpoker", "torris", "fuenf-gewinnt")
LATE = ("stale", "not-your-turn", "game-over", "too-early")


class Player(threading.Thread):
    """Plays all seats of one table, writing down what the house acknowledged."""

    def __init__(self, url: str, game: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._rng = random.Random(seed)
        self._house = House(url, name=f"Player {seed}")
        self._opened = self._house.open(game, ["host", "host"], lot=False)
        self._opened.sit()
        self.table = self._opened.id
        self.acknowledged: list[tuple[int, str]] = []
        self.end: dict[str, Any] | None = None
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            self._play()
        except BaseException as error:
            self.fault = error
        finally:
            self._house.close()

    def _play(self) -> None:
        while self.end is None:
            try:
                self._one_move()
            except Refused as refused:
                if refused.code not in LATE:
                    raise
            except OSError:
                time.sleep(0.1)  # the house is away for longer than the client asks again

    def _one_move(self) -> None:
        now = self._opened.look(with_="")
        if now["phase"] == "over":
            self.end = now["end"]
            return
        now = self._opened.look(seat=self._rng.choice(now["to_act"]))
        if now["moves"]:
            move = self._rng.choice(now["moves"])
            done = self._opened.play(now, move)
            self.acknowledged.append((done["event"], move))
        time.sleep(0.005)


def check(player: Player, url: str) -> None:
    """What was acknowledged stands in the log, once, and the table has come to a fair end."""
    assert player.fault is None, repr(player.fault)
    assert not player.is_alive()
    assert player.end is not None
    watcher = House(url)
    events = watcher.ask("GET", f"/api/tables/{player.table}/transcript")["events"]
    assert [event["event"] for event in events] == list(range(1, len(events) + 1))
    moves = {event["event"]: event["text"] for event in events if event["kind"] == "move"}
    for number, move in player.acknowledged:
        assert moves[number] == move
    assert len(set(player.acknowledged)) == len(player.acknowledged)
    answered = [(event["seat"], event["question"]) for event in events if event["kind"] == "move"]
    assert len(set(answered)) == len(answered), "a question was answered twice"
    assert watcher.ask("GET", f"/api/tables/{player.table}/verify")["fair"]
    record = Table(watcher, player.table).record()
    assert watcher.ask("POST", "/api/verify", {"record": record})["fair"]
    watcher.close()


@pytest.mark.slow
def test_a_killed_house_loses_nothing(database: str, tmp_path: Path, services: Any) -> None:
    """SIGKILL at random moments under load, over SQLite and over PostgreSQL."""
    rng = random.Random(7)
    environment = {"DATABASE_URL": database} if "://" in database else {}
    with services.HouseProcess(tmp_path / "data", **environment) as house:
        players = [Player(house.url, GAMES[seed % len(GAMES)], seed) for seed in range(TABLES)]
        for player in players:
            player.start()
        for _round in range(ROUNDS):
            time.sleep(rng.uniform(0.3, 1.2))
            house.kill()
            house.start()
        for player in players:
            player.join(120)
        for player in players:
            check(player, house.url)
        assert sum(len(player.acknowledged) for player in players) > 50
