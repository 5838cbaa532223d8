"""How the opponent plays Zahlenpoker.

Levels 1 to 4 are the policies of `habits.py` or, among more than two, of `crowd.py`: a child's habit, and
ever better answers to what others do. Level 5 asks which of all these (and shuffling, which nobody can
answer) fits what the others have shown, answers that, and mixes in shuffling, so that it gives little away
while it does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.bots.compiled import Later
from handvoll.core.messages import Message, Seat, _
from handvoll.core.state import HIDDEN, Step
from handvoll.games.zahlenpoker import crowd, habits, rules
from handvoll.games.zahlenpoker.equilibrium import CHOICES, Solution
from handvoll.games.zahlenpoker.habits import (
    SAFETY,
    Array,
    Policy,
    Position,
    expected,
    shuffled,
    weights,
    worths,
)
from handvoll.games.zahlenpoker.rules import NOT_ASKED, STEAL, UNDECIDED, Hand, Prize, State

SHARPNESS = 0.003
"""How closely level 5 plays its best answer to one other, in chances to win."""
LIKELY = (1.0, 1.0, 1.0, 1.0, 2.0)
"""What level 5 takes one other for before it has shown anything: weights of levels 1 to 4 and shuffling."""
SLIP = 0.02
"""How often anybody is taken to do just anything."""
CONFIDENT = 0.45
"""From which chance on level 5 says what it expects."""


def _solve() -> Solution:
    solution = Solution()
    solution.worths(0)
    return solution


SOLUTION = Later(_solve)


def _solution(seen: Seen, effort: Effort) -> Solution | None:
    """The solved game, as soon as it is there. Where the effort is counted in nodes it is waited for: what is
    thought is not to depend on when it came."""
    if seen.players > 2:
        return None
    return SOLUTION.ready() if effort.nodes is None else SOLUTION.wait()


@dataclass(frozen=True)
class Reading:
    """What a seat has made out: the running round, and how well each policy fits what each seat showed."""

    position: Position
    beliefs: Array
    """[seat, policy]: logarithms."""


def think(seen: Seen, effort: Effort) -> Thought:
    """A choice, or a stone to steal."""
    if seen.moves[0].startswith("steal"):
        return _steal(seen, effort)
    solution = _solution(seen, effort)
    reading = read(seen, solution, remember=effort.level >= 4)
    policies = _policies(reading.position, reading.beliefs, solution)
    mine = policies[seen.seat]
    if effort.level < 5:
        return _drawn(seen, effort, mine[effort.level - 1], None, None)
    worth = worths(reading.position, solution)[seen.seat]
    guess = crowd.guessed if seen.players > 2 else _guessed
    guessed = guess(policies, reading.beliefs)
    value = expected(worth, seen.seat, guessed)
    policy = mine[4] if seen.players > 2 else _sharp(value, mine[-1])
    return _drawn(seen, effort, policy, value, _expectation(seen.seat, guessed), solution, worth, policies)


def _policies(position: Position, beliefs: Array, solution: Solution | None) -> list[list[Policy]]:
    """[seat][policy]: how each seat would choose by each of the policies; the last one shuffles."""
    if len(position.hands) > 2:
        return crowd.all_policies(position, beliefs)
    return habits.all_policies(position, beliefs, solution)


def _guessed(policies: Sequence[Sequence[Policy]], beliefs: Array) -> list[Policy]:
    """How level 5 thinks that each of two seats will choose."""
    fits = [weights(np.log(LIKELY) + each) for each in beliefs]
    return [
        np.sum([fit * policy for fit, policy in zip(*each, strict=True)], axis=0)
        for each in zip(fits, policies, strict=True)
    ]


def _sharp(value: Array, shuffle: Policy) -> Policy:
    """The best answer, or nearly, and now and then a shuffled one."""
    best = value[shuffle > 0].max()
    sharp = shuffle * np.exp(np.minimum(value - best, 0) / SHARPNESS)
    return np.asarray(SAFETY * shuffle + (1 - SAFETY) * sharp / sharp.sum())


def _drawn(
    seen: Seen,
    effort: Effort,
    policy: Array,
    value: Array | None,
    why: Message | None,
    solution: Solution | None = None,
    worth: Array | None = None,
    policies: Sequence[Sequence[Array]] = (),
) -> Thought:
    """A choice drawn by `policy`, with the truth about it where that is known: against somebody who shuffles
    all choices of two seats are worth the same."""
    names = [_name(choice) for choice in CHOICES]
    move = effort.rng.choices(names, policy.tolist())[0]
    if value is None:
        return Thought(move)
    exact = solution is not None and worth is not None
    if exact and worth is not None:
        value = expected(worth, seen.seat, [each[-1] for each in policies])
    known = sorted(
        (Option(name, float(value[place])) for place, name in enumerate(names) if policy[place] > 0),
        key=lambda option: (-round(option.value, 9), option.move != move),
    )
    chosen = next(option.value for option in known if option.move == move)
    return Thought(
        move, chosen, "win", 0.0 if exact else None, exact, options=tuple(known), line=(move,), why=why
    )


def _expectation(seat: int, guessed: Sequence[Array]) -> Message | None:
    """What it expects somebody to show, where it is rather sure."""
    likely = max(
        (float(policy.max()), -other, int(policy.argmax()))
        for other, policy in enumerate(guessed)
        if other != seat
    )
    chance, other, place = likely
    if chance < CONFIDENT or CHOICES[place] < 0:
        return None
    return _("{choice} is to be expected from {player}.", choice=_name(CHOICES[place]), player=Seat(-other))


def _name(choice: int) -> str:
    return "empty" if choice == rules.EMPTY else "pass" if choice == rules.PASS else str(choice)


# --- what was seen -----------------------------------------------------------------------------


def read(seen: Seen, solution: Solution | None, *, remember: bool) -> Reading:
    """Play the steps again and weigh, round by round, how well each policy fits what each seat showed;
    without `remember` only the running round counts."""
    now = Position.of(_state(seen))
    beliefs = np.zeros((seen.players, 6 if seen.players > 2 else 5))
    position, found = None, beliefs.copy()
    for position, shown in _rounds(seen) if remember else ():
        if shown is None:
            break
        policies = _policies(position, found, solution)
        for seat, choice in enumerate(shown):
            if choice != NOT_ASKED:
                place = CHOICES.index(choice)
                chances = np.array([policy[place] for policy in policies[seat]])
                found[seat] += np.log((1 - SLIP) * chances + SLIP / len(CHOICES))
    # A game that was begun from a position has a past that nobody told.
    return Reading(now, found if position == now else beliefs)


def _rounds(seen: Seen) -> list[tuple[Position, tuple[int, ...] | None]]:
    """Each round's position, with what all showed in it; None for the running one."""
    state = rules.start(seen.players, seen.options)
    found: list[tuple[Position, tuple[int, ...] | None]] = []
    before = Position.of(state)
    for step in seen.steps:
        move = _move(state, step)
        if move is None:
            break
        choices = state.choices
        state = state.after(step.seat or 0, move)
        if step.seat is not None and move < STEAL:
            choices = (*choices[: step.seat], move, *choices[step.seat + 1 :])
        if UNDECIDED not in choices and not state.is_stealing:
            found.append((before, choices))
            before = Position.of(state)
    return [*found, (before, None)]


def _move(state: State, step: Step) -> int | None:
    """The move of a step; None where it is hidden, or fits no game from the beginning."""
    if step.seat is None or step.text == HIDDEN or step.seat not in state.to_act:
        return None
    return next((move for move in state.moves(step.seat) if state.move_text(move) == step.text), None)


def _state(seen: Seen) -> State:
    """The running round before anybody chose, as all know it; or with all choices, when somebody steals."""
    view = seen.view
    hands: tuple[Hand, ...] = tuple((a, b, c, d) for a, b, c, d in view["hands"])
    empty = tuple(view["empty"])
    prizes = tuple(tuple(Prize(*prize) for prize in prizes) for prizes in view["prizes"])
    shown = view["shown"]
    choices = rules.fresh_choices(hands, empty) if shown is None else tuple(shown)
    return State(hands, empty, prizes, choices, None)


# --- stealing ----------------------------------------------------------------------------------


def _steal(seen: Seen, effort: Effort) -> Thought:
    """The stone after whose loss the seat stands best when all shuffle from then on; a child takes the
    highest."""
    state = _state(seen)
    solution = _solution(seen, effort)
    values = {
        move: _standing(state.after(seen.seat, move), seen.seat, solution) for move in state.moves(seen.seat)
    }
    best = max(values, key=lambda move: (values[move], move))
    if effort.level == 1:
        best = max(values, key=lambda move: (state.choices[move - STEAL], move))
    options = tuple(
        Option(state.move_text(move), values[move]) for move in sorted(values, key=lambda move: -values[move])
    )
    exact = seen.players == 2 and solution is not None
    name = state.move_text(best)
    return Thought(name, values[best], "win", 0.0 if exact else None, exact, options=options, line=(name,))


def _standing(state: State, seat: int, solution: Solution | None) -> float:
    """What the beginning of a round, or the end, is worth to `seat` when all shuffle."""
    if state.result is not None:
        places = state.result.places
        others = [place for other, place in enumerate(places) if other != seat]
        return sum(0.5 + 0.5 * ((place > places[seat]) - (place < places[seat])) for place in others) / len(
            others
        )
    position = Position.of(state)
    policies = [shuffled(*kind) for kind in zip(state.hands, state.empty, strict=True)]
    value = expected(worths(position, solution)[seat], seat, policies)
    return float(value @ policies[seat])
