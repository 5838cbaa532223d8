"""Zahlenpoker, rulings ZP1-ZP7."""

from __future__ import annotations

from typing import Any

from .base import Referee, ranking


class Zahlenpoker(Referee):
    name = "zahlenpoker"
    letters = "ZP"
    fewest, most = 2, 4

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.hands = [[1, 1, 2, 2, 3, 3, 4, 4] for _ in range(players)]
        self.empty_left = [True] * players
        self.prizes: list[list[int]] = [[] for _ in range(players)]
        self.chosen: dict[int, str] = {}  # this round's choices, by seat
        self.thief: int | None = None  # who has to steal now
        self.lying: dict[int, int] = {}  # stones shown and not stolen, by seat

    def choices(self, seat):
        moves = [str(value) for value in sorted(set(self.hands[seat]))]  # ZP1
        if self.empty_left[seat]:
            moves.append("empty")
            if not self.hands[seat]:
                moves.append("pass")  # ZP2
        return moves

    def moves(self, seat: int) -> list[str]:
        if self.thief is not None:
            if seat != self.thief:
                return []
            return [f"steal P{other + 1}" for other in self.lying]  # ZP4
        return [] if seat in self.chosen else self.choices(seat)

    def ruling(self, seat: int) -> str:
        if self.thief is not None:
            return "ZP4"
        return "ZP1" if self.hands[seat] else "ZP2"

    def do(self, seat: int, move: str, at: int | None) -> None:
        if self.thief is not None:
            victim = int(move.removeprefix("steal P")) - 1
            self.prizes[seat].append(self.lying.pop(victim))  # ZP4
            self.thief = None
            self.note("ZP4 with no stone left", not self.hands[seat])
            self.note("ZP4 in the last round", not any(self.hands))
            self.note("ZP4 and a second winner", bool(self.compare()))
            return
        self.chosen[seat] = move
        if all(other in self.chosen or not self.choices(other) for other in range(self.players)):
            self.show()

    def show(self) -> None:
        """All hands are opened at once."""
        self.note("ZP2 pass", "pass" in self.chosen.values())
        empties = [seat for seat, choice in self.chosen.items() if choice == "empty"]
        self.lying = {seat: int(choice) for seat, choice in self.chosen.items() if choice in "1234"}
        self.chosen = {}
        for seat, value in self.lying.items():
            self.hands[seat].remove(value)
        for seat in empties:
            self.empty_left[seat] = False  # ZP5: used up in any case
        if len(empties) == 1 and self.lying:
            self.thief = empties[0]  # ZP4
        else:
            winners = self.compare()  # ZP3, ZP5
            self.note("ZP3 nobody", not winners)
            self.note("ZP5", len(empties) > 1)

    def compare(self):
        """ZP3: the highest value shown by exactly one seat wins; that seat keeps its stone."""
        values = list(self.lying.values())
        single = [value for value in values if values.count(value) == 1]
        winners = [seat for seat, value in self.lying.items() if single and value == max(single)]
        for seat in winners:
            self.prizes[seat].append(self.lying[seat])
        self.lying = {}
        if not any(self.hands):  # ZP6
            self.reason = "played-out"
            self.note("ZP6 equal in both", len(set(self.places())) < self.players)
            self.note("ZP6 by the sum", ranking(self.scores()) != self.places())
        return winners

    def scores(self) -> list[Any]:
        return [len(prizes) for prizes in self.prizes]

    def sums(self):
        return [sum(prizes) for prizes in self.prizes]

    def places(self) -> list[int]:
        return ranking(list(zip(self.scores(), self.sums(), strict=True)))  # ZP6

    def result(self) -> dict[str, Any] | None:
        result = super().result()
        return None if result is None else {**result, "tiebreak": self.sums()}
