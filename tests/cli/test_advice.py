"""`handvoll hint` and `handvoll analyse` on the terminal."""

from pathlib import Path

import pytest

from handvoll.cli.main import main

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
    assert "Others: " in told
    assert main(["hint", "hnefatafl", "--seconds", "0.3", "--lang", "de"]) == 0
    assert " sieht am besten aus. So werden etwa " in capsys.readouterr().out


def test_a_hint_can_be_had_for_any_moment_of_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "--from", FISH, "--step", "1"]) == 0
    assert "1 looks best." in capsys.readouterr().out


def test_a_record_is_gone_through_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", FISH, "--seconds", "0.02"]) == 0
    told = capsys.readouterr().out
    assert "P1 6" in told
    assert "6 gives away about 2." in told
    assert "luck for Anna, worth about" in told
    assert "Anna: given away by choice" in told
    assert len(told.splitlines()) > 57


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hint"], "A hint is for a game"),
        (["hint", "six", "--from", FISH], "A hint is for a game"),
        (["hint", "--from", FISH, "--step", "99"], "57 steps, not 99"),
        (["hint", "--from", FISH, "--step", "0"], "Nobody is asked now: the event roll comes first."),
        (["hint", "--from", ESCAPED], "The game is over"),
        (["hint", "hnefatafl", "--seat", "1"], "Seat 1 is not asked now."),
        (["hint", "hnefatafl", "--seat", "7"], "from 0 to 1"),
        (["hint", "hnefatafl", "--position", "nonsense"], "position"),
        (["hint", "--from", "/no/such/file"], "There is no folder /no/such."),
        (["analyse", "/no/such/file"], "There is no folder /no/such."),
    ],
)
def test_bad_input_gets_a_clear_answer(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert told in capsys.readouterr().err
