"""Fischkopf on paper: the fish, and the stones to cut out."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.game import Game
from handvoll.core.paper import Board, Pieces, Sheet, copies
from handvoll.core.scene import Scene
from handvoll.games.fischkopf import CARD

ON_THE_BOARD = ("fish", "field", "field-bone")
STONES = 12
UNIT = 24


def sheets() -> Sequence[Sheet]:
    """The empty fish, and a stone for each of its fields."""
    scene = CARD.picture.scene(Game.new(CARD).view(None))
    fish = tuple(symbol for symbol in scene.symbols if symbol.symbol in ON_THE_BOARD)
    return Board(Scene(scene.left, scene.top, scene.width, 10.6, fish)), Pieces(
        copies(STONES, "stone"), 1, 1, UNIT
    )
