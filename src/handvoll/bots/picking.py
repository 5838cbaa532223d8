"""Taking moves in the order of their promise, as far as a search gets: to sort them all would be in vain,
where one of the first refutes. Written to be compiled with the searches that call it."""

from __future__ import annotations

from handvoll.bots.desk import Desk


def pick(desk: Desk, ply: int, i: int, count: int) -> int:
    """Bring the most promising of the moves from `i` on to place `i`, and return it."""
    best = i
    for j in range(i + 1, count):
        if desk.guess[ply, j] > desk.guess[ply, best]:
            best = j
    move, guess = desk.moves[ply, best], desk.guess[ply, best]
    desk.moves[ply, best], desk.guess[ply, best] = desk.moves[ply, i], desk.guess[ply, i]
    desk.moves[ply, i], desk.guess[ply, i] = move, guess
    return int(move)
