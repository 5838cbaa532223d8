"""Squares, moves and towers of Torris as texts.

Squares are numbered 0 to 31 in the order a1, b1, … h1, a2, … h4. A stone is named by the square it was
dealt to.
"""

from __future__ import annotations

import re

FILES, RANKS = 8, 4
SQUARES = FILES * RANKS

NAMES = tuple(file + rank for rank in "1234" for file in "abcdefgh")
NUMBERS = {name: number for number, name in enumerate(NAMES)}

_MOVE = re.compile(r"([a-h][1-4])-([a-h][1-4])")


def move_text(start: int, target: int) -> str:
    """A move as the rulings write it: `c2-f2`."""
    return f"{NAMES[start]}-{NAMES[target]}"


def read_move(text: str) -> tuple[int, int] | None:
    """The squares of an exact move text, or None where it is no move."""
    found = _MOVE.fullmatch(text)
    return (NUMBERS[found[1]], NUMBERS[found[2]]) if found else None


def tidied(text: str) -> str:
    """What a person typed as a move text, if just two squares can be read from it.

    >>> tidied("C2 F2"), tidied("c2f2"), tidied("c2 -> f2"), tidied("c2")
    ('c2-f2', 'c2-f2', 'c2-f2', 'c2')
    """
    squares = re.findall(r"(?<![a-z])[a-h][1-4](?!\d)", text.casefold())
    return "-".join(squares) if len(squares) == 2 else text
