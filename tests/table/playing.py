"""Helpers: tables to test with."""

from __future__ import annotations

import random
from typing import Any

import handvoll
from handvoll.core.card import Card
from handvoll.table import requests as rq
from handvoll.table.decide import Decision, decide, open_table
from handvoll.table.requests import Asker
from handvoll.table.table import Table

SECRET = bytes(range(32))
GUESTS = ("anna", "bob", "cleo", "dora", "emil")


def new_table(game: str, chairs: tuple[str, ...], secret: bytes = SECRET, **settings: Any) -> Table:
    """A table that anna has opened."""
    request = rq.Open(game=game, chairs=chairs, **settings)  # type: ignore[arg-type]
    by = Asker("anna", "Anna")
    return open_table("table1", request, by, now=1000, secret=secret, card_of=handvoll.card).table


def ask(
    table: Table, request: rq.Request, guest: str | None, now: int | None = None, key: str | None = None
) -> Decision:
    """What the table decides about a request."""
    by = Asker(guest, (guest or "").title(), key)
    return decide(table, request, by, now=table.at + 1 if now is None else now, secret=SECRET)


def after(table: Table, request: rq.Request, guest: str | None, now: int | None = None) -> Table:
    """The table after a request that must not be refused."""
    decision = ask(table, request, guest, now)
    if decision.refusal is not None:
        raise decision.refusal
    return decision.table


def running(game: str, players: int, *, bots: int = 0, **settings: Any) -> Table:
    """A table with people and opponents at which the game has begun; seat 0 is anna's."""
    chairs = ("host", *("open",) * (players - 1 - bots), *("bot:2",) * bots)
    settings.setdefault("lot", False)
    table = new_table(game, chairs, **settings)
    for guest in GUESTS[: players - bots]:
        table = after(table, rq.Sit(word=f"word of {guest}"), guest)
    return table


def play(table: Table, seat: int, move: str, now: int | None = None) -> Table:
    """The table after a seat's move."""
    return after(table, play_request(table, seat, move), holder(table, seat), now)


def play_request(table: Table, seat: int, move: str) -> rq.Play:
    """The request to play a move."""
    question = table.questions[seat]
    assert question is not None
    return rq.Play(seat=seat, move=move, question=question.number)


def holder(table: Table, seat: int) -> str | None:
    """Who plays a seat: its guest, or the house."""
    return table.seats[seat].guest if table.seats[seat].is_person else None


def random_moves(table: Table, rng: random.Random, most: int, step_ms: int = 25_000) -> Table:
    """The table after at most so many random moves."""
    for _move in range(most):
        if table.phase == "over":
            break
        seat = rng.choice(table.asked)
        table = play(table, seat, rng.choice(table.moves(seat)), table.at + step_ms)
    return table


def settings_of(card: Card, rng: random.Random) -> dict[str, Any]:
    """Options at random."""
    return {"options": {name: rng.choice(option.values) for name, option in card.options.items()}}


def is_same(one: Table, other: Table) -> bool:
    """Whether two tables are equal, their games included."""
    if (one.game is None) != (other.game is None):
        return False
    if one.game is not None and other.game is not None:
        same_steps = one.game.steps() == other.game.steps()
        if one.game.position() != other.game.position() or not same_steps:
            return False
    return one == other and one.events() == other.events()
