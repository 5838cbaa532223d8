"""What lines of five are worth: every five points in a row on which only one colour lies may become a five.

Plain functions over the plane of `field`, compiled as they are for the search.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from handvoll.games.fuenf_gewinnt.field import FIVE, LINES, NOWHERE, STONES
from handvoll.games.fuenf_gewinnt.notation import WRAP

WORTH = (0, 2, 9, 36, 140, 1_000)
"""What five points in a row are worth by how many stones of the one colour lie on them."""

# What `look` finds for one colour on a point.
GAIN, FIVES, FOURS = range(3)
LOOKS = 3


def line_worth(plane: Sequence[int], point: int) -> int:
    """What all fives that `point` is part of are worth to White, less what they are worth to Black."""
    worth = 0
    for line in LINES:
        white = black = 0
        at = point - 4 * line
        for _point in range(4):
            stone = plane[at & WRAP]
            if stone:
                white += stone & 1
                black += 1 - (stone & 1)
            at += line
        for _window in range(FIVE):
            stone = plane[at & WRAP]
            if stone:
                white += stone & 1
                black += 1 - (stone & 1)
            if black == 0:
                worth += WORTH[white]
            elif white == 0:
                worth -= WORTH[black]
            stone = plane[(at - 4 * line) & WRAP]
            if stone:
                white -= stone & 1
                black -= 1 - (stone & 1)
            at += line
    return worth


def put(plane: MutableSequence[int], point: int, stone: int) -> int:
    """Lay `stone` on the point, or take away what lies there where it is 0; returns by how much that
    changes what all lines are worth to White."""
    before = line_worth(plane, point)
    plane[point & WRAP] = stone
    return line_worth(plane, point) - before


def all_lines(points: Sequence[int]) -> int:
    """What all lines are worth to White."""
    lying = [0] * (WRAP + 1)
    worth = 0
    for number in range(1, STONES + 1):
        if points[number] != NOWHERE:
            worth += put(lying, points[number], number)
    return worth


def look(plane: Sequence[int], point: int, found: MutableSequence[int]) -> None:
    """Write into `found` what a stone on the empty point would do, for White and then for Black: what it
    gains (its lines), how many fives it completes, and how many fours it makes that can become fives."""
    for i in range(2 * LOOKS):
        found[i] = 0
    for line in LINES:
        white = black = 0
        at = point - 4 * line
        for _point in range(4):
            stone = plane[at & WRAP]
            if stone:
                white += stone & 1
                black += 1 - (stone & 1)
            at += line
        for _window in range(FIVE):
            stone = plane[at & WRAP]
            if stone:
                white += stone & 1
                black += 1 - (stone & 1)
            if black == 0:
                found[GAIN] += WORTH[white + 1] - WORTH[white]
                found[FIVES] += white == 4
                found[FOURS] += white == 3
            if white == 0:
                found[LOOKS + GAIN] += WORTH[black + 1] - WORTH[black]
                found[LOOKS + FIVES] += black == 4
                found[LOOKS + FOURS] += black == 3
            stone = plane[(at - 4 * line) & WRAP]
            if stone:
                white -= stone & 1
                black -= 1 - (stone & 1)
            at += line
