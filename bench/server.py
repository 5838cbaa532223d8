"""How much a house carries: tables of API clients that play random legal moves of mixed games.

    python bench/server.py [--tables 50] [--seconds 20] [--idle 5000] [--games torris,make-five] [--nodes 2]

Reports acknowledged moves per second, the time from POST to its answer and from POST to the other seat's
event, and memory. Each client is a seat with a stream of its own, and moves as soon as it is asked; the load
runs in a process of its own, on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

import handvoll
from handvoll.core.card import Trait

JSON = "content-type: application/json\r\n"
LIMITS = {
    "HANDVOLL_REQUESTS_PER_MINUTE": "10000000",
    "HANDVOLL_ACTIONS_PER_MINUTE": "10000000",
    "HANDVOLL_TABLES_PER_HOUR": "10000000",
    "HANDVOLL_GUESTS_PER_HOUR": "10000000",
    "HANDVOLL_STREAMS_PER_GUEST": "100000",
    "HANDVOLL_STREAMS_PER_ADDRESS": "100000",
    "HANDVOLL_LOG_LEVEL": "warning",
}


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


@dataclass
class Figures:
    """What was measured."""

    posts: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    refused: int = 0
    games: int = 0


class Server:
    """A house in a process of its own."""

    def __init__(self, folder: Path, environment: dict[str, str] | None = None) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port: int = found.getsockname()[1]
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "handvoll", "serve", "--port", str(self.port), "--data", str(folder)],
            env={**os.environ, **LIMITS, **(environment or {})},
            stderr=subprocess.DEVNULL,
        )
        while self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                    line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                    if line.recv(100):
                        break
            except OSError:
                time.sleep(0.01)
        self.started_in = time.perf_counter() - began

    @property
    def memory(self) -> float:
        """Resident memory in MB."""
        for text in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if text.startswith("VmRSS"):
                return int(text.split()[1]) / 1024
        return 0.0

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


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


async def play_seat(caller: Caller, table: str, figures: Figures, rng: random.Random) -> None:
    """Move whenever asked, until the game is over."""
    asked, snapshot_of = 0, msgspec.json.Decoder(Snapshot)
    line_of = msgspec.json.Decoder(Line)
    async for chunk in chunks(await caller.stream(table)):
        now = time.perf_counter()
        line = line_of.decode(chunk)
        if line.type != "table":
            continue
        shown = snapshot_of.decode(line.data)
        sent = figures.sent.pop((table, shown.event), None)
        if sent is not None:
            figures.events.append(now - sent)
        if shown.phase == "over":
            return
        if not shown.moves or shown.question == asked or shown.question is None:
            continue
        asked = shown.question
        move = {"do": "play", "seat": shown.seat, "move": rng.choice(shown.moves), "question": asked}
        began = time.perf_counter()
        status, answer = await caller.ask("POST", f"/api/tables/{table}", move)
        ended = time.perf_counter()
        if status == 200:
            figures.posts.append(ended - began)
            number = msgspec.json.decode(answer)["number"]
            figures.sent[table, number] = began
        else:
            figures.refused += 1


async def one_table(
    ports: Sequence[int], games: Sequence[str], figures: Figures, end: float, seed: int
) -> None:
    """Game after game at one table's worth of clients."""
    rng = random.Random(seed)
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
        try:
            async with asyncio.timeout(max(0, end - time.perf_counter())):
                await asyncio.gather(*(play_seat(caller, table, figures, rng) for caller in callers))
                figures.games += 1
        except TimeoutError:
            pass
        for caller in callers:
            caller.close()


async def load(ports: Sequence[int], tables: int, seconds: float, games: Sequence[str]) -> Figures:
    """All tables at once; the first second does not count."""
    figures = Figures()
    warm = Figures()
    await asyncio.gather(
        *(one_table(ports, games, warm, time.perf_counter() + 2, seed) for seed in range(tables))
    )
    end = time.perf_counter() + seconds
    await asyncio.gather(*(one_table(ports, games, figures, end, seed) for seed in range(tables)))
    return figures


async def idle(server: Server, streams: int, games: Sequence[str]) -> tuple[float, float]:
    """Memory before and with so many quiet streams, fifty to a table."""
    before = server.memory
    kept: list[asyncio.StreamReader] = []
    watchers: list[Caller] = []
    for _table in range(max(1, streams // 50)):
        host = Caller(server.port)
        _status, opened = await host.ask("POST", "/api/tables", {"game": games[0], "chairs": ["host"] * 2})
        table = msgspec.json.decode(opened)["table"]
        await host.ask("POST", f"/api/tables/{table}", {"do": "sit"})
        for _stream in range(min(50, streams)):
            watcher = Caller(server.port)
            kept.append(await watcher.stream(table))
            watchers.append(watcher)
    await asyncio.sleep(3)
    after = server.memory
    for watcher in watchers:
        watcher.close()
    return before, after


def percentile(values: Sequence[float], share: float) -> float:
    """In milliseconds."""
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def playable() -> list[str]:
    """Games of two or more that need no clock."""
    return [
        card.id
        for card in handvoll.cards().values()
        if card.players[1] > 1
        and Trait.CLOCK not in card.traits
        and card.live.flip is None
        and card.id != "huetchenspieler"
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--games", default="")
    parser.add_argument("--nodes", type=int, default=0, help="so many houses over PostgreSQL and Redis")
    args = parser.parse_args()
    games = args.games.split(",") if args.games else playable()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="handvoll-bench-", dir=Path.cwd()))
        servers = started(Path(folder), args.nodes, stack)
        print(f"{'PostgreSQL' if args.nodes else 'SQLite'}, {len(servers)} process(es), {', '.join(games)}")
        print(f"start to first answer      {servers[0].started_in:8.2f} s")
        print(f"memory at rest             {servers[0].memory:8.0f} MB")
        measure(servers, args.tables, args.seconds, games)
        print(f"memory after               {servers[0].memory:8.0f} MB")
        if args.idle:
            before, after = asyncio.run(idle(servers[0], args.idle, games))
            each = (after - before) * 1024 / args.idle
            print(f"{args.idle:5} idle streams         {after:8.0f} MB in all, {each:.0f} KB each")


def started(folder: Path, nodes: int, stack: ExitStack) -> list[Server]:
    """One house with SQLite, or so many over a PostgreSQL and a Redis of their own."""
    environment: dict[str, str] = {}
    if nodes:
        sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
        services = importlib.import_module("services")
        postgres = stack.enter_context(services.Postgres(durable=True))
        environment = {"DATABASE_URL": postgres.url(), "REDIS_URL": stack.enter_context(services.Redis()).url}
    servers: list[Server] = []
    for number in range(nodes or 1):
        server = Server(folder / str(number), environment)
        stack.callback(server.stop)
        servers.append(server)
    return servers


def measure(servers: Sequence[Server], tables: int, seconds: float, games: Sequence[str]) -> None:
    """Play, and tell what came out."""
    cpu = sum(server.cpu for server in servers)
    figures = asyncio.run(load([server.port for server in servers], tables, seconds, games))
    moves = len(figures.posts)
    spent = (sum(server.cpu for server in servers) - cpu) / (moves or 1) * 1000
    print(f"tables at once             {tables:8}")
    print(f"acknowledged moves         {moves / seconds:8.0f} /s  ({figures.refused} refused)")
    print(f"server processor time      {spent:8.2f} ms a move (with the warm-up)")
    measured = {"POST to answer": figures.posts, "POST to the other's event": figures.events}
    for name, values in measured.items():
        mean = statistics.fmean(values or [0]) * 1000
        print(
            f"{name:26} {percentile(values, 0.5):8.1f} ms median, "
            f"{percentile(values, 0.99):.1f} ms p99, {mean:.1f} ms mean"
        )


if __name__ == "__main__":
    main()
