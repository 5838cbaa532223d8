"""The picture on each box."""

from __future__ import annotations

import pytest

import handvoll
from handvoll.core.card import Card
from handvoll.core.messages import Message
from handvoll.web.pages.pictures import cover, cover_position


@pytest.mark.parametrize("card", handvoll.cards().values(), ids=lambda card: card.id)
def test_every_box_has_a_lively_picture(card: Card) -> None:
    """The position on the box is one of this game, in its middle, and is drawn in light and in dark."""
    game, seat = cover_position(card)
    assert game.card is card
    assert not game.over
    assert game.ply > 3
    assert seat is None or 0 <= seat < game.players
    assert cover(card.id, False) != cover(card.id, True)
    shown = card.picture.scene(game.view(seat)).symbols
    assert not [symbol.id for symbol in shown if isinstance(symbol.text, Message)], "no word in no language"
