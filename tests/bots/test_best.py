"""The one interface of the opponents."""

import dataclasses

import pytest

import handvoll
from handvoll.bots import Seen, best
from handvoll.core.card import Trait
from handvoll.core.errors import BadRequest, GameOver, NotYourTurn

GAMES = sorted(handvoll.cards())


def some_turn(game_id: str) -> tuple[handvoll.Game, int]:
    """The first moment of a game at which somebody is asked."""
    game = handvoll.new(game_id)
    step = 0
    while game.chance:
        game = game.deal(lambda n, step=step: step % n)
        step += 1
    return game, game.to_act[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_level_plays_a_legal_move_in_every_game(game_id: str) -> None:
    game, seat = some_turn(game_id)
    for level in (1, 3, 5):
        thought = best(game, seat, level, 0.05, seed=level)
        assert thought.move in game.legal(seat)


@pytest.mark.parametrize("level", [0, 6, 2.0, True, "5"])
def test_a_level_outside_1_to_5_is_refused(level: object) -> None:
    game, seat = some_turn("zahlenpoker")
    with pytest.raises(BadRequest, match="from 1 to 5"):
        best(game, seat, level)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "1"])
def test_a_budget_that_is_no_time_is_refused(seconds: object) -> None:
    game, seat = some_turn("zahlenpoker")
    with pytest.raises(BadRequest, match="more than 0 seconds"):
        best(game, seat, None, seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize("nodes", [0, -1, 1.5, True, "x"])
def test_a_budget_that_is_no_number_of_nodes_is_refused(nodes: object) -> None:
    game, seat = some_turn("hnefatafl")
    with pytest.raises(BadRequest, match="at least one node"):
        best(game, seat, nodes=nodes)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 1.5, True, "x", None])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    game, seat = some_turn("hnefatafl")
    with pytest.raises(BadRequest, match="A seed is a whole number"):
        best(game, seat, 1, seed=seed)  # type: ignore[arg-type]


def test_a_seat_not_to_act_is_refused() -> None:
    game = handvoll.new("zahlenpoker", 3).play(1, "4")
    with pytest.raises(NotYourTurn):
        best(game, 1)
    with pytest.raises(BadRequest):
        best(game, 3)


def test_a_finished_game_is_refused() -> None:
    game = handvoll.new("zahlenpoker")
    while not game.over:
        seat = game.to_act[0]
        game = game.play(seat, game.legal(seat)[0])
    with pytest.raises(GameOver):
        best(game, 0)


@pytest.mark.parametrize("game_id", GAMES)
def test_an_opponent_gets_no_position_of_a_game_with_secrets(game_id: str) -> None:
    game, seat = some_turn(game_id)
    seen = Seen.of(game, seat)
    assert (seen.position is None) == (Trait.HIDDEN in game.card.traits)
    assert {field.name for field in dataclasses.fields(seen)} == {"card", "seat", "view", "steps", "position"}
