"""Torris: the rulings TO1 to TO7, and agreement with a naive generator and with the rules compiled."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numba
import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadOutcome, BadPosition, IllegalMove
from handvoll.core.game import Game
from handvoll.games.torris import towers
from handvoll.games.torris.explain import explain
from handvoll.games.torris.rules import State

FILES, RANKS = "abcdefgh", "1234"
SQUARES = [file + rank for rank in RANKS for file in FILES]
DEAL = "1234" * 8
"""The values of a file's stones are the same in every rank: a and e 1, b and f 2, c and g 3, d and h 4."""


def colour(square: str) -> str:
    """TO1: the colour of a square, a1 black and b1 white."""
    return "bW"[(FILES.index(square[0]) + RANKS.index(square[1])) % 2]


class Naive:
    """The rulings once more: a dictionary from squares to lists of (colour, value), the lowest first."""

    def __init__(self, deal: str) -> None:
        self.towers = {
            square: [(colour(square), int(value))] for square, value in zip(SQUARES, deal, strict=True)
        }
        self.turn = "W"
        self.skip()

    def line(self, start: str, way: tuple[int, int]) -> list[str]:
        """The squares from `start` to the edge."""
        file, rank = FILES.index(start[0]), RANKS.index(start[1])
        squares = []
        while 0 <= file + way[0] < 8 and 0 <= rank + way[1] < 4:
            file, rank = file + way[0], rank + way[1]
            squares.append(FILES[file] + RANKS[rank])
        return squares

    def moves(self, who: str) -> dict[str, tuple[int, int]]:
        """The moves of a colour with their directions."""
        found = {}
        for start, tower in self.towers.items():
            owner, value = tower[-1]
            if owner == who:
                for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    occupied = [square for square in self.line(start, way) if square in self.towers]
                    if len(occupied) >= value:
                        target = occupied[value - 1]
                        if len(self.towers[target]) + 1 > len(tower):
                            found[f"{start}-{target}"] = way
        return found

    def skip(self) -> None:
        other = "W" if self.turn == "b" else "b"
        if not self.moves(self.turn) and self.moves(other):
            self.turn = other

    def play(self, move: str) -> None:
        way = self.moves(self.turn)[move]
        start, target = move.split("-")
        self.towers[target].append(self.towers[start].pop())
        if not self.towers[start]:
            del self.towers[start]
            run = list(itertools.takewhile(self.towers.__contains__, self.line(start, (-way[0], -way[1]))))
            gap = list(itertools.takewhile(lambda square: square not in self.towers, self.line(start, way)))
            block = [self.towers.pop(square) for square in run]
            free = [start, *gap][::-1] + run
            self.towers.update(zip(free, block, strict=False))
        self.turn = "W" if self.turn == "b" else "b"
        self.skip()


def deal(rng: random.Random) -> str:
    """A random deal, made in another way than the rules do: squares of a colour shuffled, then given out."""
    values = {}
    for who in "Wb":
        squares = [square for square in SQUARES if colour(square) == who]
        rng.shuffle(squares)
        values |= {square: str(place // 4 + 1) for place, square in enumerate(squares)}
    return "".join(values[square] for square in SQUARES)


def shown(game: Game) -> dict[str, list[tuple[str, int]]]:
    """The towers of a game as the naive twin keeps them."""
    return {
        square: [("Wb"[stone["seat"]], stone["value"]) for stone in tower]
        for square, tower in game.view(None)["towers"].items()
    }


@settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_agrees_with_the_naive_generator(rng: random.Random) -> None:
    """Over random games, both know the same moves, the same towers and the same end."""
    values = deal(rng)
    game, naive = handvoll.new("torris").happen(values), Naive(values)
    while not game.over:
        seat = "Wb".index(naive.turn)
        assert game.to_act == (seat,)
        assert game.legal(seat) == sorted(naive.moves(naive.turn))
        move = rng.choice(game.legal(seat))
        naive.play(move)
        game = game.play(seat, move)
        assert shown(game) == naive.towers
        assert handvoll.load("torris", game.position()).position() == game.position()
    assert not naive.moves("W")
    assert not naive.moves("b")
    points = [sum(len(t) for t in naive.towers.values() if t[-1][0] == who) for who in "Wb"]
    assert list(game.result.scores) == points


@pytest.mark.parametrize("seed", range(3))
def test_perft_agrees_with_the_naive_generator(seed: int) -> None:
    """The numbers of move sequences of length 1 and 2 are those of the naive generator."""
    values = deal(random.Random(seed))
    game = handvoll.new("torris").happen(values)
    for depth in (1, 2):
        assert count(game, depth) == count_naive(Naive(values), depth)


def count(game: Game, depth: int) -> int:
    """How many move sequences of exactly that length there are."""
    if depth == 0:
        return 1
    return sum(count(game.play(seat, move), depth - 1) for seat in game.to_act for move in game.legal(seat))


def count_naive(naive: Naive, depth: int) -> int:
    """The same from the naive generator."""
    if depth == 0:
        return 1
    total = 0
    for move in naive.moves(naive.turn):
        after = object.__new__(Naive)
        after.turn, after.towers = naive.turn, {square: [*tower] for square, tower in naive.towers.items()}
        after.play(move)
        total += count_naive(after, depth - 1)
    return total


def test_compiled_rules_do_the_same() -> None:
    """Numba compiles the functions of `towers` unchanged; over random games they agree with State."""
    moves_of, move = compiled()
    rng = random.Random(7)
    for _game in range(20):
        state = handvoll.new("torris").happen(deal(rng)).state
        tops, heights, under = (numbers(part) for part in (state.tops, state.heights, state.under))
        values, found = numbers(state.values), numbers([0] * towers.MOST_MOVES)
        while state.to_act:
            seat = state.to_act[0]
            legal = found[: moves_of(tops, heights, values, seat, found)].tolist()
            assert legal == state.moves(seat)
            chosen = rng.choice(legal)
            move(tops, heights, under, chosen >> 5, chosen & 31)
            state = state.after(seat, chosen)
            assert bytes(tops.astype("uint8")) == state.tops
            assert bytes(heights.astype("uint8")) == state.heights
            assert bytes(under.astype("uint8")) == state.under
        for seat in (0, 1):
            assert numba.njit(towers.points_of)(tops, heights, seat) == state.result.scores[seat]


def compiled():
    """`tower_moves` and `make_move`, compiled from outside."""
    numba.extending.register_jitable(towers.close_up)
    return numba.njit(towers.tower_moves), numba.njit(towers.make_move)


def numbers(values) -> numpy.ndarray:
    """A flat array as a kernel has it."""
    return numpy.array(list(values), dtype=numpy.int64)


# --- the rulings -------------------------------------------------------------------------------


def standing(tops: dict[str, tuple[str, int]], turn: str, rest: str | None = "h4") -> Game:
    """A game with the towers named by their top stone (`W3`) and height; stones left over stand under the
    tower on `rest`."""
    pool: dict[str, list[str]] = {}
    for square, value in zip(SQUARES, DEAL, strict=True):
        pool.setdefault(colour(square) + value, []).append(square)
    built = {square: [pool[top].pop()] for square, (top, _height) in tops.items()}
    left = [stone for stones in pool.values() for stone in stones]
    for square, (_top, height) in tops.items():
        built[square] = [left.pop() for _below in range(height - 1)] + built[square]
    if rest:
        built[rest] = left + built[rest]
    else:
        assert not left
    listed = "/".join("".join(built.get(square, ".")) for square in SQUARES)
    return handvoll.load("torris", f"rules=1 players=2 ply=20 deal={DEAL} towers={listed} turn={turn}")


def occupied(game: Game) -> dict[str, str]:
    """The top stone of each tower."""
    return {square: f"{tower[-1][0]}{tower[-1][1]}" for square, tower in shown(game).items()}


def test_set_up_is_a_chessboard() -> None:
    """TO1: white stones lie on the white squares, black ones on the black; b1 is white."""
    game = handvoll.new("torris").happen(DEAL)
    assert {square: tower[0][0] for square, tower in shown(game).items()} == {s: colour(s) for s in SQUARES}
    assert shown(game)["b1"] == [("W", 2)]
    assert game.to_act == (0,)


@pytest.mark.parametrize("outcome", ["", DEAL[:-1], DEAL + "1", "1" * 32, "2134" + DEAL[4:], "5" + DEAL[1:]])
def test_deals_that_cannot_be(outcome: str) -> None:
    """TO1: each colour has four stones of each value, so other outcomes are refused."""
    with pytest.raises(BadOutcome):
        handvoll.new("torris").happen(outcome)


def test_drawn_deals_are_possible_and_differ() -> None:
    """TO1: what is drawn is admitted, and every value comes to every square."""
    state, rng = handvoll.new("torris").state, random.Random(3)
    deals = [state.draw(rng.randrange) for _ in range(400)]
    assert all(map(state.admits, deals))
    for square in range(32):
        found = Counter(values[square] for values in deals)
        assert set(found) == set("1234")
        assert min(found.values()) > 60  # 100 are expected


ROW = {"a1": ("b4", 1), "b1": ("b4", 1), "c1": ("W1", 1), "e1": ("b3", 1), "h4": ("b4", 1)}


def test_empty_squares_are_no_steps() -> None:
    """TO2: a dot on c1 makes its one step across the empty d1 to e1."""
    assert standing(ROW, "0").legal(0) == ["c1-b1", "c1-e1"]


@pytest.mark.parametrize("owner", ["W", "b"])
def test_any_tower_may_be_climbed(owner: str) -> None:
    """TO2: it lands on the v-th occupied square, whoever owns it."""
    game = standing({**ROW, "e1": (f"{owner}3", 1)}, "0").play(0, "c1-e1")
    assert shown(game)["e1"] == [(owner, 3), ("W", 1)]


def test_a_stone_must_end_higher() -> None:
    """TO3: from height 2 it goes onto height 2, not onto a single stone."""
    game = standing({**ROW, "c1": ("W1", 2), "e1": ("b3", 2)}, "0")
    assert game.legal(0) == ["c1-e1"]
    with pytest.raises(IllegalMove, match="From c1 you can move to e1") as refused:
        game.play(0, "c1-b1")
    assert refused.value.ruling == "TO3"


def test_only_the_top_stone_moves_and_a_tower_left_does_not_slide() -> None:
    """TO4, TO5: what was beneath stays where it is, and so do the towers behind."""
    before = standing({**ROW, "c1": ("W1", 2), "e1": ("b3", 2)}, "0")
    game = before.play(0, "c1-e1")
    assert shown(game)["c1"] == shown(before)["c1"][:1]
    assert len(shown(game)["e1"]) == 3
    assert {"a1", "b1"} <= set(shown(game))


@pytest.mark.parametrize(
    ("tops", "move", "after"),
    [
        # The run behind closes up across the older gap on d1 until it touches e1.
        ({"a1": "b4", "b1": "b3", "c1": "W1", "e1": "b3"}, "c1-e1", {"c1": "b4", "d1": "b3", "e1": "W1"}),
        # The stone passes d1; the run touches d1, not the square it came to.
        ({"a1": "b4", "b1": "W2", "d1": "b3", "e1": "b3"}, "b1-e1", {"c1": "b4", "d1": "b3", "e1": "W2"}),
        # Only the unbroken run slides: a1 stands behind a gap.
        ({"a1": "b4", "c1": "b4", "d1": "W1", "f1": "b3"}, "d1-f1", {"a1": "b4", "e1": "b4", "f1": "W1"}),
        # Directly behind is nothing, so nothing slides.
        ({"a1": "b4", "b1": "b3", "d1": "W1", "e1": "b3"}, "d1-e1", {"a1": "b4", "b1": "b3", "e1": "W1"}),
        # Directly behind is the edge.
        ({"a1": "W1", "c1": "b3", "d1": "b4"}, "a1-c1", {"c1": "W1", "d1": "b4"}),
        # To the left and downwards as to the right.
        ({"h1": "b4", "g1": "W1", "d1": "b3"}, "g1-d1", {"e1": "b4", "d1": "W1"}),
        ({"b4": "b4", "b3": "W1", "b1": "b3", "c4": "b4"}, "b3-b1", {"b2": "b4", "b1": "W1", "c4": "b4"}),
        ({"b1": "b4", "b2": "W1", "b4": "b3", "c1": "b4"}, "b2-b4", {"b3": "b4", "b4": "W1", "c1": "b4"}),
    ],
)
def test_closing_up(tops: dict[str, str], move: str, after: dict[str, str]) -> None:
    """TO5: the unbroken run directly behind slides until it touches the next tower ahead."""
    rest = {"h3": ("b4", 1)} if "h1" in tops else {"h4": ("b4", 1)}
    game = standing({square: (top, 1) for square, top in tops.items()} | rest, "0", *rest)
    assert occupied(game.play(0, move)) == after | dict.fromkeys(rest, "b4")


def test_who_cannot_move_is_skipped_and_may_come_back() -> None:
    """TO6: White moves on while Black is blocked; when Black can move again, it is asked again."""
    towers_now = {"a1": ("W1", 1), "b1": ("W1", 1), "d1": ("W1", 1), "f1": ("b1", 2), "h4": ("W4", 1)}
    game = standing(towers_now, "0").play(0, "a1-b1")  # Black's only neighbour d1 is too low
    assert game.to_act == (0,)
    game = game.play(0, "d1-b1")
    assert game.to_act == (1,)
    assert game.legal(1) == ["f1-b1"]


SCORING = {
    "a1": ("b3", 6),
    "c1": ("b3", 3),
    "e1": ("b4", 2),
    "b2": ("b4", 2),
    "d2": ("b3", 1),
    "f2": ("W3", 5),
    "a3": ("W3", 4),
    "g3": ("W4", 3),
    "h3": ("W4", 3),
    "b4": ("W3", 2),
    "c4": ("W4", 1),
}


def test_the_two_final_scorings_of_the_rulebook() -> None:
    """TO7: 6+3+2+2+1 = 14 against 5+4+3+3+2+1 = 18; the highest tower does not help."""
    game = standing(SCORING, "-", None)
    assert game.result.scores == (18, 14)
    assert game.result.places == (1, 2)
    assert game.result.reason == "blocked"


@pytest.mark.parametrize(
    ("heights", "places"),
    [((6, 3, 3, 2, 2, 5, 4, 3, 2, 1, 1), (2, 1)), ((6, 3, 3, 2, 2, 6, 3, 3, 2, 1, 1), (1, 1))],
)
def test_equal_points(heights: tuple[int, ...], places: tuple[int, int]) -> None:
    """TO7: 16 points each: the owner of the highest tower wins; if both have one as high, it is a draw."""
    tops = {
        square: (top, height) for (square, (top, _)), height in zip(SCORING.items(), heights, strict=True)
    }
    result = standing(tops, "-", None).result
    assert result.scores == (16, 16)
    assert result.places == places


@pytest.mark.parametrize(
    ("text", "ruling", "said"),
    [
        ("c1", "TO2", "such as c1-"),
        ("C1-E1", "TO2", "Written exactly this move is c1-e1"),
        ("d1-e1", "TO2", "On d1 stands no tower"),
        ("b1-c1", "TO2", "belongs to Player 2"),
        ("c1-d2", "TO2", "not in line"),
        ("c1-c1", "TO2", "not in line"),
        ("c1-a1", "TO2", "makes exactly [a-z0-9]+ steps?, and only towers count: that way it comes to b1"),
        ("c1-c4", "TO2", "towers that way: 0"),
    ],
)
def test_explanations(text: str, ruling: str, said: str) -> None:
    """An illegal move gets its ruling, the squares, and what would have been right."""
    with pytest.raises(IllegalMove, match=said) as refused:
        standing(ROW, "0").play(0, text)
    assert refused.value.ruling == ruling


def test_one_step_is_said_as_one() -> None:
    """The dot moves by one step, the others by several."""
    values = "1" + "2" * 31
    explained = [
        explain(1, "a1-a4", [(0, 1)], bytes(range(1, 33)), bytes([1] * 32), bytes([0, *map(int, deal)]))[1]
        for deal in (values, values[::-1])
    ]
    assert [str(message).partition(",")[0] for message in explained] == [
        "The dot on a1 makes exactly one step",
        "The line on a1 makes exactly 2 steps",
    ]


@pytest.mark.parametrize("typed", ["c1e1", "C1 E1", "c1 - e1", "c1>e1", "c1–e1"])
def test_people_may_write_as_they_like(typed: str) -> None:
    """Case, spaces and dashes are put right for people."""
    assert standing(ROW, "0").read_move(0, typed) == "c1-e1"


GOOD = standing(SCORING, "-", None).position()


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("deal=1234", "deal=2134", "deal="),
        ("deal=", "deal=-", "deal="),
        ("towers=", "towers=./", "towers="),
        ("/./", "/h2/", "/h2/"),
        ("turn=-", "turn=0", "turn="),
    ],
)
def test_doctored_positions_are_refused(old: str, new: str, column: str) -> None:
    """What no game could have is refused with the column of the fault."""
    doctored = GOOD.replace(old, new, 1)
    with pytest.raises(BadPosition) as refused:
        handvoll.load("torris", doctored)
    assert refused.value.place == doctored.index(column) + len(column.replace("h2/", "")) + 1


def test_nobody_has_moved_yet() -> None:
    """All 32 squares are only occupied before the first move, each stone on its own, White to move."""
    begun = handvoll.new("torris").happen(DEAL).position()
    for doctored in (begun.replace("turn=0", "turn=1"), begun.replace("a1/b1/", "b1/a1/")):
        with pytest.raises(BadPosition):
            handvoll.load("torris", doctored)


def test_states_do_not_change() -> None:
    """Playing a move leaves the state it was played in as it was."""
    state = handvoll.new("torris").happen(DEAL).state
    before = state.position()
    assert isinstance(state.after(0, state.moves(0)[0]), State)
    assert state.position() == before
