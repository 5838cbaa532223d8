"""How many moves a second become durable, and how long each takes: SQLite, PostgreSQL.

    python bench/store.py [--tables 50] [--seconds 5] [--database URL]

Every table plays Zahlenpoker, each move as soon as the one before is durable; deciding and folding are part
of the time. Both databases flush to the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import secrets
import statistics
import sys
import tempfile
import time
from pathlib import Path

import handvoll
from handvoll.store.append import Append
from handvoll.store.store import Store
from handvoll.table import requests as rq
from handvoll.table.decide import decide, open_table
from handvoll.table.requests import Asker

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

HOST = Asker("host", "Host")


async def play(store: Store, seed: int, until: float, waited: list[float]) -> None:
    """Tables, one after the other, until the time is over; every move's wait is written down."""
    rng = random.Random(seed)
    while time.perf_counter() < until:
        secret = secrets.token_bytes(32)
        request = rq.Open(game="zahlenpoker", chairs=("host", "host"))
        opened = open_table(secrets.token_hex(8), request, HOST, now=1, secret=secret, card_of=handvoll.card)
        await store.append(Append(opened.table, opened.events, secret))
        sat = decide(opened.table, rq.Sit(), HOST, now=1, secret=secret)
        await store.append(Append(sat.table, sat.events))
        table = sat.table
        for now in itertools.count(2):
            if table.phase == "over" or time.perf_counter() >= until:
                break
            seat = rng.choice(table.asked)
            question = table.questions[seat]
            assert question is not None
            move = rq.Play(seat=seat, move=rng.choice(table.moves(seat)), question=question.number)
            started = time.perf_counter()
            decision = decide(table, move, HOST, now=now, secret=secret)
            await store.append(Append(decision.table, decision.events))
            waited.append(time.perf_counter() - started)
            table = decision.table


async def measure(name: str, database: str | Path, tables: int, seconds: float) -> None:
    """Play, and say how it went."""
    store = await Store.connect(database)
    waited: list[float] = []
    try:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(play(store, seed, until, waited) for seed in range(tables)))
        stats = await store.stats()
    finally:
        await store.close()
    centiles = statistics.quantiles(waited, n=100)
    print(
        f"{name:<12}{tables:>5} tables  {len(waited) / seconds:>7.0f} durable moves/s  "
        f"p50 {centiles[49] * 1000:6.1f} ms  p99 {centiles[98] * 1000:6.1f} ms  ({stats.events} events)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument(
        "--tables", type=int, nargs="*", default=[1, 20, 50, 200], help="how many play at once"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="how long, for each line")
    parser.add_argument("--database", help="another database than fresh ones of our own")
    arguments = parser.parse_args()
    if arguments.database:
        for tables in arguments.tables:
            asyncio.run(measure("database", arguments.database, tables, arguments.seconds))
        return
    with tempfile.TemporaryDirectory(prefix="handvoll-bench-") as folder:
        for tables in arguments.tables:
            file = Path(folder) / f"{tables}.db"
            asyncio.run(measure("SQLite", file, tables, arguments.seconds))
    import services

    try:
        server = services.Postgres(durable=True)
    except services.MissingProgram as missing:
        print(missing)
        return
    with server:
        for tables in arguments.tables:
            asyncio.run(measure("PostgreSQL", server.url(), tables, arguments.seconds))


if __name__ == "__main__":
    main()
