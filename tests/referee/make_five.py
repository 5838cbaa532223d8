"""Make Five, rulings MF1-MF7."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .base import Referee, ranking

LANES = "abcde"
COLOURS = "TYRGV"


class MakeFive(Referee):
    name = "make-five"
    letters = "MF"

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.rounds = 2 * options.get("rounds_each", 3)  # MF1
        self.totals = [0, 0]
        self.round = 1
        self.made_five: int | None = None
        self.begin_round()

    def begin_round(self) -> None:
        self.bag = [colour for colour in COLOURS for _ in range(5)]  # MF2
        self.lanes: dict[str, list[str]] = {lane: [] for lane in LANES}  # the bottom first
        self.drawn: str | None = None
        self.phase = "set up"

    def sorter(self):
        return (self.round - 1) % 2  # MF1

    def lying(self):
        return sum(len(lane) for lane in self.lanes.values())

    def chance(self) -> str | None:
        return "draw" if self.reason is None and self.phase in ("set up", "draw") else None

    def outcomes(self) -> dict[str, Fraction] | None:
        return {colour: Fraction(self.bag.count(colour), len(self.bag)) for colour in set(self.bag)}

    def do_chance(self, outcome: str) -> None:
        self.bag.remove(outcome)
        if self.phase == "draw":
            self.drawn = outcome  # MF4
            self.phase = "chaos"
            return
        self.lanes[LANES[self.lying()]].append(outcome)  # MF2: lanes a, b, c, d, e in that order
        if self.lying() == 5:
            self.phase = "sort"  # MF3: the sorter moves first

    def moves(self, seat: int) -> list[str]:
        if self.phase == "chaos" and seat != self.sorter():  # MF4
            return [lane for lane in LANES if len(self.lanes[lane]) < 5]
        if self.phase == "sort" and seat == self.sorter():  # MF3
            found = ["pass"]
            for start in LANES:
                for height in range(1, len(self.lanes[start]) + 1):
                    for end in LANES:
                        room = len(self.lanes[end]) - (start == end) < 5
                        is_pass = start == end and height == len(self.lanes[start])
                        if room and not is_pass:
                            found.append(f"{start}{height}>{end}")
            return found
        return []

    def ruling(self, seat: int) -> str:
        return "MF4" if self.phase == "chaos" else "MF3"

    def do(self, seat: int, move: str, at: int | None) -> None:
        if self.phase == "chaos":
            self.note("MF4 a lane is full", len(self.moves(seat)) < 5)
            self.lanes[move].append(self.drawn)
            self.drawn = None
            self.phase = "sort"
            return
        if move != "pass":
            self.note("MF3 into its own lane", move[0] == move[3])
            self.note("MF5 a last move", self.lying() == 25)
            stone = self.lanes[move[0]].pop(int(move[1]) - 1)
            self.lanes[move[3]].append(stone)
        if self.lying() < 25:
            self.phase = "draw"
        else:
            self.score_round()  # MF5

    def score_round(self) -> None:
        points = 0
        for height in range(5):
            row = [self.lanes[lane][height] for lane in LANES]
            most = max(row.count(colour) for colour in COLOURS)
            points += most if most >= 3 else 0  # MF6
        self.totals[self.sorter()] += points
        if points == 25:  # MF7
            self.made_five = self.sorter()
            self.note("MF7 in the last round", self.round == self.rounds)
            self.note("MF7 with the lower total", ranking(self.totals)[self.made_five] == 2)
            self.reason = "make-five"
        elif self.round == self.rounds:
            self.reason = "rounds"
            self.note("MF7 drawn", self.totals[0] == self.totals[1])
        else:
            self.round += 1
            self.begin_round()

    def scores(self) -> list[Any]:
        return list(self.totals)

    def places(self) -> list[int]:
        if self.made_five is not None:
            return [1 if seat == self.made_five else 2 for seat in range(2)]
        return ranking(self.totals)
