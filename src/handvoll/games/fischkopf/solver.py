"""The exact optimum of a turn of Fischkopf: dynamic programming over all sets of fields.

A turn is a walk over the 4096 sets of fields. Placing a stone adds a field, but a Fischkopf frees three, so
the walk has cycles and the worths are found by sweeping until nothing changes. What placing does is not
written here again: the tables come from playing every placing through `rules`. All sets with the same number
of stones are worked on at once, as NumPy arrays; nothing is compiled.

What the player wants is a *goal*: the worth of ending with each number of points, and of a Gräte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from typing import Any, TypeAlias

import numpy as np

from handvoll.games.fischkopf import rules
from handvoll.games.fischkopf.rules import (
    BONE,
    FITTING,
    FULL,
    HEAD,
    OVER,
    PLACE,
    SUM_OF_ALL,
    WEIGHTS,
    State,
    free_sum,
)

Array: TypeAlias = "np.ndarray[Any, Any]"

SETS = FULL + 1
ENDED = SETS
"""ENDED + set: the turn ended with these stones."""
BONE_WON = 2 * SETS
TAKEN = BONE_WON + 1
"""Where nothing leads."""
THROWS = tuple(WEIGHTS)
CHANCES = np.array([weight / 36 for weight in WEIGHTS.values()])
MOST_FITTING = 3
FITS = tuple([field for field in FITTING[throw] if field <= 12] for throw in THROWS)
EXACT = 1e-12
NEVER = 1e-12


@dataclass(frozen=True)
class Goal:
    """What the ends of a turn are worth to the player."""

    points: tuple[float, ...]
    """The worth of ending with 0, 1, … 78 points."""
    bone: float
    """The worth of a Gräte."""
    may_stop: bool = False


def fewest_points(may_stop: bool = False) -> Goal:
    """The goal to end with as few points as possible on average; a Gräte counts as what its fields show, so
    as not to be worth more than it is here (it wins the game, which is another goal)."""
    return Goal(tuple(-float(points) for points in range(SUM_OF_ALL + 1)), -float(free_sum(BONE)), may_stop)


@cache
def placed() -> Array:
    """[set, field - 1] -> where the walk goes on: a set, ENDED + FULL, BONE_WON, or -1 on a taken field."""
    table = np.full((SETS, 12), -1, np.int64)
    throw = {field: next(t for t in THROWS if field in FITTING[t]) for field in rules.FIELDS}
    for stones in range(SETS - 1):
        for field in rules.FIELDS:
            if not stones & rules.BIT[field]:
                after = State(False, 0, PLACE, stones, throw[field], (rules.NO_POINTS,)).after(0, field)
                bone = after.phase == OVER and after.stones == BONE
                table[stones, field - 1] = (
                    BONE_WON if bone else ENDED + after.stones if after.phase == OVER else after.stones
                )
    return table


@cache
def ways() -> Array:
    """[throw, slot, set] -> where each way of placing leads; ENDED + set in all slots where none fits."""
    table = np.empty((len(THROWS), MOST_FITTING, SETS), np.int64)
    sets = np.arange(SETS)
    for t, throw in enumerate(THROWS):
        options = [placed()[:, field - 1] for field in FITTING[throw] if field <= 12]
        options += [options[0]] * (MOST_FITTING - len(options))
        slots = np.stack(options)
        best = slots.max(axis=0)  # any that is free, for the slots that are not
        table[t] = np.where(slots < 0, np.where(best < 0, ENDED + sets, best), slots)
    return table


@dataclass(frozen=True)
class Layer:
    """The sets with the same number of stones that can stand between two throws: none of them leads to
    another, so all are reckoned with at once."""

    sets: Array
    places: Array
    """[field - 1, set] -> where placing leads, TAKEN where a stone lies; the last row: the turn ends."""

    def of_throws(self, worth: Array) -> Array:
        """[throw, set] -> the worth of the best placing, or of ending where none fits."""
        here = worth[self.places]
        best = [reduce(np.maximum, [here[field - 1] for field in fields]) for fields in FITS]
        return np.where(np.isneginf(best), here[-1], best)


@cache
def layers() -> tuple[Layer, ...]:
    """All sets that can stand, the fewest stones first: with the whole head they never do."""
    standing = [stones for stones in range(SETS) if stones & HEAD != HEAD and stones != BONE]
    counts = range(max(map(int.bit_count, standing)) + 1)
    alike = [np.array([stones for stones in standing if stones.bit_count() == count]) for count in counts]
    places = np.where(placed() < 0, TAKEN, placed()).T
    return tuple(Layer(sets, np.vstack([places[:, sets], ENDED + sets])) for sets in alike)


@cache
def points_of_sets() -> Array:
    """[set] -> the sum of its free fields."""
    return np.array([free_sum(stones) for stones in range(SETS)])


@dataclass(frozen=True)
class Turn:
    """A goal solved: what every set is worth, and what ends it leads to."""

    goal: Goal
    worth: Array
    """[set, ENDED + set, BONE_WON, TAKEN] -> worth; of a set before its next throw."""

    def before_throw(self, stones: int) -> float:
        """What a set is worth when the dice are thrown next."""
        return float(CHANCES @ self.worth[ways()[:, :, stones]].max(axis=1))

    def stopping(self, stones: int) -> float:
        """What ending the turn now is worth."""
        return float(self.worth[ENDED + stones])

    def placing(self, stones: int, field: int) -> float:
        """What placing on a free field is worth."""
        return float(self.worth[placed()[stones, field - 1]])

    def ends(self, stones: int = 0) -> tuple[Array, float]:
        """The chance to end with 0, 1, … 78 points, and that of a Gräte, from a set on (before a throw)."""
        return _ends(self.goal, stones)


@lru_cache(maxsize=512)
def solve(goal: Goal) -> Turn:
    """The best play for a goal: sweeps over all sets, the fullest first, until one changes nothing."""
    points = np.array(goal.points)
    worth = np.zeros(TAKEN + 1)
    worth[TAKEN] = -np.inf
    worth[ENDED:BONE_WON] = points[points_of_sets()]
    worth[BONE_WON] = goal.bone
    enough = EXACT * max(1.0, float(np.abs(points).max()))
    while _sweep(worth, goal.may_stop) > enough:
        pass
    return Turn(goal, worth)


def _sweep(worth: Array, may_stop: bool) -> float:
    """Improve the worth of every set; returns the greatest change."""
    change = 0.0
    for layer in reversed(layers()):
        fresh = CHANCES @ layer.of_throws(worth)
        if may_stop and layer.sets[0]:
            fresh = np.maximum(fresh, worth[ENDED + layer.sets])
        change = max(change, float(np.abs(fresh - worth[layer.sets]).max()))
        worth[layer.sets] = fresh
    return change


@lru_cache(maxsize=2048)
def _ends(goal: Goal, stones: int) -> tuple[Array, float]:
    """The chances of a turn flow from the set along the best play, the fewest stones first, until all but
    `NEVER` has come to an end; what a Fischkopf empties waits for the next round."""
    there = np.zeros(BONE_WON + 1)
    there[stones] = 1.0
    flows = [_flow(solve(goal), layer) for layer in layers()]
    while there[:SETS].sum() > NEVER:
        for layer, (places, chances) in zip(layers(), flows, strict=True):
            share = there[layer.sets]
            there[layer.sets] = 0.0
            there += np.bincount(places.ravel(), (chances * share).ravel(), minlength=len(there))
    chances = np.bincount(points_of_sets(), there[ENDED:BONE_WON], minlength=SUM_OF_ALL + 1)
    return chances, float(there[BONE_WON])


def _flow(turn: Turn, layer: Layer) -> tuple[Array, Array]:
    """[throw, set] -> where the best play of each set leads, and how likely the throw is."""
    worth = turn.worth[ways()[:, :, layer.sets]]
    best = worth.argmax(axis=1)[:, None]
    places = np.take_along_axis(ways()[:, :, layer.sets], best, axis=1)[:, 0]
    if turn.goal.may_stop and layer.sets[0]:
        ended = ENDED + layer.sets
        stops = turn.worth[ended] > CHANCES @ worth.max(axis=1)
        places = np.where(stops, ended, places)
    return places, np.broadcast_to(CHANCES[:, None], places.shape)


# --- against others ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Race:
    """What a seat plays against: the fewest points so far (None: nobody has played), how many seats share
    them, and how many seats come after."""

    fewest: int | None
    sharing: int
    after: int
    may_stop: bool = False

    def with_points(self, points: int) -> Race:
        """The race after a further seat has ended with `points`."""
        after = max(self.after - 1, 0)
        if self.fewest is None or points < self.fewest:
            return Race(points, 1, after, self.may_stop)
        return Race(self.fewest, self.sharing + (points == self.fewest), after, self.may_stop)


@lru_cache(maxsize=4096)
def winning(race: Race) -> Goal:
    """The goal of the seat whose turn it is: its chance to win the game.

    A playoff is worth an even share. Later seats are taken to play for their own chance against what stands
    when they begin, as if they were the last, and where there are several, as if one seat had those points:
    exact for the last seat and for the one before it.
    """
    worths = []
    for points in range(SUM_OF_ALL + 1):
        if race.fewest is not None and points > race.fewest:
            worths.append(0.0)
            continue
        held = race.with_points(points)
        worths.append(holding(replace(held, after=race.after), race.after > 1))
    return Goal(tuple(worths), 1.0, race.may_stop)


@lru_cache(maxsize=4096)
def holding(race: Race, is_rough: bool = False) -> float:
    """The chance to win of a seat that has the fewest points, before the `after` seats have played; roughly,
    where they are taken not to ask how many share those points."""
    if race.after == 0 or race.fewest is None:
        return 1.0 / race.sharing
    goal = winning(Race(race.fewest, 1 if is_rough else race.sharing, 0, race.may_stop))
    chances, _bone = _ends(goal, 0)
    worse = float(chances[race.fewest + 1 :].sum())
    equal = float(chances[race.fewest])
    later = replace(race, after=race.after - 1)
    held = worse * holding(later, is_rough)
    if equal > NEVER:
        held += equal * holding(replace(later, sharing=race.sharing + 1), is_rough)
    return held


@lru_cache(maxsize=4096)
def ranking(done: tuple[int, ...], after: int, may_stop: bool = False) -> Goal:
    """The goal of a seat among many: which part of the others it leaves behind, one with as many points
    counting half. `done` are the points of those whose turns have ended; the `after` seats that are to come
    are taken to play for few points."""
    chances, _bone = solve(fewest_points(may_stop)).ends()
    worths = []
    for points in range(SUM_OF_ALL + 1):
        behind = sum(0.5 + 0.5 * ((had > points) - (had < points)) for had in done)
        behind += after * float(chances[points + 1 :].sum() + 0.5 * chances[points]) / float(chances.sum())
        worths.append(behind / (len(done) + after))
    return Goal(tuple(worths), 1.0, may_stop)


def lifted(goal: Goal, least: float) -> Goal:
    """A goal whose worths go from `least` to 1 instead of from 0 to 1."""
    return replace(goal, points=tuple(least + (1 - least) * worth for worth in goal.points))


def race_of(points: Sequence[int], after: int, may_stop: bool) -> Race:
    """The race in which these seats have ended their turns and so many come after the one to play."""
    if not points:
        return Race(None, 0, after, may_stop)
    return Race(min(points), list(points).count(min(points)), after, may_stop)
