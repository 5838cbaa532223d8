"""The ten games, one folder each. A folder whose package has a `CARD` is a game; no list is kept."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from handvoll.core.card import Card
from handvoll.core.errors import UnknownGame
from handvoll.core.game import Game
from handvoll.core.messages import _


@cache
def cards() -> Mapping[str, Card]:
    """The card of every game, by id, in the alphabet's order."""
    found = (
        importlib.import_module(f"{__name__}.{module.name}").CARD
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    )
    return {card.id: card for card in sorted(found, key=lambda card: card.id)}


def card(game: str) -> Card:
    """The card of the game of that id."""
    found = cards().get(game) if type(game) is str else None
    if found is None:
        near = difflib.get_close_matches(str(game)[:40].lower().replace(" ", "-"), cards(), 1, 0.5)
        if near:
            raise UnknownGame(
                _("There is no game {game!r}; did you mean {near}?", game=str(game)[:40], near=near[0])
            )
        raise UnknownGame(
            _("There is no game {game!r}; there are: {known}.", game=str(game)[:40], known=", ".join(cards()))
        )
    return found


def new(game: str, players: int | None = None, options: Mapping[str, object] | None = None) -> Game:
    """A game from its beginning: `new("six", 3, {"pasch": True})`."""
    return Game.new(card(game), players, options)


def load(game: str, position: str) -> Game:
    """The game whose `position()` is given."""
    return Game.load(card(game), position)


def replay(record: str) -> Game:
    """The game that `Game.record()` wrote, played again step by step."""
    from handvoll.core.record import read_game

    return read_game(record, card)[1]
