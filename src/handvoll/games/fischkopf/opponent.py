"""How the opponent plays Fischkopf: exactly, or as somebody who reckons less well.

Level 5 plays for its chance to win against the others' points; levels 4 to 1 for as few points as possible,
with ever rougher ideas of what a set of fields is worth.
"""

from __future__ import annotations

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.bots.worth import Worth, percent_of, whole
from handvoll.core.messages import _, _n
from handvoll.games.fischkopf import solver
from handvoll.games.fischkopf.rules import BIT

ROUGHNESS = {1: 20.0, 2: 6.0, 3: 3.3, 4: 1.7}
"""By how many points (standard deviation) a level misjudges each of its choices: so much that the best there
is beats them in 71, 65, 59 and 54 of 100 games for two (chance in 73)."""


def think(seen: Seen, effort: Effort) -> Thought:
    """The best move for the level; exact for levels 4 and 5."""
    return _thought(seen, effort, _goal(seen, effort.level))


def judge(seen: Seen, effort: Effort) -> Thought:
    """The same, for verdicts: of two seats the first as well is judged by its chance to win, so that all of a
    game is told in one unit. Working that out takes longer than a move may take."""
    goal = _race(seen) if seen.players == 2 else _goal(seen, effort.level)
    return _thought(seen, effort, goal)


def _thought(seen: Seen, effort: Effort, goal: solver.Goal) -> Thought:
    moves = seen.moves
    turn = solver.solve(goal)
    stones = sum(BIT[field] for field in seen.view["stones"])
    worths = {move: _worth(turn, stones, move) for move in moves}
    rough = ROUGHNESS.get(effort.level, 0.0)
    rng = effort.rng
    judged = {move: worth + rng.gauss(0, rough) if rough else worth for move, worth in worths.items()}
    order = sorted(moves, key=lambda move: -judged[move])
    best = order[0]
    exact = not rough and seen.players <= 2
    if goal.bone < 0:  # played for points, which are worth less the more there are
        value, unit = worths[best], "points"
        why = _n(
            "On average the turn then ends with one point.",
            "On average the turn then ends with {n} points.",
            whole(-value, 1),
        )
    else:
        value, unit = worths[best], "win"
        percent = percent_of(Worth(value, exact=exact))
        if exact:
            why = _("That wins {percent} of 100 games from here.", percent=percent)
        else:
            why = _("That wins about {percent} of 100 games from here.", percent=percent)
    options = tuple(Option(move, worths[move]) for move in order)
    return Thought(best, value, unit, 0.0 if exact else None, exact, 1, None, options, (best,), why)


def _goal(seen: Seen, level: int) -> solver.Goal:
    """What the level plays for. Before anybody has points to beat, few points on average are within a
    thousandth of the best chance to win, and quicker to work out."""
    if level < 5 or not any(had is not None for had in _rivals(seen)):
        return solver.fewest_points(bool(seen.options["may_stop"]))
    return _race(seen)


def _race(seen: Seen) -> solver.Goal:
    """To win against the others' points."""
    rivals = _rivals(seen)
    done = [had for had in rivals if had is not None]
    return solver.winning(solver.race_of(done, len(rivals) - len(done), bool(seen.options["may_stop"])))


def _rivals(seen: Seen) -> list[int | None]:
    """The points of those whom the seat plays against, None for whoever's turn is still to come."""
    points = dict(seen.view["playoff"]) or dict(enumerate(seen.view["points"]))
    return [had for other, had in points.items() if other != seen.seat]


def _worth(turn: solver.Turn, stones: int, move: str) -> float:
    if move == "roll":
        return turn.before_throw(stones)
    if move == "stop":
        return turn.stopping(stones)
    return turn.placing(stones, int(move))
