"""The events of a table's log, as they are stored: small JSON objects told apart by `kind`.

Fields that a newer Handvoll added are passed over; a kind that it added cannot be, since leaving it out would
fold to another table: such a log is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from handvoll.core.messages import _
from handvoll.table.errors import BadLog


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who may sit on a chair."""

    level: int | None = None
    """The level of the opponent that sits here; None: a person."""
    kept_for: str | None = None
    """The one guest it is kept for; None: whoever has the link."""
    name: str = ""
    """What that guest is called, until it sits down."""


class NoPace(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """Everybody thinks as long as they like."""


class PerMove(msgspec.Struct, frozen=True, tag_field="kind", tag="move"):
    """So many seconds for each answer."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=3600)]


class Total(msgspec.Struct, frozen=True, tag_field="kind", tag="total"):
    """So many seconds for the whole game, and some more after each answer."""

    seconds: Annotated[int, msgspec.Meta(ge=10, le=6 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class Days(msgspec.Struct, frozen=True, tag_field="kind", tag="days"):
    """So many days for each answer."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


Pace: TypeAlias = NoPace | PerMove | Total | Days
OptionValue: TypeAlias = bool | int | str


class BaseEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower
):
    """What all events have."""

    at: int
    """Unix milliseconds on the server's clock; never less than those of the event before."""
    by: str | None = None
    """The public id of the guest whose request it carries out."""
    key: str | None = None
    """The idempotency key of that request, on the first of its events."""
    request: str | None = None
    """A hash of that request, so that a key which comes back with another one is noticed."""

    @property
    def kind_name(self) -> str:
        """What the event is called in the log."""
        return type(self).__name__.lower()


class Opened(BaseEvent, frozen=True):
    """The table stands. Always the first event, and nowhere else."""

    game: str
    rules_version: int
    options: Mapping[str, OptionValue]
    chairs: tuple[Chair, ...]
    """In the order round the table; as many as the game has seats."""
    host: str
    commitment: str
    """SHA-256 of the dealer's secret, in hexadecimal digits."""
    pace: Pace = NoPace()
    lot: bool = True
    """Whether the dealer draws which chair plays seat 0; otherwise the first does."""
    listed: bool = False
    spectators: bool = True
    on_timeout: Literal["lose", "bot"] = "lose"
    bot_level: int = 3
    """The level of the opponent that plays on for somebody."""
    speed: int = 100
    """How fast things shown to all move, in per cent of the game's own pace."""
    rematch_of: str | None = None


class Sat(BaseEvent, frozen=True):
    """A guest takes a chair, or comes back to the seat it left."""

    chair: int
    guest: str
    name: str
    word: str = ""
    """What the guest adds to the dealer's randomness."""


class Left(BaseEvent, frozen=True):
    """A guest gives up its chair; once the game runs, the seat stays its own."""

    chair: int


class Started(BaseEvent, frozen=True):
    """The game begins: which chair plays which seat, and who fills the chairs left free."""

    order: tuple[int, ...]
    words: tuple[str, ...]
    """The word of every chair, mixed into all that the dealer does."""
    filled: int | None = None
    """The level of the opponents on the chairs that nobody took."""


class Move(BaseEvent, frozen=True):
    """A seat plays."""

    seat: int
    text: str
    question: int
    """The question it answers."""
    ms: int | None = None
    """Milliseconds since the flip, in games with a clock."""
    how: Literal["asked", "implied", "itself", "again"] = "asked"
    """asked: by its own wish; implied: another seat's action answers for it; itself: the time does; again:
    laid down once more after another seat took its step back."""


class Chance(BaseEvent, frozen=True):
    """The dealer decides."""

    event: str
    outcome: str


class Offer(BaseEvent, frozen=True):
    """A seat proposes what the others must agree to."""

    seat: int
    what: Literal["draw", "undo"]
    ply: int | None = None
    """undo: the ply to go back to."""


class Answer(BaseEvent, frozen=True):
    """A seat says yes or no to an offer."""

    seat: int
    offer: int
    accept: bool


class Undone(BaseEvent, frozen=True):
    """The game is again what it was at that ply."""

    seat: int
    ply: int


class Resigned(BaseEvent, frozen=True):
    """A seat gives up."""

    seat: int


class Timeout(BaseEvent, frozen=True):
    """The time of a seat is over."""

    seat: int
    claimed: bool = False
    """Whether another seat had to say so, at a table without a pace."""


class Replaced(BaseEvent, frozen=True):
    """An opponent plays on for a seat."""

    seat: int
    level: int
    lost: bool = False
    """Whether the seat comes last whatever happens now."""


class Ended(BaseEvent, frozen=True):
    """The game is over, by its rules or otherwise."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[float, ...] | None = None
    tiebreak: tuple[float, ...] | None = None
    by_rules: bool = True


class Revealed(BaseEvent, frozen=True):
    """The dealer shows the secret that it promised, in hexadecimal digits."""

    secret: str


class Rematch(BaseEvent, frozen=True):
    """The same people go on at another table."""

    table: str


Event: TypeAlias = (
    Opened
    | Sat
    | Left
    | Started
    | Move
    | Chance
    | Offer
    | Answer
    | Undone
    | Resigned
    | Timeout
    | Replaced
    | Ended
    | Revealed
    | Rematch
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """The event as it is stored."""
    return _encoder.encode(event)


def decode(text: bytes | str, number: int = 0) -> Event:
    """The event that `encode` wrote; `number` is its place in the log, for the error."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise BadLog(
            _("Event {number} of the log cannot be read: {why}.", number=number, why=str(error))
        ) from error
