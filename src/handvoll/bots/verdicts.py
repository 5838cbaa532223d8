"""What an analysis says: hints, verdicts on steps, and what comes together for each seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from handvoll.bots import Thought
from handvoll.bots.worth import Worth, is_clear_luck, is_loss
from handvoll.core.card import Score
from handvoll.core.messages import Message
from handvoll.core.state import Step


@dataclass(frozen=True, slots=True)
class Hint:
    """What to play, for a person: the best move, others with their values, how sure, in words."""

    seat: int
    thought: Thought
    worth: Worth | None
    words: tuple[Message, ...]
    score: Score = Score.POINTS
    """What points are in this game."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What it brought a seat that hidden choices lie open now."""

    seat: int
    expected: Worth
    """What its own choice was worth as far as it could know."""
    came: Worth
    """What the moment is worth now that all have shown."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one step of a game did to a seat."""

    step: Step
    seat: int | None
    """Whose value is told: who chose, or at a chance step who plays on; None where nothing can be said."""
    before: Worth | None = None
    """At a choice the worth of the best move, at a chance step what could be expected."""
    after: Worth | None = None
    """The worth of what was played, or of what came."""
    best: str | None = None
    """The best move, at a choice."""
    words: Message | None = None
    how: tuple[Message, ...] = ()
    """What a choice gave up that gave something away, and what came of it."""
    guesses: tuple[Guess, ...] = ()
    """For every seat, where with this step hidden choices were laid open."""

    @property
    def is_luck(self) -> bool:
        """Whether chance made this step."""
        return self.step.seat is None

    @property
    def change(self) -> float | None:
        """What the step did: given away by choice (never more than nothing), or brought by luck."""
        if self.before is None or self.after is None or self.before.unit != self.after.unit:
            return None
        difference = self.after.value - self.before.value
        return difference if self.is_luck else min(0.0, difference)


@dataclass(frozen=True, slots=True)
class Sum:
    """All of a game's verdicts for one seat."""

    seat: int
    unit: str
    choice: float
    """What it gave away, as a number below 0."""
    luck: float | None
    """What luck brought it, as far as that could be made out; None where it could nowhere."""
    guess: float | None = None
    """What came of it that all chose in secret, against what its own choices were worth; None where nobody
    did."""
    exact: bool = False
    """Whether its choices were all measured exactly."""


def sums(verdicts: Sequence[Verdict], players: int) -> list[Sum]:
    """What each seat gave away by choice and what luck and guessing brought it, in each unit told. With two
    seats what one wins by luck the other loses. What may be an error of the estimate is not held against
    anybody."""
    choice: dict[tuple[int, str], float] = defaultdict(float)
    luck: dict[tuple[int, str], float] = defaultdict(float)
    guess: dict[tuple[int, str], float] = defaultdict(float)
    rough: set[tuple[int, str]] = set()
    for verdict in verdicts:
        for one in verdict.guesses:
            if is_clear_luck(one.expected, one.came):
                guess[one.seat, one.came.unit] += one.came.value - one.expected.value
        change = verdict.change
        if change is None or verdict.seat is None or verdict.before is None or verdict.after is None:
            continue
        unit = verdict.before.unit
        if not verdict.is_luck:
            choice[verdict.seat, unit] += change if is_loss(verdict.before, verdict.after) else 0.0
            if not (verdict.before.exact and verdict.after.exact):
                rough.add((verdict.seat, unit))
        elif is_clear_luck(verdict.before, verdict.after):
            luck[verdict.seat, unit] += change
            if players == 2 and unit == "win":
                luck[1 - verdict.seat, unit] -= change
    return [
        Sum(key[0], key[1], choice[key], luck.get(key), guess.get(key), key not in rough)
        for key in sorted({*choice, *luck, *guess})
    ]
