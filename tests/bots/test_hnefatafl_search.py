"""The search for Hnefatafl."""

import random
from pathlib import Path

import numpy as np
import pytest

import handvoll
from handvoll.bots import LEVELS, Effort, best
from handvoll.bots.arena import Match, run
from handvoll.bots.compiled import is_compiling
from handvoll.bots.standings import duel
from handvoll.core.game import Game
from handvoll.games.hnefatafl import evaluation, frames, memory, notation, opponent, root, rules, search
from handvoll.games.hnefatafl.rules import State


def random_game(rng: random.Random, plies: int) -> Game:
    """A running game after some random moves."""
    game = handvoll.new("hnefatafl")
    while game.ply < plies:
        moves = game.legal(game.to_act[0])
        after = game.play(game.to_act[0], rng.choice(moves))
        game = handvoll.new("hnefatafl") if after.over else after
    return game


@pytest.fixture(scope="module")
def winning_positions() -> list[Game]:
    """Positions from random games in which some move wins at once: by the rules alone."""
    rng = random.Random(21)
    found: list[Game] = []
    while len(found) < 8:
        game = random_game(rng, rng.randint(20, 60))
        seat, state = game.to_act[0], game.state
        results = [state.after(seat, move).result for move in state.moves(seat)]
        if any(result is not None and result.scores[seat] == 1 for result in results):
            found.append(game)
    return found


def _state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_at_hand_is_taken(winning_positions: list[Game], level: int) -> None:
    """By all levels: who toys with a game that is won plays no weaker, only more tediously."""
    for seed, game in enumerate(winning_positions):
        seat = game.to_act[0]
        thought = best(game, seat, level, nodes=2000, seed=seed)
        after = game.play(seat, thought.move)
        assert after.result is not None
        assert after.result.places[seat] == 1
        assert thought.exact
        assert thought.value == 1.0


def test_the_same_seed_and_nodes_give_the_same_move() -> None:
    game = random_game(random.Random(3), 17)
    first = best(game, game.to_act[0], 5, nodes=3000, seed=9)
    assert first == best(game, game.to_act[0], 5, nodes=3000, seed=9)
    assert first.move in game.legal(game.to_act[0])
    assert first.line[0] == first.move


def test_compiled_and_plain_search_agree() -> None:
    """The same functions with and without the compiler think the same, node for node."""
    compiled = opponent.SEARCH.wait() or root.search_root
    rng = random.Random(5)
    for _ in range(3):
        state = _state(random_game(rng, rng.randint(4, 50)))
        effort = Effort(5, 60, 400, 1)
        plain = opponent.think_plainly(state, effort, root.search_root)
        assert opponent.think_plainly(state, effort, compiled) == plain
        assert plain.nodes is not None
        assert plain.nodes >= 400 or plain.exact


def test_the_set_up_is_called_nearly_even() -> None:
    """As it is between equals (docs/opponents.md); a seat that thinks it is behind would repeat itself to a
    draw in a position that it wins more often than not."""
    thought = best(handvoll.new("hnefatafl"), 0, 5, nodes=20_000)
    assert thought.value is not None
    assert 0.3 < thought.value < 0.5


def test_the_expected_line_can_be_played() -> None:
    game = random_game(random.Random(8), 12)
    for move in best(game, game.to_act[0], 5, nodes=20_000).line:
        game = game.play(game.to_act[0], move)
        if game.over:
            break


def test_a_search_leaves_the_board_as_it_was() -> None:
    """Every move made is taken back: the same desk gives the same set-up after a search of some depth."""
    state = _state(random_game(random.Random(13), 30))
    desk = memory.new_desk()
    desk.board[:] = list(state.board)
    key = memory.board_key(state.board, state.turn, desk.keys)
    desk.counts[memory.LIMIT] = 3000
    men = state.board.count(3), state.board.count(4)
    frames.push(
        desk,
        1,
        3,
        -memory.INFINITE,
        memory.INFINITE,
        state.turn,
        state.board.index(5),
        *men,
        key,
        0,
        True,
        False,
    )
    search.search(desk, 1, 0)
    assert bytes(desk.board) == state.board


def test_a_position_looks_worth_the_same_from_every_side() -> None:
    """Turned or mirrored it is the same position: no corner, edge or guard is forgotten."""
    rng = random.Random(23)
    desk = memory.new_desk()
    for _ in range(20):
        square = np.frombuffer(_state(random_game(rng, rng.randint(0, 80))).board, np.uint8)
        square = square.reshape(notation.WIDE, notation.WIDE)
        worths = set()
        for board in (square, square.T, square[::-1], square[:, ::-1], np.rot90(square)):
            desk.board[:] = board.ravel()
            king = bytes(desk.board).index(notation.KING)
            worths.add(evaluation.at_sight(desk.board, king, 20, 10) + evaluation.wandering(desk, king))
        assert len(worths) == 1


def test_a_key_kept_along_the_way_is_the_key_of_the_board() -> None:
    rng = random.Random(17)
    desk = memory.new_desk()
    game = handvoll.new("hnefatafl")
    while not game.over and game.ply < 120:
        state = _state(game)
        desk.board[:] = list(state.board)
        key = memory.board_key(state.board, state.turn, desk.keys)
        move = rng.choice(state.moves(state.turn))
        taken = rules.make_move(desk.board, move, desk.taken[0])
        kept = memory.key_after(desk, key, move, 0, taken)
        game = game.play(state.turn, state.move_text(move))
        assert kept == memory.board_key(_state(game).board, 1 - state.turn, desk.keys)
        memory.take_back(desk, move, 0, taken)
        assert bytes(desk.board) == state.board


def test_what_leads_nowhere_is_given_up() -> None:
    """After very many moves without a capture white, who is ahead, is content with a position that has stood
    before."""
    state = _state(random_game(random.Random(4), 31))
    seat = state.turn
    twice = state.after(seat, state.moves(seat)[30]).board
    others = [random_game(random.Random(number), 9).state.board for number in range(10)] * 40
    effort = Effort(5, 60, 2000, seed=3)

    def played(earlier: list[bytes]) -> bytes:
        now = State(state.board, seat, state.numbers, state.three, tuple(earlier))
        move = opponent.think_plainly(now, effort, root.search_root).move
        return now.after(seat, notation.read_move(move)).board

    assert played([*others, twice]) == twice
    assert played([others[0], twice]) != twice


@pytest.mark.skipif(not is_compiling(), reason="measured at compiled speed")
@pytest.mark.parametrize(("stronger", "weaker"), [(2, 1), (3, 1)])
def test_each_level_wins_more_games_than_the_one_below(stronger: int, weaker: int, tmp_path: Path) -> None:
    match = Match("hnefatafl", (f"level:{stronger}", f"level:{weaker}"), nodes=5_000, seed=2)
    assert duel(run(match, 6, tmp_path, jobs=1), 0, 1).share >= 0.6
