"""What people and programs ask of a table, as their JSON is read: told apart by `do`, no field unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import msgspec

from handvoll.table.dealer import LONGEST_WORD
from handvoll.table.events import NoPace, OptionValue, Pace

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_WORD, pattern="^[ -~]*$")]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=5)]
ChairKind: TypeAlias = Literal["open", "host", "bot:1", "bot:2", "bot:3", "bot:4", "bot:5"]


class BaseRequest(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True
):
    """What all requests have in common: nothing but their form."""


class Open(BaseRequest, frozen=True):
    """Open a table. A chair is `open` (whoever has the link), `host` (the asker; several at one device) or
    has an opponent, `bot:1` to `bot:5`."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    chairs: Annotated[tuple[ChairKind, ...], msgspec.Meta(min_length=1, max_length=12)]
    options: Annotated[Mapping[str, OptionValue], msgspec.Meta(max_length=20)] = {}
    pace: Pace = NoPace()
    lot: bool = True
    listed: bool = False
    spectators: bool = True
    on_timeout: Literal["lose", "bot"] = "lose"
    bot_level: Level = 3
    speed: Annotated[int, msgspec.Meta(ge=25, le=400)] = 100


class Sit(BaseRequest, frozen=True):
    """Take the chairs kept for the asker, or else that chair, or else the first free one; at a running table,
    come back."""

    word: Word = ""
    chair: SeatNumber | None = None


class Leave(BaseRequest, frozen=True):
    """Give up one's chair; at a running table, go away for now."""


class Start(BaseRequest, frozen=True):
    """The host has opponents of that level take the chairs still free."""

    level: Level = 3


class Play(BaseRequest, frozen=True):
    """Answer a question with a move."""

    seat: SeatNumber
    move: Annotated[str, msgspec.Meta(max_length=200)]
    question: Number


class Resign(BaseRequest, frozen=True):
    """Give up the game."""

    seat: SeatNumber


class OfferDraw(BaseRequest, tag="draw", frozen=True):
    """Propose a draw to all others."""

    seat: SeatNumber


class Undo(BaseRequest, frozen=True):
    """Take back the seat's last move: at once where nobody learned anything by it, else with the consent of
    all others."""

    seat: SeatNumber


class Respond(BaseRequest, frozen=True):
    """Say yes or no to an offer."""

    seat: SeatNumber
    offer: Number
    accept: bool


class Claim(BaseRequest, frozen=True):
    """At a table without a pace: say that a seat which has long been silent holds up the game."""

    seat: SeatNumber


class PlayAgain(BaseRequest, tag="rematch", frozen=True):
    """Go on with the same people at a new table, where the next seat begins."""


Action: TypeAlias = Sit | Leave | Start | Play | Resign | OfferDraw | Undo | Respond | Claim
"""What `decide` decides."""
Request: TypeAlias = Action | PlayAgain
"""What can be asked of a table that stands."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a guest with its public id and name. The house itself (an opponent's move) has no guest."""

    guest: str | None
    name: str = ""
    key: str | None = None
    """The idempotency key of the request."""


HOUSE = Asker(None)
