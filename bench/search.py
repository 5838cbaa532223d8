"""How fast opponents think: nodes per second of each search, compiled random playouts, and a move of level 3.

    python bench/search.py [--seconds 2] [--games hnefatafl,torris]

One core each; speeds are by processor time, a move's time is by the clock. Beside them stand OpenSpiel's C++
random rollouts and its C++ tree search in the same run, through `pyspiel` (`make bench` installs it; only
benchmarks use it).
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from handvoll.bots import best
from handvoll.bots.compiled import wait_for_kernels
from handvoll.core.card import Card
from handvoll.core.game import Game
from rules import chosen, compiled_line

SEED = 1
OPEN_SPIEL_GAMES = ("breakthrough", "hex", "connect_four")
SIMULATIONS, ROLLOUTS = 2000, 500
DEPTHS = (0, 4, 10)
"""After how many random moves the searches are measured."""
MOMENTS = 12
"""How many moves of level 3 are timed."""


def moment(card: Card, moves: int, seed: int) -> tuple[Game, int] | None:
    """A game after so many random moves, and who is asked; None where it ends before."""
    rng = random.Random(seed)
    low, high = card.players
    game = Game.new(card, min(max(2, low), high))
    while not game.over:
        if game.chance is not None:
            game = game.deal(rng.randrange)
            continue
        seat = game.to_act[0]
        if moves <= 0:
            return game, seat
        moves -= 1
        game = game.play(seat, rng.choice(game.legal(seat)), game.state.now + 1000)
    return None


def search_speed(card: Card, seconds: float) -> float | None:
    """Nodes per second of level 5, where its search counts nodes."""
    nodes, taken = 0, 0.0
    for moves in DEPTHS:
        there = moment(card, moves, SEED)
        if there is None:
            continue
        began = time.process_time()
        thought = best(*there, 5, seconds, seed=SEED)
        if thought.nodes and not thought.exact:  # what is solved at once says nothing of the speed
            nodes += thought.nodes
            taken += time.process_time() - began
    return nodes / taken if taken else None


def level_3_times(card: Card) -> list[float]:
    """Seconds for moves of level 3, warm."""
    times = []
    for number in range(MOMENTS + 1):
        there = moment(card, number, SEED + number)
        if there is not None:
            began = time.perf_counter()
            best(*there, 3, seed=number)
            times.append(time.perf_counter() - began)
    return times[1:]


def lines(card: Card, seconds: float) -> Iterator[str]:
    """What there is to say of a game."""
    if importlib.util.find_spec(f"{card.package}.opponent") is not None:
        wait_for_kernels(card)
        speed = search_speed(card, seconds)
        if speed is not None:
            yield f"{card.id:<16} search, level 5           {speed:>14,.0f} nodes/s"
        times = level_3_times(card)
        yield (
            f"{card.id:<16} a move of level 3         {1000 * statistics.median(times):>14,.0f} ms"
            f"   (longest {1000 * max(times):,.0f} ms)"
        )
    compiled = compiled_line(card, seconds)
    if compiled is not None:
        yield f"{card.id:<16} random playouts           {compiled.speed:>14,.0f} moves/s"


def open_spiel_lines(seconds: float) -> Iterator[str]:
    """OpenSpiel's C++ rollouts and MCTS. A rollout's moves are counted by the mean length of random games."""
    if importlib.util.find_spec("pyspiel") is None:
        yield "OpenSpiel is not installed (pyspiel), so there is nothing to compare with: run `make bench`."
        return
    pyspiel = importlib.import_module("pyspiel")
    for name in OPEN_SPIEL_GAMES:
        game = pyspiel.load_game(name)
        # A search of a single simulation is nothing but its rollouts from the root.
        evaluations = _searches(pyspiel, game, 1, ROLLOUTS, seconds)
        speed = evaluations * ROLLOUTS * _mean_length(game)
        yield f"{name:<16} OpenSpiel, C++ rollouts   {speed:>14,.0f} moves/s"
        speed = _searches(pyspiel, game, SIMULATIONS, 1, seconds) * SIMULATIONS
        yield f"{name:<16} OpenSpiel, C++ MCTS       {speed:>14,.0f} simulations/s"


def _searches(pyspiel: Any, game: Any, simulations: int, rollouts: int, seconds: float) -> float:
    """Searches per second from the start of a game, of so many simulations with so many rollouts each."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, SEED, False)
    state = game.new_initial_state()
    count, began = 0, time.process_time()
    while time.process_time() < began + seconds:
        bot.mcts_search(state)
        count += 1
    return count / (time.process_time() - began)


def _mean_length(game: Any, games: int = 300) -> float:
    rng = random.Random(SEED)
    moves = 0
    for _game in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / games


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (2)")
    parser.add_argument("--games", default="", help="which games, parted by commas (all)")
    args = parser.parse_args()
    for card in chosen(args.games):
        for line in lines(card, args.seconds):
            print(line, flush=True)
    for line in open_spiel_lines(args.seconds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
