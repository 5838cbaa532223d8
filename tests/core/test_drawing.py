"""A scene as a standalone SVG: sound by itself, and beside others in one page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import handvoll
from handvoll.core.card import Card
from handvoll.core.drawing import draw

CARDS = list(handvoll.cards().values())


def drawn(card: Card, *, dark: bool = False) -> str:
    """The first moment of a game."""
    return draw(card, card.picture.scene(handvoll.new(card.id).view(None)), dark=dark)


def ids(svg: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', svg)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_drawing_holds_all_it_refers_to(card: Card) -> None:
    """Every reference leads to one thing inside the drawing, and it is well-formed."""
    svg = drawn(card)
    ElementTree.fromstring(svg)
    assert len(set(ids(svg))) == len(ids(svg))
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', svg)) <= set(ids(svg))


def test_drawings_in_one_page_do_not_borrow_from_each_other() -> None:
    """No id is shared by two games, nor by the light and the dark drawing of one."""
    every = [name for card in CARDS for dark in (False, True) for name in ids(drawn(card, dark=dark))]
    assert every
    assert len(set(every)) == len(every)
