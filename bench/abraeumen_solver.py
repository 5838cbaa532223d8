"""How fast the solver of Abräumen is: the set-up in a fresh process, and a hundred positions after up to
twelve random jumps, each decided (solved, or not solvable) with the fewest stones one can reach from it.

    python bench/abraeumen_solver.py [positions]
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

from handvoll.games.abraeumen import rules
from handvoll.games.abraeumen.rules import CHANGES, SETUP
from handvoll.games.abraeumen.solver import Meter, solve

JUMPS = 12
SECONDS = 2.0
COLD = (
    "from handvoll.games.abraeumen import rules, solver;"
    "assert solver.solve(rules.SETUP, solver.Meter()).is_solvable"
)


def random_position(rng: random.Random, jumps: int) -> int:
    """A position after so many random jumps."""
    while True:
        stones = SETUP
        for _jump in range(jumps):
            moves = rules.jumps(stones)
            if not moves:
                break
            stones ^= CHANGES[rng.choice(moves)]
        else:
            return stones


def main() -> None:
    """Measure and print."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD], check=True)
    print(
        f"set-up solved in a fresh process: {time.perf_counter() - started:.2f} s, start of Python included"
    )
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = random.Random(2026)
    took, verdicts, proven = [], [], 0
    for _position in range(positions):
        stones = random_position(rng, rng.randint(1, JUMPS))
        started = time.perf_counter()
        answer = solve(stones, Meter())
        took.append(time.perf_counter() - started)
        verdicts.append(answer.is_solvable)
        proven += answer.is_exact
    took.sort()
    fast = sum(seconds < SECONDS for seconds in took)
    print(f"{positions} positions after 1 to {JUMPS} random jumps:")
    solved, hopeless, open_ = (verdicts.count(verdict) for verdict in (True, False, None))
    print(f"  {solved} solved, {hopeless} no longer solvable, {open_} undecided; fewest proven for {proven}")
    print(f"  under {SECONDS:g} s: {fast}; middle {took[len(took) // 2]:.2f} s, longest {took[-1]:.2f} s")


if __name__ == "__main__":
    main()
