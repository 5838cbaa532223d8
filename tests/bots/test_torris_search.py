"""The search for Torris."""

import random
import re

import pytest

import handvoll
from handvoll.bots import Effort, best
from handvoll.core.game import Game
from handvoll.games.torris import memory, opponent, search
from handvoll.games.torris.rules import State


def random_game(seed: int, plies: int) -> Game:
    """A running game after some random moves."""
    rng = random.Random(seed)
    while True:
        game = handvoll.new("torris").deal(rng.randrange)
        while not game.over and game.ply <= plies:
            game = game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
        if not game.over:
            return game


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def truth(state: State, known: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """By the rules alone, all moves to the end: what White gets with best play, as the sign of the outcome
    and White's points; points count only where the outcome is the same."""
    if state.result is not None:
        scores, places = state.result.scores, state.result.places
        return places[1] - places[0], int(scores[0])
    key = state.position()
    if key not in known:
        seat = state.to_act[0]
        worths = [truth(state.after(seat, move), known) for move in state.moves(seat)]
        known[key] = max(worths) if seat == 0 else min(worths)
    return known[key]


def solved(state: State, root: opponent.Root) -> tuple[int, int]:
    """What the search says, in the same words."""
    thought = opponent.think_plainly(state, Effort(5, 60, 200_000), root)
    assert thought.exact
    assert thought.why is not None
    assert str(thought.why).startswith("Solved")
    seat = state.to_act[0]
    assert thought.value is not None
    outcome = int(2 * thought.value - 1)
    points = [int(number) for number in re.findall(r"\b\d+\b", re.sub(r"Player \d", "", str(thought.why)))]
    white = outcome if seat == 0 else -outcome
    return white, points[0] if white >= 0 or len(points) == 1 else points[1]


@pytest.mark.parametrize("seed", range(9))
def test_a_solved_end_is_what_brute_force_says(seed: int) -> None:
    state = state_of(random_game(seed, 23 + seed % 2))
    assert solved(state, _root()) == truth(state, {})


def test_the_expected_line_leads_to_the_solution() -> None:
    """Played out, the line of a solved position ends with the points that were announced."""
    game = random_game(3, 18)
    thought = best(game, game.to_act[0], 5, nodes=300_000)
    assert thought.exact
    while not game.over:
        thought = best(game, game.to_act[0], 5, nodes=300_000)
        announced = str(thought.why)
        game = game.play(game.to_act[0], thought.line[0])
    assert game.result is not None
    assert f"{int(max(game.result.scores))} " in announced


def test_a_forced_win_is_exact_before_the_points_are() -> None:
    """What is certain keeps its sign to the end when both sides play on at full strength."""
    for seed in range(3):
        game = random_game(seed, 17)
        first = None
        while not game.over:
            seat = game.to_act[0]
            thought = best(game, seat, 5, nodes=1500)
            if thought.exact:
                white = thought.value if seat == 0 else 1 - (thought.value or 0)
                first = white if first is None else first
                assert white == first
            game = game.play(seat, thought.move)
        assert game.result is not None
        assert first == (game.result.places[1] - game.result.places[0] + 1) / 2


def test_the_same_seed_and_nodes_give_the_same_move() -> None:
    game = random_game(3, 5)
    first = best(game, game.to_act[0], 4, nodes=900, seed=9)
    assert first == best(game, game.to_act[0], 4, nodes=900, seed=9)
    assert first.move in game.legal(game.to_act[0])
    assert first.line[0] == first.move


def test_compiled_and_plain_search_agree() -> None:
    """The same functions with and without the compiler think the same, node for node."""
    for seed, plies in ((1, 0), (2, 10), (3, 19)):
        state = state_of(random_game(seed, plies))
        plain = opponent.think_plainly(state, Effort(5, 60, 250, 1), search.search_root)
        assert opponent.think_plainly(state, Effort(5, 60, 250, 1), _root()) == plain


def test_a_position_is_known_by_what_can_be_told_apart() -> None:
    """Towers that hold stones of the same owners and values in the same order have one key, others not."""
    game = random_game(8, 9)
    desk = opponent.lay_out(state_of(game))
    key = memory.towers_key(desk, 0, 0)
    assert key != memory.towers_key(desk, 0, 1)
    seen = {key}
    for move in state_of(game).moves(game.to_act[0]):
        search.step_down(desk, 0, move)
        seen.add(memory.towers_key(desk, 1, 0))
        after = opponent.lay_out(state_of(game).after(game.to_act[0], move))
        assert memory.towers_key(after, 0, 0) == memory.towers_key(desk, 1, 0)
    assert len(seen) == 1 + len(state_of(game).moves(game.to_act[0]))


def test_a_higher_level_wins_more_games() -> None:
    """Level 4 against level 1, sides changed with equal deals; a small and safe part of the ladder."""
    won = 0
    for number in range(8):
        game = handvoll.new("torris").deal(random.Random(number // 2).randrange)
        while not game.over:
            seat = game.to_act[0]
            level = 4 if seat == number % 2 else 1
            effort = Effort(level, 60, 500, 10 * number + game.ply)
            game = game.play(seat, opponent.think_plainly(state_of(game), effort, _root()).move)
        assert game.result is not None
        won += game.result.places[number % 2] == 1
    assert won >= 6


def test_who_had_no_time_to_look_names_no_value() -> None:
    """A single node is not enough for a single look at all moves."""
    state = state_of(random_game(3, 5))
    thought = opponent.think_plainly(state, Effort(5, 60, 1), _root())
    assert thought.value is None
    assert thought.move in map(state.move_text, state.moves(state.to_act[0]))


def _root() -> opponent.Root:
    return opponent.SEARCH.wait() or search.search_root
