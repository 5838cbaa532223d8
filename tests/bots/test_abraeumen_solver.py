"""The solver of Abräumen, its opponent and its puzzles, checked by the bare rules."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from statistics import fmean

import numpy as np
import pytest

import handvoll
from handvoll.bots import best
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.games.abraeumen import opponent, pagodas, puzzles, rules, solver
from handvoll.games.abraeumen.rules import CELLS, CHANGES, SETUP
from handvoll.games.abraeumen.solver import Meter


@cache
def fewest(stones: int) -> int:
    """With how few stones one can end: all games, one jump after the other."""
    return min((fewest(stones ^ CHANGES[move]) for move in rules.jumps(stones)), default=stones.bit_count())


def random_game(rng: random.Random, jumps: int) -> Game:
    """A game after so many random jumps."""
    while True:
        game = handvoll.new("abraeumen")
        while game.ply < jumps and not game.over:
            game = game.play(0, rng.choice(game.legal(0)))
        if not game.over:
            return game


def stones_of(game: Game) -> int:
    assert isinstance(game.state, rules.State)
    return game.state.stones


def end_of(stones: int, way: tuple[int, ...]) -> int:
    """What is left after these moves, each of which must be possible."""
    for move in way:
        assert move in rules.jumps(stones)
        stones ^= CHANGES[move]
    return stones


# --- the solver --------------------------------------------------------------------------------


def test_the_set_up_is_solved() -> None:
    """The way is one of 31 possible jumps and leaves one stone, on a square the parities allow."""
    answer = solver.solve(SETUP, Meter())
    assert answer.is_solvable
    assert len(answer.way) == 31
    assert end_of(SETUP, answer.way) in solver.ENDS


def test_the_last_stone_lies_on_one_of_four_squares() -> None:
    """The three numbers along the diagonals leave b2, e2, b5 and e5 for the last stone."""
    assert [rules.NAMES[end.bit_length() - 1] for end in solver.ENDS] == ["b2", "e2", "b5", "e5"]


def test_the_solver_says_what_playing_all_games_says() -> None:
    """With how few stones a position can end, and how, over forty positions late in random games."""
    rng = random.Random(5)
    for _ in range(40):
        stones = stones_of(random_game(rng, rng.randint(18, 24)))
        answer = solver.solve(stones, Meter())
        assert answer.is_exact
        assert answer.fewest == fewest(stones)
        assert answer.is_solvable == (fewest(stones) == 1)
        assert end_of(stones, answer.way).bit_count() == answer.fewest


def test_positions_after_twelve_random_jumps_are_decided() -> None:
    """Each is solved, by jumps that are possible, or no longer solvable."""
    rng = random.Random(12)
    verdicts = []
    for _ in range(10):
        stones = stones_of(random_game(rng, 12))
        answer = solver.solve(stones, Meter())
        verdicts.append(answer.is_solvable)
        assert end_of(stones, answer.way).bit_count() == answer.fewest
    assert set(verdicts) == {True, False}


def test_no_jump_raises_a_pagoda_function() -> None:
    """For each of them, and each jump there is: the two stones are worth what the jumper is worth behind."""
    for end, functions in pagodas.PAGODAS.items():
        assert 1 << end in solver.ENDS
        for worths, needed in functions:
            assert worths[end] == needed > 0
            for move in CHANGES:
                start, target = divmod(move, CELLS)
                assert worths[start] + worths[(start + target) // 2] >= worths[target]


def test_pagoda_functions_never_rule_out_what_can_be_solved() -> None:
    """All positions with one to eight stones that can be solved pass, and random ones do not all."""
    for stones in range(1, 9):
        assert pagodas.may_be_solved(solver.solvable(stones)).all()
    rng = random.Random(2)
    late = np.array([stones_of(random_game(rng, 18)) for _ in range(100)], np.int64)
    assert not pagodas.may_be_solved(late).all()


def test_images_are_the_eight_of_the_square() -> None:
    """A position has at most eight images, all of them share the least, and jumps lead to images of each
    other from images of each other."""
    stones = sum(1 << rules.SQUARES[name] for name in ("a1", "b1", "d2", "f4"))
    images = {
        sum(1 << image for image, worth in enumerate(worths) if worth)
        for _end, worths in pagodas.images(tuple(stones >> square & 1 for square in range(CELLS)))
    }
    assert len(images) == 8
    assert {solver.least_image(image) for image in images} == {min(images)}
    after = {tuple(solver.after_jumps(np.array([image], np.int64), Meter())) for image in images}
    assert len(after) == 1


def test_a_jump_taken_back_leads_where_the_jump_came_from() -> None:
    rng = random.Random(9)
    for _ in range(10):
        stones = stones_of(random_game(rng, rng.randint(2, 20)))
        for after in solver.after_jumps(solver.only(stones), Meter()):
            before = solver.before_jumps(np.array([after], np.int64), Meter())
            assert solver.least_image(stones) in before


def test_a_search_that_is_cut_short_still_has_a_way_to_an_end() -> None:
    answer = solver.solve(SETUP, Meter(most=50))
    assert answer.is_solvable is None
    assert not answer.is_exact
    assert not rules.jumps(end_of(SETUP, answer.way))


# --- the opponent ------------------------------------------------------------------------------


def test_level_5_solves_the_game() -> None:
    """It says from the first that it will, and its line does, whoever asks it again on the way."""
    game = handvoll.new("abraeumen")
    for _part in range(3):
        thought = best(game, 0, 5, nodes=150_000)
        assert (thought.value, thought.exact) == (-1, True)
        assert len(thought.line) == 31 - game.ply
        for move in thought.line[:12]:
            game = game.play(0, move)
    assert game.result is not None
    assert game.result.reason == "solved"


def test_what_can_no_longer_be_solved_is_said_and_played_out_as_well_as_can_be() -> None:
    rng = random.Random(3)
    game = next(game for game in iter(lambda: random_game(rng, 22), None) if fewest(stones_of(game)) == 3)
    thought = best(game, 0, 5, seconds=20)
    assert (thought.value, thought.exact) == (-3, True)
    assert thought.why is not None
    assert "no longer" in thought.why.text
    for move in thought.line:
        game = game.play(0, move)
    assert game.result is not None
    assert game.result.scores == (3,)


def test_the_same_seed_and_nodes_give_the_same_thought() -> None:
    game = random_game(random.Random(8), 6)
    for level in range(1, 6):
        first = best(game, 0, level, nodes=30_000, seed=4)
        assert first == best(game, 0, level, nodes=30_000, seed=4)
        assert first.move in game.legal(0)


def test_alternatives_are_valued_by_what_they_can_come_to() -> None:
    """Near the end, where everything is known: each value is the fewest stones after that jump."""
    game = random_game(random.Random(6), 22)
    thought = best(game, 0, 5, seconds=20)
    assert len(thought.options) > 1
    for option in thought.options:
        assert option.value == -fewest(stones_of(game.play(0, option.move)))


def test_each_level_leaves_fewer_stones() -> None:
    means = {}
    for level, games in ((1, 12), (3, 3), (4, 2)):
        left = []
        for seed in range(games):
            game = handvoll.new("abraeumen")
            while not game.over:
                game = game.play(0, best(game, 0, level, nodes=10_000, seed=100 * seed + game.ply).move)
            assert game.result is not None
            left.append(game.result.scores[0])
        means[level] = fmean(left)
    assert means[1] > means[3] + 0.5 > means[4]


# --- puzzles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("difficulty", puzzles.DIFFICULTIES)
def test_a_puzzle_has_one_good_first_jump(difficulty: int) -> None:
    """Playing all games from it shows one jump after which a single stone can be left, the solution's first;
    it is a position text that loads, and comes from a game."""
    for puzzle in islice(puzzles.puzzles(difficulty, 7), 2):
        stones = stones_of(puzzle.game)
        good = [move for move in rules.jumps(stones) if fewest(stones ^ CHANGES[move]) == 1]
        assert [puzzle.game.state.move_text(move) for move in good] == [puzzle.solution[0]]
        assert len(rules.jumps(stones)) >= puzzles.FEWEST_JUMPS
        game = handvoll.load("abraeumen", puzzle.game.position())
        for move in puzzle.solution:
            game = game.play(0, move)
        assert game.result is not None
        assert game.result.reason == "solved"
        assert 0 < puzzle.chance <= puzzles.CHANCES[difficulty]


def test_the_same_seed_makes_the_same_puzzles_and_no_puzzle_twice() -> None:
    first = [puzzle.game.position() for puzzle in islice(puzzles.puzzles(1, 3), 4)]
    assert first == [puzzle.game.position() for puzzle in islice(puzzles.puzzles(1, 3), 4)]
    assert len(set(first)) == 4


def test_the_chance_of_a_puzzle_is_that_of_random_games() -> None:
    """What two thousand random games say, within four standard errors."""
    rng = random.Random(1)
    puzzle = next(puzzles.puzzles(1, 1))
    solved = 0
    for _ in range(2000):
        stones = stones_of(puzzle.game)
        while moves := rules.jumps(stones):
            stones ^= CHANGES[rng.choice(moves)]
        solved += stones.bit_count() == 1
    error = (puzzle.chance * (1 - puzzle.chance) / 2000) ** 0.5
    assert abs(solved / 2000 - puzzle.chance) < 4 * error


def test_a_difficulty_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadRequest, match="from 1 to 5, not 6"):
        puzzles.puzzles(6, 1)


def test_a_looked_at_position_prefers_company() -> None:
    """Levels 1 and 2 find a lonely stone worse than one with a neighbour."""
    beside, alone = 1 << 0 | 1 << 1, 1 << 0 | 1 << 35
    assert opponent.looks(beside) > opponent.looks(alone)
