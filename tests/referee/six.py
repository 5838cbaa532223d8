"""Six, rulings SX1-SX11."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

from .base import Referee, ranking

STROKES = {  # SX1
    **dict.fromkeys(range(3, 10), 1),
    **dict.fromkeys([1, 2, 10, 11, 12], 2),
    13: 3,
    14: 4,
    15: 4,
    16: 5,
    17: 6,
    18: 7,
}
ROUNDS = 3


class Six(Referee):
    name = "six"
    letters = "SX"
    fewest, most = 2, 5

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.pasch = options.get("pasch", False)
        self.auto_secure = options.get("auto_secure", False)
        self.unknown = [set(range(1, 19)) for _ in range(players)]  # the upper part of each pile
        self.returned: list[list[int]] = [[] for _ in range(players)]  # the lower part, the top first
        self.places_of: list[list[list[int]]] = [[[], [], []] for _ in range(players)]  # the top last
        self.secured: list[list[int]] = [[] for _ in range(players)]  # the top last
        self.round = 1
        self.active = 0
        self.direction = 1
        self.dice = 3
        self.thrown: list[int] = []
        self.last_to_roll = 0
        self.answering: list[int] = []  # seats that may still secure
        self.draws = [seat for seat in range(players) for _ in range(3)]  # SX2: who draws next
        self.drawn: dict[int, int] = {}  # cards that wait to cover another, by seat
        self.sand = 0
        self.now = 0
        self.may_lift = False
        self.phase = "set up"

    # Chance

    def chance(self) -> str | None:
        if self.reason is not None:
            return None
        return {"set up": "draw", "flip": "sand", "throw": "dice", "draw": "draw"}.get(self.phase)

    def outcomes(self) -> dict[str, Fraction] | None:
        if self.phase == "flip":
            return None
        if self.phase == "throw":
            table: dict[str, Fraction] = {}
            for dice in product(range(1, 7), repeat=self.dice):
                text = "-".join(str(die) for die in sorted(dice))
                table[text] = table.get(text, Fraction(0)) + Fraction(1, 6**self.dice)
            return table
        seat = self.draws[0]
        if self.unknown[seat]:
            return {str(card): Fraction(1, len(self.unknown[seat])) for card in self.unknown[seat]}
        return {str(self.returned[seat][0]): Fraction(1)}  # SX7

    def any_outcome(self, rng: random.Random) -> str:
        return str(
            rng.choice([0, 1, rng.randrange(50), rng.randrange(2000), rng.randint(110_000, 130_000), 10**14])
        )

    def may_happen(self, outcome: str) -> bool:
        return outcome.isdecimal() and outcome.isascii() and outcome == str(int(outcome))

    def do_chance(self, outcome: str) -> None:
        if self.phase == "flip":  # SX3
            self.sand = int(outcome)
            self.now = 0
            self.may_lift = False
            self.phase = "decide"
        elif self.phase == "throw":
            self.thrown = [int(die) for die in outcome.split("-")]
            self.last_to_roll = self.active
            self.offer()
        else:
            self.draw(int(outcome))

    def draw(self, card):
        seat = self.draws.pop(0)
        if self.unknown[seat]:
            self.unknown[seat].remove(card)
        else:
            self.returned[seat].pop(0)
            self.note("SX7 a returned card comes back")
            self.note("SX7 the second of several returned cards", bool(self.returned[seat]))
        free = [place for place in self.places_of[seat] if not place]
        if free:
            free[0].append(card)  # SX2, SX7
        else:
            self.drawn[seat] = card
        if self.draws:
            return
        if self.phase == "set up":
            self.phase = "flip"
        else:
            self.go_to_covers()

    # Throwing

    def open_place(self, seat, number):
        """The place of a seat on which the number lies open."""
        for place in self.places_of[seat]:
            if place and place[-1] == number:
                return place
        return None

    def offer(self) -> None:
        """SX4, SX5: who could secure is asked, or secures by itself."""
        total = sum(self.thrown)
        could = [seat for seat in range(self.players) if seat != self.active and self.open_place(seat, total)]
        if self.auto_secure:
            for seat in could:
                self.secure(seat)
            could = []
        self.note("SX4 several could secure", len(could) > 1)
        self.answering = could
        self.phase = "claim"
        if not could:
            self.after_claims()

    def secure(self, seat):
        place = self.open_place(seat, sum(self.thrown))
        self.secured[seat].append(place.pop())
        self.note("SX4 uncovers a card", bool(place))

    def after_claims(self) -> None:
        if self.pasch and len(self.thrown) > 1 and len(set(self.thrown)) == 1:  # SX10
            self.note("SX10 pasch")
            own = self.open_place(self.active, sum(self.thrown))
            self.note("SX10 pasch with its own card", own is not None)
            self.note("SX10 turned back again", self.direction == -1)
            self.direction = -self.direction
            self.swap()
        elif self.open_place(self.active, sum(self.thrown)):  # SX6
            self.note("SX6 its own card with one die", self.dice == 1)
            self.dice = 3
            self.may_lift = False
            self.phase = "decide"
        elif self.dice > 1:
            self.dice -= 1
            self.may_lift = False
            self.phase = "decide"
        else:
            self.swap()

    # Swapping

    def swap(self) -> None:
        """SX7."""
        self.active = (self.active + self.direction) % self.players
        self.draws = [
            seat
            for seat in range(self.players)
            if seat != self.active and (self.unknown[seat] or self.returned[seat])
        ]
        self.phase = "draw"
        self.note("SX7 an empty pile", len(self.draws) < self.players - 1)
        self.note("SX7 nobody draws", not self.draws)
        if not self.draws:
            self.go_to_covers()

    def go_to_covers(self) -> None:
        self.phase = "cover"
        if not self.drawn:
            self.after_covers()

    def after_covers(self) -> None:
        """SX8."""
        self.dice = 3
        self.may_lift = True
        self.phase = "decide"

    def lift(self) -> None:
        """SX8, SX11: over means elapsed >= running time."""
        blamed = self.last_to_roll if self.now >= self.sand else self.active
        self.note("SX8 over", blamed != self.active)
        self.note("SX8 not over", blamed == self.active)
        self.note("SX8 nothing to return", not self.secured[blamed])
        self.note("SX8 lifted against the direction", self.direction == -1)
        self.note("SX11 over in this very millisecond", self.now == self.sand)
        self.note("SX11 a millisecond too early", self.now == self.sand - 1)
        if self.secured[blamed]:
            self.returned[blamed].append(self.secured[blamed].pop())
        if self.round == ROUNDS:  # SX9
            self.reason = "rounds"
            return
        self.round += 1
        self.active = blamed
        self.direction = 1
        self.dice = 3
        self.phase = "flip"

    # Moves

    def moves(self, seat: int) -> list[str]:
        if self.phase == "claim":
            return ["secure", "skip"] if seat in self.answering else []
        if self.phase == "cover":
            return ["cover 1", "cover 2", "cover 3"] if seat in self.drawn else []
        if seat != self.active:
            return []
        return ["lift", "roll"] if self.may_lift else ["roll"]

    def ruling(self, seat: int) -> str:
        if self.phase in ("claim", "cover"):
            return {"claim": "SX4", "cover": "SX7"}[self.phase]
        return "SX8" if self.may_lift else "SX4"

    def do(self, seat: int, move: str, at: int | None) -> None:
        if at is not None:
            assert at >= self.now  # SX11
            self.now = at
        if self.phase == "claim":
            if move == "secure":
                self.secure(seat)
            self.answering.remove(seat)
            if not self.answering:
                self.after_claims()
        elif self.phase == "cover":
            self.note("SX7 several cover", len(self.drawn) > 1)
            self.places_of[seat][int(move.split()[1]) - 1].append(self.drawn.pop(seat))
            if not self.drawn:
                self.after_covers()
        elif move == "roll":
            self.phase = "throw"
        else:
            self.lift()

    def scores(self) -> list[Any]:
        return [sum(STROKES[card] for card in secured) for secured in self.secured]

    def places(self) -> list[int]:
        return ranking(self.scores())
