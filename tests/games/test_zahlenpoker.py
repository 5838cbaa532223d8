"""Zahlenpoker, ruling by ruling, with the five examples of the rulebook."""

from __future__ import annotations

import itertools
import random

import pytest

import handvoll
from handvoll.core.errors import BadPosition, IllegalMove, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.picture import PLAIN
from handvoll.core.scene import Scene
from handvoll.core.state import HIDDEN, Step
from handvoll.games.zahlenpoker.rules import NOT_ASKED, UNDECIDED, fresh_choices

PHONE_WIDTH = 360
LEAST_TARGET = 44


def choose(game: Game, *choices: str) -> Game:
    """The game after the seats that are to act have chosen, in their order."""
    for seat, choice in zip(game.to_act, choices, strict=True):
        game = game.play(seat, choice)
    return game


def prizes(game: Game) -> list[list[tuple[int, int]]]:
    """Per seat the stones it keeps: whose they were, and their values."""
    return [[(owner, value) for owner, value, _copy in won] for won in game.view(None)["prizes"]]


def at(hands: str, *, empty: str, won: str, last: str) -> Game:
    """The game of two at the beginning of a round, from the essential fields of its position."""
    text = f"rules=1 players=2 ply=14 hands={hands} empty={empty} prizes={won} chosen=.. last={last}"
    return handvoll.load("zahlenpoker", text)


# --- the rulebook's examples -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        pytest.param(["2", "3", "1"], [[], [(1, 3)], []], id="A: the highest value is kept"),
        pytest.param(
            ["4", "3", "4"], [[], [(1, 3)], []], id="B: equal ones block each other, the next is kept"
        ),
        pytest.param(["4", "2", "2", "4"], [[], [], [], []], id="C: a round without a winner"),
    ],
)
def test_rulebook_examples_without_an_empty_hand(shown: list[str], kept: list[list[tuple[int, int]]]) -> None:
    """ZP3: the highest value shown once is kept; all other stones are lost."""
    game = choose(handvoll.new("zahlenpoker", len(shown)), *shown)
    assert prizes(game) == kept
    for seat, value in enumerate(shown):
        hand = [2, 2, 2, 2]
        hand[int(value) - 1] -= 1
        assert game.view(None)["hands"][seat] == hand


def test_rulebook_example_d_two_winners() -> None:
    """ZP4: the empty hand takes the 4; among 3 and 1 that remain the 3 is kept."""
    game = choose(handvoll.new("zahlenpoker", 4), "empty", "4", "3", "1")
    assert game.to_act == (0,)
    assert game.legal(0) == ["steal P2", "steal P3", "steal P4"]
    game = game.play(0, "steal P2")
    assert prizes(game) == [[(1, 4)], [], [(2, 3)], []]


def test_rulebook_example_e_only_the_empty_hand_wins() -> None:
    """ZP4: the empty hand takes the 2; the two 3s that remain block each other."""
    game = choose(handvoll.new("zahlenpoker", 4), "3", "empty", "2", "3").play(1, "steal P3")
    assert prizes(game) == [[], [(2, 2)], [], []]


# --- ZP1, ZP2 ----------------------------------------------------------------------------------


def test_zp1_what_can_be_chosen() -> None:
    """Whoever has stones chooses one it still has, or the empty hand if it is unused."""
    game = handvoll.new("zahlenpoker", 2)
    assert game.to_act == (0, 1)
    assert game.legal(0) == game.legal(1) == ["1", "2", "3", "4", "empty"]
    used = choose(choose(game, "empty", "empty"), "4", "3")
    assert used.legal(0) == ["1", "2", "3", "4"]
    assert choose(used, "4", "3").legal(0) == ["1", "2", "3"]
    for text, sentence in (
        ("4", "no stone of value 4 left"),
        ("empty", "already shown your empty hand"),
        ("pass", "passing is not possible"),
        ("steal P2", "nothing to take now"),
        ("5", "Choose 1, 2, 3, 4 or empty"),
    ):
        with pytest.raises(IllegalMove, match=sentence) as refused:
            choose(used, "4", "3").play(0, text)
        assert refused.value.ruling == "ZP1"


def test_zp1_all_choose_in_any_order() -> None:
    """The order in which the seats choose changes nothing."""
    choices = ["3", "1", "4"]
    ends = set()
    for order in itertools.permutations(range(3)):
        game = handvoll.new("zahlenpoker", 3)
        for seat in order:
            game = game.play(seat, choices[seat])
        ends.add(game.position())
    assert len(ends) == 1


def test_zp1_who_has_chosen_is_not_asked_again() -> None:
    """A choice stands."""
    game = handvoll.new("zahlenpoker", 2).play(0, "3")
    with pytest.raises(NotYourTurn):
        game.play(0, "4")


def test_zp2_without_stones_one_may_still_show_the_empty_hand() -> None:
    """A seat with nothing but its unused empty hand shows it or passes; the other shows its last stone."""
    game = at("0000/0001", empty="10", won="P1:4:1/-", last="41:0:1")
    assert game.to_act == (0, 1)
    assert game.legal(0) == ["empty", "pass"]
    with pytest.raises(IllegalMove, match="choose empty or pass") as refused:
        game.play(0, "1")
    assert refused.value.ruling == "ZP2"
    passed = choose(game, "pass", "4")
    assert (passed.over, prizes(passed)) == (True, [[(0, 4)], [(1, 4)]])
    shown = choose(game, "empty", "4")
    assert (shown.to_act, shown.legal(0)) == ((0,), ["steal P2"])
    assert prizes(shown.play(0, "steal P2")) == [[(0, 4), (1, 4)], []]


def test_zp2_who_has_nothing_to_show_is_not_asked() -> None:
    """Without stones and with the empty hand used a seat is left out; when no stones are left, all are."""
    none, one = (0, 0, 0, 0), (0, 0, 0, 1)
    assert fresh_choices((none, one, none), (False, False, True)) == (NOT_ASKED, UNDECIDED, UNDECIDED)
    assert fresh_choices((none, none), (True, False)) == (NOT_ASKED, NOT_ASKED)


# --- ZP4, ZP5 ----------------------------------------------------------------------------------


def test_zp4_any_of_the_stones_shown_may_be_taken() -> None:
    """The lowest too; only stones that lie there can be taken, and only by the empty hand."""
    game = choose(handvoll.new("zahlenpoker", 3), "1", "empty", "4")
    assert prizes(game.play(1, "steal P1")) == [[], [(0, 1)], [(2, 4)]]
    assert prizes(game.play(1, "steal P3")) == [[(0, 1)], [(2, 4)], []]
    for text in ("steal P2", "steal P4", "steal p1", "steal 1", "4", "empty"):
        with pytest.raises(IllegalMove, match="Take one of the stones shown") as refused:
            game.play(1, text)
        assert refused.value.ruling == "ZP4"
    with pytest.raises(NotYourTurn):
        game.play(0, "steal P3")


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        (["empty", "empty", "2"], [[], [], [(2, 2)]]),
        (["empty", "empty", "3", "3"], [[], [], [], []]),
        (["empty", "empty", "empty", "1"], [[], [], [], [(3, 1)]]),
        (["empty", "empty"], [[], []]),
    ],
)
def test_zp5_several_empty_hands_do_nothing_but_are_used_up(
    shown: list[str], kept: list[list[tuple[int, int]]]
) -> None:
    """The stones are compared as if the empty hands were not there."""
    game = choose(handvoll.new("zahlenpoker", len(shown)), *shown)
    assert prizes(game) == kept
    assert game.view(None)["empty"] == [choice != "empty" for choice in shown]


# --- ZP6 ---------------------------------------------------------------------------------------


def end_with(first: str, second: str) -> tuple[tuple[float, ...], tuple[int, ...], tuple[float, ...] | None]:
    """Scores, places and tie-break of a finished game of two with those prizes."""
    text = f"rules=1 players=2 ply=16 hands=0000/0000 empty=00 prizes={first}/{second} chosen=xx last=11:0:0"
    result = handvoll.load("zahlenpoker", text).result
    assert result is not None
    assert result.reason == "played-out"
    return result.scores, result.places, result.tiebreak


def test_zp6_the_most_prizes_win() -> None:
    """Values do not matter as long as the numbers differ."""
    assert end_with("P1:1:1,P1:1:2", "P2:4:1") == ((2, 1), (1, 2), (2, 4))


def test_zp6_equal_numbers_are_decided_by_the_sum() -> None:
    """With equal numbers of prizes the higher sum of their values wins."""
    assert end_with("P1:3:1,P1:1:1", "P2:4:1,P2:1:2") == ((2, 2), (2, 1), (4, 5))


def test_zp6_equal_sums_share_the_place() -> None:
    """Equal in both: a draw, and the sentence says so."""
    assert end_with("P1:3:1,P1:2:1", "P2:4:1,P2:1:2") == ((2, 2), (1, 1), (5, 5))
    text = "rules=1 players=2 ply=16 hands=0000/0000 empty=00 prizes=P1:3:1/P2:3:1 chosen=xx last=11:0:0"
    game = handvoll.load("zahlenpoker", text)
    assert str(game.card.picture.tell_end(game.view(0))) == "A draw: 1 stone each, with the same sum of 3."


def test_zp6_the_game_ends_after_the_round_in_which_the_last_stones_go() -> None:
    """Also when somebody could still show an empty hand; a steal of that round comes first."""
    game = at("0001/0001", empty="11", won="P1:4:2/-", last="41:0:1")
    done = choose(game, "4", "4")
    assert done.over
    half = choose(game, "empty", "4")
    assert not half.over
    after = half.play(0, "steal P2")
    assert not after.over  # seat 0 still has its stone
    assert after.legal(0) == ["4"]
    assert after.legal(1) == ["empty", "pass"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_zp6_a_game_lasts_at_most_nine_rounds(players: int) -> None:
    """Eight stones and an empty hand each: there is no tenth round, and scores add up to the prizes."""
    rng = random.Random(players)
    for _game in range(30):
        game = handvoll.new("zahlenpoker", players)
        while not game.over:
            seat = rng.choice(game.to_act)
            game = game.play(seat, rng.choice(game.legal(seat)))
        assert 8 <= game.view(None)["round"] <= 9
        assert game.result is not None
        assert list(game.result.scores) == [len(won) for won in prizes(game)]


# --- ZP7 ---------------------------------------------------------------------------------------


def test_zp7_a_choice_is_secret_until_all_have_chosen() -> None:
    """Others see that a seat has chosen, not what; then everything lies open."""
    game = handvoll.new("zahlenpoker", 3).play(1, "3")
    assert game.view(0)["chosen"] == [False, True, False]
    assert game.view(0)["mine"] is None
    assert game.view(1)["mine"] == 3
    assert [game.seen_steps(reader) for reader in (None, 0, 1)] == [
        [Step(1, HIDDEN)],
        [Step(1, HIDDEN)],
        [Step(1, "3")],
    ]
    assert game.view(0)["hands"] == game.view(1)["hands"] == [[2, 2, 2, 2]] * 3
    done = game.play(0, "4").play(2, "1")
    assert done.view(None)["last_round"] == {"shown": [4, 3, 1], "stolen": None, "winner": 0}


def test_zp7_whatever_was_chosen_looks_the_same_to_others() -> None:
    """All five choices give the others one and the same view, text and scene."""
    for reader in (None, 0, 2):
        told = set()
        for choice in ("1", "2", "3", "4", "empty"):
            game = handvoll.new("zahlenpoker", 3).play(1, choice)
            view = game.view(reader)
            picture = game.card.picture
            told.add((str(view), picture.text(view, PLAIN), str(picture.scene(view).to_json(str))))
        assert len(told) == 1


# --- notation, positions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"), [("Empty", "empty"), ("0", "empty"), ("leer", "empty"), (" 3 ", "3"), ("E", "empty")]
)
def test_people_may_write_it_shortly(typed: str, meant: str) -> None:
    """Habits of writing at the beginning of a round."""
    assert handvoll.new("zahlenpoker", 2).read_move(0, typed) == meant


@pytest.mark.parametrize("typed", ["steal P3", "steal p3", "p3", "3", "STEAL 3", "steal  P 3"])
def test_people_may_name_just_the_player(typed: str) -> None:
    """When a stone is taken, the player's number is enough."""
    game = choose(handvoll.new("zahlenpoker", 3), "empty", "2", "4")
    assert game.read_move(0, typed) == "steal P3"


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (("hands=2212", "hands=2222"), "different number of hands"),
        (("hands=2212", "hands=2232"), "four digits"),
        (("prizes=-/P2:4:2", "prizes=P2:4:2/P2:4:2"), "not played, or one twice"),
        (("prizes=-/P2:4:2", "prizes=-/P2:3:2"), "not played"),
        (("prizes=-/P2:4:2", "prizes=-/-"), "cannot have come out"),
        (("last=34:0:2", "last=34:0:1"), "cannot have come out"),
        (("last=34:0:2", "last=34:1:2"), "cannot have come out"),
        (("last=34:0:2", "last=14:0:2"), "cannot have come out"),
        (("last=34:0:2", "last=e4:2:0"), "cannot have come out"),
        (("last=34:0:2", "last=-"), "cannot have come out"),
        (("last=34:0:2", "last=34:0"), "reads like"),
        (("chosen=..", "chosen=p."), "cannot have chosen"),
        (("chosen=..", "chosen=33"), "round would be over"),
        (("empty=11", "empty=2"), "0 or 1"),
    ],
)
def test_positions_no_game_could_have_are_refused(changed: tuple[str, str], fault: str) -> None:
    """A doctored position is named with its fault."""
    position = choose(handvoll.new("zahlenpoker", 2), "3", "4").position()
    assert changed[0] in position
    with pytest.raises(BadPosition, match=fault):
        handvoll.load("zahlenpoker", position.replace(*changed))


# --- picture -----------------------------------------------------------------------------------


def scene_of(game: Game, reader: int | None) -> Scene:
    """What a reader sees."""
    return game.card.picture.scene(game.view(reader))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_can_be_touched_is_large_enough_on_a_phone(players: int) -> None:
    """At 360 px, with the page's 8 px on either side, every stone to touch is at least 44 px wide."""
    game = handvoll.new("zahlenpoker", players)
    stealing = choose(game, "empty", *["4"] * (players - 1))
    for moment in (game, stealing):
        scene = scene_of(moment, 0)
        unit = (PHONE_WIDTH - 16) / scene.width
        symbols = {symbol.id: symbol for symbol in scene.symbols}
        for (id,) in moment.card.picture.paths(moment.view(0)).values():
            assert 0.94 * symbols[id].scale * unit >= LEAST_TARGET


def test_all_hands_open_together() -> None:
    """After the last choice the fists lie open with what they showed, until somebody chooses again."""
    game = handvoll.new("zahlenpoker", 3).play(0, "3").play(1, "4")
    fists = {
        symbol.id: symbol.symbol for symbol in scene_of(game, 2).symbols if symbol.id.startswith("fist-")
    }
    assert fists == {"fist-0": "fist-closed", "fist-1": "fist-closed", "fist-2": "fist-waiting"}
    game = game.play(2, "1")
    symbols = {symbol.id: symbol for symbol in scene_of(game, 2).symbols}
    assert {symbols[f"fist-{seat}"].symbol for seat in range(3)} == {"fist-open"}
    assert "dim" in symbols["stone-0-3-2"].marks
    assert (symbols["stone-0-3-2"].x, symbols["stone-0-3-2"].y) == (symbols["fist-0"].x, symbols["fist-0"].y)
    assert "won" in symbols["stone-1-4-2"].marks
    again = {symbol.id: symbol for symbol in scene_of(game.play(0, "1"), 2).symbols}
    assert "stone-0-3-2" not in again
    assert again["fist-0"].symbol == "fist-closed"


def test_my_own_fist_is_open_to_me_alone() -> None:
    """I see the stone I chose in my hand; to the others the hand is a fist."""
    game = handvoll.new("zahlenpoker", 2).play(0, "3")
    mine = {symbol.id: symbol for symbol in scene_of(game, 0).symbols}
    theirs = {symbol.id: symbol for symbol in scene_of(game, 1).symbols}
    assert (mine["fist-0"].symbol, theirs["fist-0"].symbol) == ("fist-open", "fist-closed")
    assert (mine["stone-0-3-2"].x, mine["stone-0-3-2"].y) == (mine["fist-0"].x, mine["fist-0"].y)


def test_each_step_is_told() -> None:
    """The log keeps a choice secret, opens all hands with the last one, and tells who keeps what."""
    game = handvoll.new("zahlenpoker", 3)
    told = []
    for seat, move in ((0, "3"), (1, "4"), (2, "4"), (0, "empty"), (1, "2"), (2, "1"), (0, "steal P2")):
        after = game.play(seat, move)
        step = game.state.seen(Step(seat, move), 2)
        told.append(str(game.card.picture.tell(game.view(2), step, after.view(2))))
        game = after
    assert told == [
        "Player 1 has chosen.",
        "Player 2 has chosen.",
        "All hands open: 3 4 4. Player 1 keeps the 3.",
        "Player 1 has chosen.",
        "Player 2 has chosen.",
        "All hands open: ○ 2 1. The empty hand takes a stone.",
        "Player 1 takes the 2 of Player 2. Player 3 keeps the 1.",
    ]
