"""`handvoll puzzle`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handvoll.cli.main import main
from handvoll.core.game import Game
from handvoll.core.record import read_game
from handvoll.games import card


def test_a_puzzle_is_shown_with_its_position_and_solution(capsys: pytest.CaptureFixture[str]) -> None:
    """The position text can be loaded, and the solution solves it."""
    assert main(["puzzle", "--lang", "en", "-d", "1", "--seed", "3", "--solution"]) == 0
    out = capsys.readouterr().out
    position = re.search(r"^rules=1 .*$", out, re.MULTILINE)
    solution = re.search(r"^Solution: (.*)$", out, re.MULTILINE)
    assert position is not None
    assert solution is not None
    game = Game.load(card("abraeumen"), position[0])
    for move in solution[1].split():
        game = game.play(0, move)
    assert game.result is not None
    assert game.result.scores == (1,)


def test_a_saved_puzzle_is_a_record_to_go_on_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It leads to the very position that was shown."""
    file = tmp_path / "puzzle.txt"
    assert main(["puzzle", "-d", "1", "--seed", "3", "--save", str(file)]) == 0
    _record, game = read_game(file.read_text("utf-8"), card)
    assert game.position() in capsys.readouterr().out
    assert not game.over


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-d", "9"], "from 1 to 5, not 9"),
        (["-n", "0"], "From 1 to 1000"),
    ],
)
def test_wrong_numbers_are_refused_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzle", "--lang", "en", *words]) == 1
    assert said in capsys.readouterr().err
