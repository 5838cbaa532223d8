"""The exact solver of Abräumen.

It goes through all positions with the same number of stones at once, as NumPy arrays of the rules' whole
numbers: one *layer* after the other from the position forward, until a layer meets one of those that were
found from the solved positions backward. Of positions that are turned or mirrored images of each other only
one stays. Layers that grow large are first thinned out, which finds a way fast where there is one; that a
position can "no longer be solved" is said only when whole layers have shown it.

Nothing is compiled here: the first answer comes as fast as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from handvoll.games.abraeumen.pagodas import may_be_solved
from handvoll.games.abraeumen.rules import CELLS, CHANGES, SIDE, STEPS, WHOLE, can_follow, jumpers, jumps

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

ENDS = tuple(1 << square for square in range(CELLS) if can_follow(1 << square))
"""Where the last stone can lie: a jump changes one square of each of the three numbers along the diagonals,
and the parities this leaves allow for b2, e2, b5 and e5 only."""
MEETING = 9
"""From so many stones down all positions that can be solved are known."""
WIDTHS = (500, 5_000, 1_500_000)
"""How many positions a layer keeps: few at first, in the end as many as a small machine can hold."""
CHUNK = 1 << 12
"""How many positions are worked on at a time: they fit into the processor's cache."""
MIXER = np.int64(-7046029254386353131)
"""2 ** 64 divided by the golden ratio: numbers times it are as good as shuffled."""


class Stopped(Exception):
    """The time is up, or enough positions have been looked at."""


class Meter:
    """How much a search may do: it looks at `most` positions at most, and only until `is_late` says so."""

    def __init__(self, most: int | None = None, is_late: Callable[[], bool] = lambda: False) -> None:
        self.seen = 0
        self._most = most
        self._is_late = is_late

    def count(self, positions: int) -> None:
        """So many more positions are looked at. Raises Stopped."""
        self.seen += positions
        if (self._most is not None and self.seen > self._most) or self._is_late():
            raise Stopped


# --- images ------------------------------------------------------------------------------------

RANK = (1 << SIDE) - 1
FILE = sum(1 << SIDE * rank for rank in range(SIDE))


def _mirrored(stones: Array) -> Array:
    """Rank 1 becomes rank 6."""
    image = np.zeros_like(stones)
    for rank in range(SIDE):
        image |= (stones >> SIDE * rank & RANK) << SIDE * (SIDE - 1 - rank)
    return image


def _reversed(stones: Array) -> Array:
    """File a becomes file f."""
    image = np.zeros_like(stones)
    for file in range(SIDE):
        image |= (stones >> file & FILE) << SIDE - 1 - file
    return image


def _slant(offset: int) -> int:
    """The squares whose file is `offset` more than their rank."""
    return sum(1 << square for square in range(CELLS) if square % SIDE - square // SIDE == offset)


SLANTS = tuple((_slant(offset), (SIDE - 1) * offset) for offset in range(1 - SIDE, SIDE))
"""The squares of each slant, and by how many squares they move up when files become ranks."""


def _transposed(stones: Array) -> Array:
    """File a becomes rank 1."""
    image = np.zeros_like(stones)
    for squares, shift in SLANTS:
        moved = stones & squares
        image |= moved << shift if shift > 0 else moved >> -shift
    return image


def least_images(stones: Array) -> Array:
    """Of each position and its turned and mirrored images the one that is the least number."""
    least = stones
    for image in (stones, _transposed(stones)):
        mirrored = _mirrored(image)
        for other in (image, mirrored, _reversed(image), _reversed(mirrored)):
            least = np.minimum(least, other)
    return least


def least_image(stones: int) -> int:
    """The same for one position."""
    return int(only(stones)[0])


# --- layers ------------------------------------------------------------------------------------

JUMPS = [
    [
        (square, CHANGES[move])
        for square in range(CELLS)
        if (move := square * CELLS + square + 2 * step) in CHANGES
    ]
    for step in STEPS
]
"""Per direction where a jump can begin, and what it changes."""


def all_jumpers(stones: Array) -> tuple[Array, ...]:
    """Per direction the stones of each position that can jump: the rules reckon with arrays as well."""
    found: Any = jumpers(stones)  # type: ignore[arg-type]
    return cast("tuple[Array, ...]", found)


def _jumped(stones: Array) -> Array:
    """What the positions become by each jump they allow."""
    able = all_jumpers(stones)
    return np.concatenate(
        [
            stones[(able[direction] >> square & 1) == 1] ^ change
            for direction, begins in enumerate(JUMPS)
            for square, change in begins
        ]
    )


def _layer(layer: Array, jump: Callable[[Array], Array], meter: Meter) -> Array:
    """What `jump` makes of the positions of a layer: ascending, of images only the least."""
    parts = [layer[:0]]
    for begin in range(0, len(layer), CHUNK):
        part = jump(layer[begin : begin + CHUNK])
        meter.count(len(part))
        parts.append(np.unique(least_images(part)))
    return np.unique(np.concatenate(parts))


def after_jumps(layer: Array, meter: Meter) -> Array:
    """All positions that a jump leads to from these."""
    return _layer(layer, _jumped, meter)


def before_jumps(layer: Array, meter: Meter) -> Array:
    """All positions from which a jump leads to these: a jump taken back is a jump of the empty squares."""
    return _layer(layer, lambda stones: WHOLE ^ _jumped(WHOLE ^ stones), meter)


def only(stones: int) -> Array:
    """The layer of one position."""
    return least_images(np.array([stones], np.int64))


def are_in(stones: Array, layer: Array) -> Any:
    """Which of these positions are in the layer."""
    if not len(layer):
        return np.zeros(len(stones), bool)
    places = np.searchsorted(layer, stones)
    places[places == len(layer)] = 0
    return layer[places] == stones


@cache
def solvable(stones: int) -> Array:
    """All positions with so many stones (MEETING at most) that can be solved."""
    if stones == 1:
        return only(ENDS[0])  # the others are its images
    return before_jumps(solvable(stones - 1), Meter())


# --- a position --------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What is known of a position."""

    is_solvable: bool | None
    """None: it could not be found out."""
    fewest: int
    """With how few stones it is known that one can end."""
    is_exact: bool
    """Whether one can end with no fewer."""
    way: tuple[int, ...]
    """The moves to that end."""


def solve(stones: int, meter: Meter) -> Answer:
    """Whether the position can be solved, and how; or with how few stones it can end."""
    best = Answer(None, stones.bit_count(), not jumps(stones), ())
    try:
        for width in WIDTHS:
            found = search(stones, width, meter)
            best = min(best, found, key=lambda answer: (answer.fewest, not answer.is_exact))
            if found.is_exact:
                break
    except Stopped:
        if not best.way:
            best = search(stones, 1, Meter(), 1)  # any way to an end
    if best.is_solvable is None and not may_be_solved(np.array([stones], np.int64))[0]:
        best = best._replace(is_solvable=False, is_exact=best.fewest == 2)
    return best


def search(stones: int, width: int, meter: Meter, meeting: int = MEETING, luck: int = 0) -> Answer:
    """The best end that layers of this width come to; `luck` says which positions they keep."""
    layers = [only(stones)]
    left = stones.bit_count()
    is_whole = True
    while True:
        layer = layers[-1]
        met = layer[are_in(layer, solvable(left))] if left <= meeting else layer[:0]
        if len(met):
            path = way_through(layers[:-1], int(met[0])) + _on(int(met[0]))
            return Answer(True, 1, True, moves_along(stones, path))
        following = after_jumps(layer, meter)
        if not len(following):
            break
        is_whole = is_whole and len(following) <= width
        following = thinned(following, width, luck)
        layers.append(following)
        left -= 1
    way = moves_along(stones, way_through(layers[:-1], int(layer[0])))
    is_solvable = left == 1 or (False if is_whole else None)
    return Answer(is_solvable, left, is_whole or left == 1, way)


def thinned(layer: Array, width: int, luck: int = 0) -> Array:
    """So many positions at most, those first that may still be solved, otherwise as if drawn by lot."""
    if len(layer) <= width:
        return layer
    hopeless = ~may_be_solved(layer)
    lots = ((layer + luck) * MIXER >> 2 & (1 << 60) - 1) + (hopeless.astype(np.int64) << 60)
    return np.sort(layer[np.argpartition(lots, width)[:width]])


def way_through(layers: list[Array], stones: int) -> list[int]:
    """How the layers led to the position, from their first on."""
    path = [stones]
    for layer in reversed(layers):
        before = before_jumps(only(path[-1]), Meter())
        path.append(int(before[are_in(before, layer)][0]))
    return path[::-1]


def _on(stones: int) -> list[int]:
    """How a position that can be solved is solved."""
    path = []
    for left in range(stones.bit_count() - 1, 0, -1):
        after = after_jumps(only(stones), Meter())
        stones = int(after[are_in(after, solvable(left))][0])
        path.append(stones)
    return path


def moves_along(stones: int, path: Sequence[int]) -> tuple[int, ...]:
    """The moves from a position along images of positions, its own first."""
    moves = []
    for image in path[1:]:
        move = next(move for move in jumps(stones) if least_image(stones ^ CHANGES[move]) == image)
        moves.append(move)
        stones ^= CHANGES[move]
    return tuple(moves)
