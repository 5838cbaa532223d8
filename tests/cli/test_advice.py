"""`handvoll hint` and `handvoll analyse` on the terminal."""

import re
import threading
from pathlib import Path

import pytest

import handvoll
from handvoll.bots import Option, Thought
from handvoll.bots.analysis import Judge
from handvoll.bots.compiled import Later, is_compiling
from handvoll.bots.verdicts import Hint, Sum, Verdict
from handvoll.bots.worth import Worth
from handvoll.cli.advice import get_ready, hint_text, sum_text, verdict_lines
from handvoll.cli.main import main
from handvoll.cli.terminal import Terminal, wrapped
from handvoll.core.card import Score
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.core.picture import Pen
from handvoll.core.record import Record, read_game
from handvoll.core.state import Step
from handvoll.games.zahlenpoker.opponent import _solve
from handvoll.words import Words

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
FISH = str(TRANSCRIPTS / "fischkopf/fewest.txt")
ESCAPED = str(TRANSCRIPTS / "hnefatafl/king-escaped.txt")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDVOLL_LANG", "en")


def test_a_hint_shows_the_picture_and_says_what_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "hnefatafl", "--seconds", "0.3"]) == 0
    told = capsys.readouterr().out
    assert "♔" in told
    assert " looks best. It wins about " in told
    assert "Others, judged roughly: " in told
    assert main(["hint", "hnefatafl", "--seconds", "0.3", "--lang", "de"]) == 0
    assert " sieht am besten aus. So werden etwa " in capsys.readouterr().out


@pytest.mark.skipif(not is_compiling(), reason="the solution takes the compiler")
def test_a_hint_knows_what_is_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command is over before a solution that is worked out beside it would be there."""
    monkeypatch.setattr("handvoll.games.zahlenpoker.opponent.SOLUTION", Later(_solve))
    assert main(["hint", "zahlenpoker", "--seconds", "0.1"]) == 0
    assert " is as good as any. It wins 50 of 100 games; this is exact." in capsys.readouterr().out


@pytest.mark.skipif(not is_compiling(), reason="nothing is compiled here")
def test_a_wait_for_the_compiler_is_announced(capsys: pytest.CaptureFixture[str]) -> None:
    """Who waits is told why, and once it is done nobody waits again."""
    released = threading.Event()
    slow = Later(lambda: released.wait(60))
    slow.package = handvoll.card("fischkopf").package
    threading.Timer(0.3, released.set).start()
    terminal = Terminal(lang="en")
    for _time in range(2):
        get_ready(handvoll.card("fischkopf"), terminal, patience=0.05)
    assert capsys.readouterr().out.count("is compiled first") == 1
    assert slow.ready()


def test_a_hint_can_be_had_for_any_moment_of_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "--from", FISH, "--step", "1"]) == 0
    assert "1 looks best." in capsys.readouterr().out


def test_a_record_is_gone_through_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", FISH, "--seconds", "0.02"]) == 0
    told = capsys.readouterr().out
    assert "P1 6" in told
    assert "6 gives away about 6 of 100 games; 1 looks better." in told
    assert "luck for Anna, worth about" in told
    assert re.search(r"Anna: about .* games given away by choice\. (Luck brought|Bad luck cost) \d", told)
    assert len(told.splitlines()) > 57


@pytest.mark.parametrize(
    ("total", "score", "told", "auf_deutsch"),
    [
        (
            Sum(0, "win", 0.0, None, 0.5, True),
            Score.POINTS,
            "Eve: nothing given away by choice. Guessing brought 0.5 games.",
            "Eve: durch Entscheidungen nichts verschenkt. Raten brachte 0,5 Partien.",
        ),
        (
            Sum(0, "win", -0.001, 0.001, -1.0),
            Score.POINTS,
            "Eve: nothing given away by choice, as far as can be told. Neither good nor bad luck. "
            "Guessing cost 1 game.",
            "Eve: durch Entscheidungen nichts verschenkt, soweit sich das sagen lässt. "
            "Weder Glück noch Pech. Raten kostete 1 Partie.",
        ),
        (
            Sum(0, "points", -0.97, 2.5),
            Score.FEW_POINTS,
            "Eve: about 1 point given away by choice. Luck brought 2.5 points.",
            "Eve: durch Entscheidungen etwa 1 Punkt verschenkt. Glück brachte 2,5 Punkte.",
        ),
        (
            Sum(0, "points", -3.0, None, exact=True),
            Score.FEW_STONES,
            "Eve: 3 stones given away by choice.",
            "Eve: durch Entscheidungen 3 Steine verschenkt.",
        ),
    ],
)
def test_sums_name_what_they_count(total: Sum, score: Score, told: str, auf_deutsch: str) -> None:
    """Modest where estimated, exact where exact, one where it is one."""
    for lang, said in (("en", told), ("de", auf_deutsch)):
        assert sum_text(total, Words(lang, names=["Eve"]).say, score).replace("\xa0", " ") == said


def test_players_of_the_same_name_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their seats stand with their names, in what is said of luck and in the sums."""
    game = read_game(Path(FISH).read_text("utf-8"), handvoll.card)[1]
    record = tmp_path / "namesakes.txt"
    record.write_text(Record.of(game, names=["Anna", "Bo", "Anna"]).text(), "utf-8")
    assert main(["analyse", str(record), "--seconds", "0.01"]) == 0
    told = capsys.readouterr().out
    for name in ("Anna (P1)", "Bo", "Anna (P3)"):
        assert f"luck for {name}" in told
        assert re.search(rf"^{re.escape(name)}: ", told, re.MULTILINE)


def test_an_analysis_that_is_stopped_sums_up_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at the third step: the first two stay, and count."""
    verdict = Judge.verdict

    def interrupted(judging: Judge, before: Game, after: Game) -> Verdict:
        if after.ply == 3:
            raise KeyboardInterrupt
        return verdict(judging, before, after)

    monkeypatch.setattr(Judge, "verdict", interrupted)
    assert main(["analyse", FISH, "--seconds", "0.02"]) == 130
    told = capsys.readouterr().out
    assert "57 steps" in told.splitlines()[0]
    assert "2. P1 6" in told
    assert "3. *" not in told
    assert "Stopped; 2 of 57 steps are judged." in told
    assert "Anna: about " in told


@pytest.mark.parametrize("seat", [None, 0])
def test_what_a_seat_may_keep_of_a_running_game_cannot_be_judged(
    seat: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = handvoll.new("zahlenpoker", 3).play(0, "1").play(1, "2")
    record = tmp_path / "running.txt"
    record.write_text(Record.seen(game, seat).text(), "utf-8")
    for command in (["analyse", str(record)], ["hint", "--from", str(record)]):
        assert main(command) == 1
        assert "only the whole record can be replayed." in capsys.readouterr().err


def test_a_number_stays_with_what_it_counts() -> None:
    """At any width; on the screen it is a plain space."""
    given = sum_text(Sum(0, "points", -12.5, 3.0), Words("de", names=["Eve"]).say)
    for width in range(20, 80):
        lines = wrapped(given, width)
        assert any("12,5 Punkte" in line for line in lines)
        assert any("3 Punkte" in line for line in lines)
    verdict = Verdict(Step(0, "frame b3-f3"), 0, Worth(0.47, error=0.02), Worth(0.3, error=0.02))
    pen = Pen(Words("en").say, lambda text, paint: text)
    for width in range(20, 60):
        lines = list(verdict_lines(2, "P2 frame b3-f3", verdict, pen, width))
        assert all(sum(part in line for line in lines) for part in ("47 %", "30 %", "±2 %", "b3-f3"))


def test_an_alternative_is_certain_only_where_it_is_exact() -> None:
    """A move that loses for certain, and one that only looks like it."""
    options = (Option("b", 0.0), Option("c", 0.0, is_rough=True))
    thought = Thought("a", 1.0, sure=0.0, exact=True, options=options)
    told = list(hint_text(Hint(0, thought, None, ()), Words("en").say))
    assert told[-1].replace("\xa0", " ").endswith("b (0 %), c (1 %)")


@pytest.mark.parametrize("width", [60, 100])
def test_a_verdict_fits_the_screen(width: int) -> None:
    """On a narrow screen what is said of a step stands below it, on a wide one beside it."""
    step = Step(0, "e5-e2")
    words = _(
        "{move} gives away about {n} of 100 games; {best} looks better.", move="e5-e2", n=17, best="f4-d4"
    )
    how = (_("The best answer is {move}.", move="d5-c5"),)
    verdict = Verdict(step, 0, Worth(0.47, error=0.02), Worth(0.3, error=0.02), "f4-d4", words, how)
    pen = Pen(Words("en").say, lambda text, paint: text)
    lines = list(verdict_lines(2, "P2 e5-e2", verdict, pen, width))
    assert max(map(len, lines)) <= width
    assert " ".join(" ".join(lines).split()) == (
        "2. P2 e5-e2 47 % → 30 % ±2 % e5-e2 gives away about 17 of 100 games; f4-d4 looks better."
        " The best answer is d5-c5."
    )
    assert ("gives away" in lines[0]) == (width == 100)


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        (Score.POINTS, "11,5 → −6,7 ±1"),
        (Score.FEW_POINTS, "−11,5 → 6,7 ±1"),
        (Score.STONES, "11,5 → −6,7 ±1"),
    ],
)
def test_points_behind_bear_a_minus_sign(score: Score, shown: str) -> None:
    """Where few points are good the number of points is shown, elsewhere the lead with its sign."""
    before, after = Worth(11.5, "points", 1.0), Worth(-6.7, "points", 0.8)
    pen = Pen(Words("de").say, lambda text, paint: text)
    (line,) = verdict_lines(1, "P1 play R2", Verdict(Step(0, "play R2"), 0, before, after), pen, 60, score)
    assert line == f"   1. P1 play R2       {shown}"


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (Worth(1.0, error=None), Worth(0.0, error=None), "about 99 % → 1 %"),
        (Worth(1.0, error=0.1), Worth(0.996, exact=True), "99 % → 99.6 % ±10 %"),
        (Worth(1.0, exact=True), Worth(0.5, exact=True), "100 % → 50 %"),
        (Worth(0.5, error=0.021), Worth(0.4, error=0.001), "50 % → 40 % ±3 %"),
        (Worth(6.0, "points", 0.01), Worth(5.0, "points", exact=True), "6 → 5 ±0.1"),
        (Worth(6.0, "points", None), Worth(5.0, "points", exact=True), "about 6 → 5"),
    ],
)
def test_an_estimate_is_never_certain(before: Worth, after: Worth, shown: str) -> None:
    """Neither 0 nor 100 %, no error of nothing, and no error at all where none can be told."""
    pen = Pen(Words("en").say, lambda text, paint: text)
    (line,) = verdict_lines(1, "P1 1", Verdict(Step(0, "1"), 0, before, after), pen, 60)
    assert line == f"   1. P1 1             {shown}"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hint"], "A hint is for a game"),
        (["hint", "six", "--from", FISH], "A hint is for a game"),
        (["hint", "--from", FISH, "--position", "x"], "--position goes with a game"),
        (["hint", "six", "--step", "3"], "--step goes with --from"),
        (["hint", "chess"], "There is no game 'chess'"),
        (["hint", "--from", str(TRANSCRIPTS)], "is a folder"),
        (["analyse", str(TRANSCRIPTS)], "is a folder"),
        (["hint", "--from", FISH, "--step", "99"], "57 steps, not 99"),
        (["hint", "--from", FISH, "--step", "0"], "Nobody is asked now: the event roll comes first."),
        (["hint", "--from", ESCAPED], "The game is over"),
        (["hint", "hnefatafl", "--seat", "1"], "Seat 1 is not asked now."),
        (["hint", "hnefatafl", "--seat", "7"], "from 0 to 1"),
        (["hint", "hnefatafl", "--position", "nonsense"], "position"),
        (["hint", "--from", "/no/such/file"], "There is no folder /no/such."),
        (["analyse", "/no/such/file"], "There is no folder /no/such."),
        (["analyse", "/no/such/file", "--seconds", "0,5"], "There is no folder /no/such."),
    ],
)
def test_bad_input_gets_a_clear_answer(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert told in capsys.readouterr().err


def test_numbers_in_help_and_errors_are_written_as_the_reader_writes_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With a decimal comma in German, which is understood as well."""
    for lang, number in (("en", "0.3"), ("de", "0,3")):
        assert main(["--lang", lang, "analyse", "--help"]) == 0
        assert f"({number})" in capsys.readouterr().out
    for lang, number in (("en", "0.5"), ("de", "0,5")):
        assert main(["--lang", lang, "analyse", FISH, "--seconds", "soon"]) == 2
        assert f" {number}, " in capsys.readouterr().err
