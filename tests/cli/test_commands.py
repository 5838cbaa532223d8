"""The command line: what it writes, what it refuses, and with which exit code."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import handvoll
from handvoll.cli.main import main
from handvoll.cli.names import find_card
from handvoll.cli.terminal import SGR, Terminal
from handvoll.core.errors import UnknownGame
from handvoll.core.picture import PAINTS

HANDVOLL = (sys.executable, "-m", "handvoll")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDVOLL_LANG", "en")
    monkeypatch.setattr("sys.stdin", io.StringIO())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs handvoll; gives its exit code, its output and its errors."""

    def runner(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return runner


def test_help_names_every_command_with_a_sentence(run: Callable) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    for command in ("games", "rules", "play", "engine", "replay", "perft", "version", "completion"):
        assert f"\n    {command} " in out
    assert "complete " not in out.replace("completion", "")


@pytest.mark.parametrize("command", ["games", "rules", "play", "engine", "replay", "perft", "version"])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_command_explains_itself_in_both_languages(run: Callable, command: str, lang: str) -> None:
    code, out, _err = run(command, "--help", "--lang", lang)
    assert code == 0
    assert out.startswith({"de": "Aufruf: ", "en": "usage: "}[lang])


@pytest.mark.parametrize(
    ("arguments", "lang"),
    [
        (["--lang", "de"], "de"),
        (["--lang=de"], "de"),
        (["games", "--lang", "de_AT"], "de"),
        ([], "en"),
    ],
)
def test_the_language_can_be_said_before_and_after_the_command(
    run: Callable, arguments: list[str], lang: str
) -> None:
    code, out, _err = run(*(arguments if "games" in arguments else [*arguments, "games"]))
    assert code == 0
    assert {"de": "Zahlenpoker", "en": "Number Poker"}[lang] in out


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"HANDVOLL_LANG": "de", "LANG": "en_US.UTF-8"}, "de"),
        ({"HANDVOLL_LANG": "", "LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"HANDVOLL_LANG": "", "LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"HANDVOLL_LANG": "fr"}, "en"),
    ],
)
def test_the_language_follows_the_variables(
    run: Callable, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], lang: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert {"de": "Zahlenpoker", "en": "Number Poker"}[lang] in run("games")[1]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nope"], 2, "no command 'nope'"),
        (["--nope"], 2, "unrecognized arguments: --nope"),
        (["--lang", "xx", "games"], 2, "no language 'xx'; there are: en, de"),
        (["--lang"], 2, "no language ''"),
        (["rules"], 2, "required: GAME"),
        (["rules", "chess"], 1, "no game 'chess'"),
        (["rules", "sixx"], 1, "did you mean six?"),
        (["play"], 1, "Which game?"),
        (["play", "six", "--players", "9"], 1, "Six is for 2–5 players, not 9."),
        (["play", "six", "--players", "x"], 2, "a whole number is expected, not 'x'"),
        (["play", "six", "--seat", "2=random"], 1, "no seat 2"),
        (["play", "six", "--seat", "0=robot"], 2, "human, random, level1"),
        (["play", "six", "--seat", "x"], 2, "A seat reads like 0=human"),
        (["play", "six", "--option", "pasch"], 1, "reads like name=value"),
        (["play", "six", "--option", "pash=true"], 1, "no option 'pash'; it has: pasch, auto_secure"),
        (["play", "six", "--option", "pasch=maybe"], 1, 'takes false, true, not "maybe"'),
        (["play", "six", "--names", "A,B,C"], 1, "2 seats and 3 names"),
        (["play", "--from", "/does/not/exist"], 1, "There is no folder /does/not."),
        (["play", "six", "--from", "x"], 1, "brings its game"),
        (["replay", "/nothing-there"], 1, "There is no file /nothing-there."),
        (["replay", str(Path(__file__).parent)], 1, "is a folder, not a file."),
        (["replay", __file__], 1, "The record cannot be read (line 1)"),
        (["replay", sys.executable], 1, "no text"),
        (["perft", "six"], 1, "games without chance; Six has it"),
        (["perft", "hnefatafl", "--depth", "0"], 0, ""),
        (["perft", "hnefatafl", "--depth", "-1"], 1, "from 0 to 99, not -1."),
        (["perft", "hnefatafl", "--depth", "1e3"], 2, "a whole number is expected"),
        (["perft", "hnefatafl", "--position", "x"], 1, "Not a position (column 1)"),
        (["completion", "tcsh"], 2, "one of bash, fish, zsh is expected, not 'tcsh'"),
        (["perft", "hnefatafl", "2"], 2, "handvoll perft: unrecognized arguments: 2"),
    ],
)
def test_bad_input_gets_a_clear_answer_and_its_exit_code(
    run: Callable, arguments: list[str], code: int, said: str
) -> None:
    found, _out, err = run(*arguments)
    assert found == code
    assert said in err


def test_the_faults_of_the_command_line_are_told_in_german_too(run: Callable) -> None:
    assert "es fehlt: SPIEL" in run("--lang", "de", "rules")[2]
    assert "Einen Befehl „x“ gibt es nicht" in run("--lang", "de", "x")[2]
    assert "Eine Datei /x gibt es nicht." in run("--lang", "de", "replay", "/x")[2]
    assert "möglich sind bash, fish, zsh, nicht „x“" in run("--lang", "de", "completion", "x")[2]
    assert "--seat PLATZ=ART" in run("--lang", "de", "play", "--help")[1]


def test_games_shows_the_shelf(run: Callable) -> None:
    out = run("games")[1]
    for card in handvoll.cards().values():
        assert f"{card.title['en']}  {card.id}  (" in out


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("arguments", [["games"], ["--help"]])
def test_a_narrow_screen_is_kept_to(
    run: Callable, monkeypatch: pytest.MonkeyPatch, arguments: list[str], lang: str
) -> None:
    monkeypatch.setattr(Terminal, "width", 40)
    out = run(*arguments, "--lang", lang)[1]
    assert max(map(len, out.splitlines())) <= 40


@pytest.mark.parametrize("game", sorted(handvoll.cards()))
@pytest.mark.parametrize("lang", ["de", "en"])
def test_rules_draws_the_pictures_of_the_page(run: Callable, game: str, lang: str) -> None:
    code, out, _err = run("rules", game, "--lang", lang)
    assert code == 0
    assert out.startswith(f"# {handvoll.card(game).title[lang]}\n")
    assert "position" not in "".join(line for line in out.splitlines() if line.startswith("```"))
    assert "\x1b" not in out


def test_perft_counts_depth_by_depth(run: Callable) -> None:
    out = run("perft", "hnefatafl", "--depth", "2")[1]
    assert [line.split()[0] for line in out.splitlines()] == ["1", "2"]
    assert out.split()[1] == "116"


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_version_names_it(run: Callable, asked: str) -> None:
    assert run(asked)[1].startswith(f"handvoll {handvoll.__version__} ")


def test_replay_tells_a_record_step_by_step(run: Callable, tmp_path: Path) -> None:
    game = handvoll.new("zahlenpoker").play(0, "4").play(1, "empty").play(1, "steal P1")
    file = tmp_path / "record.txt"
    file.write_text(game.record())
    code, out, _err = run("replay", str(file))
    assert code == 0
    assert "1. P1 4         Player 1 has chosen: 4." in out
    assert "3. P2 steal P1  Player 2 takes the 4 of Player 1." in out
    assert "The game is not over" in out
    assert run("replay", str(file), "--pictures")[1].count("Round 1") == 2
    file.write_text(game.record().replace("steal P1", "steal P2"))
    code, _out, err = run("replay", str(file))
    assert code == 1
    assert "(line 11): step 3 is not possible" in err


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_draw_is_half_a_point_each_in_every_language(run: Callable, lang: str) -> None:
    record = Path(__file__).parents[1] / "transcripts" / "hnefatafl" / "no-move.txt"
    out = run("replay", str(record), "--lang", lang)[1]
    assert [line.split()[0::2] for line in out.splitlines()[-2:]] == [["1.", "½"]] * 2


def test_replay_reads_standard_input(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(handvoll.new("zahlenpoker").play(0, "4").record()))
    assert "1. P1 4" in run("replay", "-")[1]


# --- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("six", "six"),
        ("SIX", "six"),
        ("funf", "fuenf-gewinnt"),
        ("fünf gewinnt", "fuenf-gewinnt"),
        ("Fuenf", "fuenf-gewinnt"),
        ("makefive", "make-five"),
        ("High Five!", "high-five"),
        ("number", "zahlenpoker"),
        ("hut", "huetchenspieler"),
        ("abraumen", "abraeumen"),
        ("tafl", "hnefatafl"),
    ],
)
def test_names_of_games_are_read_kindly(typed: str, game: str) -> None:
    assert find_card(typed).id == game


@pytest.mark.parametrize("typed", ["", " ", "-", "f", "chess", "x" * 10_000])
def test_a_name_that_is_none_or_several_is_refused(typed: str) -> None:
    with pytest.raises(UnknownGame):
        find_card(typed)


# --- the terminal ----------------------------------------------------------------------------------


class Screen(io.StringIO):
    """Output that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "target", "coloured"),
    [
        ({}, Screen(), True),
        ({"NO_COLOR": "1"}, Screen(), False),
        ({"NO_COLOR": ""}, Screen(), True),
        ({"TERM": "dumb"}, Screen(), False),
        ({}, io.StringIO(), False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    environ: dict[str, str], target: io.StringIO, coloured: bool
) -> None:
    terminal = Terminal("en", io.StringIO(), target, environ)
    assert (terminal.paint("x", "red") != "x") is coloured


def test_every_paint_has_a_colour_and_paints_lie_in_each_other() -> None:
    assert set(SGR) == set(PAINTS)
    terminal = Terminal("en", io.StringIO(), Screen(), {})
    painted = terminal.paint(f"a{terminal.paint('b', 'red')}c", "light")
    assert painted == "\x1b[30;48;5;223ma\x1b[31mb\x1b[0m\x1b[30;48;5;223mc\x1b[0m"


# --- as a process ----------------------------------------------------------------------------------


def test_the_engine_is_a_command() -> None:
    """A whole conversation over the pipe, in a process of its own."""
    lines = b'{"do": "new", "game": "zahlenpoker", "players": 2, "id": 1}\n\n{"do": "quit"}\n'
    done = subprocess.run([*HANDVOLL, "engine"], input=lines, capture_output=True, check=True)
    first, blank, last = map(json.loads, done.stdout.splitlines())
    assert (first["ok"], first["id"], first["to_act"]) == (True, 1, [0, 1])
    assert blank["error"]["code"] == "bad-json"
    assert last == {"ok": True}
    assert done.stderr == b""


def test_the_engine_answers_each_line_at_once() -> None:
    with subprocess.Popen([*HANDVOLL, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for _turn in range(3):
            engine.stdin.write(b'{"do": "games"}\n')
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline())["ok"]
        engine.stdin.close()
        assert engine.wait(10) == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["version", "engine", "play abraeumen"])
def test_a_closed_stream_is_no_fault(command: str, closed: str) -> None:
    line = f"'{sys.executable}' -m handvoll {command} {closed}"
    done = subprocess.run(["sh", "-c", line], input="", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_has_had_enough_is_no_fault() -> None:
    done = subprocess.run(
        f"{' '.join(HANDVOLL)} games | head -1", shell=True, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_help_comes_at_once() -> None:
    """In under six times the time of an empty Python: the best of many tries of both, taken in turns, counted
    in processor time, because other tests may be at work beside us."""
    resource = pytest.importorskip("resource")

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(usage.ru_utime + usage.ru_stime)

    def once(*command: str) -> float:
        began = spent()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return spent() - began

    empty, help_ = [], []
    for _try in range(40):
        empty.append(once(sys.executable, "-c", "pass"))
        help_.append(once(*HANDVOLL, "--help"))
        if min(help_) < 6 * min(empty) and len(empty) >= 5:
            return
    pytest.fail(f"an empty Python takes {min(empty):.3f} s, the help {min(help_):.3f} s")


def test_help_loads_nothing_heavy() -> None:
    """What the time above rests on."""
    asked = "import sys; from handvoll.cli.main import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"babel", "rich", "numpy", "numba", "litestar", "sqlalchemy", "pathlib", "random"}
    assert not {
        name for name in loaded if name.startswith(("handvoll.games", "handvoll.web", "handvoll.bots"))
    }


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_writes_a_script_for_the_shell(run: Callable, shell: str) -> None:
    code, out, _err = run("completion", shell)
    assert code == 0
    assert "handvoll complete --" in out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["pl"], ["play"]),
        (["play", "fu"], ["fuenf-gewinnt"]),
        (["play", "six", "--op"], ["--option", "--options"]),
        (["play", "six", "-o", "pasch="], ["pasch=false", "pasch=true"]),
        (["play", "six", "--seat", "1=h"], ["1=human"]),
        (["--lang", "d"], ["de"]),
        (["rules", "--lang", "d"], ["de"]),
        (["completion", "z"], ["zsh"]),
        (["replay", "x"], []),
        (["nope", "x"], []),
    ],
)
def test_completion_knows_what_can_follow(run: Callable, words: list[str], found: list[str]) -> None:
    assert run("complete", "--", *words)[1].split() == found


def test_completion_works_in_a_real_bash(run: Callable, tmp_path: Path) -> None:
    (tmp_path / "handvoll").write_text(f'#!/bin/sh\nexec {" ".join(HANDVOLL)} "$@"\n')
    (tmp_path / "handvoll").chmod(0o755)
    script = run("completion", "bash")[1] + (
        "COMP_WORDS=(handvoll play huet); COMP_CWORD=2; _handvoll; echo ${COMPREPLY[@]}\n"
    )
    done = subprocess.run(
        ["bash", "-c", f"PATH={tmp_path}:$PATH\n{script}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["huetchenspieler"]
