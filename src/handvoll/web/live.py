"""News of tables, told after the commit: to the streams of this process at once, to other nodes by the
channel of a Redis-protocol server, and where that is lost by asking the log now and then.

News is only a table's id and number. What it means for a seat is read from the log by whoever shows it, so a
message that comes twice, late or never does no harm. What gathers while news is sent or taken in goes out or
in together, next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger("handvoll.live")

CHANNEL = "handvoll:news"
FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
SILENCE = 1.0
ATTEMPTS = 2
POLL_ANYWAY = 5.0
MOST_UNSENT = 10_000


@dataclass(slots=True, eq=False)
class Watch:
    """One stream's ear at a table."""

    guest: str | None
    """The public id of who listens."""
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """The streams of this process, by table."""

    def __init__(self) -> None:
        self._watches: dict[str, set[Watch]] = defaultdict(set)
        self.closing = False
        """The house shuts down: streams say goodbye."""

    @contextlib.contextmanager
    def watch(self, table: str, guest: str | None) -> Iterator[Watch]:
        """Listen at a table; the others there see the guest come and go."""
        watch = Watch(guest)
        self._watches[table].add(watch)
        self.tell(table)
        try:
            yield watch
        finally:
            self._watches[table].discard(watch)
            if not self._watches[table]:
                del self._watches[table]
            self.tell(table)

    def tell(self, table: str) -> None:
        """Wake the streams of a table."""
        for watch in self._watches.get(table, ()):
            watch.news.set()

    def listening(self, table: str) -> list[str | None]:
        """Who listens at a table, one entry for each stream; None for whom we do not know."""
        return [watch.guest for watch in self._watches.get(table, ())]

    @property
    def tables(self) -> Collection[str]:
        """The tables with streams."""
        return tuple(self._watches)

    @property
    def streams(self) -> int:
        """How many streams there are."""
        return sum(map(len, self._watches.values()))

    def close(self) -> None:
        """Let all streams say goodbye."""
        self.closing = True
        for table in self.tables:
            self.tell(table)


Heard = Callable[[Mapping[str, int]], Awaitable[None]]
"""What is done with news from elsewhere: tables' ids and their numbers there."""
Numbers = Callable[[Collection[str]], Awaitable[Mapping[str, int]]]
"""Asks the log for the numbers of tables."""


class Basket:
    """News that gathers, by table the latest."""

    def __init__(self) -> None:
        self._news: dict[str, int] = {}
        self._some = asyncio.Event()

    def put(self, table: str, number: int) -> None:
        """Add news; forgotten where too much lies here already."""
        if len(self._news) < MOST_UNSENT:
            self._news[table] = number
            self._some.set()

    async def take(self) -> dict[str, int]:
        """All there is, once there is some."""
        await self._some.wait()
        self._some.clear()
        news, self._news = self._news, {}
        return news


class Relay:
    """News between nodes that share a database."""

    def __init__(
        self, url: str, *, heard: Heard, numbers: Numbers, watched: Callable[[], Collection[str]], poll: float
    ) -> None:
        self._heard = heard
        self._numbers = numbers
        self._watched = watched
        self._poll = poll
        self._node = secrets.token_hex(4)
        self._redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2) if url else None
        self._unsent, self._unheard = Basket(), Basket()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    def start(self) -> None:
        """Begin to listen, to send and to poll."""
        self._tasks = [asyncio.create_task(self._poll_log()), asyncio.create_task(self._take_in())]
        if self._redis is not None:
            self._tasks += [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        """End it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()

    def tell(self, table: str, number: int) -> None:
        """Tell the other nodes; never waits, and forgets what nobody takes."""
        if self._redis is not None:
            self._unsent.put(table, number)

    async def _send(self) -> None:
        assert self._redis is not None
        while True:
            news = await self._unsent.take()
            message = " ".join([self._node, *(f"{table} {number}" for table, number in news.items())])
            for _attempt in range(ATTEMPTS):  # a line kept from before a restart of the server breaks first
                try:
                    await self._redis.publish(CHANNEL, message)
                except (RedisError, OSError) as error:
                    log.debug("news is not sent: %s", error)  # the others poll meanwhile
                else:
                    break

    async def _listen(self) -> None:
        assert self._redis is not None
        wait = FIRST_WAIT
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.connected, wait = True, FIRST_WAIT
                    await self._ask_log()  # what was missed
                    while True:
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=SILENCE)
                        if message is None:
                            await channel.ping()
                        elif message["type"] == "message":
                            self._unpack(message["data"])
            except (RedisError, OSError) as error:
                if self.connected:
                    log.warning("the news channel is lost, the log is polled: %s", error)
                self.connected = False
                await asyncio.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)

    def _unpack(self, data: bytes) -> None:
        node, *news = data.decode().split(" ")
        if node != self._node:
            for table, number in zip(news[::2], news[1::2], strict=True):
                self._unheard.put(table, int(number))

    async def _take_in(self) -> None:
        while True:
            news = await self._unheard.take()
            try:
                await self._heard(news)
            except Exception as error:  # the database may be away; the next poll tries again
                log.warning("news of %s tables cannot be read: %s", len(news), error)

    async def _poll_log(self) -> None:
        since = 0.0
        while True:
            await asyncio.sleep(self._poll)
            since += self._poll
            if not self.connected or since >= POLL_ANYWAY:  # a channel may lose a message unnoticed
                since = 0.0
                await self._ask_log()

    async def _ask_log(self) -> None:
        try:
            numbers = await self._numbers(self._watched())
        except Exception as error:  # the database may be away too; it is asked again
            log.warning("the log cannot be polled: %s", error)
            return
        for table, number in numbers.items():
            self._unheard.put(table, number)
