"""What can be refused, each with the stable code that programs see (protocol.md) and a sentence.

Every refusal leaves the game as it was.
"""

from __future__ import annotations

from typing import ClassVar

from handvoll.core.messages import Message


class Refusal(Exception):
    """The base of all clear answers to bad input."""

    code: ClassVar[str] = "bad-request"

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class BadRequest(Refusal):
    """Something that is no request at all: a seat that does not exist, a time below zero."""


class UnknownGame(Refusal):
    """There is no game of that name."""

    code = "unknown-game"


class BadOption(Refusal):
    """The game has no such option, or the option no such value."""

    code = "bad-option"


class BadPlayers(Refusal):
    """The game is not for that many seats."""

    code = "bad-players"


class NotYourTurn(Refusal):
    """The seat is not asked for anything now."""

    code = "not-your-turn"


class IllegalMove(Refusal):
    """A seat that is to act gave a move that the rules do not allow; `ruling` names the rule."""

    code = "illegal-move"

    def __init__(self, ruling: str, message: Message) -> None:
        super().__init__(message)
        self.ruling = ruling


class NotChance(Refusal):
    """A chance outcome came while no chance event is pending."""

    code = "not-chance"


class BadOutcome(Refusal):
    """The pending chance event cannot come out like that."""

    code = "bad-outcome"


class BadPosition(Refusal):
    """A position text that no game could have; `place` is the column (from 1) of the fault."""

    code = "bad-position"

    def __init__(self, place: int, message: Message) -> None:
        super().__init__(message)
        self.place = place


class BadRecord(Refusal):
    """A record that is damaged or was changed; `line` is where (from 1)."""

    code = "bad-record"

    def __init__(self, line: int, message: Message) -> None:
        super().__init__(message)
        self.line = line


class GameOver(Refusal):
    """The game has ended."""

    code = "game-over"


class NothingToUndo(Refusal):
    """No step lies before this one."""

    code = "nothing-to-undo"


class Unsupported(Refusal):
    """What is asked for cannot be had of this game."""

    code = "unsupported"
