"""The load of bench/server.py: tables of API clients that play random legal moves."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import uvloop

import handvoll

JSON = "content-type: application/json\r\n"
WARM_UP_SECONDS = 2.0
LAG_SECONDS = 0.01


class Snapshot(msgspec.Struct):
    """What the load needs of a snapshot."""

    event: int
    phase: str
    seat: int | None = None
    question: int | None = None
    moves: list[str] = []


class Line(msgspec.Struct):
    """A line of a stream."""

    type: str
    data: msgspec.Raw
    id: int = 0


class Answer(msgspec.Struct):
    """What the load needs of the answer to a move."""

    number: int


_snapshot_of = msgspec.json.Decoder(Snapshot).decode
_line_of = msgspec.json.Decoder(Line).decode
_answer_of = msgspec.json.Decoder(Answer).decode


@dataclass
class Figures:
    """What was measured, in seconds."""

    posts: list[float] = field(default_factory=list)
    """From each move's due time (or from when it could be made) to its answer."""
    events: list[float] = field(default_factory=list)
    """From the same to the event on the other seat's stream."""
    lag: list[float] = field(default_factory=list)
    """How much too late the load's own event loop was."""
    refused: int = 0
    tables: int = 0
    busy: float = 0.0
    """Seconds of the load's own processor time."""


@dataclass
class Exchange:
    """Pairs the moves made at one table with their arrival at the other seats."""

    figures: Figures
    moves: list[tuple[int, int, float]] = field(default_factory=list)
    """Number, seat and beginning of each move that has not arrived elsewhere."""
    seen: dict[int, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    """The last events of each seat's stream, and when they came."""

    def made(self, number: int, seat: int, began: float) -> None:
        """A move was acknowledged; its event may have arrived before."""
        for other, seen in self.seen.items():
            at = next((at for event, at in seen if event >= number), None)
            if other != seat and at is not None:
                self.figures.events.append(at - began)
                return
        self.moves.append((number, seat, began))

    def arrived(self, event: int, seat: int, at: float) -> None:
        """An event came to a seat's stream."""
        self.seen[seat] = [*self.seen[seat][-5:], (event, at)]
        waiting, self.moves = self.moves, []
        for number, mover, began in waiting:
            if mover != seat and number <= event:
                self.figures.events.append(at - began)
            else:
                self.moves.append((number, mover, began))


class Rhythm:
    """When a table's next move is due: so many seconds after the one before, whatever came in between; with 0
    as soon as it can be made."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self.begin()

    def begin(self) -> None:
        """Another game: whatever opening it took is no delay of a move."""
        self._due = time.perf_counter() + random.random() * self._interval

    async def next(self) -> float:
        """Wait until a move is due; since when it is."""
        now = time.perf_counter()
        if not self._interval:
            return now
        due, self._due = self._due, self._due + self._interval
        if due > now:
            await asyncio.sleep(due - now)
        return due


class Caller:
    """A guest with one line for its requests."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self.cookie = ""
        self._stream: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """A request and its answer."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        assert self._reader is not None
        data = b"" if body is None else msgspec.json.encode(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: x\r\n{JSON}content-length: {len(data)}\r\n{self.cookie}\r\n"
        )
        self._writer.write(head.encode() + data)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        length = 0
        for header in answer.split("\r\n"):
            name, _colon, value = header.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = f"cookie: {value.partition(';')[0]}\r\n"
        return int(answer.split(" ", 2)[1]), await self._reader.readexactly(length)

    async def stream(self, table: str) -> asyncio.StreamReader:
        """A table's stream."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        head = f"GET /api/tables/{table}/stream?with=view HTTP/1.1\r\nhost: x\r\n"
        writer.write(f"{head}accept: application/x-ndjson\r\n{self.cookie}\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        self._stream = writer
        return reader

    def close(self) -> None:
        """Hang up."""
        for writer in (self._writer, self._stream):
            if writer is not None:
                writer.close()


async def chunks(reader: asyncio.StreamReader) -> Any:
    """The chunks of an answer, one line each."""
    while True:
        size = int((await reader.readline()).strip() or b"0", 16)
        if not size:
            return
        yield await reader.readexactly(size)
        await reader.readexactly(2)


class Seat:
    """One client at a table."""

    def __init__(self, caller: Caller, table: str, exchange: Exchange, rhythm: Rhythm, rng: random.Random):
        self._caller = caller
        self._table = table
        self._exchange = exchange
        self._rhythm = rhythm
        self._rng = rng
        self._asked: asyncio.Queue[Snapshot] = asyncio.Queue()

    async def play(self) -> None:
        """Follow the table and move whenever asked, until the game is over."""
        moving = asyncio.create_task(self._move())
        try:
            await self._follow()
        finally:
            moving.cancel()

    async def _follow(self) -> None:
        asked: int | None = None
        async for chunk in chunks(await self._caller.stream(self._table)):
            now = time.perf_counter()
            line = _line_of(chunk)
            if line.type != "table":
                continue
            shown = _snapshot_of(line.data)
            if shown.seat is not None:
                self._exchange.arrived(shown.event, shown.seat, now)
            if shown.phase == "over":
                return
            if shown.moves and shown.question not in (asked, None):
                asked = shown.question
                self._asked.put_nowait(shown)

    async def _move(self) -> None:
        figures = self._exchange.figures
        while True:
            shown = await self._asked.get()
            assert shown.seat is not None
            move = {"do": "play", "seat": shown.seat, "move": self._rng.choice(shown.moves)}
            began = await self._rhythm.next()
            status, answer = await self._caller.ask(
                "POST", f"/api/tables/{self._table}", {**move, "question": shown.question}
            )
            if status == 200:
                figures.posts.append(time.perf_counter() - began)
                self._exchange.made(_answer_of(answer).number, shown.seat, began)
            else:
                figures.refused += 1


async def _one_table(
    ports: Sequence[int], games: Sequence[str], figures: Figures, end: float, seed: int, interval: float
) -> None:
    """Game after game at one table's worth of clients."""
    rng, rhythm = random.Random(seed), Rhythm(interval)
    while time.perf_counter() < end:
        card = handvoll.card(rng.choice(games))
        players = max(2, card.players[0])
        callers = [Caller(ports[(seed + seat) % len(ports)]) for seat in range(players)]
        _status, opened = await callers[0].ask(
            "POST", "/api/tables", {"game": card.id, "chairs": ["open"] * players, "lot": False}
        )
        table = msgspec.json.decode(opened)["table"]
        for caller in callers:
            await caller.ask("POST", f"/api/tables/{table}", {"do": "sit"})
        figures.tables += 1
        exchange = Exchange(figures)
        rhythm.begin()
        try:
            async with asyncio.timeout(max(0, end - time.perf_counter())):
                seats = (Seat(caller, table, exchange, rhythm, rng) for caller in callers)
                await asyncio.gather(*(seat.play() for seat in seats))
        except TimeoutError:
            pass
        for caller in callers:
            caller.close()


async def _load(
    ports: Sequence[int], tables: int, seconds: float, games: Sequence[str], rate: float
) -> Figures:
    figures, warm = Figures(), Figures()
    interval = tables / rate if rate else 0.0
    watch = asyncio.create_task(_watch(figures))
    for counted, length in ((warm, WARM_UP_SECONDS), (figures, seconds)):
        figures.lag.clear()
        end, busy = time.perf_counter() + length, time.process_time()
        await asyncio.gather(
            *(_one_table(ports, games, counted, end, seed, interval) for seed in range(tables))
        )
        figures.busy = time.process_time() - busy
    watch.cancel()
    figures.tables += warm.tables
    return figures


async def _watch(figures: Figures) -> None:
    """Measure how late this process is itself."""
    while True:
        due = time.perf_counter() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        figures.lag.append(time.perf_counter() - due)


def play(
    ports: Sequence[int], tables: int, seconds: float, games: Sequence[str], rate: float = 0.0
) -> Figures:
    """Let so many tables play at once for so long, after a warm-up; as fast as they can, or so many moves a
    second in all."""
    gc.freeze()
    gc.disable()  # the load's own pauses would look like the house's
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(_load(ports, tables, seconds, games, rate))
    finally:
        gc.enable()
        gc.unfreeze()


async def watch_idly(port: int, streams: int, game: str, look: Any) -> Any:
    """Open so many streams, fifty to a table, and tell what `look` says then."""
    watchers: list[Caller] = []
    for _table in range(max(1, streams // 50)):
        host = Caller(port)
        _status, opened = await host.ask("POST", "/api/tables", {"game": game, "chairs": ["host"] * 2})
        table = msgspec.json.decode(opened)["table"]
        await host.ask("POST", f"/api/tables/{table}", {"do": "sit"})
        for _stream in range(min(50, streams)):
            watcher = Caller(port)
            await watcher.stream(table)
            watchers.append(watcher)
    await asyncio.sleep(3)
    found = look()
    for watcher in watchers:
        watcher.close()
    return found
