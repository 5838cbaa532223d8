"""Nobody waits for the compiler."""

import subprocess
import sys

GAMES = ("abraeumen", "fischkopf", "fuenf-gewinnt", "hnefatafl", "make-five", "torris", "zahlenpoker")
FIRST_MOVES = """
import sys
import handvoll
from handvoll.bots import best, compiled

compiled.Later._run = lambda self: None  # what the thread that compiles does is its own affair
for name in sys.argv[1:]:
    game = handvoll.new(name)
    while game.chance:
        game = game.deal(lambda n: 0)
    best(game, game.to_act[0], 1)
print("numba" in sys.modules)
"""


def test_a_first_move_does_not_wait_for_the_compiler_to_be_loaded() -> None:
    """Loading Numba takes longer than level 1 thinks: only the thread that compiles does it."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_MOVES, *GAMES], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "False\n", done.stderr
