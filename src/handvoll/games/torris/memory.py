"""The memory of the search for Torris: what it keeps on its desk, and by which key it knows a position again.

Worths are in hundredths of a point of lead, for the seat to move. At the end of a game the worth is WON and
the lead for the winner, so that whatever is worth WON or more is certain; and where no worth at sight went
into a search, its result is the truth (`FULL` in the transposition table).
"""

from __future__ import annotations

import numpy as np

from handvoll.bots.desk import Desk, Layout
from handvoll.games.torris.notation import SQUARES
from handvoll.games.torris.towers import MOST_MOVES, OWNERS, STONES

WON = 20_000
INFINITE = 32_000
DEEPEST = 100
FULL = 255
"""The depth in the table of what was searched to the end of the game."""
TABLE_SIZE = 1 << 20
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
KEY_BITS = 62

NO_MOVE = 0
SKIP = SQUARES << 5
"""Stands for the turn of a seat that cannot move (TO6)."""

# Columns of the transposition table; WHAT holds move, worth, depth and bound in one number.
KEY, WHAT = range(2)

# Counters and limits shared with the caller.
NODES, STOP, LIMIT = range(3)

# A frame is what the search knows at one ply; frames stand in `desk.frames`, since the compiler's cache
# cannot keep functions that call themselves (numba issue 6061).
(
    STAGE,
    DEPTH_LEFT,
    ALPHA,
    BETA,
    SEAT,
    KEY_NOW,
    NEXT_MOVE,
    COUNT,
    BEST,
    BEST_MOVE,
    FIRST_ALPHA,
    LESS,
    IS_NARROW,
    IS_FULL,
    FRAME,
) = range(15)
ENTER, NEXT, BACK = range(3)
"""What a frame is to do next."""
UNKNOWN = -INFINITE - 1

PLIES = DEEPEST + 4
LAYOUT: Layout = [
    ("tops", np.int64, (PLIES, SQUARES)),  # [ply] -> the towers there, as `towers` has them
    ("heights", np.int64, (PLIES, SQUARES)),
    ("under", np.int64, (PLIES, STONES + 1)),
    ("values", np.int64, (STONES + 1,)),
    ("moves", np.int64, (PLIES, MOST_MOVES)),  # [ply] -> the moves, best guess first as they are picked
    ("guess", np.int64, (PLIES, MOST_MOVES)),  # [ply] -> how promising each move looks
    ("answers", np.int64, (MOST_MOVES,)),  # room for moves of the seat that is not to move
    ("killers", np.int64, (PLIES, 2)),
    ("history", np.int64, (2, SQUARES * SQUARES)),  # [seat, move] -> how often it refuted something
    ("counts", np.int64, (LIMIT + 1,)),
    ("keys", np.int64, (11, SQUARES, STONES + 1)),  # [owner and value of a stone, square, level] -> random
    ("line", np.int64, (PLIES, PLIES)),  # [ply, …] -> the best line found from there on
    ("frames", np.int64, (PLIES, FRAME)),
    ("table", np.int64, (TABLE_SIZE, 2)),
]


def new_desk() -> Desk:
    """Memory for a search."""
    desk = Desk(LAYOUT)
    desk.keys[:] = np.random.default_rng(7).integers(1, 1 << KEY_BITS, desk.keys.shape, np.int64)
    return desk


def towers_key(desk: Desk, ply: int, seat: int) -> int:
    """The key of the position at `ply`: stones of one owner and value are alike."""
    keys = desk.keys
    key = keys[0, 0, 0] if seat else 0
    for square in range(SQUARES):
        stone = desk.tops[ply, square]
        level = desk.heights[ply, square]
        while stone:
            key ^= keys[OWNERS[stone] * 5 + desk.values[stone] + 1, square, level]
            stone = desk.under[ply, stone]
            level -= 1
    return int(key)
