"""How many streams there may be, and of whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from handvoll.web.errors import TooMany
from handvoll.web.identity import Caller

RETRY_SECONDS = 30.0


class Limits:
    """How many streams there are, and of whom."""

    def __init__(self, per_guest: int, per_address: int, in_all: int) -> None:
        self._per_guest, self._per_address, self._in_all = per_guest, per_address, in_all
        self._guests: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def counted(self, caller: Caller) -> Iterator[None]:
        """Count one stream more, for as long as it lasts."""
        self.check(caller)
        guest = caller.guest.id if caller.guest else ""
        self._guests[guest] += 1
        self._addresses[caller.address] += 1
        try:
            yield
        finally:
            _down(self._guests, guest)
            _down(self._addresses, caller.address)

    def check(self, caller: Caller) -> None:
        """Refuse one stream more than there may be."""
        full = self._addresses.total() >= self._in_all
        full = full or self._addresses[caller.address] >= self._per_address
        if full or (caller.guest is not None and self._guests[caller.guest.id] >= self._per_guest):
            raise TooMany(RETRY_SECONDS)


def _down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
