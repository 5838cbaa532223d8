"""The stones of the game, to cut out."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.paper import Pieces, Sheet, copies

UNIT = 23


def sheets() -> Sequence[Sheet]:
    """16 light and 16 dark stones."""
    stones = [*copies(16, "stone-light"), *copies(16, "stone-dark")]
    return (Pieces(stones, 1, 1, UNIT),)
