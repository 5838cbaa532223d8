"""Abräumen: each ruling by example, a naive twin, a way to solve it, and what the compiler makes of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.bots.compiled import twins
from handvoll.core.errors import BadPosition, IllegalMove
from handvoll.games.abraeumen import kernel, rules

FILES = "abcdef"
SQUARES = [f"{file}{rank}" for rank in range(1, 7) for file in FILES]
CORNERS = {"a1", "f1", "a6", "f6"}


def at(*rows):
    """A game with these ranks of stones, rank 6 first."""
    made = 32 - sum(map("".join(rows).count, "ox"))
    return handvoll.load("abraeumen", f"rules=1 players=1 ply={made} stones={'/'.join(rows)}")


def stones(game):
    return {stone["square"] for stone in game.view(None)["stones"]}


def played(*moves):
    game = handvoll.new("abraeumen")
    for move in moves:
        game = game.play(0, move)
    return game


# --- the rulings -------------------------------------------------------------------------------


def test_the_set_up_leaves_the_corners_free():
    """32 stones on all squares but the corners."""
    assert stones(handvoll.new("abraeumen")) == set(SQUARES) - CORNERS


def test_the_first_jumps_lead_into_the_corners():
    """AB1: the corners belong to the field, and nothing else is empty."""
    assert handvoll.new("abraeumen").legal(0) == [
        "a3-a1", "a4-a6", "c1-a1", "c6-a6", "d1-f1", "d6-f6", "f3-f1", "f4-f6",
    ]  # fmt: skip


def test_a_jump_takes_the_stone_jumped_over():
    """AB1: the jumper lands behind it, and nothing else changes."""
    assert stones(played("c1-a1")) == set(SQUARES) - CORNERS - {"b1", "c1"} | {"a1"}


def test_no_jump_leads_round_the_edge():
    """AB1: there is nothing outside the 36 squares, on either side."""
    game = at("......", "......", "....ox", ".o....", "......", ".....x")
    assert game.legal(0) == ["f4-d4"]


def test_one_stone_left_is_solved():
    """AB2: the score is the number of stones left, the place always 1."""
    game = at("......", "..oo..", "......", "......", "......", "......")
    assert game.play(0, "c5-e5").result == rules.Result((1,), (1,), "solved")


def test_no_jump_left_is_stuck():
    """AB2: with more than one stone left."""
    game = at("......", "......", "....ox", ".o....", "......", ".....x").play(0, "f4-d4")
    assert game.result == rules.Result((3,), (1,), "stuck")
    assert (game.to_act, game.legal(0)) == ((), [])


def test_jumps_can_be_taken_back():
    """AB3: any number of them."""
    game = played("c1-a1", "e1-c1", "d6-f6")
    assert game.undo().undo().undo().position() == handvoll.new("abraeumen").position()


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("b1-b3", "No stone lies on b1."),
        ("e1-a1", "A jump goes straight ahead to the second square, and a1 is not that from e1. From e1"),
        ("a1-b2", "A jump goes straight ahead to the second square"),
        ("a1-a1", "A jump goes straight ahead to the second square"),
        ("a1-c1", "There is no stone to jump over on b1. The stone on a1 cannot jump now."),
        ("a1-a3", "a3 is not empty. The stone on a1 cannot jump now."),
        ("e1-e3", "e3 is not empty. From e1 a jump goes to: c1."),
        ("e1-g1", "g1 lies off the board: files go from a to f, ranks from 1 to 6."),
        ("a1-a0", "a0 lies off the board"),
        ("jump", "A move names two squares, such as"),
        ("E1-C1", "A move names two squares, such as"),
        ("", "A move names two squares, such as"),
    ],
)
def test_a_refusal_names_what_is_wrong_and_what_would_be_right(move, said):
    """AB1: one sentence about the fault, and where the stone could jump instead."""
    with pytest.raises(IllegalMove) as refused:
        played("c1-a1").play(0, move)
    assert refused.value.ruling == "AB1"
    assert str(refused.value).startswith(said)


def test_what_people_type_is_put_in_order():
    """c1a1, C1 a1, c1xa1 are understood as c1-a1."""
    for typed in ("c1a1", "C1 A1", "c1xa1", "c1 – a1", "c1>a1"):
        assert handvoll.new("abraeumen").read_move(0, typed) == "c1-a1"


def test_stones_keep_their_numbers_while_they_jump():
    """The picture can follow a stone from jump to jump."""
    first = {stone["square"]: stone["number"] for stone in handvoll.new("abraeumen").view(0)["stones"]}
    then = {stone["square"]: stone["number"] for stone in played("c1-a1", "e1-c1").view(0)["stones"]}
    assert sorted(first.values()) == list(range(1, 33))
    assert (then["a1"], then["c1"]) == (first["c1"], first["e1"])
    assert set(first.values()) - set(then.values()) == {first["b1"], first["d1"]}


# --- solvable ----------------------------------------------------------------------------------


def spread(stones):
    """How far from the centre the stones lie."""
    return sum(
        (2 * (square % 6) - 5) ** 2 + (2 * (square // 6) - 5) ** 2 for square in rules.squares_of(stones)
    )


def solution(state, lost):
    """A way to one stone, by depth-first search: what stays near the centre first. `lost` are stones from
    which there is none."""
    if state.stones.bit_count() == 1:
        return list(state.path)
    if state.stones in lost:
        return None
    nearest = sorted(state.moves(0), key=lambda move: (spread(state.after(0, move).stones), move))
    for move in nearest:
        found = solution(state.after(0, move), lost)
        if found:
            return found
    lost.add(state.stones)
    return None


def test_it_can_be_solved():
    """A search finds a way from the set-up to the last stone, and the checked door walks it."""
    start = rules.start(1, {})
    game = played(*map(start.move_text, solution(start, set())))
    assert game.ply == 31
    assert game.result == rules.Result((1,), (1,), "solved")


# --- positions ---------------------------------------------------------------------------------


START = handvoll.new("abraeumen").position()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (START.replace(".xxxx./xo", "xxxxx./xo", 1), "no jumps lead"),
        (START.replace("xoooox", "xo.oox", 1), "no jumps lead"),
        (START.replace("xoooox", "xoxoox", 1), "no jumps lead"),
        (START.replace("xoooox", "xo?oox", 1), "a square is o, x or ., not '?'"),
        (START.replace("xoooox", "xooox", 1), "six ranks of six squares"),
        (START + "/......", "six ranks of six squares"),
        ("rules=1 players=1 ply=32 stones=" + "/".join(["......"] * 6), "no jumps lead"),
        ("rules=1 players=1 ply=31 stones=" + "/".join(["o....."] + ["......"] * 5), "no jumps lead"),
        (START + " more=1", "nothing is expected"),
        (START.replace("ply=0", "ply=-1"), "ply takes whole numbers"),
    ],
)
def test_a_doctored_position_is_refused(text, why):
    """What is malformed, and what fails the test that all stones left by jumps pass."""
    with pytest.raises(BadPosition, match=why):
        handvoll.load("abraeumen", text)


def test_the_column_is_that_of_the_letter():
    """The fault is pointed at exactly."""
    doctored = START[:-4] + "y" + START[-3:]
    with pytest.raises(BadPosition) as refused:
        handvoll.load("abraeumen", doctored)
    assert doctored[refused.value.place - 1] == "y"


# --- a naive twin, written from the rulings alone ----------------------------------------------


def naive_jumps(lying):
    """All jumps as (from, over, to), squares as (file, rank)."""
    found = []
    for file, rank in lying:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            over, to = (file + dx, rank + dy), (file + 2 * dx, rank + 2 * dy)
            if over in lying and to not in lying and 0 <= to[0] < 6 and 0 <= to[1] < 6:
                found.append(((file, rank), over, to))
    return found


def naive_text(jump):
    (x, y), _over, (u, v) = jump
    return f"{FILES[x]}{y + 1}-{FILES[u]}{v + 1}"


def naive_play(lying, jump):
    start, over, to = jump
    return lying - {start, over} | {to}


NAIVE_SETUP = frozenset(
    (file, rank)
    for file in range(6)
    for rank in range(6)
    if (file, rank) not in {(0, 0), (0, 5), (5, 0), (5, 5)}
)


def naive_perft(lying, depth):
    jumps = naive_jumps(lying)
    return (
        len(jumps) if depth == 1 else sum(naive_perft(naive_play(lying, jump), depth - 1) for jump in jumps)
    )


def perft(state, depth):
    moves = state.moves(0)
    return len(moves) if depth == 1 else sum(perft(state.after(0, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("depth", "nodes"), [(1, 8), (2, 72), (3, 728), (4, 8_448), (5, 109_568)])
def test_perft_agrees_with_the_naive_twin(depth, nodes):
    """As many sequences of jumps as a generator that shares nothing with the rules finds."""
    assert perft(rules.start(1, {}), depth) == naive_perft(NAIVE_SETUP, depth) == nodes


@settings(deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_games_agree_with_the_naive_twin(seed):
    """Legal jumps, stones and ends are the same over whole games."""
    rng = random.Random(seed)
    state, lying = rules.start(1, {}), NAIVE_SETUP
    while jumps := naive_jumps(lying):
        assert sorted(map(naive_text, jumps)) == sorted(map(state.move_text, state.moves(0)))
        jump = rng.choice(jumps)
        lying = naive_play(lying, jump)
        state = state.after(0, {state.move_text(move): move for move in state.moves(0)}[naive_text(jump)])
        assert {(s % 6, s // 6) for s in rules.squares_of(state.stones)} == lying
        assert rules.can_follow(state.stones)
    assert state.to_act == ()
    assert state.result == rules.Result((len(lying),), (1,), "solved" if len(lying) == 1 else "stuck")


# --- compiled ----------------------------------------------------------------------------------


def test_the_compiled_rules_are_the_rules():
    """Who can jump where, and what a jump leaves, are the same compiled and interpreted."""
    fast = twins(rules)
    rng = random.Random(3)
    for _game in range(40):
        state = rules.start(1, {})
        while state.to_act:
            moves = set()
            for direction, able in enumerate(fast["jumpers"](state.stones)):
                for square in rules.squares_of(able):
                    move = square * 36 + square + 2 * rules.STEPS[direction]
                    moves.add(move)
                    left = fast["jumped"](state.stones, 1 << square, direction)
                    assert left == state.after(0, move).stones
            assert moves == set(state.moves(0))
            state = state.after(0, rng.choice(state.moves(0)))


def test_the_compiled_playout_is_the_interpreted_one():
    """The same seed plays the same games compiled and in the interpreter."""
    made, ends = kernel.play_random(2_000, seed=5)
    table = kernel.room(5)
    assert kernel.random_games(table, 2_000) == made
    assert int(table[kernel.ENDS :].sum()) == sum(ends.values())


def test_playouts_come_out_like_random_games_of_the_rules():
    """On average both leave as many stones."""
    table = kernel.room(1)
    kernel.compiled()(table, 100_000)
    counts = table[kernel.ENDS :].tolist()
    fast = sum(left * games for left, games in enumerate(counts)) / sum(counts)
    rng = random.Random(1)
    slow = []
    for _game in range(1_000):
        state = rules.start(1, {})
        while state.to_act:
            state = state.after(0, rng.choice(state.moves(0)))
        slow.append(state.stones.bit_count())
    assert abs(fast - sum(slow) / len(slow)) < 0.3


def test_pick_takes_stones_from_the_lowest_on():
    """The kernel's way from a random number to a stone."""
    assert [kernel.pick(0b10110, index) for index in range(3)] == [0b10, 0b100, 0b10000]
