"""The search for Fünf gewinnt."""

import random

import pytest

import handvoll
from handvoll.bots import LEVELS, Effort, best
from handvoll.core.game import Game
from handvoll.games.fuenf_gewinnt import lines, memory, opponent, ordering, search
from handvoll.games.fuenf_gewinnt.field import NOWHERE, STONES, makes_five
from handvoll.games.fuenf_gewinnt.notation import WRAP
from handvoll.games.fuenf_gewinnt.rules import State

OPEN_THREE = ["0,0", "0,1", "1,0", "1,1", "2,0", "1,-1"]
"""White has three in a row, open at both ends, and is to move."""


def played(*moves: str) -> Game:
    """A game after moves in turn."""
    game = handvoll.new("fuenf-gewinnt")
    for move in moves:
        game = game.play(game.to_act[0], move)
    return game


def random_game(rng: random.Random, plies: int) -> Game:
    """A running game after some random moves."""
    game = handvoll.new("fuenf-gewinnt")
    while game.ply < plies:
        after = game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
        game = handvoll.new("fuenf-gewinnt") if after.over else after
    return game


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def wins_at_once(state: State, seat: int) -> bool:
    """By the rules alone: whether `seat`, if it is to move, has a move that makes five."""
    return state.to_act == (seat,) and any(
        state.after(seat, move).winner == seat for move in state.moves(seat)
    )


def forces(state: State, seat: int, moves: int) -> bool:
    """By the rules alone, all moves of both sides: whether `seat` to move wins in that many of its moves."""
    if wins_at_once(state, seat):
        return True
    return moves > 1 and any(holds(state.after(seat, move), seat, moves - 1) for move in state.moves(seat))


def holds(state: State, seat: int, moves: int) -> bool:
    """Whether `seat` wins in that many moves whatever the other, who is to move, does."""
    if not state.to_act or wins_at_once(state, 1 - seat):
        return False
    other = state.to_act[0]
    return other != seat and all(forces(state.after(other, move), seat, moves) for move in state.moves(other))


def test_an_open_three_wins_in_two() -> None:
    game = played(*OPEN_THREE)
    thought = best(game, 0, 5, nodes=5000)
    assert thought.exact
    assert thought.value == 1.0
    assert "2" in str(thought.why)
    assert holds(state_of(game.play(0, thought.move)), 0, 1)


def test_an_open_three_of_the_other_is_stopped() -> None:
    """Whatever the search answers to an open three, no win in two is left."""
    game = played(*OPEN_THREE[:5])
    thought = best(game, 1, 5, nodes=8000)
    assert not forces(state_of(game.play(1, thought.move)), 0, 2)


def test_a_five_that_threatens_is_stopped_and_one_at_hand_is_taken() -> None:
    game = played("0,0", "0,1", "1,0", "1,1", "2,0", "-1,0", "3,0")
    assert best(game, 1, 5, nodes=500).move == "4,0"
    assert best(game, 1, 3, nodes=500).move == "4,0"
    ahead = game.play(1, "2,1")
    thought = best(ahead, 0, 5, nodes=500)
    assert thought.move == "4,0"
    assert thought.exact


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_a_five_at_hand(level: int) -> None:
    game = played("0,0", "0,1", "1,0", "1,1", "2,0", "-1,0", "3,0", "2,1")
    assert {best(game, 0, level, nodes=500, seed=seed).move for seed in range(10)} == {"4,0"}


@pytest.mark.parametrize("seed", range(4))
def test_certain_wins_are_those_that_brute_force_finds(seed: int) -> None:
    """In the placing phase: a win in two exists exactly where the search says so."""
    state = state_of(random_game(random.Random(seed), 9 + seed % 4))
    seat = state.to_act[0]
    thought = opponent.think_plainly(state, Effort(5, 60, 3000), _root())
    known = thought.exact and thought.value == 1.0 and len(thought.line) <= 3
    assert known == forces(state, seat, 2)


def test_in_the_second_phase_a_five_at_hand_is_taken() -> None:
    rng = random.Random(4)
    found = 0
    while found < 4:
        state = state_of(random_game(rng, 33 + rng.randrange(6)))
        seat = state.to_act[0]
        if wins_at_once(state, seat):
            found += 1
            thought = opponent.think_plainly(state, Effort(5, 60, 300), _root())
            assert thought.exact
            (move,) = [move for move in state.moves(seat) if state.move_text(move) == thought.move]
            assert state.after(seat, move).winner == seat


def test_lines_show_exactly_where_a_five_can_be_completed() -> None:
    """What `look` sees on each point is what the rules say when a stone is laid there."""
    rng = random.Random(6)
    for _ in range(15):
        state = state_of(random_game(rng, rng.randint(8, 31)))
        found = [0] * (2 * lines.LOOKS)
        for move in state.moves(state.to_act[0]):
            point = move >> 6
            plane = bytearray(state.plane)
            lines.look(plane, point, found)
            for seat in (0, 1):
                plane[point & WRAP] = 31 + seat
                assert (found[lines.LOOKS * seat + lines.FIVES] > 0) == makes_five(plane, point)


def test_a_move_made_and_taken_back_leaves_the_desk_as_it_was() -> None:
    """What a frame keeps along the way is what the new position would be given from scratch."""
    rng = random.Random(11)
    for _ in range(12):
        state = state_of(random_game(rng, rng.randint(1, 45)))
        seat = state.to_act[0]
        desk = opponent.lay_out(state)
        if state.laid == STONES:
            ordering.list_moving(desk, 0)
        move = rng.choice(state.moves(seat))
        captured = memory.make(desk, 0, move)
        worth = search.ending(desk, 0, move, captured)
        after = state.after(seat, move)
        assert bytes(desk.plane.tolist()) == after.plane
        assert (worth == memory.UNKNOWN) == (after.result is None)
        if after.to_act:
            fresh = opponent.lay_out(after).frames[0]
            for column in (memory.SEAT, memory.LAID, memory.LINES_NOW, memory.LEAD, memory.KEY_NOW):
                assert desk.frames[1, column] == fresh[column]
        memory.take_back(desk, 0)
        assert bytes(desk.plane.tolist()) == state.plane


def test_the_same_seed_and_nodes_give_the_same_move() -> None:
    game = random_game(random.Random(3), 14)
    first = best(game, game.to_act[0], 4, nodes=400, seed=9)
    assert first == best(game, game.to_act[0], 4, nodes=400, seed=9)
    assert first.move in game.legal(game.to_act[0])


def test_compiled_and_plain_search_agree() -> None:
    """The same functions with and without the compiler think the same, node for node, in both phases."""
    for seed, plies in ((1, 12), (2, 25), (3, 36)):
        state = state_of(random_game(random.Random(seed), plies))
        effort = Effort(5, 60, 60, 1)
        plain = opponent.think_plainly(state, effort, search.search_root)
        assert opponent.think_plainly(state, effort, _root()) == plain


def test_a_higher_level_wins_more_games() -> None:
    """Level 3 against level 1, sides changed; a small and safe part of the ladder."""
    won = 0
    for number in range(6):
        game, strong = handvoll.new("fuenf-gewinnt"), number % 2
        while not game.over and game.ply < 60:
            seat = game.to_act[0]
            effort = Effort(3 if seat == strong else 1, 60, 600, 10 * number + game.ply)
            game = game.play(seat, opponent.think_plainly(state_of(game), effort, _root()).move)
        won += game.result is not None and game.result.places[strong] == 1
    assert won >= 4


def test_nowhere_is_no_point_of_a_search() -> None:
    """Stones that are captured stay out while a search goes on over them."""
    rng = random.Random(19)
    while True:
        state = state_of(random_game(rng, 40))
        if NOWHERE in state.points[1:]:
            break
    thought = opponent.think_plainly(state, Effort(5, 60, 300), _root())
    assert thought.move in map(state.move_text, state.moves(state.to_act[0]))


def test_who_had_no_time_to_look_names_no_value() -> None:
    """A single node is not enough for a single look at all moves."""
    state = state_of(random_game(random.Random(3), 14))
    thought = opponent.think_plainly(state, Effort(5, 60, 1), _root())
    assert thought.value is None
    assert thought.move in map(state.move_text, state.moves(state.to_act[0]))


def _root() -> opponent.Root:
    return opponent.SEARCH.wait() or search.search_root
