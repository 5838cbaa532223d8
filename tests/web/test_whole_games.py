"""Whole games of every kind through the API of a real server."""

from __future__ import annotations

import random
from typing import Any

import pytest

import handvoll
from handvoll.client import Refused, Table
from handvoll.core.card import Trait

MOST_MOVES = 3000


def sit_down(served: Any, game: str, players: int, **settings: Any) -> list[Table]:
    """A running table with a guest on each seat, told by seat."""
    clients = [served.client(f"Guest {number}") for number in range(players)]
    table = clients[0].open(game, ["open"] * players, lot=False, **settings)
    tables = [Table(client, table.id) for client in clients]
    for mine in tables:
        mine.sit()
    return tables


def play_on(tables: list[Table], rng: random.Random, most: int = MOST_MOVES) -> dict[str, Any]:
    """Any legal moves until the game is over (or so many are played); the last snapshot."""
    now = tables[0].look()
    for _move in range(most):
        if now["phase"] == "over":
            break
        seat = rng.choice(now["to_act"]) if now["to_act"] else None
        if seat is not None:
            mine = tables[seat].look()
            if mine["moves"]:
                try:
                    tables[seat].play(mine, rng.choice(mine["moves"]))
                except Refused as refused:
                    # Time went on between looking and playing: the game itself has moved.
                    if refused.code not in ("stale", "too-early", "illegal-move", "not-your-turn"):
                        raise
        now = tables[0].look()
    return now


@pytest.mark.parametrize("game", sorted(handvoll.cards()))
def test_a_whole_game_is_played_dealt_fairly_and_recorded(served: Any, game: str) -> None:
    """Guests play any legal moves to the end; all see the same end, the dealing verifies, and the record
    replays to the same result."""
    card = handvoll.card(game)
    players = max(2, card.players[0]) if card.players[1] > 1 else 1
    rng = random.Random(game)
    tables = sit_down(served, game, players, speed=400)
    if Trait.CLOCK in card.traits or game == "huetchenspieler":
        pytest.skip("has a clock; played in test_clocks.py")
    end = play_on(tables, rng)
    assert end["phase"] == "over", f"after {MOST_MOVES} moves: {end['line']}"
    assert {str(table.look()["end"]["places"]) for table in tables} == {str(end["end"]["places"])}
    verdict = tables[0].house.ask("GET", f"/api/tables/{tables[0].id}/verify")
    assert verdict["fair"], verdict
    record = tables[-1].record()
    replayed = handvoll.replay(record)
    assert replayed.result is not None
    assert list(replayed.result.places) == end["end"]["places"]
    assert tables[0].house.ask("POST", "/api/verify", {"record": record})["fair"]


def test_an_opponent_plays_on_every_seat_it_is_given(served: Any) -> None:
    """A table of opponents alone plays itself to the end."""
    client = served.client("Host")
    table = client.open("zahlenpoker", ["bot:1", "bot:2", "bot:1"])
    last = list(table.follow())[-1]
    assert last["phase"] == "over"
    assert [seat["kind"] for seat in last["seats"]] == ["bot"] * 3


def test_one_device_holds_several_seats(served: Any) -> None:
    """One guest plays all seats of a game without secrets; each answer goes for the seat that is asked."""
    client = served.client("Family")
    table = client.open("make-five", ["host", "host"])
    table.sit()
    rng = random.Random(3)
    now = table.look()
    assert now["me"] == [0, 1]
    while now["phase"] == "running":
        assert now["seat"] in now["to_act"]
        table.play(now, rng.choice(now["moves"]))
        now = table.look()
    assert now["end"]["by_rules"]


def test_hands_on_one_device_are_shown_when_they_are_asked_for(served: Any) -> None:
    """Where seats have secrets, the table shows none of a device's several hands until one is named."""
    client = served.client("Family")
    table = client.open("zahlenpoker", ["host", "host"], lot=False)
    table.sit()
    first = table.look(seat=0)
    table.play(first, "2")
    unnamed = table.look()
    assert (unnamed["seat"], unnamed["moves"], unnamed["view"]["mine"]) == (None, [], None)
    assert table.look(seat=0)["view"]["mine"] == 2
    assert table.look(seat=1)["view"]["mine"] is None
