"""For every way a game can end there is a finished game on record, readable and played to the same end."""

from __future__ import annotations

from pathlib import Path

import handvoll
from handvoll.core.record import read_game

from .walk import each_game

TRANSCRIPTS = Path(__file__).resolve().parent.parent / "transcripts"


def endings(game: str) -> set[str]:
    """The reasons for which the game can end."""
    words = handvoll.card(game).load("words")
    impossible = getattr(words, "IMPOSSIBLE", set())
    assert impossible <= set(words.REASONS)
    return set(words.REASONS) - impossible


def transcripts(game: str) -> dict[Path, str]:
    """The records of a game by the reason that their names tell: `<reason>.txt` or `<reason>--<more>.txt`."""
    files = sorted((TRANSCRIPTS / game).glob("*"))
    return {path: path.stem.split("--")[0] for path in files}


@each_game
def test_there_is_a_transcript_for_every_ending(game: str) -> None:
    """No reason is without its record, and no record without its reason."""
    assert set(transcripts(game).values()) == endings(game)


@each_game
def test_transcripts_replay_to_the_end_they_tell(game: str) -> None:
    """Each is a text file that is read exactly, replays to its result, and is written again just so."""
    for path, reason in transcripts(game).items():
        assert path.suffix == ".txt"
        text = path.read_text("utf-8")
        record, played = read_game(text, handvoll.card)
        assert record.game == game
        assert record.text() == text
        assert played.over
        assert played.result == record.result
        assert played.result is not None
        assert played.result.reason == reason
