"""The exact optimum of Fischkopf, checked by playing it out."""

import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import handvoll
from handvoll.bots import best
from handvoll.core.game import Game
from handvoll.games.fischkopf import rules, solver


def play_alone(rng: random.Random, *, may_stop: bool = False) -> int:
    """The points of one turn of the exact player, played through the rules."""
    turn = solver.solve(solver.fewest_points(may_stop))
    state = rules.start(1, {"may_stop": may_stop})
    while state.result is None:
        if state.chance:
            state = state.after_chance(state.draw(rng.randrange))
            continue
        worth = {
            rules.ROLL: turn.before_throw,
            rules.STOP: turn.stopping,
        }
        stones = state.stones
        move = max(state.moves(0), key=lambda m: worth[m](stones) if m in worth else turn.placing(stones, m))
        state = state.after(0, move)
    return int(state.result.scores[0])


@pytest.mark.parametrize("may_stop", [False, True])
def test_simulated_turns_end_with_the_points_that_the_table_expects(may_stop: bool) -> None:
    rng = random.Random(2)
    points = [play_alone(rng, may_stop=may_stop) for _ in range(3000)]
    mean = sum(points) / len(points)
    spread = (sum((p - mean) ** 2 for p in points) / len(points)) ** 0.5
    expected = -solver.solve(solver.fewest_points(may_stop)).before_throw(0)
    assert mean == pytest.approx(expected, abs=4 * spread / len(points) ** 0.5)


def test_the_chances_of_all_ends_sum_to_one_and_to_the_expectation() -> None:
    turn = solver.solve(solver.fewest_points())
    chances, bone = turn.ends()
    assert float(chances.sum()) + bone == pytest.approx(1, abs=1e-9)
    mean = float(chances @ range(79)) + bone * rules.free_sum(rules.BONE)
    assert mean == pytest.approx(-turn.before_throw(0), abs=1e-6)


def test_no_placing_is_worth_more_than_the_table_says() -> None:
    """The worth of every set is the mean over the throws of its best placing: the equation it must solve."""
    turn = solver.solve(solver.fewest_points())
    for stones in random.Random(4).sample(range(4096), 300):
        if stones & rules.HEAD == rules.HEAD or stones == rules.BONE:
            continue
        mean = 0.0
        for throw, weight in rules.WEIGHTS.items():
            free = [f for f in rules.FITTING[throw] if not stones & rules.BIT[f]]
            mean += (
                weight
                / 36
                * (max(turn.placing(stones, f) for f in free) if free else -rules.free_sum(stones))
            )
        assert float(turn.worth[stones]) == pytest.approx(mean, abs=1e-9)


def after_first_turn(rng: random.Random) -> Game:
    """A game of two in which seat 0 has played its turn, not too well."""
    game = handvoll.new("fischkopf", 2)
    while game.chance or game.to_act == (0,):
        game = game.deal(rng.randrange) if game.chance else game.play(0, rng.choice(game.legal(0)))
        if game.over:
            return after_first_turn(rng)
        while game.chance and not game.over:
            game = game.deal(rng.randrange)
    return game


def test_the_last_seat_knows_its_chance_to_win() -> None:
    """Playing the last turn out many times wins as often as the opponent says at its first move."""
    rng = random.Random(7)
    game = after_first_turn(rng)
    said = best(game, 1, 5, seed=1)
    assert said.unit == "win"
    assert said.exact
    assert said.value is not None
    wins = 0.0
    tries = 300
    for _ in range(tries):
        after = game
        while not after.over and (after.chance or after.to_act == (1,)) and not after.state.playoff:
            after = after.deal(rng.randrange) if after.chance else after.play(1, best(after, 1, 5).move)
        wins += 0.5 if after.result is None else after.result.places[1] == 1
    assert wins / tries == pytest.approx(said.value, abs=4 * 0.5 / tries**0.5)


def test_the_published_tables_are_what_the_solver_says(script: Callable[[str], ModuleType]) -> None:
    tables = script("fischkopf")
    docs = Path(__file__).parents[2] / "docs"
    assert (docs / "fischkopf.md").read_text("utf-8") == tables.page()
    assert (docs / "fischkopf.txt").read_text("utf-8").splitlines() == [*tables.table_lines()]
