"""The stones of the game, to cut out."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.paper import Pieces, Sheet, copies

UNIT = 23


def sheets() -> Sequence[Sheet]:
    """Four stones of each shape in light and in dark wood."""
    stones = [
        stone for wood in ("light", "dark") for shape in range(1, 5) for stone in copies(4, f"{wood}-{shape}")
    ]
    return (Pieces(stones, 1, 1, UNIT),)
