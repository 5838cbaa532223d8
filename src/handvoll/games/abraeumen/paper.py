"""Abräumen on paper: the board, and the stones to cut out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handvoll.core.game import Game
from handvoll.core.paper import Board, Pieces, Sheet, without
from handvoll.games.abraeumen import CARD

STONES = ("stone-light", "stone-dark")
UNIT = 23


def sheets() -> Sequence[Sheet]:
    """The empty board, and the stones that lie on it at the start."""
    scene = CARD.picture.scene(Game.new(CARD).view(None))
    stones = [replace(symbol, marks=()) for symbol in scene.symbols if symbol.symbol in STONES]
    return Board(without(scene, *STONES, "count")), Pieces(stones, 1, 1, UNIT)
