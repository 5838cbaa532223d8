"""The slope of Make Five: plain functions over a flat board, which Numba compiles as they are.

A *board* is a sequence of thirty small whole numbers: 25 cells, lane by lane from the bottom up (lane a
first), then the number of stones on each lane. A cell is 0 when empty, otherwise a stone: `stone & COLOUR` is
its colour, 1 to 5 in the order of COLOURS, and `stone // COPY` tells it from the others of its colour: 0 for
the first one drawn in the round, 1 for the next. The functions here look at colours only, so a search may
leave the upper part out.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

LANES = "abcde"
COLOURS = "TYRGV"
SIZE = 5
"""Lanes, heights, colours, and stones of each colour: five of everything."""
CELLS = SIZE * SIZE
EMPTY_BOARD = bytes(CELLS + SIZE)
COLOUR = 7
COPY = 8

# A sorter's move that takes the stone of a cell to a lane is cell * SIZE + lane; then come `pass`, and the
# moves of chaos, DROP + lane.
PASS = CELLS * SIZE
DROP = PASS + 1

BEST = CELLS
"""The points of a MAKE FIVE."""


def generate_sorts(board: Sequence[int], moves: MutableSequence[int]) -> int:
    """Write all moves of the sorter into `moves` (which has room for PASS + 1) and return their number."""
    count = 0
    for lane in range(SIZE):
        top = lane * SIZE + board[CELLS + lane] - 1
        for cell in range(lane * SIZE, top + 1):
            for to in range(SIZE):
                # MF3: its own lane has room once the stone is out; its top stone put back would be `pass`.
                if (to == lane and cell != top) or (to != lane and board[CELLS + to] < SIZE):
                    moves[count] = cell * SIZE + to
                    count += 1
    moves[count] = PASS
    return count + 1


def generate_drops(board: Sequence[int], moves: MutableSequence[int]) -> int:
    """Write all moves of chaos into `moves` (which has room for SIZE) and return their number."""
    count = 0
    for lane in range(SIZE):
        if board[CELLS + lane] < SIZE:  # MF4
            moves[count] = DROP + lane
            count += 1
    return count


def sort_stone(board: MutableSequence[int], move: int) -> None:
    """Carry out a move of the sorter: the stones above the one taken roll down, it rolls in from above."""
    if move == PASS:
        return
    cell = move // SIZE
    lane = cell // SIZE
    stone = board[cell]
    top = lane * SIZE + board[CELLS + lane] - 1
    for above in range(cell, top):
        board[above] = board[above + 1]
    board[top] = 0
    board[CELLS + lane] -= 1
    drop_stone(board, DROP + move % SIZE, stone)


def drop_stone(board: MutableSequence[int], move: int, stone: int) -> None:
    """Let `stone` roll onto the lane of a chaos move."""
    lane = move - DROP
    board[lane * SIZE + board[CELLS + lane]] = stone
    board[CELLS + lane] += 1


def row_points(board: Sequence[int], row: int) -> int:
    """The points of one scoring row, 0 the lowest: as many as stones of one colour, from three on (MF6)."""
    best = 0
    for lane in range(3):  # a colour that is there three times is on one of the first three lanes
        colour = board[lane * SIZE + row] & COLOUR
        same = 0
        for other in range(SIZE):
            if board[other * SIZE + row] & COLOUR == colour:
                same += 1
        if colour != 0 and same >= 3:
            best = same
    return best


def board_points(board: Sequence[int]) -> int:
    """The points of all five scoring rows."""
    points = 0
    for row in range(SIZE):
        points += row_points(board, row)
    return points
