"""How the opponent plays Six.

What a seat may secure it secures: that costs nothing, for nobody else could have the card, and a lift gives
back no more than it brought. Levels differ in what they overlook, how fast they are (`live.py`), how they
cover, how well they feel the time, and in why they lift the tube: levels 1 to 3 when they think the time is
over, level 4 by what is at stake and who would dare next, and level 5 by its chance to win. It knows that
whoever lifts the tube in the last round ends the game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.core.messages import Message, _, _n
from handvoll.games.six.chances import HIT, beats, chance_over, cover_costs, daring, worth
from handvoll.games.six.notation import CLAIM, COVER, PLACES, RECEIVE, ROUNDS
from handvoll.games.six.playouts import state_of, top_strokes, weigh_lift, wins_by_lifting
from handvoll.games.six.rules import COVERS, LIFT, LONGEST, ROLL, SECURE, SHORTEST, SKIP, STROKES, State
from handvoll.games.six.timing import Timing, felt, timing_of


class Mind(NamedTuple):
    """What makes a level."""

    overlooks: float
    """How likely a card that could be secured is overlooked."""
    misjudges: float
    """How far it misjudges what covering a card costs (standard deviation in the exponent)."""
    feels: float
    """Which part of the time its feeling for it is wrong by."""


MINDS = {
    1: Mind(0.30, 0.5, 0.22),
    2: Mind(0.18, 0.5, 0.12),
    3: Mind(0.09, 0.3, 0.06),
    4: Mind(0.03, 0.1, 0.03),
    5: Mind(0.0, 0.0, 0.0),
}
AHEAD = 6
"""How many turns of others a stack is reckoned ahead: later most of it is covered again."""
SPREAD = 9.0
"""By how many strokes (standard deviation) two equal players are apart after a game."""
ROUND = (SHORTEST + LONGEST) / 2
DOUBT = 2.0
"""By how many standard errors playouts have to speak against what is at stake in strokes."""


def think(seen: Seen, effort: Effort) -> Thought:
    """A move of whatever kind is asked for."""
    phase = seen.view["phase"]
    if phase == CLAIM:
        return _claim(seen, effort)
    if phase == COVER:
        return _cover(seen, effort)
    if phase == RECEIVE:
        return _receive(seen, effort)
    return Thought(ROLL, _standing(seen, timing_of(seen)))


# --- securing ----------------------------------------------------------------------------------


def _claim(seen: Seen, effort: Effort) -> Thought:
    number = sum(seen.view["throw"])
    if effort.rng.random() < MINDS[effort.level].overlooks:
        return Thought(SKIP, why=_("Has overlooked that its {number} was thrown.", number=number))
    timing = timing_of(seen)
    strokes = STROKES[number]
    options = [
        Option(SECURE, _standing(seen, timing, strokes)),
        Option(SKIP, _standing(seen, timing)),
    ]
    why = _n("That is worth one stroke.", "That is worth {n} strokes.", strokes)
    return Thought(SECURE, options[0].value, options=tuple(options), why=why)


# --- covering ----------------------------------------------------------------------------------


def _cover(seen: Seen, effort: Effort) -> Thought:
    places = [tuple(stack) for stack in seen.view["places"][seen.seat]]
    timing = timing_of(seen)
    costs = _cover_costs(seen, effort.level, places, timing)
    rng, misjudges = effort.rng, MINDS[effort.level].misjudges
    believed = [cost * math.exp(rng.gauss(0.0, misjudges)) for cost in costs]
    order = sorted(PLACES, key=lambda place: believed[place])
    options = [Option(COVERS[place], _standing(seen, timing, -costs[place])) for place in order]
    top = places[order[0]][-1]
    why = _(
        "The {number} that is covered comes up in about {percent} of 100 turns.",
        number=top,
        percent=max(1, round(100 * HIT[top])),
    )
    if effort.level < 4:
        return Thought(COVERS[order[0]], why=why)
    return Thought(COVERS[order[0]], options[0].value, options=tuple(options), why=why)


def _cover_costs(seen: Seen, level: int, places: Sequence[tuple[int, ...]], timing: Timing) -> list[float]:
    """What a level thinks is lost by covering each of the places."""
    tops = [stack[-1] for stack in places]
    if level == 1:  # like a child: the cards with many strokes are to stay
        return [STROKES[top] for top in tops]
    if level == 2:  # what comes up often is to stay
        return [HIT[top] for top in tops]
    if level == 3:
        return [HIT[top] * STROKES[top] for top in tops]
    turns = min(AHEAD, max(1, round(_turns_left(seen, timing))))
    return cover_costs(places, seen.view["drawn"][seen.seat], turns)


def _turns_left(seen: Seen, timing: Timing) -> float:
    """How many turns of others are still to come in this game."""
    left: float = ROUNDS - seen.view["round"] + max(0.0, 1 - timing.elapsed / ROUND)
    return left * _turns_in_a_round(seen, timing)


def _turns_in_a_round(seen: Seen, timing: Timing) -> float:
    """How many turns of others a round has."""
    return ROUND / timing.turn * (seen.players - 1) / seen.players


# --- lifting -----------------------------------------------------------------------------------


def _receive(seen: Seen, effort: Effort) -> Thought:
    timing = felt(seen, timing_of(seen), MINDS[effort.level].feels)
    state = state_of(seen.view, None)
    if effort.level == 5:
        return _receive_to_win(seen, effort, state, timing)
    over = chance_over(timing.elapsed)
    if effort.level <= 3:
        lifts = over >= 0.5
    else:
        lift, roll = _daring(state, seen.seat, timing)
        lifts = lift > roll or (lift == roll and over >= 0.5)
    return Thought(LIFT if lifts else ROLL, why=_about_time(over))


def _daring(state: State, seat: int, timing: Timing) -> tuple[float, float]:
    direction, players = state.turn.direction, state.players
    tops = [top_strokes(state.cards[(seat + step * direction) % players]) for step in range(players)]
    return daring(tops, timing.elapsed, timing.turn)


def _receive_to_win(seen: Seen, effort: Effort, state: State, timing: Timing) -> Thought:
    """Lift, or roll on: whichever wins more games that are played on, the simple rule where that is not
    clear."""
    if wins_by_lifting(state, seen.seat):
        why = _("This ends the game, and wins it even if a card has to be given back.")
        return Thought(LIFT, 1.0, exact=True, options=(Option(LIFT, 1.0),), why=why)
    found = weigh_lift(seen.view, seen.seat, timing.pace, effort)
    lift, roll = _daring(state, seen.seat, timing)
    doubt = DOUBT * (found.error if lift > roll else -found.error)
    options = [Option(LIFT, found.lift), Option(ROLL, found.roll)]
    if found.lift - found.roll + doubt <= 0:
        options.reverse()
    return Thought(
        options[0].move,
        options[0].value,
        sure=found.sure,
        nodes=2 * found.pairs,
        options=tuple(options),
        why=_about_time(chance_over(timing.elapsed)),
    )


def _about_time(over: float) -> Message:
    if over <= 0.0:
        return _("The timer should still be running.")
    if over >= 1.0:
        return _("The timer should have run out by now.")
    return _(
        "The timer has run out with a chance of about {percent} in 100.",
        percent=min(99, max(1, round(100 * over))),
    )


# --- how it stands -----------------------------------------------------------------------------


def _standing(seen: Seen, timing: Timing, more: float = 0.0) -> float:
    """Which part of the others the seat is likely to beat, with so many strokes `more`: by what is secured,
    and what is likely to be secured soon."""
    turns = _turns_left(seen, timing)
    ahead = min(AHEAD, round(turns))
    likely = [
        strokes + sum(worth(tuple(stack), ahead) for stack in places)
        for strokes, places in zip(seen.view["strokes"], seen.view["places"], strict=True)
    ]
    mine = likely.pop(seen.seat) + more
    spread = SPREAD * math.sqrt(turns / (ROUNDS * _turns_in_a_round(seen, timing)))
    return sum(beats(mine - other, spread) for other in likely) / len(likely)
