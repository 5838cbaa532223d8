"""Playing in the terminal with typed lines: what is shown, asked, refused, taken back and kept."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import handvoll
from handvoll.cli.main import main
from handvoll.cli.orders import SAVE, Order, read_order, read_seat
from handvoll.cli.players import Player, seated
from handvoll.cli.session import Session
from handvoll.cli.show import columns_text, moves_text
from handvoll.cli.terminal import CLEAR, Terminal
from handvoll.core.picture import Pen
from handvoll.core.record import Record, read_game

GAMES = sorted(handvoll.cards())


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Types lines into `handvoll play …`; gives the exit code and all that was written."""

    def player(arguments: str, *typed: str, lang: str = "en") -> tuple[int, str]:
        monkeypatch.setenv("HANDVOLL_LANG", lang)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main(arguments.split())
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert "\x1b" not in out
        return code, out + err

    return player


def chance_on(game: str, first: int = 1) -> str:
    """The arguments that let chance play every seat from `first` on: no thinking, so quick."""
    return " ".join(f"--seat {seat}=random" for seat in range(first, handvoll.card(game).players[0]))


def answers(out: str, typed: str) -> str:
    """What came between a typed line and the next prompt."""
    return out.split(f"> {typed}\n", 1)[1].split("> ", 1)[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_watched_to_its_end(play: Callable, game: str) -> None:
    """Chance on all seats: pictures, sentences and a result, from a seed that brings it all again."""
    arguments = f"play {game} --seed 1 {chance_on(game, first=0)}"
    code, out = play(arguments)
    assert code == 0
    assert "Seed 1 " in out
    assert re.search(r"^  1\. ", out, re.MULTILINE) or handvoll.card(game).players[0] == 1
    assert play(arguments)[1] == out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_game_shows_asks_and_lists_moves(play: Callable, game: str, lang: str) -> None:
    code, out = play(f"play {game} --seed 3 {chance_on(game)}", "?", "no such move!", lang=lang)
    assert code == 0
    listed = answers(out, "?")
    assert listed.strip()
    refused = answers(out, "no such move!")
    assert re.search(r"\([A-Z]{2}[0-9]+\)", refused)


def test_a_game_is_played_with_forgiving_notation(play: Callable) -> None:
    out = play("play zahlenpoker --seat 1=human --names Anna,Bert", " EMPTY ", "4", "P", "steal  p2")[1]
    assert "All hands open: ○ 4. The empty hand takes a stone." in out
    assert "Anna takes the 4 of Bert." in out


def test_a_refusal_says_why_with_the_ruling_and_changes_nothing(play: Callable) -> None:
    out = play("play zahlenpoker --seat 1=random --seed 1", "7", "1")[1]
    refused = answers(out, "7")
    assert "Choose 1, 2, 3, 4 or empty, not '7'. (ZP1)" in refused
    assert "All choose in secret at the same time" in refused
    assert "Round 2" in out


def test_orders_are_understood_in_german(play: Callable) -> None:
    out = play(
        "play zahlen --seat 1=random --seed 1", "hilfe", "1", "zurück", "regeln", "zeigen", "ende", lang="de"
    )[1]
    assert "speichern DATEI" in answers(out, "hilfe")
    assert "Runde 1" in answers(out, "zurück")
    assert "# Zahlenpoker" in answers(out, "regeln")
    assert "Runde 1" in answers(out, "zeigen")


def test_undo_goes_back_to_the_last_choice_of_a_person(play: Callable) -> None:
    out = play("play zahlenpoker --seat 1=random --seed 1", "undo", "1", "undo", "2")[1]
    assert "There is no step to take back." in answers(out, "undo")
    assert "Round 1" in out.split("> undo\n")[2]
    assert out.count("Round 2") == 2


def test_dice_that_were_taken_back_fall_the_same_again(play: Callable) -> None:
    thrown = [
        line
        for line in play("play six --seat 1=random --seed 9", "roll", "undo", "roll")[1].splitlines()
        if " = " in line
    ]
    assert len(thrown) == 2
    assert thrown[0] == thrown[1]


def test_a_record_is_saved_told_again_and_gone_on_with(play: Callable, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    out = play(
        "play six --seat 1=random --seed 5 --names Anna,Bert --option pasch=true",
        "roll",
        f"save {file}",
        "quit",
    )[1]
    assert f"The record is in {file}." in out
    record, game = read_game(file.read_text(), handvoll.card)
    assert record.names == ("Anna", "Bert")
    assert dict(record.extra) == {"x-seed": "5"}
    assert game.options["pasch"] is True
    assert any(step.text == "roll" and step.at is not None for step in game.steps())
    assert "Anna throws" in play(f"replay {file}")[1]
    again = play(f"play --from {file}", "undo", "roll")[1]
    assert "Seed 5 " in again
    assert "Anna> undo" in again


def test_a_file_of_somebody_else_is_left_alone(play: Callable, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    out = play("play zahlenpoker --seat 1=random", f"save {file}", f"save {tmp_path}/no/such/folder", "quit")[
        1
    ]
    assert f"There is a file {file} already; it is left as it is." in out
    assert f"There is no folder {tmp_path}/no/such." in out
    assert file.read_text() == "precious"


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x", "a\0b"])
def test_a_file_name_that_cannot_be_is_refused(play: Callable, name: str) -> None:
    code, out = play("play abraeumen", "c1-a1", f"save {name}", "undo", "quit")
    assert code == 0
    assert re.search("There is no folder ~nobody|No file can be called", out)


def test_saving_twice_writes_the_same_file_again(play: Callable, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("play zahlenpoker --seat 1=random --seed 2", "1", f"save {file}", "2", f"save {file}", "quit")
    assert len(Record.read(file.read_text()).lines) >= 4


def test_without_a_name_the_record_gets_one(
    play: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play("play zahlenpoker --seat 1=random", "1", "save", "quit")
    (file,) = tmp_path.iterdir()
    assert re.fullmatch(r"zahlenpoker-[0-9-]+\.txt", file.name)


def test_several_people_asked_at_once_can_answer_in_any_order(play: Callable, tmp_path: Path) -> None:
    """In Six whoever is quicker types: P3 before a move is the move of player 3."""
    start = six_with_two_claims().record()
    file = tmp_path / "six.txt"
    file.write_text(start)
    out = play(f"play --from {file} --seat 1=human --seat 2=human", "p3 secure", "secure")[1]
    assert "Asked at the same time: Player 3. P3 before a move answers for Player 3." in out
    assert "Player 3 secures" in out
    assert "Player 2> secure" in out


def six_with_two_claims() -> handvoll.Game:
    """Six at a throw that players 2 and 3 may both secure."""
    game = handvoll.new("six", 3)
    for outcome in ("1", "2", "3", "9", "11", "12", "9", "13", "14", "120000"):
        game = game.happen(outcome)
    return game.play(0, "roll").happen("2-3-4")


def test_nobody_answers_for_another_where_choices_are_secret(play: Callable) -> None:
    out = play("play zahlenpoker --seat 1=human", "P2 3", "P1 4")[1]
    assert "Asked at the same time" not in out
    assert "(ZP1)" in answers(out, "P2 3")
    assert "Player 2> " in out


def test_the_end_of_input_leaves_cleanly(play: Callable) -> None:
    assert play("play zahlenpoker --seat 1=random")[0] == 0


def test_opponents_by_level_can_be_seated(play: Callable) -> None:
    code, out = play("play zahlenpoker --seat 1=level1 --seed 1", "1", "2")
    assert code == 0
    assert "Played by Handvoll: Player 2." in out


def test_a_person_sits_where_no_opponent_was_seated(play: Callable) -> None:
    """Who gives the first seat to an opponent wants to play on the other one."""
    out = play("play zahlenpoker --seat 0=level:1 --seed 1", "1")[1]
    assert "Played by Handvoll: Player 1." in out
    assert "Player 2> " in out


def test_all_opponents_get_the_level_that_is_asked_for() -> None:
    kinds = [player.kind for player in seated(4, [(1, "random")], (), 5)]
    assert kinds == ["human", "random", "level5", "level5"]


@pytest.mark.parametrize("level", ["0", "6", "x", "2.0", ""])
def test_a_level_that_does_not_exist_is_refused(play: Callable, level: str) -> None:
    code, out = play(f"play zahlenpoker --level={level}")
    assert code == 2
    assert "A level is a whole number from 1 to 5" in out


def test_a_hint_is_given_at_the_table(play: Callable) -> None:
    """In both languages, for who is asked; the game stands as it was."""
    out = play("play abraeumen", "hint", "undo")[1]
    assert "It could go on like this:" in out
    assert "There is no step to take back." in out
    assert "So könnte es weitergehen:" in play("play abraeumen", "tipp", lang="de")[1]


# --- the menu --------------------------------------------------------------------------------------


def test_the_menu_asks_until_it_can_begin(play: Callable) -> None:
    number = str(GAMES.index("zahlenpoker") + 1)
    out = play("menu", "chess", "99", number, "9", "3", "x", "3", "1", "4", "2")[1]
    assert "There is no game 'chess'" in out
    assert "A number from 1 to 10 is expected, not '99'." in out
    assert "A number from 2 to 4 is expected, not '9'." in out
    assert "All hands open: 1 4 2. Player 2 keeps the 4." in out


def test_the_menu_asks_for_options_and_strength(play: Callable) -> None:
    out = play("menu", "six", "", "2", "", "1", "1", lang="de")[1]
    assert "Enter" not in out
    assert "Runde 1" in out


@pytest.mark.parametrize("typed", [(), ("",), ("six",)])
def test_one_can_leave_the_menu(play: Callable, typed: tuple[str, ...]) -> None:
    assert play("menu", *typed)[0] == 0


def test_without_a_command_the_house_opens(play: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    """…with a browser; the settings are those of the environment."""
    opened: list[tuple[object, bool]] = []
    monkeypatch.setattr(
        "handvoll.web.serve.run",
        lambda settings, say, *, browser: opened.append((settings.port, browser)),
    )
    monkeypatch.setenv("HANDVOLL_PORT", "5999")
    assert play("")[0] == 0
    assert opened == [(5999, True)]


# --- a screen --------------------------------------------------------------------------------------


class Screen(io.StringIO):
    """Output that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def watched(
    game: handvoll.Game, players: list[Player], moves: list[str], now: list[float] | None = None
) -> str:
    """What a screen gets to see while `moves` are typed (and nothing after)."""
    screen = Screen()
    terminal = Terminal("en", io.StringIO("".join(f"{move}\n" for move in moves)), screen, {"NO_COLOR": "1"})
    clock = iter(now) if now is not None else None
    session = Session(
        terminal,
        game,
        players,
        "1",
        clock=(lambda: next(clock)) if clock else lambda: 0.0,
        sleep=lambda _s: None,
    )
    assert session.run() == 0
    return screen.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_in_colours_says_the_same_as_a_plain_one(game: str) -> None:
    """Paint adds nothing but paint, within 78 columns, at many moments of a game."""
    now = handvoll.new(game)
    terminal = Terminal("de", io.StringIO(), Screen(), {})
    words = terminal.words_of(now.card)
    for step in range(120):
        for seat in (*range(now.players), None):
            view = now.view(seat)
            plain = now.card.picture.text(view, Pen(words.say))
            painted = now.card.picture.text(view, terminal.pen(words))
            assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
            assert max(map(len, plain.splitlines())) <= 78
        if now.over:
            break
        if now.chance:
            now = now.deal(lambda n, step=step: step * 7 % n)
        else:
            moves = now.legal(now.to_act[0])
            now = now.play(now.to_act[0], moves[step * 7 % len(moves)])


def test_a_secret_choice_is_gone_before_the_next_person_looks() -> None:
    """The curtain: everything is cleared, the scrolled part too, before the keyboard is handed on."""
    shown = watched(handvoll.new("zahlenpoker"), [Player(), Player()], ["4"])
    before, after = shown.split("Hand the keyboard to Player 2.")
    assert before.endswith(CLEAR)
    assert "> 4" in before
    assert "4." not in after.split("> ")[0]


def test_the_keyboard_is_not_handed_on_without_need() -> None:
    """One person, or nothing secret between the two: no curtain."""
    assert "Hand the" not in watched(handvoll.new("zahlenpoker"), [Player(), Player("random")], ["1", "2"])
    assert "Hand the" not in watched(handvoll.new("abraeumen"), [Player()], ["?"])
    played = watched(handvoll.new("zahlenpoker"), [Player(), Player()], ["4", "3", "2"])
    # After the first round all is open: only the secret of each round calls for it.
    assert played.count("Hand the keyboard") == 2


def test_what_lay_open_in_the_shell_game_leaves_the_screen() -> None:
    """HS9: after cover neither the screen nor what can be scrolled back shows the faces."""
    shown = watched(handvoll.new("huetchenspieler"), [Player(), Player()], ["lay 3142", "cover"])
    open_part, covered_part = shown.rsplit(CLEAR, 1)
    assert "▲" in open_part
    assert not set("▲●■┃") & set(covered_part)
    assert "3142" not in covered_part


def test_an_opponents_row_is_shown_before_it_is_covered() -> None:
    """HS3: whoever plays against Handvoll gets to see the stones, and time to remember them."""
    shown = watched(handvoll.new("huetchenspieler"), [Player("random"), Player()], [])
    assert any("▲" in part and "■" in part for part in shown.split(CLEAR))
    row = [line for line in shown.rsplit(CLEAR, 1)[1].splitlines() if line.startswith("   │")]
    assert row
    assert not set("▲●■┃") & set("".join(row))


def test_time_in_six_is_measured_from_the_flip() -> None:
    """SX11: every action carries the milliseconds since the timer was flipped."""
    screen = Screen()
    terminal = Terminal("en", io.StringIO("roll\nquit\n"), screen, {})
    ticks = iter([100.0, 200.0, 201.5, 203.0, 203.0, 203.0])
    session = Session(
        terminal,
        handvoll.new("six"),
        [Player(), Player()],
        "1",
        clock=lambda: next(ticks),
        sleep=lambda _seconds: None,
    )
    session.run()
    roll = next(step for step in session.game.steps() if step.text == "roll")
    assert roll.at == 1500


# --- parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("?", Order("moves")),
        (" HELP ", Order("help")),
        ("save my file.txt", Order(SAVE, "my file.txt")),
        ("speichern", Order(SAVE)),
        ("help me", None),
        ("pass", None),
        ("d1-d4", None),
        ("", None),
    ],
)
def test_orders_are_told_from_moves(line: str, order: Order | None) -> None:
    assert read_order(line) == order


def test_a_seat_before_a_move_is_read() -> None:
    assert read_seat("p2 secure") == (1, "secure")
    assert read_seat("pass") == (None, "pass")


@pytest.mark.parametrize("game", GAMES)
def test_no_move_of_any_game_is_mistaken_for_an_order(game: str) -> None:
    now = handvoll.new(game)
    for step in range(60):
        if now.over:
            break
        if now.chance:
            now = now.deal(lambda n, step=step: step % n)
            continue
        moves = now.legal(now.to_act[0])
        assert all(read_order(move) is None and read_seat(move)[0] is None for move in moves)
        now = now.play(now.to_act[0], moves[step % len(moves)])


def test_the_help_hangs_below_its_second_column_where_the_screen_is_narrow() -> None:
    helped = columns_text("undo         take back to your last move\nAnything else is a move.", 30)
    assert helped == "undo         take back to your\n             last move\nAnything else is a move."


def test_many_moves_are_grouped_by_how_they_begin() -> None:
    listed = moves_text(handvoll.new("hnefatafl").legal(0), 60)
    assert all(len(line) <= 60 for line in listed.splitlines())
    assert re.search(r"^  a5- …  b5  c5  d5$", listed, re.MULTILINE)
    assert moves_text(["1", "2", "steal P3"], 60) == "  1  2  steal P3"
