"""The law of the house: two states that differ only in what a reader may not know give that reader the same
view, text, scene, legal moves, paths, sentences, answers and steps, byte for byte."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.card import Trait
from handvoll.core.errors import IllegalMove, NotYourTurn
from handvoll.core.game import Game, step_json
from handvoll.core.picture import PLAIN
from handvoll.core.state import Step, View
from handvoll.games.zahlenpoker.rules import State

from .walk import (
    CALM,
    ODD_TEXTS,
    Setting,
    as_json,
    each_setting,
    line,
    moments,
    readers,
    settings_with,
    some,
)

WITH_SECRETS = settings_with(Trait.HIDDEN)
each_with_secrets = pytest.mark.parametrize("setting", WITH_SECRETS, ids=str)


@each_with_secrets
def test_no_reader_can_tell_redrawn_worlds_apart(setting: Setting) -> None:
    """At any moment of a random game, whatever a reader may not know is drawn anew: it is sent the same."""

    @given(st.integers(0, 3), st.integers(0, 10_000), st.integers(0, 2**32))
    @hypothesis_settings(CALM, max_examples=60)
    def check(seed: int, spot: int, luck: int) -> None:
        games = line(setting, seed).games
        game = games[spot % len(games)]
        for reader in readers(game):
            world = replace(game, state=game.state.redraw(reader, random.Random(luck).randrange))
            assert told(world, reader) == told(game, reader)
            check_next_steps(game, world, reader)
            handvoll.load(setting.game, world.position())  # what was drawn could really be

    check()


@pytest.mark.parametrize("setting", [one for one in WITH_SECRETS if handvoll.card(one.game).alike], ids=str)
def test_seats_that_know_the_same_see_the_same(setting: Setting) -> None:
    """Where a card says that all seats are alike, one device needs no curtain: no seat knows more."""
    for game in line(setting, 1).games:
        spectator = game.state.view(None)
        assert all(game.state.view(seat) == spectator for seat in range(setting.players))


def told(game: Game, reader: int | None) -> list[str]:
    """Everything a reader is sent about the game, or answered, as JSON texts."""
    view = game.view(reader)
    picture = game.card.picture
    scene = picture.scene(view)
    facts: list[Any] = [
        view,
        picture.text(view, PLAIN),
        scene.to_json(str),
        {move: list(path) for move, path in picture.paths(view).items()},
        [step_json(step) for step in game.seen_steps(reader)],
        [step_json(step) for step in game.witnessed(reader)],
        game.status(),
    ]
    if game.over:
        facts.append(str(picture.tell_end(view)))
    if reader is not None:
        facts.append(game.legal(reader))
        if reader in game.to_act:
            facts.append(str(picture.ask(view)))
            facts.append([answer(game, reader, text) for text in (*ODD_TEXTS, *_texts_of_others(game))])
    return list(map(as_json, facts))


def _texts_of_others(game: Game) -> list[str]:
    return sorted({step.text for step in game.steps()[-12:]})


def answer(game: Game, seat: int, text: str) -> list[str]:
    """What a seat is answered to a move text, if it is refused."""
    try:
        game.play(seat, text)
    except (IllegalMove, NotYourTurn) as refused:
        return [refused.code, getattr(refused, "ruling", ""), str(refused), game.read_move(seat, text)]
    return ["played"]


def check_next_steps(game: Game, world: Game, reader: int | None) -> None:
    """What may happen next in both worlds is seen in the same way; `seen` betrays nothing of the state."""
    for seat in game.to_act:
        common = {*game.legal(seat)} & {*world.legal(seat)}
        for text in some(sorted(common), 8):
            step = Step(seat, text)
            assert game.state.seen(step, reader) == world.state.seen(step, reader)
    if game.chance is not None:
        for outcome in some(sorted(game.outcomes() or ()), 8):
            if world.state.admits(outcome):
                step = Step(None, outcome)
                assert game.state.seen(step, reader) == world.state.seen(step, reader)


@each_with_secrets
def test_redrawing_really_changes_something(setting: Setting) -> None:
    """A check that cannot fail is none: some redrawn world differs, for every reader."""
    for reader in readers(setting.new()):
        differing = 0
        for game in moments(setting, 80):
            rng = random.Random(4)
            for _try in range(6):
                differing += game.state.redraw(reader, rng.randrange).position() != game.state.position()
        assert differing > 0, f"nothing is ever secret from {reader}"


@each_setting
def test_what_is_open_is_not_redrawn(setting: Setting) -> None:
    """Games without secrets return the very same position."""
    if Trait.HIDDEN not in setting.card.traits:
        for game in moments(setting, 20):
            for reader in readers(game):
                state = game.state.redraw(reader, random.Random(1).randrange)
                assert state.position() == game.state.position()


class Leaking(State):
    """Zahlenpoker with a view that shows one thing too many."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        return {**super().view(seat), "choices": list(self.choices)}


@pytest.mark.parametrize(("leak", "found"), [(State, False), (Leaking, True)])
def test_a_leak_would_be_found(leak: type[State], found: bool) -> None:
    """The comparison notices a view that shows what it may not, and nothing else."""
    game = handvoll.new("zahlenpoker", 3).play(1, "3")
    state = game.state
    assert isinstance(state, State)
    game = replace(game, state=leak(state.hands, state.empty, state.prizes, state.choices, state.last))
    rng = random.Random(1)
    worlds = [replace(game, state=game.state.redraw(0, rng.randrange)) for _try in range(20)]
    assert any(told(world, 0) != told(game, 0) for world in worlds) == found
