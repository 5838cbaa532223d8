"""How the opponent plays Fischkopf: exactly, or as somebody who reckons less well.

Level 5 plays for its chance to win against the others' points; level 4 for as few points as possible;
levels 3 to 1 do so with ever rougher ideas of what a set of fields is worth.
"""

from __future__ import annotations

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.core.messages import _
from handvoll.games.fischkopf import solver
from handvoll.games.fischkopf.rules import BIT, NO_POINTS

ROUGHNESS = {1: 14.0, 2: 6.0, 3: 2.5}
"""By how many points (standard deviation) a level misjudges each of its choices."""


def think(seen: Seen, effort: Effort) -> Thought:
    """The best move for the level; exact for levels 4 and 5."""
    moves = seen.moves
    goal = _goal(seen, effort.level)
    turn = solver.solve(goal)
    stones = sum(BIT[field] for field in seen.view["stones"])
    worths = {move: _worth(turn, stones, move) for move in moves}
    rough = ROUGHNESS.get(effort.level, 0.0)
    rng = effort.rng
    judged = {move: worth + rng.gauss(0, rough) if rough else worth for move, worth in worths.items()}
    order = sorted(moves, key=lambda move: -judged[move])
    best = order[0]
    for_points = effort.level < 5 or seen.players == 1
    value = -worths[best] if for_points else worths[best]
    why = (
        _("Expects to end the turn with {points} points.", points=round(value, 1))
        if for_points
        else _("Wins in {percent} of 100 games from here.", percent=round(100 * value))
    )
    options = tuple(Option(move, -worths[move] if for_points else worths[move]) for move in order)
    exact = for_points or len(seen.view["first"]) <= 2
    return Thought(
        best,
        value,
        "points" if for_points else "win",
        0.0 if exact else None,
        exact,
        1,
        None,
        options,
        (best,),
        why,
    )


def _goal(seen: Seen, level: int) -> solver.Goal:
    may_stop = bool(seen.options["may_stop"])
    if level < 5 or seen.players == 1:
        return solver.fewest_points(may_stop)
    view, seat = seen.view, seen.seat
    if view["playoff"]:
        rivals = {other: points for other, points in view["playoff"] if other != seat}
    else:
        rivals = {other: points for other, points in enumerate(view["first"]) if other != seat}
    done = [points for points in rivals.values() if points is not None and points != NO_POINTS]
    return solver.winning(solver.race_of(done, len(rivals) - len(done), may_stop))


def _worth(turn: solver.Turn, stones: int, move: str) -> float:
    if move == "roll":
        return turn.before_throw(stones)
    if move == "stop":
        return turn.stopping(stones)
    return turn.placing(stones, int(move))
