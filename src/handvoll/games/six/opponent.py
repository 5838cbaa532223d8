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
from handvoll.games.six.chances import HIT, chance_over, cover_costs
from handvoll.games.six.notation import CLAIM, COVER, PLACES, RECEIVE, ROUNDS, Stack
from handvoll.games.six.rules import COVERS, LIFT, LONGEST, ROLL, SECURE, SHORTEST, SKIP, STROKES
from handvoll.games.six.standing import after_lift, after_roll, dare, standing, wins_by_lifting
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
    1: Mind(0.36, 0.5, 0.20),
    2: Mind(0.31, 0.5, 0.12),
    3: Mind(0.21, 0.3, 0.07),
    4: Mind(0.10, 0.1, 0.03),
    5: Mind(0.0, 0.0, 0.0),
}
AHEAD = 6
"""How many turns of others a stack is reckoned ahead: later most of it is covered again."""
ROUND = (SHORTEST + LONGEST) / 2
EARLY = 0.08
"""By how much lifting the tube has to be the better chance while the timer surely runs: the chances are
estimated, and people want to play."""


def think(seen: Seen, effort: Effort) -> Thought:
    """A move of whatever kind is asked for."""
    phase = seen.view["phase"]
    if phase == CLAIM:
        return _claim(seen, effort)
    if phase == COVER:
        return _cover(seen, effort)
    if phase == RECEIVE:
        return _receive(seen, effort)
    return Thought(ROLL, standing(seen.view, seen.seat))


# --- securing ----------------------------------------------------------------------------------


def _claim(seen: Seen, effort: Effort) -> Thought:
    number = sum(seen.view["throw"])
    if effort.rng.random() < MINDS[effort.level].overlooks:
        return Thought(SKIP, why=_("That the {number} was thrown is easily overlooked.", number=number))
    strokes = STROKES[number]
    options = (
        Option(SECURE, standing(seen.view, seen.seat, strokes)),
        Option(SKIP, standing(seen.view, seen.seat)),
    )
    why = _n("That is worth one stroke.", "That is worth {n} strokes.", strokes)
    return Thought(SECURE, options[0].value, options=options, why=why)


# --- covering ----------------------------------------------------------------------------------


def _cover(seen: Seen, effort: Effort) -> Thought:
    places = [tuple(stack) for stack in seen.view["places"][seen.seat]]
    costs = _cover_costs(seen, effort.level, places)
    rng, misjudges = effort.rng, MINDS[effort.level].misjudges
    believed = [cost * math.exp(rng.gauss(0.0, misjudges)) for cost in costs]
    order = sorted(PLACES, key=lambda place: believed[place])
    top = places[order[0]][-1]
    why = _(
        "The {number} that is covered comes up in about {percent} of 100 turns.",
        number=top,
        percent=max(1, round(100 * HIT[top])),
    )
    if effort.level < 4:  # what it thinks of is no number of strokes
        return Thought(COVERS[order[0]], why=why)
    options = tuple(Option(COVERS[place], standing(seen.view, seen.seat, -costs[place])) for place in order)
    return Thought(options[0].move, options[0].value, options=options, why=why)


def _cover_costs(seen: Seen, level: int, places: Sequence[Stack]) -> Sequence[float]:
    """What a level thinks is lost by covering each of the places."""
    tops = [stack[-1] for stack in places]
    if level == 1:  # like a child: the cards with many strokes are to stay
        return [STROKES[top] for top in tops]
    if level == 2:  # what comes up often is to stay
        return [HIT[top] for top in tops]
    if level == 3:
        return [HIT[top] * STROKES[top] for top in tops]
    return cover_costs(places, seen.view["drawn"][seen.seat], min(AHEAD, _turns_left(seen)))


def _turns_left(seen: Seen) -> int:
    """How many turns of others are still to come in this game, one at least."""
    timing = timing_of(seen)
    rounds: float = ROUNDS - seen.view["round"] + max(0.0, 1 - timing.elapsed / ROUND)
    return max(1, round(rounds * ROUND / timing.turn * (seen.players - 1) / seen.players))


# --- lifting -----------------------------------------------------------------------------------


def _receive(seen: Seen, effort: Effort) -> Thought:
    timing = felt(seen, timing_of(seen), MINDS[effort.level].feels)
    if effort.level == 5:
        return _receive_to_win(seen, timing)
    over = chance_over(timing.elapsed)
    lifts = over >= 0.5
    if effort.level == 4:
        lift, roll = dare(seen.view, seen.seat, timing)
        lifts = lift > roll or (lift == roll and lifts)
    return Thought(LIFT if lifts else ROLL, why=_about_time(over))


def _receive_to_win(seen: Seen, timing: Timing) -> Thought:
    """Whichever leaves the better chance to win."""
    view, seat = seen.view, seen.seat
    over = chance_over(timing.elapsed)
    lift, roll = after_lift(view, seat, timing), after_roll(view, seat, timing)
    is_won = wins_by_lifting(view, seat)
    options = [Option(LIFT, lift), Option(ROLL, roll)]
    if not is_won and (lift - roll < (0 if over else EARLY) or (lift == roll and over < 0.5)):
        options.reverse()
    why = _about_time(over)
    if is_won:
        why = _("This ends the game, and wins it even if a card has to be given back.")
    return Thought(options[0].move, options[0].value, exact=is_won, options=tuple(options), why=why)


def _about_time(over: float) -> Message:
    if over <= 0.0:
        return _("The timer should still be running.")
    if over >= 1.0:
        return _("The timer should have run out by now.")
    return _(
        "The timer has run out with a chance of about {percent} in 100.",
        percent=min(99, max(1, round(100 * over))),
    )
