"""The list behind a table: its events, and the game after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from handvoll.core.game import Game
from handvoll.core.state import View
from handvoll.table.events import Event

T = TypeVar("T")


@dataclass(slots=True)
class Told(Generic[T]):
    """What was made for one reader of the events up to `number`."""

    number: int = 0
    lines: list[T] = field(default_factory=list)


class Log:
    """Events numbered from 1. Tables that follow from each other share one list, each knowing how much of it
    is its own; what one would append elsewhere than at the end goes into a copy."""

    __slots__ = ("_events", "_games", "_keys", "_told", "_views")

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._games: list[Game | None] = []
        self._keys: dict[tuple[str, str], int] = {}
        self._told: dict[int | None, Told[Any]] = {}
        self._views: dict[int | None, tuple[Game, View]] = {}

    @classmethod
    def of(cls, opened: Event) -> Log:
        """The log of a table just opened."""
        return cls().extended(0, opened, None)

    def extended(self, length: int, event: Event, game: Game | None) -> Log:
        """The log whose first `length` events are those of this one, and `event` the next."""
        log = self if len(self._events) == length else self._copy(length)
        log._events.append(event)
        log._games.append(game)
        if event.key is not None:
            log._keys[event.by or "", event.key] = length + 1
        return log

    def event(self, number: int) -> Event:
        """The event of that number."""
        return self._events[number - 1]

    def events(self, after: int, until: int) -> Sequence[Event]:
        """The events after one number, up to and with another."""
        return self._events[after:until]

    def game(self, number: int) -> Game | None:
        """The game after the event of that number; None before it began."""
        return self._games[number - 1]

    def answer_to(self, guest: str, key: str, until: int) -> tuple[str | None, int] | None:
        """The hash and the first event, not after `until`, of a request made with a key."""
        number = self._keys.get((guest, key), 0)
        return (self._events[number - 1].request, number) if 0 < number <= until else None

    # --- kept so that it is made once ----------------------------------------------------------

    def view(self, game: Game, seat: int | None) -> View:
        """`game.view(seat)`; the last one made for each seat is kept. Not to be changed by who gets it."""
        kept = self._views.get(seat)
        if kept is None or kept[0] is not game:
            kept = self._views[seat] = (game, game.view(seat))
        return kept[1]

    def told(self, seat: int | None, until: int) -> Told[Any]:
        """What a seat has been told of the events not after `until`, to be carried on."""
        told = self._told.get(seat)
        if told is None or told.number > until:
            # Nothing yet, or for a table that has gone on from here: that one keeps its own.
            told = Told()
            self._told.setdefault(seat, told)
        return told

    def _copy(self, length: int) -> Log:
        copy = Log()
        for event, game in zip(self._events[:length], self._games[:length], strict=True):
            copy.extended(len(copy._events), event, game)
        return copy
