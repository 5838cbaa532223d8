"""What a reader is sent of a table: the snapshot of its seat with the lines of the log it has not got yet."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from handvoll.core.state import State
from handvoll.table import events as ev
from handvoll.table.history import lines
from handvoll.table.table import Table
from handvoll.table.views import names, snapshot
from handvoll.web.live import Hub
from handvoll.words import Words

FRESH_SECONDS = 0.1
"""How long a message may be given to other readers of the same; clocks go on."""
MOST_KEPT = 256

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a table, as what, in which language, and what of it."""

    guest: str | None
    language: str
    seat: int | None = None
    """One of the guest's own seats; None: the one the table chooses."""
    with_view: bool = True
    with_scene: bool = True
    with_log: bool = True


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a table."""

    here: frozenset[str] = frozenset()
    spectators: int = 0


NOBODY = Presence()


def table_words(table: Table, language: str) -> Words:
    """The reader's language, with the names of this table's players."""
    return Words(language, table.card, names(table))


def shown(table: Table, reader: Reader, now: int, presence: Presence = NOBODY) -> dict[str, Any]:
    """The snapshot for a reader."""
    words = table_words(table, reader.language)
    return snapshot(
        table,
        reader.guest,
        words.say,
        now=now,
        seat=reader.seat,
        here=presence.here,
        spectators=presence.spectators,
        with_view=reader.with_view,
        with_scene=reader.with_scene,
    ) | {"now": now}


def log_since(table: Table, seat: int | None, language: str, after: int) -> tuple[int, list[dict[str, Any]]]:
    """From which event on (not itself) the reader's log is replaced, and by which lines: those after `after`,
    or all, where something earlier was taken back or may not be looked up any more."""
    if after and _changes_the_past(table, after):
        after = 0
    say = table_words(table, language).say
    found: list[dict[str, Any]] = []
    for line in reversed(lines(table, seat)):
        if line.event <= after:
            break
        found.append(
            {
                "event": line.event,
                "at": line.at,
                "kind": line.kind,
                "seat": line.seat,
                "ply": line.ply,
                "text": say(line.message),
            }
        )
    return after, found[::-1]


def _changes_the_past(table: Table, after: int) -> bool:
    if after > table.number or any(isinstance(event, ev.Undone) for event in table.events(after)):
        return True
    return table.game is not None and type(table.game.state).forget is not State.forget


class Desk:
    """Messages made for streams; readers who see the same share one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Any, tuple[float, bytes]] = OrderedDict()

    def message(self, table: Table, reader: Reader, after: int, now: int, presence: Presence) -> bytes:
        """The snapshot and the log since `after`, as JSON."""
        guest = reader.guest
        if table.order is None or table.seats_of(guest) or table.opened.host == guest:
            return self._made(table, reader, after, now, presence)
        who = (table.id, table.number, replace(reader, guest=None), after if reader.with_log else 0, presence)
        kept = self._kept.get(who)
        clock = time.monotonic()
        if kept is not None and clock - kept[0] < FRESH_SECONDS:
            return kept[1]
        made = self._made(table, reader, after, now, presence)
        self._kept[who] = (clock, made)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return made

    def _made(self, table: Table, reader: Reader, after: int, now: int, presence: Presence) -> bytes:
        made = shown(table, reader, now, presence)
        if reader.with_log:
            made["log_from"], made["log"] = log_since(table, made["seat"], reader.language, after)
        return _encode(made)


def presence_at(table: Table, hub: Hub) -> Presence:
    """Who listens at a table now."""
    seated = {sitter.guest for sitter in table.seats if sitter.guest is not None}
    listening = hub.listening(table.id)
    return Presence(
        frozenset(seated.intersection(listening)), sum(guest not in seated for guest in listening)
    )


def presence_json(table: Table, presence: Presence) -> bytes:
    """Who is here, by seat."""
    here = [seat for seat, sitter in enumerate(table.seats) if sitter.guest in presence.here]
    return _encode({"here": here, "spectators": presence.spectators})


__all__ = [
    "Desk",
    "Presence",
    "Reader",
    "log_since",
    "presence_at",
    "presence_json",
    "shown",
    "table_words",
]
