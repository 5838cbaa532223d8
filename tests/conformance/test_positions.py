"""Every game's position text restores it exactly, and a doctored one is refused or means what it says."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadPosition, NothingToUndo
from handvoll.core.game import Game
from handvoll.core.picture import PLAIN
from handvoll.core.state import View

from .walk import (
    CALM,
    Setting,
    all_settings,
    as_json,
    each_game,
    each_setting,
    line,
    readers,
    some,
    take_step,
)


@each_setting
def test_positions_restore_every_moment(setting: Setting) -> None:
    """At every step the position loads to the same position, status and legal moves."""
    for game, position in zip(*line(setting), strict=True):
        loaded = handvoll.load(setting.game, position)
        assert "\n" not in position
        assert loaded.position() == position
        assert loaded.status() == game.status()
        assert loaded.options == game.options
        for seat in game.to_act:
            assert loaded.legal(seat) == game.legal(seat)
        with pytest.raises(NothingToUndo):
            loaded.undo()


@each_setting
def test_what_was_loaded_looks_and_plays_the_same(setting: Setting) -> None:
    """Views of all readers are those of the game that was written down, also some steps later."""
    games = line(setting).games
    for start in some(range(len(games)), 15):
        loaded = handvoll.load(setting.game, games[start].position())
        for game in games[start : start + 6]:
            if game is not games[start]:
                step = game.step
                assert step is not None
                loaded = (
                    loaded.happen(step.text)
                    if step.seat is None
                    else loaded.play(step.seat, step.text, step.at)
                )
            for reader in readers(game):
                assert essence(loaded.view(reader)) == essence(game.view(reader))


def essence(view: View) -> View:
    """The view without what no position holds: what happened before it was written, and the numbers by which
    pictures know pieces again (a game that is loaded may number them anew)."""
    return {name: _unnumbered(value) for name, value in view.items() if name != "last"}


def _unnumbered(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(one, dict) and "number" in one for one in value):
        return sorted(as_json({name: one[name] for name in one if name != "number"}) for one in value)
    return value


Mutation = Callable[[str, st.DataObject], str]


def _spot(text: str, data: st.DataObject) -> int:
    return data.draw(st.integers(0, max(len(text) - 1, 0)), "spot")


def _deleted(text: str, data: st.DataObject) -> str:
    spot = _spot(text, data)
    return text[:spot] + text[spot + data.draw(st.integers(1, 4), "how many") :]


def _doubled(text: str, data: st.DataObject) -> str:
    spot = _spot(text, data)
    return text[: spot + 1] + text[spot:]


def _changed(text: str, data: st.DataObject) -> str:
    spot = _spot(text, data)
    letters = st.sampled_from("0123456789-.,:/=xabcdefghpPRBGYJWTV ") | st.characters()
    return text[:spot] + data.draw(letters, "letter") + text[spot + 1 :]


def _letters_swapped(text: str, data: st.DataObject) -> str:
    one, two = sorted((_spot(text, data), _spot(text, data)))
    return text[:one] + text[two : two + 1] + text[one + 1 : two] + text[one : one + 1] + text[two + 1 :]


def _fields_swapped(text: str, data: st.DataObject) -> str:
    fields = text.split(" ")
    one = data.draw(st.integers(0, len(fields) - 1), "one")
    two = data.draw(st.integers(0, len(fields) - 1), "two")
    fields[one], fields[two] = fields[two], fields[one]
    return " ".join(fields)


def _value_replaced(text: str, data: st.DataObject) -> str:
    fields = text.split(" ")
    spot = data.draw(st.integers(0, len(fields) - 1), "field")
    value = data.draw(
        st.sampled_from(
            ["", "-", "0", "-1", "1", "2", "9" * 30, "1e9", "٣", "None", "a" * 3000, "-/-", ",,", "²"]
        ),
        "value",
    )
    fields[spot] = fields[spot].partition("=")[0] + "=" + value
    return " ".join(fields)


def _value_of_another_moment(text: str, data: st.DataObject, others: list[str]) -> str:
    fields = text.split(" ")
    other = data.draw(st.sampled_from(others), "other moment").split(" ")
    spot = data.draw(st.integers(0, len(fields) - 1), "field")
    if spot < len(other):
        fields[spot] = other[spot]
    return " ".join(fields)


MUTATIONS: tuple[Mutation, ...] = (
    _deleted,
    _doubled,
    _changed,
    _letters_swapped,
    _fields_swapped,
    _value_replaced,
)


@each_game
def test_doctored_positions_are_refused_or_playable(game: str) -> None:
    """A changed position text gives BadPosition with its column, or is a canonical game one can play."""
    mine = [setting for setting in all_settings() if setting.game == game]

    @given(st.data())
    @CALM
    def check(data: st.DataObject) -> None:
        positions = line(data.draw(st.sampled_from(mine), "setting")).positions
        text = data.draw(st.sampled_from(some(positions, 60)), "position")
        for _round in range(data.draw(st.integers(1, 3), "rounds")):
            mutate = data.draw(st.sampled_from([*MUTATIONS, None]), "mutation")
            text = (
                _value_of_another_moment(text, data, some(positions, 60))
                if mutate is None
                else mutate(text, data)
            )
        loaded = _load(game, text)
        if isinstance(loaded, BadPosition):
            assert 1 <= loaded.place <= len(text) + 1
            assert 0 < len(str(loaded)) < 1000
        else:
            assert loaded.position() == text
            _play_a_little(loaded)

    check()


def _load(game: str, text: str) -> Game | BadPosition:
    try:
        return handvoll.load(game, text)
    except BadPosition as refused:
        return refused


def _play_a_little(game: Game) -> None:
    """Look at the game from all sides and play on: nothing may break."""
    rng = random.Random(3)
    for _step in range(8):
        for reader in readers(game):
            view = game.view(reader)
            as_json(view)
            assert game.card.picture.text(view, PLAIN)
            assert game.card.picture.scene(view).symbols
        if game.over:
            return
        game = take_step(game, rng)


@each_game
def test_noise_is_no_position(game: str) -> None:
    """Any text at all is answered with BadPosition or a game, never with another exception."""

    @given(st.text(max_size=200))
    @CALM
    def check(text: str) -> None:
        with pytest.raises(BadPosition):
            handvoll.load(game, text)

    check()
