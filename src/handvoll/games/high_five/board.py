"""The board of High Five!: 8 × 8 squares, its start squares, and all frames on it.

A square is `rank * 8 + file`, a1 = 0. Frames are numbered, rows first.
"""

from __future__ import annotations

SIDE = 8
LONG = 5
SQUARES = SIDE * SIDE
FILES = "abcdefgh"
SQUARE_NAMES = tuple([f"{file}{rank + 1}" for rank in range(SIDE) for file in FILES])
SQUARE_OF = {name: square for square, name in enumerate(SQUARE_NAMES)}

START_SQUARES = tuple([SQUARE_OF[name] for name in ("c3", "f3", "c6", "f6")])
START_MASK = sum(1 << square for square in START_SQUARES)
HAND = 4
"""How many cards a seat draws to its joker in the set-up (HF1)."""
DRAWS = 2
"""How many it draws after its turn (HF7)."""
MOST_LAID = 4
"""How many cards a turn lays at most (HF2)."""
FIRST_LAID = 3
"""How many the first turn of each seat lays (HF3)."""


def _all_frames() -> list[tuple[int, ...]]:
    places = [(line, low) for line in range(SIDE) for low in range(SIDE - LONG + 1)]
    rows = [tuple(line * SIDE + low + step for step in range(LONG)) for line, low in places]
    columns = [tuple((low + step) * SIDE + line for step in range(LONG)) for line, low in places]
    return rows + columns


FRAMES = tuple(_all_frames())
"""The squares of each frame in the order they are filled: left to right, bottom to top (HF2)."""
FRAME_MASKS = tuple([sum(1 << square for square in frame) for frame in FRAMES])
FRAME_NAMES = tuple([f"{SQUARE_NAMES[frame[0]]}-{SQUARE_NAMES[frame[-1]]}" for frame in FRAMES])
FRAME_OF = {name: frame for frame, name in enumerate(FRAME_NAMES)}
FIRST_FRAMES = tuple(
    [frame for frame, mask in enumerate(FRAME_MASKS) if (mask & START_MASK).bit_count() == 2]
)
"""The frames that join two start squares (HF3)."""


def is_open(filled: int, cards: int) -> bool:
    """Whether a seat with so many cards may fill a frame in which so many lie (HF2)."""
    return LONG - min(MOST_LAID, cards) <= filled < LONG
