"""How fast the rules are: steps per second of whole random games through the unchecked door, on one core.

    python bench/rules.py [--seconds 2] [--games hnefatafl,abraeumen]

A step is a move or a chance outcome; of the legal moves one is drawn, each as likely as any other. Every game
of the registry is measured interpreted, and compiled where its `kernel.py` offers `play_random`. Beside them
stands OpenSpiel's Python API in the same run and the same loop, if `pyspiel` is installed.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import handvoll
from handvoll.core.card import Card, Trait
from handvoll.core.errors import UnknownGame

SEED = 1
OPEN_SPIEL_GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "hex")
FIRST_BATCH = 10_000
"""Moves asked of a kernel at first: to let it compile, and to see how many to ask for next."""


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    name: str
    how: str
    steps: int
    games: int
    seconds: float

    @property
    def speed(self) -> float:
        """Steps per second."""
        return self.steps / self.seconds


# --- measuring ---------------------------------------------------------------------------------


def measured(name: str, how: str, play: Callable[[random.Random], int], seconds: float) -> Line:
    """Plays whole games until the time is over. The first game is not counted: tables are filled then."""
    rng = random.Random(SEED)
    play(rng)
    steps = games = 0
    began = time.process_time()
    while (now := time.process_time()) < began + seconds:
        steps += play(rng)
        games += 1
    return Line(name, how, steps, games, now - began)


def play_state(card: Card, rng: random.Random) -> int:
    """A random game through the unchecked door; returns how many steps it had."""
    low, high = card.players
    players = min(max(2, low), high)
    state = card.rules.start(players, card.check_options({}))
    draw, has_clock = rng.random, Trait.CLOCK in card.traits

    def below(count: int) -> int:  # as moves are drawn, so that it is the rules that are measured
        return int(draw() * count)

    steps = 0
    while True:
        if state.to_act:
            seat = state.to_act[0]
            moves = state.moves(seat)
            move = moves[int(draw() * len(moves))]
            state = state.after(seat, move, state.now) if has_clock else state.after(seat, move)
        elif state.chance is not None:
            state = state.after_chance(state.draw(below))
        else:
            return steps
        steps += 1


def play_open_spiel(game: Any, rng: random.Random) -> int:
    """A random game of OpenSpiel; returns how many moves it had."""
    state = game.new_initial_state()
    draw = rng.random
    steps = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        steps += 1
    return steps


def compiled_line(card: Card, seconds: float) -> Line | None:
    """The game's playouts compiled, or None where it has none."""
    if importlib.util.find_spec(f"{card.package}.kernel") is None:
        return None
    play_random = getattr(card.load("kernel"), "play_random", None)
    if play_random is None:
        return None
    play_random(FIRST_BATCH, SEED)
    batch = FIRST_BATCH
    while True:
        began = time.process_time()
        steps, ends = play_random(batch, SEED)
        taken = time.process_time() - began
        if taken >= seconds / 2:
            return Line(card.id, "compiled", steps, sum(ends.values()), taken)
        batch = int(batch * min(20.0, seconds / max(taken, 1e-6)))


# --- the table ---------------------------------------------------------------------------------


def open_spiel_lines(seconds: float) -> Iterator[Line]:
    """OpenSpiel's games, or a word about its absence."""
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed (pyspiel), so there is nothing to compare with: run `make bench`.")
        return
    pyspiel = importlib.import_module("pyspiel")
    for name in OPEN_SPIEL_GAMES:
        play = functools.partial(play_open_spiel, pyspiel.load_game(name))
        yield measured(name, "OpenSpiel", play, seconds)


def lines_of(card: Card, seconds: float) -> Iterator[Line]:
    """A game's lines."""
    yield measured(card.id, "interpreted", functools.partial(play_state, card), seconds)
    compiled = compiled_line(card, seconds)
    if compiled is not None:
        yield compiled


def shown(line: Line, others: list[Line]) -> str:
    """A line of the table, with its ratio to each of OpenSpiel's games."""
    ratios = "".join(f"{line.speed / other.speed:16.2f}" for other in others)
    return f"{line.name:<16} {line.how:<12}{line.speed:>14,.0f}{line.steps / line.games:>9.1f}{ratios}"


def chosen(names: str) -> list[Card]:
    """The games of a list parted by commas; all of them if it is empty."""
    if not names:
        return [*handvoll.cards().values()]
    try:
        return [handvoll.card(name.strip()) for name in names.split(",")]
    except UnknownGame as unknown:
        sys.exit(str(unknown))


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="how long, for each line")
    parser.add_argument("--games", default="", help="which games, parted by commas (default: all)")
    arguments = parser.parse_args()
    if not 0 < arguments.seconds <= 3600:
        parser.error("--seconds takes a number above 0, up to 3600")
    cards = chosen(arguments.games)
    print("Whole random games through the unchecked door, one core, CPU time.\n")
    others = list(open_spiel_lines(arguments.seconds))
    header = "".join(f"{'× ' + other.name:>16}" for other in others)
    print(f"{'game':<16} {'how':<12}{'steps/s':>14}{'a game':>9}{header}")
    for line in others:
        print(shown(line, others), flush=True)
    for card in cards:
        for line in lines_of(card, arguments.seconds):
            print(shown(line, others), flush=True)


if __name__ == "__main__":
    main()
