"""How the opponent plays Abräumen: the way of the solver, or as somebody who sees less far.

Level 5 solves the position, or ends with as few stones as it can find. Levels 3 and 4 try some ways to the
end each time they are asked, levels 1 and 2 look at what a jump leaves and no further.
"""

from __future__ import annotations

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.core.messages import Message, _, _n
from handvoll.games.abraeumen import solver
from handvoll.games.abraeumen.rules import CELLS, CHANGES, NAMES, SIDE, State, jumps, squares_of
from handvoll.games.abraeumen.solver import Answer, Meter

TRIED = {3: (8, 3), 4: (25, 4)}
"""How many positions of each layer a level keeps in mind, and from how many stones down it knows endings."""
NOISE = {1: 6.0, 2: 1.5}
"""By how much (standard deviation, in jumps that are possible next) a level misjudges a position."""
LONELY = 1.5
"""How many jumps a stone without neighbours costs, for levels 1 and 2."""
ROOT = 0.5
"""The part of the budget for the position itself; the rest goes to the alternatives."""
RESERVE = 0.15
"""The part that is kept for stopping."""
MOST_OPTIONS = 5
MOST_REMEMBERED = 5_000


def think(seen: Seen, effort: Effort) -> Thought:
    """A move, and with how few stones it hopes to end: the value is that number, negative."""
    state = seen.state
    assert isinstance(state, State)
    if effort.level in NOISE:
        return _look(state, effort)
    if effort.level in TRIED:
        width, meeting = TRIED[effort.level]
        answer = solver.search(state.stones, width, Meter(), meeting, effort.rng.getrandbits(30))
        known = Answer(None, answer.fewest, False, answer.way)
        return _thought(state, known, (), 0)
    return _solve(state, effort)


def _look(state: State, effort: Effort) -> Thought:
    """The jump that leaves the position which looks best, as far as the level can judge it."""
    rng = effort.rng
    judged = {
        move: looks(state.stones ^ CHANGES[move]) + rng.gauss(0, NOISE[effort.level]) for move in state.jumps
    }
    return Thought(state.move_text(max(judged, key=judged.__getitem__)), unit="points", depth=1)


def looks(stones: int) -> float:
    """How good a position looks: many jumps, and few stones alone."""
    alone = sum(not any(stones >> other & 1 for other in _beside(square)) for square in squares_of(stones))
    return len(jumps(stones)) - LONELY * alone


def _beside(square: int) -> list[int]:
    rank, file = divmod(square, SIDE)
    near = ((rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1))
    return [r * SIDE + f for r, f in near if 0 <= r < SIDE and 0 <= f < SIDE]


def _solve(state: State, effort: Effort) -> Thought:
    """The solver's way, and where time is left what the other jumps come to."""
    most = effort.nodes
    reserve = RESERVE * effort.seconds
    timed = most is None
    meter = Meter(most, lambda: timed and effort.left() < (1 - ROOT) * effort.seconds + reserve)
    way = _WAYS.get(state.stones) if timed else None
    answer = solver.solve(state.stones, meter) if way is None else Answer(True, 1, True, way)
    if answer.is_solvable:
        _remember(state.stones, answer.way)
    left = None if most is None else max(0, most - meter.seen)
    others = Meter(left, lambda: timed and effort.left() < reserve)
    found: list[Option] = []
    try:
        for move in state.jumps:
            if move != answer.way[0]:
                other = solver.search(state.stones ^ CHANGES[move], solver.WIDTHS[0], others)
                found.append(Option(state.move_text(move), -other.fewest, not other.is_exact))
    except solver.Stopped:
        pass  # the alternatives that are known by now
    found.sort(key=lambda option: -option.value)
    return _thought(state, answer, tuple(found), meter.seen + others.seen)


_WAYS: dict[int, tuple[int, ...]] = {}
"""How positions that were solved are solved, so that a game goes on as it was meant. Not for searches that
are counted in nodes: what they find depends on nothing but the position."""


def _remember(stones: int, way: tuple[int, ...]) -> None:
    if len(_WAYS) > MOST_REMEMBERED:
        _WAYS.clear()
    for made, move in enumerate(way):
        _WAYS[stones] = way[made:]
        stones ^= CHANGES[move]


def _thought(state: State, answer: Answer, others: tuple[Option, ...], seen: int) -> Thought:
    line = _line(state, answer.way)
    options = (Option(line[0], -answer.fewest), *others)[:MOST_OPTIONS]
    return Thought(
        line[0],
        -answer.fewest,
        "points",
        0.0 if answer.is_exact else None,
        answer.is_exact,
        len(answer.way),
        seen or None,
        options,
        line,
        _why(answer),
    )


def _line(state: State, way: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.move_text(move) for move in way)


def _why(answer: Answer) -> Message | None:
    """What is certain of how the game can end."""
    if answer.is_solvable:
        return _(
            "This can be solved: the last stone then lies on {square}.", square=NAMES[answer.way[-1] % CELLS]
        )
    if answer.is_exact:
        return _n(
            "This can no longer be solved; {n} stone at least is left.",
            "This can no longer be solved; {n} stones at least are left.",
            answer.fewest,
        )
    if answer.is_solvable is False:
        return _("This can no longer be solved.")
    return None
