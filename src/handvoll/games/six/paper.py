"""Six on paper: the cards of all five players."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.paper import Pieces, Sheet
from handvoll.core.scene import Symbol
from handvoll.games.six.picture import COLOURS
from handvoll.games.six.rules import STROKES

UNIT = 42


def sheets() -> Sequence[Sheet]:
    """18 cards in each colour."""
    cards = [
        Symbol("card", f"card-{colour}-{STROKES[number]}", 0, 0, text=str(number))
        for colour in COLOURS
        for number in range(1, 19)
    ]
    return (Pieces(cards, 1.06, 1.5, UNIT),)
