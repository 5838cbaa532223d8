"""Streams: a table told to one reader, from where it stopped reading, for as long as it listens.

A stream keeps no queue: it remembers the last event it has sent and, when woken, reads the table as it is by
then. A reader that does not take what it is sent is hung up on; when it comes back it catches up in one go.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from typing import Any, Literal

from litestar.response.base import ASGIResponse

from handvoll.core.card import Trait
from handvoll.table.table import Table
from handvoll.web.house import House
from handvoll.web.identity import Caller
from handvoll.web.live import Watch
from handvoll.web.packing import stream_packer
from handvoll.web.shown import Presence, Reader, presence_at, presence_json

log = logging.getLogger("handvoll.streams")

Format = Literal["sse", "ndjson"]
SEND_SECONDS = 20.0
PRESENCE_SECONDS = 1.0
"""Who comes and goes is told at most so often."""


class TableStream(ASGIResponse):
    """The answer that does not end."""

    __slots__ = (
        "_after",
        "_caller",
        "_counts_speed",
        "_format",
        "_house",
        "_packer",
        "_presence",
        "_presence_due",
        "_presence_waits",
        "_reader",
        "_table",
    )

    _should_set_content_length = False

    def __init__(
        self,
        house: House,
        table: Table,
        reader: Reader,
        caller: Caller,
        *,
        after: int,
        form: Format,
        packed: bool,
    ) -> None:
        media_type = "text/event-stream" if form == "sse" else "application/x-ndjson"
        headers = {"cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
        if packed:
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        super().__init__(media_type=media_type, headers=headers)
        self._packer = stream_packer() if packed else None
        self._house = house
        self._table = table.id
        self._reader = reader
        self._caller = caller
        self._after = after
        self._format = form
        self._presence: Presence | None = None
        """Who was here when the reader was last told."""
        self._presence_due = 0.0
        self._presence_waits = False
        self._counts_speed = Trait.CLOCK in table.card.traits

    async def send_body(self, send: Any, receive: Any) -> None:
        """Tell the table until the reader hangs up or the house closes."""
        hub = self._house.hub
        with self._house.limits.counted(self._caller), hub.watch(self._table, self._reader.guest) as watch:
            listener = asyncio.create_task(_until_gone(receive, watch))
            try:
                await self._tell(send, watch, listener)
            except TimeoutError:
                log.info("a stream of table %s is dropped: its reader takes nothing", self._table)
            except Exception:
                # The answer has begun, so nothing can be said any more; the reader comes back and asks again.
                log.exception("a stream of table %s breaks off", self._table)
            finally:
                listener.cancel()
            rest = b"" if self._packer is None else self._packer.flush()
            await _within(send({"type": "http.response.body", "body": rest, "more_body": False}))

    async def _tell(self, send: Any, watch: Watch, listener: asyncio.Task[None]) -> None:
        woken = True
        while not listener.done():
            if self._house.hub.closing:
                await self._send(send, "bye", b"{}")
                return
            watch.news.clear()
            began = self._presence is None
            told = await self._tell_news(send)
            if (not told and not woken) or (began and self._counts_speed):
                await self._send(send, "beat", self._beat())
            woken = await _woken(watch, self._patience())

    async def _tell_news(self, send: Any) -> bool:
        """Send what the reader has not got yet; whether there was anything."""
        house = self._house
        table = await house.tables.get(self._table)
        presence = presence_at(table, house.hub)
        now = asyncio.get_running_loop().time()
        self._presence_waits = False
        if table.number > self._after or self._presence is None:
            data = house.desk.message(table, self._reader, self._after, house.now(), presence)
            await self._send(send, "table", data, table.number)
            self._after = table.number
        elif presence == self._presence:
            return False
        elif now < self._presence_due:
            self._presence_waits = True
            return False
        else:
            await self._send(send, "here", presence_json(table, presence))
        self._presence, self._presence_due = presence, now + PRESENCE_SECONDS
        return True

    def _beat(self) -> bytes:
        """What a beat says: nothing, or a word to send back at once, where the reader's speed counts."""
        if not self._counts_speed or self._reader.guest is None:
            return b"{}"
        return b'{"word":"%s"}' % self._house.round_trips.ask(self._reader.guest).encode()

    def _patience(self) -> float:
        """How long to wait for news before the reader is shown that the line is alive."""
        if not self._presence_waits:
            return self._house.settings.heartbeat_seconds
        return max(0.01, self._presence_due - asyncio.get_running_loop().time())

    async def _send(self, send: Any, kind: str, data: bytes, number: int | None = None) -> None:
        if self._format == "sse":
            name = b"" if kind == "table" else b"event: %s\n" % kind.encode()
            mark = b"" if number is None else b"id: %d\n" % number
            body = mark + name + b"data: " + data + b"\n\n"
        else:
            mark = b"" if number is None else b'"id":%d,' % number
            body = b'{"type":"%s",%s"data":%s}\n' % (kind.encode(), mark, data)
        if self._packer is not None:
            body = self._packer.compress(body) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        await _within(send({"type": "http.response.body", "body": body, "more_body": True}))


async def _within(sending: Any) -> None:
    async with asyncio.timeout(SEND_SECONDS):
        await sending


async def _woken(watch: Watch, seconds: float) -> bool:
    """Wait for news, so long at most; whether there was any."""
    try:
        async with asyncio.timeout(seconds):
            return await watch.news.wait()
    except TimeoutError:
        return False


async def _until_gone(receive: Any, watch: Watch) -> None:
    """End when the reader hangs up, and wake the stream."""
    while (await receive())["type"] != "http.disconnect":
        pass
    watch.news.set()
