"""Any mixture of the verbs of a game keeps it in step with the simplest model: a stack of positions."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import handvoll
from handvoll.core.errors import NothingToUndo, Refusal
from handvoll.core.game import Game

from .walk import CALM, ODD_TEXTS, all_settings, each_game, some_time

LUCK = st.integers(0, 2**32)


def machine_for(name: str) -> type[RuleBasedStateMachine]:
    """The machine that plays, deals, takes back, writes down and loads the game of that id."""
    mine = [setting for setting in all_settings() if setting.game == name]

    class Playing(RuleBasedStateMachine):
        game: Game
        stack: list[str]

        @initialize(setting=st.sampled_from(mine))
        def begin(self, setting: object) -> None:
            assert setting in mine
            self.game = mine[mine.index(setting)].new()  # type: ignore[arg-type]
            self.stack = [self.game.position()]

        def move_on(self, game: Game) -> None:
            assert game.ply == self.game.ply + 1
            assert self.game.position() == self.stack[-1]
            self.game = game
            self.stack.append(game.position())

        @precondition(lambda self: self.game.to_act)
        @rule(luck=LUCK)
        def play(self, luck: int) -> None:
            rng = random.Random(luck)
            seat = rng.choice(self.game.to_act)
            at = some_time(self.game, rng)
            self.move_on(self.game.play(seat, rng.choice(self.game.legal(seat)), at))

        @precondition(lambda self: self.game.chance is not None)
        @rule(luck=LUCK)
        def happen(self, luck: int) -> None:
            self.move_on(self.game.happen(self.game.state.draw(random.Random(luck).randrange)))

        @rule()
        def undo(self) -> None:
            if len(self.stack) == 1:
                with pytest.raises(NothingToUndo):
                    self.game.undo()
            else:
                self.game = self.game.undo()
                self.stack.pop()

        @rule()
        def load(self) -> None:
            self.game = handvoll.load(name, self.stack[-1])
            self.stack = self.stack[-1:]

        @rule(seat=st.integers(-1, 12), text=st.sampled_from(ODD_TEXTS) | st.text(max_size=12))
        def try_nonsense(self, seat: int, text: str) -> None:
            if not (0 <= seat < self.game.players and text in self.game.legal(seat)):
                with pytest.raises(Refusal):
                    self.game.play(seat, text)
            if self.game.chance is None or not self.game.state.admits(text):
                with pytest.raises(Refusal):
                    self.game.happen(text)

        @invariant()
        def is_the_model(self) -> None:
            assert self.game.position() == self.stack[-1]
            assert len(self.game.steps()) == len(self.stack) - 1
            assert [bool(self.game.to_act), self.game.chance is not None, self.game.over].count(True) == 1

    return Playing


@each_game
def test_any_mixture_of_verbs(game: str) -> None:
    """Playing, chance, taking back, loading and nonsense in any order never lead out of the contract."""
    run_state_machine_as_test(
        machine_for(game), settings=hypothesis_settings(CALM, max_examples=25, stateful_step_count=40)
    )
