"""Hütchenspieler, rulings HS1-HS9."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from .base import Referee, ranking

PLACES = [1, 2, 3, 4]


class Huetchenspieler(Referee):
    name = "huetchenspieler"
    letters = "HS"
    fewest, most = 2, 4

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.held = [0] * players
        self.round = 1
        self.begin_round()

    def begin_round(self) -> None:
        self.row: list[str | None] = []  # symbols from left to right, None where a stone was taken
        self.phase = "lay"
        self.pushes = 0
        self.revealed: list[str] = []  # symbols
        self.asked_for: str | None = None
        self.questions = 0

    def pusher(self):
        return (self.round - 1) % self.players  # HS1

    def pushes_due(self):
        return 3 if self.round <= self.players else 4  # HS4

    def asked(self):
        """HS5: the pusher's left neighbour first, then clockwise, leaving the pusher out."""
        seekers = [(self.pusher() + step) % self.players for step in range(1, self.players)]
        return seekers[(self.questions - 1) % len(seekers)]

    def moves(self, seat: int) -> list[str]:
        pusher = self.pusher()
        if self.phase == "lay" and seat == pusher:  # HS2
            return ["lay " + "".join(order) for order in permutations("1234")]
        if self.phase == "cover" and seat == pusher:  # HS3
            return ["cover"]
        if self.phase == "push" and seat == pusher:  # HS4
            return [f"push {start}>{end}" for start in PLACES for end in PLACES if start != end]
        if self.phase == "ask" and seat == pusher:  # HS5
            return [f"ask {symbol}" for symbol in "1234" if symbol not in self.revealed]
        if self.phase == "flip" and seat == self.asked():  # HS6
            return [f"flip {place}" for place in PLACES if self.row[place - 1] is not None]
        return []

    def ruling(self, seat: int) -> str:
        return {"lay": "HS2", "cover": "HS3", "push": "HS4", "ask": "HS5", "flip": "HS6"}[self.phase]

    def do(self, seat: int, move: str, at: int | None) -> None:
        if move.startswith("lay"):
            self.row = list(move.split()[1])
            self.phase = "cover"
        elif move == "cover":
            self.phase = "push"
        elif move.startswith("push"):
            start, end = move.split()[1].split(">")
            row = list(self.row)
            stone = row.pop(int(start) - 1)
            row.insert(int(end) - 1, stone)
            self.row = row
            self.pushes += 1
            if self.pushes == self.pushes_due():
                self.phase = "ask"
        elif move.startswith("ask"):
            self.asked_for = move.split()[1]
            self.questions += 1
            self.phase = "flip"
        else:
            self.flip(int(move.split()[1]))

    def flip(self, place):
        shown = self.row[place - 1]
        winner = self.asked() if shown == self.asked_for else self.pusher()  # HS6
        self.row[place - 1] = None
        self.revealed.append(shown)
        if self.questions < 3:
            self.held[winner] += 1
            self.phase = "ask"
            return
        self.held[winner] += 2  # HS7
        self.note("HS7 right", winner != self.pusher())
        self.note("HS7 wrong", winner == self.pusher())
        if self.round == 2 * self.players:  # HS8
            self.reason = "rounds"
            return
        self.round += 1
        self.begin_round()

    def scores(self) -> list[Any]:
        return list(self.held)

    def places(self) -> list[int]:
        return ranking(self.held)
