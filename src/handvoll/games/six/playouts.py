"""Games of Six played on quickly by the real rules, to learn what lifting the tube leads to.

A playout starts from what a seat sees: only the timer's running time is hidden, and it is drawn anew for
each. All seats play simply: they secure at once, cover what is worth least, and lift late, or in the last
round as soon as that wins.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from handvoll.bots import Effort
from handvoll.core.state import View
from handvoll.games.six.chances import HIT
from handvoll.games.six.notation import CLAIM, COVER, PLACES, RECEIVE, ROUNDS, Cards, Lift, Turn
from handvoll.games.six.rules import COVERS, LIFT, LONGEST, ROLL, SECURE, SHORTEST, STROKES, State

LATE = 114_000
"""When playouts lift, in ms: who waits longer mostly pays."""
RATES = {number: HIT[number] * strokes for number, strokes in STROKES.items()}
MOST, FEWEST, CHECK_EVERY = 120, 16, 8
"""How many pairs of playouts there are at most, at least, and after how many it is asked whether that will
do."""
SURE = 2.5
"""By how many standard errors one choice has to be ahead for that."""
PART = 0.4
"""Of the time for a move: the others are waiting with the dice on the table."""
MOST_STEPS = 5000
"""After so many steps a playout is taken as it stands: a clock that hardly moves."""


class Found(NamedTuple):
    """What playouts say of lifting and of rolling on: shares of the others that are beaten."""

    lift: float
    roll: float
    sure: float
    """The standard error of either."""
    error: float
    """The standard error of their difference."""
    pairs: int


def state_of(view: View, sand: int | None) -> State:
    """The state that a seat sees, with that running time of the timer."""
    cards = tuple(
        Cards(tuple(map(tuple, places)), tuple(secured), tuple(returned), drawn or 0)  # type: ignore[arg-type]
        for places, secured, returned, drawn in zip(
            view["places"], view["secured"], view["returned"], view["drawn"], strict=True
        )
    )
    turn = Turn(
        view["round"],
        view["active"],
        view["direction"],
        view["phase"],
        view["dice"],
        tuple(view["throw"]),
        tuple(view["to_act"]) if view["phase"] == CLAIM else (),
        view["drawing"],
    )
    lift = None if view["lift"] is None else Lift(**view["lift"])
    options = view["options"]
    return State(options["pasch"], options["auto_secure"], cards, turn, sand, view["now"], lift)


def strokes_of(state: State) -> list[int]:
    """What each seat has secured."""
    return [sum(STROKES[number] for number in own.secured) for own in state.cards]


def top_strokes(own: Cards) -> int:
    """What a seat would give back (SX8)."""
    return STROKES[own.secured[-1]] if own.secured else 0


def share(scores: Sequence[float], seat: int) -> float:
    """The part of the others that a seat beats, a tie counting half."""
    mine = scores[seat]
    beaten = sum(0.5 + 0.5 * ((mine > other) - (mine < other)) for other in scores)
    return (beaten - 0.5) / (len(scores) - 1)


def wins_by_lifting(state: State, seat: int) -> bool:
    """Whether lifting the tube wins the game alone, even if the timer still runs."""
    if state.turn.round < ROUNDS:
        return False
    scores = strokes_of(state)
    left = scores[seat] - top_strokes(state.cards[seat])
    return all(left > score for other, score in enumerate(scores) if other != seat)


def play_on(state: State, rng: random.Random, pace: float) -> State:
    """The end of a game in which all play simply, an action taking `pace` milliseconds on average."""
    below = rng.randrange
    low, high = int(0.4 * pace), int(1.6 * pace) + 1
    for _step in range(MOST_STEPS):
        if state.chance is not None:
            state = state.after_chance(state.draw(below))
            continue
        if not state.to_act:
            break
        seat, phase, at = state.to_act[0], state.turn.phase, state.now + below(high - low) + low
        if phase == CLAIM:
            move = SECURE
        elif phase == COVER:
            places = state.cards[seat].places
            move = COVERS[min(PLACES, key=lambda place: RATES[places[place][-1]])]
        elif phase == RECEIVE and (at >= LATE or wins_by_lifting(state, seat)):
            move = LIFT
        else:
            move = ROLL
        state = state.after(seat, move, at)
    return state


def weigh_lift(view: View, seat: int, pace: float, effort: Effort) -> Found:
    """Play both choices on, with the same luck each time, until one is clearly better or the effort spent."""
    rng = effort.rng
    lifted: list[float] = []
    rolled: list[float] = []
    most = MOST if effort.nodes is None else max(1, min(MOST, effort.nodes // 2))
    while len(lifted) < most:
        count = len(lifted)
        if count >= FEWEST and count % CHECK_EVERY == 0 and _is_clear(lifted, rolled):
            break
        if count and effort.nodes is None and effort.left() < (1 - PART) * effort.seconds:
            break
        world = state_of(view, rng.randint(SHORTEST, LONGEST))
        at, luck = world.now + round(pace), rng.getrandbits(32)
        for move, found in ((LIFT, lifted), (ROLL, rolled)):
            end = play_on(world.after(seat, move, at), random.Random(luck), pace)
            found.append(share(strokes_of(end), seat))
    differences = [a - b for a, b in zip(lifted, rolled, strict=True)]
    sure = max(_error(lifted), _error(rolled))
    count = len(lifted)
    return Found(sum(lifted) / count, sum(rolled) / count, sure, _error(differences), count)


def _is_clear(lifted: Sequence[float], rolled: Sequence[float]) -> bool:
    differences = [a - b for a, b in zip(lifted, rolled, strict=True)]
    return abs(sum(differences)) > SURE * _error(differences) * len(differences)


def _error(values: Sequence[float]) -> float:
    """The standard error of their mean, never quite nothing: a further value may always differ."""
    count = len(values)
    mean = sum(values) / count
    return math.sqrt((sum((value - mean) ** 2 for value in values) / count + 0.02) / count)
