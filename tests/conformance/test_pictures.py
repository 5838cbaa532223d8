"""Every game's pictures and sentences keep their contract: views, scenes, paths, drawings, texts."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any
from xml.etree import ElementTree

from handvoll.core.card import Trait
from handvoll.core.game import Game
from handvoll.core.messages import Message
from handvoll.core.picture import Pen
from handvoll.core.scene import MARKS, Scene
from handvoll.core.state import View
from handvoll.words import Words

from .walk import Setting, as_json, each_game, each_setting, line, moments, readers

WIDEST_TEXT = 78
SEAT_MARK = re.compile(r"seat-\d+")

FORBIDDEN_ELEMENTS = {
    "script",
    "style",
    "link",
    "font",
    "font-face",
    "image",
    "a",
    "foreignObject",
    "iframe",
    "animate",
    "set",
}


def views(setting: Setting, count: int) -> Iterator[View]:
    """Views of all readers at some moments of a random game."""
    for game in moments(setting, count):
        for reader in readers(game):
            yield game.view(reader)


# --- views -------------------------------------------------------------------------------------


@each_setting
def test_views_are_plain_json(setting: Setting) -> None:
    """A view is made of JSON values with text keys alone, and comes out the same each time."""
    for game in moments(setting, 40):
        for reader in readers(game):
            view = game.view(reader)
            assert json.loads(as_json(view)) == view
            _check_keys(view)
            assert as_json(game.view(reader)) == as_json(view)


def _check_keys(value: Any) -> None:
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
        for inner in value.values():
            _check_keys(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_keys(inner)
    else:
        # A value of a subclass (an enum, a Message) would look different to another program.
        assert value is None or type(value) in (str, int, float, bool), value


@each_setting
def test_text_pictures_fit_a_terminal(setting: Setting) -> None:
    """In every language the text picture is at most 78 columns wide and without tabs; making it changes
    nothing in the view."""
    pens = [Pen(Words(language, setting.card).say) for language in ("de", "en")]
    for view in views(setting, 25):
        before = as_json(view)
        for pen in pens:
            text = setting.card.picture.text(view, pen)
            assert text.strip()
            assert "\t" not in text
            assert max(map(len, text.splitlines())) <= WIDEST_TEXT, text
        assert as_json(view) == before


# --- scenes ------------------------------------------------------------------------------------


@each_setting
def test_scenes_are_sound(setting: Setting) -> None:
    """Ids are unique, every drawing exists, marks are known, labels are messages, places are in the box."""
    drawings = _drawings(setting.game)
    for view in views(setting, 40):
        scene = setting.card.picture.scene(view)
        assert scene.width > 0
        assert scene.height > 0
        ids = [symbol.id for symbol in scene.symbols]
        assert len(set(ids)) == len(ids), sorted(id for id in ids if ids.count(id) > 1)
        for symbol in scene.symbols:
            assert symbol.symbol in drawings, symbol.symbol
            assert re.fullmatch(r"[a-z0-9][a-z0-9_.,>+-]*", symbol.id), symbol.id
            assert all(mark in MARKS or SEAT_MARK.fullmatch(mark) for mark in symbol.marks), symbol.marks
            assert symbol.label is None or isinstance(symbol.label, Message)
            assert symbol.label is None or str(symbol.label).strip()
            assert symbol.above is None or symbol.above in ids
            assert scene.left <= symbol.x <= scene.left + scene.width, symbol
            assert scene.top <= symbol.y <= scene.top + scene.height, symbol
        assert json.loads(as_json(scene.to_json(str))) == scene.to_json(str)


@each_setting
def test_paths_lead_to_exactly_the_legal_moves(setting: Setting) -> None:
    """Every legal move has a path of labelled symbols of the scene; none is the beginning of another."""
    for game in moments(setting, 40):
        for reader in readers(game):
            view = game.view(reader)
            paths = {move: tuple(path) for move, path in setting.card.picture.paths(view).items()}
            assert sorted(paths) == view["moves"]
            symbols = {symbol.id: symbol for symbol in setting.card.picture.scene(view).symbols}
            for path in paths.values():
                assert path
                assert all(id in symbols for id in path), path
                assert all(symbols[id].label is not None for id in path), path
            touched = sorted(paths.values())
            for one, two in itertools.pairwise(touched):
                assert two[: len(one)] != one, (one, two)


@each_setting
def test_pieces_stay_who_they_are(setting: Setting) -> None:
    """In games without secrets a step leaves most symbols where they are: over a whole game at most a third
    of the ids that go on change their place. Ids handed out anew at each step would not pass."""
    if Trait.HIDDEN in setting.card.traits:
        return
    places = [_places(game) for game in line(setting).games]
    kept = moved = 0
    for before, after in itertools.pairwise(places):
        common = before.keys() & after.keys()
        kept += len(common)
        moved += sum(before[id] != after[id] for id in common)
    assert kept > 0
    assert moved <= kept / 3, f"{moved} of {kept} moved"


def _places(game: Game) -> dict[str, tuple[float, float]]:
    return {symbol.id: (symbol.x, symbol.y) for symbol in _scene(game).symbols}


def _scene(game: Game) -> Scene:
    return game.card.picture.scene(game.view(None))


# --- drawings ----------------------------------------------------------------------------------


@cache
def _root(game: str) -> ElementTree.Element:
    import handvoll

    text = resources.files(handvoll.card(game).package).joinpath("symbols.svg").read_text("utf-8")
    assert "<!DOCTYPE" not in text
    assert "<!ENTITY" not in text
    return ElementTree.fromstring(text)


def _drawings(game: str) -> set[str]:
    return {element.get("id", "") for element in _root(game).iter("{http://www.w3.org/2000/svg}g")} - {""}


@each_game
def test_drawings_are_only_drawings(game: str) -> None:
    """symbols.svg holds no script, style sheet, font or link, nothing from elsewhere, and no id twice."""
    ids = [element.get("id") for element in _root(game).iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    for element in _root(game).iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") not in FORBIDDEN_ELEMENTS
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert name not in ("style", "font-family")
            if name.endswith("href"):
                assert value.startswith("#")
            assert all(target == "#" for target in re.findall(r"url\(['\"]?(.)", value))


# --- sentences ---------------------------------------------------------------------------------


@each_setting
def test_every_question_and_step_has_its_sentence(setting: Setting) -> None:
    """Whoever is to act is asked, and every step is told to every reader, in sentences that can be said."""
    games = line(setting).games
    picture = setting.card.picture
    for before, after in itertools.pairwise(games):
        assert after.step is not None
        for reader in readers(after):
            view = before.view(reader)
            if reader in before.to_act:
                _check_said(picture.ask(view))
            step = before.state.seen(after.step, reader)
            _check_said(picture.tell(view, step, after.view(reader)))
    for reader in readers(games[-1]):
        _check_said(picture.tell_end(games[-1].view(reader)))


def _check_said(message: Message) -> None:
    assert isinstance(message, Message)
    said = str(message)
    assert said.strip()
    assert not re.search(r"[{}]|\bNone\b", said), said
