"""Torris, rulings TO1-TO7."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from .base import Referee

FILES = "abcdefgh"
RANKS = "1234"
ORDER = [file + rank for rank in RANKS for file in FILES]  # TO1: a1, b1, ... h1, a2, ...


def colour_of(square):
    """TO1: a chessboard with a1 black; seat 0 has the white stones, seat 1 the black."""
    return 1 - (FILES.index(square[0]) + RANKS.index(square[1])) % 2


class Torris(Referee):
    name = "torris"
    letters = "TO"

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.towers: dict[str, list[tuple[int, int]]] = {}  # from the bottom, each (colour, value)
        self.turn: int | None = None

    def chance(self) -> str | None:
        return "deal" if self.turn is None else None

    def outcomes(self) -> dict[str, Fraction] | None:
        return None

    def any_outcome(self, rng: random.Random) -> str:
        piles = [[1, 2, 3, 4] * 4, [1, 2, 3, 4] * 4]
        for pile in piles:
            rng.shuffle(pile)
        return "".join(str(piles[colour_of(square)].pop()) for square in ORDER)

    def may_happen(self, outcome: str) -> bool:
        if len(outcome) != 32:
            return False
        for colour in (0, 1):
            values = sorted(
                value for square, value in zip(ORDER, outcome, strict=True) if colour_of(square) == colour
            )
            if "".join(values) != "1111222233334444":
                return False
        return True

    def do_chance(self, outcome: str) -> None:
        for square, value in zip(ORDER, outcome, strict=True):
            self.towers[square] = [(colour_of(square), int(value))]
        self.turn = 0
        self.find_turn(0)

    def ray(self, square, right, up):
        """All squares from here in one direction, to the edge of the board."""
        found = []
        file, rank = FILES.index(square[0]) + right, RANKS.index(square[1]) + up
        while 0 <= file < 8 and 0 <= rank < 4:
            found.append(FILES[file] + RANKS[rank])
            file, rank = file + right, rank + up
        return found

    def moves_of(self, seat):
        """TO2, TO3: the moves of a seat and the direction of each."""
        found = {}
        for square, tower in self.towers.items():
            colour, value = tower[-1]
            if colour != seat:
                continue
            for right, up in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
                steps = [other for other in self.ray(square, right, up) if other in self.towers]
                if len(steps) < value:
                    continue
                landing = steps[value - 1]
                if len(self.towers[landing]) >= len(tower):  # TO3
                    found[f"{square}-{landing}"] = (right, up)
        return found

    def moves(self, seat: int) -> list[str]:
        return list(self.moves_of(seat)) if seat == self.turn else []

    def ruling(self, seat: int) -> str:
        return "TO2"

    def do(self, seat: int, move: str, at: int | None) -> None:
        right, up = self.moves_of(seat)[move]
        start, landing = move.split("-")
        self.towers[landing].append(self.towers[start].pop())  # TO4
        if not self.towers[start]:
            del self.towers[start]
            self.close_up(start, right, up)
        self.note("TO3 five high", max(len(tower) for tower in self.towers.values()) >= 5)
        self.find_turn(1 - seat)
        if self.reason:
            white, black = self.scores()
            self.note("TO7 by the highest tower", white == black and self.places() != [1, 1])
            self.note("TO7 drawn", self.places() == [1, 1])

    def close_up(self, start, right, up):
        """TO5: the unbroken run behind slides as one block until it touches the next tower ahead."""
        block = []
        for square in self.ray(start, -right, -up):
            if square not in self.towers:
                break
            block.append(square)
        free = [start]
        for square in self.ray(start, right, up):
            if square in self.towers:
                break
            free.append(square)
        self.note("TO5 a block", len(block) > 1)
        self.note("TO5 nothing behind", not block)
        self.note("TO5 an older gap in front", bool(block) and len(free) > 1)
        self.note("TO5 towers slide", any(len(self.towers[square]) > 1 for square in block))
        for square in block:  # the foremost first
            target = self.ray(square, right, up)[len(free) - 1]
            self.towers[target] = self.towers.pop(square)

    def find_turn(self, next_seat):
        """TO6: who cannot move is skipped; when neither can, the game ends."""
        self.turn = next_seat
        if not self.moves_of(next_seat):
            self.turn = 1 - next_seat
            self.note("TO6 skipped", bool(self.moves_of(1 - next_seat)))
            if not self.moves_of(1 - next_seat):
                self.reason = "blocked"

    def scores(self) -> list[Any]:
        return [sum(len(t) for t in self.towers.values() if t[-1][0] == seat) for seat in (0, 1)]

    def places(self) -> list[int]:
        white, black = self.scores()
        if white == black:  # TO7: the owner of the highest tower
            white, black = (
                max((len(t) for t in self.towers.values() if t[-1][0] == seat), default=0) for seat in (0, 1)
            )
        if white == black:
            return [1, 1]
        return [1, 2] if white > black else [2, 1]
