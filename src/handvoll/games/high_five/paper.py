"""High Five! on paper: board, cards and a pad for the points."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.game import Game
from handvoll.core.paper import Board, Pad, Pieces, Sheet, copies
from handvoll.core.scene import Scene, Symbol
from handvoll.games.high_five import CARD
from handvoll.games.high_five.picture import COMBINATIONS

ON_THE_BOARD = ("board", "square", "start-square")
UNIT = 23
NUMBERS = range(1, 14)
PLAYERS = 4
ROWS = 20


def sheets() -> Sequence[Sheet]:
    """The empty board, 52 cards, a joker for each player, and a pad."""
    scene = CARD.picture.scene(Game.new(CARD).view(None))
    board = tuple(symbol for symbol in scene.symbols if symbol.symbol in ON_THE_BOARD)
    cards = [
        Symbol(
            "card",
            f"one-{colour}" if number == 1 else f"card-{colour}",
            0,
            0,
            text="" if number == 1 else str(number),
        )
        for colour in "rygb"
        for number in NUMBERS
    ]
    jokers = [joker for seat in range(PLAYERS) for joker in copies(1, "joker", seat=seat)]
    worth = [(name, points) for points, name in COMBINATIONS.items() if points]
    return Board(_around(board)), Pieces([*cards, *jokers], 1, 1, UNIT), Pad(PLAYERS, ROWS, worth)


def _around(symbols: tuple[Symbol, ...]) -> Scene:
    """The part of the plane that the squares take."""
    squares = [symbol for symbol in symbols if symbol.symbol != "board"]
    left, top = min(one.x for one in squares) - 0.55, min(one.y for one in squares) - 0.55
    right, bottom = max(one.x for one in squares) + 0.55, max(one.y for one in squares) + 0.55
    return Scene(left, top, right - left, bottom - top, symbols)
