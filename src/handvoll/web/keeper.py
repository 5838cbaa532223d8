"""The tables of the house as this process has them: folded once, kept in memory, brought up to date from the
log. What is decided here is appended to the log first, and told to everybody only then."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from handvoll.core.errors import Refusal
from handvoll.core.messages import _
from handvoll.games import card
from handvoll.store.append import Append
from handvoll.store.errors import Conflict
from handvoll.store.store import Store
from handvoll.table import dealer
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.decide import Decision, decide, fingerprint, open_rematch, open_table, tick
from handvoll.table.errors import KeyReused
from handvoll.table.requests import Asker
from handvoll.table.table import Table
from handvoll.web.errors import NotFound, NotReady

log = logging.getLogger("handvoll.tables")

ID_BYTES = 12
MOST_RACES = 50
"""How often a lost race for the next number is run again."""


Told = Callable[[Table, bool], None]
"""What is done with a table that has changed, after the commit; whether it was this process that did it."""


@dataclass(slots=True)
class _Kept:
    table: Table
    secret: bytes
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Keeper:
    """Opens tables, carries out what is asked of them and lets time pass at them."""

    def __init__(
        self, store: Store, *, now: Callable[[], int], told: Told, most: int, shared: bool = False
    ) -> None:
        self._store = store
        self._now = now
        self._told = told
        self._most = most
        self._shared = shared
        """Whether other processes append to the same log, so that what is kept here may be behind."""
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self.appended = 0
        """How many events this process has made durable."""

    def __len__(self) -> int:
        return len(self._kept)

    # --- reading -------------------------------------------------------------------------------

    async def get(self, id: str) -> Table:
        """The table as this process knows it: news from other nodes comes by `heard`."""
        return (await self._find(id)).table

    async def newest(self, id: str) -> Table:
        """The table as the log has it now."""
        kept = await self._find(id)
        if self._shared:
            async with kept.lock:
                await self._catch_up(kept)
        return kept.table

    def known(self, id: str) -> int:
        """The number of the last event of a table that this process has; 0 where it has none of it."""
        kept = self._kept.get(id)
        return 0 if kept is None else kept.table.number

    async def heard(self, news: Mapping[str, int]) -> None:
        """Elsewhere tables have come to these numbers: read at once what is new of them all."""
        behind = {id: known for id, number in news.items() if 0 < (known := self.known(id)) < number}
        for id, events in (await self._store.load_many(behind)).items():
            kept = self._kept.get(id)
            if kept is None:
                continue
            try:
                self._extend(kept, behind[id], events)
            except Refusal as refusal:  # other tables have news, too
                log.error("table %s cannot be read: %s", id, refusal)

    # --- deciding ------------------------------------------------------------------------------

    async def open(self, request: rq.Open, by: Asker) -> Table:
        """Open a table, or find the one that the same request with the same key has opened."""
        for _race in range(MOST_RACES):
            if known := await self._opened_with(request, by):
                return await self.get(known)
            id, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_bytes(dealer.SECRET_BYTES)
            decision = open_table(id, request, by, now=self._now(), secret=secret, card_of=card)
            try:
                await self._store.append(Append(decision.table, decision.events, secret))
            except Conflict:
                continue  # the same request has come twice at once
            self.appended += len(decision.events)
            self._keep(_Kept(decision.table, secret))
            self._told(decision.table, True)
            return decision.table
        raise NotReady(_("The house is too busy; please try again."))

    async def _opened_with(self, request: rq.Open, by: Asker) -> str | None:
        if by.guest is None or by.key is None:
            return None
        made = await self._store.made_with(by.guest, by.key)
        if made is None:
            return None
        if made[0] != fingerprint(request):
            raise KeyReused(_("This idempotency key was used for another request."))
        return made[1]

    async def act(self, id: str, request: rq.Action, by: Asker) -> Decision:
        """Carry out a request; a refusal comes with the decision. The log is not asked for news before: what
        does not follow on its newest event cannot be appended."""
        return await self._decided(id, lambda kept: self._decide(kept, request, by))

    async def tick(self, id: str) -> Decision:
        """Let happen what is due at a table."""
        return await self._decided(id, lambda kept: tick(kept.table, now=self._now(), secret=kept.secret))

    async def rematch(self, id: str, by: Asker) -> str:
        """Open the next table for the same people, or find the one that somebody has opened; its id."""
        async with self._held(id) as kept:
            for _race in range(MOST_RACES):
                new, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_bytes(dealer.SECRET_BYTES)
                old, opened = open_rematch(kept.table, new, by, now=self._now(), secret=secret, card_of=card)
                if not old.events:
                    assert kept.table.rematch is not None
                    return kept.table.rematch
                group = (
                    Append(old.table, old.events),
                    Append(opened.table, opened.events, secret),
                )
                if await self._append(kept, *group):
                    self._keep(_Kept(opened.table, secret))
                    self._told(opened.table, True)
                    return new
        raise NotReady(_("The table is too busy; please try again."))

    # --- inside --------------------------------------------------------------------------------

    def _decide(self, kept: _Kept, request: rq.Action, by: Asker) -> Decision:
        return decide(kept.table, request, by, now=self._now(), secret=kept.secret)

    async def _decided(self, id: str, decided: Callable[[_Kept], Decision]) -> Decision:
        async with self._held(id) as kept:
            for _race in range(MOST_RACES):
                decision = decided(kept)
                if not decision.events and self._shared and await self._catch_up(kept):
                    continue  # it was refused, or nothing was due, as things stood some events ago
                if not decision.events or await self._append(kept, Append(decision.table, decision.events)):
                    return decision
        raise NotReady(_("The table is too busy; please try again."))

    async def _append(self, kept: _Kept, *group: Append) -> bool:
        """Make what was decided durable and tell it; False where another process was faster."""
        try:
            await self._store.append(*group)
        except Conflict:
            await self._catch_up(kept)
            return False
        except BaseException:
            # Nobody knows whether it was written: what is kept may not be believed any more.
            self._kept.pop(kept.table.id, None)
            raise
        self.appended += sum(len(one.events) for one in group)
        if kept.table.number < group[0].table.number:  # it may have gone on elsewhere since
            kept.table = group[0].table
        self._told(kept.table, True)
        return True

    @asynccontextmanager
    async def _held(self, id: str) -> AsyncIterator[_Kept]:
        """The table, nobody else of this process deciding at it meanwhile."""
        kept = await self._find(id)
        async with kept.lock:
            yield await self._find(id)

    async def _find(self, id: str) -> _Kept:
        kept = self._kept.get(id)
        if kept is None:
            head = await self._store.head(id)
            events = await self._store.load(id)
            if head is None or not events:
                raise NotFound(_("There is no such table."))
            # Another task may have been faster meanwhile: its lock is the one.
            kept = self._kept.get(id) or self._keep(_Kept(Table.fold(id, events, card), head.secret))
        self._kept.move_to_end(id)
        return kept

    def _keep(self, kept: _Kept) -> _Kept:
        self._kept[kept.table.id] = kept
        while len(self._kept) > self._most:
            oldest = next((id for id, one in self._kept.items() if not one.lock.locked()), None)
            if oldest is None or oldest == kept.table.id:
                break
            del self._kept[oldest]
        return kept

    async def _catch_up(self, kept: _Kept) -> bool:
        """Read what others have appended; whether there was anything."""
        after = kept.table.number
        return self._extend(kept, after, await self._store.load(kept.table.id, after))

    def _extend(self, kept: _Kept, after: int, events: Sequence[ev.Event]) -> bool:
        """Bring a table up to the events after `after`; some may have come in another way meanwhile."""
        new = events[max(0, kept.table.number - after) :]
        if new:
            kept.table = kept.table.extend(new)
            self._told(kept.table, False)
        return bool(new)
