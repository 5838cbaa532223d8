"""Time at the tables: the server's clock decides, and it goes on after a restart."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

import handvoll
from handvoll.client import Refused, Table
from handvoll.web.roundtrips import RoundTrips


class Clock:
    """The server's clock, which a test can put forward."""

    def __init__(self) -> None:
        self._ahead = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self._ahead

    def forward(self, served: Any, ms: int) -> None:
        """Let so much time go by at once; what waits for a time looks again."""
        self._ahead += ms
        served.house.timers.look_again()


def until(found: Callable[[], Any], seconds: float = 15) -> Any:
    """What `found` gives, once it gives something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (it := found()) is not None and it is not False:
            return it
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def at_a_table(served: Any, game: str, players: int, **settings: Any) -> list[Table]:
    clients = [served.client(f"Guest {number}") for number in range(players)]
    opened = clients[0].open(game, ["open"] * players, lot=False, **settings)
    tables = [Table(client, opened.id) for client in clients]
    for table in tables:
        table.sit()
    return tables


def move_any(tables: list[Table], rng: random.Random) -> None:
    for table in rng.sample(tables, len(tables)):
        now = table.look()
        if now["moves"]:
            try:
                table.play(now, rng.choice(now["moves"]))
            except Refused as refused:
                if refused.code not in ("stale", "too-early", "illegal-move", "not-your-turn"):
                    raise
            return


@pytest.mark.parametrize("game", ["six", "huetchenspieler"])
def test_a_whole_game_against_the_clock(serve: Any, game: str) -> None:
    """Any legal moves, time going on between them, lead to an end that verifies and replays."""
    clock = Clock()
    served = serve(now=clock)
    tables = at_a_table(served, game, 2)
    rng = random.Random(game)
    for _move in range(3000):
        if tables[0].look(with_="")["phase"] == "over":
            break
        move_any(tables, rng)
        clock.forward(served, rng.randrange(200, 2500))
    end = tables[0].look()
    assert end["phase"] == "over", end["line"]
    assert tables[0].house.ask("GET", f"/api/tables/{tables[0].id}/verify")["fair"]
    replayed = handvoll.replay(tables[1].record())
    assert replayed.result is not None
    assert list(replayed.result.places) == end["end"]["places"]


def test_a_seat_whose_time_is_over_loses_also_after_a_restart(serve: Any) -> None:
    """The deadline is found again in the store by a house that was not there when it was set."""
    clock = Clock()
    served = serve(now=clock)
    table, other = at_a_table(served, "make-five", 2, pace={"kind": "move", "seconds": 30})
    now = table.look()
    late = now["to_act"][0]
    assert 25_000 < now["seats"][late]["clock"]["left_ms"] <= 30_000
    clock.forward(served, 15_000)
    served.restart()
    clock.forward(served, 16_000)
    over = until(lambda: (shown := other.look())["phase"] == "over" and shown)
    assert over["end"]["reason"] == "timeout"
    assert over["end"]["places"][late] == 2


def test_an_opponent_plays_on_for_who_is_late_where_the_host_wishes(serve: Any) -> None:
    """With `on_timeout: bot` the game goes on without the seat, to its end by the rules."""
    clock = Clock()
    served = serve(now=clock)
    pace = {"kind": "move", "seconds": 30}
    tables = at_a_table(served, "zahlenpoker", 2, pace=pace, on_timeout="bot", bot_level=1)
    rng = random.Random(1)
    clock.forward(served, 31_000)
    until(lambda: any(seat["kind"] == "bot" for seat in tables[0].look()["seats"]))
    for _time in range(400):
        now = tables[0].look()
        if now["phase"] == "over":
            break
        move_any(tables, rng)
        time.sleep(0.01)
    assert now["phase"] == "over"


def test_what_a_game_does_by_itself_happens_on_time(serve: Any) -> None:
    """Hütchenspieler: no cover before 10 s, by itself after 20 s, and the stream tells both times."""
    clock = Clock()
    served = serve(now=clock)
    tables = at_a_table(served, "huetchenspieler", 2)
    rng = random.Random(2)
    for _step in range(60):
        now = next((shown for table in tables if (shown := table.look())["moves"]), None)
        assert now is not None
        if "cover" in now["moves"]:
            break
        move_any(tables, rng)
    (span,) = [timer for timer in now["timers"] if timer["kind"] == "cover"]
    assert span["until"] - span["from"] == 10_000
    pusher = tables[now["seat"]]
    with pytest.raises(Refused) as refused:
        pusher.play(now, "cover")
    assert refused.value.code == "too-early"
    clock.forward(served, 20_500)
    until(lambda: "cover" not in str(pusher.look()["moves"]))
    covered = pusher.house.ask("GET", f"/api/tables/{pusher.id}/transcript")["events"]
    assert covered[-1]["how"] == "itself"


def test_nobody_can_freeze_a_table_without_a_pace(serve: Any) -> None:
    """After a day of silence the others may say so, and the game goes on."""
    clock = Clock()
    served = serve(now=clock)
    table, other = at_a_table(served, "make-five", 2)
    silent = table.look()["to_act"][0]
    waiting = (other, table)[silent]
    with pytest.raises(Refused) as refused:
        waiting.do("claim", seat=silent)
    assert refused.value.code == "no-claim"
    clock.forward(served, 25 * 3600 * 1000)
    assert "claim" in waiting.look()["can"]
    waiting.do("claim", seat=silent)
    assert waiting.look()["phase"] == "over"


def test_a_line_is_measured_by_the_server(served: Any) -> None:
    """In games in which speed counts a beat carries a word; who sends it back has a measured round trip."""
    table, _other = at_a_table(served, "six", 2)
    lines = table.house.lines(f"/api/tables/{table.id}/stream")
    beat = next(line for line in lines if line["type"] == "beat")
    lines.close()  # type: ignore[attr-defined]
    time.sleep(0.05)
    table.house.ask("POST", "/api/beats", beat["data"])
    guest = table.house.ask("GET", "/api/me")["guest"]
    assert 25 <= served.house.round_trips.half_ms(guest) <= 1000


def test_only_the_guest_who_was_asked_answers_a_beat() -> None:
    """A word sent back by somebody else, twice or never given measures nothing."""
    trips = RoundTrips()
    word = trips.ask("anna")
    trips.answered("bob", word)
    trips.answered("anna", "nonsense")
    assert trips.half_ms("anna") == trips.half_ms("bob") == trips.half_ms(None) == 0
