"""Why something typed is no legal move of Hnefatafl: one sentence, and where the piece could go instead."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.messages import Message, Seat, _
from handvoll.games.hnefatafl.notation import (
    ATTACKER,
    BLANK,
    EMPTY,
    KING,
    NAMES,
    SQUARES,
    TARGET_BITS,
    TARGET_MASK,
    WIDE,
    move_text,
    named_squares,
)


def why_not(board: bytes, own: Sequence[int], moves: Sequence[int], opponent: Seat, text: str) -> Message:
    """Why `text` is none of `moves`, which are those of the seat whose pieces are `own`."""
    named = named_squares(text)
    if named is None:
        example = move_text(moves[0])
        return _("A move names two squares, such as {example}, not {text!r}.", example=example, text=text)
    for name in named:
        if name not in SQUARES:
            return _("{square} lies off the board: files go from a to k, ranks from 1 to 11.", square=name)
    start, target = (SQUARES[name] for name in named)
    if board[start] < ATTACKER:
        return _("No piece stands on {square}.", square=named[0])
    if board[start] not in own:
        return _("The piece on {square} belongs to {player}, not to you.", square=named[0], player=opponent)
    return _("{why} {hint}", why=_why_not_there(board, start, target), hint=_within_reach(start, moves))


def _why_not_there(board: bytes, start: int, target: int) -> Message:
    """Why the piece on `start` cannot go to `target`."""
    if start == target:
        return _("A piece that moves must leave its square: {square}.", square=NAMES[start])
    if board[start] != KING and BLANK[target] != EMPTY:
        return _("The throne and the corners are the king's alone: {square}.", square=NAMES[target])
    (from_rank, from_file), (to_rank, to_file) = divmod(start, WIDE), divmod(target, WIDE)
    if from_rank != to_rank and from_file != to_file:
        return _(
            "A piece moves along a rank or a file; {start} and {target} share neither.",
            start=NAMES[start],
            target=NAMES[target],
        )
    step = (1 if from_rank == to_rank else WIDE) * (1 if target > start else -1)
    blocked = next(square for square in range(start + step, target + step, step) if board[square] >= ATTACKER)
    if blocked == target:
        return _("{square} is occupied.", square=NAMES[target])
    return _(
        "The way from {start} to {target} is blocked at {square}.",
        start=NAMES[start],
        target=NAMES[target],
        square=NAMES[blocked],
    )


def _within_reach(start: int, moves: Sequence[int]) -> Message:
    """Where the piece on `start` can go."""
    targets = sorted(move & TARGET_MASK for move in moves if move >> TARGET_BITS == start)
    if not targets:
        return _("The piece on {square} cannot move at all.", square=NAMES[start])
    squares = ", ".join(NAMES[target] for target in targets)
    return _("From {square} it can go to: {squares}.", square=NAMES[start], squares=squares)
