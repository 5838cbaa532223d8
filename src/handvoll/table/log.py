"""The list behind a table: its events, and the game after each."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.game import Game
from handvoll.table.events import Event


class Log:
    """Events numbered from 1. Tables that follow from each other share one list, each knowing how much of it
    is its own; what one would append elsewhere than at the end goes into a copy."""

    __slots__ = ("_events", "_games", "_keys")

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._games: list[Game | None] = []
        self._keys: dict[tuple[str, str], int] = {}

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

    def _copy(self, length: int) -> Log:
        copy = Log()
        for event, game in zip(self._events[:length], self._games[:length], strict=True):
            copy.extended(len(copy._events), event, game)
        return copy
