"""The arena on a cluster: the same match side by side on this machine's cores and on Dask's local cluster.

    python bench/cluster.py [--games 24] [--workers 2]

Both must play the same games, since a match comes out the same wherever it is played; the speeds tell what
sending the games through Dask costs. A real cluster is another address for `Client`, and a folder that all
its machines see.
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from pathlib import Path

import joblib

from handvoll.bots.arena import Match, run
from handvoll.bots.standings import Outcome, duel

MATCH = Match("fuenf-gewinnt", ("level:3", "level:2"), nodes=2000, seed=1)


def timed(games: int, workers: int) -> tuple[list[Outcome], float]:
    """The outcomes of the match, and how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        outcomes = run(MATCH, games, Path(folder), jobs=workers)
        return outcomes, time.perf_counter() - began


def main() -> None:
    """Play the match twice, and say how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    if importlib.util.find_spec("distributed") is None:
        print("Dask is not installed (distributed), so there is nothing to compare with: run `make bench`.")
        return
    from distributed import Client, LocalCluster

    timed(2 * args.workers, args.workers)  # processes started, kernels compiled
    here, seconds_here = timed(args.games, args.workers)
    with (
        LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        timed(2 * args.workers, args.workers)
        there, seconds_there = timed(args.games, args.workers)
    assert here == there, "the cluster played other games"
    share = duel(here, 0, 1).share
    print(f"{args.games} games, {args.workers} workers: level 3 took {share:.0%}, here as there")
    print(f"this machine's processes  {args.games / seconds_here:8.2f} games/s")
    print(f"Dask's local cluster      {args.games / seconds_there:8.2f} games/s")
    print(f"Dask : processes          {seconds_here / seconds_there:8.2f}")


if __name__ == "__main__":
    main()
