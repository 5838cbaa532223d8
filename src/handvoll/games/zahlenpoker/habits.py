"""How players of Zahlenpoker choose: habits, answers to habits, and what a round is worth for any of it.

Whoever shows its nine hands in an order that nobody can guess cannot be beaten (`equilibrium.py`). So players
differ by how well they can be guessed, and how well they guess. A *policy* gives each of a seat's choices in
a round its probability. Among two (for more see `crowd.py`) these are

    habit      a child's: strong stones first
    level 2    answers the habit, not always rightly
    level 3    answers habit and level 2, half each
    level 4    answers what it saw of the others: which of the first three would have played so?
    shuffler   any of the hands left: the equilibrium

The answers are soft: better choices are likelier, by a temperature. Worths are computed by playing choices
through the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np

from handvoll.games.zahlenpoker import equilibrium, rules
from handvoll.games.zahlenpoker.equilibrium import CHOICES, Solution
from handvoll.games.zahlenpoker.rules import EMPTY, PASS, Hand, State

Array: TypeAlias = "np.ndarray[Any, Any]"
Policy: TypeAlias = Array
"""The probability of each of CHOICES; 0 for those that the seat does not have."""

EAGERNESS = 0.7
"""How much a child prefers each stone to the next weaker one (in the exponent)."""
EMPTY_EAGERNESS = 0.4
TEMPERATURES = (0.10, 0.08, 0.06)
"""Of the answers of levels 2, 3 and 4, in chances to win."""
TRUST = 0.6
"""How much of what it saw level 4 believes."""
SAFETY = 0.1
"""How often level 5 shuffles all the same."""
BY_PRIZES = 100
"""Prizes count before the values that only break ties (ZP6)."""
GAMES = {2: 400, 3: 250, 4: 80}
"""How many games are played on from a round, by the number of seats."""


@dataclass(frozen=True)
class Position:
    """What all know at the beginning of a round."""

    hands: tuple[Hand, ...]
    empty: tuple[bool, ...]
    prizes: tuple[int, ...]
    values: tuple[int, ...]

    @classmethod
    def of(cls, state: State) -> Position:
        """The position of a state."""
        prizes = tuple(map(len, state.prizes))
        values = tuple(sum(prize.value for prize in own) for own in state.prizes)
        return cls(state.hands, state.empty, prizes, values)


def shuffled(hand: Hand, unused: bool) -> Policy:
    """Each hand left with the same chance: the equilibrium."""
    policy = np.zeros(len(CHOICES))
    policy[CHOICES.index(EMPTY)] = unused
    for value in rules.VALUES:
        policy[CHOICES.index(value)] = hand[value - 1]
    if not policy.any():  # only then: an empty hand may steal what a pass would leave
        policy[CHOICES.index(PASS)] = 1
    return np.asarray(policy / policy.sum())


def habitual(hand: Hand, unused: bool) -> Policy:
    """Strong stones first."""
    liking = np.array([0, EMPTY_EAGERNESS, *(EAGERNESS * value for value in rules.VALUES)])
    policy = shuffled(hand, unused) * np.exp(liking)
    return np.asarray(policy / policy.sum())


# --- what a round brings -----------------------------------------------------------------------


@cache
def gains(players: int) -> tuple[Array, Array]:
    """[choice of each seat…, seat] -> prizes, and values, that the seat gains by such a round; a lone empty
    hand takes the highest stone. Played through the rules."""
    shape = (len(CHOICES),) * players + (players,)
    prizes, values = np.zeros(shape), np.zeros(shape)
    for places in product(range(len(CHOICES)), repeat=players):
        choices = tuple(CHOICES[place] for place in places)
        stolen = None
        if choices.count(EMPTY) == 1 and max(choices) > 0:
            stolen = choices.index(max(choices))
        for taker, owner in rules.kept_stones(choices, stolen):
            prizes[(*places, taker)] += 1
            values[(*places, taker)] += choices[owner]
    return prizes, values


@lru_cache(maxsize=5000)
def worths(position: Position, solution: Solution | None) -> Array:
    """[seat, choice of each seat…] -> what the round is worth to the seat when all choose so: the part of the
    others it will beat. Means nothing where a seat does not have the choice."""
    if solution is not None and len(position.hands) == 2:
        return _solved(position, solution)
    return _rolled_out(position)


def _solved(position: Position, solution: Solution) -> Array:
    """For two seats, exactly, when all shuffle from the next round on."""
    tables = equilibrium.ladder()
    played = rules.rounds_played(position.hands, position.empty)
    later = solution.worths(played + 1)
    first, second = (
        tables.leads_to[played][tables.index[played][kind]]
        for kind in zip(position.hands, position.empty, strict=True)
    )
    ahead = position.prizes[0] - position.prizes[1] + equilibrium.MOST_AHEAD + tables.ahead
    value = position.values[0] - position.values[1] + equilibrium.MOST_VALUE + tables.value
    ahead = np.clip(ahead, 0, later.shape[2] - 1)
    value = np.clip(value, 0, later.shape[3] - 1)
    found = later[np.maximum(first, 0)[:, None], np.maximum(second, 0)[None, :], ahead, value]
    return np.stack([found, 1 - found])


def _rolled_out(position: Position) -> Array:
    """For any number of seats, by playing on: everybody shuffles, in orders drawn once for all choices."""
    players, size = len(position.hands), len(CHOICES)
    kinds = list(zip(position.hands, position.empty, strict=True))
    legal = [np.flatnonzero(shuffled(*kind)) for kind in kinds]
    prizes, values = gains(players)
    table = (BY_PRIZES * prizes + values).astype(np.int32)
    games = GAMES[players]
    rounds = max(0, rules.MOST_ROUNDS - 1 - rules.rounds_played(position.hands, position.empty))
    rng = np.random.default_rng(rounds)
    orders = [_orders(kind, rng.random((games, rules.MOST_ROUNDS)), rounds) for kind in kinds]
    keys = table[np.ix_(*legal)][..., None, :]  # one axis more, for the games
    keys = keys + (BY_PRIZES * np.array(position.prizes, np.int32) + np.array(position.values, np.int32))
    keys = np.repeat(keys, games, axis=-2)
    table = table.reshape(-1, players)
    for number in range(rounds):
        place = np.zeros((1,) * players + (games,), np.int64)
        for seat, order in enumerate(orders):
            axes = (1,) * seat + (len(legal[seat]),) + (1,) * (players - seat - 1) + (games,)
            place = place * size + order[legal[seat], :, number].reshape(axes)
        keys += table[place]
    share: Any = np.full((players, *keys.shape[:-2]), 0.5 * (players - 1))
    for one, other in combinations(range(players), 2):
        ahead = 0.5 * np.sign(keys[..., one] - keys[..., other]).mean(axis=-1)
        share[one] += ahead
        share[other] -= ahead
    found: Any = np.zeros((players,) + (size,) * players)
    found[np.ix_(np.arange(players), *legal)] = share / (players - 1)
    return np.asarray(found)


def _orders(kind: tuple[Hand, bool], keys: Array, rounds: int) -> Array:
    """[choice, game, round] -> what a seat shows (a place in CHOICES) that shuffles what it has left after
    that choice. `keys` are random numbers for each game and each of its hands."""
    hand, unused = kind
    have = [CHOICES.index(EMPTY)] * unused
    for value in rules.VALUES:
        have += [CHOICES.index(value)] * hand[value - 1]
    found = np.full((len(CHOICES), len(keys), rounds), CHOICES.index(PASS))
    for place in range(len(CHOICES)):
        gone = have.index(place) if place in have else len(have) - 1
        left = [slot for slot in range(len(have)) if slot != gone][:rounds]
        order = np.argsort(keys[:, left], axis=1)
        found[place, :, : len(left)] = np.array(have, np.int64)[left][order]
    return found


# --- policies ----------------------------------------------------------------------------------


def expected(worth: Array, seat: int, policies: Sequence[Policy]) -> Array:
    """What each choice of `seat` is worth to it when the others choose by their policies."""
    found = worth
    for other in reversed(range(len(policies))):
        if other != seat:
            found = np.tensordot(found, policies[other], axes=(other, 0))
    return found


def answer(
    worth: Array, seat: int, policies: Sequence[Policy], fallback: Policy, temperature: float
) -> Policy:
    """The soft answer of `seat` to the others' policies: shuffling, turned towards what is worth more. Among
    more seats a round decides less: the temperature is as many times smaller as there are others."""
    value = expected(worth, seat, policies)
    best = value[fallback > 0].max()
    policy = fallback * np.exp(np.minimum(value - best, 0) * (len(policies) - 1) / temperature)
    return np.asarray(policy / policy.sum())


def all_policies(position: Position, beliefs: Array, solution: Solution | None) -> list[list[Policy]]:
    """[seat][policy]: how each of two seats would choose by each of the policies. `beliefs` are, per seat,
    the logarithms of how well each policy fits what the seat has shown."""
    worth = worths(position, solution)
    kinds = list(zip(position.hands, position.empty, strict=True))
    seats = range(len(kinds))
    shuffles = [shuffled(*kind) for kind in kinds]
    habits = [habitual(*kind) for kind in kinds]

    def answers(policies: Sequence[Policy], temperature: float) -> list[Policy]:
        return [answer(worth[seat], seat, policies, shuffles[seat], temperature) for seat in seats]

    second = answers(habits, TEMPERATURES[0])
    third = answers([(a + b) / 2 for a, b in zip(habits, second, strict=True)], TEMPERATURES[1])
    trusted = [weights(TRUST * beliefs[seat, :3]) for seat in seats]
    guessed = [
        trust[0] * a + trust[1] * b + trust[2] * c
        for trust, a, b, c in zip(trusted, habits, second, third, strict=True)
    ]
    fourth = answers(guessed, TEMPERATURES[2])
    return [list(each) for each in zip(habits, second, third, fourth, shuffles, strict=True)]


def weights(logarithms: Array) -> Array:
    """Probabilities in the proportion that the logarithms say."""
    found = np.exp(logarithms - logarithms.max())
    return np.asarray(found / found.sum())
