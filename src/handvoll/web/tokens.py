"""Tokens as the gate asks for them: looked up in the store, remembered for a few seconds."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import cast

from handvoll.store.store import Store, hash_of
from handvoll.web.identity import Guest, Scope

REMEMBERED_SECONDS = 5.0
"""How long another node may still take a token that was revoked here."""
MOST_KEPT = 5000
LONGEST = 100

Found = tuple[Guest, frozenset[Scope]]


class Tokens:
    """Whose token that is."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, tuple[float, Found]] = OrderedDict()

    async def __call__(self, token: str) -> Found | None:
        """The guest and the scopes of a token, or None."""
        if len(token) > LONGEST:
            return None
        hash = hash_of(token)
        known = self._known.get(hash)
        if known is not None and time.monotonic() - known[0] < REMEMBERED_SECONDS:
            return known[1]
        found = await self._store.token(token)
        if found is None:
            self._known.pop(hash, None)
            return None
        answer = Guest(found.guest, found.name), cast("frozenset[Scope]", frozenset(found.scopes))
        self._known[hash] = (time.monotonic(), answer)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return answer

    def forget(self, hash: bytes) -> None:
        """A token was revoked."""
        self._known.pop(hash, None)
