"""Abräumen, rulings AB1-AB3."""

from __future__ import annotations

from typing import Any

from .base import Referee

FILES = "abcdef"
RANKS = "123456"
FIELD = [file + rank for file in FILES for rank in RANKS]
CORNERS = ["a1", "a6", "f1", "f6"]


class Abraeumen(Referee):
    name = "abraeumen"
    letters = "AB"
    fewest = most = 1

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.stones = [square for square in FIELD if square not in CORNERS]  # 32 on all but the four corners

    def jumps(self):
        """AB1: over an adjacent stone onto the empty square directly behind."""
        found = {}
        for start in self.stones:
            for right, up in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
                middle = neighbour(start, right, up)
                landing = neighbour(start, 2 * right, 2 * up)
                if middle in self.stones and landing in FIELD and landing not in self.stones:
                    found[f"{start}-{landing}"] = (start, middle, landing)
        return found

    def moves(self, seat: int) -> list[str]:
        return list(self.jumps())

    def ruling(self, seat: int) -> str:
        return "AB1"

    def do(self, seat: int, move: str, at: int | None) -> None:
        start, middle, landing = self.jumps()[move]
        self.stones = [square for square in self.stones if square not in (start, middle)] + [landing]
        if not self.jumps():  # AB2
            self.reason = "solved" if len(self.stones) == 1 else "stuck"

    def scores(self) -> list[Any]:
        return [len(self.stones)]

    def places(self) -> list[int]:
        return [1]


def neighbour(square, right, up):
    """The square so many files to the right and ranks up; a text that is no square outside the field."""
    return chr(ord(square[0]) + right) + chr(ord(square[1]) + up)
