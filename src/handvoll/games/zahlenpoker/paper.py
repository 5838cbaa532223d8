"""The stones of the game, to cut out."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.paper import Pieces, Sheet, copies

COPIES = 2
PLAYERS = 4
UNIT = 23


def sheets() -> Sequence[Sheet]:
    """The stones of four players, each shape twice."""
    stones = [
        stone
        for seat in range(PLAYERS)
        for shape in range(1, 5)
        for stone in copies(COPIES, f"stone-{shape}", seat=seat)
    ]
    return (Pieces(stones, 1, 1, UNIT),)
