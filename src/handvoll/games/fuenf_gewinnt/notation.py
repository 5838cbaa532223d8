"""Points and moves of Fünf gewinnt as texts, and the numbers they stand for.

A point of the endless plane is the number `x + y * STRIDE`. STRIDE leaves 64 when divided by the 4096 cells
of the ring on which `rules` keeps the stones, so that `point & WRAP` is the point's cell, and stepping from
point to point steps from cell to cell. Stones lie connected, at most 32 wide, so that no two points in or
around a field share a cell.
"""

from __future__ import annotations

import re

STRIDE = (1 << 13) + 64
WRAP = 4095

_NUMBER = r"0|-?[1-9]\d*"
EXACT_POINT = re.compile(rf"({_NUMBER}),({_NUMBER})")
EXACT_LIFT = re.compile(rf"({_NUMBER}),({_NUMBER})>({_NUMBER}),({_NUMBER})")

XY = tuple[int, int]


def point_of(x: int, y: int) -> int:
    """The number of the point x,y; both no farther than 4000 from the centre."""
    return x + y * STRIDE


def xy(point: int) -> XY:
    """The coordinates of a point's number."""
    x = (point + STRIDE // 2) % STRIDE - STRIDE // 2
    return x, (point - x) // STRIDE


def point_text(point: int) -> str:
    """A point as the rulings write it: `-1,2`."""
    return xy_text(xy(point))


def xy_text(place: XY) -> str:
    """Coordinates as the rulings write them."""
    return f"{place[0]},{place[1]}"


def lift_text(start: XY, target: XY) -> str:
    """A move of the second phase as the rulings write it: `1,0>-2,3`."""
    return f"{xy_text(start)}>{xy_text(target)}"


def read_points(text: str) -> list[XY]:
    """The points of an exact move text: one, two, or none where it is no move."""
    for pattern in (EXACT_POINT, EXACT_LIFT):
        found = pattern.fullmatch(text)
        if found:
            numbers = [int(number) for number in found.groups()]
            return list(zip(numbers[::2], numbers[1::2], strict=True))
    return []


def tidied(text: str) -> str:
    """What a person typed as a move text, if two or four whole numbers can be read from it.

    >>> tidied("(1;0)"), tidied("1 0"), tidied("1,0 -> -2,3"), tidied("1,0 -2,3"), tidied("1,0-2,3")
    ('1,0', '1,0', '1,0>-2,3', '1,0>-2,3', '1,0>2,3')
    """
    # A dash after a number parts two points, unless a space before it and a digit behind make it a sign.
    parted = re.sub(r"(?<=[\d)]) ?-+>|(?<=[\d)])-(?=[-\d(])|(?<=[\d)]) - ", ">", text)
    if re.fullmatch(r"[-+\d\s,;:.()\[\]>/→a-z]*", parted.casefold()) is None:
        return text
    numbers = [str(int(number)) for number in re.findall(r"[-+]?\d+", parted)]
    if len(numbers) == 2:
        return ",".join(numbers)
    if len(numbers) == 4:
        return f"{numbers[0]},{numbers[1]}>{numbers[2]},{numbers[3]}"
    return text
