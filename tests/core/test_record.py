"""Records: written, read back exactly, replayed, refused with line and reason when they were changed."""

import datetime
import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handvoll
from handvoll.core.errors import BadRecord, BadRequest
from handvoll.core.game import Game
from handvoll.core.record import SPECTATORS, Record, clean_name, read_game

DAY = datetime.date(2026, 7, 4)
GAMES = sorted(handvoll.cards())


def played(game_id: str, seed: int, most: int = 10_000, players: int | None = None) -> Game:
    """A game of random moves, over or `most` steps long."""
    luck = random.Random(seed)
    game = handvoll.new(game_id, players)
    while not game.over and game.ply < most:
        if game.chance:
            game = game.deal(luck.randrange)
        else:
            seat = luck.choice(game.to_act)
            game = game.play(seat, luck.choice(game.legal(seat)))
    return game


def sealed(text: str) -> str:
    """`text` with a check that fits, as somebody who knows how would doctor it."""
    body = text[: text.rindex("check:")]
    return f"{body}check: {hashlib.sha256(body.encode()).hexdigest()}\n"


def a_record(**headers: object) -> str:
    game = handvoll.new("zahlenpoker").play(0, "4").play(1, "empty").play(1, "steal P1").play(0, "3")
    return Record.of(game, date=DAY, names=["Anna", ""], **headers).text()  # type: ignore[arg-type]


def test_a_record_reads_like_a_score() -> None:
    """The whole text, as docs/records.md shows it."""
    text = a_record(extra=[("x-seed", "42")])
    assert text == (
        "Handvoll record 1\ngame: zahlenpoker\nrules: 1\nplayers: 2\noptions: -\ndate: 2026-07-04\n"
        "player 1: Anna\nx-seed: 42\nresult: running\n\n"
        "1. P1 4\n2. P2 empty\n3. P2 steal P1\n4. P1 3\n"
        f"check: {hashlib.sha256(text[: text.index('check')].encode()).hexdigest()}\n"
    )


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_records_read_back_exactly_and_replay_to_the_same_game(game_id: str, seed: int) -> None:
    game = played(game_id, seed)
    record = Record.of(game, date=DAY)
    assert Record.read(record.text()) == record
    again_record, again = read_game(record.text(), handvoll.card)
    assert again_record == record
    assert again.steps() == game.steps()
    assert (again.position(), again.result, again.over) == (game.position(), game.result, True)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_that_began_from_a_position_says_so(game_id: str) -> None:
    start = handvoll.load(game_id, played(game_id, 5, most=6).position())
    luck = random.Random(5)
    game = start.deal(luck.randrange) if start.chance else start.play(s := start.to_act[0], start.legal(s)[0])
    record = Record.read(game.record())
    assert record.start == start.position()
    assert record.replay(game.card).position() == game.position()


def test_a_running_table_is_written_without_its_secrets() -> None:
    """What a seat or a spectator may keep hides the choices of others, and is not replayed."""
    game = handvoll.new("zahlenpoker").play(0, "4")
    for seat, reader, step in ((0, "P1", "4"), (1, "P2", "?"), (None, SPECTATORS, "?")):
        text = Record.seen(game, seat, date=DAY).text()
        assert f"seen by: {reader}\n" in text
        assert f"\n1. P1 {step}\n" in text
        record, same = Record.read(text), Record.seen(game, seat, date=DAY)
        assert record == same
        with pytest.raises(BadRecord, match=r"line 7.*only the whole record"):
            record.replay(game.card)


def test_worlds_a_seat_cannot_tell_apart_give_it_the_same_record() -> None:
    for position in (None, handvoll.new("zahlenpoker", 3).play(0, "1").position()):
        base = handvoll.new("zahlenpoker", 3) if position is None else handvoll.load("zahlenpoker", position)
        seat = base.to_act[0]
        texts = {Record.seen(base.play(seat, move), 2, date=DAY).text() for move in base.legal(seat)}
        assert len(texts) == 1


def test_when_the_game_is_over_everybody_gets_the_whole_record() -> None:
    game = played("zahlenpoker", 1)
    assert Record.seen(game, None, date=DAY) == Record.of(game, date=DAY)


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("Handvoll record 1", "Handvoll record 2", 1, "version 1, not '2'"),
        ("Handvoll record 1", "Something else", 1, "begins with"),
        ("game: zahlenpoker", "game: zahlenpokr", 2, "did you mean zahlenpoker"),
        ("game: zahlenpoker", "gamez: zahlenpoker", 2, "expected game: "),
        ("rules: 1", "rules: 2", 3, "version 2 of the rules of Number Poker.* version 1"),
        ("rules: 1", "rules: 01", 3, "whole numbers"),
        ("players: 2", "players: 9", 4, "2–4 players"),
        ("players: 2", "players: ²", 4, "whole numbers"),
        ("options: -", "options: pasch=true", 5, "no option 'pasch'"),
        ("options: -", "options: a=1 a=2", 5, "options read like"),
        ("date: 2026-07-04", "date: 2026-02-30", 6, "a date reads like"),
        ("date: 2026-07-04", "date: 20260704", 6, "a date reads like"),
        ("player 1: Anna", "player 1: Anna ", 7, "without spaces around"),
        ("player 1: Anna", "player 1: An\u202ena", 7, "one line"),
        ("player 1: Anna", "player 3: Anna", 7, "expected result"),
        ("result: running", "result: played-out; places 1 2; scores 1 0", 8, "lead to 'running'"),
        ("result: running", "result: played-out; places 1; scores 1", 8, "a result reads like"),
        ("result: running", "result: won", 8, "a result reads like"),
        ("\n\n", "\n", 9, "empty line"),
        ("1. P1 4", "1. P1 5", 10, "step 1 is not possible"),
        ("1. P1 4", "1. P3 4", 10, "no seat P3"),
        ("1. P1 4", "1. * draw 4", 10, "step 1 is not possible"),
        ("1. P1 4", "1. P1 4 @12", 10, "no clock"),
        ("1. P1 4", "1. P1 ?", 10, "hidden"),
        ("1. P1 4", "2. P1 4", 10, "expected step 1, found step 2"),
        ("2. P2 empty", "2. P2 pass", 11, "step 2 is not possible"),
        ("2. P2 empty\n", "", 11, "expected step 2, found step 3"),
        ("3. P2 steal P1", "3. P2 steal P2", 12, "step 3 is not possible"),
        ("3. P2 steal P1", "anything", 12, "expected step 3 or the check, found 'anything'"),
    ],
)
def test_a_doctored_record_is_refused_with_line_and_reason(old: str, new: str, line: int, why: str) -> None:
    """The check is made to fit again, so that the fault itself has to be found."""
    text = a_record()
    assert old in text
    with pytest.raises(BadRecord, match=why) as refused:
        read_game(sealed(text.replace(old, new, 1)), handvoll.card)
    assert refused.value.line == line
    assert f"(line {line})" in str(refused.value)


def test_another_result_than_the_steps_give_is_refused() -> None:
    text = Record.of(played("zahlenpoker", 3), date=DAY).text()
    with pytest.raises(BadRecord, match="the steps lead to") as refused:
        read_game(sealed(text.replace("; scores ", "; scores 1", 1)), handvoll.card)
    assert refused.value.line == 7


def test_legal_looking_changes_are_found_by_the_check() -> None:
    text = a_record().replace("4. P1 3", "4. P1 2")
    for read in (Record.read, lambda text: read_game(text, handvoll.card)):
        with pytest.raises(BadRecord, match="check does not fit") as refused:
            read(text)
        assert refused.value.line == 14


@pytest.mark.parametrize("tail", ["x", "\n", "5. P2 1\n"])
def test_nothing_may_follow_the_check(tail: str) -> None:
    with pytest.raises(BadRecord, match="follows the check"):
        Record.read(a_record() + tail)


def test_a_record_cut_off_anywhere_is_refused() -> None:
    text = a_record()
    for length in range(len(text)):
        with pytest.raises(BadRecord):
            Record.read(text[:length])


def test_line_ends_and_marks_of_other_systems_do_no_harm() -> None:
    text = a_record()
    assert Record.read("\ufeff" + text.replace("\n", "\r\n")) == Record.read(text)


@given(st.data())
def test_any_changed_letter_is_refused(data: st.DataObject) -> None:
    text = a_record()
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters())
    if letter != text[at]:
        with pytest.raises(BadRecord):
            read_game(text[:at] + letter + text[at + 1 :], handvoll.card)


@given(st.text())
def test_noise_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read_game(text, handvoll.card)
    with pytest.raises(BadRecord):
        read_game("Handvoll record 1\n" + text, handvoll.card)


def test_a_huge_text_is_refused_without_reading_it() -> None:
    with pytest.raises(BadRecord, match="at most"):
        Record.read("x" * (16 * 1024 * 1024 + 1))


# --- injection -----------------------------------------------------------------------------------


@given(st.lists(st.text(), max_size=4))
def test_names_cannot_write_lines_of_their_own(names: list[str]) -> None:
    record = Record.of(handvoll.new("zahlenpoker", 4), date=DAY, names=names)
    assert Record.read(record.text()) == record
    assert record.text().count("\n") == 9 + sum(map(bool, record.names))


def test_a_name_is_cleaned_of_line_breaks_and_direction_marks() -> None:
    assert clean_name(" A\nresult: won\u2028\u202eB ") == "A result: won B"


@pytest.mark.parametrize(
    "header",
    [
        ("seed", "1"),
        ("x-", "1"),
        ("x-a b", "1"),
        ("X-A", "1"),
        ("x-a", "1\n"),
        ("x-a", "1\n1. P1 3"),
        ("x-a", ""),
    ],
)
def test_further_headers_cannot_write_lines_of_their_own(header: tuple[str, str]) -> None:
    with pytest.raises(BadRequest):
        Record.of(handvoll.new("zahlenpoker"), extra=[header])


def test_further_headers_keep_their_order() -> None:
    extra = (("x-commitment", "ab:cd"), ("x-a", "1"), ("x-word-2", "zwölf, ja?"))
    assert Record.read(a_record(extra=extra)).extra == extra


def test_the_public_door_replays_a_record() -> None:
    game = handvoll.new("zahlenpoker").play(1, "2")
    assert handvoll.replay(game.record()).position() == game.position()
