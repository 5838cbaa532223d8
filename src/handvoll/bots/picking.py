"""What the searches do alike with their moves. Below the root, moves are taken in the order of their promise,
as far as a search gets: to sort them all would be in vain, where one of the first refutes. At the root, lower
levels misjudge them. Written to be compiled with the searches that call it."""

from __future__ import annotations

from typing import Any

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


def misjudged(worth: int, noise: int, sure: int) -> int:
    """What a worth looks like to a level that is wrong by `noise`. What is beyond `sure` either way is plain:
    a win at hand is taken, and among wins the shortest. With `-noise` the other way round: what a move must
    be worth to look like `worth`."""
    return worth + noise if -sure <= worth <= sure else worth


def move_up(i: int, moves: Any, worths: Any, noise: Any) -> None:
    """Bring a new best move of the root to the front of those searched."""
    while i > 0 and worths[i] > worths[i - 1]:
        worths[i], worths[i - 1] = worths[i - 1], worths[i]
        moves[i], moves[i - 1] = moves[i - 1], moves[i]
        noise[i], noise[i - 1] = noise[i - 1], noise[i]
        i -= 1
