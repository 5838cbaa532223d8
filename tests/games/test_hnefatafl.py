"""Hnefatafl: each ruling by example, a naive twin, counts of moves, and what the compiler makes of it."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.bots.compiled import twins
from handvoll.bots.desk import Desk
from handvoll.bots.luck import seed_luck
from handvoll.core.errors import BadPosition, IllegalMove
from handvoll.games.hnefatafl import kernel, notation, rules

FILES = "abcdefghijk"
ALL = [f"{file}{rank}" for rank in range(1, 12) for file in FILES]


def board_text(pieces):
    """The board field of a position text from `{"A": "d1 e1", "K": "f6"}`."""
    on = {square: letter for letter, squares in pieces.items() for square in squares.split()}
    return "/".join("".join(on.get(f"{file}{rank}", ".") for file in FILES) for rank in range(11, 0, -1))


def at(turn=0, *, king="free", option="four", since="-", **pieces):
    """A game in a position: `at(A="d1", K="f6", turn=1)`."""
    return handvoll.load(
        "hnefatafl",
        f"rules=1 players=2 king_beside_throne={option} ply=10 turn={turn} king={king} "
        f"board={board_text(pieces)} since={since}",
    )


def on_board(game):
    """The pieces as `{"d1": "A"}`."""
    return {piece["square"]: piece["kind"] for piece in game.view(None)["pieces"]}


def refusal(game, move):
    with pytest.raises(IllegalMove) as refused:
        game.play(game.to_act[0], move)
    assert refused.value.ruling == "HN2"
    return str(refused.value)


# --- HN1, HN2: set-up and moving ---------------------------------------------------------------


def test_the_set_up_has_four_groups_of_attackers_and_a_cross_of_defenders():
    """HN1: 24 attackers, 12 defenders, the king on f6, black to move."""
    game = handvoll.new("hnefatafl")
    assert tuple(game.view(None)["board"]) == SETUP_ROWS
    assert board_text(
        {
            "A": "d1 e1 f1 g1 h1 f2 d11 e11 f11 g11 h11 f10 a4 a5 a6 a7 a8 b6 k4 k5 k6 k7 k8 j6",
            "D": "f4 f5 f7 f8 d6 e6 g6 h6 e5 g5 e7 g7",
            "K": "f6",
        }
    ) == "/".join(SETUP_ROWS)
    assert game.to_act == (0,)


def test_a_man_slides_up_to_the_next_piece_and_over_the_empty_throne():
    """HN2: any number of free squares; the empty throne is passed over, not stopped on."""
    game = at(A="f3 a5", D="f9", K="k5")
    moves = {move for move in game.legal(0) if move.startswith("f3-f")}
    assert moves == {"f3-f1", "f3-f2", "f3-f4", "f3-f5", "f3-f7", "f3-f8"}


def test_nobody_passes_the_king_on_his_throne():
    """HN2: an occupied throne stops a piece like any other piece."""
    game = at(A="f3", K="f6", D="a5")
    assert {move for move in game.legal(0) if move.startswith("f3-f")} == {
        "f3-f1", "f3-f2", "f3-f4", "f3-f5",
    }  # fmt: skip


def test_only_the_king_stops_on_throne_and_corners():
    """HN2: a man next to a corner cannot enter it, the king can, and he may go back to his throne."""
    assert "b1-a1" not in at(A="b1", K="f4", D="h8").legal(0)
    game = at(turn=1, A="d9", D="b11", K="f4")
    assert "b11-a11" not in game.legal(1)
    assert {"f4-f6", "f4-f7"} <= set(game.legal(1))
    assert "b1-a1" in at(turn=1, A="d9", K="b1").legal(1)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("e4-f6", "The throne and the corners are the king's alone: f6. From e4 it can go to: e3, e5."),
        ("e4-a1", "The throne and the corners are the king's alone: a1. From e4 it can go to: e3, e5."),
        ("e4-b4", "The way from e4 to b4 is blocked at d4. From e4 it can go to: e3, e5."),
        ("e4-d4", "d4 is occupied. From e4 it can go to: e3, e5."),
        ("e4-g6", "A piece moves along a rank or a file; e4 and g6 share neither. From e4"),
        ("e4-e4", "A piece that moves must leave its square: e4. From e4"),
        ("k9-k8", "No piece stands on k9."),
        ("g4-g5", "The piece on g4 belongs to Player 2, not to you."),
        ("e4-e12", "e12 lies off the board: files go from a to k, ranks from 1 to 11."),
        ("e4-l4", "l4 lies off the board"),
        ("h1-h2", "h2 is occupied. The piece on h1 cannot move at all."),
        ("hello", "A move names two squares, such as"),
        ("E4-E5", "A move names two squares, such as"),
        ("", "A move names two squares, such as"),
    ],
)
def test_a_refusal_names_what_is_wrong_and_what_would_be_right(move, said):
    """HN2: one sentence about the fault, and where the piece could go instead."""
    game = at(A="e4 d4 e2 f4 e6 h1", D="g4 h2 g1 i1 a8", K="b9")
    assert refusal(game, move).startswith(said)


def test_what_people_type_is_put_in_order():
    """d1d4, d1 d4, D1:d4 are understood as d1-d4."""
    game = handvoll.new("hnefatafl")
    for typed in ("d1d4", "d1 d4", "D1:d4", "d1 – d4", "D1>D4", "d1 to d4", "d1 nach d4", " D1-D4 "):
        assert game.read_move(0, typed) == "d1-d4"


# --- HN3: captures -----------------------------------------------------------------------------


def test_a_man_between_two_enemies_is_captured():
    """HN3: in both directions of the line, by men of either side."""
    assert on_board(at(A="d1 b4", D="c4", K="h8").play(0, "d1-d4")) == {"d4": "A", "b4": "A", "h8": "K"}
    assert on_board(at(turn=1, A="c4", D="d1 b4", K="h8").play(1, "d1-d4")) == {
        "d4": "D", "b4": "D", "h8": "K",
    }  # fmt: skip


def test_a_piece_may_move_between_two_enemies():
    """HN3: capture is active only."""
    game = at(A="b4 d4", D="c1", K="h8", turn=1).play(1, "c1-c4")
    assert on_board(game)["c4"] == "D"
    # Only by a piece that leaves its side and comes back.
    game = game.play(0, "b4-b5").play(1, "h8-h9")
    assert on_board(game)["c4"] == "D"
    assert "c4" not in on_board(game.play(0, "b5-b4"))


def test_diagonals_do_not_capture():
    """HN3: only in the same line."""
    assert "c4" in on_board(at(A="d1 b3", D="c4", K="h8").play(0, "d1-d5"))


def test_the_king_captures_and_helps_to_capture():
    """HN3: like any of his men."""
    assert "c4" not in on_board(at(turn=1, A="c4", D="b4", K="d9").play(1, "d9-d4"))
    assert "c4" not in on_board(at(turn=1, A="c4", D="b9", K="d4").play(1, "b9-b4"))


def test_captures_in_several_directions_at_once():
    """HN3: each neighbour of the moved piece is looked at."""
    game = at(A="e1 e6 c5 g5 d9", D="e7 d5 f5", K="h8").play(0, "e1-e5")
    assert sorted(on_board(game)) == ["c5", "d9", "e5", "e6", "e7", "g5", "h8"]


# --- HN4: hostile squares ----------------------------------------------------------------------


def test_a_corner_helps_to_capture_attackers():
    """HN4: an attacker beside the corner falls to one white piece."""
    assert "b1" not in on_board(at(turn=1, A="b1", D="c5", K="h8").play(1, "c5-c1"))


def test_a_corner_never_captures_defenders_or_the_king():
    """HN4: for black, corners are no help."""
    assert "b1" in on_board(at(A="c5", D="b1", K="h8").play(0, "c5-c1"))
    assert not at(A="c5", D="h8", K="b1").play(0, "c5-c1").over


def test_the_empty_throne_helps_to_capture_attackers_only():
    """HN4: an attacker beside it falls, a defender does not."""
    assert "f7" not in on_board(at(turn=1, A="f7", D="b8", K="h9").play(1, "b8-f8"))
    assert "f7" in on_board(at(A="b8", D="f7", K="h9").play(0, "b8-f8"))


def test_the_king_on_his_throne_helps_as_a_piece():
    """HN4, HN3: occupied by the king, the throne counts as the king."""
    assert "f7" not in on_board(at(turn=1, A="f7", D="b8", K="f6").play(1, "b8-f8"))
    assert "f7" in on_board(at(A="b8", D="f7", K="f6").play(0, "b8-f8"))


# --- HN5: chains -------------------------------------------------------------------------------


def test_a_chain_captures_every_enclosed_man():
    """HN5: moved piece, enemy, own, enemy, own."""
    game = at(A="a2 c4 e4", D="b4 d4 k9", K="h8").play(0, "a2-a4")
    assert sorted(on_board(game)) == ["a4", "c4", "e4", "h8", "k9"]


def test_a_chain_is_counted_to_its_last_own_piece():
    """HN5: an enemy beyond the last own piece stays, a gap ends the row."""
    game = at(A="a2 c4", D="b4 d4 k9", K="h8").play(0, "a2-a4")
    assert sorted(on_board(game)) == ["a4", "c4", "d4", "h8", "k9"]
    game = at(A="a2 c4 f4", D="b4 e4 k9", K="h8").play(0, "a2-a4")
    assert sorted(on_board(game)) == ["a4", "c4", "e4", "f4", "h8", "k9"]


def test_two_enemies_side_by_side_break_the_row():
    """HN5: pieces have to alternate."""
    game = at(A="a2 d4", D="b4 c4", K="h8").play(0, "a2-a4")
    assert {"b4", "c4"} <= set(on_board(game))


def test_a_hostile_square_closes_a_chain_for_white():
    """HN5: the row may end at a corner."""
    game = at(turn=1, A="b1 d1", D="c1 e5", K="h8").play(1, "e5-e1")
    assert sorted(on_board(game)) == ["c1", "e1", "h8"]


def test_a_hostile_square_ends_the_row():
    """HN5: the empty throne closes the row; what follows behind it stays."""
    game = at(turn=1, A="e6 g6", D="d2 h6", K="c10").play(1, "d2-d6")
    assert sorted(on_board(game)) == ["c10", "d6", "g6", "h6"]


def test_the_king_ends_a_row_of_black():
    """HN5: he is never captured this way, nor is what lies behind him."""
    game = at(A="a2 c4 e4 g4", D="b4 f4", K="d4").play(0, "a2-a4")
    assert sorted(on_board(game)) == ["a4", "c4", "d4", "e4", "f4", "g4"]
    assert not game.over


def test_the_king_goes_on_with_a_row_of_white():
    """HN5: in white's row he is an own piece."""
    game = at(turn=1, A="b4 d4", D="a2 e4", K="c4").play(1, "a2-a4")
    assert sorted(on_board(game)) == ["a4", "c4", "e4"]


def test_chains_run_in_each_direction_of_one_move():
    """HN5: two men to the right and two upwards."""
    game = at(A="b2 d4 f4 b6 b8", D="c4 e4 b5 b7", K="h9").play(0, "b2-b4")
    assert sorted(on_board(game)) == ["b4", "b6", "b8", "d4", "f4", "h9"]


# --- HN6, HN7: the king ------------------------------------------------------------------------


def test_the_king_is_captured_on_four_sides():
    """HN6: four attackers, one of whom has just moved there."""
    game = at(A="d4 f4 e5 e1", D="h8", K="e4").play(0, "e1-e3")
    assert game.result.reason == "king-captured"
    assert (game.result.scores, game.result.places, game.to_act) == ((1, 0), (1, 2), ())
    assert game.view(None)["king"] == "taken"


def test_three_attackers_and_a_defender_do_not_capture_the_king():
    """HN6: all four must be attackers."""
    assert not at(A="d4 f4 e1", D="e5", K="e4").play(0, "e1-e3").over


def test_the_king_at_the_edge_is_not_captured():
    """HN6: the edge is no attacker."""
    assert not at(A="a5 a7 d6", D="h8", K="a6").play(0, "d6-b6").over


def test_a_king_who_moves_among_four_is_not_captured():
    """HN6: only black's move captures, and only one that takes part."""
    game = at(turn=1, A="d4 f4 e5 e2", D="h8", K="e3").play(1, "e3-e4")
    assert not game.over
    assert not at(A="d4 f4 e5 e3 k2", D="h8", K="e4").play(0, "k2-k3").over


@pytest.mark.parametrize(("option", "over"), [("four", False), ("three", True)])
def test_the_king_beside_the_empty_throne(option, over):
    """HN6: three attackers suffice only with the option."""
    game = at(A="e7 g7 f11", D="a5", K="f7", option=option).play(0, "f11-f8")
    assert game.over is over


def test_the_option_changes_nothing_away_from_the_throne():
    """HN6: three attackers and the corner or the edge never suffice."""
    assert not at(A="c1 a5 k4", D="a9", K="b1", option="three").play(0, "a5-b5").over
    assert not at(A="d4 f4 k5", D="a9", K="e4", option="three").play(0, "k5-e5").over
    assert not at(A="a5 a7 d6", D="h8", K="a6", option="three").play(0, "d6-b6").over


def test_four_attackers_capture_the_king_on_his_throne():
    """HN6: there is nothing special about the throne while he sits on it."""
    game = at(A="e6 g6 f7 f1", D="a5", K="f6").play(0, "f1-f5")
    assert game.result.reason == "king-captured"


@pytest.mark.parametrize("corner", ["a1", "a11", "k1", "k11"])
def test_white_wins_in_a_corner(corner):
    """HN7: any of the four, at once."""
    start = corner[0] + "5"
    game = at(turn=1, A="d9", D="h8", K=start).play(1, f"{start}-{corner}")
    assert game.result == rules.Result((0, 1), (2, 1), "king-escaped")


# --- HN8: draws --------------------------------------------------------------------------------


def test_who_cannot_move_draws():
    """HN8: a lone king shut in at the edge."""
    game = at(A="a5 a7 d6", K="a6").play(0, "d6-b6")
    assert game.result == rules.Result((0.5, 0.5), (1, 1), "no-move")


def shuffled(game, times):
    """Both seats move a man to and fro."""
    for _time in range(times):
        for seat, move in ((0, "d1-d2"), (1, "f8-g8"), (0, "d2-d1"), (1, "g8-f8")):
            game = game.play(seat, move)
    return game


def test_the_third_time_of_a_position_draws_and_the_set_up_counts():
    """HN8: the set-up is the first occurrence of itself."""
    game = shuffled(handvoll.new("hnefatafl"), 1)
    assert game.view(0)["occurred"] == 2
    before = game.play(0, "d1-d2").play(1, "f8-g8").play(0, "d2-d1")
    assert not before.over
    assert before.play(1, "g8-f8").result == rules.Result((0.5, 0.5), (1, 1), "repetition")


def test_the_same_board_with_the_other_seat_to_move_is_another_position():
    """HN8: black takes two moves to get where one leads, so that white is to move on the same board."""
    game = first = handvoll.new("hnefatafl")
    for ply, move in enumerate(["d1-d2", "f8-g8", "d2-d3", "g8-f8", "d3-d1"]):
        game = game.play(ply % 2, move)
    assert game.view(None)["board"] == first.view(None)["board"]
    assert game.to_act == (1,)
    assert game.view(None)["occurred"] == 1


def test_a_capture_ends_the_count():
    """HN8: what stood before a capture cannot come again, so the text of a position begins after it."""
    game = at(A="d1 b4 k3", D="c4 e9", K="h8").play(0, "d1-d4")
    assert game.position().endswith("since=-")
    assert game.play(1, "e9-e8").position().endswith("since=e9-e8")


def test_repetition_survives_writing_and_reading():
    """HN8: the moves since the last capture are part of the position text."""
    game = shuffled(handvoll.new("hnefatafl"), 1).play(0, "d1-d2").play(1, "f8-g8").play(0, "d2-d1")
    loaded = handvoll.load("hnefatafl", game.position())
    assert loaded.play(1, "g8-f8").result.reason == "repetition"


# --- positions ---------------------------------------------------------------------------------


GOOD = at(A="d1 b4 k3", D="c4 e9", K="h8").position()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("turn=0", "turn=2", "turn takes whole numbers"),
        ("king=free", "king=dead", "king is one of free, taken"),
        ("king=free", "king=taken", "the king is not enclosed"),
        ("since=-", "since=d1-d4", "cannot be taken back"),
        ("since=-", "since=e9-b4", "cannot be taken back"),
        ("since=-", "since=d2-d1", "is no legal move there"),
        ("since=-", "since=d4", "a move names two squares"),
        ("since=-", "since=-,-", "a move names two squares"),
        (".......K...", ".......K..", "rank 8 has 11 squares"),
        (".......K...", ".......X...", "a square is one of"),
        (".......K...", "...........", "there are 0 pieces K"),
        (".......K...", "K......K...", "there are 2 pieces K"),
        ("...A.......", "A..A.......", "only the king can stand on a1"),
        ("...A.......", "K..........", "there are 2 pieces K"),
    ],
)
def test_a_doctored_position_is_refused_with_its_column(old, new, why):
    """The message tells what is wrong, the place where the field begins or the letter stands."""
    assert old in GOOD
    with pytest.raises(BadPosition, match=why) as refused:
        handvoll.load("hnefatafl", GOOD.replace(old, new, 1))
    assert 0 < refused.value.place <= len(GOOD) + 5


def test_the_column_is_that_of_the_letter():
    """The fault is pointed at exactly."""
    doctored = GOOD.replace(".......K...", ".......X...")
    with pytest.raises(BadPosition) as refused:
        handvoll.load("hnefatafl", doctored)
    assert doctored[refused.value.place - 1] == "X"


@pytest.mark.parametrize(
    "text",
    [
        # Nothing was captured, so there must be a way from the set-up.
        handvoll.new("hnefatafl").play(0, "d1-d4").position().replace("since=d1-d4", "since=-"),
        handvoll.new("hnefatafl").position().replace("turn=0", "turn=1"),
        # Black is to move right after a capture, but no attacker is gone.
        handvoll.new("hnefatafl").position().replace("A....D....A", "A.........A", 1),
        # The king in the corner with white to move.
        at(turn=1, A="d9", D="h8", K="a5").play(1, "a5-a1").position().replace("turn=0", "turn=1"),
        # The last move enclosed the king, but he is said to be free.
        at(A="d4 f4 e5 e1", D="h8", K="e4").play(0, "e1-e3").position().replace("taken", "free"),
        # More moves than one piece can have made.
        handvoll.new("hnefatafl").play(0, "d1-d4").position() + ",d1-d4",
    ],
)
def test_a_position_no_game_could_have_is_refused(text):
    """What cannot follow from the set-up by the rules does not load."""
    with pytest.raises(BadPosition):
        handvoll.load("hnefatafl", text)


def test_a_king_enclosed_by_a_capturing_move_loads_as_taken():
    """The move that encloses the king may capture a man too; then no moves are in the text."""
    game = at(A="d4 f4 e5 e1 g3", D="f3", K="e4").play(0, "e1-e3")
    assert (game.result.reason, "f3" in on_board(game)) == ("king-captured", False)
    assert handvoll.load("hnefatafl", game.position()).result == game.result


def test_pieces_keep_their_numbers_while_they_move():
    """The picture can follow a piece from move to move."""
    game = handvoll.new("hnefatafl")
    numbers = {piece["square"]: piece["number"] for piece in game.view(None)["pieces"]}
    assert sorted(numbers.values()) == list(range(1, 38))
    after = game.play(0, "d1-d4").play(1, "f4-e4")
    moved = {piece["square"]: piece["number"] for piece in after.view(None)["pieces"]}
    assert (moved["d4"], moved["e4"]) == (numbers["d1"], numbers["f4"])
    assert {square: moved[square] for square in numbers.keys() & moved.keys()} == {
        square: numbers[square] for square in numbers if square not in ("d1", "f4")
    }


# --- a naive twin, written from the rulings alone ----------------------------------------------

CORNERS = {(0, 0), (0, 10), (10, 0), (10, 10)}
THRONE = (5, 5)
SETUP_ROWS = (
    "...AAAAA...",
    ".....A.....",
    "...........",
    "A....D....A",
    "A...DDD...A",
    "AA.DDKDD.AA",
    "A...DDD...A",
    "A....D....A",
    "...........",
    ".....A.....",
    "...AAAAA...",
)
NAIVE_SETUP = {
    (file, 10 - row): letter
    for row, letters in enumerate(SETUP_ROWS)
    for file, letter in enumerate(letters)
    if letter != "."
}
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def on(place):
    return 0 <= place[0] <= 10 and 0 <= place[1] <= 10


def step(place, way, times=1):
    return place[0] + way[0] * times, place[1] + way[1] * times


def naive_moves(pieces, seat):
    found = []
    for place, kind in pieces.items():
        if (kind == "A") != (seat == 0):
            continue
        for way in WAYS:
            for times in itertools.count(1):
                target = step(place, way, times)
                if not on(target) or target in pieces:
                    break
                if kind == "K" or target not in CORNERS | {THRONE}:
                    found.append((place, target))
    return found


def naive_play(pieces, move, seat, three):
    """The pieces after a move, and "escaped", "captured" or None."""
    start, target = move
    pieces = dict(pieces)
    pieces[target] = pieces.pop(start)
    own, enemy = ("A",) if seat == 0 else ("D", "K"), "D" if seat == 0 else "A"
    gone = []
    for way in WAYS:
        row, place = [], target
        while True:
            man, behind = step(place, way), step(place, way, 2)
            if pieces.get(man) != enemy:
                break
            if pieces.get(behind) in own:
                row.append(man)
                place = behind
                continue
            if seat == 1 and behind not in pieces and behind in CORNERS | {THRONE}:
                row.append(man)
            break
        gone += row
    for man in gone:
        del pieces[man]
    king = next(place for place, kind in pieces.items() if kind == "K")
    if king in CORNERS:
        return pieces, "king-escaped"
    sides = [step(king, way) for way in WAYS]
    held = [pieces.get(s) == "A" or (three and s == THRONE and s not in pieces) for s in sides]
    if seat == 0 and target in sides and all(held):
        return pieces, "king-captured"
    return pieces, None


def naive_name(place):
    return f"{FILES[place[0]]}{place[1] + 1}"


def naive_text(move):
    return f"{naive_name(move[0])}-{naive_name(move[1])}"


def naive_perft(pieces, seat, depth):
    """How many move sequences there are. (No repetition is possible within three moves.)"""
    if depth == 0:
        return 1
    total = 0
    for move in naive_moves(pieces, seat):
        after, end = naive_play(pieces, move, seat, False)
        if end is None:
            total += naive_perft(after, 1 - seat, depth - 1)
        elif depth == 1:
            total += 1
    return total


def perft(state, depth):
    if depth == 0:
        return 1
    moves = state.moves(state.turn) if state.to_act else []
    if depth == 1:
        return len(moves)
    return sum(perft(state.after(state.turn, move), depth - 1) for move in moves)


PERFT_THREE = 806_344


def start_state(three=False):
    return rules.start(2, {"king_beside_throne": "three" if three else "four"})


@pytest.mark.parametrize(("depth", "nodes"), [(1, 116), (2, 6_788)])
def test_perft_agrees_with_the_naive_twin(depth, nodes):
    """As many move sequences as a generator that shares nothing with the rules finds."""
    assert perft(start_state(), depth) == naive_perft(NAIVE_SETUP, 0, depth) == nodes


def test_perft_to_depth_three():
    """The naive twin's count; compared again where slow tests run."""
    assert perft(start_state(), 3) == PERFT_THREE


@pytest.mark.slow
def test_the_naive_twin_to_depth_three():
    """Where the number of the test above comes from."""
    assert naive_perft(NAIVE_SETUP, 0, 3) == PERFT_THREE


def test_perft_in_the_middle_of_a_game():
    """The same where captures, throne and corners are in play."""
    game = at(turn=1, A="f7 b1 d9 j10 e2 g2", D="c5 f3 i10 e9", K="e4")
    pieces = {(FILES.index(square[0]), int(square[1:]) - 1): kind for square, kind in on_board(game).items()}
    for depth in (1, 2):
        assert perft(game.state, depth) == naive_perft(pieces, 1, depth)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), three=st.booleans())
def test_random_games_agree_with_the_naive_twin(seed, three):
    """Legal moves, boards after captures, repetition and ends are the same over whole games."""
    rng = random.Random(seed)
    state, pieces, seat = start_state(three), NAIVE_SETUP, 0
    stood = Counter({(frozenset(pieces.items()), 0): 1})
    for _ply in range(400):
        moves = naive_moves(pieces, seat)
        assert sorted(map(naive_text, moves)) == sorted(map(state.move_text, state.moves(seat)))
        # Captures and the king's adventures are rare by chance: prefer what changes most.
        tried = rng.sample(moves, min(6, len(moves)))
        move = min(tried, key=lambda m: len(naive_play(pieces, m, seat, three)[0]))
        pieces, end = naive_play(pieces, move, seat, three)
        by_text = {state.move_text(m): m for m in state.moves(seat)}
        state = state.after(seat, by_text[naive_text(move)])
        seat = 1 - seat
        assert {
            naive_name(place): kind for place, kind in pieces.items()
        } == {p["square"]: p["kind"] for p in state.view(None)["pieces"]}  # fmt: skip
        position = (frozenset(pieces.items()), seat)
        stood[position] += 1
        if end is None and not naive_moves(pieces, seat):
            end = "no-move"
        if end is None and stood[position] == 3:
            end = "repetition"
        assert state.reason == (end or "")
        assert state.occurred == stood[position]
        if end:
            assert state.to_act == ()
            return
        assert state.to_act == (seat,)


# --- compiled ----------------------------------------------------------------------------------


def test_the_compiled_rules_are_the_rules():
    """Move lists, boards, captured men and ends are the same compiled and interpreted, over random games."""
    fast = twins(notation, rules)
    rng = random.Random(11)
    for three in (False, True, False, True):
        state = start_state(three)
        while state.to_act:
            board = np.frombuffer(state.board, np.uint8).astype(np.int64)
            found, taken = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_TAKEN, np.int64)
            count = fast["list_moves"](board, state.turn, found)
            assert sorted(found[:count].tolist()) == sorted(state.moves(state.turn))
            move = int(rng.choice(found[:count]))
            gone = fast["make_move"](board, move, taken)
            after = state.after(state.turn, move)
            assert bytes(board.astype(np.uint8)) == after.board
            lost = {square for square in notation.NAMES if state.numbers[square] not in after.numbers}
            assert set(taken[:gone].tolist()) == lost
            end = fast["ending"](board, move & notation.TARGET_MASK, int(three))
            assert (end == rules.RUNNING) == (after.reason not in ("king-escaped", "king-captured"))
            assert rules.ENDINGS[end] in ("", after.reason)
            state = after


@pytest.fixture(scope="module", name="desk")
def fixture_desk():
    """The memory a playout works on, prepared."""
    desk = Desk(kernel.LAYOUT)
    kernel.compiled()[0](desk, 1)
    return desk


def played_out(desk, three, seed):
    """One random game of the kernel, run by the interpreter: its moves and how it ended."""
    seed_luck(desk.chances, seed)
    desk.ends[:] = 0
    length = kernel.random_game(desk, int(three))
    return desk.past[:length].tolist(), kernel.REASONS[desk.ends.tolist().index(1)]


@pytest.mark.parametrize("three", [False, True])
def test_random_games_of_the_kernel_are_games_of_the_rules(desk, three):
    """Every move of a playout is legal, and it ends when and how the rules say."""
    for seed in range(6):
        moves, reason = played_out(desk, three, seed)
        state = start_state(three)
        for move in moves:
            assert move in state.moves(state.turn)
            state = state.after(state.turn, move)
        assert state.reason == reason


def test_the_kernel_knows_where_each_piece_can_go(desk):
    """The sets of targets it draws from are the legal moves, piece by piece, to the end of a game."""
    seed_luck(desk.chances, 3)
    key = kernel.set_up(desk)
    state = start_state()
    while state.to_act:
        found = set()
        for square in desk.squares[state.turn, : desk.counts[state.turn]].tolist():
            targets = kernel.targets_of(desk, square)
            rank, file = divmod(square, notation.WIDE)
            for place in range(11):
                if targets >> place & 1:
                    found.add(square << 8 | rank * notation.WIDE + place + 1)
                if targets >> 11 + place & 1:
                    found.add(square << 8 | (place + 1) * notation.WIDE + file)
        assert found == set(state.moves(state.turn))
        move = kernel.random_move(desk, state.turn)
        key = kernel.play_move(desk, state.turn, move, key)
        state = state.after(state.turn, move)
    assert bytes(desk.board) == state.board


def test_the_kernel_sees_repetitions(desk):
    """HN8 in a playout: three times within an epoch, not across a capture, and only for the same seat."""
    desk.epoch[0] += 1
    for ply, (seat, key, expected) in enumerate(
        [
            (0, 7, False),
            (1, 7, False),
            (0, 8, False),
            (1, 9, False),
            (0, 7, False),
            (1, 7, False),
            (0, 7, True),
        ]
    ):
        assert kernel.is_repeated(desk, seat, 0, ply, key) == expected
        desk.keys[seat, ply // 2] = key


def test_the_compiled_playout_is_the_interpreted_one(desk):
    """The same seed plays the same games compiled and in the interpreter."""
    made, ends = kernel.play_random(1_000, seed=5)
    kernel.prepare(desk, 5)
    desk.ends[:] = 0
    assert kernel.random_games(desk, 0, 1_000) == made
    assert sum(desk.ends) == sum(ends.values())
