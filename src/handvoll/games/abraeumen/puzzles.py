"""Puzzles: positions from which exactly one first jump leads to a single stone.

Every puzzle comes with a game that leads to it from the set-up. How hard it is follows from how many stones
it has, and from how many random games of a thousand would solve it, worked out exactly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.games.abraeumen import CARD, solver
from handvoll.games.abraeumen.rules import CHANGES, SETUP, STONES, State, jumps
from handvoll.games.abraeumen.solver import JUMPS, Array, Meter

DIFFICULTIES = range(1, 6)
SIZES = {1: (4, 5), 2: (6, 7), 3: (7, 8), 4: (9,), 5: (10, 11)}
"""How many stones the puzzles of a difficulty have."""
CHANCES = {1: 1.0, 2: 0.06, 3: 0.02, 4: 0.006, 5: 0.002}
"""The most random games that may solve a puzzle of a difficulty."""
FEWEST_JUMPS = 3
"""So many first jumps there are at least, among which one is good."""
LOOKED_AT = 20_000
"""How many positions at a time are looked at for puzzles."""
MEETING = 24
"""From so many stones up all positions that can be reached are known."""
WIDTH = 2_000
"""How many positions are kept of a layer on the way back from a puzzle to those."""


class Puzzle(NamedTuple):
    """A position with exactly one good first jump."""

    game: Game
    """The game that led to it."""
    difficulty: int
    chance: float
    """The part of all random games from here that would solve it."""
    solution: tuple[str, ...]
    """The moves that do."""


def puzzles(difficulty: int, seed: int) -> Iterator[Puzzle]:
    """Puzzles of that difficulty, from 1 to 5, no two images of each other; the same for the same seed."""
    if difficulty not in DIFFICULTIES:
        raise BadRequest(_("A difficulty is a whole number from 1 to 5, not {came}.", came=difficulty))
    return _puzzles(difficulty, seed)


def _puzzles(difficulty: int, seed: int) -> Iterator[Puzzle]:
    rng = random.Random(f"{difficulty} {seed}")
    given: set[int] = set()
    while True:
        for stones in _candidates(rng.choice(SIZES[difficulty]), rng):
            if stones in given or chance(stones) > CHANCES[difficulty]:
                continue
            path = _path_to(stones)
            if path:
                given.add(stones)
                yield _puzzle(path, difficulty)
                break


def good_jumps(stones: int) -> list[int]:
    """The moves after which the position can be solved."""
    whole = solver.WIDTHS[-1]
    return [
        move for move in jumps(stones) if solver.search(stones ^ CHANGES[move], whole, Meter()).is_solvable
    ]


def chance(stones: int) -> float:
    """The part of all random games from a position that end with one stone, all jumps being as likely."""
    layers = [{stones}]
    while layers[-1]:
        layers.append({before ^ CHANGES[move] for before in layers[-1] for move in jumps(before)})
    known: dict[int, float] = {}
    for layer in reversed(layers):
        for before in layer:
            after = [known[before ^ CHANGES[move]] for move in jumps(before)]
            known[before] = sum(after) / len(after) if after else float(before.bit_count() == 1)
    return known[stones]


# --- finding them ------------------------------------------------------------------------------


def _candidates(size: int, rng: random.Random) -> list[int]:
    """Some positions of that size with one good jump among several, in any order."""
    layer = solver.thinned(solver.solvable(size), LOOKED_AT, rng.getrandbits(30))
    able, good = _count_jumps(layer, solver.solvable(size - 1))
    found = [int(stones) for stones in layer[(able >= FEWEST_JUMPS) & (good == 1)]]
    rng.shuffle(found)
    return found


def _count_jumps(layer: Array, solvable: Array) -> tuple[Any, Any]:
    """How many jumps each position has, and how many of them lead to one of `solvable`."""
    able, good = np.zeros(len(layer), np.int64), np.zeros(len(layer), np.int64)
    for direction, able_here in enumerate(solver.all_jumpers(layer)):
        for square, change in JUMPS[direction]:
            can = (able_here >> square & 1) == 1
            able += can
            good[can] += solver.are_in(solver.least_images(layer[can] ^ change), solvable)
    return able, good


# --- leading to them ---------------------------------------------------------------------------


@cache
def reached(stones: int) -> Array:
    """All positions with so many stones that jumps lead to from the set-up."""
    if stones == STONES:
        return solver.only(SETUP)
    return solver.after_jumps(reached(stones + 1), Meter())


def _path_to(stones: int) -> list[int]:
    """The images of positions on a way from the set-up; none where thin layers find none."""
    up = [solver.only(stones)]
    for _jump in range(MEETING - stones.bit_count()):
        up.append(solver.thinned(solver.before_jumps(up[-1], Meter()), WIDTH))
    met = up[-1][solver.are_in(up[-1], reached(MEETING))]
    if not len(met):
        return []
    path = solver.way_through([reached(left) for left in range(STONES, MEETING, -1)], int(met[0]))
    for layer in reversed(up[:-1]):
        after = solver.after_jumps(solver.only(path[-1]), Meter())
        path.append(int(after[solver.are_in(after, layer)][0]))
    return path


def _puzzle(path: Sequence[int], difficulty: int) -> Puzzle:
    game = Game.new(CARD)
    for move in solver.moves_along(SETUP, path):
        game = game.play(0, game.state.move_text(move))
    assert isinstance(game.state, State)
    stones = game.state.stones
    answer = solver.search(stones, solver.WIDTHS[-1], Meter())
    solution = tuple(game.state.move_text(move) for move in answer.way)
    return Puzzle(game, difficulty, chance(stones), solution)
