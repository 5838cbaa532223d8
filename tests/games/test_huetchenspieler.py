"""Hütchenspieler, ruling by ruling."""

from __future__ import annotations

import itertools
import json
import random

import pytest

import handvoll
from handvoll.core.errors import BadPosition, IllegalMove, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.picture import PLAIN
from handvoll.core.state import HIDDEN, Step
from handvoll.games.huetchenspieler.live import LIVE
from handvoll.games.huetchenspieler.stones import LAYS, asked_seats, pushed


def play(game: Game, *moves: str) -> Game:
    """The game after the moves, each by the one seat that is to act."""
    for move in moves:
        (seat,) = game.to_act
        game = game.play(seat, move)
    return game


def ready_to_ask(players: int, lay: str = "lay 1234") -> Game:
    """A first round in which the pushes have brought the stones back to 1, 2, 3, 4."""
    return play(handvoll.new("huetchenspieler", players), lay, "cover", "push 1>2", "push 1>3", "push 2>3")


def symbols(game: Game) -> list[int | None]:
    """The symbols as they really lie."""
    return [None if stone is None else stone.symbol for stone in game.state.row]  # type: ignore[attr-defined]


def finished(players: int, seed: int) -> Game:
    """A random game at its end."""
    rng = random.Random(seed)
    game = handvoll.new("huetchenspieler", players)
    while not game.over:
        game = play(game, rng.choice(game.legal(game.to_act[0])))
    return game


# --- HS1, HS2, HS3 -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hs1_everybody_pushes_twice_in_turn(players: int) -> None:
    """There are 2n rounds; the seats lay the stones in turn, all once and then all once more."""
    laying = [step.seat for step in finished(players, 1).steps() if step.text in LAYS]
    assert laying == [*range(players), *range(players)]


def test_hs2_the_pusher_lays_each_symbol_once_in_any_order() -> None:
    """All 24 orders can be laid, and nothing with a symbol missing or twice."""
    game = handvoll.new("huetchenspieler", 2)
    assert game.legal(0) == sorted(f"lay {''.join(order)}" for order in itertools.permutations("1234"))
    assert symbols(play(game, "lay 3142")) == [3, 1, 4, 2]
    for wrong in ("lay 1123", "lay 123", "lay 12345", "lay", "3142", "lay 31 42", "cover"):
        with pytest.raises(IllegalMove) as refused:
            game.play(0, wrong)
        assert refused.value.ruling == "HS2"
    with pytest.raises(NotYourTurn):
        game.play(1, "lay 1234")


def test_hs3_then_the_pusher_turns_them_over() -> None:
    """Before pushing the pusher has one move, `cover`."""
    game = play(handvoll.new("huetchenspieler", 3), "lay 1234")
    assert (game.to_act, game.legal(0)) == ((0,), ["cover"])
    with pytest.raises(IllegalMove) as refused:
        game.play(0, "push 1>2")
    assert refused.value.ruling == "HS3"


def test_hs3_at_a_live_table_it_turns_by_itself() -> None:
    """From ten seconds on the pusher may turn the stones over, at twenty it happens."""
    game = play(handvoll.new("huetchenspieler", 2), "lay 1234")
    span = LIVE.span(game, 100)
    assert span is not None
    assert (span.kind, span.start, span.end) == ("cover", 10_000, 20_000)
    assert [(given.seat, given.move) for given in span.does] == [(0, "cover")]
    assert LIVE.earliest(game, 0, "cover", 100) == 10_000


def test_hs4_at_a_live_table_pushes_are_paced() -> None:
    """A push slides for a while before the next one, or the first question, may come."""
    covered = play(handvoll.new("huetchenspieler", 2), "lay 1234", "cover")
    assert LIVE.earliest(covered, 0, "push 1>2", 100) == 0
    once = play(covered, "push 1>2")
    assert LIVE.earliest(once, 0, "push 1>2", 100) == 2 * LIVE.earliest(once, 0, "push 1>2", 200) > 0
    thrice = play(once, "push 1>2", "push 1>2")
    assert LIVE.earliest(thrice, 0, "ask 1", 100) > 0
    assert LIVE.earliest(play(thrice, "ask 1"), 1, "flip 1", 100) == 0


# --- HS4 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("come", "go", "row"),
    [(2, 4, "acdb"), (4, 2, "adbc"), (1, 4, "bcda"), (4, 1, "dabc"), (2, 3, "acbd"), (3, 2, "acbd")],
)
def test_hs4_a_push_moves_up_what_lies_between(come: int, go: int, row: str) -> None:
    """The stone ends where it was pushed to, the stones between move up one place."""
    assert pushed(tuple("abcd"), come - 1, go - 1) == tuple(row)
    game = play(handvoll.new("huetchenspieler", 2), "lay 1234", "cover", f"push {come}>{go}")
    assert symbols(game) == ["abcd".index(stone) + 1 for stone in row]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hs4_three_pushes_first_then_four(players: int) -> None:
    """Each round of the first search round has exactly three pushes, of the second exactly four."""
    steps = finished(players, 2).steps()
    rounds: list[int] = []
    for step in steps:
        if step.text in LAYS:
            rounds.append(0)
        rounds[-1] += step.text.startswith("push")
    assert rounds == [3] * players + [4] * players


def test_hs4_a_push_changes_the_row_and_the_same_stone_may_go_again() -> None:
    """From and to differ; twelve pushes are possible each time."""
    game = play(handvoll.new("huetchenspieler", 2), "lay 1234", "cover")
    assert len(game.legal(0)) == 12
    with pytest.raises(IllegalMove, match="place 3 is where it is") as refused:
        game.play(0, "push 3>3")
    assert refused.value.ruling == "HS4"
    for wrong in ("push 0>1", "push 5>1", "ask 1", "push 1-2", "flip 1"):
        with pytest.raises(IllegalMove) as refused:
            game.play(0, wrong)
        assert refused.value.ruling == "HS4"
    assert symbols(play(game, "push 1>4", "push 4>1")) == [1, 2, 3, 4]


# --- HS5, HS6, HS7 -----------------------------------------------------------------------------


def test_hs5_who_is_asked() -> None:
    """First the pusher's left neighbour, then clockwise, the pusher left out; with two always the other."""
    assert asked_seats(0, 2) == (1, 1, 1)
    assert asked_seats(1, 2) == (0, 0, 0)
    assert asked_seats(0, 3) == (1, 2, 1)
    assert asked_seats(2, 3) == (0, 1, 0)
    assert asked_seats(0, 4) == (1, 2, 3)
    assert asked_seats(3, 4) == (0, 1, 2)
    assert asked_seats(1, 4) == (2, 3, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hs5_the_seats_asked_in_a_game(players: int) -> None:
    """In whole games exactly those seats turn stones over."""
    pusher, found = 0, {}
    for step in finished(players, 3).steps():
        if step.text in LAYS:
            pusher = step.seat or 0
            found[pusher] = []
        elif step.text.startswith("flip"):
            found[pusher].append(step.seat)
        else:
            assert step.seat == pusher
    assert {pusher: tuple(seats) for pusher, seats in found.items()} == {
        pusher: asked_seats(pusher, players) for pusher in range(players)
    }


def test_hs5_a_revealed_symbol_is_not_asked_for_again() -> None:
    """What was revealed is out, whether it was the one asked for or not."""
    game = play(ready_to_ask(3), "ask 3", "flip 1")
    assert game.legal(0) == ["ask 2", "ask 3", "ask 4"]
    with pytest.raises(IllegalMove, match="has been revealed") as refused:
        game.play(0, "ask 1")
    assert refused.value.ruling == "HS5"


def test_hs6_right_goes_to_the_asked_wrong_to_the_pusher() -> None:
    """A stone guessed right is the searcher's, another the pusher's; places keep their numbers."""
    game = play(ready_to_ask(4), "ask 2")
    assert game.to_act == (1,)
    right = play(game, "flip 2")
    assert [len(won) for won in right.view(None)["won"]] == [0, 1, 0, 0]
    assert symbols(right) == [1, None, 3, 4]
    wrong = play(game, "flip 4")
    assert [len(won) for won in wrong.view(None)["won"]] == [1, 0, 0, 0]
    assert symbols(wrong) == [1, 2, 3, None]
    again = play(right, "ask 4")
    assert again.legal(2) == ["flip 1", "flip 3", "flip 4"]
    with pytest.raises(IllegalMove, match="place 2 is taken already") as refused:
        again.play(2, "flip 2")
    assert refused.value.ruling == "HS6"


@pytest.mark.parametrize(("flip", "held"), [("flip 3", [0, 1, 1, 2]), ("flip 4", [2, 1, 1, 0])])
def test_hs7_the_last_two_stones_go_together(flip: str, held: list[int]) -> None:
    """The third question is asked with two stones left, and both go to the searcher or to the pusher."""
    game = play(ready_to_ask(4), "ask 1", "flip 1", "ask 2", "flip 2", "ask 3", flip)
    assert [len(won) for won in game.view(None)["won"]] == held
    assert (game.to_act, game.view(None)["round"], game.view(None)["row"]) == ((1,), 2, [])


# --- HS8 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hs8_the_most_stones_win(players: int) -> None:
    """All 8n stones are given out, the score is the stones held, equal numbers share the place."""
    shared = 0
    for seed in range(40):
        result = finished(players, seed).result
        assert result is not None
        assert result.reason == "rounds"
        assert sum(result.scores) == 8 * players
        for score, place in zip(result.scores, result.places, strict=True):
            assert place == 1 + sum(other > score for other in result.scores)
        shared += len(set(result.places)) < players
    assert shared > 0


# --- HS9 ---------------------------------------------------------------------------------------


def everything_sent(game: Game, reader: int | None) -> str:
    """All texts about the present that a reader can get, in one."""
    view = game.view(reader)
    picture = game.card.picture
    return json.dumps(
        [
            view,
            picture.text(view, PLAIN),
            picture.scene(view).to_json(str),
            {move: list(path) for move, path in picture.paths(view).items()},
            [(step.seat, step.text) for step in game.seen_steps(reader)],
        ]
    )


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_hs9_face_down_no_order_can_be_told_from_another(reader: int | None) -> None:
    """After `cover` all 24 orders laid give every reader, the pusher too, the same in every respect."""
    rest = ("cover", "push 2>4", "push 1>3", "push 4>1")
    for count in range(1, 5):
        games = [play(handvoll.new("huetchenspieler", 3), lay, *rest[:count]) for lay in LAYS]
        assert len({everything_sent(game, reader) for game in games}) == 1


def test_hs9_before_that_all_see_the_faces() -> None:
    """From `lay` until `cover` the symbols are in everybody's view, text and log."""
    game = play(handvoll.new("huetchenspieler", 3), "lay 3142")
    for reader in (None, 0, 1, 2):
        assert [stone["symbol"] for stone in game.view(reader)["row"]] == [3, 1, 4, 2]
        assert "│ ▲ │  │ ● │  │ ■ │  │ ┃ │" in game.card.picture.text(game.view(reader), PLAIN)
        assert game.seen_steps(reader) == [Step(0, "lay 3142")]


def test_hs9_what_was_turned_up_stays_known() -> None:
    """A stone that was turned over keeps its id and shows its face to all; the others stay down."""
    game = play(handvoll.new("huetchenspieler", 2), "lay 3142", "cover", "push 1>2", "push 1>2", "push 1>2")
    game = play(game, "ask 3", "flip 2")
    assert symbols(game) == [1, None, 4, 2]
    view = game.view(1)
    assert view["won"] == [[], [{"stone": "stone-1-1", "symbol": 3, "owner": 0}]]
    assert [stone and stone["symbol"] for stone in view["row"]] == [None, None, None, None]
    assert view["hidden"] == [1, 2, 4]


def test_hs9_the_log_cannot_be_looked_up_while_stones_lie_face_down() -> None:
    """`lay` was open when it happened; once covered no log gives it again, until the round is over."""
    game = play(handvoll.new("huetchenspieler", 2), "lay 3142")
    assert game.seen_steps(1)[0].text == "lay 3142"
    covered = play(game, "cover", "push 1>2", "push 1>2", "push 1>2")
    for reader in (None, 0, 1):
        assert covered.seen_steps(reader)[0] == Step(0, HIDDEN)
        assert [step.text for step in covered.seen_steps(reader)[1:]] == ["cover", *["push 1>2"] * 3]
        # Whoever was there may remember it.
        assert covered.witnessed(reader)[0].text == "lay 3142"
    later = play(covered, "ask 1", "flip 1", "ask 2", "flip 2")
    assert later.seen_steps(0)[0].text == HIDDEN
    done = play(later, later.legal(0)[0], "flip 3")
    assert done.seen_steps(1)[0].text == "lay 3142"
    second = play(done, "lay 4321", "cover")
    texts = [step.text for step in second.seen_steps(0)]
    assert ("lay 3142" in texts, "lay 4321" in texts, texts.count(HIDDEN)) == (True, False, 1)


def test_hs9_a_stone_slides_under_one_name() -> None:
    """Ids name the place where a stone was laid and go with it, so that every push is seen along its way."""
    game = play(handvoll.new("huetchenspieler", 2), "lay 3142", "cover")
    before = {symbol.id: symbol for symbol in game.card.picture.scene(game.view(1)).symbols}
    after = play(game, "push 2>4")
    moved = {symbol.id: symbol for symbol in game.card.picture.scene(after.view(1)).symbols}
    places = ["place-1", "place-4", "place-2", "place-3"]  # where the four stones lie now
    for number, place in enumerate(places, start=1):
        stone = f"stone-1-{number}"
        assert (before[stone].x, before[stone].y) == (before[f"place-{number}"].x, before["place-1"].y)
        assert (moved[stone].x, moved[stone].y) == (moved[place].x, moved[place].y)
        assert moved[stone].symbol == "back"


# --- notation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "typed", "meant"),
    [
        ((), "3 1 4 2", "lay 3142"),
        ((), "LAY 3,1,4,2", "lay 3142"),
        (("lay 1234",), "Cover", "cover"),
        (("lay 1234", "cover"), "2 4", "push 2>4"),
        (("lay 1234", "cover"), "push 2 – 4", "push 2>4"),
        (("lay 1234", "cover", "push 1>2", "push 1>2", "push 1>2"), "3", "ask 3"),
        (("lay 1234", "cover", "push 1>2", "push 1>2", "push 1>2", "ask 3"), "3", "flip 3"),
    ],
)
def test_people_may_type_just_the_numbers(moves: tuple[str, ...], typed: str, meant: str) -> None:
    """The numbers alone are understood at every stage."""
    game = play(handvoll.new("huetchenspieler", 2), *moves)
    assert game.read_move(game.to_act[0], typed) == meant


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (("row=a3,b1", "row=b1,a3"), "cannot bring"),  # two stones moved by no push
        (("row=a3,b1", "row=a3,b3"), "four places"),  # a symbol twice
        (("covered=1", "covered=2"), "whole numbers"),
        (("pushes=0", "pushes=5"), "whole numbers"),
        (("asked=0", "asked=1"), "nobody can be asked"),
        (("won=-/-", "won=1a1/-"), "not each there once"),
        (("round=1", "round=3"), "not each there once"),
        (("won=-/-", "won=-"), "2 players"),
    ],
)
def test_positions_no_game_could_have_are_refused(changed: tuple[str, str], fault: str) -> None:
    """A doctored position is named with its fault."""
    position = play(handvoll.new("huetchenspieler", 2), "lay 3142", "cover").position()
    assert changed[0] in position
    with pytest.raises(BadPosition, match=fault):
        handvoll.load("huetchenspieler", position.replace(*changed))


def test_piles_no_round_could_give_are_refused() -> None:
    """Stones of a finished round lie only with its pusher and those it asked."""
    position = "rules=1 players=4 ply=11 round=2 row=- covered=0 pushes=0 asked=0 won={}"
    with pytest.raises(BadPosition, match="cannot have given"):
        handvoll.load("huetchenspieler", position.format("1a1/1b2/1c3/1d4"))
    possible = position.format("1c3,1d4/1a1/1b2/-")
    assert handvoll.load("huetchenspieler", possible).to_act == (1,)


# --- words -------------------------------------------------------------------------------------


def test_each_step_is_told() -> None:
    """The log tells who does what, and who takes what."""
    game = handvoll.new("huetchenspieler", 3)
    told = []
    moves = "lay 3142, cover, push 2>4, push 1>3, push 4>1, ask 3, flip 2, ask 1, flip 1, ask 3, flip 3"
    for move in moves.split(", "):
        after = play(game, move)
        step = after.seen_steps(1)[-1] if move != "lay 3142" else Step(0, move)
        told.append(str(game.card.picture.tell(game.view(1), step, after.view(1))))
        game = after
    assert told == [
        "Player 1 lays triangle, dot, square, line.",
        "Player 1 turns the stones over.",
        "Player 1 pushes the stone at 2 to 4.",
        "Player 1 pushes the stone at 1 to 3.",
        "Player 1 pushes the stone at 4 to 1.",
        "Player 1 asks Player 2 for the triangle.",
        "Player 2 turns over place 2: the square. Player 1 takes it.",
        "Player 1 asks Player 3 for the dot.",
        "Player 3 turns over place 1: the dot. Player 3 takes it.",
        "Player 1 asks Player 2 for the triangle.",
        "Player 2 turns over place 3: the line. Player 1 takes both stones.",
    ]
