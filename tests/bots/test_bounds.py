"""No kernel reads or writes outside its arrays: every one of them, compiled with Numba's bounds checks on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import handvoll
from handvoll.bots.compiled import is_compiling

GAMES = Path(handvoll.__file__).parent / "games"
COMPILED = sorted(
    card.id
    for card in handvoll.cards().values()
    if any("twins(" in path.read_text("utf-8") for path in (GAMES / card.package.split(".")[-1]).glob("*.py"))
)
WITH_PLAYOUTS = ("abraeumen", "hnefatafl")
PLAYING = """
import random, sys
import handvoll
from handvoll.bots import best
from handvoll.bots.compiled import wait_for_kernels

card = handvoll.card(sys.argv[1])
wait_for_kernels(card)
rng = random.Random(8)
asked = 0
while asked < 60:
    game = handvoll.new(card.id)
    while not game.over and game.ply < 300 and asked < 60:
        if game.chance is not None:
            game = game.deal(rng.randrange)
            continue
        seat = game.to_act[0]
        move = rng.choice(game.legal(seat))
        if rng.random() < 0.2:
            move = best(game, seat, rng.choice((3, 5)), nodes=2000, seed=asked).move
            asked += 1
        game = game.play(seat, move, game.state.now)
if card.id in sys.argv[2:]:
    card.load("kernel").play_random(2000, 7)
print("played", asked)
"""


@pytest.mark.slow
@pytest.mark.skipif(not is_compiling(), reason="nothing is compiled here")
@pytest.mark.parametrize("game", COMPILED)
def test_kernels_stay_inside_their_arrays(game: str, tmp_path: Path) -> None:
    """An index past an end would be an IndexError here, as it is in the interpreter."""
    checked = {"NUMBA_BOUNDSCHECK": "1", "HANDVOLL_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAYING, game, *WITH_PLAYOUTS],
        env=os.environ | checked,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout == "played 60\n", done.stderr


def test_there_are_kernels_to_look_at() -> None:
    assert {"abraeumen", "fuenf-gewinnt", "high-five", "hnefatafl", "make-five", "torris"} <= set(COMPILED)
