"""How a game of a match came out, as its record says it: with a result, by forfeit, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from handvoll.bots.outside import Forfeit, shortened
from handvoll.bots.standings import Outcome, shared_places
from handvoll.core.messages import Message, Seat, Value
from handvoll.core.record import LONGEST_HEADER, Record, clean_line

FORFEIT, WHY, SHARED = "x-forfeit", "x-why", "x-shared"
"""Headers: who lost by what it did, why in any language, and that a game was taken as shared."""


def outcome_of(record: Record, group: int, rotation: int, order: tuple[int, ...]) -> Outcome:
    """What a kept record says of its game."""
    seats = len(order)
    if record.result is not None:
        places = shared_places(record.result.places)
        return Outcome(group, rotation, order, places, record.result.scores)
    said = dict(record.extra).get(FORFEIT)
    if said is None:
        return Outcome(group, rotation, order, ((seats + 1) / 2,) * seats)
    loser, code, detail = (*said.split(" ", 2), "")[:3]
    lost = int(loser.removeprefix("P")) - 1
    places = tuple(float(seats) if seat == lost else seats / 2 for seat in range(seats))
    return Outcome(group, rotation, order, places, (), (lost, code, detail), _why(record))


def forfeit_headers(fault: Forfeit) -> Iterator[tuple[str, str]]:
    """How a record says who lost by what it did: in English, and as a message for any language."""
    yield FORFEIT, f"P{fault.seat + 1} {fault.code} {shortened(clean_line(str(fault.message)))}"
    why = json.dumps(_as_data(fault.message))
    if len(why) <= LONGEST_HEADER:
        yield WHY, why


def _as_data(value: Value) -> Any:
    if isinstance(value, Message):
        values = {name: _as_data(inner) for name, inner in value.values.items()}
        return {"text": value.text, "values": values, "plural": value.plural}
    return {"seat": value.number} if isinstance(value, Seat) else value


def _from_data(data: Any) -> Value:
    if not isinstance(data, dict):
        return cast("Value", data)
    if "seat" in data:
        return Seat(data["seat"])
    values = {name: _from_data(inner) for name, inner in data["values"].items()}
    return Message(data["text"], values, data["plural"])


def _why(record: Record) -> Message | None:
    """The message that a record holds, if it is one that can be said."""
    try:
        why = _from_data(json.loads(dict(record.extra)[WHY]))
        return why if isinstance(why, Message) and str(why) else None
    except (LookupError, TypeError, ValueError, AttributeError):
        return None
