"""The checked door: what it lets through, what it refuses, what it keeps. Every game's own conformance is in
tests/conformance; here stands what one example shows."""

from __future__ import annotations

import pytest

import handvoll
from handvoll.core.errors import (
    BadOption,
    BadPlayers,
    BadPosition,
    BadRequest,
    IllegalMove,
    NotChance,
    NothingToUndo,
    NotYourTurn,
)
from handvoll.core.game import Game
from handvoll.core.state import HIDDEN, Step


@pytest.fixture
def game() -> Game:
    """Zahlenpoker for two: both choose at the same time."""
    return handvoll.new("zahlenpoker")


def test_a_game_begins_with_the_fewest_seats(game: Game) -> None:
    """Without a number the fewest seats are taken; others must be in range."""
    assert game.players == 2
    assert handvoll.new("zahlenpoker", 4).players == 4
    with pytest.raises(BadPlayers):
        handvoll.new("zahlenpoker", 5)
    with pytest.raises(BadOption, match="has no option"):
        handvoll.new("zahlenpoker", 2, {"fast": True})


def test_status_is_what_the_protocol_says(game: Game) -> None:
    """All fields, as JSON values."""
    assert game.play(1, "3").status() == {
        "game": "zahlenpoker",
        "players": 2,
        "to_act": [0],
        "chance": None,
        "over": False,
        "result": None,
        "ply": 1,
    }


def test_play_and_undo(game: Game) -> None:
    """A step leads to a new game and back to the very one before; the first moment has none before it."""
    after = game.play(0, "4")
    assert after.undo() is game
    assert game.ply == 0
    with pytest.raises(NothingToUndo):
        game.undo()


def test_refusals_say_who_and_why(game: Game) -> None:
    """A seat that has chosen, one that is none, a move that is none, chance where there is none."""
    after = game.play(0, "4")
    with pytest.raises(NotYourTurn, match="Seat 0 is not asked now; seat 1 is to act"):
        after.play(0, "3")
    with pytest.raises(NotChance, match="seats 0, 1 are to act"):
        game.happen("1")
    with pytest.raises(BadRequest, match="from 0 to 1, not 2"):
        after.play(2, "3")
    with pytest.raises(IllegalMove) as refused:
        after.play(1, "5")
    assert (refused.value.ruling, refused.value.code) == ("ZP1", "illegal-move")
    with pytest.raises(NotChance, match="seat 1 is to act"):
        after.happen("1")


def test_a_huge_text_is_answered_shortly(game: Game) -> None:
    """What came is quoted, but not all of it."""
    with pytest.raises(IllegalMove) as refused:
        game.play(0, "9" * 100_000)
    assert len(str(refused.value)) < 400
    assert len(game.read_move(0, "9" * 100_000)) <= 200


def test_without_a_clock_times_are_ignored(game: Game) -> None:
    """A game without the trait keeps no times, whatever is given."""
    assert game.play(0, "4", at=-7).steps() == [Step(0, "4", None)]


def test_steps_seen_are_those_of_the_reader(game: Game) -> None:
    """Every reader gets every step, with the text hidden where it was secret when it happened."""
    game = game.play(0, "4").play(1, "3")
    assert game.steps() == [Step(0, "4"), Step(1, "3")]
    assert game.seen_steps(0) == [Step(0, "4"), Step(1, HIDDEN)]
    assert game.seen_steps(None) == [Step(0, HIDDEN), Step(1, HIDDEN)]
    assert game.witnessed(1) == game.seen_steps(1) == [Step(0, HIDDEN), Step(1, "3")]


def test_positions_name_their_first_fault(game: Game) -> None:
    """Rules version, seats, ply and what follows are each refused at their column."""
    position = game.position()
    for wrong, place, sentence in (
        (position.replace("rules=1", "rules=2"), 7, "rules version 1 of the game, no other"),
        (position.replace("players=2", "players=9"), 17, "from 2 to 4, not '9'"),
        (position.replace("ply=0", "ply=-1"), 23, "ply takes whole numbers"),
        (position + " ", len(position) + 1, "expected|read"),
        ("", 1, "expected the field rules"),
    ):
        with pytest.raises(BadPosition, match=sentence) as refused:
            handvoll.load("zahlenpoker", wrong)
        assert refused.value.place == place


def test_what_people_type_is_read_forgivingly(game: Game) -> None:
    """Only reading is forgiving; the checked door takes the exact text alone."""
    assert game.read_move(0, "  EMPTY ") == "empty"
    with pytest.raises(IllegalMove):
        game.play(0, "EMPTY")
    # A seat that is not asked gets its text back, tidied of spaces and dashes.
    assert game.play(0, "4").read_move(0, "a –  b") == "a - b"
