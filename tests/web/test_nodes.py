"""Several nodes over one PostgreSQL and one Redis: seats on different nodes, and what happens when one of
these dies."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from handvoll.client import House, Refused, Table

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow]


@pytest.fixture
def nodes(postgres: Any, redis: Any, tmp_path: Path, services: Any) -> Iterator[tuple[Any, Any]]:
    """Two houses that share a database and a news channel."""
    shared = {"DATABASE_URL": postgres.url(), "REDIS_URL": redis.url, "HANDVOLL_POLL_SECONDS": "0.3"}
    with (
        services.HouseProcess(tmp_path / "one", **shared) as one,
        services.HouseProcess(tmp_path / "two", **shared) as two,
    ):
        yield one, two


def two_at_a_table(nodes: tuple[Any, Any], game: str = "zahlenpoker") -> tuple[Table, Table]:
    """Anna at the first node, Bob at the second."""
    anna, bob = (House(node.url, name=name) for node, name in zip(nodes, ("Anna", "Bob"), strict=True))
    table = anna.open(game, ["open", "open"], lot=False)
    table.sit()
    other = Table(bob, table.id)
    other.sit()
    return table, other


def at(node: Any, table: Table) -> Table:
    """The same guest's table at another node: the cookie is good at each."""
    house = House(node.url)
    house._headers["cookie"] = table.house._headers["cookie"]
    return Table(house, table.id)


def close(*tables: Table) -> None:
    for table in tables:
        table.house.close()


class Follower(threading.Thread):
    """Plays a seat as its stream tells it, and notes when it heard of each event."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(daemon=True)
        self.table = table
        self._rng = random.Random(seed)
        self.heard: dict[int, float] = {}
        self.end: dict[str, Any] | None = None
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            for now in self.table.follow():
                self.heard.setdefault(now["event"], time.monotonic())
                self.end = now["end"]
                if now["moves"] and now["phase"] == "running":
                    self._play(now)
        except BaseException as error:
            self.fault = error

    def _play(self, now: dict[str, Any]) -> None:
        try:
            self.table.play(now, self._rng.choice(now["moves"]))
        except Refused as refused:
            if refused.code not in ("stale", "not-your-turn", "game-over"):
                raise
        time.sleep(0.01)


def play_out(*followers: Follower) -> None:
    for follower in followers:
        follower.join(60)
    for follower in followers:
        assert follower.fault is None, repr(follower.fault)
        assert follower.end is not None
    assert len({str(follower.end["places"]) for follower in followers if follower.end}) == 1


def test_two_seats_on_two_nodes_hear_of_each_other_at_once(nodes: tuple[Any, Any]) -> None:
    """A whole game across the nodes; what happens at one is known at the other in far less than a poll."""
    anna, bob = two_at_a_table(nodes)
    followers = [Follower(anna, 1), Follower(bob, 2)]
    for follower in followers:
        follower.start()
    play_out(*followers)
    one, two = followers
    lags = sorted(
        abs(one.heard[number] - two.heard[number]) for number in one.heard.keys() & two.heard.keys()
    )
    assert lags[len(lags) // 2] < 0.2, lags
    assert anna.look()["event"] == bob.look()["event"]
    close(anna, bob)


def test_a_killed_node_loses_nothing_and_its_clients_go_on_at_the_other(nodes: tuple[Any, Any]) -> None:
    """Anna's node dies in mid-game; with the same cookie she goes on at Bob's."""
    anna, bob = two_at_a_table(nodes)
    anna.play(anna.look(), "2")
    bob.play(bob.look(), "3")
    before = anna.look()
    nodes[0].kill()
    moved = at(nodes[1], anna)
    now = moved.look()
    assert now["seat"] == before["seat"]
    assert now["event"] == before["event"]
    followers = [Follower(moved, 1), Follower(bob, 2)]
    for follower in followers:
        follower.start()
    play_out(*followers)
    assert moved.house.ask("GET", f"/api/tables/{moved.id}/verify")["fair"]
    close(anna, bob, moved)


def test_opponents_of_a_killed_node_go_on_at_another(nodes: tuple[Any, Any]) -> None:
    """The node on whose account an opponent was thinking dies; another finds the table on its round."""
    anna = House(nodes[0].url, name="Anna")
    table = anna.open("zahlenpoker", ["host", "bot:1"], lot=False)
    table.sit()
    nodes[0].kill()
    moved = at(nodes[1], table)
    follower = Follower(moved, 3)
    follower.start()
    play_out(follower)
    close(table, moved)


def test_play_goes_on_while_redis_is_lost(nodes: tuple[Any, Any], redis: Any) -> None:
    """Streams poll the log meanwhile, and hear of each other at once again when it is back."""
    anna, bob = two_at_a_table(nodes)
    lines = bob.house.lines(f"/api/tables/{bob.id}/stream", **{"with": ""})
    next(lines)

    def heard_after(move: str) -> float:
        began = time.monotonic()
        done = anna.play(anna.look(), move)
        for line in lines:
            if line["type"] == "table" and line["id"] >= done["number"]:
                return time.monotonic() - began
        raise AssertionError

    assert heard_after("1") < 1.0
    redis.kill()
    time.sleep(0.5)
    bob.play(bob.look(), "1")
    assert heard_after("2") < 5
    redis.start()
    time.sleep(6)
    bob.play(bob.look(), "2")
    lags = [heard_after("3")]
    bob.play(bob.look(), "3")
    lags.append(heard_after("4"))
    assert min(lags) < 0.25
    lines.close()  # type: ignore[attr-defined]
    close(anna, bob)


def test_a_restarted_database_is_found_again(nodes: tuple[Any, Any], postgres: Any) -> None:
    """Meanwhile a clear 503 with a time to wait; what was acknowledged is there, and play goes on."""
    anna, bob = two_at_a_table(nodes)
    now = bob.look()
    done = anna.play(anna.look(), "2")
    postgres.stop()
    try:
        body = {"do": "play", "seat": 1, "move": "3", "question": now["question"]}
        answer = httpx.post(
            f"{nodes[1].url}/api/tables/{bob.id}",
            json=body,
            headers={"cookie": bob.house._headers["cookie"]},
            timeout=30,
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store-unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert httpx.get(f"{nodes[1].url}/readyz", timeout=30).status_code == 503
        assert httpx.get(f"{nodes[1].url}/healthz").status_code == 200
    finally:
        postgres.start()
    bob.play(bob.look(), "3")
    now = anna.look()
    assert now["event"] > done["event"]
    followers = [Follower(anna, 1), Follower(bob, 2)]
    for follower in followers:
        follower.start()
    play_out(*followers)
    close(anna, bob)
