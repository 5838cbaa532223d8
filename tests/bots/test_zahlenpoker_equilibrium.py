"""The exact solution of Zahlenpoker for two seats."""

import random

import numpy as np
import pytest

from handvoll.bots.compiled import is_compiling, twins
from handvoll.games.zahlenpoker import equilibrium, habits, matrix, rules
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
        state = late_position(rng, rng.choice([5, 5, 6, 7] if is_compiling() else [6, 7, 7]))
        worth = solution.play(state, 0)[0]
        assert best_answer(state, 0, solution) == pytest.approx(worth, abs=1e-6)
        assert best_answer(state, 1, solution) == pytest.approx(1 - worth, abs=1e-6)


@pytest.mark.skipif(not is_compiling(), reason="four million matrix games need the compiler")
def test_the_game_is_even_and_shuffling_solves_it(solution: equilibrium.Solution) -> None:
    """At the start each of the nine hands (eight stones, one empty) comes with the same chance."""
    worth, mix, _ = solution.play(rules.start(2, {}), 0)
    assert worth == pytest.approx(0.5, abs=1e-9)
    assert mix[rules.EMPTY] == pytest.approx(1 / 9, abs=1e-6)
    for value in rules.VALUES:
        assert mix[value] == pytest.approx(2 / 9, abs=1e-6)


@pytest.mark.skipif(not is_compiling(), reason="four million matrix games need the compiler")
def test_the_whole_game_cannot_be_exploited(solution: equilibrium.Solution) -> None:
    """From the start, over every moment of all nine rounds: whoever knows the solution's mixes and answers
    them as well as can be, in either seat, wins half the games and not a millionth more."""
    import numba

    kernels = twins(matrix, equilibrium)
    fill_game, solve = kernels["fill_game"], kernels["solve"]

    @numba.njit(nogil=True)
    def answer_round(leads_to, ahead, value, worths_later, later, answers, reach):  # type: ignore[no-untyped-def]
        size = leads_to.shape[1]
        game, own = np.zeros((size, size)), np.zeros((size, size))
        tableau = np.zeros((size + 1, 2 * size + 1))
        row_mix, column_mix = np.zeros(size), np.zeros(size)
        rows, columns = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
        spot = np.zeros(4, np.int64)
        middle = answers.shape[3] // 2
        for first in range(answers.shape[1]):
            for second in range(answers.shape[2]):
                for lead in range(max(middle - reach, 0), min(middle + reach, 2 * middle) + 1):
                    for values in range(answers.shape[4]):
                        spot[0], spot[1], spot[2], spot[3] = first, second, lead, values
                        fill_game(leads_to, ahead, value, worths_later, spot, game, rows, columns)
                        n, m = rows[-1], columns[-1]
                        solve(game, n, m, tableau, row_mix, column_mix)
                        fill_game(leads_to, ahead, value, later[0], spot, own, rows, columns)
                        best = 0.0
                        for i in range(n):
                            best = max(best, np.sum(own[i, :m] * column_mix[:m]))
                        answers[0, first, second, lead, values] = best
                        fill_game(leads_to, ahead, value, later[1], spot, own, rows, columns)
                        least = 1.0
                        for j in range(m):
                            least = min(least, np.sum(own[:n, j] * row_mix[:n]))
                        answers[1, first, second, lead, values] = least

    tables = equilibrium.ladder()
    end = equilibrium.final_worths()
    later = np.stack([end, end])
    for played in reversed(range(equilibrium.LAST_ROUND)):
        kinds = len(tables.kinds[played])
        answers = np.full((2, kinds, kinds, *end.shape[2:]), 0.5)
        worths = solution.worths(played + 1)
        answer_round(tables.leads_to[played], tables.ahead, tables.value, worths, later, answers, played)
        later = answers
    first, second = later[:, 0, 0, equilibrium.MOST_AHEAD, equilibrium.MOST_VALUE]
    assert first == pytest.approx(0.5, abs=1e-6)
    assert second == pytest.approx(0.5, abs=1e-6)


def test_nobody_can_gain_against_shuffling() -> None:
    """The hands in an order that nobody can guess, without any look at the table, solve the game: the best
    answer to it wins half the games (a few lines of NumPy that share nothing with the solver)."""
    tables = equilibrium.ladder()
    later = equilibrium.final_worths()
    for played in reversed(range(equilibrium.LAST_ROUND)):
        leads_to, kinds = tables.leads_to[played], tables.kinds[played]
        shuffles = np.array([habits.shuffled(*kind) for kind in kinds])
        best = np.full((len(kinds), len(kinds), *later.shape[2:]), -1.0)
        for i in range(len(equilibrium.CHOICES)):
            worth = np.zeros_like(best)
            for j in range(len(equilibrium.CHOICES)):
                lead = np.clip(np.arange(later.shape[2]) + tables.ahead[i, j], 0, later.shape[2] - 1)
                value = np.clip(np.arange(later.shape[3]) + tables.value[i, j], 0, later.shape[3] - 1)
                mine, theirs = np.maximum(leads_to[:, i], 0), np.maximum(leads_to[:, j], 0)
                after = later[np.ix_(mine, theirs, lead, value)]
                worth += shuffles[None, :, j, None, None] * after
            worth[leads_to[:, i] < 0] = -1.0
            np.maximum(best, worth, out=best)
        later = best
    assert later[0, 0, equilibrium.MOST_AHEAD, equilibrium.MOST_VALUE] == pytest.approx(0.5, abs=1e-9)
