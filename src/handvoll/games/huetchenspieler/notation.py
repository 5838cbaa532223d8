"""Reading Hütchenspieler's position text, and refusing what no game could come to."""

from __future__ import annotations

import itertools
import re
from functools import cache

from handvoll.core.messages import _, player
from handvoll.core.position import Fields
from handvoll.games.huetchenspieler.stones import (
    PUSHES,
    QUESTIONS,
    SYMBOLS,
    Piles,
    Row,
    Stone,
    asked_seats,
    pushed,
    pushes_in,
)

LETTERS = "abcd"
"""What the stones of a round are called by the place where they were laid."""

_WON_STONE = re.compile(r"([1-8])([a-d])([1-4])")
_ROW_STONE = re.compile(r"([a-d])([1-4])")


def row_text(row: Row) -> str:
    """The stones of a row by place, `x` where one was taken; `-` where none are laid."""
    return (
        ",".join("x" if stone is None else f"{LETTERS[stone.number]}{stone.symbol}" for stone in row) or "-"
    )


def won_text(won: Piles) -> str:
    """The stones each seat holds."""
    return "/".join(
        ",".join(f"{stone.round}{LETTERS[stone.number]}{stone.symbol}" for stone in stones) or "-"
        for stones in won
    )


def parse(fields: Fields, players: int) -> tuple[int, Row, bool, int, int, Piles]:
    """Round, row, whether it is covered, pushes made, symbol asked for and stones won, as the fields say."""
    number = fields.number("round", 1, 2 * players + 1)
    row = _parse_row(fields, number)
    if row and number > 2 * players:
        raise fields.fault(_("no stones lie in a row when all rounds are played"))
    covered = fields.number("covered", 0, 1) == 1
    if covered and not row:
        raise fields.fault(_("there are no stones to turn over"))
    if row and not covered and [stone and stone.number for stone in row] != [0, 1, 2, 3]:
        raise fields.fault(_("before they are turned over the stones lie as they were laid: a, b, c, d"))
    pushes = fields.number("pushes", 0, pushes_in(number, players) if covered else 0)
    if None not in row and row and _order(row) not in _orders_after(pushes):
        raise fields.fault(_("{n} pushes cannot bring the stones into this order", n=pushes))
    if None in row and pushes < pushes_in(number, players):
        raise fields.fault(_("a stone was taken before the last push"))
    asked = fields.number("asked", 0, len(SYMBOLS))
    hidden = {stone.symbol for stone in row if stone is not None}
    if asked and (not covered or pushes < pushes_in(number, players) or asked not in hidden):
        raise fields.fault(_("nobody can be asked for symbol {symbol} here", symbol=asked))
    won = _parse_won(fields, players)
    _check_won(fields, number, row, won)
    return number, row, covered, pushes, asked, won


def _parse_row(fields: Fields, number: int) -> Row:
    texts = fields.list("row")
    if not texts:
        return ()
    found = [None if text == "x" else _ROW_STONE.fullmatch(text) for text in texts]
    row = tuple(
        None if match is None else Stone(number, LETTERS.index(match[1]), int(match[2])) for match in found
    )
    stones = [stone for stone in row if stone is not None]
    if (
        len(texts) != len(LETTERS)
        or row.count(None) != texts.count("x")
        or row.count(None) >= QUESTIONS
        or len({stone.number for stone in stones}) != len(stones)
        or len({stone.symbol for stone in stones}) != len(stones)
    ):
        raise fields.fault(
            _("four places are expected, such as b2,a1,x,d4, each stone (a to d) and symbol (1 to 4) once")
        )
    return row


def _parse_won(fields: Fields, players: int) -> Piles:
    piles = fields.text("won").split("/")
    if len(piles) != players:
        raise fields.fault(_("the stones of {n} players are expected, parted by /", n=players))
    won: list[tuple[Stone, ...]] = []
    for pile in piles:
        found = [] if pile == "-" else [_WON_STONE.fullmatch(text) for text in pile.split(",")]
        stones = [Stone(int(m[1]), LETTERS.index(m[2]), int(m[3])) for m in found if m is not None]
        rounds = [stone.round for stone in stones]
        if len(stones) != len(found) or rounds != sorted(rounds):
            raise fields.fault(
                _(
                    "a pile reads like 1a3,2c1 (round, stone, symbol), its rounds in order, not {came!r}",
                    came=pile[:40],
                )
            )
        won.append(tuple(stones))
    return tuple(won)


def _check_won(fields: Fields, number: int, row: Row, won: Piles) -> None:
    """Refuse piles that the finished rounds and the questions of this one cannot have given."""
    players = len(won)
    for earlier in range(1, 2 * players + 1):
        taken = [stone for stones in won for stone in stones if stone.round == earlier]
        lying = [stone for stone in row if stone is not None] if earlier == number else []
        questions = QUESTIONS if earlier < number else row.count(None) if earlier == number else 0
        all_stones = taken + lying
        if questions or all_stones:
            whole = (
                sorted({stone.number for stone in all_stones}),
                sorted({stone.symbol for stone in all_stones}),
            )
            if whole != ([0, 1, 2, 3], [*SYMBOLS]) or len(all_stones) != len(SYMBOLS):
                raise fields.fault(_("the stones of round {round} are not each there once", round=earlier))
        held = tuple(sum(stone.round == earlier for stone in stones) for stones in won)
        if held not in _splits((earlier - 1) % players, players, questions):
            raise fields.fault(
                _(
                    "round {round}, pushed by {pusher}, cannot have given the stones out like that",
                    round=earlier,
                    pusher=player((earlier - 1) % players),
                )
            )


@cache
def _splits(pusher: int, players: int, questions: int) -> frozenset[tuple[int, ...]]:
    """How many stones each seat can have of a round after so many questions (HS6, HS7)."""
    splits = set()
    for guessed in itertools.product((False, True), repeat=questions):
        held = [0] * players
        for question, right in enumerate(guessed):
            taker = asked_seats(pusher, players)[question] if right else pusher
            held[taker] += 2 if question == QUESTIONS - 1 else 1
        splits.add(tuple(held))
    return frozenset(splits)


def _order(row: Row) -> tuple[int, ...]:
    return tuple(stone.number for stone in row if stone is not None)


@cache
def _orders_after(pushes: int) -> frozenset[tuple[int, ...]]:
    """The orders in which four stones can lie after so many pushes."""
    orders: frozenset[tuple[int, ...]] = frozenset({(0, 1, 2, 3)})
    for _push in range(pushes):
        orders = frozenset(pushed(order, *push) for order in orders for push in PUSHES.values())
    return orders
