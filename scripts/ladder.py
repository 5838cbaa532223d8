"""Measures the levels of every game against each other and writes the table in docs/opponents.md.

    python scripts/ladder.py [GAME …] [--games 200] [--top N] [--seconds S | --nodes N] [--jobs -1]

Each level plays the one below it, and level 5 plays chance, with swapped seats and equal dice. Records are
kept (`--keep`), so that a run that was stopped goes on, and one with more games plays only those that are
missing. Rows of games that are not named stay as they are.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import handvoll
from handvoll.bots.arena import Match, run
from handvoll.bots.standings import Estimate, duel, mean_score
from handvoll.core.card import Card

DOCUMENT = Path(__file__).resolve().parent.parent / "docs/opponents.md"
BEGIN, END = "<!-- ladder: written by scripts/ladder.py -->", "<!-- end of the ladder -->"
PAIRS = (
    ("level:2", "level:1"),
    ("level:3", "level:2"),
    ("level:4", "level:3"),
    ("level:5", "level:4"),
    ("level:5", "random"),
)
TOP = "level:5"
HEAD = ("game", "seats", "2 : 1", "3 : 2", "4 : 3", "5 : 4", "5 : random", "games each", "thinking")
MISSING = "–"


@dataclass(frozen=True)
class Effort:
    """How much is played, and how long each move may take."""

    games: int
    seconds: float | None = None
    nodes: int | None = None
    jobs: int = -1
    seed: int = 1
    top: int | None = None
    """Games of level 5, where its thinking takes long; as many as all others play where not said."""

    def games_of(self, pair: Sequence[str]) -> int:
        """How many games these two play."""
        return self.top if self.top is not None and TOP in pair else self.games

    @property
    def counts(self) -> str:
        """For the table."""
        return str(self.games) if self.top is None else f"{self.games}; of level 5 {self.top}"

    @property
    def thinking(self) -> str:
        """For the table."""
        if self.nodes is not None:
            return f"{self.nodes} nodes"
        return "each level's time" if self.seconds is None else f"{self.seconds:g} s"


def has_opponent(card: Card) -> bool:
    """Whether the game's levels are more than chance."""
    return importlib.util.find_spec(f"{card.package}.opponent") is not None


def seatings(card: Card) -> list[int]:
    """For how many seats a game is measured: two, and its most where that is more."""
    low, high = card.players
    return sorted({min(max(2, low), high), high})


def measured(card: Card, seats: int, effort: Effort, keep: Path) -> list[str]:
    """The row of a game."""
    cells = [_pair(card, seats, pair, effort, keep) for pair in PAIRS]
    return [card.id, str(seats), *cells, effort.counts, effort.thinking]


def _pair(card: Card, seats: int, pair: Sequence[str], effort: Effort, keep: Path) -> str:
    match = Match(card.id, tuple(pair), seats, {}, effort.seconds, effort.nodes, seed=effort.seed)
    name = re.sub(
        "[^a-z0-9.-]+", "", f"{card.id}-{seats}-{pair[0]}-{pair[1]}-{effort.seconds}-{effort.nodes}"
    )
    outcomes = run(match, effort.games_of(pair), keep / name, jobs=effort.jobs)
    if seats == 1:
        return f"{_score(mean_score(outcomes, 0))} to {_score(mean_score(outcomes, 1))}"
    found = duel(outcomes, 0, 1)
    shown = f"{found.share:.0%} ({found.low:.0%}–{found.high:.0%})"
    if seats == 2 and found.wins + found.losses < found.games:
        shown += f", decided {found.decided:.0%}"
    return shown


def _score(estimate: Estimate) -> str:
    return (
        f"{estimate.mean:.1f}" if estimate.margin is None else f"{estimate.mean:.1f} ± {estimate.margin:.1f}"
    )


def updated(text: str, rows: Sequence[Sequence[str]]) -> str:
    """The document with these rows in its table, the others as they were; every game has a row."""
    before, _begin, rest = text.partition(BEGIN)
    table, _end, after = rest.partition(END)
    known = {tuple(row[:2]): row for row in map(_cells, table.strip().splitlines()[2:])}
    known |= {tuple(row[:2]): list(row) for row in rows}
    for card in handvoll.cards().values():
        for seats in seatings(card):
            key = (card.id, str(seats))
            known.setdefault(key, [*key, *[MISSING] * (len(HEAD) - 2)])
    lines = [HEAD, ["---"] * len(HEAD), *(known[key] for key in sorted(known))]
    shown = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{before}{BEGIN}\n\n{shown}\n\n{END}{after}"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write row by row."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", help="which games (all that have an opponent)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--top", type=int, help="games of level 5, where its thinking takes long")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--jobs", type=int, default=-1)
    parser.add_argument("--seats", type=int, help="only for so many seats")
    parser.add_argument("--keep", type=Path, default=Path(".cache/ladder"))
    args = parser.parse_args(arguments)
    effort = Effort(args.games, args.seconds, args.nodes, args.jobs, top=args.top)
    cards = [handvoll.card(game) for game in args.game] or [*filter(has_opponent, handvoll.cards().values())]
    for card in cards:
        for seats in [args.seats] if args.seats else seatings(card):
            row = measured(card, seats, effort, args.keep)
            print(" | ".join(row), flush=True)
            DOCUMENT.write_text(updated(DOCUMENT.read_text("utf-8"), [row]), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
