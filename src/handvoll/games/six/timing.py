"""What a seat can tell of the time from what it saw: how long the timer has been running, and how fast the
game goes. People at a table have no stopwatch; nor have the lower levels."""

from __future__ import annotations

import random
from typing import NamedTuple

from handvoll.bots import Seen
from handvoll.core.state import HIDDEN
from handvoll.games.six.rules import ROLL

PACE, ROLL_PACE = 1850, 2700
"""Milliseconds that an action takes, and a roll with all that follows it, where nothing else is known."""
KNOWN = 5
"""For how many actions that counts."""
ROLLS = 3.6
"""How often the dice are thrown in a turn: three times at least, and again for own cards (SX6)."""
SHORTEST_FEELING = 0.4


class Timing(NamedTuple):
    """All in milliseconds."""

    elapsed: float
    """Since the flip, by the time the seat will have acted."""
    pace: float
    """How long an action takes."""
    turn: float
    """How long a turn takes."""


def timing_of(seen: Seen) -> Timing:
    """The time as a seat with a good watch has it. Where actions carry no times (SX11), it counts them."""
    first = _first_step(seen)
    actions = [step for step in seen.steps[first:] if step.seat is not None]
    rolls = sum(step.text == ROLL for step in actions)
    now = seen.view["now"] or PACE * len(actions)
    # A game that was loaded in the middle of a round is only known from there on.
    span = now - (actions[0].at or 0) if actions and not first else now
    pace = (KNOWN * PACE + span) / (KNOWN + len(actions)) if actions else PACE
    roll = (KNOWN * ROLL_PACE + span) / (KNOWN + rolls) if rolls else ROLL_PACE
    return Timing(now + pace, pace, ROLLS * roll)


def felt(seen: Seen, timing: Timing, error: float) -> Timing:
    """The time as somebody feels it who is wrong by that part of it on average; throughout a round alike."""
    before = [step.text for step in seen.steps[: _first_step(seen)]]
    mood = random.Random(f"{seen.seat} {seen.view['round']} {before}").gauss(1.0, error)
    return timing._replace(elapsed=timing.elapsed * max(SHORTEST_FEELING, mood))


def _first_step(seen: Seen) -> int:
    """The number of the first step after the timer was flipped; 0 where that was not seen."""
    for number in range(len(seen.steps), 0, -1):
        step = seen.steps[number - 1]
        if step.seat is None and step.text == HIDDEN:
            return number
    return 0
