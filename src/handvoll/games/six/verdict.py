"""What a move of Six gives up beside the best one, as its seat could see it."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, _n
from handvoll.games.six.rules import COVERS, SKIP, STROKES


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """A card that was not secured, or was covered although it is worth more than another."""
    if played == SKIP:
        number = sum(seen.view["throw"])
        return _n(
            "The {number} was worth one stroke.",
            "The {number} was worth {n} strokes.",
            STROKES[number],
            number=number,
        )
    if played not in COVERS or best not in COVERS:
        return None
    covered, other = (seen.view["places"][seen.seat][COVERS.index(move)][-1] for move in (played, best))
    if STROKES[covered] <= STROKES[other]:
        return None
    return _n(
        "{move} covers the {number}, worth {strokes} strokes; {best} covers the {other}, worth one.",
        "{move} covers the {number}, worth {strokes} strokes; {best} covers the {other}, worth {n}.",
        STROKES[other],
        move=played,
        best=best,
        number=covered,
        strokes=STROKES[covered],
        other=other,
    )
