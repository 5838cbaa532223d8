"""What cannot be solved by a count: pagoda functions.

A pagoda function gives every square a worth so that no jump makes the stones worth more: for each jump the
stone that jumps and the one it takes are together worth at least what the jumper is worth behind. Stones that
are worth less than the last stone would be on its square can never come to it (Conway, Berlekamp and Guy,
*Winning Ways*).

Ours are products of a function of the file and one of the rank, both never negative; then it is enough that
each of the two is a pagoda function of its line.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from handvoll.games.abraeumen.rules import CELLS, SIDE, SQUARES

END = SQUARES["b2"]
FACTORS = (
    ((0, 2, 1, 1, 1, 0), (0, 1, 0, 1, 1, 0)),
    ((0, 2, 1, 1, 1, 0), (0, 1, 1, 0, 1, 0)),
    ((0, 1, 0, 1, 1, 0), (0, 2, 1, 1, 0, 1)),
    ((0, 1, 0, 1, 1, 0), (0, 1, 0, 1, 1, 0)),
)
"""For the last stone on END; chosen out of 5408 for what they show of positions in random games."""


class Pagoda(NamedTuple):
    """A pagoda function, and what the last stone is worth on its square."""

    worths: tuple[int, ...]
    needed: int


def images(worths: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The function turned and mirrored in all ways, each with the square on which END comes to lie."""
    found = []
    last = SIDE - 1
    for swaps, turns_file, turns_rank in product((False, True), repeat=3):
        moved = [0] * CELLS
        end = END
        for square, worth in enumerate(worths):
            rank, file = divmod(square, SIDE)
            rank, file = (file, rank) if swaps else (rank, file)
            target = (last - rank if turns_rank else rank) * SIDE + (last - file if turns_file else file)
            moved[target] = worth
            end = target if square == END else end
        found.append((end, tuple(moved)))
    return found


def _all_pagodas() -> dict[int, tuple[Pagoda, ...]]:
    found: dict[int, set[Pagoda]] = defaultdict(set)
    for of_file, of_rank in FACTORS:
        worths = tuple(of_file[square % SIDE] * of_rank[square // SIDE] for square in range(CELLS))
        for end, moved in images(worths):
            found[end].add(Pagoda(moved, moved[end]))
    return {end: tuple(sorted(pagodas)) for end, pagodas in found.items()}


PAGODAS = _all_pagodas()
"""By the square of the last stone."""


def _masks(worths: tuple[int, ...]) -> list[tuple[int, int]]:
    """The squares of each worth."""
    return [
        (worth, sum(1 << square for square in range(CELLS) if worths[square] == worth))
        for worth in sorted(set(worths) - {0})
    ]


MASKS = {
    end: [(_masks(pagoda.worths), pagoda.needed) for pagoda in pagodas] for end, pagodas in PAGODAS.items()
}


def may_be_solved(stones: Any) -> Any:
    """Which of these positions the pagoda functions leave a last square for."""
    some = np.zeros(len(stones), bool)
    for pagodas in MASKS.values():
        can = np.ones(len(stones), bool)
        for masks, needed in pagodas:
            total = np.zeros(len(stones), np.int16)
            for worth, squares in masks:
                total += np.bitwise_count(stones & squares) * np.int16(worth)
            can &= total >= needed
        some |= can
    return some
