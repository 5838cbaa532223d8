"""What a move gave up beside a better one: sentences of each game's `verdict.py`, each shown on a position
made for it, or checked against what the views say after both moves."""

import itertools
import random
from collections.abc import Iterator

import pytest

import handvoll
from handvoll.bots import Seen, analysis, remark
from handvoll.core.game import Game
from handvoll.core.messages import Message
from handvoll.games.fuenf_gewinnt.rules import State as FuenfState
from handvoll.games.fuenf_gewinnt.verdict import fives, forks
from handvoll.words import Words


def told(game: Game, played: str, better: str) -> str | None:
    """What is said of `played` by whoever is asked."""
    assert {played, better} <= set(game.legal(game.to_act[0]))
    message = remark(Seen.of(game, game.to_act[0]), played, better)
    assert message is None or Words("de").say(message) != Words("en").say(message)
    return None if message is None else str(message)


def pairs(name: str, seed: int, players: int | None = None) -> Iterator[tuple[Game, str, str, Message]]:
    """Moments of a random game with two moves of which something is said."""
    rng = random.Random(seed)
    game = handvoll.new(name, players)
    while not game.over:
        if game.chance:
            game = game.deal(rng.randrange)
            continue
        seat = game.to_act[0]
        legal = game.legal(seat)
        played, better = rng.choice(legal), rng.choice(legal)
        message = remark(Seen.of(game, seat), played, better)
        if message is not None:
            yield game, played, better, message
        game = game.play(seat, rng.choice(legal))


# --- Hnefatafl ---------------------------------------------------------------------------------


def hnefatafl(turn: int, king: str, attackers: str, defenders: str = "") -> Game:
    """A board with these pieces."""
    lying = dict.fromkeys(attackers.split(), "A") | dict.fromkeys(defenders.split(), "D") | {king: "K"}
    rows = ("".join(lying.get(f"{file}{rank}", ".") for file in "abcdefghijk") for rank in range(11, 0, -1))
    return handvoll.load(
        "hnefatafl",
        f"rules=1 players=2 king_beside_throne=four ply=40 turn={turn} king=free board={'/'.join(rows)} "
        "since=-",
    )


@pytest.mark.parametrize(
    ("game", "played", "better", "sentence"),
    [
        (
            hnefatafl(0, "a5", "a2 a9 k5"),
            "a9-b9",
            "k5-k6",
            "After a9-b9 the king's way to a11 is open, after k5-k6 it is not.",
        ),
        (hnefatafl(0, "a5", "a2 k5"), "a2-b2", "k5-k6", None),  # he escapes either way
        (hnefatafl(1, "a5", "a2 k5"), "a5-a6", "a5-a11", "With a5-a11 the king would have escaped."),
        (hnefatafl(0, "e5", "d5 f5 e6 e1"), "e1-e2", "e1-e4", "e1-e4 would have captured the king."),
        (
            hnefatafl(1, "e5", "d5 f5 e6 e1", "d3"),
            "d3-c3",
            "d3-e3",
            "After d3-c3 the king can be captured at once, after d3-e3 he cannot.",
        ),
        (hnefatafl(0, "j10", "c5 e1", "d5"), "e1-e2", "e1-e5", "e1-e5 captures one man, e1-e2 none."),
        (
            hnefatafl(1, "j10", "c5 e1", "d8"),
            "d8-d5",
            "d8-d9",
            "After d8-d5 the answer can capture one man, after d8-d9 none.",
        ),
        (
            hnefatafl(0, "d6", "d9 k2 a6 d1 k6"),
            "d9-e9",
            "k2-k3",
            "After d9-e9 the king's way to d11 is open, after k2-k3 it is not.",
        ),
        (
            hnefatafl(1, "d6", "d9 k2 a6 d1 k6 a5"),
            "d6-d5",
            "d6-e6",
            "After d6-e6 the king's way to e1 is open, after d6-d5 it is not.",
        ),
    ],
)
def test_hnefatafl_names_men_and_ways_of_the_king(
    game: Game, played: str, better: str, sentence: str | None
) -> None:
    assert told(game, played, better) == sentence


# --- Fünf gewinnt ------------------------------------------------------------------------------


def fuenf(moves: str) -> Game:
    game = handvoll.new("fuenf-gewinnt")
    for move in moves.split():
        game = game.play(game.to_act[0], move)
    return game


@pytest.mark.parametrize(
    ("moves", "played", "better", "sentence"),
    [
        ("0,0 0,1 1,0 1,1 2,0 0,2 3,0 -1,0", "0,3", "4,0", "4,0 would have made five in a row."),
        (
            "0,0 0,1 1,0 -1,0 2,0 0,2 3,0",
            "0,3",
            "4,0",
            "After 0,3 Player 1 can make five with 4,0, after 4,0 not at once.",
        ),
        (
            "0,0 0,1 1,0 0,2 2,0",
            "-1,1",
            "3,0",
            "After -1,1 Player 1 can lay -1,0 and threatens five on two points, after 3,0 not at once.",
        ),
        ("0,0 0,1 1,0", "1,1", "0,2", None),
    ],
)
def test_fuenf_gewinnt_names_fives_and_forks(
    moves: str, played: str, better: str, sentence: str | None
) -> None:
    assert told(fuenf(moves), played, better) == sentence


def test_no_answer_helps_against_a_fork() -> None:
    """Two points where a five threatens: whatever is answered, one of them stays."""
    game = fuenf("0,0 0,1 1,0 0,2 2,0 -1,1")
    assert isinstance(game.state, FuenfState)
    found = forks(game.state, 0)
    assert found
    for fork in found:
        forked = game.state.after(0, fork)
        assert all(fives(forked.after(1, answer), 0) for answer in forked.moves(1))


def test_fuenf_gewinnt_counts_the_stones_a_move_costs() -> None:
    """Over moving random stones: what is said to be taken is what the views say."""
    found = 0
    for game, played, better, message in pairs("fuenf-gewinnt", 2):
        if "costs" not in message.text:
            continue
        found += 1
        seat = message.values["player"].number  # type: ignore[union-attr]
        lost = {
            move: game.play(game.to_act[0], move).view(None)["captured"][seat]
            - game.view(None)["captured"][seat]
            for move in (played, better)
        }
        one, other = str(message.values["one"]), str(message.values["other"])
        assert lost[one] == message.values["n"] > lost[other]
        assert str(message.values["less"]) == {0: "none", 1: "one"}.get(lost[other], str(lost[other]))
        if found == 5:
            break
    assert found


# --- the others --------------------------------------------------------------------------------


def test_torris_counts_towers_now_and_after_the_answer() -> None:
    """The numbers are those that the views show after the moves, or after the worst answer to them."""
    kinds = set()
    for game, played, better, message in itertools.chain(pairs("torris", 4), pairs("torris", 5)):
        seat = game.to_act[0]
        is_about_answers = "answer" in message.text
        kinds.add(is_about_answers)
        for move, value in ((played, "few"), (better, "many")):
            after = game.play(seat, move)
            replies = after.legal(1 - seat) if after.to_act == (1 - seat,) else []
            views = [after.play(1 - seat, reply).view(None) for reply in replies]
            least = min((view["points"][seat] for view in views), default=after.view(None)["points"][seat])
            said = least if is_about_answers else after.view(None)["points"][seat]
            assert message.values[value] == said
        assert message.values["few"] < message.values["many"]  # type: ignore[operator]
    assert kinds == {True, False}


def test_make_five_counts_the_rows_now_or_after_the_next_sorting() -> None:
    """Whoever sorts wants more, whoever drops leaves less."""
    sides = set()
    for game, played, better, message in pairs("make-five", 3):
        seat = game.to_act[0]
        is_sorter = seat == game.view(None)["sorter"]
        sides.add(is_sorter)
        said = {played: message.values["few"], better: message.values["many"]}
        if not is_sorter:
            said = {played: message.values["many"], better: message.values["few"]}
        for move, points in said.items():
            after = game.play(seat, move)
            boards = [after] if is_sorter else [after.play(1 - seat, sort) for sort in after.legal(1 - seat)]
            assert points == max(map(_row_points, boards))
        assert message.values["few"] < message.values["many"]  # type: ignore[operator]
        if len(sides) == 2 and game.ply > 60:
            break
    assert sides == {True, False}


def _row_points(game: Game) -> int:
    """The points of the rows, of the last round's where that is just over."""
    view = game.view(None)
    is_over = view["finished"] and not any(view["lanes"])
    return sum(view["finished"][-1]["rows"] if is_over else view["rows"])


@pytest.mark.parametrize("spoiling", ["b6-d6", "c2-e2", "d2-b2"])
def test_abraeumen_says_when_it_can_no_longer_be_solved(spoiling: str) -> None:
    """Shown by trying everything: after one jump a way to a single stone is left, after the others none."""
    game = handvoll.load(
        "abraeumen", "rules=1 players=1 ply=22 stones=xox.../..o.../....../xo..../..ox../xx...."
    )
    assert _can_be_solved(game.play(0, "c6-c4"))
    assert not _can_be_solved(game.play(0, spoiling))
    assert told(game, spoiling, "c6-c4") == (
        f"After c6-c4 it could still have been solved, after {spoiling} never."
    )
    assert told(game, "c6-c4", spoiling) is None


def _can_be_solved(game: Game) -> bool:
    if game.result is not None:
        return game.result.reason == "solved"
    return any(_can_be_solved(game.play(0, move)) for move in game.legal(0))


def fischkopf(dice: str, stones: str) -> Game:
    """A turn in which these fields are taken and this was thrown."""
    return handvoll.load(
        "fischkopf",
        f"rules=1 players=2 may_stop=false ply=9 turn=0 phase=place dice={dice} stones={stones} first=.,. "
        "playoff=-",
    )


@pytest.mark.parametrize(
    ("dice", "stones", "played", "better", "sentence"),
    [
        (
            "1-6",
            "2,3,4,5",
            "6",
            "7",
            "After 6 the free fields count 58 points, after 7 57.",
        ),
        (
            "1-6",
            "2,3,4,5",
            "7",
            "6",
            "After 7 the next throw ends the turn in 7 of 36 cases, after 6 in 6.",
        ),
        (  # the head comes off
            "3-6",
            "1,2,4",
            "6",
            "3",
            "After 6 the next throw ends the turn in 4 of 36 cases, after 3 in 0.",
        ),
        ("4-6", "5", "4", "10", "After 4 the free fields count 69 points, after 10 63."),
        ("1-2", "1,2,4,5,6,7,8,9,10,11,12", "3", "3", None),  # the last field: the turn is over
    ],
)
def test_fischkopf_counts_throws_and_fields(
    dice: str, stones: str, played: str, better: str, sentence: str | None
) -> None:
    assert told(fischkopf(dice, stones), played, better) == sentence


def test_high_five_names_the_combination_that_was_missed() -> None:
    """The points are those that the best order of the hand's cards brings, played by the rules: of all cards
    or of all but the joker."""
    kinds = set()
    for game, played, better, message in itertools.chain(*(pairs("high-five", seed, 2) for seed in range(9))):
        if not better.startswith("frame"):
            continue
        seat = game.to_act[0]
        if "takes" in message.text:
            kinds.add("cards")
            for move, value in ((better, "few"), (played, "many")):
                assert message.values[value] == _cards_laid(game.play(seat, move), seat)
            continue
        spared = "play J" if "joker" in message.text else ""
        before = game.view(None)["scores"][seat]
        for move, value in ((better, "n"), (played, "few")):
            best = max(_scores(game.play(seat, move), seat, spared))
            assert message.values[value] == best - before
        kinds.add(spared)
        if len(kinds) == 3:
            break
    assert len(kinds) == 3


def _cards_laid(game: Game, seat: int) -> int:
    """How many cards fill the frame."""
    had = len(game.view(seat)["hand"])
    while game.view(seat)["frame"] is not None:
        game = game.play(seat, game.legal(seat)[0])
    return had - len(game.view(seat)["hand"])


def _scores(game: Game, seat: int, spared: str) -> Iterator[int]:
    """What the seat has after each way of filling the frame without that card."""
    view = game.view(seat)
    if view["frame"] is None:
        yield view["scores"][seat]
        return
    for move in game.legal(seat):
        if move != spared:
            yield from _scores(game.play(seat, move), seat, spared)


def test_six_names_the_strokes_of_a_card() -> None:
    found = set()
    for seed in range(3):
        for game, played, better, message in pairs("six", seed, 3):
            view = game.view(None)
            found.add(played.split()[0])
            if played == "skip":
                assert message.values["number"] == sum(view["throw"])
                continue
            tops = [view["places"][game.to_act[0]][int(move[-1]) - 1][-1] for move in (played, better)]
            assert [message.values["number"], message.values["other"]] == tops
            assert int(str(message.values["strokes"])) > int(str(message.values["n"]))
    assert found == {"skip", "cover"}


def test_a_game_without_verdict_words_says_nothing() -> None:
    game = handvoll.new("zahlenpoker")
    assert told(game, "1", "2") is None


def test_a_verdict_tells_what_was_given_up() -> None:
    """Black opens a way to a corner that another move keeps shut: the judge says so, and the answer."""
    game = hnefatafl(0, "a5", "a2 a9 k5")
    verdict = analysis.Judge(nodes=3000).verdict(game, game.play(0, "a9-b9"))
    assert str(verdict.how[0]).startswith("After a9-b9 the king's way to a11 is open")
    assert str(verdict.how[1]) == "The best answer is a5-a11."
