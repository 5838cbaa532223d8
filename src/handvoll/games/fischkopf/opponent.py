"""How the opponent plays Fischkopf: exactly, or as somebody who reckons less well.

Level 5 plays against the others' points, for two seats for its chance to win and for more to leave as many
of them behind as it can; levels 4 to 1 play for as few points as possible, with ever rougher ideas of what a
set of fields is worth.
"""

from __future__ import annotations

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.bots.worth import Worth, number, percent_of, whole
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
    return _thought(seen, effort, _race(seen) if seen.players == 2 else _goal(seen, effort.level))


def hope(seen: Seen) -> float | None:
    """What a seat among many can hope for whose turn is over: which part of the others it leaves behind. None
    where it is still to play, or where some play off."""
    own: int | None = seen.view["points"][seen.seat]
    if own is None or seen.view["playoff"]:
        return None
    return _ranking(seen).points[own]


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
        if exact:
            percent = percent_of(Worth(value, exact=True))
            why = _("That wins {percent} of 100 games from here.", percent=percent)
        else:
            others = seen.players - 1
            why = _(
                "On average that leaves {behind} of the {others} others behind.",
                behind=number(others * value, 1),
                others=others,
            )
    options = tuple(Option(move, worths[move]) for move in order)
    return Thought(best, value, unit, 0.0 if exact else None, exact, 1, None, options, (best,), why)


def _goal(seen: Seen, level: int) -> solver.Goal:
    """What the level plays for. Before the other of two has points to beat, few points on average are within
    a thousandth of the best chance to win, and quicker to work out."""
    if level < 5 or seen.players == 1 or (seen.players == 2 and not _done(seen)):
        return solver.fewest_points(bool(seen.options["may_stop"]))
    if seen.players == 2:
        return _race(seen)
    if seen.view["playoff"]:
        # Who loses a playoff shares the second place with all who do, and has left the others behind (FK5).
        others, rivals = seen.players - 1, len(_rivals(seen))
        return solver.lifted(_race(seen), (others - rivals + (rivals - 1) / 2) / others)
    return _ranking(seen)


def _ranking(seen: Seen) -> solver.Goal:
    """To leave as many of the others behind as can be."""
    done = tuple(sorted(_done(seen)))
    return solver.ranking(done, seen.players - 1 - len(done), bool(seen.options["may_stop"]))


def _race(seen: Seen) -> solver.Goal:
    """To win against the others' points."""
    done = _done(seen)
    after = len(_rivals(seen)) - len(done)
    return solver.winning(solver.race_of(done, after, bool(seen.options["may_stop"])))


def _done(seen: Seen) -> list[int]:
    """The points of those whom the seat plays against, and whose turns have ended."""
    return [had for had in _rivals(seen) if had is not None]


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
