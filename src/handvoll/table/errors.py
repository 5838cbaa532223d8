"""What a table refuses, each with the stable code that programs see."""

from __future__ import annotations

from handvoll.core.errors import Refusal


class Stale(Refusal):
    """The question that the action answers is gone."""

    code = "stale"


class NotSeated(Refusal):
    """The asker does not hold that seat (or any)."""

    code = "not-seated"


class NotHost(Refusal):
    """Only who opened the table may do that."""

    code = "not-host"


class TableFull(Refusal):
    """No chair is free for the asker."""

    code = "table-full"


class NotStarted(Refusal):
    """The table still waits for somebody to sit down."""

    code = "not-started"


class AlreadyStarted(Refusal):
    """The game runs already, or is over."""

    code = "already-started"


class NotOver(Refusal):
    """The game still runs."""

    code = "not-over"


class NoUndo(Refusal):
    """There is nothing of the asker's to take back, or the game does not go back."""

    code = "no-undo"


class NoDraw(Refusal):
    """The game knows no draw by agreement, or this seat has offered one already."""

    code = "no-draw"


class NoOffer(Refusal):
    """The offer that is answered is gone, or was not made to the asker."""

    code = "no-offer"


class NoClaim(Refusal):
    """The seat has not been silent for long enough."""

    code = "no-claim"


class TooEarly(Refusal):
    """The live table lets this happen only a little later."""

    code = "too-early"


class KeyReused(Refusal):
    """An idempotency key came back with another request."""

    code = "key-reused"


class BadLog(Refusal):
    """A log that cannot be read: damaged, or written by a newer Handvoll or by other rules."""

    code = "bad-log"
