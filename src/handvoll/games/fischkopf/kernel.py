"""The sweeps of the solver as plain loops, which Numba compiles as they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from handvoll.bots.compiled import Later, twins


def sweep(worth: Any, ways: Any, chances: Any, sets: Any, ended: int, may_stop: bool, enough: float) -> int:
    """Improve the worths of `sets` (the fullest first) until a sweep changes none by more than `enough`;
    returns how many sweeps it took."""
    sweeps = 0
    change = enough + 1.0
    while change > enough:
        sweeps += 1
        change = 0.0
        for stones in sets:
            fresh = 0.0
            for throw in range(ways.shape[0]):
                best = worth[ways[throw, 0, stones]]
                for slot in range(1, ways.shape[1]):
                    best = max(best, worth[ways[throw, slot, stones]])
                fresh += chances[throw] * best
            if may_stop and stones != 0:
                fresh = max(fresh, worth[ended + stones])
            change = max(change, abs(fresh - worth[stones]))
            worth[stones] = fresh
    return sweeps


def spread(
    worth: Any, ways: Any, chances: Any, here: Any, there: Any, ended: int, may_stop: bool, never: float
) -> None:
    """Let the chances `here` (of sets before a throw) flow along the best play until all but `never` has come
    to an end; adds up the ends in `there`."""
    left = 1.0
    while left > never:
        left = 0.0
        # The fullest first; what a Fischkopf empties waits for the next round.
        for stones in range(here.shape[0] - 1, -1, -1):
            share = here[stones]
            if share == 0.0:
                continue
            here[stones] = 0.0
            thrown = 0.0
            if may_stop and stones != 0:
                for throw in range(ways.shape[0]):
                    best = worth[ways[throw, 0, stones]]
                    for slot in range(1, ways.shape[1]):
                        best = max(best, worth[ways[throw, slot, stones]])
                    thrown += chances[throw] * best
                if worth[ended + stones] > thrown:
                    there[ended + stones] += share
                    continue
            for throw in range(ways.shape[0]):
                to = ways[throw, 0, stones]
                for slot in range(1, ways.shape[1]):
                    if worth[ways[throw, slot, stones]] > worth[to]:
                        to = ways[throw, slot, stones]
                if to < ended:
                    here[to] += chances[throw] * share
                else:
                    there[to] += chances[throw] * share
        for stones in range(here.shape[0]):
            left += here[stones]


def _compile() -> tuple[Callable[..., int], Callable[..., None]]:
    import sys

    import numpy as np

    compiled = twins(sys.modules[__name__])
    both = compiled["sweep"], compiled["spread"]
    worth, ways, chances = np.zeros(4), np.zeros((1, 1, 1), np.int64), np.ones(1)
    sets = np.zeros(1, np.int64)
    ways[0, 0, 0] = 1
    both[0](worth, ways, chances, sets, 1, False, 1e-9)
    both[1](worth, ways, chances, np.ones(1), np.zeros(4), 1, False, 1e-9)
    return both


COMPILED = Later(_compile)
"""Both loops compiled."""
