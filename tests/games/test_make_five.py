"""Make Five: each ruling, the rulebook's example, a naive twin, and what the compiler makes of it."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadOption, BadPosition, IllegalMove
from handvoll.games.make_five import slope
from handvoll.games.make_five.picture import scene
from handvoll.games.make_five.rules import State

LANES = "abcde"
# The rulebook's example of a scored round, row by row from the top of its table: 3 + 5 + 4 + 0 + 0.
EXAMPLE_ROWS = ("TTTYR", "GGGGG", "VVVYV", "RRTTY", "YRVRY")


def named(lanes):
    """Lanes of letters as a position names their stones: numbered by colour from lane a on."""
    seen = Counter()
    texts = []
    for lane in lanes:
        text = ""
        for letter in lane:
            seen[letter] += 1
            text += f"{letter}{seen[letter]}"
        texts.append(text or "-")
    return "/".join(texts)


def at(lanes, asked="sort", *, drawn="-", finished="-", rounds_each=3, ply=0):
    """A game in the midst of a round, from lanes of letters (bottom first)."""
    return handvoll.load(
        "make-five",
        f"rules=1 players=2 rounds_each={rounds_each} ply={ply} finished={finished} "
        f"lanes={named(lanes)} drawn={drawn} asked={asked}",
    )


def set_up(letters="TYRGV", **options):
    game = handvoll.new("make-five", options=options)
    for letter in letters:
        game = game.happen(letter)
    return game


def lanes_of(game):
    return ["".join(stone[0] for stone in lane) for lane in game.view(None)["lanes"]]


# --- the rulings -------------------------------------------------------------------------------


def test_seats_take_turns_at_sorting_in_six_rounds():
    """MF1: seat 0 sorts in rounds 1, 3, 5, seat 1 in rounds 2, 4, 6."""
    game = set_up()
    rng = random.Random(5)
    sorters = {}
    while not game.over:
        view = game.view(None)
        sorters.setdefault(view["round"], view["sorter"])
        if game.chance:
            game = game.deal(rng.randrange)
        else:
            game = game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
    assert sorters == {1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 1}


@pytest.mark.parametrize("rounds_each", [1, 2, 3])
def test_option_sets_the_number_of_rounds(rounds_each):
    """MF1: rounds_each rounds per role."""
    assert (
        handvoll.new("make-five", options={"rounds_each": rounds_each}).view(0)["rounds"] == 2 * rounds_each
    )


def test_other_numbers_of_rounds_are_refused():
    """MF1: there is no match of four rounds each."""
    with pytest.raises(BadOption, match="rounds_each"):
        handvoll.new("make-five", options={"rounds_each": 4})


def test_five_stones_are_drawn_onto_the_lanes_in_order():
    """MF2: the first five stones lie on lanes a to e in the order they were drawn."""
    game = handvoll.new("make-five")
    assert game.chance == "draw"
    assert game.outcomes() == dict.fromkeys("TYRGV", 5)
    game = game.happen("R").happen("R")
    assert game.outcomes() == {"T": 5, "Y": 5, "R": 3, "G": 5, "V": 5}
    assert lanes_of(game) == ["R", "R", "", "", ""]
    game = game.happen("T").happen("V").happen("R")
    assert lanes_of(game) == ["R", "R", "T", "V", "R"]
    assert game.to_act == (0,)
    assert game.view(0)["lanes"] == [["R1"], ["R2"], ["T1"], ["V1"], ["R3"]]


def test_a_stone_taken_rolls_in_from_above_and_those_above_it_roll_down():
    """MF3: the lane closes up, and the stone lies on top of the lane it is put on."""
    game = at(["TYR", "G", "V", "", "Y"])
    assert lanes_of(game.play(0, "a1>b")) == ["YR", "GT", "V", "", "Y"]
    assert lanes_of(game.play(0, "a2>d")) == ["TR", "G", "V", "Y", "Y"]


def test_a_stone_may_go_back_onto_its_own_lane():
    """MF3: a stone from below may be put on top of its own lane, even a full one, even if that changes
    nothing."""
    game = at(["TTYYG", "R", "V", "", ""])
    assert lanes_of(game.play(0, "a1>a")) == ["TYYGT", "R", "V", "", ""]
    twins = at(["TT", "Y", "R", "G", "V"])
    assert lanes_of(twins.play(0, "a1>a")) == lanes_of(twins)


def test_the_top_stone_to_its_own_lane_is_not_offered():
    """MF3: that would be pass."""
    game = at(["TT", "Y", "R", "G", "V"])
    assert "a1>a" in game.legal(0)
    assert not {"a2>a", "b1>b", "c1>c"} & set(game.legal(0))
    assert "pass" in game.legal(0)
    with pytest.raises(IllegalMove, match="top stone of lane b") as refusal:
        game.play(0, "b1>b")
    assert refusal.value.ruling == "MF3"


def test_no_stone_goes_onto_a_full_lane():
    """MF3, MF4: a lane holds five stones, for the sorter and for chaos."""
    game = at(["TTYYG", "R", "V", "", ""])
    assert "b1>a" not in game.legal(0)
    with pytest.raises(IllegalMove, match="Lane a is full"):
        game.play(0, "b1>a")
    game = game.play(0, "pass").happen("T")
    assert game.legal(1) == ["b", "c", "d", "e"]
    with pytest.raises(IllegalMove, match="Lane a is full") as refusal:
        game.play(1, "a")
    assert refusal.value.ruling == "MF4"


def test_chaos_places_the_stone_that_was_drawn():
    """MF4: after the sorter's move both see the stone, and chaos chooses its lane."""
    game = set_up().play(0, "pass")
    assert game.chance == "draw"
    assert game.outcomes() == dict.fromkeys("TYRGV", 4)
    game = game.happen("G")
    assert [game.view(seat)["drawn"] for seat in (0, 1, None)] == ["G2"] * 3
    assert game.to_act == (1,)
    game = game.play(1, "c")
    assert lanes_of(game) == ["T", "Y", "RG", "G", "V"]
    assert game.to_act == (0,)


def test_the_sorter_has_one_last_move_after_the_last_stone():
    """MF5: 25 stones lie, the sorter moves once more, then the round is scored."""
    game = at(["TTTTT", "YYYYY", "RRRRR", "GGGGG", "VVVV"], "chaos", drawn="V5").play(1, "e")
    assert game.to_act == (0,)
    assert game.view(0)["points"] == []
    game = game.play(0, "pass")
    assert game.view(0)["points"] == [0]
    assert game.chance == "draw"
    assert game.view(0)["sorter"] == 1
    assert lanes_of(game) == [""] * 5


def test_the_example_of_the_rulebook_is_worth_twelve_points():
    """MF6: 3 + 5 + 4 + 0 + 0."""
    lanes = ["".join(row[lane] for row in EXAMPLE_ROWS) for lane in range(5)]
    game = at(lanes)
    assert game.view(0)["rows"] == [3, 5, 4, 0, 0]
    assert game.play(0, "pass").view(0)["points"] == [12]


def test_a_make_five_ends_the_match_at_once():
    """MF7: five one-coloured rows win the match in its first round."""
    game = at(["TYRGV"] * 5).play(0, "pass")
    assert game.result.reason == "make-five"
    assert game.result.scores == (25, 0)
    assert game.result.places == (1, 2)


def test_a_make_five_wins_against_higher_totals_and_in_the_last_round():
    """MF7: the sorter of the five rows has place 1, whatever the totals; so it is in the last round."""
    rich = named(["YYRGV", "YTRGV", "TYRGV", "TYRGV", "TTRGV"])
    poor = named(["TTTTT", "YYYYY", "RRRRR", "GGGGG", "VVVVV"])
    finished = ",".join([rich, poor, rich])
    game = at(["TYRGV"] * 5, finished=finished, rounds_each=2).play(1, "pass")
    assert game.result.scores == (42, 25)
    assert game.result.places == (2, 1)
    assert game.result.reason == "make-five"


@pytest.mark.parametrize(("first", "second", "places"), [(12, 0, (1, 2)), (0, 12, (2, 1)), (12, 12, (1, 1))])
def test_the_higher_total_wins_after_all_rounds(first, second, places):
    """MF7: higher total, or a draw."""
    boards = {
        12: ["".join(row[lane] for row in EXAMPLE_ROWS) for lane in range(5)],
        0: ["TTTTT", "YYYYY", "RRRRR", "GGGGG", "VVVVV"],
    }
    game = at(boards[second], finished=named(boards[first]), rounds_each=1).play(1, "pass")
    assert game.result.scores == (first, second)
    assert game.result.places == places
    assert game.result.reason == "rounds"


@pytest.mark.parametrize(
    ("move", "ruling", "part"),
    [
        ("b3>d", "MF3", "filled up to height 1"),
        ("b1>b", "MF3", "to leave it there, pass"),
        ("d", "MF3", "such as b3>d, or pass"),
        ("", "MF3", "such as b3>d"),
        ("B1>D", "MF3", "such as b3>d"),
        ("a6>b", "MF3", "such as b3>d"),
    ],
)
def test_refusals_to_the_sorter_name_the_ruling_and_the_place(move, ruling, part):
    """MF3: what came, and what would be right."""
    with pytest.raises(IllegalMove) as refusal:
        set_up().play(0, move)
    assert refusal.value.ruling == ruling
    assert part in str(refusal.value)


@pytest.mark.parametrize("move", ["pass", "b1>d", "f", "A", ""])
def test_refusals_to_chaos_list_the_lanes(move):
    """MF4: any text that is no lane."""
    with pytest.raises(IllegalMove, match="a, b, c, d, e") as refusal:
        set_up().play(0, "pass").happen("G").play(1, move)
    assert refusal.value.ruling == "MF4"


@pytest.mark.parametrize("typed", ["B1 > D", "b1-d", "b1 – d", "b1d", "b1 d", "b1→d"])
def test_people_may_write_a_move_as_they_like(typed):
    """The habits of typing lead to the exact move."""
    assert set_up().read_move(0, typed) == "b1>d"


# --- a naive twin ------------------------------------------------------------------------------


class Twin:
    """Make Five straight from the rulings, over lists of letters, with no eye on speed."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.points = []
        self.begin()

    def begin(self):
        self.lanes = [[] for _lane in LANES]
        self.bag = Counter(dict.fromkeys("TYRGV", 5))
        self.hand = None
        self.turn = "bag"

    @property
    def seat(self):
        return (len(self.points) + (self.turn == "chaos")) % 2

    def moves(self):
        free = {lane for lane, stones in zip(LANES, self.lanes, strict=True) if len(stones) < 5}
        if self.turn == "chaos":
            return sorted(free)
        moves = ["pass"]
        for lane, stones in zip(LANES, self.lanes, strict=True):
            for height in range(1, len(stones) + 1):
                for to in free | {lane}:
                    if not (to == lane and height == len(stones)):
                        moves.append(f"{lane}{height}>{to}")
        return sorted(moves)

    def draw(self, letter):
        self.bag[letter] -= 1
        laid = sum(map(len, self.lanes))
        if laid >= 5:
            self.hand, self.turn = letter, "chaos"
        else:
            self.lanes[laid].append(letter)
            self.turn = "sorter" if laid == 4 else "bag"

    def play(self, move):
        if self.turn == "chaos":
            self.lanes[LANES.index(move)].append(self.hand)
            self.hand, self.turn = None, "sorter"
            return
        if move != "pass":
            stone = self.lanes[LANES.index(move[0])].pop(int(move[1]) - 1)
            self.lanes[LANES.index(move[3])].append(stone)
        self.turn = "bag"
        if sum(map(len, self.lanes)) == 25:
            rows = [Counter(lane[height] for lane in self.lanes).most_common(1)[0][1] for height in range(5)]
            self.points.append(sum(best for best in rows if best >= 3))
            self.begin()

    @property
    def over(self):
        return 25 in self.points or len(self.points) == self.rounds


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), rounds_each=st.sampled_from([1, 2, 3]))
def test_the_rules_agree_with_the_naive_twin(seed, rounds_each):
    """MF1–MF7: over random matches both offer the same, and end the same; positions restore each step."""
    rng = random.Random(seed)
    game = handvoll.new("make-five", options={"rounds_each": rounds_each})
    twin = Twin(2 * rounds_each)
    while not twin.over:
        assert not game.over
        assert lanes_of(game) == ["".join(lane) for lane in twin.lanes]
        if rng.random() < 0.05:
            assert handvoll.load("make-five", game.position()).position() == game.position()
        if twin.turn == "bag":
            assert game.outcomes() == {letter: n for letter, n in twin.bag.items() if n}
            letter = rng.choices(list(twin.bag), list(twin.bag.values()))[0]
            twin.draw(letter)
            game = game.happen(letter)
        else:
            assert game.to_act == (twin.seat,)
            assert game.legal(twin.seat) == twin.moves()
            move = rng.choice(twin.moves())
            game = game.play(twin.seat, move)
            twin.play(move)
    assert game.over
    assert game.view(None)["points"] == twin.points


# --- compiled ----------------------------------------------------------------------------------


def test_the_slope_compiles_unchanged_and_does_the_same():
    """Move generation, both kinds of move and scoring under Numba agree with the interpreter."""
    numba = pytest.importorskip("numba")
    compiled = {
        name: numba.njit(getattr(slope, name))
        for name in ("generate_sorts", "generate_drops", "drop_stone", "row_points")
    }
    numba.extending.register_jitable(slope.drop_stone)
    numba.extending.register_jitable(slope.row_points)
    sort_stone, board_points = numba.njit(slope.sort_stone), numba.njit(slope.board_points)
    rng = random.Random(3)
    state = set_up().state
    for _step in range(200):
        if state.result:
            break
        if state.chance:
            state = state.after_chance(state.draw(rng.randrange))
            continue
        board = np.frombuffer(state.board, np.uint8).copy()
        buffer = np.zeros(slope.PASS + 1, np.int64)
        generate = compiled["generate_sorts" if state.phase == "sort" else "generate_drops"]
        moves = state.moves(state.to_act[0])
        assert tuple(buffer[: generate(board, buffer)]) == moves
        assert board_points(board) == slope.board_points(state.board)
        move = rng.choice(moves)
        if state.phase == "sort":
            sort_stone(board, move)
        else:
            compiled["drop_stone"](board, move, state.drawn)
        after = state.after(state.to_act[0], move)
        if len(after.points) == len(state.points):
            assert bytes(board) == after.board
        else:
            assert bytes(board) == after.finished[-1]
        state = after
    assert len(state.points) > 1


# --- position text -----------------------------------------------------------------------------

HEAD = "rules=1 players=2 rounds_each=3 ply=0 "


FULL = named(["TYRGV"] * 5)


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("finished=- lanes=^-/-/-/- drawn=- asked=draw", "five lanes"),
        ("finished=- lanes=T1/Y1/^X1/-/- drawn=- asked=draw", "such as T1"),
        ("finished=- lanes=T1/Y1/^R/-/- drawn=- asked=draw", "such as T1"),
        ("finished=- lanes=T1/Y1/^/-/- drawn=- asked=draw", "such as T1"),
        ("finished=- lanes=T1/Y1R1^Q1/-/-/- drawn=- asked=draw", "such as T1"),
        ("finished=- lanes=^T2/T1/-/-/- drawn=- asked=draw", "numbered from lane a on"),
        ("finished=- lanes=^T1/T3/-/-/- drawn=- asked=draw", "numbered from lane a on"),
        ("finished=- lanes=^T1/-/Y1/-/- drawn=- asked=draw", "one on each lane"),
        ("finished=- lanes=^T1Y1/-/-/-/- drawn=- asked=draw", "one on each lane"),
        ("finished=- lanes=^T1Y1R1G1V1T2/-/-/-/- drawn=- asked=sort", "at most five"),
        ("finished=- lanes=T1/Y1/-/-/- drawn=- asked=^sort", "asked is one of draw"),
        ("finished=- lanes=T1/Y1/-/-/- drawn=^R1 asked=chaos", "none is drawn"),
        ("finished=- lanes=T1/Y1/R1/G1/V1 drawn=^R3 asked=chaos", "numbered from 1 on"),
        ("finished=- lanes=T1/Y1/R2/G1/V1 drawn=^R1 asked=chaos", "numbered from 1 on"),
        ("finished=- lanes=T1/Y1/R1/G1/V1 drawn=^Q1 asked=chaos", "or -"),
        ("finished=- lanes=T1/Y1/R1/G1/V1 drawn=- asked=^over", "sort, draw"),
        ("finished=- lanes=T1Y1/R1/G1/V1/- drawn=- asked=^sort", "one on each lane"),
        ("finished=- lanes=T1Y1R1G1V1/T2/-/-/- drawn=- asked=^sort", "not had moves enough"),
        ("finished=^T1Y1R1G1V1/-/-/-/- lanes=-/-/-/-/- drawn=- asked=draw", "all 25 stones"),
        (f"finished={FULL} lanes=^T1/-/-/-/- drawn=- asked=draw", "match is over"),
        (f"finished={FULL},^{FULL} lanes=-/-/-/-/- drawn=- asked=over", "was over before"),
        ("finished=- lanes=T1/Y1/-/-/- drawn=- asked=draw ^more=1", "after the last field"),
        ("^lanes=T1/Y1/-/-/- drawn=- asked=draw", "field finished="),
    ],
)
def test_doctored_positions_are_refused_with_their_column(body, part):
    """No game could come to these; the message names the column of the fault (marked ^ here)."""
    text = HEAD + body.replace("^", "")
    with pytest.raises(BadPosition, match=part) as refusal:
        handvoll.load("make-five", text)
    assert refusal.value.place == len(HEAD) + body.index("^") + 1


def test_every_stone_keeps_its_name_while_it_moves():
    """A view names stones by colour and draw, so that a picture can move what it has."""
    game = set_up("TTYRG").play(0, "a1>b").happen("T").play(1, "a")
    assert game.view(0)["lanes"] == [["T3"], ["T2", "T1"], ["Y1"], ["R1"], ["G1"]]


def test_states_say_what_they_are_built_from():
    """The position restores the state exactly, stones and finished rounds included."""
    game = at(["TYRGV", "TYRGV", "TYRGV", "VGRYT", "TYRGV"]).play(0, "pass").happen("R")
    state = handvoll.load("make-five", game.position()).state
    assert isinstance(state, State)
    assert state.finished == game.state.finished
    assert state.board == game.state.board


def test_a_round_is_counted_out_while_the_next_one_is_laid():
    """A slip with the rows of the round before, and their points, hangs until the new round's first stone."""
    laid = at(["".join(row[lane] for row in EXAMPLE_ROWS) for lane in range(5)]).play(0, "pass")
    for letter in "TTYRG":
        laid = laid.happen(letter)
    slip = {symbol.id: symbol.text for symbol in scene(laid.view(None)).symbols if symbol.layer >= 5}
    assert {id: text for id, text in slip.items() if text} == {
        "slip-sum": "=12",
        "was-row-1": "+3",
        "was-row-2": "+5",
        "was-row-3": "+4",
    }
    assert len(slip) == 1 + 25 + 4
    drawn = laid.play(1, "pass").happen("T")
    assert not any(symbol.id == "slip" for symbol in scene(drawn.view(None)).symbols)
