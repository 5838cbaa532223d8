"""Hnefatafl on paper: the board, and the men to cut out."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.game import Game
from handvoll.core.paper import Board, Pieces, Sheet, copies, without
from handvoll.games.hnefatafl import CARD

UNIT = 14


def sheets() -> Sequence[Sheet]:
    """The empty board, 24 attackers, twelve defenders and the king."""
    scene = CARD.picture.scene(Game.new(CARD).view(None))
    men = [*copies(24, "attacker"), *copies(12, "defender"), *copies(1, "king")]
    return Board(without(scene, "attacker", "defender", "king")), Pieces(men, 1, 1, UNIT)
