"""Fünf gewinnt: the rulings FG1 to FG8, and agreement with a naive generator and with the rules compiled."""

from __future__ import annotations

import copy
import random

import numba
import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadPosition, IllegalMove
from handvoll.core.game import Game
from handvoll.core.picture import PLAIN
from handvoll.games.fuenf_gewinnt import field
from handvoll.games.fuenf_gewinnt.notation import WRAP, point_of

XY = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def played(*moves: str) -> Game:
    """The game after these moves from the start, seats in turn."""
    game = handvoll.new("fuenf-gewinnt")
    for move in moves:
        game = game.play(game.to_act[0], move)
    return game


def standing(stones: str, turn: str, ply: int = 40, quiet: str = "-") -> Game:
    """A game of the second phase with the stones of a drawing: `W` white, `b` black, row by row from above,
    the lower left corner at 0,0; the stones not drawn are captured."""
    rows = stones.split("/")[::-1]
    at = {"W": [], "b": []}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                at[letter].append(f"{x},{y}")
    for letter in at:
        at[letter] += ["x"] * (16 - len(at[letter]))
    listed = "/".join(text for pair in zip(at["W"], at["b"], strict=True) for text in pair)
    return handvoll.load(
        "fuenf-gewinnt", f"rules=1 players=2 ply={ply} stones={listed} quiet={quiet} turn={turn}"
    )


def lying(game: Game) -> dict[XY, int]:
    """The seat of the stone on each point."""
    return {tuple(stone["at"]): stone["seat"] for stone in game.view(None)["stones"]}


# --- the naive twin ----------------------------------------------------------------------------


class Naive:
    """The rulings once more, told with dictionaries and sets, as slow as they are plain."""

    def __init__(self) -> None:
        self.stones: dict[XY, int] = {}
        self.laid = 0
        self.seat = 0
        self.quiet = 0
        self.occurred: list[tuple[int, frozenset[tuple[XY, int]]]] = []
        self.reason: str | None = None
        self.winner: int | None = None

    @staticmethod
    def beside(point: XY) -> set[XY]:
        return {(point[0] + x, point[1] + y) for x, y in AROUND}

    def groups(self, points: set[XY]) -> list[set[XY]]:
        left, found = set(points), []
        while left:
            group: set[XY] = set()
            edge = {left.pop()}
            while edge:
                group |= edge
                left -= edge
                edge = {other for point in edge for other in self.beside(point)} & left
            found.append(group)
        return found

    def field(self, lifted: XY) -> list[set[XY]]:
        """The largest groups without `lifted`."""
        groups = self.groups(set(self.stones) - {lifted})
        largest = max(map(len, groups), default=0)
        return [group for group in groups if len(group) == largest]

    def lifts(self, seat: int) -> set[tuple[XY, XY]]:
        found = set()
        for start, owner in self.stones.items():
            if owner == seat and not self.beside(start) <= set(self.stones):
                for group in self.field(start):
                    touching = {other for point in group for other in self.beside(point)}
                    found |= {(start, target) for target in touching - set(self.stones)}
        return found

    def legal(self) -> list[str]:
        if self.laid == 0:
            return ["0,0"]
        if self.laid < 32:
            free = {other for point in self.stones for other in self.beside(point)} - set(self.stones)
            return sorted(f"{x},{y}" for x, y in free)
        return sorted(f"{a},{b}>{x},{y}" for (a, b), (x, y) in self.lifts(self.seat))

    def five(self, last: XY) -> bool:
        for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row = "".join(
                "o" if self.stones.get((last[0] + x * n, last[1] + y * n)) == self.stones[last] else " "
                for n in range(-4, 5)
            )
            if "ooooo" in row:
                return True
        return False

    def play(self, move: str) -> None:
        *start, target = [tuple(map(int, point.split(","))) for point in move.split(">")]
        captured = False
        if start:
            stay = [group for group in self.field(start[0]) if self.beside(target) & group]
            kept = {point: seat for point, seat in self.stones.items() if any(point in g for g in stay)}
            captured = len(kept) + 1 < len(self.stones)
            self.stones = kept
        else:
            self.laid += 1
        self.stones[target] = self.seat
        self.conclude(target, bool(start), captured)

    def conclude(self, target: XY, moved: bool, captured: bool) -> None:
        if self.five(target):
            self.reason, self.winner = "five", self.seat
            return
        if self.laid < 32:
            self.seat = 1 - self.seat
            return
        if all(list(self.stones.values()).count(seat) < 5 for seat in (0, 1)):
            self.reason = "material"
            return
        self.quiet = self.quiet + 1 if moved and not captured else 0
        if self.lifts(1 - self.seat):
            self.seat = 1 - self.seat
        left, low = min(x for x, _ in self.stones), min(y for _, y in self.stones)
        here = (self.seat, frozenset(((x - left, y - low), s) for (x, y), s in self.stones.items()))
        self.occurred.append(here)
        if self.occurred.count(here) == 3:
            self.reason = "repetition"
        elif self.quiet == 100:
            self.reason = "hundred"


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False))
def test_agrees_with_the_naive_generator(rng: random.Random) -> None:
    """Over random games, both know the same moves, the same stones and the same end."""
    game, naive = handvoll.new("fuenf-gewinnt"), Naive()
    while not game.over:
        seat = game.to_act[0]
        assert seat == naive.seat
        legal = game.legal(seat)
        assert legal == naive.legal()
        move = rng.choice(legal)
        if game.ply >= 32 and rng.random() < 0.7:  # quiet moves lead to the rarer ends
            quiet = [other for other in rng.sample(legal, min(8, len(legal))) if is_quiet(game, other)]
            move = quiet[0] if quiet else move
        naive.play(move)
        game = game.play(seat, move)
        assert lying(game) == naive.stones
        assert handvoll.load("fuenf-gewinnt", game.position()).position() == game.position()
    assert (game.result.reason, game.state.winner) == (naive.reason, naive.winner)


def is_quiet(game: Game, move: str) -> bool:
    """Whether `move` captures nothing."""
    return len(lying(game.play(game.to_act[0], move))) == len(lying(game))


@pytest.mark.parametrize(("depth", "sequences"), [(1, 1), (2, 4), (3, 24), (4, 176), (5, 1504)])
def test_perft_of_the_placing_phase(depth: int, sequences: int) -> None:
    """As many sequences as there are ways to grow a field: 4 points around the first stone, 6 around two, 8
    around a straight three and 7 around a bent one, 4 · (2 · 8 + 4 · 7) = 176."""
    assert count(handvoll.new("fuenf-gewinnt"), depth) == sequences == count_naive(Naive(), depth)


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
    for move in naive.legal():
        after = copy.deepcopy(naive)
        after.play(move)
        total += count_naive(after, depth - 1)
    return total


def test_compiled_rules_do_the_same() -> None:
    """Numba compiles the functions of `field` unchanged; over random games they agree with State."""
    numba.extending.register_jitable(field.joined)
    jit = {
        function.__name__: numba.njit(function)
        for function in (
            field.makes_five,
            field.lay_moves,
            field.survey,
            field.lift_moves,
            field.lift_and_lay,
            field.can_lift,
            field.is_material,
        )
    }
    rng = random.Random(11)
    for _game in range(15):
        state = handvoll.new("fuenf-gewinnt").state
        while state.to_act:
            seat = state.to_act[0]
            plane, points = numbers(state.plane), numbers(state.points)
            moves = numbers([0] * field.MOST_MOVES)
            if state.laid < field.STONES:
                found = jit["lay_moves"](plane.copy(), points, state.laid, moves)
            else:
                targets, touching = numbers([0] * field.MOST_TARGETS), numbers([0] * field.MOST_TARGETS)
                stays, scratch = numbers([0] * (field.STONES + 1)), numbers([0] * field.SCRATCH)
                around = jit["survey"](plane.copy(), points, targets, touching, stays, scratch)
                found = jit["lift_moves"](seat, targets, touching[:around], stays, moves)
            assert moves[:found].tolist() == state.moves(seat)
            move = rng.choice(state.moves(seat))
            target, number = move >> 6, move & 63
            if number:
                jit["lift_and_lay"](plane, points, number, target, stays[number])
            else:
                plane[target & WRAP] = points[0] = state.laid + 1
                points[state.laid + 1], points[0] = target, field.NOWHERE
            state = state.after(seat, move)
            assert bytes(plane.tolist()) == state.plane
            assert tuple(points.tolist()) == state.points
            assert jit["makes_five"](plane, target) == (state.reason == "five")
            assert jit["is_material"](points) == field.is_material(state.points)
            for seat in (0, 1):
                assert jit["can_lift"](plane, points, seat) == field.can_lift(state.plane, state.points, seat)


def numbers(values) -> numpy.ndarray:
    """A flat array as a kernel has it."""
    return numpy.array(list(values), dtype=numpy.int64)


# --- the rulings -------------------------------------------------------------------------------


def test_the_first_stone_goes_to_the_centre() -> None:
    """FG1: there is one first move."""
    assert handvoll.new("fuenf-gewinnt").legal(0) == ["0,0"]


def test_stones_touch_side_to_side() -> None:
    """FG2: beside a lying stone, not at its corner."""
    assert played("0,0").legal(1) == ["-1,0", "0,-1", "0,1", "1,0"]


@pytest.mark.parametrize(
    "line",
    [
        ["0,0", "1,0", "2,0", "3,0", "4,0"],
        ["0,0", "0,1", "0,2", "0,3", "0,4"],
        ["0,0", "1,1", "2,2", "3,3", "4,4"],
        ["0,0", "1,-1", "2,-2", "3,-3", "4,-4"],
    ],
)
def test_five_in_any_line_win(line: list[str]) -> None:
    """FG3: along a row, a column or a diagonal; the last stone may complete it anywhere."""
    for last in range(5):
        naive = Naive()
        naive.stones = {tuple(map(int, point.split(","))): 0 for point in line}
        plane = bytearray(WRAP + 1)
        for number, point in enumerate(line):
            plane[point_of(*map(int, point.split(","))) & WRAP] = 2 * number + 1
        assert field.makes_five(plane, point_of(*map(int, line[last].split(","))))
        plane[point_of(*map(int, line[1].split(","))) & WRAP] = 2  # a black stone among them
        assert not field.makes_five(plane, point_of(*map(int, line[last].split(","))))


def test_five_while_laying_ends_the_game() -> None:
    """FG3: five white stones in a row end the placing phase at once."""
    game = played("0,0", "0,1", "1,0", "1,1", "2,0", "2,1", "3,0", "3,1", "4,0")
    assert game.result.reason == "five"
    assert game.result.scores == (1, 0)
    assert game.result.places == (1, 2)


def test_more_than_five_win_too() -> None:
    """FG3: a stone that joins two and three to six wins."""
    game = standing("WW.WWW/bbbb.W", "0").play(0, "5,0>2,1")
    assert game.result.reason == "five"
    assert len(game.view(None)["five"]) == 6


def test_captured_stones_do_not_count_for_five() -> None:
    """FG3: White's stone completes a diagonal of five, but one of them falls off with the move."""
    game = standing("...Wbb/..Wb.b/.Wb.../WW....", "0").play(0, "1,0>4,4")
    assert not game.over
    assert [point for point, seat in lying(game).items() if seat == 0] == [(4, 4), (1, 1), (2, 2), (3, 3)]


def test_only_a_stone_with_an_empty_side_may_be_lifted() -> None:
    """FG4: the white stone in the middle is shut in on four sides."""
    game = standing(".bbbb/bWbWb/WbWbW/.bbbb", "0")
    starts = {move.split(">")[0] for move in game.legal(0)}
    assert starts == {"0,1", "4,1"}
    with pytest.raises(IllegalMove, match="1,2 has no empty side") as refused:
        game.play(0, "1,2>0,3")
    assert refused.value.ruling == "FG4"


BRIDGE = "bbb.WWW./bbbWWWWb/bbb.WbW."
"""White's stone on 3,1 holds nine stones on the left and ten on the right together."""


def test_the_largest_group_stays() -> None:
    """FG5: lifting the bridge captures the smaller group; the stone goes to the larger."""
    game = standing(BRIDGE, "0")
    assert "3,1>-1,0" not in game.legal(0)
    after = game.play(0, "3,1>3,2")
    assert len(lying(after)) == 11
    assert after.view(None)["captured"] == [7, 14]


def test_tied_groups_are_decided_by_the_stone() -> None:
    """FG5: of two largest groups the one that the stone touches stays; if it touches both, both do."""
    game = standing("bbb.WWW/bbbWWbW/bbb.WWW", "0")
    left = game.play(0, "3,1>-1,1")
    assert lying(left).keys() == {(x, y) for x in range(3) for y in range(3)} | {(-1, 1)}
    right = game.play(0, "3,1>7,1")
    assert min(x for x, _y in lying(right)) == 4
    both = game.play(0, "3,1>3,2")
    assert len(lying(both)) == len(lying(game))


def test_a_small_group_is_captured_even_where_the_stone_touches_it() -> None:
    """FG5: one stone stands alone above the gap; the laid stone touches it and the field, it falls all the
    same, because it was no largest group when the stone was lifted."""
    game = standing("W.b../Wbb../bWWbb", "0")
    after = game.play(0, "0,1>1,2")
    assert lying(after).keys() == lying(game).keys() - {(0, 1), (0, 2)} | {(1, 2)}


def test_not_back_to_its_own_point() -> None:
    """FG6: every move changes something, and a point that only touched the lifted stone is out of reach."""
    game = standing(BRIDGE, "0")
    for move in game.legal(0):
        start, target = move.split(">")
        assert start != target
    for text, ruling, said in (
        ("6,0>6,0", "FG6", "another point than 6,0"),
        ("6,0>6,-1", "FG6", "touches only 6,0"),
        ("6,0>0,0", "FG6", "On 0,0 lies a stone of Player 2"),
        ("6,0>3,3", "FG6", "only at a corner"),
        ("6,0>20,20", "FG6", "touches no stone"),
        ("3,1>-1,0", "FG5", "falls off with a smaller group"),
    ):
        with pytest.raises(IllegalMove, match=said) as refused:
            game.play(0, text)
        assert refused.value.ruling == ruling


def test_who_cannot_lift_sits_out() -> None:
    """FG7: Black has no stone left, so White moves on alone."""
    game = standing("WWW./..WW/...W", "0")
    after = game.play(0, "0,2>3,2")
    assert after.to_act == (0,)


def test_too_few_for_five_is_a_draw() -> None:
    """FG8: after a capture both have fewer than five stones."""
    game = standing("bbWbbb", "0")
    after = game.play(0, "2,0>6,0")
    assert after.result.reason == "material"
    assert after.result.scores == (0.5, 0.5)
    assert after.result.places == (1, 1)


ROW = "WbWbWbWbWb"


def test_third_occurrence_up_to_translation_is_a_draw() -> None:
    """FG8: a row walks to the right; after every second move it is the same row with the same seat to move,
    and the third time is a draw, the position right after the capture counting as the first."""
    game = standing(ROW, "0")
    for move in ("0,0>10,0", "1,0>11,0", "2,0>12,0"):
        game = game.play(game.to_act[0], move)
        assert not game.over
    game = game.play(1, "3,0>13,0")
    assert game.result.reason == "repetition"
    assert game.result.scores == (0.5, 0.5)
    assert handvoll.load("fuenf-gewinnt", game.position()).result == game.result


def test_a_hundred_moves_without_capture_are_a_draw() -> None:
    """FG8: both seats' moves together; a move before the hundredth the game still runs."""
    game = quietly(standing("bWbW/WbWb/bWbW/WbWb", "0"), 100, random.Random(1))
    assert game.result.reason == "hundred"
    assert not game.undo().over
    assert len(game.state.quiet) == 100
    loaded = handvoll.load("fuenf-gewinnt", game.undo().position())
    assert loaded.play(loaded.to_act[0], game.step.text).result == game.result


def test_a_repetition_counts_before_the_hundredth_move() -> None:
    """FG8: a corner stone of each seat goes about and home in fifty moves, each time elsewhere than the other
    has been with it; when it comes home the second time, both ends meet."""
    homes = ("0,0", "0,3")
    white, black = ("-1,1", "-1,2", "1,-1", "2,-1", "3,-1"), ("1,4", "2,4", "3,4", "4,3", "4,2")
    pairs = [(white[n % 5], black[(n + n // 5) % 5]) for n in range(24)]
    stops = [homes, *pairs, homes]
    tour = [f"{stops[n][seat]}>{stops[n + 1][seat]}" for n in range(25) for seat in (0, 1)]
    game = standing("bWbW/WbWb/bWbW/WbWb", "0")
    for number, move in enumerate(tour * 2):
        assert not game.over
        game = game.play(number % 2, move)
    assert len(game.state.quiet) == 100
    assert game.result.reason == "repetition"


def quietly(game: Game, moves: int, rng: random.Random) -> Game:
    """The game after so many moves that capture nothing and do not end it, but for the last."""
    for left in range(moves, 0, -1):
        legal = game.legal(game.to_act[0])
        rng.shuffle(legal)
        game = next(
            after
            for after in (game.play(game.to_act[0], move) for move in legal)
            if len(lying(after)) == len(lying(game)) and (left == 1 or not after.over)
        )
    return game


def test_stones_keep_their_numbers_while_they_move() -> None:
    """A view names each stone by the number it was laid with, captured ones leave."""
    before = standing(BRIDGE, "0")
    after = before.play(0, "3,1>3,2")
    moved = {stone["stone"]: stone["at"] for stone in after.view(None)["stones"]}
    was = {stone["stone"]: stone["at"] for stone in before.view(None)["stones"]}
    assert moved.keys() < was.keys()
    assert [number for number in moved if moved[number] != was[number]] == [
        number for number, at in was.items() if at == [3, 1]
    ]


@pytest.mark.parametrize(
    ("moves", "text", "ruling", "said"),
    [
        ([], "1,0", "FG1", "goes to the centre"),
        ([], "centre", "FG1", "goes to the centre"),
        (["0,0"], "0,0", "FG2", "On 0,0 lies a stone of Player 1 already"),
        (["0,0"], "1,1", "FG2", "touches the stone on 0,0 only at a corner"),
        (["0,0"], "5,0", "FG2", "the nearest point that does is 1,0"),
        (["0,0"], "01,0", "FG2", "Written exactly this move is 1,0"),
        (["0,0"], "0,0>1,0", "FG2", "only when all 32 are laid"),
        (["0,0"], "99999999999999999999,0", "FG2", "the nearest point that does is 1,0"),
        (["0,0"], "pass", "FG2", "Name an empty point"),
    ],
)
def test_explanations_of_the_placing_phase(moves: list[str], text: str, ruling: str, said: str) -> None:
    """An illegal move gets its ruling, the points, and what would have been right."""
    game = played(*moves)
    with pytest.raises(IllegalMove, match=said) as refused:
        game.play(game.to_act[0], text)
    assert refused.value.ruling == ruling


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3,0", "All stones are laid"),
        ("3,1 > 3,2", "Written exactly this move is 3,1>3,2"),
        ("9,9>3,2", "On 9,9 lies no stone"),
        ("0,0>3,2", "belongs to Player 2"),
        ("5,1>3,2", "has no empty side"),
    ],
)
def test_explanations_of_lifting(text: str, said: str) -> None:
    """FG4: which stone may be lifted, and how the move is written."""
    with pytest.raises(IllegalMove, match=said) as refused:
        standing(BRIDGE, "0").play(0, text)
    assert refused.value.ruling == "FG4"


@pytest.mark.parametrize(
    ("typed", "move"),
    [("1 0", "1,0"), ("(1,0)", "1,0"), ("1;0", "1,0"), ("-1 / 0", "-1,0"), ("− 1,0", "-1,0"), ("x 1", "x 1")],
)
def test_people_may_write_points_as_they_like(typed: str, move: str) -> None:
    """Brackets, spaces and other signs are put right for people."""
    assert played("0,0").read_move(1, typed) == move


@pytest.mark.parametrize("typed", ["3,1-3,2", "3,1 -> 3,2", "(3,1)–(3,2)", "3 1 3 2", "3,1 nach 3,2"])
def test_people_may_write_moves_as_they_like(typed: str) -> None:
    """Two points in a row are a move."""
    assert standing(BRIDGE, "0").read_move(0, typed) == "3,1>3,2"


LAID = played("0,0", "0,1", "1,0").position()
WALKED = standing(ROW, "0").play(0, "0,0>10,0").play(1, "1,0>11,0").position()


@pytest.mark.parametrize(
    ("position", "old", "new", "at"),
    [
        (LAID, "0,1/1,0", "0,1/0,1", "0,1 q"),  # two stones on one point
        (LAID, "0,1/", "0,2/", "0,0/"),  # not laid side to side
        (LAID, "0,1/", "x/", "x/"),  # captured while stones are laid
        (LAID, "0,1/", "0,01/", "0,01"),
        (LAID, "0,1/", "0,9999/", "0,9999"),
        (LAID, "turn=1", "turn=0", "0"),
        (LAID, "quiet=-", "quiet=1,0>0,1", "1,0>0,1"),
        (WALKED, "turn=0", "turn=1", "1"),
        (WALKED, "10,0/", "9999,0/", "9999,0/"),
        (WALKED, "10,0/", "10,5/", "0,0>10,5"),  # the last moves cannot have led here
        (WALKED, "quiet=0,0>10,0/1,0>11,0", "quiet=-", ""),
        (WALKED, ">10,0", ">10", "0,0>10/"),
        (WALKED, "/x", "", "10,0/"),
    ],
)
def test_doctored_positions_are_refused(position: str, old: str, new: str, at: str) -> None:
    """What no game could have is refused with the field or the column of the fault."""
    assert old in position
    doctored = position.replace(old, new)
    if not at:  # the row is a position of its own without its history, so nothing is wrong
        assert handvoll.load("fuenf-gewinnt", doctored).position() == doctored
        return
    with pytest.raises(BadPosition) as refused:
        handvoll.load("fuenf-gewinnt", doctored)
    place = refused.value.place
    assert doctored[place - 1 :].startswith(at), doctored[place - 1 :]


def test_the_longest_field_fits_a_terminal() -> None:
    """All 32 stones in one row are as wide as a field can be; the text stays within 78 columns, and the
    picture holds every stone."""
    game = played(*(f"{x},0" for x in range(32)))
    picture = game.card.picture
    assert max(map(len, picture.text(game.view(0), PLAIN).splitlines())) <= 78
    scene = picture.scene(game.view(0))
    assert scene.left < 0
    assert scene.left + scene.width > 31
    assert game.legal(0)[0] == "0,0>1,-1"
    assert "0,0>32,0" in game.legal(0)  # from one end to the other, across the whole ring
