"""Sheets to print."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import handvoll
from handvoll.core.card import Card
from handvoll.core.paper import Pieces, pages, sheets
from handvoll.words import Words

PAPER = [card for card in handvoll.cards().values() if sheets(card)]


@pytest.mark.parametrize("card", PAPER, ids=lambda card: card.id)
def test_every_sheet_is_a_page_of_paper(card: Card) -> None:
    """Each page is A4, names the game, and holds its drawings within the margins."""
    found = pages(card, card.title["de"], str, qr='<svg viewBox="0 0 9 9"></svg>', address="http://house/")
    assert found
    for page in found:
        root = ElementTree.fromstring(page)
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        assert card.title["de"] in page
        assert "http://house/" in page
        for inner in root.findall("{http://www.w3.org/2000/svg}svg"):
            left, width = float(inner.attrib["x"]), float(inner.attrib["width"])
            top, height = float(inner.attrib["y"]), float(inner.attrib["height"])
            assert left >= 0
            assert left + width <= 210
            assert top + height <= 297


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("six", 90),
        ("high-five", 56),
        ("hnefatafl", 37),
        ("torris", 32),
        ("zahlenpoker", 32),
        ("huetchenspieler", 32),
    ],
)
def test_all_pieces_of_a_game_are_there(game: str, count: int) -> None:
    """As many pieces to cut out as the box holds."""
    card = handvoll.card(game)
    pieces = [len(sheet.symbols) for sheet in sheets(card) if isinstance(sheet, Pieces)]
    assert sum(pieces) == count
    drawn = "".join(pages(card, "x", str))
    assert len(re.findall("<use ", drawn)) >= count


def test_the_pad_says_what_counts_how_much_in_the_readers_language() -> None:
    """Every combination of High Five! with its points stands beneath the columns, within the margins."""
    card = handvoll.card("high-five")
    pad = pages(card, "High Five!", Words("de", card).say)[-1]
    lines = re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>([^<]+)</text>', pad)
    said = [text for _y, text in lines]
    assert said[said.index("höchste Farbreihe") - 1] == "25"
    assert said[said.index("ein Paar") - 1] == "1"
    assert all(float(y) < 297 - 10 for y, _text in lines)


def test_the_games_whose_boards_are_printed_are_those() -> None:
    """Only a slope cannot be printed."""
    assert {card.id for card in handvoll.cards().values()} - {card.id for card in PAPER} == {"make-five"}
