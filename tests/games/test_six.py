"""Six, ruling by ruling, and what stays true in any game."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadOutcome, BadPosition, IllegalMove, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.record import Record
from handvoll.core.state import HIDDEN, Result
from handvoll.games.six.picture import ask, paths, scene, tell, tell_end
from handvoll.games.six.rules import STROKES, State

TRANSCRIPT = Path(__file__).parent.parent / "transcripts" / "six" / "rounds.txt"

SETTINGS = {
    "round": "1",
    "phase": "throw",
    "active": "0",
    "direction": "1",
    "dice": "3",
    "throw": "-",
    "asked": "-",
    "drawing": "-",
    "sand": "120000",
    "now": "0",
    "lift": "-",
}
FEW_CARDS = "5,8,14/1,2,3/4,6,7/9,10,11/12,13,15"


def position(
    places: str = "5,8,14/1,2,3",
    secured: str = "",
    returned: str = "",
    drawn: str = "",
    *,
    pasch: bool = False,
    auto_secure: bool = False,
    **fields: str,
) -> str:
    """A position text; what is not given is seat 0 beginning round 1."""
    players = places.count("/") + 1
    none = "/".join("-" * players)
    body = " ".join(f"{name}={value}" for name, value in {**SETTINGS, **fields}.items())
    return (
        f"rules=1 players={players} pasch={str(pasch).lower()} auto_secure={str(auto_secure).lower()} ply=9 "
        f"{body} places={places} secured={secured or none} returned={returned or none} "
        f"drawn={drawn or ','.join('0' * players)}"
    )


def at(
    places: str = "5,8,14/1,2,3", *, pasch: bool = False, auto_secure: bool = False, **fields: str
) -> Game:
    """The game at such a position."""
    return handvoll.load("six", position(places, pasch=pasch, auto_secure=auto_secure, **fields))


def throw(game: Game, dice: str, at: int | None = None) -> Game:
    """The game after its active seat threw `dice`."""
    return game.play(game.to_act[0], "roll", at).happen(dice)


def received(places: str = "5,8,14/1,2,3", **fields: str) -> Game:
    """A game in which seat 0 has just been given the dice and may lift the tube."""
    return at(places, **{"phase": "receive", "throw": "6", **fields})


def places_of(game: Game, seat: int) -> list[list[int]]:
    """A seat's three places, each from the bottom up."""
    places: list[list[int]] = game.view(None)["places"][seat]
    return places


def refusal(game: Game, seat: int, text: str, at: int | None = None) -> tuple[str, str]:
    """Ruling and sentence with which the move is refused."""
    with pytest.raises(IllegalMove) as refused:
        game.play(seat, text, at)
    return refused.value.ruling, str(refused.value)


# --- SX1, SX2, SX3 -----------------------------------------------------------------------------


def test_strokes() -> None:
    """SX1: one to seven strokes, 46 on the 18 cards in all."""
    assert [STROKES[number] for number in range(1, 19)] == [
        2,
        2,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        2,
        2,
        2,
        3,
        4,
        4,
        5,
        6,
        7,
    ]
    assert sum(STROKES.values()) == 46


def test_set_up() -> None:
    """SX2: seat by seat, three cards each onto places 1, 2, 3, uniformly from what is unseen."""
    game = handvoll.new("six", 3)
    for seat, numbers in enumerate([(7, 1, 18), (7, 2, 3), (9, 10, 11)]):
        for place, number in enumerate(numbers):
            assert game.chance == "draw"
            outcomes = game.outcomes()
            assert outcomes is not None
            assert {*map(int, outcomes)} == {*range(1, 19)} - {*numbers[:place]}
            assert {*outcomes.values()} == {1}
            game = game.happen(str(number))
            assert places_of(game, seat)[place] == [number]
    assert (game.chance, game.view(None)["pile"]) == ("sand", [15, 15, 15])


def test_a_round_begins_with_the_sand() -> None:
    """SX3: any whole number of ms without leading zeros; seat 0 is active; nobody sees the number."""
    game = handvoll.new("six", 2)
    for number in (1, 2, 3, 1, 2, 3):
        game = game.happen(str(number))
    assert game.outcomes() is None
    for wrong in ("", "-1", "012", "1.5", " 5", "1e3", "1" * 16, "٣"):
        with pytest.raises(BadOutcome):
            game.happen(wrong)
    for right in ("0", "5", "119999", "1" * 15):
        after = game.happen(right)
        assert (after.to_act, after.legal(0)) == ((0,), ["roll"])
        assert [after.seen_steps(reader)[-1].text for reader in (None, 0, 1)] == [HIDDEN] * 3
        assert "119999" not in str([after.view(reader) for reader in (None, 0, 1)])


def test_the_sand_is_drawn_from_its_range() -> None:
    """SX3: uniformly from 110 000 to 130 000, both ends included."""
    game = handvoll.new("six", 2)
    for number in (1, 2, 3, 1, 2, 3):
        game = game.happen(str(number))
    asked: list[int] = []
    assert game.state.draw(lambda n: asked.append(n) or 0) == "110000"  # type: ignore[func-returns-value]
    assert asked == [20001]
    assert game.state.draw(lambda n: n - 1) == "130000"


# --- SX4, SX5 ----------------------------------------------------------------------------------


def test_throws_have_their_probabilities() -> None:
    """SX4: sorted faces, each with the number of its permutations."""
    outcomes = at().play(0, "roll").outcomes()
    assert outcomes is not None
    assert (len(outcomes), sum(outcomes.values())) == (56, 216)
    assert (outcomes["1-3-5"], outcomes["1-1-5"], outcomes["1-1-1"]) == (6, 3, 1)
    assert "3-1-5" not in outcomes
    two = throw(at("5,8,14/1,2,3"), "4-4-4").play(0, "roll").outcomes()
    assert two is not None
    assert (len(two), two["1-2"], two["2-2"]) == (21, 2, 1)


def test_others_may_secure_what_was_thrown() -> None:
    """SX4: every other seat with the sum on top may secure it or skip; what it covered is open again."""
    game = throw(at("9,8,14/1.9,2,3/9,4,5/9.7,10,11"), "1-3-5")
    assert game.to_act == (1, 2)  # seat 0 threw; the 9 of seat 3 is covered
    assert game.legal(1) == ["secure", "skip"]
    with pytest.raises(NotYourTurn):
        game.play(0, "secure")
    game = game.play(2, "skip")
    assert game.to_act == (1,)
    game = game.play(1, "secure")
    view = game.view(None)
    assert (view["places"][1], view["secured"]) == ([[1], [2], [3]], [[], [9], [], []])
    assert view["places"][2][0] == [9]
    assert game.to_act == (0,)


def test_an_answer_is_seen_at_once() -> None:
    """SX4: a claim is made in the open, also while others still think."""
    game = throw(at("9,8,14/1.9,2,3/9,4,5"), "1-3-5").play(1, "secure")
    assert game.view(2)["secured"] == [[], [9], []]
    assert game.seen_steps(2)[-1].text == "secure"


def test_auto_secure() -> None:
    """SX5: with the option whoever could secure has secured, and nobody is asked."""
    game = throw(at("9,8,14/1.9,2,3/9,4,5", auto_secure=True), "1-3-5")
    assert game.to_act == (0,)
    assert game.view(None)["secured"] == [[], [9], [9]]


def test_wrong_answers_are_explained() -> None:
    """SX4: the sentence names the number and what can be said."""
    game = throw(at("5,8,14/9,2,3"), "1-3-5")
    sentence = "Your 9 was thrown: secure it or skip it, not 'roll'."
    assert refusal(game, 1, "roll") == ("SX4", sentence)
    assert refusal(at(), 0, "secure") == ("SX4", "It is for you to throw the dice: roll, not 'secure'.")


# --- SX6, SX7 ----------------------------------------------------------------------------------


def test_the_rulebooks_example() -> None:
    """SX6: 5, 8, 14 open; 12 with three dice, an own 8 with two, 11 with three again, 3 with two, 2."""
    game = at("5,8,14/16,17,18")
    for dice, next_dice in (("2-4-6", 2), ("2-6", 3), ("1-4-6", 2), ("1-2", 1)):
        game = throw(game, dice)
        assert (game.to_act, game.legal(0)) == ((0,), ["roll"])
        assert game.view(None)["dice"] == next_dice
    game = throw(game, "2")
    assert (game.chance, game.view(None)["active"]) == ("draw", 1)
    assert places_of(game, 0) == [[5], [8], [14]]  # own cards stay


def test_a_covered_own_card_does_not_count() -> None:
    """SX6: only cards that lie open match."""
    assert throw(at("8.5,1,14/16,17,18"), "2-2-4").view(None)["dice"] == 2


def test_a_match_with_one_die_goes_on() -> None:
    """SX6: the number of dice thrown does not matter."""
    game = throw(at("5,8,14/16,17,18", dice="1", throw="1-2"), "5")
    assert (game.to_act, game.view(None)["dice"]) == ((0,), 3)


def test_all_but_the_receiver_draw() -> None:
    """SX7: in seat order from 0; on the lowest empty place at once; whoever has three must cover."""
    game = throw(at("5,8,14/1,2,3/-,6,-/9,10,11", dice="1", throw="1-2"), "4")
    assert game.view(None)["active"] == 1
    assert (game.chance, game.view(None)["drawing"]) == ("draw", 0)
    game = game.happen("13")
    assert (game.view(None)["drawing"], game.to_act) == (2, ())  # covering waits for all draws
    game = game.happen("13")
    assert places_of(game, 2) == [[13], [6], []]
    game = game.happen("13")
    assert game.view(None)["drawn"] == [13, None, None, 13]
    assert game.to_act == (0, 3)
    assert game.legal(3) == ["cover 1", "cover 2", "cover 3"]
    game = game.play(3, "cover 2").play(0, "cover 3")
    assert places_of(game, 0) == [[5], [8], [14, 13]]
    assert places_of(game, 3) == [[9], [10, 13], [11]]
    assert (game.to_act, game.legal(1)) == ((1,), ["lift", "roll"])


def test_a_drawn_card_is_never_one_that_is_known() -> None:
    """SX2: a card is drawn uniformly from the seat's own cards that are still unseen."""
    game = throw(at("5.7,8,14/1,2,3", dice="1", throw="1-2", secured="18,17/-"), "6")
    outcomes = game.outcomes()
    assert outcomes is not None
    assert {*map(int, outcomes)} == {*range(1, 19)} - {5, 7, 8, 14, 18, 17}


def test_returned_cards_come_last_and_in_order() -> None:
    """SX2, SX7: under an unknown part that is used up lie the returned cards, the first of them first."""
    all_but = ".".join(str(number) for number in range(1, 16))
    fields = {"round": "3", "dice": "1", "throw": "1-2", "lift": "2:1:0:5:1:0"}
    game = throw(at(f"{all_but},16,-/1,2,3", returned="18,17/-", **fields), "6")
    assert game.outcomes() == {"18": 1}
    game = game.happen("18").play(1, "roll").happen("1-2-6").play(1, "roll").happen("1-6").play(1, "roll")
    assert places_of(game, 0)[2] == [18]
    assert game.view(None)["returned"] == [[17], []]


def test_who_has_no_pile_draws_nothing() -> None:
    """SX7: without a card to draw the seat is left out; without anyone to draw the dice just go on."""
    full = ".".join(str(number) for number in range(1, 17))
    game = throw(at(f"{full},17,18/1,2,3", dice="1", throw="1-2"), "6")
    assert (game.to_act, game.legal(1)) == ((1,), ["lift", "roll"])


def test_wrong_covers_are_explained() -> None:
    """SX7: the sentence names the card and the places."""
    game = at("5,8,14/1,2,3", phase="cover", active="1", throw="6", drawn="13,0")
    sentence = "Put your 13 on a place: cover 1, cover 2 or cover 3, not 'cover 4'."
    assert refusal(game, 0, "cover 4") == ("SX7", sentence)
    assert refusal(game, 0, "cover")[0] == refusal(game, 0, "secure")[0] == "SX7"
    assert [game.read_move(0, text) for text in ("2", "Cover 2", "decke 2")] == ["cover 2"] * 3


# --- SX8, SX9 ----------------------------------------------------------------------------------


def test_lifting_in_time_costs_who_threw_last() -> None:
    """SX8: with the time over the seat that rolled last returns its top card and starts the next round."""
    game = received(now="100000", secured="4/6,9").play(0, "lift", 120_000)
    view = game.view(None)
    assert (view["secured"], view["returned"]) == ([[4], [6]], [[], [9]])
    assert (view["round"], view["active"], game.chance) == (2, 1, "sand")
    assert view["lift"] == {"round": 1, "seat": 0, "at": 120_000, "sand": 120_000, "payer": 1, "card": 9}
    assert places_of(game, 0) == [[5], [8], [14]]
    game = game.happen("115000")
    assert (game.to_act, game.legal(1), game.view(1)["now"]) == ((1,), ["roll"], 0)


def test_lifting_too_early_costs_who_lifted() -> None:
    """SX8: a millisecond before the end the lifting seat pays and starts."""
    game = received(secured="4/6,9").play(0, "lift", 119_999)
    assert game.view(None)["returned"] == [[4], []]
    assert game.view(None)["active"] == 0


def test_who_has_no_card_returns_none() -> None:
    """SX8: whoever would have to pay starts all the same."""
    game = received(secured="4/-").play(0, "lift", 999_999)
    view = game.view(None)
    assert (view["secured"], view["active"], view["lift"]["card"]) == ([[4], []], 1, 0)


def test_nobody_lifts_before_the_first_throw_or_within_a_turn() -> None:
    """SX8: the first seat of a round throws first, and in its turn nobody may stop to lift."""
    ruling, sentence = refusal(at(), 0, "lift")
    assert ruling == "SX8"
    assert sentence == "Whoever begins a round throws first; nobody may lift the tube before that: roll."
    ruling, sentence = refusal(throw(at(), "4-4-4"), 0, "lift")
    assert ruling == "SX8"
    assert sentence.startswith("The tube may be lifted only right after you were given the dice")
    sentence = "You have been given the dice: roll, or lift the tube; not 'skip'."
    assert refusal(received(), 0, "skip") == ("SX8", sentence)


def test_after_three_rounds_the_strokes_count() -> None:
    """SX8, SX9: the third lift ends the game; its payment still counts; equal strokes share the place."""
    fields = {"round": "3", "lift": "2:1:0:5:1:0", "secured": "18,4/17,3/13,14"}
    game = received("5,8,14/1,2,4/4,6,7", **fields).play(0, "lift", 0)
    assert game.result == Result((7, 7, 7), (1, 1, 1), "rounds")
    assert str(tell_end(game.view(None))) == (
        "Player 1, Player 2 and Player 3 share the win with 7 strokes each."
    )
    late = received("5,8,14/1,2,4/4,6,7", **fields).play(0, "lift", 10**8)
    assert late.result == Result((8, 7, 3), (1, 2, 3), "rounds")


# --- SX10 --------------------------------------------------------------------------------------


def test_doubles_end_the_turn_and_turn_the_direction() -> None:
    """SX10: even if the sum is an own card; others may secure; the dice go to the other neighbour."""
    game = throw(at("5,8,14/8,2,3/4,6,7", pasch=True, throw="1-1-2", dice="2"), "4-4")
    assert (game.to_act, game.view(None)["direction"]) == ((1,), 1)
    game = game.play(1, "secure")
    view = game.view(None)
    assert (view["active"], view["direction"], view["secured"]) == (2, -1, [[], [8], []])
    game = game.happen("13").happen("13").play(0, "cover 1")
    assert game.legal(2) == ["lift", "roll"]
    # the seat that rolled last is still seat 0
    assert game.play(2, "lift", 10**6).view(None)["lift"]["payer"] == 0


def test_the_next_round_runs_in_the_original_direction() -> None:
    """SX8, SX10: the direction turns for the rest of the round only."""
    game = received("5,8,14/1,2,3/4,6,7", pasch=True, direction="-1", throw="2-2").play(0, "lift", 10**6)
    assert (game.view(None)["direction"], game.view(None)["active"]) == (1, 1)


def test_what_is_no_pasch() -> None:
    """SX10: two of three equal are none, a single die is none, and without the option nothing is."""
    assert throw(at(pasch=True), "4-4-6").view(None)["dice"] == 3  # 14, an own card
    assert throw(at("5,8,13/1,2,4", pasch=True), "4-4-6").view(None)["dice"] == 2
    assert throw(at(dice="1", throw="1-2", pasch=True), "6").view(None)["direction"] == 1
    assert throw(at("5,8,14/1,2,4"), "1-1-1").view(None)["direction"] == 1
    assert throw(at("5,8,14/1,2,4", pasch=True), "1-1-1").view(None)["direction"] == -1


def test_with_a_pasch_the_first_seat_can_receive_the_dice_again() -> None:
    """SX8, SX10: with two seats the dice come back, and then it may lift, having thrown before."""
    game = throw(at(pasch=True, dice="1", throw="1-2"), "6").happen("18").play(0, "cover 1")
    game = throw(game, "1-1-2")
    game = throw(game, "5-5").happen("18").play(1, "cover 1")
    assert (game.to_act, game.legal(0)) == ((0,), ["lift", "roll"])


# --- SX11 --------------------------------------------------------------------------------------


def test_time_never_runs_backwards() -> None:
    """SX11: a smaller time is refused, an equal one is not; without one, that of the action before counts."""
    game = throw(at(), "4-4-4", at=500)
    sentence = "Time does not run backwards: the action before came at 500 ms, this one at 499 ms."
    assert refusal(game, 0, "roll", 499) == ("SX11", sentence)
    assert game.play(0, "roll", 500).view(0)["now"] == 500
    after = game.play(0, "roll")
    assert (after.view(0)["now"], after.steps()[-1].at) == (500, 500)


def test_the_unchecked_door_keeps_the_time_too() -> None:
    """SX11: a search that says no time does not turn the clock back."""
    state = received(now="130000", secured="-/9").state
    assert cast(State, state.after(0, "lift")).lift == (1, 0, 130000, 120000, 1, 9)


# --- what is always true -----------------------------------------------------------------------


def random_game(rng: random.Random, players: int, pasch: bool, auto_secure: bool) -> list[Game]:
    """All moments of a random game whose rounds take about as long as at a table."""
    games = [handvoll.new("six", players, {"pasch": pasch, "auto_secure": auto_secure})]
    while not games[-1].over:
        game = games[-1]
        if game.chance is not None:
            games.append(game.deal(rng.randrange))
            continue
        seat = rng.choice(game.to_act)
        legal = game.legal(seat)
        late = game.state.now > 100_000
        move = "roll" if "lift" in legal and not (late and rng.random() < 0.3) else rng.choice(legal)
        games.append(game.play(seat, move, game.state.now + rng.randrange(4000)))
    return games


@given(st.integers(2, 5), st.booleans(), st.booleans(), st.integers(0, 2**32))
@settings(deadline=None, max_examples=30)
def test_invariants(players: int, pasch: bool, auto_secure: bool, luck: int) -> None:
    """Each seat keeps its 18 cards; one thing at a time is awaited; time, strokes and rounds add up."""
    games = random_game(random.Random(luck), players, pasch, auto_secure)
    for before, game in itertools.pairwise(games):
        assert [bool(game.to_act), game.chance is not None, game.over].count(True) == 1
        view = game.view(None)
        for seat in range(players):
            known = [number for place in view["places"][seat] for number in place]
            known += view["secured"][seat] + view["returned"][seat]
            known += [view["drawn"][seat]] if view["drawn"][seat] else []
            assert len(set(known)) == len(known)
            assert view["pile"][seat] + len(known) == 18
            assert view["strokes"][seat] == sum(STROKES[number] for number in view["secured"][seat])
        assert view["now"] >= before.view(None)["now"] or before.chance == "sand"
        assert not (auto_secure and view["phase"] == "claim")
        assert pasch or view["direction"] == 1
        if game.to_act and view["phase"] == "claim":
            assert view["active"] not in game.to_act
    end = games[-1]
    assert end.result is not None
    assert [step.text for step in end.steps()].count("lift") == 3
    assert list(end.result.scores) == end.view(None)["strokes"]
    assert {STROKES[number] for number in range(1, 19)} == {1, 2, 3, 4, 5, 6, 7}


@given(st.integers(2, 5), st.integers(0, 2**32), st.integers(0, 2**32))
@settings(deadline=None, max_examples=20)
def test_nobody_can_tell_the_sand(players: int, luck: int, other_luck: int) -> None:
    """The law of secrets: with another running time every reader sees the same until the tube is lifted."""
    for game in random_game(random.Random(luck), players, True, False)[::7]:
        for reader in (None, *range(players)):
            world = replace(game, state=game.state.redraw(reader, random.Random(other_luck).randrange))
            assert world.view(reader) == game.view(reader)
            assert world.seen_steps(reader) == game.seen_steps(reader)
            assert scene(world.view(reader)) == scene(game.view(reader))


# --- positions, records, pictures --------------------------------------------------------------

FAULTS = [
    ({"round": "4"}, "round"),
    ({"round": "2"}, "lift"),
    ({"round": "2", "lift": "1:0:5:9:1:0"}, "lift"),
    ({"round": "2", "lift": "1:0:9:9:0:0"}, "lift"),
    ({"lift": "0:0:5:9:0:0"}, "lift"),
    ({"phase": "over", "sand": "-"}, "phase"),
    ({"active": "2"}, "active"),
    ({"direction": "-1"}, "direction"),
    ({"dice": "2"}, "throw"),
    ({"dice": "2", "throw": "1-2"}, "throw"),
    ({"throw": "3-2-1"}, "throw"),
    ({"dice": "2", "throw": "2-3-3"}, "drawn"),
    ({"dice": "3", "throw": "1-1-1"}, "drawn"),
    ({"phase": "receive"}, "throw"),
    ({"phase": "claim", "throw": "1-1-1"}, "asked"),
    ({"phase": "claim", "throw": "1-1-1", "asked": "0"}, "asked"),
    ({"phase": "claim", "throw": "1-1-2", "asked": "1"}, "drawn"),
    ({"asked": "1"}, "asked"),
    ({"drawing": "1"}, "drawing"),
    ({"phase": "draw", "throw": "6", "drawing": "0"}, "drawn"),
    ({"phase": "sand"}, "sand"),
    ({"sand": "-"}, "sand"),
    ({"sand": "0120"}, "sand"),
    ({"now": "-1"}, "now"),
    ({"phase": "draw", "drawing": "0", "sand": "-", "now": "3"}, "now"),
    ({"phase": "draw", "drawing": "0", "sand": "-"}, "drawn"),
    ({"phase": "sand", "sand": "-", "secured": "4/-"}, "drawn"),
    ({"phase": "cover", "throw": "6"}, "drawn"),
    ({"drawn": "13,0"}, "drawn"),
    ({"drawn": "0"}, "drawn"),
    ({"secured": "5/-"}, "drawn"),
    ({"secured": "19/-"}, "secured"),
    ({"secured": "-"}, "secured"),
    ({"returned": "-/9"}, "drawn"),
    ({"places": "5,8/1,2,3"}, "places"),
    ({"places": "5,8,0/1,2,3"}, "places"),
]


@pytest.mark.parametrize(("changed", "field"), FAULTS, ids=str)
def test_doctored_positions_are_refused_where_they_are_wrong(changed: dict[str, str], field: str) -> None:
    """What no game could come to is refused, and the column points into the field where that shows."""
    text = position(**changed)  # type: ignore[arg-type]
    with pytest.raises(BadPosition) as refused:
        handvoll.load("six", text)
    start = text.index(f" {field}=") + 1
    assert start < refused.value.place <= text.find(" ", start) % (len(text) + 2)


def test_the_transcript_replays() -> None:
    """The game written down ends after three rounds as it says."""
    game = Record.read(TRANSCRIPT.read_text("utf-8")).replay(handvoll.card("six"))
    assert game.result is not None
    assert game.result.reason == "rounds"
    assert [step.text for step in game.steps()].count("lift") == 3


def test_what_is_touched() -> None:
    """The button throws, the tube is lifted, the thrown card is secured, a card is covered by touching it."""
    assert paths(received().view(0)) == {"roll": ("roll",), "lift": ("tube",)}
    claim = throw(at("5,8,14/9,2,3"), "1-3-5")
    assert paths(claim.view(1)) == {"secure": ("card-1-9",), "skip": ("skip",)}
    cover = at("5,8.2,14/1,2,3", phase="cover", active="1", throw="6", drawn="13,0")
    assert paths(cover.view(0)) == {
        "cover 1": ("card-0-5",),
        "cover 2": ("card-0-2",),
        "cover 3": ("card-0-14",),
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_own_cards_are_large_enough_for_a_thumb(players: int) -> None:
    """On a phone 360 pixels wide everything that can be touched is at least 44 pixels wide and high."""
    view = at("/".join(FEW_CARDS.split("/")[:players])).view(0)
    pixels = 360 / scene(view).width
    symbols = {symbol.id: symbol for symbol in scene(view).symbols}
    card, button = (0.98, 1.38), (1.9, 1.16)
    for id, (wide, high) in {"card-0-5": card, "roll": button, "skip": button, "tube": (1.1, 1.7)}.items():
        assert min(wide, high) * symbols[id].scale * pixels >= 44


def test_sentences_say_what_happens() -> None:
    """What is told names who threw what, and who gets the dice."""
    before = at("5,8,14/16,17,18", dice="1", throw="1-2").play(0, "roll")
    after = before.happen("2")
    told = str(tell(before.view(1), after.steps()[-1], after.view(1)))
    assert told == "Player 1: 2, that is 2. Swap: Player 2 gets the dice."
    before = received(secured="-/9")
    after = before.play(0, "lift", 120_000)
    told = str(tell(before.view(1), after.steps()[-1], after.view(1)))
    assert told == "Player 1 lifts the tube: the time is over! Player 2 returns the 9."
    assert str(ask(throw(at("5,8,14/9,2,3"), "1-3-5").view(1))) == "9 was thrown: secure your 9!"


def test_covered_cards_are_no_stack_to_look_into() -> None:
    """A row of cards laid out over the table would be in the way of fast thumbs."""
    game = Record.read(TRANSCRIPT.read_text("utf-8")).replay(handvoll.card("six"))
    scenes = [scene(moment.view(0)) for moment in game.line()[::20]]
    assert any(len(stack) > 1 for stack in game.view(0)["places"][0])
    assert not [symbol for shown in scenes for symbol in shown.symbols if symbol.above]
