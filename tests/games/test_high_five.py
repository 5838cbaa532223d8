"""High Five!: the combination table, jokers against brute force, each ruling, and the law of secrets."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadOutcome, BadPosition, IllegalMove
from handvoll.core.state import HIDDEN
from handvoll.games.high_five.board import FRAME_NAMES, FRAMES, SQUARE_NAMES
from handvoll.games.high_five.combinations import CARDS, JOKER, points, reading
from handvoll.games.high_five.notation import CARD_OF, card_name
from handvoll.games.high_five.picture import _hand_symbols, scene


def cards(text):
    """Cards as the rules hold them, from `R5 B13 J`."""
    return tuple(JOKER + 1 if name == "J" else CARD_OF[name] for name in text.split())


def deal(game, outcomes):
    for outcome in outcomes.split():
        game = game.happen(outcome)
    return game


START = "R5 B5 G9 Y13"
FIRST_HANDS = "R1 R2 R3 R4 B1 B2 B3 B4"


def begun(players=2):
    """A game after its set-up: R5 B5 G9 Y13 lie on c3 f3 c6 f6."""
    return deal(handvoll.new("high-five", players), START + " " + FIRST_HANDS)


def play(game, seat, *moves):
    for move in moves:
        game = game.play(seat, move)
    return game


def lay(text):
    """The board field for `c3:R5 d3:R6 …`, its squares in their order."""
    return ",".join(sorted(text.split(), key=lambda part: (part[1], part[0])))


def at(board, hand, *, turn="P1", frame="-", scores="40,40", scored="-"):
    """A game of two in its midst: seat 0 has `hand`, seat 1 the rest of what must have been drawn by then."""
    laid = board.count(",") + 1 - 4
    turns = 2 + max(0, -((6 - laid) // 4))
    named = {part.partition(":")[2] for part in board.split(",")} | set(hand.split(","))
    spare = [card_name(card) for card in CARDS if card_name(card) not in named]
    pile = 52 - 12 - 2 * turns
    other = ",".join([*spare[pile:], *([] if "J2" in named else ["J"])]) or "-"
    return handvoll.load(
        "high-five",
        f"rules=1 players=2 ply=50 board={board} hands={hand}/{other} turns={turns} draws=0 turn={turn} "
        f"frame={frame} scores={scores} bonus=- scored={scored}",
    )


# --- combinations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        # HF4, the table, with the rulebook's examples
        ("R9 B9 G9 Y9 J", 30),
        ("R1 R13 R12 R11 R10", 25),
        ("B9 B8 B7 B6 B5", 20),
        ("R5 B5 G5 Y5 R3", 15),
        ("R2 B2 G2 R12 B12", 10),
        ("G4 G5 G9 G10 G11", 8),
        ("R8 B9 G10 Y11 R12", 6),
        ("R3 B3 G3 R5 B11", 3),
        ("R4 B4 R7 B7 G5", 2),
        ("R1 B1 R2 G6 Y8", 1),
        ("R3 B5 G8 Y11 R1", 0),
        # HF4: the order on the board does not matter
        ("R2 B4 G6 Y3 R5", 6),
        ("R5 B5 R3 G5 B3", 10),
        ("R3 R2 R4 B3 G3", 3),
        # HF4: 1 opens 1-2-3-4-5 or closes 10-11-12-13-14, never in between
        ("R1 B2 G3 Y4 R5", 6),
        ("R1 R2 R3 R4 R5", 20),
        ("R10 B11 G12 Y13 R1", 6),
        ("R12 R13 R1 R2 R3", 8),
        ("R12 B13 R1 G2 Y3", 0),
        ("R11 R12 R13 R1 R2", 8),
        # HF5: one joker
        ("R1 R13 R12 R11 J", 25),
        ("R10 R13 R12 R11 J", 25),
        ("R9 R12 R11 R10 J", 20),
        ("R1 R2 R3 R4 J", 20),
        ("R2 R3 R4 R5 J", 20),
        ("R1 R2 R3 R5 J", 20),
        ("R13 R1 R2 R3 J", 8),
        ("R5 B5 G5 Y9 J", 15),
        ("R5 B5 R9 B9 J", 10),
        ("R1 R4 R9 R11 J", 8),
        ("R1 B2 G3 Y5 J", 6),
        ("R11 B12 G13 Y1 J", 6),
        ("R5 B5 G8 Y11 J", 3),
        ("R1 B5 G8 Y11 J", 1),
        # HF5: more jokers; one may stand for a card that lies in the same frame
        ("R5 R6 J J J", 20),
        ("R12 R13 J J J", 25),
        ("R5 B9 J J J", 15),
        ("R5 B5 J J J", 30),
        ("R5 J J J J", 30),
        ("R5 B5 G5 J J", 30),
        ("R5 B5 G9 J J", 15),
        ("R5 R9 R13 J J", 8),
        ("R5 B6 G9 J J", 6),
        ("R1 B10 G13 J J", 6),
        ("R1 B5 G9 J J", 3),
    ],
)
def test_the_combination_table(hand, worth):
    """HF4, HF5: what five cards are worth, in whatever order they lie."""
    five = cards(hand)
    rng = random.Random(hand)
    for _shuffle in range(5):
        assert points(rng.sample(five, 5)) == worth


def naive_points(five):
    """The table of HF4 read off five cards without jokers, with no eye on speed."""
    numbers = [card & 15 for card in five]
    one_colour = len({card >> 4 for card in five}) == 1
    counts = sorted(Counter(numbers).values(), reverse=True)
    highs = sorted(14 if number == 1 else number for number in numbers)
    rows = [list(range(low, low + 5)) for low in range(1, 11)]
    if counts == [5]:
        return 30
    if one_colour and highs == [10, 11, 12, 13, 14]:
        return 25
    if one_colour and (sorted(numbers) in rows or highs in rows):
        return 20
    if counts[0] == 4:
        return 15
    if counts == [3, 2]:
        return 10
    if one_colour:
        return 8
    if sorted(numbers) in rows or highs in rows:
        return 6
    return {3: 3, 2: 2 if counts[:2] == [2, 2] else 1, 1: 0}[counts[0]]


@st.composite
def close_cards(draw, fewest, most, *, unique):
    """Cards near each other in number and colour, so that rows and colours come about often."""
    low, wide = draw(st.integers(1, 14)), draw(st.integers(1, 6))
    numbers = {(low + step - 1) % 13 + 1 for step in range(wide)}
    colours = draw(st.sets(st.integers(0, 3), min_size=1))
    near = [card for card in CARDS if card & 15 in numbers and card >> 4 in colours]
    pool = near if not unique or len(near) >= fewest else list(CARDS)
    return draw(st.lists(st.sampled_from(pool), min_size=fewest, max_size=most, unique=unique))


@settings(max_examples=400, deadline=None)
@given(close_cards(5, 5, unique=False))
def test_points_without_jokers_agree_with_the_table(five):
    """HF4: over any five cards, repeated ones included (a joker may have stood for them)."""
    assert points(five) == naive_points(five)


@settings(max_examples=120, deadline=None)
@given(close_cards(3, 4, unique=True))
def test_jokers_stand_for_the_best_card_there_is(naturals):
    """HF5: brute force over all cards each joker can stand for."""
    jokers = 5 - len(naturals)
    best = max(
        naive_points((*naturals, *stood_for))
        for stood_for in itertools.combinations_with_replacement(CARDS, jokers)
    )
    assert points((*naturals, *range(JOKER + 1, JOKER + 1 + jokers))) == best


def test_three_and_four_jokers_against_brute_force():
    """HF5: a sample of frames with more jokers than hands usually see."""
    rng = random.Random(7)
    for _sample in range(4):
        naturals = rng.sample(CARDS, 2)
        best = max(
            naive_points((*naturals, *stood_for))
            for stood_for in itertools.combinations_with_replacement(CARDS, 3)
        )
        assert points((*naturals, 65, 66, 67)) == best
    assert points((CARD_OF["Y7"], 65, 66, 67, 68)) == naive_points([CARD_OF["Y7"]] * 5)


@settings(max_examples=100, deadline=None)
@given(close_cards(1, 5, unique=True))
def test_the_reading_shows_a_best_combination(naturals):
    """HF5: the reading leaves the cards as they are, puts one in for each joker, and is worth the same."""
    five = (*naturals, *range(JOKER + 1, JOKER + 6 - len(naturals)))
    shown = reading(five)
    assert shown[: len(naturals)] == tuple(naturals)
    assert max(shown) < JOKER
    assert naive_points(shown) == points(five)


# --- the rulings -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_draws_start_cards_then_four_for_each_seat(players):
    """HF1: face up onto c3, f3, c6, f6, then hands seat by seat."""
    game = deal(handvoll.new("high-five", players), START)
    assert game.view(None)["board"] == {"c3": "R5", "f3": "B5", "c6": "G9", "f6": "Y13"}
    assert game.outcomes() == {card_name(card): 1 for card in CARDS if card_name(card) not in START.split()}
    rng = random.Random(2)
    drawers = []
    while game.chance:
        drawers.append(game.view(None)["drawer"])
        game = game.deal(rng.randrange)
    assert drawers == [seat for seat in range(players) for _card in range(4)]
    assert game.view(None)["cards"] == [5] * players
    assert game.view(None)["pile"] == 52 - 4 - 4 * players
    assert all(game.view(seat)["hand"][-1] == "J" for seat in range(players))


def test_a_card_that_was_seen_cannot_be_drawn_again():
    """HF1: a draw comes from the unseen cards."""
    with pytest.raises(BadOutcome, match="R5"):
        deal(handvoll.new("high-five"), "R5 R5")
    with pytest.raises(BadOutcome, match="J"):
        handvoll.new("high-five").happen("J")


def test_only_the_owner_sees_a_card_drawn():
    """HF1: the others see that a card was drawn."""
    game = deal(handvoll.new("high-five"), START + " R1")
    assert game.seen_steps(0)[-1].text == "R1"
    assert game.seen_steps(1)[-1].text == HIDDEN
    assert game.seen_steps(None)[-1].text == HIDDEN
    assert game.seen_steps(1)[3].text == "Y13"
    assert game.view(1)["hand"] == ["J"]
    assert game.view(1)["cards"] == [2, 1]


def test_a_frame_is_five_squares_in_line_with_a_card_and_a_gap():
    """HF2: one to four empty squares, no more than cards in hand; 64 frames there are on the board."""
    assert len(FRAMES) == 64
    game = at(lay("c3:R5 d3:R6 e3:R7 f3:B5 g3:J1 f4:B6 f5:B7 c6:G9 f6:Y13 h8:B8"), "R1,R2")
    legal = set(game.legal(0))
    assert {"frame b3-f3", "frame a3-e3", "frame f2-f6", "frame f1-f5"} <= legal
    for move in legal:
        squares = FRAMES[FRAME_NAMES.index(move.removeprefix("frame "))]
        laid = sum(SQUARE_NAMES[square] in game.view(0)["board"] for square in squares)
        assert 3 <= laid <= 4


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("frame c3-g3", "c3-g3 is full: you must lay a card"),
        ("frame a1-e1", "In the frame a1-e1 lies no card yet"),
        ("frame c2-c6", "c2-c6 has 3 empty squares, and you have 2 cards"),
        ("frame f3-b3", "lower square first: frame b3-f3"),
        ("frame c3-f3", "five squares in a row or a column; c3 to f3 is not"),
        ("frame c3-g7", "c3 to g7 is not"),
        ("play R1", "Name a frame of five squares first"),
        ("drop R1 a1", "Name a frame of five squares first"),
        ("c3-g3", "Name a frame of five squares first"),
        ("frame b3-f9", "Name a frame of five squares first"),
    ],
)
def test_a_refused_frame_says_why(move, part):
    """HF2: what came, and what would be right."""
    game = at(lay("c3:R5 d3:R6 e3:R7 f3:B5 g3:J1 f4:B6 f5:B7 c6:G9 f6:Y13 h8:B8"), "R1,R2")
    with pytest.raises(IllegalMove) as refusal:
        game.play(0, move)
    assert refusal.value.ruling == "HF2"
    assert part in str(refusal.value)


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("play R9", "You do not have R9"),
        ("play J1", "Lay a card of your hand on b3"),
        ("R1", "such as play R5, not 'R1'"),
        ("frame c3-g3", "Lay a card of your hand on b3"),
        ("play R01", "Lay a card of your hand on b3"),
    ],
)
def test_a_refused_card_says_why(move, part):
    """HF2: the frame is filled from the hand, the next square is named."""
    with pytest.raises(IllegalMove) as refusal:
        begun().play(0, "frame b3-f3").play(0, move)
    assert refusal.value.ruling == "HF2"
    assert part in str(refusal.value)


def test_frames_are_filled_from_left_to_right_and_from_bottom_to_top():
    """HF2: one card after the other, each open to all."""
    game = begun().play(0, "frame b3-f3")
    assert game.legal(0) == ["play J", "play R1", "play R2", "play R3", "play R4"]
    filled = []
    for move in ("play R3", "play R4", "play J"):
        filled.append(game.view(1)["frame"]["next"])
        game = game.play(0, move)
    assert filled == ["b3", "d3", "e3"]
    assert game.view(1)["board"] | {"b3": "R3", "d3": "R4", "e3": "J1"} == game.view(1)["board"]
    game = deal(game, "G1 G2").play(1, "frame c3-c7")
    filled = []
    for move in ("play B1", "play B2", "play B3"):
        filled.append(game.view(0)["frame"]["next"])
        game = game.play(1, move)
    assert filled == ["c4", "c5", "c7"]


def test_the_first_turn_joins_two_start_cards_with_three_cards():
    """HF3: eight frames at the start; each taken line closes for the next seat."""
    game = begun()
    assert game.legal(0) == [
        f"frame {name}" for name in ["b3-f3", "b6-f6", "c2-c6", "c3-c7", "c3-g3", "c6-g6", "f2-f6", "f3-f7"]
    ]
    with pytest.raises(IllegalMove, match=r"joins two start cards.*frame b3-f3") as refusal:
        game.play(0, "frame a3-e3")
    assert refusal.value.ruling == "HF3"
    game = deal(play(game, 0, "frame c3-g3", "play R1", "play R2", "play R3"), "G1 G2")
    assert "frame b3-f3" not in game.legal(1)
    assert len(game.legal(1)) == 6


@pytest.mark.parametrize("seed", range(5))
def test_four_seats_always_find_a_first_frame(seed):
    """HF3: with four players each can join two start cards."""
    rng = random.Random(seed)
    game = handvoll.new("high-five", 4)
    first = 0
    while first < 4:
        if game.chance:
            game = game.deal(rng.randrange)
            continue
        seat = game.to_act[0]
        if game.view(seat)["frame"] is None:
            assert seat == first
            assert 2 <= len(game.legal(seat)) <= 8
            first += 1
        game = game.play(seat, rng.choice(game.legal(seat)))


def test_the_last_card_of_a_frame_scores_it():
    """HF4: the points come at once, the view names the reading."""
    game = play(begun(), 0, "frame c3-g3", "play R3", "play R4")
    assert game.view(1)["scores"] == [0, 0]
    game = game.play(0, "play J")  # R5 R3 R4 B5 J
    assert game.view(1)["scores"] == [3, 0]
    scored = game.view(1)["scored"]
    assert scored["cards"] == ["R5", "R3", "R4", "B5", "J"]
    assert scored["points"] == 3
    assert naive_points(cards(" ".join(scored["reading"]))) == 3


def test_a_joker_is_read_anew_at_each_scoring():
    """HF5: it stays where it was laid and stands for something else the next time."""
    board = lay("c3:R5 d3:J1 e3:R7 f3:R8 g3:R9 d4:B5 d5:G5 d6:Y5 c6:G9 f6:Y13")
    game = at(board, "B1,B2", scores="20,6", scored="P1:c3-g3")
    assert game.view(0)["scored"]["reading"] == ["R5", "R6", "R7", "R8", "R9"]
    game = play(game, 0, "frame d2-d6", "play B1")
    assert game.view(0)["scores"] == [35, 6]
    assert game.view(0)["board"]["d3"] == "J1"
    assert game.view(0)["scored"]["reading"][1][1:] == "5"


def test_the_picture_names_and_counts_the_frame_scored_last():
    """A ribbon on the frame says what it was worth, within the board, until the next frame is chosen."""
    board = lay("c3:R5 d3:J1 e3:R7 f3:R8 g3:R9 d4:B5 d5:G5 d6:Y5 c6:G9 f6:Y13")
    game = at(board, "B1,B2", scores="20,6", scored="P1:c3-g3")
    assert ribbons(game) == ["colour row: +20"]
    game = game.play(0, "frame d2-d6")
    assert ribbons(game) == []
    assert ribbons(game.play(0, "play B1")) == ["four of a kind: +15"]


def ribbons(game):
    found = [symbol for symbol in scene(game.view(0)).symbols if symbol.id == "ribbon"]
    assert all(1.9 <= symbol.x <= 6.1 for symbol in found)
    return [str(symbol.text) for symbol in found]


def test_a_small_hand_is_drawn_large_and_a_large_one_in_two_rows():
    """All cards of the hand are on the rack, and none lies upon another."""
    for count in (1, 4, 8, 9, 16):
        names = [f"{letter}{number}" for letter in "RBGY" for number in range(2, 14)][:count]
        hand = list(_hand_symbols({"hand": names, "seat": 0}))[1:]
        boxes = [(card.x, card.y, 0.94 * card.scale) for card in hand]
        assert all(x - size / 2 >= 0 and x + size / 2 <= 8 for x, y, size in boxes)
        assert all(
            abs(one[0] - two[0]) >= one[2] or abs(one[1] - two[1]) >= one[2]
            for one, two in itertools.combinations(boxes, 2)
        )
        assert (hand[0].scale > 1) == (count < 8)


def stuck():
    """Seat 0 has one card, and no frame has exactly one gap."""
    scattered = (
        "a1:R1 d1:R2 g1:R3 b2:R4 e2:B1 h2:B2 d4:B3 g4:B4 b5:G1 e5:G2 h5:G3 a4:G4 d7:Y1 g7:Y2 b8:Y3 e8:Y4"
    )
    return at(lay(f"c3:R5 f3:B5 a6:J1 c6:G9 f6:Y13 {scattered}"), "R12", scores="4,5")


def test_without_a_frame_a_card_is_dropped_for_no_points():
    """HF6: any card on any empty square, then the draws as usual."""
    game = stuck()
    legal = game.legal(0)
    assert all(move.startswith("drop R12 ") for move in legal)
    assert len(legal) == 64 - 21
    game = game.play(0, "drop R12 a8")
    assert game.view(0)["scores"] == [4, 5]
    assert game.view(0)["board"]["a8"] == "R12"
    assert game.view(0)["scored"] is None
    assert game.view(0)["drawer"] == 0


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("drop R12 c3", "On c3 lies a card already"),
        ("drop R13 c4", "You do not have R13"),
        ("drop J c4", "You have laid your joker"),
        ("frame c3-g3", "No frame is possible"),
        ("play R12", "No frame is possible"),
        ("drop R12", "No frame is possible"),
        ("drop R12 z9", "No frame is possible"),
        ("drop r12 c4", "No frame is possible"),
        ("", "No frame is possible"),
    ],
)
def test_a_refused_drop_says_why(move, part):
    """HF6: what came, and what would be right."""
    with pytest.raises(IllegalMove) as refusal:
        stuck().play(0, move)
    assert refusal.value.ruling == "HF6"
    assert part in str(refusal.value)


def test_after_its_turn_a_seat_draws_two_cards():
    """HF7: one event each, then the next seat is asked."""
    game = play(begun(), 0, "frame c3-g3", "play R1", "play R2", "play R3")
    assert (game.chance, game.to_act) == ("draw", ())
    game = game.happen("G1")
    assert (game.chance, game.to_act) == ("draw", ())
    game = game.happen("G2")
    assert (game.chance, game.to_act) == (None, (1,))
    assert game.view(0)["hand"] == ["R4", "G1", "G2", "J"]


def endgame(first, second, pile):
    """All cards lie rank by rank from a1 on, but those in hand and in the pile."""
    held = {*first.split(","), *second.split(","), *pile}
    names = [card_name(card) for card in CARDS if card_name(card) not in held]
    names[22:22] = ["J1", "J2"]
    board = ",".join(f"{square}:{name}" for square, name in zip(SQUARE_NAMES, names, strict=False))
    return handvoll.load(
        "high-five",
        f"rules=1 players=2 ply=90 board={board} hands={first}/{second} turns={20 - len(pile) // 2} draws=0 "
        "turn=P1 frame=- scores=30,30 bonus=- scored=-",
    )


def lay_one(game, seat):
    """The game after `seat` fills the one gap at the top of a column."""
    game = game.play(
        seat, next(move for move in game.legal(seat) if move.endswith("8") and move[6] == move[9])
    )
    return game.play(seat, game.legal(seat)[0])


def test_the_pile_runs_out():
    """HF7: the last two cards are drawn like all others, then nobody draws any more."""
    game = lay_one(endgame("R1", "R2", ["R3", "R4"]), 0)
    assert game.view(0)["drawer"] == 0
    game = deal(game, "R3 R4")
    assert game.view(0)["pile"] == 0
    assert game.view(0)["bonus"] is None
    game = lay_one(game, 1)
    assert game.chance is None
    assert game.to_act == (0,)


def test_the_first_without_cards_gets_two_points_and_is_skipped():
    """HF8: the bonus comes once; the other lays on alone; then the most points win."""
    game = endgame("R1", "R2,R3", [])
    after = lay_one(game, 0)
    won = after.view(0)["scored"]["points"]
    assert after.view(0)["scores"] == [30 + won + 2, 30]
    assert after.view(0)["bonus"] == 0
    assert after.to_act == (1,)
    after = lay_one(after, 1)
    assert after.to_act == (1,)
    after = lay_one(after, 1)
    assert after.over
    first, second = after.result.scores
    assert after.view(1)["bonus"] == 0
    assert after.result.reason == "all-laid"
    assert after.result.places == ((1, 1) if first == second else (1, 2) if first > second else (2, 1))


def test_no_bonus_while_there_is_a_pile():
    """HF8: an empty hand that draws again is not the end."""
    game = lay_one(endgame("R1", "R2", ["R3", "R4"]), 0)
    assert game.view(0)["cards"] == [0, 1]
    assert game.view(0)["bonus"] is None
    assert game.view(0)["scores"][0] == 30 + game.view(0)["scored"]["points"]


def test_equal_points_share_the_place():
    """HF8: there can be several winners."""
    rng = random.Random(4)
    seen = set()
    for _game in range(60):
        state = handvoll.new("high-five", 4).state
        while state.result is None:
            if state.chance:
                state = state.after_chance(state.draw(rng.randrange))
            else:
                state = state.after(state.to_act[0], rng.choice(state.moves(state.to_act[0])))
        scores, places = state.result.scores, state.result.places
        assert places == tuple(1 + sum(other > score for other in scores) for score in scores)
        assert sum(len(hand) for hand in state.hands) + len(state.unseen) == 0
        seen.add(places.count(1))
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("c3-g3", "frame c3-g3"),
        ("Frame G3 – C3", "frame c3-g3"),
        ("c3g3", "frame c3-g3"),
    ],
)
def test_people_may_write_a_frame_as_they_like(typed, move):
    """The habits of typing lead to the exact move."""
    assert begun().read_move(0, typed) == move


@pytest.mark.parametrize(
    ("typed", "move"), [("r1", "play R1"), ("R 1", "play R1"), ("j", "play J"), ("Joker", "play J")]
)
def test_people_may_write_a_card_as_they_like(typed, move):
    """The habits of typing lead to the exact move."""
    assert begun().play(0, "frame c3-g3").read_move(0, typed) == move


@pytest.mark.parametrize("typed", ["r12 a8", "drop r12 A8", "R 12 a8"])
def test_people_may_write_a_drop_as_they_like(typed):
    """The habits of typing lead to the exact move."""
    assert stuck().read_move(0, typed) == "drop R12 a8"


# --- secrets -----------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 110),
    players=st.integers(2, 4),
    reader=st.sampled_from([None, 0, 1]),
)
def test_the_law_of_secrets(seed, steps, players, reader):
    """HF1: what a seat may not know can be drawn anew, and it sees, may do and is told the same."""
    rng = random.Random(seed)
    game = handvoll.new("high-five", players)
    for _step in range(steps):
        if game.over:
            break
        if game.chance:
            game = game.deal(rng.randrange)
        else:
            game = game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
    state = game.state
    other = state.redraw(reader, rng.randrange)
    assert other.view(reader) == state.view(reader)
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
    assert sorted(other.unseen) == list(other.unseen)
    everything = sorted([*other.unseen, *(card for hand in other.hands for card in hand if card < JOKER)])
    assert everything == sorted(
        [*state.unseen, *(card for hand in state.hands for card in hand if card < JOKER)]
    )
    if reader in state.to_act:
        assert other.moves(reader) == state.moves(reader)
        for text in ("frame a1-e1", "play R13", "play J", "drop R1 a1", "nonsense"):
            assert other.explain(reader, text) == state.explain(reader, text)


def test_a_redraw_reaches_every_card():
    """HF1: over many redraws every unseen card gets into the other's hand, the own hand stays."""
    state = begun().state
    rng = random.Random(1)
    reached = set()
    for _redraw in range(300):
        other = state.redraw(0, rng.randrange)
        assert other.hands[0] == state.hands[0]
        reached |= set(other.hands[1])
    assert reached == {JOKER + 2, *state.unseen, *state.hands[1]}


# --- position text -----------------------------------------------------------------------------


POSITION = (
    "board=c3:R5,d3:R1,e3:R2,f3:B5,g3:R3,c6:G9,f6:Y13 hands=R4,G1,G2,J/B1,B2,B3,B4,J turns=1 draws=0 "
    "turn=P2 frame=- scores=1,0 bonus=- scored=P1:c3-g3"
)


def test_a_position_reads_back():
    """The position of a running game loads to the same position."""
    game = deal(play(begun(), 0, "frame c3-g3", "play R1", "play R2", "play R3"), "G1 G2")
    assert game.position() == f"rules=1 players=2 ply=18 {POSITION}"
    assert handvoll.load("high-five", game.position()).position() == game.position()


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("c3:R5,d3:R1", "c3:R5,^d3:R5", "lies there twice"),
        ("c3:R5,d3:R1", "c3:R5,^d3:X1", "no card"),
        ("c3:R5,d3:R1", "c3:R5,^c3:R1", "rank by rank"),
        ("c3:R5,d3:R1", "c3:R5,^i3:R1", "rank by rank"),
        ("d3:R1", "^d3:J3", "no card"),
        ("hands=R4,", "hands=^R1,", "somewhere else already"),
        ("hands=R4,G1,G2,J/", "hands=^R4,G1,G2/", "joker"),
        ("/B1,B2", "/^B1,J,B2", "somewhere else already"),
        ("hands=R4,G1,G2,J/B1,B2,B3,B4,J", "hands=^R4,G1,G2,J", "hands of 2 players"),
        ("turns=1", "turns=^1000", "whole numbers from 0"),
        ("turn=P2", "turn=^P3", "turn is one of"),
        ("turn=P2", "turn=^P1", "seat by seat"),
        ("turn=P2", "turn=^-", "somebody's turn"),
        ("draws=0", "draws=^1", "cards in the pile"),
        ("draws=0", "draws=^3", "from 0 to 2"),
        ("R4,G1", "G1", "cards in the pile"),
        ("frame=-", "frame=^c3-g3", "empty squares"),
        ("frame=-", "frame=^a3-e3", "joins two start squares"),
        ("frame=-", "frame=^c3-f3", "frame is one of"),
        ("scores=1,0", "scores=^1", "2 numbers"),
        ("scores=1,0", "scores=^1,900", "from 0 to 32"),
        ("bonus=-", "bonus=^P1", "bonus is for the first"),
        ("P1:c3-g3", "^P1:b3-f3", "no empty squares"),
        ("P1:c3-g3", "^P2:c3-g3", "fewer points"),
        ("P1:c3-g3", "^P9:c3-g3", "reads like P1:c3-g3"),
        ("e3:R2,f3:B5", "e3:R2,^h3:B5", None),
    ],
)
def test_doctored_positions_are_refused_with_their_column(old, new, part):
    """No game could come to these; the message names the column of the fault (marked ^ here)."""
    assert old in POSITION
    head = "rules=1 players=2 ply=18 "
    marked = head + POSITION.replace(old, new, 1)
    with pytest.raises(BadPosition, match=part) as refusal:
        handvoll.load("high-five", marked.replace("^", ""))
    if part is not None and "^" in new:
        assert refusal.value.place == marked.index("^") + 1
