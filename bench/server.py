"""How much a house carries: tables of API clients that play random legal moves of mixed games.

    python bench/server.py [sqlite] [postgres] [boardgame] [--tables 50] [--seconds 10] [--rate 1000]
                           [--idle 5000] [--games torris,make-five] [--nodes 1,2]

Reports acknowledged (durable) moves a second, the time from POST to its answer and from POST to the other
seat's event, and memory; for SQLite in one process, for PostgreSQL with one and more nodes, and beside them a
boardgame.io server (bench/boardgame). Each client is a seat with a stream of its own; the load runs in one
process on the same machine, and is measured, too.

Twice: *as fast as it goes*, where every client moves as soon as it is asked, so that the house is as busy as
it can be and the times say how long the queue is; and *at so many moves a second*, where moves are due at
fixed times whatever the house does, and waited for since then.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import _boardgame
import _load
import handvoll
from _house import Server, houses, services
from handvoll.core.card import Trait

PARTS = ("sqlite", "postgres", "boardgame")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=str(__doc__).partition("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; without, all")
    parser.add_argument("--tables", type=int, default=50, help="how many play at once")
    parser.add_argument("--seconds", type=float, default=10, help="how long, for each line")
    parser.add_argument("--rate", type=float, default=1000, help="moves a second where they are due by time")
    parser.add_argument("--idle", type=int, default=5000, help="quiet streams")
    parser.add_argument("--games", help="parted by commas; without, all that need no clock")
    parser.add_argument("--nodes", default="1,2", help="houses over one PostgreSQL")
    args = parser.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}")
    parts = args.parts or PARTS
    games = args.games.split(",") if args.games else playable()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{', '.join(games)}; {args.tables} tables at once, {os.cpu_count()} cores for house and load")
    cache = Path(".cache").absolute()  # on a disk like the house's own; a temporary folder may lie in memory
    cache.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=cache) as folder:
        if "sqlite" in parts:
            on_sqlite(Path(folder), args, games)
        if "postgres" in parts:
            on_postgres(Path(folder), args, games)
        if "boardgame" in parts:
            _boardgame.compare(Path(folder), args.tables, args.seconds)


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


def on_sqlite(folder: Path, args: argparse.Namespace, games: Sequence[str]) -> None:
    """One process with everything."""
    with houses(folder, 0) as servers:
        (server,) = servers
        print(f"\nSQLite, one process: first answer after {server.started_in:.2f} s")
        rest = server.memory
        _rate, tables = measure(servers, args, games)
        after = server.memory
        print(f"  memory {rest:.0f} MB at rest, {(after - rest) * 1024 / tables:.0f} KB for each table kept")
        measure(servers, args, games, args.rate)
        if args.idle:
            before = server.memory
            full = asyncio.run(_load.watch_idly(server.port, args.idle, games[0], lambda: server.memory))
            each = (full - before) * 1024 / args.idle
            print(f"  {args.idle} idle streams: {each:.0f} KB each, {full:.0f} MB in all with the rest")


def on_postgres(folder: Path, args: argparse.Namespace, games: Sequence[str]) -> None:
    """So many nodes over one database."""
    rates: dict[int, float] = {}
    for nodes in map(int, args.nodes.split(",")):
        try:
            with houses(folder, nodes) as servers:
                print(f"\nPostgreSQL, {nodes} node{'s' if nodes > 1 else ''}")
                rates[nodes], _tables = measure(servers, args, games)
        except services().MissingProgram as missing:
            print(f"\nPostgreSQL: not measured, {missing}")
            return
    if len(rates) > 1:
        first, *_between, last = rates
        wanted = last + 2
        print(f"  {last} nodes carry {rates[last] / rates[first]:.2f} times what {first} carries", end="")
        few = f"; here {wanted} busy processes share {os.cpu_count()} cores"
        print(few if wanted > (os.cpu_count() or 1) else "")


def measure(
    servers: Sequence[Server], args: argparse.Namespace, games: Sequence[str], rate: float = 0.0
) -> tuple[float, int]:
    """Play, and tell what came out: moves a second, and how many tables there were."""
    cpu, began = sum(server.cpu for server in servers), time.perf_counter()
    figures = _load.play([server.port for server in servers], args.tables, args.seconds, games, rate)
    wall = time.perf_counter() - began
    cpu = sum(server.cpu for server in servers) - cpu
    moves = len(figures.posts)
    share = moves / args.seconds
    print(f"  {f'at {rate:.0f} moves a second' if rate else 'as fast as it goes'}")
    print(
        f"    acknowledged moves        {share:6.0f} /s"
        + f"  ({figures.refused} refused)" * (figures.refused > 0)
    )
    for name, values in (("POST to answer", figures.posts), ("POST to other's event", figures.events)):
        print(f"    {name:24}{percentile(values, 0.5):8.1f} ms median, {percentile(values, 0.99):.1f} ms p99")
    print(
        f"    processors: house {cpu / wall * 100:.0f} %, load {figures.busy / args.seconds * 100:.0f} %; "
        f"the load itself is late by {percentile(figures.lag, 0.99):.1f} ms p99"
    )
    return share, figures.tables


def percentile(values: Sequence[float], share: float) -> float:
    """In milliseconds."""
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


if __name__ == "__main__":
    main()
