"""How players of Zahlenpoker choose at tables of three and four.

Among two, an answer to the other's policy is all there is. Among more, whoever answers *the same* way sits at
the table too: where two seats both show the empty hand to rob a child, neither robs anybody (ZP5), and where
both show the stone that beats it, they cancel each other (ZP3). So every answer counts on others of its own
kind, and is found by letting all seats answer each other again and again:

    level 1    a child's habit: strong stones first
    level 2    answers a table of which a third are children and the rest its own kind
    level 3    answers a table of mostly level 2, some children and a few of its own kind
    level 4    asks which of levels 1 to 4 would have shown what each seat showed; expects level 3 at first
    level 5    asks the same of levels 1 to 5 and of shuffling, and shuffles now and then itself
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from handvoll.games.zahlenpoker.habits import (
    SAFETY,
    Array,
    Policy,
    Position,
    answer,
    habitual,
    shuffled,
    weights,
    worths,
)

TEMPERATURES = {2: 0.05, 3: 0.03, 4: 0.03, 5: 0.03}
"""Of the answers, in chances to win, as in `habits`."""
LIKE_MYSELF = {2: 2 / 3, 3: 0.2}
"""Which part of the other seats levels 2 and 3 take for their own kind."""
CHILDREN = 0.3
"""Which part of the rest level 3 takes for children."""
TAKEN_FOR = {4: (1.0, 1.0, 4.0, 2.0), 5: (1.0, 1.0, 1.0, 4.0, 2.0, 2.0)}
"""What levels 4 and 5 take a seat for before it has shown anything: a weight for each policy."""
ANSWERS = 6
"""How often seats of one kind answer each other; each answer moves them half the way."""


def all_policies(position: Position, beliefs: Array) -> list[list[Policy]]:
    """[seat][policy]: how each seat would choose by levels 1 to 5, and shuffling. `beliefs` are, per seat,
    the logarithms of how well each policy fits what the seat has shown."""
    return _all_policies(position, tuple(map(tuple, beliefs.tolist())))


def guessed(policies: Sequence[Sequence[Policy]], beliefs: Array) -> list[Policy]:
    """How level 5 thinks that each seat will choose."""
    return [_mixed(own, fits) for own, fits in zip(policies, _taken_for(5, beliefs), strict=True)]


@lru_cache(maxsize=500)
def _all_policies(position: Position, beliefs: tuple[tuple[float, ...], ...]) -> list[list[Policy]]:
    kinds = list(zip(position.hands, position.empty, strict=True))
    shuffles = [shuffled(*kind) for kind in kinds]
    lower = [[habitual(*kind)] for kind in kinds]

    def add(level: int, taken: Sequence[Array]) -> None:
        """To what is `lower`; `taken` weighs for each seat what is there already, and then its like."""
        others = [_mixed(own, fits) for own, fits in zip(lower, taken, strict=True)]
        alike = _alike(position, others, [fits[-1] for fits in taken], TEMPERATURES[level])
        for own, policy in zip(lower, alike, strict=True):
            own.append(policy)

    rest = 1 - LIKE_MYSELF[3]
    add(2, [np.array([1 - LIKE_MYSELF[2], LIKE_MYSELF[2]])] * len(kinds))
    add(3, [np.array([rest * CHILDREN, rest * (1 - CHILDREN), LIKE_MYSELF[3]])] * len(kinds))
    add(4, _taken_for(4, np.array(beliefs)))
    for own, shuffle in zip(lower, shuffles, strict=True):
        own.append(shuffle)
    add(5, [np.append(np.delete(fits, 4), fits[4]) for fits in _taken_for(5, np.array(beliefs))])
    return [
        [*own[:4], SAFETY * shuffle + (1 - SAFETY) * own[5], shuffle]
        for own, shuffle in zip(lower, shuffles, strict=True)
    ]


def _alike(
    position: Position, others: Sequence[Policy], likeness: Sequence[float], temperature: float
) -> list[Policy]:
    """How seats of one kind choose that expect of each seat what `others` say, and for the part `likeness`
    what they would do themselves."""
    worth = worths(position, None)
    shuffles = [shuffled(*kind) for kind in zip(position.hands, position.empty, strict=True)]
    found = shuffles
    for _answer in range(ANSWERS):
        expected = [other + part * own for other, part, own in zip(others, likeness, found, strict=True)]
        found = [
            (own + answer(worth[seat], seat, expected, shuffles[seat], temperature)) / 2
            for seat, own in enumerate(found)
        ]
    return found


def _taken_for(level: int, beliefs: Array) -> list[Array]:
    """[seat]: the chance of each policy, as the level takes it."""
    prior = np.log(TAKEN_FOR[level])
    return [weights(prior + fits[: len(prior)]) for fits in beliefs]


def _mixed(policies: Sequence[Policy], fits: Array) -> Policy:
    """The policies by their weights; weights beyond them count for others."""
    return np.asarray(sum(fit * policy for fit, policy in zip(fits, policies, strict=False)))
