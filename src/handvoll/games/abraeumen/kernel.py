"""Random games of Abräumen at full speed: the rules compiled, with the drawing of jumps around them.

Every function here runs in the interpreter as it stands, and `compiled()` is the same code through Numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, MutableSequence
from functools import cache
from typing import Any, TypeAlias

from handvoll.bots import luck
from handvoll.bots.compiled import twins
from handvoll.bots.luck import luck_below, seed_luck
from handvoll.games.abraeumen import rules
from handvoll.games.abraeumen.rules import EAST, NORTH, SETUP, SOUTH, STONES, WEST, jumped, jumpers

Numbers: TypeAlias = MutableSequence[int]

ENDS = luck.SIZE
"""A game's table: the random numbers' own, and from here on how many games left so many stones."""
TABLE_SIZE = ENDS + STONES + 1


def count_stones(stones: int) -> int:
    """How many stones there are. (The compiler makes one instruction of this loop.)"""
    count = 0
    while stones:
        stones &= stones - 1
        count += 1
    return count


def pick(stones: int, index: int) -> int:
    """The bit of the stone with that index, from the lowest on."""
    for _lower in range(index):
        stones &= stones - 1
    return stones & -stones


def random_game(table: Numbers) -> int:
    """Play one random game, each jump as likely as any other; returns how many jumps it had."""
    stones = SETUP
    made = 0
    while True:
        east, west, north, south = jumpers(stones)
        easts, wests, norths = count_stones(east), count_stones(west), count_stones(north)
        total = easts + wests + norths + count_stones(south)
        if total == 0:
            table[ENDS + count_stones(stones)] += 1
            return made
        index = luck_below(table, total)
        made += 1
        if index < easts:
            stones = jumped(stones, pick(east, index), EAST)
        elif index < easts + wests:
            stones = jumped(stones, pick(west, index - easts), WEST)
        elif index < easts + wests + norths:
            stones = jumped(stones, pick(north, index - easts - wests), NORTH)
        else:
            stones = jumped(stones, pick(south, index - easts - wests - norths), SOUTH)


def random_games(table: Numbers, moves: int) -> int:
    """Play whole random games until `moves` jumps are made; returns how many were."""
    made = 0
    while made < moves:
        made += random_game(table)
    return made


# --- the door ----------------------------------------------------------------------------------


def room(seed: int) -> Any:
    """A game's table as an array."""
    import numpy

    table: Any = numpy.zeros(TABLE_SIZE, numpy.int64)
    seed_luck(table, seed)
    return table


@cache
def compiled() -> Callable[..., int]:
    """`random_games`, compiled when it is first called."""
    return twins(luck, rules, sys.modules[__name__])["random_games"]


def play_random(moves: int, seed: int) -> tuple[int, dict[str, int]]:
    """Whole random games until `moves` jumps are made, compiled: how many were, and how the games ended."""
    table = room(seed)
    made = compiled()(table, moves)
    solved = int(table[ENDS + 1])
    return made, {"solved": solved, "stuck": int(table[ENDS:].sum()) - solved}
