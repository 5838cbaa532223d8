"""The exact solution of Zahlenpoker for two seats."""

import random

import numpy as np
import pytest

from handvoll.games.zahlenpoker import equilibrium, matrix, rules
from handvoll.games.zahlenpoker.rules import State


@pytest.fixture(scope="module")
def solution() -> equilibrium.Solution:
    """Solved anew, nothing kept."""
    return equilibrium.Solution(keep=False)


def solved(game: list[list[float]]) -> tuple[float, list[float], list[float]]:
    """The worth of a matrix game and both mixes."""
    rows, columns = len(game), len(game[0])
    row_mix, column_mix = np.zeros(rows), np.zeros(columns)
    tableau = np.zeros((rows + 1, rows + columns + 1))
    worth = matrix.solve(np.array(game, float), rows, columns, tableau, row_mix, column_mix)
    return worth, list(row_mix), list(column_mix)


@pytest.mark.parametrize(
    ("game", "worth"),
    [
        ([[3.0]], 3),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),  # scissors, paper, stone
        ([[3, -1], [-2, 4]], 1),  # a textbook's two by two: (3·4 - 2) / (3 + 4 + 1 + 2)
    ],
)
def test_matrix_games_come_out_as_known(game: list[list[float]], worth: float) -> None:
    found, row_mix, column_mix = solved(game)
    table = np.array(game, float)
    assert min(np.array(row_mix) @ table) == pytest.approx(found, abs=1e-9)
    assert max(table @ np.array(column_mix)) == pytest.approx(found, abs=1e-9)
    assert found == pytest.approx(worth, abs=1e-9)


def test_random_matrix_games_are_solved_from_both_sides() -> None:
    """A mix that no column beats and one that no row beats, at the same worth: that is the solution."""
    rng = random.Random(5)
    for _ in range(300):
        rows, columns = rng.randint(1, 5), rng.randint(1, 5)
        table = [[rng.choice([0.0, 0.5, 1.0, rng.random()]) for _ in range(columns)] for _ in range(rows)]
        worth, row_mix, column_mix = solved(table)
        assert sum(row_mix) == pytest.approx(1)
        assert sum(column_mix) == pytest.approx(1)
        assert min(row_mix + column_mix) >= -1e-9
        assert min(np.array(row_mix) @ np.array(table)) == pytest.approx(worth, abs=1e-8)
        assert max(np.array(table) @ np.array(column_mix)) == pytest.approx(worth, abs=1e-8)


def best_answer(state: State, seat: int, solution: equilibrium.Solution) -> float:
    """What somebody who knows the other seat's mixes wins at most: written over the rules alone."""
    if state.result is not None:
        places = state.result.places
        return 0.5 if places[0] == places[1] else float(places[seat] == 1)
    if state.is_stealing:
        (thief,) = state.to_act
        (only,) = state.moves(thief)
        return best_answer(state.after(thief, only), seat, solution)
    _, mix, _ = solution.play(state, 1 - seat)
    return max(
        sum(
            share * best_answer(state.after(1 - seat, theirs).after(seat, mine), seat, solution)
            for theirs, share in mix.items()
            if share > 0
        )
        for mine in state.moves(seat)
    )


def late_position(rng: random.Random, rounds: int) -> State:
    """A moment after so many rounds of random choices."""
    state = rules.start(2, {})
    while rules.rounds_played(state.hands, state.empty) < rounds or len(state.to_act) != 2:
        seat = state.to_act[0]
        state = state.after(seat, rng.choice(state.moves(seat)))
    return state


def test_nobody_can_gain_against_the_solution(solution: equilibrium.Solution) -> None:
    """From moments with up to four rounds to go, the best answer to the mixes wins no more than the worth."""
    rng = random.Random(11)
    for _ in range(40):
        state = late_position(rng, rng.choice([5, 5, 6, 7]))
        worth = solution.play(state, 0)[0]
        assert best_answer(state, 0, solution) == pytest.approx(worth, abs=1e-6)
        assert best_answer(state, 1, solution) == pytest.approx(1 - worth, abs=1e-6)


def test_the_game_is_even_and_shuffling_solves_it(solution: equilibrium.Solution) -> None:
    """At the start each of the nine hands (eight stones, one empty) comes with the same chance."""
    worth, mix, _ = solution.play(rules.start(2, {}), 0)
    assert worth == pytest.approx(0.5, abs=1e-9)
    assert mix[rules.EMPTY] == pytest.approx(1 / 9, abs=1e-6)
    for value in rules.VALUES:
        assert mix[value] == pytest.approx(2 / 9, abs=1e-6)
