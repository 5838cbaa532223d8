"""What somebody remembers of stones that were turned over and pushed about.

A memory follows every push, and slips now and then: the stone that was pushed is taken for one it passed, or
both are lost. Longer pushes are harder to follow, and every question asked meanwhile blurs it a little. The
slips of a game are its own: they depend on what happened in it, not on when one asks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from handvoll.core.state import Step
from handvoll.games.huetchenspieler.stones import ASKS, FLIPS, LAYS, PUSHES, SYMBOLS, pushed


@dataclass(frozen=True, slots=True)
class Mind:
    """How well somebody follows."""

    slip: float
    """The chance to slip at a push to the neighbouring place."""
    stretch: float
    """By how much that chance grows with each further place."""
    blur: float
    """The chance to lose a stone while a question is asked and answered."""
    reasons: bool
    """Whether it fills gaps by what must be left."""


MINDS = {
    1: Mind(0.30, 0.12, 0.20, False),
    2: Mind(0.17, 0.07, 0.10, False),
    3: Mind(0.08, 0.04, 0.04, True),
    4: Mind(0.03, 0.015, 0.01, True),
    5: Mind(0.002, 0.001, 0.0, True),
}


@dataclass(slots=True)
class Memory:
    """The row as somebody has it in mind."""

    mind: Mind
    row: list[int | None] = field(default_factory=lambda: [None] * 4)
    """Per place the symbol that is thought to lie there; None where it is lost, or nothing lies there."""
    moved: list[float] = field(default_factory=lambda: [0.0] * 4)
    """Per place how hard the stone that lies there was to follow."""
    taken: list[bool] = field(default_factory=lambda: [False] * 4)
    revealed: set[int] = field(default_factory=set)
    missed: set[int] = field(default_factory=set)
    """Symbols that were looked for in the wrong place."""
    asked: int = 0

    def see(self, step: Step, rng: random.Random) -> None:
        """Take in a step of the round, with luck from `rng`."""
        if step.text in LAYS:
            self.row = list(LAYS[step.text])
        elif step.text in PUSHES:
            self._follow(*PUSHES[step.text], rng)
        elif step.text in ASKS:
            self.asked = ASKS[step.text]
            if rng.random() < self.mind.blur:
                self.row[rng.randrange(4)] = None

    def _follow(self, come: int, go: int, rng: random.Random) -> None:
        length = abs(go - come)
        self.row = list(pushed(tuple(self.row), come, go))
        self.moved = list(pushed(tuple(self.moved), come, go))
        for place in range(min(come, go), max(come, go) + 1):
            self.moved[place] += length if place == go else 0.5
        if rng.random() < self.mind.slip + self.mind.stretch * (length - 1):
            passed = go + (1 if come > go else -1)
            if rng.random() < 0.7:
                self.row[go], self.row[passed] = self.row[passed], self.row[go]
            else:
                self.row[go] = self.row[passed] = None

    def reveal(self, place: int, symbol: int) -> None:
        """The stone at `place` was turned over and showed `symbol`."""
        if symbol != self.asked:
            self.missed.add(self.asked)
        self.row = [None if known == symbol else known for known in self.row]
        self.row[place] = None
        self.taken[place] = True
        self.revealed.add(symbol)

    def guess(self) -> list[int | None]:
        """The row in mind, with what must be left filled in by whoever reasons."""
        row = list(self.row)
        gaps = [place for place in range(4) if row[place] is None and not self.taken[place]]
        left = [symbol for symbol in SYMBOLS if symbol not in row and symbol not in self.revealed]
        if self.mind.reasons and len(gaps) == len(left) == 1:
            row[gaps[0]] = left[0]
        return row


def remember(steps: Sequence[Step], faces: Mapping[int, int], mind: Mind, who: str) -> Memory | None:
    """What somebody called `who` has in mind of the running round, whose steps are the last of `steps`; None
    where it did not see how the round began. `faces` are the symbols of the round's stones that were taken,
    by the places where they were laid."""
    laid = max((number for number, step in enumerate(steps) if step.text in LAYS), default=None)
    if laid is None:
        return None
    memory = Memory(mind)
    stones: tuple[int, ...] = (0, 1, 2, 3)
    past = "/".join(step.text for step in steps[:laid])
    for step in steps[laid:]:
        past += f"/{step.text}"
        memory.see(step, random.Random(f"{who} {past}"))
        if step.text in PUSHES:
            stones = pushed(stones, *PUSHES[step.text])
        elif step.text in FLIPS:
            place = FLIPS[step.text]
            memory.reveal(place, faces[stones[place]])
    return memory
