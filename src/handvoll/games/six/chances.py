"""What can be reckoned at a table of Six: how likely a card comes up, what a stack is worth, whether the
timer has run out, and who dares to lift the tube first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from handvoll.games.six.notation import NUMBERS, Stack
from handvoll.games.six.rules import FACES, LONGEST, SHORTEST, STROKES, THROWS


def _chance(number: int, dice: int) -> float:
    """That a throw of so many dice has that sum."""
    ways = sum(count for throw, count in THROWS[dice].items() if sum(FACES[throw]) == number)
    return float(ways / 6**dice)


HIT = {number: 1.0 - math.prod(1.0 - _chance(number, dice) for dice in THROWS) for number in NUMBERS}
"""How likely a number comes up at least once in a turn, with three dice, two and one."""


@lru_cache(1 << 16)
def worth(stack: Stack, turns: int) -> float:
    """The strokes that are likely to be secured from a stack in so many turns of others, if nothing more is
    put on it."""
    if not stack or not turns:
        return 0.0
    top = stack[-1]
    later = worth(stack, turns - 1)
    return later + HIT[top] * (STROKES[top] + worth(stack[:-1], turns - 1) - later)


def cover_costs(places: Sequence[Stack], card: int, turns: int) -> list[float]:
    """For each place, the strokes lost there if `card` is put on it, reckoned without those of `card`."""
    alone = worth((card,), turns)
    return [worth(stack, turns) - worth((*stack, card), turns) + alone for stack in places]


def chance_over(elapsed: float) -> float:
    """How likely the timer has run out after so many milliseconds (SX3)."""
    return min(1.0, max(0.0, (elapsed - SHORTEST) / (LONGEST - SHORTEST)))


def beats(lead: float, spread: float) -> float:
    """How likely a lead holds, when what is still to come shifts it by `spread` (a standard deviation)."""
    if not spread:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return 0.5 + 0.5 * math.erf(lead / (spread * math.sqrt(2)))


def daring(tops: Sequence[int], elapsed: float, turn: float) -> tuple[float, float]:
    """What lifting the tube and what rolling on is worth to the seat that was given the dice, in strokes
    ahead of the others' average: all count the time well, and think of nothing but the card to be given back.

    `tops` are the strokes that each seat would give back, in the order in which they get the dice, this one
    first; a turn takes `turn` milliseconds.
    """
    seats = len(tops)
    steps = max(0, math.ceil((LONGEST - elapsed) / turn)) + 1
    lost = [0.0] * seats
    """What each seat loses on average if the seat now looked at rolls on."""
    lift = roll = 0.0
    for step in range(steps, -1, -1):
        own, before = step % seats, (step - 1) % seats
        over = chance_over(elapsed + step * turn)
        if_lifted = [0.0] * seats
        if_lifted[before] += over * tops[before]
        if_lifted[own] += (1 - over) * tops[own]
        lift, roll = _ahead(if_lifted, own), _ahead(lost, own)
        if lift > roll or (lift == roll and over >= 0.5):
            lost = if_lifted
    return lift, roll


def _ahead(lost: Sequence[float], seat: int) -> float:
    """What such losses mean for a seat, against the average of the others."""
    return (sum(lost) - lost[seat]) / (len(lost) - 1) - lost[seat]
