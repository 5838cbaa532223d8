"""Fischkopf, ruling by ruling, and beside a second, naive telling of the rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadPosition, IllegalMove
from handvoll.core.game import Game
from handvoll.core.record import Record
from handvoll.core.state import Result
from handvoll.games.fischkopf.picture import ask, scene, tell, tell_end

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts" / "fischkopf"


def placing(stones: str, dice: str, players: int = 1, first: str = "", *, playoff: str = "-") -> Game:
    """A game without `may_stop` in which a seat is to place a stone for `dice`."""
    first = first or ",".join("." * players)
    entries = [entry.partition(":")[::2] for entry in playoff.split(",")]
    waiting = [int(seat) for seat, points in entries if points == "."]
    turn = waiting[0] if waiting else first.split(",").index(".")
    return handvoll.load(
        "fischkopf",
        f"rules=1 players={players} may_stop=false ply=9 turn={turn} phase=place dice={dice} "
        f"stones={stones} first={first} playoff={playoff}",
    )


def thrown(game: Game, *throws: str) -> Game:
    """The game after these throws, each placed on the lowest field that fits where there is one."""
    for dice in throws:
        game = game.happen(dice)
        seats = game.to_act
        if seats and "roll" not in game.legal(seats[0]):
            game = game.play(seats[0], min(game.legal(seats[0]), key=int))
    return game


def stones_of(game: Game) -> list[int]:
    """The fields that bear a stone, as everybody sees them."""
    stones: list[int] = game.view(None)["stones"]
    return stones


# --- FK1 ---------------------------------------------------------------------------------------


def test_a_stone_goes_to_a_die_or_the_sum() -> None:
    """FK1: the rulebook's example, 2 and 4: the stone may go to 2, 4 or 6."""
    game = handvoll.new("fischkopf").happen("2-4")
    assert game.legal(0) == ["2", "4", "6"]
    assert stones_of(game.play(0, "6")) == [6]


def test_taken_fields_are_not_offered() -> None:
    """FK1: only free fields count; one that is left must be taken, and is still asked for."""
    assert placing("2,4", "2-4").legal(0) == ["6"]
    assert placing("5", "5-6").legal(0) == ["11", "6"]
    assert placing("-", "3-3").legal(0) == ["3", "6"]


def test_throws_have_their_probabilities() -> None:
    """FK1: 21 throws, doubles once in 36, the others twice."""
    outcomes = handvoll.new("fischkopf").outcomes()
    assert outcomes is not None
    assert len(outcomes) == 21
    assert sum(outcomes.values()) == 36
    assert (outcomes["3-3"], outcomes["2-4"]) == (1, 2)
    assert "4-2" not in outcomes


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4", "Field 4 is taken; free for 2-4: 2, 6."),
        ("9", "Field 9 is neither a die nor the sum of 2-4; free: 2, 6."),
        ("06", "Place your stone for 2-4 on 2, 6, not '06'."),
        ("roll", "Place your stone for 2-4 on 2, 6, not 'roll'."),
    ],
)
def test_a_wrong_field_is_explained(text: str, sentence: str) -> None:
    """FK1: the refusal names the field, the throw and what would be right."""
    with pytest.raises(IllegalMove) as refused:
        placing("4", "2-4").play(0, text)
    assert (refused.value.ruling, str(refused.value)) == ("FK1", sentence)


@pytest.mark.parametrize("typed", ["6", "feld 6", "Field 6", " 6 "])
def test_people_may_write_it_out(typed: str) -> None:
    """A person may say "field 6"."""
    assert placing("4", "2-4").read_move(0, typed) == "6"


# --- FK2 ---------------------------------------------------------------------------------------


def test_a_turn_ends_when_nothing_fits() -> None:
    """FK2: the points are the sum of the free fields, and the next seat begins with an empty fish."""
    game = placing("4", "2-4", players=2).play(0, "2").happen("1-1").play(0, "1").happen("1-1")
    view = game.view(0)
    assert (view["points"], view["turn"], view["stones"]) == ([78 - 7, None], 1, [])
    assert view["dice"] == [1, 1]  # the throw that ended the turn is still to be seen


def test_the_throw_is_asked_for_only_with_may_stop() -> None:
    """FK2: without the option dice fall by themselves; with it the first throw of a turn can only be made,
    any further one be left."""
    assert handvoll.new("fischkopf").chance == "roll"
    game = handvoll.new("fischkopf", 2, {"may_stop": True})
    assert (game.chance, game.to_act, game.legal(0)) == (None, (0,), ["roll"])
    game = game.play(0, "roll").happen("5-6").play(0, "11")
    assert game.legal(0) == ["roll", "stop"]
    game = game.play(0, "stop")
    assert game.view(0)["points"] == [67, None]
    assert (game.to_act, game.legal(1)) == ((1,), ["roll"])


def test_stopping_works_in_playoffs_too() -> None:
    """FK2: a playoff turn can be ended as well."""
    game = handvoll.new("fischkopf", 2, {"may_stop": True})
    for field in ("3", "3", "1", "2"):
        seat = game.to_act[0]
        game = game.play(seat, "roll").happen("1-2").play(seat, field)
        game = game.play(seat, "stop")
    assert game.result == Result((75, 75), (2, 1), "fewest")


def test_an_empty_fish_after_its_head_may_be_stopped_with() -> None:
    """FK2, FK3: the first throw of a turn is behind the seat, although no stone lies any more."""
    game = handvoll.new("fischkopf", 1, {"may_stop": True})
    for dice, field in (("1-2", "1"), ("1-2", "2"), ("1-2", "3")):
        game = game.play(0, "roll").happen(dice).play(0, field)
    assert stones_of(game) == []
    assert game.legal(0) == ["roll", "stop"]
    assert game.play(0, "stop").result == Result((78,), (1,), "fewest")


@pytest.mark.parametrize(
    ("text", "first_throw", "sentence"),
    [
        ("stop", True, "A turn begins with a throw (roll); stopping is possible before any further one."),
        ("6", True, "Your turn begins with a throw: roll, not '6'."),
        ("6", False, "Throw again (roll) or end your turn (stop), not '6'."),
    ],
)
def test_a_wrong_word_is_explained(text: str, first_throw: bool, sentence: str) -> None:
    """FK2: the refusal says what is asked for."""
    game = handvoll.new("fischkopf", 1, {"may_stop": True})
    if not first_throw:
        game = game.play(0, "roll").happen("1-1").play(0, "1")
    with pytest.raises(IllegalMove) as refused:
        game.play(0, text)
    assert (refused.value.ruling, str(refused.value)) == ("FK2", sentence)


# --- FK3, FK4 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "dice", "field"), [("1,2,7", "3-4", "3"), ("2,3", "1-1", "1"), ("1,3", "1-1", "2")]
)
def test_a_full_head_is_taken_off(stones: str, dice: str, field: str) -> None:
    """FK3: with 1, 2 and 3 all taken these three stones leave, the others stay."""
    before = placing(stones, dice)
    after = before.play(0, field)
    assert stones_of(after) == [other for other in stones_of(before) if other > 3]
    assert "Fish head!" in str(tell(before.view(0), after.steps()[-1], after.view(0)))


def test_a_full_fish_ends_the_turn_with_nothing() -> None:
    """FK3: if the stone fills all twelve fields the head stays, and the turn ends with 0 points."""
    game = placing("1,3,4,5,6,7,8,9,10,11,12", "1-2").play(0, "2")
    assert stones_of(game) == list(range(1, 13))
    assert game.result == Result((0,), (1,), "fewest")


@pytest.mark.parametrize(
    ("stones", "dice", "field"), [("4,6,8,10,12", "1-2", "2"), ("2,4,6,8,10", "6-6", "12")]
)
def test_the_bone_alone_wins(stones: str, dice: str, field: str) -> None:
    """FK4, FK5: exactly the even fields win at once; who had no turn scores 78, all others share place 2."""
    game = placing(stones, dice, players=4, first="20,.,.,.").play(1, field)
    assert game.result == Result((20, 36, 78, 78), (2, 1, 2, 2), "graete")
    assert "bone" in str(tell_end(game.view(None)))


def test_a_bone_with_something_else_is_none() -> None:
    """FK4: one more stone, and it is no bone."""
    game = placing("4,5,6,8,10,12", "1-2").play(0, "2")
    assert not game.over


def test_clearing_the_head_makes_no_bone() -> None:
    """FK4 comes after FK3: with 2 taken off again the even fields are not full."""
    game = placing("1,2,4,6,8,10,12", "1-2").play(0, "3")
    assert stones_of(game) == [4, 6, 8, 10, 12]
    assert not game.over


# --- FK5 ---------------------------------------------------------------------------------------


def test_the_fewest_points_win() -> None:
    """FK5: places follow the points, equal points share a place."""
    game = placing("1,4", "1-1", players=4, first="70,40,70,.").play(3, "2")
    game = game.happen("1-1")
    assert game.result == Result((70, 40, 70, 71), (2, 1, 2, 4), "fewest")


def test_one_seat_alone_has_no_playoff() -> None:
    """FK5: the points of its turn are its result."""
    game = placing("1", "1-1").play(0, "2").happen("1-1")
    assert game.result == Result((75,), (1,), "fewest")


def test_those_who_share_the_fewest_play_off() -> None:
    """FK5: they alone have a further turn, in order; its losers share place 2, the rest follow."""
    game = placing("1", "1-1", players=4, first="75,30,30,.").play(3, "2").happen("1-1")
    assert game.view(None)["playoff"] == [[1, None], [2, None]]
    assert game.view(None)["turn"] == 1
    game = thrown(game, "4-6", "1-1", "1-1", "1-1", "1-1", "1-1", "1-1")
    assert game.view(None)["playoff"] == [[1, 71], [2, 75]]
    assert game.result == Result((75, 30, 30, 75), (3, 1, 2, 3), "fewest")


def test_a_shared_playoff_is_played_off_again() -> None:
    """FK5: only those who share the fewest of the playoff go on; the first turn's points are the score."""
    game = thrown(placing("1", "1-1", players=3, first="75,75,.").play(2, "2"), "1-1")
    assert game.view(None)["playoff"] == [[0, None], [1, None], [2, None]]
    game = thrown(game, "1-1", "1-1", "1-1", "4-6", "1-1", "1-1", "1-1", "4-6", "1-1", "1-1", "1-1")
    assert game.view(None)["playoff"] == [[1, None], [2, None]]
    game = thrown(game, "1-1", "1-1", "1-1", "4-6", "1-1", "1-1", "1-1")
    assert game.result == Result((75, 75, 75), (2, 2, 1), "fewest")


def test_a_bone_in_a_playoff() -> None:
    """FK5: its seat wins, the scores stay those of the first turns, all others share place 2."""
    game = placing("2,4,6,8,10", "6-6", 3, "30,50,30", playoff="0:40,2:.").play(2, "12")
    assert game.result == Result((30, 50, 30), (2, 2, 1), "graete")


# --- a second telling --------------------------------------------------------------------------


class Naive:
    """The rules told again, with sets and lists and no thought of speed."""

    def __init__(self, players: int, may_stop: bool) -> None:
        self.may_stop = may_stop
        self.scores: dict[int, int] = {}
        self.players = players
        self.begin_stage(list(range(players)))

    def begin_stage(self, seats: list[int]) -> None:
        self.stage = seats
        self.stage_points: dict[int, int] = {}
        self.begin_turn(seats[0])

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.taken: set[int] = set()
        self.expects = "word" if self.may_stop else "dice"
        self.moves = ["roll"]
        self.result: tuple[list[int], list[int], str] | None = None

    def throw(self, dice: str) -> None:
        low, high = map(int, dice.split("-"))
        self.moves = sorted({str(field) for field in (low, high, low + high) if field not in self.taken})
        self.expects = "word"
        if not self.moves:
            self.end_turn()

    def play(self, move: str) -> None:
        if move == "roll":
            self.expects = "dice"
        elif move == "stop":
            self.end_turn()
        else:
            self.taken.add(int(move))
            if len(self.taken) == 12:
                self.end_turn()
                return
            if {1, 2, 3} <= self.taken:
                self.taken -= {1, 2, 3}
            if self.taken == {2, 4, 6, 8, 10, 12}:
                self.bone()
                return
            self.expects = "word" if self.may_stop else "dice"
            self.moves = ["roll", "stop"]

    def bone(self) -> None:
        in_first = len(self.scores) < self.players
        scores = [self.scores.get(seat, 78) for seat in range(self.players)]
        if in_first:
            scores[self.seat] = 1 + 3 + 5 + 7 + 9 + 11
        self.end(scores, [1 if seat == self.seat else 2 for seat in range(self.players)], "graete")

    def end_turn(self) -> None:
        points = sum(field for field in range(1, 13) if field not in self.taken)
        self.stage_points[self.seat] = points
        self.scores.setdefault(self.seat, points)
        still = [seat for seat in self.stage if seat not in self.stage_points]
        if still:
            self.begin_turn(still[0])
            return
        best = [seat for seat in self.stage if self.stage_points[seat] == min(self.stage_points.values())]
        if len(best) > 1:
            self.begin_stage(best)
            return
        scores = [self.scores[seat] for seat in range(self.players)]
        places = []
        for seat in range(self.players):
            better = [
                o for o in range(self.players) if o != seat and (o == best[0] or scores[o] < scores[seat])
            ]
            places.append(1 if seat == best[0] else 1 + len(better))
        self.end(scores, places, "fewest")

    def end(self, scores: list[int], places: list[int], reason: str) -> None:
        self.expects = "nothing"
        self.result = (scores, places, reason)


@given(st.integers(1, 12), st.booleans(), st.integers(0, 2**32))
@settings(deadline=None, max_examples=150)
def test_both_tellings_agree(players: int, may_stop: bool, luck: int) -> None:
    """Random games, with dice that fall low so that playoffs happen, go the same way in both tellings."""
    rng = random.Random(luck)
    highest = rng.choice((1, 2, 3, 6))
    game, naive = handvoll.new("fischkopf", players, {"may_stop": may_stop}), Naive(players, may_stop)
    for _step in range(3000):
        assert naive.expects == ("nothing" if game.over else "dice" if game.chance else "word")
        assert game.over or game.view(None)["turn"] == naive.seat
        if game.over:
            break
        assert stones_of(game) == sorted(naive.taken)
        if game.chance:
            dice = "-".join(map(str, sorted(rng.randint(1, highest) for _die in range(2))))
            game = game.happen(dice)
            naive.throw(dice)
        else:
            assert game.to_act == (naive.seat,)
            assert game.legal(naive.seat) == naive.moves
            move = rng.choice(naive.moves)
            game = game.play(naive.seat, move)
            naive.play(move)
    if game.over:
        assert game.result is not None
        assert naive.result == (list(game.result.scores), list(game.result.places), game.result.reason)


# --- positions, records, words -----------------------------------------------------------------

FAULTS = [
    ("turn=3 phase=throw dice=- stones=- first=.,. playoff=-", "turn"),
    ("turn=0 phase=first dice=- stones=- first=.,. playoff=-", "phase"),
    ("turn=0 phase=place dice=- stones=- first=.,. playoff=-", "stones"),
    ("turn=0 phase=place dice=1-1 stones=1,2 first=.,. playoff=-", "stones"),
    ("turn=0 phase=place dice=6-6 stones=1,2,3 first=.,. playoff=-", "stones"),
    ("turn=0 phase=throw dice=6-6 stones=2,4,6,8,10,12 first=.,. playoff=-", "stones"),
    ("turn=0 phase=throw dice=6-6 stones=4 first=.,. playoff=-", "stones"),
    ("turn=0 phase=throw dice=6-6 stones=13 first=.,. playoff=-", "stones"),
    ("turn=0 phase=throw dice=6-6 stones=- first=.,. playoff=-", "playoff"),
    ("turn=1 phase=throw dice=- stones=- first=20,. playoff=-", "playoff"),
    ("turn=1 phase=throw dice=1-1 stones=- first=78,. playoff=-", "first"),
    ("turn=1 phase=throw dice=1-1 stones=- first=.,20 playoff=-", "first"),
    ("turn=1 phase=throw dice=1-1 stones=- first=20 playoff=-", "first"),
    ("turn=1 phase=throw dice=1-1 stones=- first=20,30 playoff=-", "playoff"),
    ("turn=1 phase=throw dice=1-1 stones=- first=30,30 playoff=1:.", "playoff"),
    ("turn=1 phase=throw dice=1-1 stones=- first=20,30 playoff=0:.,1:.", "playoff"),
    ("turn=1 phase=throw dice=1-1 stones=- first=30,30 playoff=0:.,1:.", "playoff"),
    ("turn=1 phase=over dice=1-1 stones=1,2 first=30,70 playoff=-", "playoff"),
    ("turn=1 phase=over dice=1-1 stones=1,2 first=75,75 playoff=-", "playoff"),
    ("turn=1 phase=over dice=1-3 stones=1,2 first=30,75 playoff=-", "stones"),
    ("turn=0 phase=over dice=1-1 stones=1,2 first=75,. playoff=-", "first"),
]


@pytest.mark.parametrize(("body", "field"), FAULTS)
def test_doctored_positions_are_refused_where_they_are_wrong(body: str, field: str) -> None:
    """What no game could come to is refused, and the column points into the field that is wrong."""
    position = f"rules=1 players=2 may_stop=false ply=5 {body}"
    with pytest.raises(BadPosition) as refused:
        handvoll.load("fischkopf", position)
    start = position.index(f" {field}=") + 1
    assert start < refused.value.place <= position.find(" ", start) % (len(position) + 2)


@pytest.mark.parametrize("name", ["fewest", "graete", "fewest--playoff", "graete--playoff"])
def test_transcripts_replay(name: str) -> None:
    """The games written down end as they say."""
    record = Record.read((TRANSCRIPTS / f"{name}.txt").read_text("utf-8"))
    game = record.replay(handvoll.card("fischkopf"))
    assert game.result is not None
    assert game.result.reason == ("graete" if name.startswith("graete") else "fewest")
    assert bool(game.view(None)["playoff"]) == ("playoff" in name)
    if name == "graete--playoff":
        assert game.result.scores[game.result.places.index(1)] == min(game.result.scores)


def test_sentences_say_what_happens() -> None:
    """What is asked and told names fields, points and the playoff."""
    game = handvoll.new("fischkopf", 2).happen("2-4")
    assert str(ask(game.view(0))) == "You have thrown 2 and 4: put a stone on 2, 4 or 6."
    before = placing("1", "1-1", players=2, first="75,.").play(1, "2")
    after = before.happen("1-1")
    assert str(tell(before.view(0), after.steps()[-1], after.view(0))) == (
        "Player 2 throws 1 and 1. That makes 75 points. "
        "The fewest points are shared; a playoff decides between players 1 and 2."
    )


def shouted(game: Game) -> list[str]:
    """What stands in the picture as a cry."""
    return [str(symbol.text) for symbol in scene(game.view(0)).symbols if symbol.id == "shout"]


def test_everybody_cries_when_the_head_or_the_bone_is_full() -> None:
    """The cry stands in the picture from the stone that brings it until the next one lies."""
    head = placing("1,3,9", "2-6", players=2).play(0, "2")
    assert shouted(head) == ["Fish head!"]
    assert shouted(head.happen("4-6")) == ["Fish head!"]
    assert shouted(head.happen("4-6").play(0, "4")) == []
    assert shouted(placing("1,3,9", "2-6", players=2).play(0, "6")) == []
    assert shouted(placing("2,4,6,10,12", "2-6", players=2).play(0, "8")) == ["The bone!"]
    last = placing("1,3,5,7,9,11,12", "2-6", players=2).play(0, "6").happen("6-6")
    assert shouted(last) == [], "the turn is over, and the fish is somebody else's"
