"""The field of stones on the endless plane, as a search needs it: rulings FG1 to FG8 over flat sequences.

Stones are numbered 1 to 32 in the order in which they were laid, so White's have odd numbers and Black's
even ones, and a stone keeps its number while it moves. The functions run as they are here and are compiled
as they are for the search:

    plane    4096 cells (`notation` says how a point finds its cell): the stone that lies there, or 0
    points   for each stone number its point, NOWHERE before it is laid and after it is captured
    a move   target << 6 | number of the stone lifted, 0 for a stone from the hand
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from handvoll.games.fuenf_gewinnt.notation import STRIDE, WRAP

STONES = 32
FARTHEST = STONES - 1 + 100 * STONES
"""No stone is ever farther from the centre: it takes a capture every hundred moves to go on."""
FIVE = 5
QUIET_MOVES = 100
NOWHERE = 1 << 50
CENTRE = 0
SIDES = (1, -1, STRIDE, -STRIDE)
LINES = (1, STRIDE, STRIDE + 1, STRIDE - 1)

MOST_TARGETS = 2 * STONES + 2
"""A field of n stones has at most 2n + 2 empty points around it (when it is a straight line)."""
MOST_MOVES = STONES // 2 * MOST_TARGETS

TIED = 1
"""The bit in a set of stones (number 0 is no stone) that says: these are several largest groups."""

# Where `survey` keeps what it knows of each stone, in its scratch sequence.
_ROW = STONES + 1
_FOUND, _LOW, _ABOVE, _SIDE, _BEFORE, _OFF, _OFF_SIZE, _LARGEST = (_ROW * row for row in range(8))
SCRATCH = _ROW * 8


def makes_five(plane: Sequence[int], point: int) -> bool:
    """FG3: whether the stone on `point` is part of five or more of its colour in a straight line."""
    colour = plane[point & WRAP] & 1
    for line in LINES:
        length = 1
        for step in (line, -line):
            at = point + step
            while plane[at & WRAP] and plane[at & WRAP] & 1 == colour:
                length += 1
                at += step
        if length >= FIVE:
            return True
    return False


def lay_moves(
    plane: MutableSequence[int], points: Sequence[int], laid: int, moves: MutableSequence[int]
) -> int:
    """Write the moves of the placing phase and return how many; leaves marks on `plane`."""
    if laid == 0:
        moves[0] = CENTRE << 6  # FG1
        return 1
    count = 0
    for number in range(1, laid + 1):
        here = points[number]
        for side in SIDES:  # FG2: side to side, a corner is not enough
            point = here + side
            if plane[point & WRAP] == 0:
                plane[point & WRAP] = STONES + 1
                moves[count] = point << 6
                count += 1
    return count


def survey(
    plane: MutableSequence[int],
    points: Sequence[int],
    targets: MutableSequence[int],
    touching: MutableSequence[int],
    stays: MutableSequence[int],
    scratch: MutableSequence[int],
) -> int:
    """Look over a field in the second phase, once for all of its stones.

    Writes the empty points around it (times 64, as moves have them) into `targets` and for each the set of
    stones that touch it into `touching`; and into `stays` for each stone the set of those that form the
    largest group or groups when it is lifted (FG5), 0 where it may not be lifted, with the bit TIED where
    there are several groups. Sets have bit n for stone n. Returns the number of targets; leaves marks on
    `plane`. `stays` and `scratch` (SCRATCH long) come filled with zeros.

    It is one depth-first walk: a branch that reaches no stone found before its root's parent falls off
    when that parent is lifted.
    """
    stone = 1
    while points[stone] == NOWHERE:
        stone += 1
    count = 0
    found = 1
    field = 1 << stone
    free = 0
    scratch[_FOUND + stone] = scratch[_LOW + stone] = 1
    while stone:
        here = points[stone]
        bit = 1 << stone
        low = scratch[_LOW + stone]
        for side in range(scratch[_SIDE + stone], 4):
            point = here + SIDES[side]
            met = plane[point & WRAP]
            if met > STONES:
                touching[met - STONES - 1] |= bit
                free |= bit
            elif met == 0:
                targets[count] = point << 6
                touching[count] = bit
                free |= bit
                count += 1
                plane[point & WRAP] = STONES + count
            elif scratch[_FOUND + met] == 0:
                scratch[_SIDE + stone] = side + 1
                scratch[_LOW + stone] = low
                scratch[_ABOVE + met] = stone
                scratch[_BEFORE + met] = field
                field |= 1 << met
                found += 1
                scratch[_FOUND + met] = scratch[_LOW + met] = found
                stone = met
                break
            elif scratch[_FOUND + met] < low:
                low = scratch[_FOUND + met]
        else:
            above = scratch[_ABOVE + stone]
            if low < scratch[_LOW + above]:
                scratch[_LOW + above] = low
            if low >= scratch[_FOUND + above]:
                branch = field ^ scratch[_BEFORE + stone]
                size = found - scratch[_FOUND + stone] + 1
                scratch[_OFF + above] |= branch
                scratch[_OFF_SIZE + above] += size
                if size > scratch[_LARGEST + above]:
                    scratch[_LARGEST + above] = size
                    stays[above] = branch
                elif size == scratch[_LARGEST + above]:
                    stays[above] |= branch | TIED
            stone = above
    for stone in range(1, STONES + 1):
        if not free >> stone & 1:
            stays[stone] = 0  # FG4: without an empty side it stays where it is
            continue
        trunk = field ^ (1 << stone) ^ scratch[_OFF + stone]
        size = found - 1 - scratch[_OFF_SIZE + stone]
        if size > scratch[_LARGEST + stone]:
            stays[stone] = trunk
        elif size == scratch[_LARGEST + stone] and size > 0:
            stays[stone] |= trunk | TIED
    stays[0] = 0
    return count


def lift_moves(
    seat: int,
    targets: Sequence[int],
    touching: Sequence[int],
    stays: Sequence[int],
    moves: MutableSequence[int],
) -> int:
    """Write the moves of `seat` in the second phase, from what `survey` found (of `touching` only
    the part it wrote), and return how many."""
    written = 0
    for number in range(seat + 1, STONES + 1, 2):
        largest = stays[number]
        if largest:  # FG4
            for target, around in enumerate(touching):
                if around & largest:  # FG6
                    moves[written] = targets[target] | number
                    written += 1
    return written


def joined(plane: Sequence[int], points: Sequence[int], target: int, among: int) -> int:
    """The stones of the set `among` that hang together with the point `target`."""
    reached = 0
    for side in SIDES:
        reached |= 1 << plane[(target + side) & WRAP] & among
    before = 0
    while reached != before:
        before = reached
        for number in range(1, STONES + 1):
            if reached >> number & 1:
                for side in SIDES:
                    reached |= 1 << plane[(points[number] + side) & WRAP] & among
    return reached & ~TIED


def lift_and_lay(
    plane: MutableSequence[int], points: MutableSequence[int], number: int, target: int, largest: int
) -> int:
    """Move the stone `number` to `target`, where `largest` is what `survey` wrote for it in `stays`; returns
    how many stones are captured."""
    if largest & TIED:  # FG5: every largest group that the laid stone touches stays
        largest = joined(plane, points, target, largest)
    captured = 0
    for other in range(1, STONES + 1):
        if not largest >> other & 1 and points[other] != NOWHERE:
            plane[points[other] & WRAP] = 0
            if other != number:
                points[other] = NOWHERE
                captured += 1
    points[number] = target
    plane[target & WRAP] = number
    return captured


def can_lift(plane: Sequence[int], points: Sequence[int], seat: int) -> bool:
    """FG7: whether `seat` has a stone with an empty side."""
    for number in range(seat + 1, STONES + 1, 2):
        here = points[number]
        if here != NOWHERE:
            for side in SIDES:
                if plane[(here + side) & WRAP] == 0:
                    return True
    return False


def is_material(points: Sequence[int]) -> bool:
    """FG8: whether both seats have fewer than five stones left."""
    white = black = 0
    for number in range(1, STONES + 1, 2):
        if points[number] != NOWHERE:
            white += 1
        if points[number + 1] != NOWHERE:
            black += 1
    return white < FIVE and black < FIVE
