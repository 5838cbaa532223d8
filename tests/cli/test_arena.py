"""`handvoll arena`: the table it writes, and that it stops and goes on."""

from __future__ import annotations

import dataclasses
import os
import re
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from handvoll.bots.arena import MATCH, STOP, Match
from handvoll.bots.outside import Forfeit
from handvoll.bots.standings import Duel, Outcome
from handvoll.cli.main import main
from handvoll.cli.matches import CODES, _bar, _elo_text, shown_names, standings
from handvoll.cli.terminal import Terminal

FAKE = f"engine:{sys.executable} {Path(__file__).parents[1] / 'bots/fake_engine.py'}"


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANDVOLL_LANG", "en")


def test_the_table_tells_who_is_ahead_and_who_forfeited(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "zahlen", "random", f"{FAKE} dies 2", "--games", "5", "--jobs", "1"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "Number Poker: 6 games" in told  # whole groups
    assert max(map(len, told.splitlines()[:5])) <= 78
    told = " ".join(told.split())
    assert "random took 100.0 % of the points" in told
    assert "lost 6 games by forfeit (died): ended by itself when asked best" in told
    (folder,) = Path().glob("arena-zahlenpoker-*")
    assert f"The records are in {folder}." in told
    assert main([*command, "--lang", "de"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Zahlenpoker: 6 Partien" in told
    assert "100,0 %" in told
    assert "100.0" not in told
    assert "verlor 6 Partien" in told


def test_forfeits_are_told_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    """With the game's own sentence too; what a program said itself stays as it said it."""
    for kind, german in [
        ("dies", "verlor 2 Partien kampflos (beendet): beendete sich auf die Frage best von selbst"),
        ("illegal", "Die Linien gehen von a bis k, die Reihen von 1 bis 11."),
        ("refuses", "(verweigert): verweigerte best: I do not feel like it."),
    ]:
        assert main(["arena", "hnefa", "random", f"{FAKE} {kind}", "-g", "2", "-j", "1", "--lang", "de"]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert german in told
    assert set(CODES) == set(Forfeit.CODES)


def test_what_is_long_is_cut_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wordy.py").write_text("def think(seen, effort): raise ValueError('many words ' * 100)", "utf-8")
    assert main(["arena", "zahlen", "random", "python:wordy:think", "-g", "2", "-j", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "failed: ValueError: many words" in told
    assert re.search(r"( many| words)… The records", told)


@pytest.mark.parametrize(
    ("share", "low", "high", "told"),
    [
        (0.6, 0.5, 0.7, "That is a difference in Elo of +70 (95 %: +0 to +147)."),
        (0.4, 0.2, 0.6, "That is a difference in Elo of -70 (95 %: -241 to +70)."),
        (1.0, 0.8, 1.0, "A took all: that is more than 241 Elo ahead of B (95 %)."),
        (0.0, 0.0, 0.2, "B took all: that is more than 241 Elo ahead of A (95 %)."),
        (1.0, 0.3, 1.0, "These are too few games to tell a difference in Elo."),
        (0.0, 0.0, 0.7, "These are too few games to tell a difference in Elo."),
        (0.5, 0.0, 1.0, "These are too few games to tell a difference in Elo."),
    ],
)
def test_a_difference_in_elo_is_told_as_far_as_it_is_known(
    share: float, low: float, high: float, told: str
) -> None:
    assert str(_elo_text(Duel(9, 5, 4, share, low, high), ["A", "B"])) == told


def test_there_is_one_elo_and_it_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Two competitors have it in a sentence, more in the table, and it is never infinite."""
    assert main(["arena", "zahlen", "random", f"{FAKE} refuses", "-g", "2", "-j", "1"]) == 0
    told = capsys.readouterr().out
    assert told.count("Elo") == 1
    assert main(["arena", "zahlen", "random", "random", f"{FAKE} refuses", "-g", "6", "-j", "1"]) == 0
    told += capsys.readouterr().out
    assert told.count("Elo") == 2
    assert "inf" not in told


def test_a_match_without_a_decided_game_says_nothing_of_such(capsys: pytest.CaptureFixture[str]) -> None:
    undecided = [Outcome(group, 0, (0, 1), (1.5, 1.5)) for group in range(4)]
    match = Match("hnefatafl", ("random", "level:1")).checked()
    told = " ".join(standings(match, undecided, Terminal("en")))
    assert "50.0" in told
    assert "decided" not in told


def test_programs_are_shown_without_their_folders_unless_that_confuses_them() -> None:
    long = "engine:/usr/lib/games/strong --and --many --more --arguments"
    assert shown_names(["level:3", long]) == ["level:3", "engine:strong --and --many --…"]
    assert shown_names(["engine:/a/x", "engine:/b/x"]) == ["engine:/a/x", "engine:/b/x"]


def test_many_seats_are_told_by_mean_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "zahlen", *["random"] * 3, "-p", "3", "-g", "3", "-j", "1", "--keep", "here"]) == 0
    told = capsys.readouterr().out
    assert "mean place" in told
    assert "Elo" not in told
    assert len(list(Path("here").glob("*.txt"))) == 3


def test_a_game_for_one_is_told_by_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody beats anybody there: the fewer points the better, and the better stands first."""
    assert main(["arena", "abr", "random", "level:5", "-g", "8", "-j", "1", "--nodes", "9"]) == 0
    told = capsys.readouterr().out
    assert told.index("  level:5") < told.index("  random")
    found = " ".join(told.split())
    assert re.search(r"level:5 is ahead of random by \d\.\d\d ± \d\.\d\d on average \(95 %\)\.", found)
    assert "The fewer, the better." in found
    for word in ("Elo", "place", "% of the points"):
        assert word not in found


def test_a_lead_within_its_error_may_be_chance() -> None:
    match = Match("abraeumen", ("random", "level:1", "level:2")).checked()

    def told(count: int, *scores: int) -> str:
        outcomes = [
            Outcome(group, 0, (group % count,), (1.0,), (score,)) for group, score in enumerate(scores)
        ]
        few = dataclasses.replace(match, competitors=match.competitors[:count])
        return " ".join(" ".join(standings(few, outcomes, Terminal("en"))).split())

    assert "level:1 is ahead of random by 0.50 ± 0.98 on average (95 %). That may be chance." in told(
        2, 4, 4, 5, 4
    )
    assert "may be chance" not in told(2, 9, 1, 9, 1)
    assert "may be chance" in told(2, 9, 1)
    assert "ahead" not in told(2, 9)
    three = told(3, 9, 1, 5)
    assert "ahead" not in three
    assert three.index("level:1") < three.index("level:2") < three.index("random")


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_table_fits_the_screen(width: int, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number stays whole beside its error, on narrow screens in lines of its own."""
    monkeypatch.setattr(Terminal, "width", width)
    long = "engine:strong --and --many --more --arguments"
    outcomes = [
        Outcome(2 * group + turn, 0, order, (1.0, 2.0) if group else (2.0, 1.0), (3, 0))
        for group in range(7)
        for turn, order in enumerate([(0, 1), (1, 2), (2, 0)])
    ]
    match = Match("hnefatafl", (long, f"{long} 2", "random"))
    lines = list(standings(dataclasses.replace(match, players=2), outcomes, Terminal(lang)))
    assert max(map(len, lines)) <= width
    numbers = re.findall(r"\d+[.,]\d\d ± \d[.,]\d\d$", "\n".join(lines), re.MULTILINE)
    assert len(numbers) >= 3
    table = [line for line in lines if " ± " in line]
    assert len(table) == (3 if width > 80 else 9)


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_bar_fits_the_screen(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it tells is not cut off."""
    import fcntl
    import termios

    monkeypatch.setenv("COLUMNS", str(width))  # which Rich asks for, where standard output is no screen
    match = Match("hnefatafl", ("random", "level:1"), players=2)
    outcomes = [Outcome(group, 0, (0, 1), (1.0, 2.0), (3, 0)) for group in range(999)]
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 12, width, 0, 0))
    with open(theirs, "w", encoding="utf-8") as screen:
        with _bar(Terminal("de", target=screen, environ={"TERM": "xterm"}), match, 2000) as news:
            news(outcomes)
            time.sleep(0.3)
        screen.flush()
        shown = os.read(ours, 100_000).decode()
    os.close(ours)
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert re.search(r"999/2000 .*100,0.% \[99,6.%–100,0.%\]", lines)
    assert ("━" in lines) == (width >= 60)


def test_the_sequential_test_ends_a_clear_match_early(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "zahlen", "random", f"{FAKE} refuses", "-g", "5000", "-j", "1", "--sprt", "0,300"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "The sequential test says: rather +300 Elo ahead than +0" in told
    assert len(list(Path().glob("arena-*/*.txt"))) < 500
    assert main([*command, "--lang", "de"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Likelihood-Quotient \+\d+,\d\d\)", said.replace("- ", "-"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["zahlen", "random"], "two competitors"),
        (["zahlen", "random", "level:9"], "level:1 to level:5"),
        (["zahlen", "random", "random", "--sprt", "5,1"], "such as 0,50"),
        (["zahlen", "random", "random", "random", "--sprt", "0,50"], "of two competitors"),
        (["zahlen", "random", "random", "--games", "0"], "At least one game"),
        (["zahlen", "random", "random", "--jobs", "0"], "-1 for one per core, not 0"),
        (["zahlen", "random", "random", "-o", "x=1"], "no option"),
        (["abr", "random", "random", "--sprt", "0,50"], "in a game for one nobody does"),
        (["zahlen", "random", "random", "--keep", "file/below"], "The folder file/below cannot be made."),
        (["zahlen", "random", "random", "--keep", "file"], "There is a file file already"),
        (["chess", "random", "random"], "chess"),
    ],
)
def test_bad_input_gets_a_clear_answer(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    assert main(["arena", *arguments]) == 1
    assert told in capsys.readouterr().err


def test_a_time_that_is_none_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "zahlen", "random", "random", "--seconds", "no"]) == 2
    assert "a time in seconds" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="sends Ctrl-C as POSIX terminals do")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_and_the_same_command_goes_on(jobs: str, tmp_path: Path) -> None:
    """All processes hear Ctrl-C, as in a terminal: whole records stay, no process does, and playing on
    needs only the rest."""
    command = [sys.executable, "-m", "handvoll", "arena", "zahlen", "random", f"{FAKE} good", "-j", jobs]
    folder = tmp_path / "kept"
    running = subprocess.Popen(
        [*command, "-g", "100000", "--keep", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        _wait_until(lambda: len(list(folder.glob("*.txt"))) >= 6)
        os.killpg(running.pid, signal.SIGINT)
        told, faults = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 130, faults
    assert "Stopped before the end" in told
    assert "Traceback" not in faults
    assert not list(folder.glob("*.part"))
    assert not (folder / STOP).exists()
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("*.txt")}
    assert len(kept) >= 6
    assert main([*command[3:], "-g", str(len(kept) + 4), "--keep", str(folder)]) == 0
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert (folder / MATCH).exists()


@pytest.mark.skipif(os.name != "posix", reason="sends Ctrl-C as POSIX terminals do")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_again_ends_at_once_and_tells_how_it_stands(jobs: str, tmp_path: Path) -> None:
    """Somebody hangs and may do so for long: what was played is told, and no process stays."""
    Path("late.py").write_text(
        "import os, time\n"
        "from pathlib import Path\n"
        "def think(seen, effort):\n"
        "    Path(f'asked-{os.getpid()}').touch()\n"
        "    if Path('on').exists():\n"
        "        Path('hangs').touch()\n"
        "        time.sleep(3600)\n"
        "    return seen.moves[0]\n",
        "utf-8",
    )
    folder = tmp_path / "kept"
    command = [sys.executable, "-m", "handvoll", "arena", "zahlen", "random", "python:late:think", "-j", jobs]
    running = subprocess.Popen(
        [*command, "-g", "100000", "--deadline", "600", "--keep", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        _wait_until(lambda: len(list(folder.glob("*.txt"))) >= 20)
        Path("on").touch()
        _wait_until(Path("hangs").exists)
        os.killpg(running.pid, signal.SIGINT)
        _wait_until((folder / STOP).exists)  # it has heard
        time.sleep(0.2)
        assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        told, faults = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 130, faults
    assert f"Number Poker: {len(list(folder.glob('*.txt')))} games" in told
    assert "Stopped before the end" in told
    assert "Traceback" not in faults
    assert not (folder / STOP).exists()
    for path in Path().glob("asked-*"):
        pid = int(path.name.split("-")[1])
        _wait_until(lambda pid=pid: not _lives(pid))


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
