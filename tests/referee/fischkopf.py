"""Fischkopf, rulings FK1-FK5."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .base import Referee

FIELDS = list(range(1, 13))
HEAD = [1, 2, 3]
BONE = [2, 4, 6, 8, 10, 12]


class Fischkopf(Referee):
    name = "fischkopf"
    letters = "FK"
    fewest, most = 1, 12

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.may_stop = options.get("may_stop", False)
        self.first: dict[int, int] = {}  # points of the first turns, by seat
        self.in_playoff: list[int] | None = None  # the seats of the running playoff
        self.points: dict[int, int] = {}  # points of the running pass, by seat
        self.queue = list(range(players))  # who still has a turn in the running pass
        self.winner: int | None = None
        self.begin_turn()

    def begin_turn(self) -> None:
        self.occupied: list[int] = []
        self.throws = 0
        self.dice = (0, 0)
        self.phase = "ask" if self.may_stop else "roll"  # FK2

    def chance(self) -> str | None:
        return "roll" if self.reason is None and self.phase == "roll" else None

    def outcomes(self) -> dict[str, Fraction] | None:
        table: dict[str, Fraction] = {}
        for one in range(1, 7):
            for other in range(1, 7):
                text = f"{min(one, other)}-{max(one, other)}"
                table[text] = table.get(text, Fraction(0)) + Fraction(1, 36)
        return table

    def free(self):
        return [field for field in FIELDS if field not in self.occupied]

    def fitting(self):
        """FK1: free fields that equal one die or the sum."""
        one, other = self.dice
        return [field for field in self.free() if field in (one, other, one + other)]

    def do_chance(self, outcome: str) -> None:
        one, other = outcome.split("-")
        self.dice = (int(one), int(other))
        self.throws += 1
        if self.fitting():
            self.phase = "place"
        else:
            self.end_turn(sum(self.free()))  # FK2

    def moves(self, seat: int) -> list[str]:
        if seat != self.queue[0]:
            return []
        if self.phase == "ask":
            return ["roll"] if self.throws == 0 else ["roll", "stop"]  # FK2
        return [str(field) for field in self.fitting()]

    def ruling(self, seat: int) -> str:
        return "FK2" if self.phase == "ask" else "FK1"

    def do(self, seat: int, move: str, at: int | None) -> None:
        if move == "roll":
            self.phase = "roll"
        elif move == "stop":
            self.note("FK2 stop")
            self.note("FK2 stop in a playoff", self.in_playoff is not None)
            self.end_turn(sum(self.free()))
        else:
            self.place(seat, int(move))

    def place(self, seat, field):
        self.occupied.append(field)
        if not self.free():  # FK3: all twelve filled
            self.note("FK3 all twelve")
            self.end_turn(0)
            return
        if all(head in self.occupied for head in HEAD):  # FK3
            self.note("FK3 off again")
            self.occupied = [other for other in self.occupied if other not in HEAD]
        if sorted(self.occupied) == BONE:  # FK4
            self.end_by_bone(seat)
            return
        self.phase = "ask" if self.may_stop else "roll"

    def end_by_bone(self, seat):
        self.reason = "graete"
        self.winner = seat
        self.note("FK4 in a playoff", self.in_playoff is not None)
        self.note("FK4 before others had a turn", len(self.queue) > 1 and self.in_playoff is None)
        if self.in_playoff is None:
            self.first[seat] = sum(self.free())
        for other in range(self.players):
            self.first.setdefault(other, 78)

    def end_turn(self, points):
        seat = self.queue.pop(0)
        self.points[seat] = points
        if self.in_playoff is None:
            self.first[seat] = points
        if self.queue:
            self.begin_turn()
            return
        fewest = min(self.points.values())
        best = sorted(other for other in self.points if self.points[other] == fewest)
        if len(best) == 1:  # FK5
            self.reason = "fewest"
            self.winner = best[0]
            return
        self.note("FK5 playoff")
        self.note("FK5 playoff of a playoff", self.in_playoff is not None)
        self.note("FK5 some are out of the next playoff", self.in_playoff not in (None, best))
        self.in_playoff = best
        self.points = {}
        self.queue = list(best)
        self.begin_turn()

    def scores(self) -> list[Any]:
        return [self.first[seat] for seat in range(self.players)]

    def places(self) -> list[int]:
        if self.reason == "graete":
            return [1 if seat == self.winner else 2 for seat in range(self.players)]
        places = []
        for seat in range(self.players):
            if seat == self.winner:
                places.append(1)
                continue
            better = [
                other
                for other in range(self.players)
                if other == self.winner or self.first[other] < self.first[seat]
            ]
            places.append(1 + len(better))
        return places
