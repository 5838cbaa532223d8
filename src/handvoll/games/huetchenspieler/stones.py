"""The stones of Hütchenspieler, the moves as texts, and who pushes, asks and is asked."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

SYMBOLS = (1, 2, 3, 4)
"""Dot, line, triangle, square."""
PLACES = (1, 2, 3, 4)
QUESTIONS = 3


class Stone(NamedTuple):
    """A stone of one round: `number` (0 to 3) is the place where it was laid, counted from the left, and so
    says nothing about its symbol once the stones are pushed about (HS9)."""

    round: int
    number: int
    symbol: int

    @property
    def id(self) -> str:
        """What scenes and views call it."""
        return f"stone-{self.round}-{self.number + 1}"


Row: TypeAlias = tuple["Stone | None", ...]
"""The stones by place, None where one was taken; empty before they are laid."""

Piles: TypeAlias = tuple[tuple[Stone, ...], ...]
"""The stones each seat holds, in the order they came."""

# Moves are their own texts; these tables say what they mean.
LAYS: Mapping[str, tuple[int, ...]] = {
    f"lay {''.join(map(str, order))}": order for order in itertools.permutations(SYMBOLS)
}
COVER = "cover"
PUSHES: Mapping[str, tuple[int, int]] = {
    f"push {come}>{go}": (come - 1, go - 1) for come in PLACES for go in PLACES if come != go
}
ASKS: Mapping[str, int] = {f"ask {symbol}": symbol for symbol in SYMBOLS}
FLIPS: Mapping[str, int] = {f"flip {place}": place - 1 for place in PLACES}


def pushes_in(number: int, players: int) -> int:
    """How often the pusher pushes in that round (HS4): three times in search round one, then four times."""
    return 3 if number <= players else 4


def asked_seats(pusher: int, players: int) -> tuple[int, ...]:
    """Who is asked the first, second and third question (HS5): clockwise from the pusher's left, the pusher
    left out."""
    return tuple([(pusher + 1 + question % (players - 1)) % players for question in range(QUESTIONS)])


def pushed(row: tuple[T, ...], come: int, go: int) -> tuple[T, ...]:
    """The row after what lies at `come` was put to `go`, those between moving up (HS4)."""
    rest = [*row[:come], *row[come + 1 :]]
    return (*rest[:go], row[come], *rest[go:])
