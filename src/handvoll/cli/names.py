"""Game names as people type them: `funf`, `Make Five`, `zahlen`."""

from __future__ import annotations

import unicodedata

from handvoll import games
from handvoll.core.card import Card
from handvoll.core.errors import UnknownGame
from handvoll.core.messages import _


def find_card(text: str) -> Card:
    """The game that `text` names: id, title or an unmistakable part of one; umlauts do not matter."""
    wanted = _folded(text)
    known = {
        card.id: {_folded(name) for name in (card.id, *card.title.values())}
        for card in games.cards().values()
    }
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [game for game, names in known.items() if any(fits(name, wanted) for name in names)]
        if len(found) == 1:
            return games.card(found[0])
        if found and wanted:
            raise UnknownGame(
                _("{game!r} can mean several games: {known}.", game=text[:40], known=", ".join(found))
            )
    return games.card(text)


def _folded(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())
