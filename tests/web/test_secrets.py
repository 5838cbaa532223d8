"""The law of the house on the wire: worlds that differ only in secrets send a seat the same bytes."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import pytest

import handvoll
from handvoll.client import Refused, Table
from handvoll.core.card import Trait
from handvoll.table.table import Table as Folded

SECRETIVE = sorted(card.id for card in handvoll.cards().values() if Trait.HIDDEN in card.traits)
DEPTHS = (0, 1, 2, 4, 8, 16)


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


def answers(served: Any, table: Table, seat: int | None) -> list[bytes]:
    """Everything that somebody at the table can get to read, word for word."""
    path = f"/api/tables/{table.id}"
    chosen = "" if seat is None else f"seat={seat}"
    headers = {"cookie": table.house._headers["cookie"], "accept-language": "en"}
    found: list[bytes] = []
    with served.browser(**headers) as browser:
        for question in (f"?{chosen}", "?ply=0", f"/log?{chosen}", f"/transcript?{chosen}", "/record"):
            found.append(browser.get(path + question).content)
        number = 0 if seat is None else seat
        for body in (
            {"do": "play", "seat": number, "move": "z99", "question": 1},
            {"do": "play", "seat": number, "move": "z99", "question": 10**6},
            {"do": "claim", "seat": 1 - number % 2},
        ):
            found.append(browser.post(path, json=body).content)
        for help_with in ({"move": "1"}, {"move": "zz"}, {"ids": ["at-a1", "at-b2"]}):
            found.append(browser.post(f"{path}/explain", json={"seat": number, **help_with}).content)
        with browser.stream("GET", f"{path}/stream?{chosen}") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    found.append(line.encode())
                    break
    while served.house.hub.streams:
        time.sleep(0.005)  # who is here is no secret, but is to be the same
    return found


def a_step(tables: list[Table], clock: Clock, rng: random.Random) -> None:
    """Somebody moves, or time goes on."""
    clock.ms += 700
    for table in rng.sample(tables, len(tables)):
        now = table.look()
        if now["moves"]:
            try:
                table.play(now, rng.choice(now["moves"]))
            except Refused as refused:
                if refused.code not in ("too-early", "stale", "illegal-move", "not-your-turn"):
                    raise
            return


def same_worlds(kept: Any, seat: int | None, rng: random.Random) -> tuple[Folded, Folded]:
    """The table, and one that the seat cannot tell from it."""
    table: Folded = kept.table
    game = table.playing
    other = replace(game, state=game.state.redraw(seat, rng.randrange))
    return table, replace(table, game=other)


@pytest.mark.parametrize("game", SECRETIVE)
def test_worlds_that_differ_in_secrets_send_the_same_bytes(serve: Any, game: str) -> None:
    """Snapshots, streams, logs, records, refusals and explanations of every seat and of a spectator."""
    clock = Clock()
    served = serve(now=clock)
    players = min(3, handvoll.card(game).players[1])
    clients = [served.client(f"Guest {number}") for number in range(players)]
    opened = clients[0].open(game, ["open"] * players, lot=False)
    tables = [Table(client, opened.id) for client in clients]
    for table in tables:
        table.sit()
    watcher = Table(served.client("Watcher"), opened.id)
    rng = random.Random(game)
    kept = served.house.tables._kept[opened.id]
    differed = 0
    for depth in range(max(DEPTHS) + 1):
        if kept.table.phase != "running":
            break
        if depth in DEPTHS:
            for seat, reader in [*enumerate(tables), (None, watcher)]:
                one, other = same_worlds(kept, seat, rng)
                differed += one.playing.position() != other.playing.position()
                kept.table = one
                expected = answers(served, reader, seat)
                kept.table = other
                came = answers(served, reader, seat)
                kept.table = one
                for left, right in zip(expected, came, strict=True):
                    assert left == right, f"{game}, seat {seat}, after {depth} steps"
        a_step(tables, clock, rng)
    assert differed, "no secret was ever drawn anew"


def test_a_running_record_is_redacted_and_a_finished_one_is_whole(served: Any) -> None:
    """While the game runs nobody can download what is hidden; when it is over everybody who saw it can."""
    anna, bob = served.client("Anna"), served.client("Bob")
    table = anna.open("zahlenpoker", ["open", "open"], lot=False)
    other = Table(bob, table.id)
    table.sit()
    other.sit()
    table.play(table.look(), "3")
    for reader in (other, Table(served.client("Watcher"), table.id)):
        events = reader.house.ask("GET", f"/api/tables/{table.id}/transcript")["events"]
        assert [event["text"] for event in events if event["kind"] == "move"] == ["?"]
        assert not any("word" in event or "words" in event or "by" in event for event in events)
        assert "secret" not in str(events)
    mine = anna.ask("GET", f"/api/tables/{table.id}/transcript")["events"]
    assert [event["text"] for event in mine if event["kind"] == "move"] == ["3"]
    other.do("resign", seat=1)
    events = Table(served.client("Watcher"), table.id).house.ask("GET", f"/api/tables/{table.id}/transcript")
    assert events["events"][-1]["kind"] == "revealed"


def test_what_the_dealer_will_do_is_promised_before_and_shown_after(served: Any) -> None:
    """The commitment stands from the opening on and fits the secret that comes with the end; the lot and all
    dice follow from it."""
    anna = served.client("Anna")
    table = anna.open("make-five", ["host", "host"])
    promise = table.look()["commitment"]
    table.sit(word="my own word")
    assert table.look()["commitment"] == promise
    table.do("resign", seat=0)
    assert table.look()["end"]["secret"]
    verdict = anna.ask("GET", f"/api/tables/{table.id}/verify")
    assert verdict["fair"]
    record = table.record()
    assert anna.ask("POST", "/api/verify", {"record": record})["fair"]
    with pytest.raises(Refused) as refused:
        anna.ask("POST", "/api/verify", {"record": record.replace("x-promise", "x-promises")})
    assert refused.value.code == "bad-record"
