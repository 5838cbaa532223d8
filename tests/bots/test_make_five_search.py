"""The search for Make Five."""

import random

import pytest

import handvoll
from handvoll.bots import Effort, best
from handvoll.core.game import Game
from handvoll.games.make_five import opponent, search
from handvoll.games.make_five.notation import CHAOS, SORT
from handvoll.games.make_five.rules import State
from handvoll.games.make_five.slope import BEST, CELLS, EMPTY_BOARD, SIZE


def random_game(seed: int, stones: int, phase: str, rounds_each: int = 1, rounds: int = 0) -> Game:
    """A game after that many finished rounds, in the next one when that many stones lie, played by chance."""
    rng = random.Random(seed)
    game = handvoll.new("make-five", options={"rounds_each": rounds_each})
    while True:
        state = state_of(game)
        if (len(state.points), sum(state.board[CELLS:]), state.phase) == (rounds, stones, phase):
            return game
        if game.chance:
            game = game.deal(rng.randrange)
        else:
            seat = game.to_act[0]
            game = game.play(seat, rng.choice(game.legal(seat)))


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def full_board(*lanes: str) -> bytes:
    """A board from the colours of its lanes, from the bottom up, as digits."""
    return bytes(int(colour) for lane in lanes for colour in lane) + bytes([SIZE] * SIZE)


def chance_to_win(state: State, seat: int) -> float:
    """By the rules alone: what the seat's chance is when both play best, with all draws weighed."""
    if state.result is not None:
        places = state.result.places
        return 0.5 if places[0] == places[1] else float(places[seat] == 1)
    if state.chance:
        outcomes = state.outcomes()
        worths = [count * chance_to_win(state.after_chance(stone), seat) for stone, count in outcomes.items()]
        return sum(worths) / sum(outcomes.values())
    who = state.to_act[0]
    return (max if who == seat else min)(
        chance_to_win(state.after(who, move), seat) for move in state.moves(who)
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_end_of_a_match_is_weighed_as_brute_force_does(seed: int) -> None:
    """With one stone to come in the last round the chance to win is exact, for chaos and for the sorter."""
    for stones, phase in ((CELLS - 1, SORT), (CELLS - 1, CHAOS)):
        state = state_of(random_game(seed, stones, phase, 1, 1))
        seat = state.to_act[0]
        thought = opponent.think_plainly(state, Effort(5, 60, 10**6, seed), _kernel())
        assert thought.exact
        assert thought.value == pytest.approx(chance_to_win(state, seat), abs=1e-6)
        (move,) = [move for move in state.moves(seat) if state.move_text(move) == thought.move]
        assert chance_to_win(state.after(seat, move), seat) == pytest.approx(thought.value, abs=1e-6)


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_make_five_at_hand_is_taken(level: int) -> None:
    """However far behind one is: it ends the match (MF7)."""
    board = full_board("12354", "12345", "12345", "12345", "12345")
    state = State(6, (EMPTY_BOARD,) * 4, (3, 24, 3, 24), board, SORT, 0)
    thought = opponent.think_plainly(state, Effort(level, 60, 1000), _kernel())
    assert thought.move == "a4>a"
    assert thought.value == 1.0
    assert str(thought.why) == "This completes a MAKE FIVE."


def test_chaos_prevents_a_make_five_where_it_can() -> None:
    """One lane lacks its last stone and another too: dropped on the right one it would be five of one
    colour, dropped on the other the sorter would have to have both."""
    lanes = ("12345", "12345", "12345", "1234", "1235")
    cells = b"".join(bytes(map(int, lane)).ljust(SIZE, b"\0") for lane in lanes)
    state = State(2, (EMPTY_BOARD,), (24,), cells + bytes(map(len, lanes)), CHAOS, 5)
    thought = opponent.think_plainly(state, Effort(5, 60, 10**5), _kernel())
    worths = {option.move: option.value for option in thought.options}
    assert thought.exact
    assert worths[thought.move] == max(worths.values())
    (move,) = [move for move in state.moves(0) if state.move_text(move) == thought.move]
    assert chance_to_win(state.after(0, move), 0) == pytest.approx(thought.value, abs=1e-6)


def test_the_chance_to_win_grows_with_the_points_and_knows_the_last_round() -> None:
    """In the last round it is certain who wins; before, a lead counts the more the fewer rounds are left."""
    early = State(6, (), (), EMPTY_BOARD, SORT, 0)
    late = State(6, (EMPTY_BOARD,) * 4, (20, 15, 20, 15), EMPTY_BOARD, SORT, 0)
    last = State(6, (EMPTY_BOARD,) * 5, (20, 15, 20, 15, 5), EMPTY_BOARD, SORT, 0)
    for state in (early, late, last):
        worths = opponent.round_worths(state)
        assert worths == sorted(worths)
        assert len(worths) == BEST + 1
        assert worths[BEST] == 1.0
    needed = opponent.round_worths(last)
    assert [round(worth, 6) for worth in needed[13:18]] == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert opponent.round_worths(late)[15] > opponent.round_worths(early)[15]


def test_lanes_may_lie_in_any_order() -> None:
    """Boards that differ only in the order of their lanes have one key; any other difference counts."""
    desk = search.new_desk()
    lanes = ["12345", "11345", "52345", "12344", "22345"]
    key = search.board_key(desk, full_board(*lanes))
    assert search.board_key(desk, full_board(*lanes[::-1])) == key
    assert search.board_key(desk, full_board("21345", *lanes[1:])) != key


def test_rows_are_counted() -> None:
    board = full_board("12345", "11345", "52345", "12344", "22345")
    counts = [divmod(search.row_counts(board, row), 8) for row in range(SIZE)]
    assert counts == [(3, 5), (4, 5), (5, 5), (5, 5), (4, 5)]


def test_the_same_seed_and_nodes_give_the_same_move() -> None:
    for phase in (SORT, CHAOS):
        game = random_game(3, 12, phase)
        seat = game.to_act[0]
        first = best(game, seat, 4, nodes=300, seed=9)
        assert first == best(game, seat, 4, nodes=300, seed=9)
        assert first.move in game.legal(seat)


def test_compiled_and_plain_search_agree() -> None:
    """The same functions with and without the compiler think the same, node for node, in both roles."""
    for seed, stones, phase in ((1, 5, SORT), (2, 14, CHAOS), (3, 22, SORT)):
        state = state_of(random_game(seed, stones, phase))
        plain = opponent.think_plainly(state, Effort(5, 60, 40, 1), opponent.PLAIN)
        again = opponent.think_plainly(state, Effort(5, 60, 40, 1), _kernel())
        assert (again.move, again.depth, again.nodes) == (plain.move, plain.depth, plain.nodes)
        assert again.value == pytest.approx(plain.value, abs=1e-5)


def round_points(sorter: int, chaos: int, seed: int) -> int:
    """What a sorter of one level gets against chaos of another in the first round."""
    rng = random.Random(seed)
    state = state_of(handvoll.new("make-five"))
    while not state.points:
        if state.chance:
            state = state.after_chance(state.draw(rng.randrange))
            continue
        seat = state.to_act[0]
        effort = Effort(sorter if state.phase == SORT else chaos, 60, 100, seed)
        text = opponent.think_plainly(state, effort, _kernel()).move
        (move,) = [move for move in state.moves(seat) if state.move_text(move) == text]
        state = state.after(seat, move)
    return state.points[0]


def test_a_higher_level_sorts_and_spoils_better() -> None:
    """Levels 1 and 3 in both roles with equal draws; a small and safe part of the ladder."""
    strong = sum(round_points(3, 3, seed) for seed in range(4))
    assert sum(round_points(1, 3, seed) for seed in range(4)) < strong - 4
    assert sum(round_points(3, 1, seed) for seed in range(4)) >= strong - 4


def test_who_had_no_time_to_look_names_no_value() -> None:
    """A single node is not enough for a single look at all moves."""
    state = state_of(random_game(3, 12, CHAOS))
    thought = opponent.think_plainly(state, Effort(5, 60, 1), _kernel())
    assert thought.value is None
    assert thought.move in map(state.move_text, state.moves(state.to_act[0]))


def _kernel() -> opponent.Kernel:
    return opponent.SEARCH.wait() or opponent.PLAIN
