"""How long a message takes to a player and back, measured by the server: games in which speed counts honour
an answer that was on its way."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

MOST_KEPT = 20_000
SHARE_OF_NEW = 0.3
LONGEST_MS = 2000.0


class RoundTrips:
    """Questions sent on streams (`beat`), and how soon they were answered."""

    def __init__(self) -> None:
        self._asked: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._measured: OrderedDict[str, float] = OrderedDict()

    def ask(self, guest: str) -> str:
        """A word to send to a guest, which is to send it back at once."""
        word = secrets.token_urlsafe(9)
        self._asked[word] = (guest, time.perf_counter())
        _bound(self._asked)
        return word

    def answered(self, guest: str, word: str) -> None:
        """The guest has sent a word back."""
        asked = self._asked.pop(word, None)
        if asked is None or asked[0] != guest:
            return
        trip = min((time.perf_counter() - asked[1]) * 1000, LONGEST_MS)
        known = self._measured.pop(guest, trip)
        self._measured[guest] = known + SHARE_OF_NEW * (trip - known)
        _bound(self._measured)

    def half_ms(self, guest: str | None) -> int:
        """Half a round trip of that guest; 0 where it was never measured."""
        return round(self._measured.get(guest or "", 0.0) / 2)


def _bound(
    kept: OrderedDict[str, object] | OrderedDict[str, float] | OrderedDict[str, tuple[str, float]],
) -> None:
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
