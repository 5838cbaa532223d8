"""How the opponent plays Make Five, as the sorter and as chaos: the search of `search.py`, compiled as soon
as it can be.

Levels 1 to 3 play each round for its points, look less far ahead and misjudge boards a little; levels 4 and 5
play for their chance to win the match, and level 5 thinks until its time is up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from handvoll.bots import Effort, Option, Seen, Thought, picking
from handvoll.bots.alarm import alarm
from handvoll.bots.compiled import Later, twins
from handvoll.bots.desk import Desk, on_desk
from handvoll.core.messages import Message, _, _n
from handvoll.games.make_five import rules, search, slope
from handvoll.games.make_five.notation import SORT
from handvoll.games.make_five.rules import State
from handvoll.games.make_five.slope import BEST, CELLS, COLOUR

DEPTHS = {1: 1, 2: 1, 3: 1, 4: 2}
"""How many moves of the sorter a level looks ahead at most."""
NOISE = {1: 2.4, 2: 1.4, 3: 0.7, 4: 1.5}
"""By how many points (standard deviation) a level misjudges what a move leads to."""
BEAMS = ((search.ALL_MOVES, search.ALL_MOVES), (16, 6), (8, 4), (6, 3))
"""From two moves of the sorter ahead on: how many moves are looked at, at first and later, unless a round can
be looked at whole."""
WHOLE = 3
"""With so many stones in the bag, or fewer, all moves are looked at to the end of the round."""
MEAN, SPREAD = 17.5, 2.2
"""What rounds between good players end with."""
SURE_ALREADY, UNSURE = 0.78, 0.29
"""By how many points (standard deviation) a round ends otherwise than it looks: at its end, and how much more
by the root of the number of stones to come."""
BY_POINTS = 1e-9
"""What a point is worth where the match does not depend on it."""


class Kernel(NamedTuple):
    """The two roots of the search."""

    weigh_sorts: Callable[..., int]
    weigh_drops: Callable[..., int]


PLAIN = Kernel(search.weigh_sorts, search.weigh_drops)


def _compile() -> Kernel:
    compiled = twins(picking, slope, search)
    kernel = Kernel(on_desk(compiled["weigh_sorts"]), on_desk(compiled["weigh_drops"]))
    state = rules.start(2, {"rounds_each": 1})
    for stone in "TTYRG":
        state = state.after_chance(stone)
    think_plainly(state, Effort(4, 60, 20), kernel)
    think_plainly(state.after(0, slope.PASS).after_chance("T"), Effort(4, 60, 20), kernel)
    return kernel


SEARCH = Later(_compile)


def think(seen: Seen, effort: Effort) -> Thought:
    """A move by search."""
    state = seen.state
    assert isinstance(state, State)
    return think_plainly(state, effort, SEARCH.ready() or PLAIN)


def think_plainly(state: State, effort: Effort, kernel: Kernel) -> Thought:
    """A move by search with the given kernel (compiled or not)."""
    by_match = effort.level >= 4
    desk = search.new_desk()
    fill(desk, round_worths(state) if by_match else [points / BEST for points in range(BEST + 1)])
    desk.counts[search.LIMIT] = effort.nodes or 1 << 60
    board = np.array([stone & COLOUR for stone in state.board[:CELLS]] + list(state.board[CELLS:]), np.int64)
    sign = 1 if state.phase == SORT else -1
    rng = np.random.default_rng(effort.seed)
    moves = rng.permutation(state.moves(state.to_act[0]))
    noise = rng.normal(0, NOISE.get(effort.level, 0.0) / BEST, len(moves))
    worths = np.zeros(len(moves))
    depth, is_whole = 0, False
    with alarm(effort, lambda: _stop(desk)):
        for ahead, now, later in _plan(state, DEPTHS.get(effort.level, search.DEEPEST)):
            desk.kept[:] = later
            desk.keys[:] = 0
            found = worths[:now].copy()
            if state.phase == SORT:
                done = kernel.weigh_sorts(desk, board, ahead, moves[:now], found)
            else:
                done = kernel.weigh_drops(desk, board, ahead, state.drawn & COLOUR, moves[:now], found)
            # Those looked at come first, in order; the others stay behind them as they were.
            order = np.argsort(-sign * found[:done] - noise[:done], kind="stable")
            moves[:done], worths[:done], noise[:done] = moves[order], found[order], noise[order]
            if done < len(found):
                break
            depth, is_whole = ahead, later == search.ALL_MOVES and ahead > _left(state)
    if not depth:  # too little time for a single look
        return Thought(state.move_text(int(moves[0])), depth=0)
    return _thought(state, desk, moves, worths, depth, by_match, is_whole)


def _left(state: State) -> int:
    """How many stones are still to be drawn in this round."""
    return CELLS - sum(state.board[CELLS:]) - (state.phase != SORT)


def _plan(state: State, deepest: int) -> Iterator[tuple[int, int, int]]:
    """What to look at one after the other: how far ahead, how many moves now, and how many later."""
    left = _left(state)
    everything = search.ALL_MOVES
    for ahead in range(1, min(deepest, left + 1) + 1):
        if ahead <= 2:
            yield ahead, everything, everything
        else:
            now, later = BEAMS[min(ahead - 2, len(BEAMS) - 1)]
            yield ahead, now, later
    if 2 <= left <= WHOLE and deepest > left:
        yield left + 1, everything, everything


@cache
def _likely() -> Any:
    """[stones, expected points in eighths, points]: how likely a round ends with those points."""
    eighths = np.arange(search.GRAIN * BEST + 1) / search.GRAIN
    away = np.arange(BEST + 1) - eighths[:, None]
    spread = np.array([SURE_ALREADY + UNSURE * math.sqrt(CELLS - stones) for stones in range(CELLS + 1)])
    weights = np.exp(-0.5 * (away / spread[:, None, None]) ** 2)
    return weights / weights.sum(axis=2, keepdims=True)


def fill(desk: Desk, final: Sequence[float]) -> None:
    """Lay out what the end of a round is worth, and from that what expectations are worth."""
    desk.final[:] = final
    desk.worth[:] = _likely() @ desk.final


def round_worths(state: State) -> list[float]:
    """The sorter's chance to win the match after each number of points in this round: certain in the last
    round and with a MAKE FIVE (MF7), else by what the rounds to come usually bring."""
    sorter = state.sorter
    lead = state.totals[sorter] - state.totals[1 - sorter]
    left = state.rounds - len(state.points) - 1
    mine = left // 2
    expected = (mine - (left - mine)) * MEAN
    worths = []
    for points in range(BEST):
        ahead = lead + points + expected
        if left:
            chance = 0.5 + 0.5 * math.erf(ahead / (SPREAD * math.sqrt(2 * left)))
        else:
            chance = 0.5 * ((ahead > 0) - (ahead < 0)) + 0.5
        worths.append(chance * (1 - BEST * BY_POINTS) + points * BY_POINTS)
    return [*worths, 1.0]


def _stop(desk: Desk) -> None:
    desk.counts[search.STOP] = 1


def _thought(
    state: State,
    desk: Desk,
    moves: Any,
    worths: Any,
    depth: int,
    by_match: bool,
    is_whole: bool,
) -> Thought:
    is_last = len(state.points) + 1 == state.rounds
    is_exact = by_match and is_whole and is_last
    values = _values(state, worths, by_match)
    texts = [state.move_text(move) for move in moves.tolist()]
    return Thought(
        texts[0],
        values[0],
        "win",
        0.0 if is_exact else None,
        is_exact,
        depth,
        int(desk.counts[search.NODES]),
        tuple(Option(text, value) for text, value in zip(texts[:5], values, strict=False)),
        tuple(texts[:1]),
        _why(state, int(moves[0])),
    )


def _values(state: State, worths: Any, by_match: bool) -> list[float]:
    """Worths to the sorter as the chance of the seat that thinks to win the match."""
    if not by_match:
        worths = np.interp(worths * BEST, range(BEST + 1), round_worths(state))
    return [float(round(worth if state.phase == SORT else 1 - worth, 6)) for worth in worths]


def _why(state: State, move: int) -> Message:
    """What the round looks like ending with."""
    after = state.after(state.to_act[0], move)
    if len(after.points) > len(state.points):
        if after.points[-1] == BEST:
            return _("This completes a MAKE FIVE.")
        return _n("The round ends with one point.", "The round ends with {n} points.", after.points[-1])
    board = [stone & COLOUR for stone in after.board[:CELLS]] + list(after.board[CELLS:])
    points = round(search.expected_points(board, search.stones_on(board)))
    return _n(
        "This round looks like ending with about one point.",
        "This round looks like ending with about {n} points.",
        points,
    )
