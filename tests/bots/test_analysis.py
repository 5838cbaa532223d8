"""Hints and verdicts: values before and after, luck and choice told apart, in words that are true."""

import itertools
import random
import re
from pathlib import Path

import pytest

import handvoll
from handvoll.bots import Effort, Option, Seen, Thought, analysis
from handvoll.bots.analysis import Judge, hint, judge
from handvoll.bots.compiled import is_compiling
from handvoll.bots.verdicts import sums
from handvoll.bots.worth import (
    LITTLE,
    Worth,
    choice_words,
    corrected,
    hint_words,
    is_better,
    is_clear_luck,
    luck_words,
    value_words,
)
from handvoll.core.card import Score, Trait
from handvoll.core.errors import GameOver, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.messages import Message
from handvoll.core.record import read_game
from handvoll.games.zahlenpoker.opponent import SOLUTION
from handvoll.words import Words


def recorded(name: str) -> Game:
    """The finished game of a transcript."""
    path = Path(__file__).parents[1] / "transcripts" / name
    return read_game(path.read_text("utf-8"), handvoll.card)[1]


def plain(text: str) -> str:
    """A sentence without what holds its numbers to what they count."""
    return text.replace("\xa0", " ")


class Table:
    """An opponent whose values are written down: by the moves possible, the value of each."""

    def __init__(self, values: dict[str, float], *, exact: bool) -> None:
        self.values = values
        self.exact = exact

    def think(self, seen: Seen, effort: Effort) -> Thought:
        known = sorted(((self.values[move], move) for move in seen.moves), reverse=True)
        options = tuple(Option(move, value) for value, move in known)
        value, move = known[0]
        return Thought(move, value, "win", 0.0 if self.exact else 0.03, self.exact, options=options)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Zahlenpoker, judged by a table in which low stones are good."""
    opponent = Table({"1": 0.7, "2": 0.6, "3": 0.69, "4": 0.4, "empty": 0.7}, exact=True)
    monkeypatch.setattr("handvoll.bots.opponent", lambda card: opponent)
    return opponent


@pytest.mark.parametrize(
    ("move", "exact", "change", "told"),
    [
        ("empty", True, 0.0, "empty is best."),
        ("1", True, 0.0, "1 is as good as any."),
        ("3", True, -0.01, "3 is about as good as empty."),
        ("4", True, -0.3, "4 gives away 30 of 100 games; empty was best."),
        ("4", False, -0.3, "4 gives away about 30 of 100 games; empty looks better."),
        ("3", False, -0.01, "3 is about as good as empty."),
        ("empty", False, 0.0, "empty looks best."),
    ],
)
def test_a_choice_is_measured_against_the_best(
    table: Table, move: str, exact: bool, change: float, told: str
) -> None:
    """Where the truth is known the words say so; where not, they are modest."""
    table.exact = exact
    game = handvoll.new("zahlenpoker")
    verdict = Judge().verdict(game, game.play(0, move))
    assert verdict.before == Worth(0.7, "win", 0.0 if exact else 0.03, exact)
    assert verdict.change == pytest.approx(change)
    assert str(verdict.words) == told
    assert verdict.best == "empty"


@pytest.mark.parametrize(
    ("best", "found", "told"),
    [
        (Worth(1, exact=True), Worth(0, exact=True), "b loses for certain, a would have won for certain."),
        (Worth(1, exact=True), Worth(0.7, error=0.02), "a would have won for certain; after b that is open."),
        (Worth(0.6, error=0.02), Worth(0, exact=True), "b loses for certain; a looks better."),
        (Worth(0.5, exact=True), Worth(0.2, error=0.02), "a looks better than b."),
        (Worth(1, exact=True), Worth(0.5, exact=True), "b gives away 50 of 100 games; a was best."),
        (Worth(0.6, error=0.02), Worth(0.56, error=0.02), "b is about as good as a."),
        (Worth(0.6, error=0.02), Worth(0.7, error=0.02), "b is about as good as a."),
        (
            Worth(-3, "points", exact=True),
            Worth(-4, "points", exact=True),
            "b gives away one point; a was best.",
        ),
    ],
)
def test_words_claim_no_more_than_is_known(best: Worth, found: Worth, told: str) -> None:
    thought = Thought("a", best.value, best.unit, best.error, best.exact)
    assert str(choice_words("b", thought, best, found)) == told


@pytest.mark.parametrize(
    ("worth", "score", "told", "auf_deutsch"),
    [
        (
            Worth(-6.7, "points"),
            Score.POINTS,
            "It ends about 6.7 points behind the others; this is an estimate.",
            "Das endet etwa 6,7 Punkte hinter den anderen; das ist geschätzt.",
        ),
        (
            Worth(0.96, "points"),
            Score.POINTS,
            "It ends about one point ahead of the others; this is an estimate.",
            "Das endet etwa einen Punkt vor den anderen; das ist geschätzt.",
        ),
        (
            Worth(0.04, "points"),
            Score.POINTS,
            "It ends level with the others; this is an estimate.",
            "Das endet gleichauf mit den anderen; das ist geschätzt.",
        ),
        (
            Worth(-28.8, "points", exact=True),
            Score.FEW_POINTS,
            "It leaves 28.8 points at the end; this is exact.",
            "Das lässt am Ende 28,8 Punkte übrig; das ist genau berechnet.",
        ),
        (
            Worth(-1, "points", exact=True),
            Score.FEW_STONES,
            "It leaves one stone at the end; this is exact.",
            "Das lässt am Ende einen Stein übrig; das ist genau berechnet.",
        ),
        (
            Worth(1.5, "points"),
            Score.STONES,
            "It brings about 1.5 stones; this is an estimate.",
            "Das bringt etwa 1,5 Steine; das ist geschätzt.",
        ),
    ],
)
def test_a_value_says_what_the_game_counts(worth: Worth, score: Score, told: str, auf_deutsch: str) -> None:
    """Below 0 is behind where many points are good, and no more than so many where few are."""
    assert plain(str(value_words(worth, score))) == told
    assert plain(Words("de").say(value_words(worth, score))) == auf_deutsch


def test_a_rough_value_of_a_move_is_not_taken_at_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search leaves other moves as soon as they are not the best: what was played is looked at anew, and
    nothing is called exact that is not. What the other answers is told."""

    class Search:
        def think(self, seen: Seen, effort: Effort) -> Thought:
            if seen.seat == 0:
                return Thought("d1-d2", 1.0, exact=True, options=(Option("d1-d3", 0.9, is_rough=True),))
            return Thought("e5-e2", 0.8, "win", 0.01)

    monkeypatch.setattr("handvoll.bots.opponent", lambda card: Search())
    game = handvoll.new("hnefatafl")
    verdict = Judge().verdict(game, game.play(0, "d1-d3"))
    assert verdict.after == Worth(pytest.approx(0.2), "win", 0.01)
    assert str(verdict.words) == "d1-d2 would have won for certain; after d1-d3 that is open."
    assert [str(message) for message in verdict.how] == ["The best answer is e5-e2."]


def test_of_draws_in_a_row_only_the_last_is_judged() -> None:
    """Make Five begins with five of them: what the first alone brings cannot be told."""
    game = handvoll.new("make-five")
    for _ in range(5):
        game = game.deal(lambda n: 0)
    verdicts = list(judge(game, nodes=50))
    assert [verdict.before is None for verdict in verdicts] == [True] * 4 + [False]


def test_who_won_all_sampled_games_has_not_won_for_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_played", lambda game, effort, rng: recorded("hnefatafl/king-escaped.txt"))
    worth = Judge().play_out(handvoll.new("hnefatafl"), 1)
    assert worth is not None
    assert 0.9 < worth.value < 1.0
    assert worth.error > 0
    assert not worth.exact


def test_the_chance_of_a_few_games_is_not_told_as_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five won of eight, then none of eight: that comes about without any luck too often, where so many steps
    are looked at."""
    names = ["escaped"] * 5 + ["captured"] * 11
    ends = iter([recorded(f"hnefatafl/king-{name}.txt") for name in names])
    monkeypatch.setattr(analysis, "PLAYOUTS", 8)
    monkeypatch.setattr(analysis, "_played", lambda game, effort, rng: next(ends))
    before, after = (Judge().play_out(handvoll.new("hnefatafl"), 1) for _moment in range(2))
    assert before is not None
    assert after is not None
    assert before.value > after.value
    assert not is_clear_luck(before, after)


def test_a_move_without_a_choice_is_neither_good_nor_bad() -> None:
    line = recorded("zahlenpoker/played-out.txt").line()
    alone = [
        (before, after)
        for before, after in itertools.pairwise(line)
        if after.step.seat is not None and len(before.legal(after.step.seat)) == 1
    ]
    assert alone
    judge = Judge()
    assert {str(judge.verdict(*moment).words) for moment in alone} == {"There was no other move."}


def test_alone_the_end_is_worth_its_points() -> None:
    game = recorded("abraeumen/stuck.txt")
    assert game.result is not None
    assert Judge().worth(game, 0) == Worth(-game.result.scores[0], "points", 0.0, True)


def test_what_was_given_away_adds_up(table: Table) -> None:
    game = handvoll.new("zahlenpoker")
    played = game.play(0, "4").play(1, "2").play(0, "2").play(1, "1")
    first, second = sums(list(judge(played)), 2)
    assert (first.seat, first.choice, first.luck) == (0, pytest.approx(-0.4), None)
    assert (second.seat, second.choice) == (1, pytest.approx(-0.1))


def test_what_comes_of_hidden_choices_is_told_apart_from_choice(table: Table) -> None:
    """Nothing is told while a choice is hidden; when all have shown, each moment is looked at anew."""
    game = handvoll.new("zahlenpoker").play(0, "4").play(1, "2")
    hidden, opened = judge(game)
    assert hidden.guesses == ()
    assert [(guess.seat, guess.came.value - guess.expected.value) for guess in opened.guesses] == [
        (0, pytest.approx(0.3)),
        (1, pytest.approx(0.1)),
    ]
    assert str(opened.how[-1]) == "Guessing brought Player 1 about 30 of 100 games."
    assert [total.guess for total in sums([hidden, opened], 2)] == [pytest.approx(0.3), pytest.approx(0.1)]


@pytest.mark.skipif(not is_compiling(), reason="the solution needs the compiler")
@pytest.mark.parametrize("seed", [1, 3, 4])
def test_guessing_is_all_that_decides_an_even_game(seed: int) -> None:
    """Zahlenpoker for two, solved: from a half to the result, stones that are stolen included."""
    SOLUTION.wait()
    rng = random.Random(seed)
    game = handvoll.new("zahlenpoker")
    while not game.over:
        game = game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
    for total in sums(list(judge(game, 0.05)), 2):
        end = Judge().worth(game, total.seat)
        assert end is not None
        assert total.exact
        assert total.guess is not None
        assert 0.5 + total.choice + total.guess == pytest.approx(end.value)


@pytest.mark.parametrize(
    ("values", "exact", "choices", "told"),
    [
        ((0.5, 0.5, 0.5), True, 3, "a is as good as any."),
        ((0.5, 0.5, 0.5), True, 4, "a is best."),  # nobody knows of the fourth
        ((0.5, 0.4, 0.4), True, 3, "a is best."),
        ((0.5,), True, 1, "a is best."),
        ((0.5, 0.5, 0.5), False, 3, "a looks best."),
    ],
)
def test_a_hint_claims_no_more_than_is_known(
    values: tuple[float, ...], exact: bool, choices: int, told: str
) -> None:
    options = tuple(Option(move, value) for move, value in zip("abc", values, strict=False))
    thought = Thought("a", values[0], exact=exact, options=options)
    assert str(next(hint_words(thought, choices=choices))) == told


@pytest.mark.parametrize(
    ("options", "after", "told"),
    [
        (
            (Option("play J", -19.5, is_rough=True),),
            Worth(-19.5, "points", None),
            "play J gives away about 11.8 points; play B6 looks better.",
        ),
        ((), None, "play B6 looks best."),
    ],
)
def test_the_last_card_of_a_frame_is_judged_as_well_as_can_be(
    monkeypatch: pytest.MonkeyPatch, options: tuple[Option, ...], after: Worth | None, told: str
) -> None:
    """After it somebody else is asked, whose points tell nothing of this seat's: a rough value is better than
    none, and where there is none either the best move is told."""

    class Player:
        def think(self, seen: Seen, effort: Effort) -> Thought:
            assert "play J" in seen.moves
            return Thought("play B6", -7.7, "points", 0.2, options=options)

    monkeypatch.setattr("handvoll.bots.opponent", lambda card: Player())
    monkeypatch.setattr(Judge, "play_out", lambda *_args: pytest.fail("nobody asks who wins"))
    line = recorded("high-five/all-laid.txt").line()
    verdict = Judge().verdict(line[37], line[38])
    assert verdict.step.text == "play J"
    assert (verdict.before, verdict.after) == (Worth(-7.7, "points", 0.2), after)
    assert verdict.best == "play B6"
    assert plain(str(verdict.words)) == told


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [("six/rounds.txt", "124149", "What came nobody can see yet."), ("high-five/all-laid.txt", "G13", None)],
)
def test_what_is_not_seen_is_no_luck(name: str, text: str, told: str | None) -> None:
    """The timer of Six is hidden from all, a card that another draws from whoever plays on."""
    line = recorded(name).line()
    after = next(game for game in line if game.step is not None and game.step.text == text)
    assert after.before is not None
    verdict = Judge(0.01).verdict(after.before, after)
    assert (verdict.before, verdict.after) == (None, None)
    assert (None if verdict.words is None else str(verdict.words)) == told


def test_what_is_as_good_as_any_gives_nothing_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worths that are the same but for how they were reckoned: nothing is said of what came of the move,
    and no sum holds it against anybody."""
    monkeypatch.setattr(analysis, "remark", lambda seen, played, better: Message("This gives something up."))
    table.values["1"] = table.values["empty"] - 1e-13
    game = handvoll.new("zahlenpoker")
    verdict = Judge().verdict(game, game.play(0, "1"))
    assert (str(verdict.words), verdict.how) == ("1 is as good as any.", ())
    assert [total.choice for total in sums([verdict], 2)] == [0.0]


def test_luck_is_what_came_less_what_could_be_expected() -> None:
    """Fischkopf: over all throws, weighted by their chances, luck adds up to nothing."""
    game = handvoll.new("fischkopf", 2)
    judging = Judge(0.05)
    outcomes = game.outcomes()
    assert outcomes is not None
    verdicts = {outcome: judging.verdict(game, game.happen(outcome)) for outcome in outcomes}
    changes = {outcome: verdict.change for outcome, verdict in verdicts.items()}
    assert all(change is not None for change in changes.values())
    assert sum(weight * (changes[outcome] or 0) for outcome, weight in outcomes.items()) == pytest.approx(0)
    assert all(verdict.is_luck for verdict in verdicts.values())
    assert max(changes.values(), key=lambda change: change or 0) > 0  # type: ignore[operator]
    luckiest = max(changes, key=lambda outcome: changes[outcome] or 0)
    assert str(verdicts[luckiest].words).startswith("Good luck for Player 1, worth about ")


def test_a_throw_that_ends_a_turn_is_judged_too() -> None:
    """The next seat throws at once: what nobody chose in between are still two throws of two seats."""
    game = handvoll.load(
        "fischkopf",
        "rules=1 players=2 may_stop=false ply=9 turn=0 phase=throw dice=1-6 stones=3,4,7 first=.,. playoff=-",
    )
    after = game.happen("3-4")
    assert after.chance
    verdict = Judge(0.05).verdict(game, after)
    assert verdict.seat == 0
    assert str(verdict.words).startswith("Bad luck for Player 1, worth about ")
    following = Judge(0.05).verdict(after, after.happen("1-2"))
    assert following.seat == 1
    assert following.before is not None
    assert verdict.after is not None
    assert following.before.value == pytest.approx(1 - verdict.after.value)


def test_luck_and_choice_of_two_seats_add_up_to_the_result() -> None:
    """Fischkopf: from what the game was worth at its beginning to its end nothing is missing, in one unit."""
    rng = random.Random(3)
    game = handvoll.new("fischkopf", 2)
    while not game.over:
        game = (
            game.deal(rng.randrange)
            if game.chance
            else game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
        )
    verdicts = list(judge(game, 0.05))
    assert all(verdict.change is not None for verdict in verdicts)
    first, second = sums(verdicts, 2)
    assert {first.unit, second.unit} == {"win"}
    start, end = verdicts[0].before, Judge().worth(game, 0)
    assert start is not None
    assert end is not None
    assert first.luck is not None
    assert start.value + first.luck + first.choice - second.choice == pytest.approx(end.value, abs=0.005)


def test_luck_is_measured_on_both_sides_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six with three seats: where a throw may be for somebody else to answer, whose thoughts tell nothing of
    this seat, two sets of games are played on, and not one for each of 56 throws."""
    played: list[int] = []

    def play_out(judging: Judge, game: Game, seat: int, patience: float = 1.0) -> Worth:
        played.append(game.ply)
        return Worth(0.4 if game.chance else 0.6, error=0.12)

    monkeypatch.setattr(Judge, "play_out", play_out)
    game = handvoll.new("six", 3)
    while game.chance:
        game = game.deal(lambda n: 0)
    game = game.play(game.to_act[0], "roll")
    verdict = Judge().verdict(game, game.happen("6-6-6"))
    assert played == [game.ply, game.ply + 1]
    assert (verdict.before, verdict.after) == (Worth(0.4, error=0.12), Worth(0.6, error=0.12))
    assert verdict.words is None
    assert sums([verdict], 3) == []


@pytest.mark.parametrize(
    ("error", "came", "told"),
    [
        (0.01, 0.51, "Neither good nor bad luck for Player 1."),
        (0.01, 0.6, "Good luck for Player 1, worth about 10 of 100 games."),
        (0.1, 0.8, None),
        (0.1, 0.05, "Bad luck for Player 1, worth about 45 of 100 games."),
    ],
)
def test_luck_is_not_told_where_it_cannot_be_made_out(error: float, came: float, told: str | None) -> None:
    words = luck_words(0, Worth(0.5, error=error), Worth(came, error=error))
    assert (None if words is None else str(words)) == told


def test_fewer_points_are_better_where_few_points_win() -> None:
    """In Fischkopf the move said to be best is the one after which the fewest points are expected."""
    game = handvoll.new("fischkopf", 2).happen("1-5")
    found = hint(game)
    assert found.worth is not None
    assert found.worth.value < 0
    assert found.thought.options[0].move == found.thought.move
    values = [option.value for option in found.thought.options]
    assert values == sorted(values, reverse=True)


def test_the_end_is_worth_what_the_result_says() -> None:
    game = recorded("hnefatafl/king-escaped.txt")
    assert Judge().worth(game, 1) == Worth(1.0, "win", 0.0, True)
    assert Judge().worth(game, 0) == Worth(0.0, "win", 0.0, True)


def test_what_one_seat_hopes_the_other_fears() -> None:
    """Two seats: the moment before the king escapes is won for white whoever asks."""
    game = recorded("hnefatafl/king-escaped.txt").undo()
    assert game.to_act == (1,)
    white, black = (Judge(nodes=3000).worth(game, seat) for seat in (1, 0))
    assert white is not None
    assert black is not None
    assert (white.value, black.value) == (1.0, 0.0)
    assert white.exact


@pytest.mark.parametrize(
    ("game", "told", "auf_deutsch"),
    [
        (
            handvoll.new("fischkopf").happen("1-2"),
            r"On average the turn then ends with [0-9.]+ points\.",
            r"Im Schnitt endet der Zug dann mit [0-9,]+ Punkten\.",
        ),
        (
            handvoll.load(
                "fischkopf",
                "rules=1 players=2 may_stop=false ply=9 turn=1 phase=place dice=1-2 stones=- first=29,. "
                "playoff=-",
            ),
            r"That wins \d+ of 100 games from here\.",
            r"Das gewinnt von hier aus \d+ von 100 Partien\.",
        ),
        (
            handvoll.new("huetchenspieler").play(0, "lay 1234").play(0, "cover"),
            r"Memory says that it lies at place 1\.",
            r"Der Erinnerung nach liegt es auf Platz 1\.",
        ),
        (
            recorded("hnefatafl/king-escaped.txt").undo(),
            r"This wins by force; moves to go: 1\.",
            r"Das gewinnt zwangsläufig; Züge bis dahin: 1\.",
        ),
    ],
    ids=lambda value: value.card.id if isinstance(value, Game) else "",
)
def test_a_hint_to_a_person_speaks_of_the_move(game: Game, told: str, auf_deutsch: str) -> None:
    """And not of somebody who expects, believes or wins."""
    if game.card.id == "huetchenspieler":
        for push in ("push 2>3", "push 2>3", "push 2>3", "ask 1"):
            game = game.play(0, push)
    why = hint(game, seconds=0.2).words[-1]
    assert re.fullmatch(told, str(why))
    assert re.fullmatch(auf_deutsch, Words("de", game.card).say(why))


def test_an_estimate_says_how_far_it_may_be_off() -> None:
    worth = Judge(nodes=2000).worth(handvoll.new("hnefatafl"), 0)
    assert worth is not None
    assert not worth.exact
    assert worth.error >= LITTLE["win"]


def test_no_error_is_told_where_none_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who judges at a glance says the same whatever the time, and stones found by search stay until a better
    way is found; games played on that all came out alike make nothing certain."""
    worth = Judge(0.01).worth(handvoll.new("zahlenpoker", 3), 0)
    assert worth is not None
    assert (worth.error, worth.exact) == (None, False)
    alike = Thought("a", 6.5, "points", 0.0, nodes=100)
    monkeypatch.setattr(analysis, "best", lambda *_args, **_settings: alike)
    game = handvoll.new("abraeumen")
    worth = Judge(0.01).worth(game, 0)
    assert worth == Worth(6.5, "points", None)
    verdict = Judge(0.01).verdict(game, game.play(0, game.legal(0)[0]))
    assert verdict.before is not None
    assert verdict.before.error is None


@pytest.mark.parametrize(
    ("best", "found", "before", "after", "is_now_best", "told"),
    [
        (Worth(0.4, error=0.1), Worth(0.5, error=0.1), 0.5, 0.5, False, "b is about as good as a."),
        (Worth(0.4, error=0.02), Worth(0.6, error=0.02), 0.6, 0.6, True, "b is about as good as a."),
        (Worth(0.4, error=0.1), Worth(0.5, exact=True), 0.5, 0.5, True, "b looks best."),
        (Worth(0.9, error=0.1), Worth(1.0, exact=True), 1.0, 1.0, True, "b is best."),
        (Worth(0.5, exact=True), Worth(0.6, error=0.1), 0.5, 0.5, False, "b is about as good as a."),
        (Worth(0.6, error=0.1), Worth(0.4, error=0.1), 0.6, 0.4, False, "b is about as good as a."),
    ],
)
def test_what_was_played_is_worth_no_more_than_the_best(
    best: Worth, found: Worth, before: float, after: float, is_now_best: bool, told: str
) -> None:
    """A move that proves better than the best that was known is what the moment was worth."""
    assert str(choice_words("b", Thought("a", best.value), best, found)) == told
    shown = corrected(best, found)
    assert (shown[0].value, shown[1].value) == (before, after)
    assert is_better(found, best) == is_now_best
    assert shown[0].exact == (best.exact or found.is_certain(1.0))


def test_a_verdict_takes_what_proves_better_for_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """The king was thought to stand at a half, and escapes."""
    line = recorded("hnefatafl/king-escaped.txt").line()
    before, after = line[-2], line[-1]
    other = next(move for move in before.legal(1) if after.step and move != after.step.text)
    monkeypatch.setattr(analysis, "best", lambda *_args, **_settings: Thought(other, 0.5, sure=0.1))
    verdict = Judge().verdict(before, after)
    assert after.step is not None
    assert (verdict.before, verdict.after) == (Worth(1.0, exact=True), Worth(1.0, exact=True))
    assert verdict.best == after.step.text
    assert str(verdict.words) == f"{after.step.text} is best."


def test_a_judge_sees_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """In games with secrets a choice is judged by the view of who chose: no position is handed on."""
    shown: list[Seen] = []

    class Watcher:
        def think(self, seen: Seen, effort: Effort) -> Thought:
            shown.append(seen)
            return Thought(seen.moves[0], 0.5, exact=True)

    monkeypatch.setattr("handvoll.bots.opponent", lambda card: Watcher())
    monkeypatch.setattr(analysis, "opponent", lambda card: Watcher())
    monkeypatch.setattr(analysis, "PLAYOUTS", 2)
    for game_id in ("zahlenpoker", "high-five", "six"):
        game = handvoll.new(game_id)
        assert Trait.HIDDEN in game.card.traits
        while game.chance:
            game = game.deal(lambda n: 0)
        hint(game)
        Judge().play_out(game, 0)
    assert shown
    assert all(seen.position is None for seen in shown)


def test_playing_out_measures_with_an_error() -> None:
    """Three seats at the start stand equal, and the mean says how sure it is of that."""
    game = handvoll.new("zahlenpoker", 3)
    worth = Judge().play_out(game, 0)
    assert worth is not None
    assert worth.error > 0
    assert worth.value == pytest.approx(0.5, abs=5 * worth.error)


def test_nobody_to_ask_gets_no_hint() -> None:
    with pytest.raises(NotYourTurn, match="comes first"):
        hint(handvoll.new("fischkopf", 2))
    with pytest.raises(GameOver):
        hint(recorded("hnefatafl/king-escaped.txt"))
