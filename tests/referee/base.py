"""What the referee knows of every game."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar


class Referee(ABC):
    """A running game, watched by somebody with a pencil and the rulings."""

    name: ClassVar[str]
    """As the engine calls the game."""

    letters: ClassVar[str]
    """What the numbers of its rulings begin with."""

    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 2

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.options = options
        self.reason: str | None = None
        """Why the game is over; None while it runs."""
        self.ply = 0
        self.notes: Counter[str] = Counter()
        """What rarely happens and did, so that nobody has to believe it."""
        self._legal: dict[int, list[str]] = {}

    # Looking

    def legal(self, seat: int) -> list[str]:
        """All moves of a seat now, sorted by code point."""
        if self.reason is not None or self.chance() is not None:
            return []
        if seat not in self._legal:  # the only thing remembered, and only until the next step
            self._legal[seat] = sorted(self.moves(seat))
        return self._legal[seat]

    def to_act(self) -> list[int]:
        """A seat with a legal move is asked, one without is not."""
        return [seat for seat in range(self.players) if self.legal(seat)]

    def chance(self) -> str | None:
        """The name of the chance event that is due."""
        return None

    def outcomes(self) -> dict[str, Fraction] | None:
        """Its outcomes with their probabilities; None where there are too many to list."""
        raise NotImplementedError

    def any_outcome(self, rng: random.Random) -> str:
        """Some outcome of an event too large to list."""
        raise NotImplementedError

    def may_happen(self, outcome: str) -> bool:
        """Whether this is an outcome of an event too large to list."""
        raise NotImplementedError

    def result(self) -> dict[str, Any] | None:
        """As the engine tells it."""
        if self.reason is None:
            return None
        return {"scores": self.scores(), "places": self.places(), "reason": self.reason}

    # Doing

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        assert move in self.legal(seat)
        self.ply += 1
        self._legal = {}
        self.do(seat, move, at)

    def happen(self, outcome: str) -> None:
        self.ply += 1
        self._legal = {}
        self.do_chance(outcome)

    def note(self, what: str, happened: bool = True) -> None:
        if happened:
            self.notes[what] += 1

    # What each game says

    @abstractmethod
    def moves(self, seat: int) -> list[str]: ...

    @abstractmethod
    def ruling(self, seat: int) -> str:
        """The ruling of the move that a seat is asked for now: what a text that is no move at all is told."""

    @abstractmethod
    def do(self, seat: int, move: str, at: int | None) -> None: ...

    def do_chance(self, outcome: str) -> None:
        raise NotImplementedError

    @abstractmethod
    def scores(self) -> list[Any]: ...

    @abstractmethod
    def places(self) -> list[int]: ...


def ranking(values: Sequence[Any]) -> list[int]:
    """Competition ranking, the highest first: 1 + the number of those who did strictly better."""
    return [1 + sum(1 for other in values if other > mine) for mine in values]
