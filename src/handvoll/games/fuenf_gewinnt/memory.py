"""The memory of the search for Fünf gewinnt: what it keeps on its desk, and moves made and taken back on it.

Worths are for the seat to move; WON less the number of plies is a win that is certain.
"""

from __future__ import annotations

import numpy as np

from handvoll.bots.desk import Desk, Layout
from handvoll.games.fuenf_gewinnt.field import (
    MOST_MOVES,
    MOST_TARGETS,
    NOWHERE,
    QUIET_MOVES,
    SCRATCH,
    STONES,
    lift_and_lay,
)
from handvoll.games.fuenf_gewinnt.lines import LOOKS, put
from handvoll.games.fuenf_gewinnt.notation import WRAP

WON = 30_000
SURE = WON - 1_000
"""Beyond this a worth is a certain win, and tells its distance."""
INFINITE = 32_000
MOST_WORTH = 25_000
"""No worth at sight is greater."""
DEEPEST = 90
TABLE_SIZE = 1 << 19
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = -1 << 40
KEY_BITS = 62

# Columns of the transposition table.
KEY, MOVE, WHAT = range(3)

# Counters and limits shared with the caller.
NODES, STOP, LIMIT, FOLLOWED = range(4)
"""FOLLOWED: how far beyond the depth fours are followed."""

# A frame is what the search knows at one ply; frames stand in `desk.frames`, since the compiler's cache
# cannot keep functions that call themselves (numba issue 6061).
(
    STAGE,
    DEPTH_LEFT,
    ALPHA,
    BETA,
    SEAT,
    LAID,
    QUIET,
    LINES_NOW,
    LEAD,  # how many stones more White has, in the second phase
    KEY_NOW,
    LENGTH,
    PRESSING,
    NEXT_MOVE,
    COUNT,
    KEPT,
    BEST,
    BEST_MOVE,
    FIRST_ALPHA,
    LESS,
    IS_NARROW,
    IS_FOLLOWING,
    FRAME,
) = range(22)
ENTER, NEXT, BACK = range(3)
"""What a frame is to do next."""
UNKNOWN = -INFINITE - 1

PLIES = DEEPEST + 4
LAYOUT: Layout = [
    ("plane", np.int64, (WRAP + 1,)),
    ("points", np.int64, (PLIES, STONES + 1)),  # [ply] -> the point of each stone there
    ("moves", np.int64, (PLIES, MOST_MOVES)),  # [ply] -> the moves, best guess first as they are picked
    ("guess", np.int64, (PLIES, MOST_MOVES)),  # [ply] -> how promising each move looks
    ("targets", np.int64, (PLIES, MOST_TARGETS)),  # [ply] -> what `survey` found there; so are the next two
    ("touching", np.int64, (PLIES, MOST_TARGETS)),
    ("stays", np.int64, (PLIES, STONES + 1)),
    ("scratch", np.int64, (SCRATCH,)),
    ("looks", np.int64, (WRAP + 1, 2 * LOOKS)),  # [cell] -> what `look` found there
    ("killers", np.int64, (PLIES, 2)),
    ("history", np.int64, (2, WRAP + 1)),  # [seat, cell] -> how often a stone there refuted something
    ("path", np.int64, (QUIET_MOVES + PLIES + 4,)),  # the keys since the last capture, of game and line
    ("counts", np.int64, (FOLLOWED + 1,)),
    ("keys", np.int64, (3, WRAP + 1)),  # [colour, cell] -> a random number, for the position's key
    ("line", np.int64, (PLIES, PLIES)),  # [ply, …] -> the best line found from there on
    ("frames", np.int64, (PLIES, FRAME)),
    ("table", np.int64, (TABLE_SIZE, 3)),
]


def new_desk() -> Desk:
    """Memory for a search."""
    desk = Desk(LAYOUT)
    desk.keys[:] = np.random.default_rng(5).integers(1, 1 << KEY_BITS, desk.keys.shape, np.int64)
    desk.points[:] = NOWHERE
    desk.killers[:] = NO_MOVE
    desk.line[:] = NO_MOVE
    return desk


def position_key(desk: Desk, ply: int, seat: int, laid: int) -> int:
    """The key of the position at `ply` from scratch."""
    key = desk.keys[2, 0] * seat
    if laid == STONES:
        key ^= desk.keys[2, 1]
    for number in range(1, STONES + 1):
        if desk.points[ply, number] != NOWHERE:
            key ^= desk.keys[number & 1, desk.points[ply, number] & WRAP]
    return int(key)


def make(desk: Desk, ply: int, move: int) -> int:
    """Make a move on the plane and lay out what the next ply's frame knows of the position; returns how many
    stones it captured."""
    frame, after = desk.frames[ply], desk.frames[ply + 1]
    plane, points = desk.plane, desk.points[ply + 1]
    points[:] = desk.points[ply]
    target, number = move >> 6, move & 63
    key = frame[KEY_NOW] ^ desk.keys[2, 0]
    after[SEAT] = 1 - frame[SEAT]
    after[LEAD] = frame[LEAD]
    if number == 0:
        number = frame[LAID] + 1
        after[LAID] = number
        points[number] = target
        after[LINES_NOW] = frame[LINES_NOW] + put(plane, target, number)
        after[KEY_NOW] = key ^ desk.keys[number & 1, target & WRAP]
        if number == STONES:
            after[KEY_NOW] ^= desk.keys[2, 1]
        after[QUIET] = 0
        after[LENGTH] = 0
        return 0
    captured = lift_and_lay(plane, points, number, target, desk.stays[ply, number])
    after[LAID] = STONES
    key ^= desk.keys[number & 1, target & WRAP]
    # What the lines change by is counted backwards, stone by stone, on the way to the plane before.
    change = put(plane, target, 0)
    for other in range(1, STONES + 1):
        here = desk.points[ply, other]
        if here != points[other]:
            change += put(plane, here, other)
            key ^= desk.keys[other & 1, here & WRAP]
            if points[other] == NOWHERE:
                after[LEAD] -= 1 if other & 1 else -1
    for other in range(1, STONES + 1):
        if desk.points[ply, other] != points[other]:
            plane[desk.points[ply, other] & WRAP] = 0
    plane[target & WRAP] = number
    after[LINES_NOW] = frame[LINES_NOW] - change
    after[KEY_NOW] = key
    after[QUIET] = 0 if captured else frame[QUIET] + 1
    after[LENGTH] = 0 if captured else frame[LENGTH] + 1
    return captured


def take_back(desk: Desk, ply: int) -> None:
    """Put the plane back to how it was at `ply`, from where one move was made."""
    before, after = desk.points[ply], desk.points[ply + 1]
    for number in range(1, STONES + 1):
        if before[number] != after[number] and after[number] != NOWHERE:
            desk.plane[after[number] & WRAP] = 0
    for number in range(1, STONES + 1):
        if before[number] != after[number] and before[number] != NOWHERE:
            desk.plane[before[number] & WRAP] = number


def is_repeated(desk: Desk, key: int, length: int) -> bool:
    """Whether the position has stood before since the last capture."""
    i = length - 1
    while i >= 0:
        if desk.path[i] == key:
            return True
        i -= 1
    return False


def from_table(worth: int, ply: int) -> int:
    """A stored worth, the distance of a certain win counted from here."""
    if worth > SURE:
        return worth - ply
    if worth < -SURE:
        return worth + ply
    return worth
