"""Which moves of Hnefatafl the search looks at, and which of them first."""

from __future__ import annotations

from typing import Any

from handvoll.bots.desk import Desk
from handvoll.games.hnefatafl.notation import (
    A1,
    ATTACKER,
    CELLS,
    CORNER,
    DEFENDER,
    EDGE,
    EMPTY,
    KING,
    SIDE,
    TARGET_BITS,
    TARGET_MASK,
    THRONE,
    WIDE,
)
from handvoll.games.hnefatafl.rules import BLACK


def mark_traps(board: Any, seat: int, traps: Any) -> None:
    """Write to `traps` how many men `seat` would capture by moving to each square (the nearest ones)."""
    enemy = DEFENDER if seat == BLACK else ATTACKER
    for square in range(CELLS):
        traps[square] = 0
    for row in range(SIDE):
        for square in range(A1 + row * WIDE, A1 + row * WIDE + SIDE):
            if board[square] == enemy:
                for step in (1, -1, WIDE, -WIDE):
                    if board[square + step] == EMPTY and closes(board[square - step], seat):
                        traps[square + step] += 1


def closes(behind: int, seat: int) -> bool:
    """Whether what stands behind an enemy man helps `seat` to capture him (HN3, HN4)."""
    if seat == BLACK:
        return behind == ATTACKER
    return behind not in (EMPTY, ATTACKER, EDGE)


def guess_moves(desk: Desk, ply: int, count: int, seat: int) -> None:
    """Say how promising the moves of this ply look."""
    mark_traps(desk.board, seat, desk.traps)
    traps, history = desk.traps, desk.history[seat]
    killer, other = desk.killers[ply]
    for i in range(count):
        move = desk.moves[ply, i]
        worth = history[move] + (traps[move & TARGET_MASK] << 30)
        if move == killer:
            worth += 1 << 28
        elif move == other:
            worth += 1 << 27
        desk.guess[ply, i] = worth


def list_captures(board: Any, seat: int, found: Any) -> int:
    """Writes the moves that capture at least one man (the nearest) and returns how many there are."""
    enemy = DEFENDER if seat == BLACK else ATTACKER
    count = 0
    for row in range(SIDE):
        for square in range(A1 + row * WIDE, A1 + row * WIDE + SIDE):
            if board[square] != enemy:
                continue
            for step in (1, -1, WIDE, -WIDE):
                target = square + step
                if board[target] != EMPTY or not closes(board[square - step], seat):
                    continue
                for way in (1, -1, WIDE, -WIDE):
                    if way == -step:
                        continue
                    start = target + way
                    while board[start] == EMPTY or board[start] == THRONE:
                        start += way
                    piece = board[start]
                    own = piece == ATTACKER if seat == BLACK else piece in (DEFENDER, KING)
                    if own:
                        found[count] = start << TARGET_BITS | target
                        count += 1
    return count


def is_way_free(board: Any, move: int, seat: int) -> bool:
    """Whether a remembered move can be made here: two positions may share a key."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = board[start]
    if not (piece == ATTACKER if seat == BLACK else piece in (DEFENDER, KING)):
        return False
    if board[target] != EMPTY and not (piece == KING and board[target] in (THRONE, CORNER)):
        return False
    far = target - start
    step = WIDE if far % WIDE == 0 else 1
    if far < 0:
        step = -step
    square = start + step
    while square != target:
        if board[square] != EMPTY and board[square] != THRONE:
            return False
        square += step
    return True


def note_refutation(desk: Desk, ply: int, seat: int, move: int, depth: int) -> None:
    """Remember a quiet move that refuted something."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    desk.history[seat, move] += depth * depth
    if desk.history[seat, move] > 1 << 24:
        for i in range(desk.history.shape[1]):
            desk.history[seat, i] >>= 1
