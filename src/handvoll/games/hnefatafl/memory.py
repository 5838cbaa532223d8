"""The memory of the search for Hnefatafl, and what it remembers of positions: their keys and their worths.

Worths are in hundredths of an attacker, for the seat to move; WON less the number of plies is a win that is
certain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from handvoll.bots.desk import Desk, Layout
from handvoll.games.hnefatafl.frames import FRAME
from handvoll.games.hnefatafl.notation import (
    ATTACKER,
    BLANK,
    CELLS,
    DEFENDER,
    EDGE,
    KING,
    TARGET_BITS,
    TARGET_MASK,
)
from handvoll.games.hnefatafl.rules import MOST_MOVES, MOST_TAKEN, WHITE

WON = 30_000
SURE = WON - 1_000
"""Beyond this a worth is a certain win, and tells its distance."""
INFINITE = 32_000
DEEPEST = 60
PLIES = DEEPEST + 4
PATH = 4096
"""Room for the keys of all positions since the last capture."""
TABLE_SIZE = 1 << 20
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = 0
KEY_BITS = 62

# Columns of the transposition table; WHAT holds move, worth, depth and bound in one number.
KEY, WHAT = range(2)

# Counters and limits shared with the caller.
NODES, STOP, LIMIT = range(3)

LAYOUT: Layout = [
    ("board", np.uint8, (CELLS,)),
    ("frames", np.int64, (PLIES, FRAME)),
    ("moves", np.int64, (PLIES, MOST_MOVES)),  # [ply] -> the moves, best guess first as they are picked
    ("guess", np.int64, (PLIES, MOST_MOVES)),  # [ply] -> how promising each move looks
    ("taken", np.int64, (PLIES, MOST_TAKEN)),
    ("line", np.int64, (PLIES, PLIES)),  # [ply, …] -> the best line found from there on
    ("killers", np.int64, (PLIES, 2)),
    ("history", np.int64, (2, CELLS << TARGET_BITS)),  # [seat, move] -> how often it refuted something
    ("path", np.int64, (PATH,)),  # the keys since the last capture, of the game and of the line searched
    ("counts", np.int64, (LIMIT + 1,)),
    ("keys", np.int64, (EDGE + 1, CELLS)),  # [piece, square] -> a random number, for the position's key
    ("traps", np.int64, (CELLS,)),  # [square] -> how many men a move to it captures
    ("flood", np.int64, (CELLS,)),
    ("marks", np.int64, (CELLS,)),
    ("table", np.int64, (TABLE_SIZE, 2)),
]


def new_desk() -> Desk:
    """Memory for a search."""
    desk = Desk(LAYOUT)
    desk.keys[:] = np.random.default_rng(11).integers(1, 1 << KEY_BITS, desk.keys.shape, np.int64)
    return desk


# --- keys and the table of positions ------------------------------------------------------------


def board_key(board: Any, seat: int, keys: Any) -> int:
    """The key of a position from scratch."""
    key = keys[EDGE, 0] if seat == WHITE else 0
    for square in range(CELLS):
        if ATTACKER <= board[square] <= KING:
            key ^= keys[board[square], square]
    return int(key)


def key_after(desk: Desk, key: int, move: int, ply: int, count: int) -> int:
    """The key after a move that has just been made on the board and captured `count` men."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = desk.board[target]
    keys = desk.keys
    key ^= keys[piece, start] ^ keys[piece, target] ^ keys[EDGE, 0]
    enemy = DEFENDER if piece == ATTACKER else ATTACKER
    for i in range(count):
        key ^= keys[enemy, desk.taken[ply, i]]
    return int(key)


def is_repeated(desk: Desk, key: int, length: int) -> bool:
    """Whether the position has stood before since the last capture."""
    i = length - 2
    while i >= 0:
        if desk.path[i] == key:
            return True
        i -= 2
    return False


def from_table(worth: int, ply: int) -> int:
    """A stored worth, the distance of a certain win counted from here."""
    if worth > SURE:
        return worth - ply
    if worth < -SURE:
        return worth + ply
    return worth


def store(desk: Desk, key: int, move: int, worth: int, depth: int, bound: int, ply: int) -> None:
    """Remember a searched position."""
    row = desk.table[key & (TABLE_SIZE - 1)]
    kept = worth + ply if worth > SURE else worth - ply if worth < -SURE else worth
    row[KEY] = key
    row[WHAT] = move << 32 | (kept + INFINITE) << 10 | depth << 2 | bound


def take_back(desk: Desk, move: int, ply: int, count: int) -> None:
    """Undo a move that captured `count` men."""
    board = desk.board
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = board[target]
    board[start] = piece
    board[target] = BLANK[target]
    enemy = DEFENDER if piece == ATTACKER else ATTACKER
    for i in range(count):
        board[desk.taken[ply, i]] = enemy
