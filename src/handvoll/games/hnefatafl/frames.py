"""The frames of the search for Hnefatafl: what it knows at each ply.

Frames stand on the desk, since the compiler's cache cannot keep functions that call themselves (numba issue
6061).
"""

from __future__ import annotations

from handvoll.bots.desk import Desk

(
    STAGE,
    DEPTH_LEFT,
    ALPHA,
    BETA,
    SEAT,
    KING_AT,
    BLACK_MEN,
    WHITE_MEN,
    KEY_NOW,
    LENGTH,
    MAY_PASS,
    PRESSING,
    IS_QUIET,
    NEXT_MOVE,
    COUNT,
    BEST,
    BEST_MOVE,
    FIRST_ALPHA,
    LESS,
    TAKEN,
    IS_NARROW,
    IS_LISTED,
    FRAME,
) = range(23)
ENTER, PASSED, NEXT, BACK = range(4)
"""What a frame is to do next."""


def push(
    desk: Desk,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    seat: int,
    king: int,
    black: int,
    white: int,
    key: int,
    length: int,
    may_pass: bool,
    is_quiet: bool,
) -> None:
    """Lay out a frame that has still to be entered. `length` is the number of keys on the path before it."""
    frame = desk.frames[ply]
    frame[STAGE] = ENTER
    frame[DEPTH_LEFT] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[SEAT] = seat
    frame[KING_AT] = king
    frame[BLACK_MEN] = black
    frame[WHITE_MEN] = white
    frame[KEY_NOW] = key
    frame[LENGTH] = length
    frame[MAY_PASS] = may_pass
    frame[IS_QUIET] = is_quiet
