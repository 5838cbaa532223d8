"""The exact optimum of Fischkopf, checked by playing it out."""

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, stdev
from types import ModuleType

import pytest

import handvoll
from handvoll.bots import Seen, best
from handvoll.core.game import Game
from handvoll.games.fischkopf import opponent, rules, solver


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


def test_among_many_a_seat_knows_how_many_it_leaves_behind() -> None:
    """Playing the last turn of four out many times leaves as many behind as is said at its first move."""
    game = handvoll.new("fischkopf", 4)
    rng = random.Random(11)
    while game.chance or game.to_act[0] < 3:
        game = game.deal(rng.randrange) if game.chance else first_move(game)
    said = best(game, 3, 5)
    assert (said.unit, said.exact) == ("win", False)
    assert said.value is not None
    shares = []
    for _try in range(300):
        after = game
        while not after.over and not after.state.playoff:
            after = after.deal(rng.randrange) if after.chance else after.play(3, best(after, 3, 5).move)
        shares.append(left_behind(after, 3))
    error = stdev(shares) / len(shares) ** 0.5
    assert fmean(shares) == pytest.approx(said.value, abs=4 * error)


def first_move(game: Game) -> Game:
    seat = game.to_act[0]
    return game.play(seat, game.legal(seat)[0])


def test_who_has_played_knows_what_to_hope_for() -> None:
    """Of four, one after the other: what each can hope for grows or falls with what the next ones throw, and
    is the truth in the end."""
    game = handvoll.new("fischkopf", 4)
    rng = random.Random(3)
    while not game.over:
        game = game.deal(rng.randrange) if game.chance else first_move(game)
        hopes = [opponent.hope(Seen.of(game, seat)) for seat in range(4)]
        points = game.view(0)["points"]
        assert [hope is None for hope in hopes] == [had is None for had in points]
    assert hopes == [left_behind(game, seat) for seat in range(4)]
    assert len(set(points)) == 4


def left_behind(game: Game, seat: int) -> float:
    """Which part of the others a seat has left behind when all turns have ended."""
    points = game.view(seat)["points"]
    if game.result is not None and game.result.reason == "graete":
        return float(game.result.places[seat] == 1)
    others = [had for other, had in enumerate(points) if other != seat]
    return fmean([0.5 + 0.5 * ((had > points[seat]) - (had < points[seat])) for had in others])


@pytest.mark.parametrize("done", [(), (0,), (12, 30, 30), (78, 5, 41)])
def test_fewer_points_leave_more_behind(done: tuple[int, ...]) -> None:
    worths = solver.ranking(done, 3).points
    assert all(fewer >= more for fewer, more in itertools.pairwise(worths))
    assert 0 <= worths[-1] < worths[0] <= 1


def test_the_loser_of_a_playoff_has_left_the_others_behind() -> None:
    """Two of three play off (FK5): what the one hopes for lies between half of a place and all of it."""
    game = handvoll.new("fischkopf", 3)
    rng = random.Random(1)
    while not game.state.playoff or game.chance:
        if game.over:
            game = handvoll.new("fischkopf", 3)
        elif game.chance:
            game = game.deal(rng.randrange)
        else:
            game = first_move(game)
    assert len(game.view(0)["playoff"]) == 2
    value = best(game, game.to_act[0], 5).value
    assert value is not None
    assert 0.5 < value < 1


def test_the_published_tables_are_what_the_solver_says(script: Callable[[str], ModuleType]) -> None:
    tables = script("fischkopf")
    docs = Path(__file__).parents[2] / "docs"
    assert (docs / "fischkopf.md").read_text("utf-8") == tables.page()
    assert (docs / "fischkopf.txt").read_text("utf-8").splitlines() == [*tables.table_lines()]
