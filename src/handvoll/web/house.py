"""A running house: the store, the tables in memory, the streams, the clock and the opponents together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping

from handvoll.store.store import Store
from handvoll.table.clock import next_due
from handvoll.table.table import Table
from handvoll.web.keeper import Keeper
from handvoll.web.limits import Limits
from handvoll.web.live import Hub, Relay
from handvoll.web.opponents import Opponents
from handvoll.web.players import Players
from handvoll.web.roundtrips import RoundTrips
from handvoll.web.settings import Settings
from handvoll.web.shown import Desk
from handvoll.web.sweeping import Sweeping
from handvoll.web.timers import Timers
from handvoll.web.tokens import Tokens
from handvoll.web.workers import Workers

log = logging.getLogger("handvoll.house")

LOOK_ROUND_SECONDS = 10.0
"""How often the store is asked for tables that wait for the house and that nobody here knows of: after a
restart, or because the node that knew has died."""


def unix_ms() -> int:
    """The server's clock."""
    return time.time_ns() // 1_000_000


class House:
    """Everything one process needs to let people play."""

    def __init__(self, settings: Settings, store: Store, *, now: Callable[[], int] = unix_ms) -> None:
        self.settings = settings
        self.store = store
        self.now = now
        self.hub = Hub()
        self.desk = Desk()
        self.limits = Limits(settings.streams_per_guest, settings.streams_per_address, settings.streams)
        self.round_trips = RoundTrips()
        self.tokens = Tokens(store)
        self.tables = Keeper(
            store, now=now, told=self._told, most=settings.tables_in_memory, shared=settings.shared
        )
        self.timers = Timers(self._ring, now)
        workers = Workers(settings.redis_url) if settings.workers else None
        self.opponents = Opponents(settings.opponents, workers)
        self.players = Players(self.tables, self.opponents, now=now, pause_ms=settings.opponent_pause_ms)
        self.relay = Relay(
            settings.redis_url,
            heard=self._heard,
            numbers=store.numbers,
            watched=lambda: self.hub.tables,
            poll=settings.poll_seconds,
        )
        self.sweeping = Sweeping()
        self._round: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up the work, also that which was left by the last start."""
        self.sweeping.start()
        self.timers.start()
        if self.settings.shared:
            self.relay.start()
        self._round = asyncio.create_task(self._look_round())

    async def stop(self) -> None:
        """Say goodbye to the streams and stop. Nothing is lost: it is all in the log."""
        self.hub.close()
        if self._round is not None:
            self._round.cancel()
            await asyncio.gather(self._round, return_exceptions=True)
        await self.timers.stop()
        await self.players.stop()
        await self.opponents.stop()
        await self.relay.stop()
        await self.store.close()
        self.sweeping.stop()

    def _told(self, table: Table, ours: bool) -> None:
        """A table has changed, durably."""
        self.hub.tell(table.id)
        due = next_due(table)
        self.timers.set(table.id, None if due is None else due.at)
        if ours:
            # The node that wrote the last event lets the opponents play; should it die, another finds the
            # table on its round.
            self.relay.tell(table.id, table.number)
            self.players.consider(table)

    async def _heard(self, news: Mapping[str, int]) -> None:
        """Other nodes have written to tables."""
        for table in news:
            if not self.tables.known(table):
                self.hub.tell(table)  # its streams read it from the log
        await self.tables.heard(news)

    async def _ring(self, table: str) -> None:
        await self.tables.tick(table)

    async def _look_round(self) -> None:
        while True:
            try:
                await self._look_once()
            except Exception as error:  # the database may be away; the next round comes
                log.warning("the round was cut short: %s", error)
            self.sweeping.look_round(self.tables.appended)
            await asyncio.sleep(LOOK_ROUND_SECONDS)

    async def _look_once(self) -> None:
        """Find what waits for the house."""
        now = self.now()
        horizon = now + int(LOOK_ROUND_SECONDS * 2000)
        for id, due in await self.store.due(horizon):
            self.timers.set(id, due)
        for id in await self.store.thinking():
            table = await self.tables.newest(id)
            if not self.settings.shared or now - table.at > LOOK_ROUND_SECONDS * 1000:
                self.players.consider(table)
