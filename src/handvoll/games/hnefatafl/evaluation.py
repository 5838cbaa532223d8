"""What a position of Hnefatafl looks worth, without looking further."""

from __future__ import annotations

from typing import Any

from handvoll.bots.desk import Desk
from handvoll.games.hnefatafl.memory import NO_MOVE
from handvoll.games.hnefatafl.notation import (
    A1,
    A11,
    ATTACKER,
    CORNER,
    EDGE,
    EMPTY,
    K1,
    K11,
    TARGET_BITS,
    THRONE,
    WIDE,
)

# What a thing on the board is worth; tuned by play against earlier versions.
MAN_BLACK, MAN_WHITE = 100, 190
KING_SIDE = 500
"""What it is worth to have the king, so that 0 is an even chance: without it white would gladly repeat itself
in positions from which it wins more often than not."""
KING_REACH = 7
KING_EDGE = 40
CORNER_NOW = 600
"""A corner that the king reaches in one move; with two of them black is lost."""
CORNER_NEXT = 140
"""A corner that the king reaches in two moves on an open way."""
SHUT_IN = 200
"""No way leads the king to the edge, not even past his own men."""
CORNER_WALL = ((2, 0, 22), (0, 2, 22), (1, 1, 70), (2, 1, 45), (1, 2, 45))
"""An attacker on one of the three squares that wall a corner off, or beside the middle one: how far from the
corner along either side, and what he is worth there."""
KING_PRESSED = 45
"""An attacker next to the king."""

GUARDS = tuple(
    (corner + files * right + ranks * up, guard)
    for corner, right, up in ((A1, 1, WIDE), (K1, -1, WIDE), (A11, 1, -WIDE), (K11, -1, -WIDE))
    for files, ranks, guard in CORNER_WALL
)
"""Per square that guards a corner, what an attacker on it is worth."""


def open_corners(board: Any, square: int) -> int:
    """How many corners the king could reach from `square` in one move."""
    count = 0
    for step in (1, -1, WIDE, -WIDE):
        target = square + step
        while board[target] == EMPTY:
            target += step
        if board[target] == CORNER:
            count += 1
    return count


def can_be_taken(board: Any, king: int, three: int) -> int:
    """The move by which black takes the king at once, or NO_MOVE."""
    gap = 0
    pressed = 0
    for step in (1, -1, WIDE, -WIDE):
        side = board[king + step]
        if side == ATTACKER or (three and side == THRONE):
            pressed += 1
        elif side == EMPTY:
            gap = step
    if pressed != 3 or gap == 0:
        return NO_MOVE
    target = king + gap
    for step in (1, -1, WIDE, -WIDE):
        square = target + step
        while board[square] == EMPTY or board[square] == THRONE:
            square += step
        if board[square] == ATTACKER and square != king:
            return square << TARGET_BITS | target
    return NO_MOVE


def at_sight(board: Any, king: int, black: int, white: int) -> int:
    """What a quiet position looks worth to white, the men of each side given; `wandering` is still to add."""
    worth = KING_SIDE + MAN_WHITE * white - MAN_BLACK * black
    # The king: how far he sees, and where that leads him.
    for step in (1, -1, WIDE, -WIDE):
        square = king + step
        reach = 0
        while board[square] == EMPTY or board[square] == THRONE:
            reach += 1
            square += step
        worth += KING_REACH * reach
        if board[square] == ATTACKER and reach == 0:
            worth -= KING_PRESSED
        elif board[square] == CORNER:
            worth += CORNER_NOW
        elif board[square] == EDGE and reach:
            worth += KING_EDGE + CORNER_NEXT * open_corners(board, square - step)
    for square, guard in GUARDS:
        if board[square] == ATTACKER:
            worth -= guard
    return int(worth)


def wandering(desk: Desk, king: int) -> int:
    """What the king's room is worth: can he wander to the edge, over all that is no attacker?"""
    board, flood, marks = desk.board, desk.flood, desk.marks
    marks[0] += 1  # what bears this number was visited in this search
    visit = marks[0]
    flood[0] = king
    marks[king] = visit
    size = 1
    while size:
        size -= 1
        square = flood[size]
        for step in (1, -1, WIDE, -WIDE):
            beside = square + step
            if board[beside] == EDGE:
                return 0
            if marks[beside] != visit and board[beside] != ATTACKER:
                marks[beside] = visit
                flood[size] = beside
                size += 1
    return -SHUT_IN
