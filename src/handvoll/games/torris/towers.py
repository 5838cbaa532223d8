"""Towers as a search needs them: rulings TO2 to TO7 over flat sequences, compiled as they are.

Stones are numbered 1 to 32 by the square they were dealt to (a1 is 1, b1 is 2, … h4 is 32):

    tops      for each square the number of the stone on top, 0 where it is empty
    heights   for each square how many stones stand on it
    under     for each stone number the stone beneath it, 0 if it lies on the table
    values    for each stone number its value, 1 to 4 (and 0 for number 0)
    a move    start << 5 | target
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from handvoll.games.torris.notation import FILES, RANKS, SQUARES

STONES = SQUARES
MOST_MOVES = STONES // 2 * 4

STEPS = (1, -1, FILES, -FILES)
"""To the right, to the left, up, down; the opposite of way n is way n ^ 1."""

ROOM = tuple(
    room
    for square in range(SQUARES)
    for file, rank in [(square % FILES, square // FILES)]
    for room in (FILES - 1 - file, file, RANKS - 1 - rank, rank)
)
"""How many squares there are to the edge from square n in way w: ROOM[n * 4 + w]."""

STOPS = tuple(
    square + (ROOM[square * 4 + way] + 1) * STEPS[way] for square in range(SQUARES) for way in range(4)
)
"""Where a look from square n in way w ends: STOPS[n * 4 + w], the first square beyond the edge."""

OWNERS = (-1, *(1 - (square % FILES + square // FILES) % 2 for square in range(SQUARES)))
"""TO1: the seat of each stone number; a1 is black (seat 1), b1 white (seat 0). The table is nobody's."""


def tower_moves(
    tops: Sequence[int], heights: Sequence[int], values: Sequence[int], seat: int, moves: MutableSequence[int]
) -> int:
    """Write the moves of `seat` and return how many there are."""
    count = 0
    for start in range(SQUARES):
        stone = tops[start]
        if OWNERS[stone] == seat:
            value = values[stone]
            ray = start * 4
            for step in STEPS:
                if ROOM[ray] >= value:
                    left = value
                    for target in range(start + step, STOPS[ray], step):
                        if heights[target]:  # TO2: only occupied squares count as steps
                            if left == 1:
                                if heights[target] >= heights[start]:  # TO3
                                    moves[count] = start << 5 | target
                                    count += 1
                                break
                            left -= 1
                ray += 1
    return count


def make_move(
    tops: MutableSequence[int],
    heights: MutableSequence[int],
    under: MutableSequence[int],
    start: int,
    target: int,
) -> None:
    """Move the top stone of `start` onto `target`, and close up."""
    stone = tops[start]  # TO4: only the top stone
    tops[start] = under[stone]
    heights[start] -= 1
    under[stone] = tops[target]
    tops[target] = stone
    heights[target] += 1
    if tops[start] == 0:
        if start // FILES == target // FILES:
            way = 0 if target > start else 1
        else:
            way = 2 if target > start else 3
        close_up(tops, heights, start, way)


def close_up(tops: MutableSequence[int], heights: MutableSequence[int], left: int, way: int) -> None:
    """TO5: the unbroken run right behind the square `left` slides in the direction `way` until it touches
    the next tower ahead, across all that is empty in between."""
    step = STEPS[way]
    free = left
    while tops[free + step] == 0:  # the stone has landed ahead, so there is a tower
        free += step
    behind = left
    for _square in range(ROOM[left * 4 + (way ^ 1)]):
        behind -= step
        if tops[behind] == 0:
            break
        tops[free] = tops[behind]
        heights[free] = heights[behind]
        tops[behind] = 0
        heights[behind] = 0
        free -= step


def points_of(tops: Sequence[int], heights: Sequence[int], seat: int) -> int:
    """TO7: the heights of the towers of `seat`."""
    points = 0
    for square in range(SQUARES):
        if OWNERS[tops[square]] == seat:
            points += heights[square]
    return points


def highest_of(tops: Sequence[int], heights: Sequence[int], seat: int) -> int:
    """TO7: the height of the highest tower of `seat`, 0 if it has none."""
    highest = 0
    for square in range(SQUARES):
        if OWNERS[tops[square]] == seat and heights[square] > highest:
            highest = heights[square]
    return highest
