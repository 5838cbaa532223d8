"""Fünf gewinnt, rulings FG1-FG8."""

from __future__ import annotations

from typing import Any

from .base import Referee

LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def step(point, direction, times=1):
    return (point[0] + times * direction[0], point[1] + times * direction[1])


def neighbours(point):
    x, y = point
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def text(point):
    return f"{point[0]},{point[1]}"


def read(text):
    x, y = text.split(",")
    return (int(x), int(y))


def groups(stones):
    """Stones connected side to side."""
    left = set(stones)
    found = []
    while left:
        group = set()
        edge = {left.pop()}
        while edge:
            group |= edge
            edge = {n for point in edge for n in neighbours(point)} & left
            left -= edge
        found.append(group)
    return found


class FuenfGewinnt(Referee):
    name = "fuenf-gewinnt"
    letters = "FG"

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.stones: dict[tuple[int, int], int] = {}  # point: seat
        self.laid = 0
        self.turn = 0
        self.quiet = 0  # moves of the second phase without a capture
        self.seen: list[Any] = []  # positions of the second phase
        self.corners: list[Any] = []  # where they lay
        self._shifts: tuple[Any, dict[Any, Any]] = (None, {})
        self.winner: int | None = None

    def set_up(self, stones, turn):
        """A position of the second phase to start from, just after a capture, for tests."""
        self.stones = dict(stones)
        self.laid = 32
        self.turn = turn
        self.quiet = 0
        self.ply = 40
        self._legal = {}
        self.seen = [self.position()]
        self.corners = [self.corner()]

    def is_second_phase(self):
        return self.laid == 32

    # The first phase

    def placings(self):
        if not self.stones:
            return [(0, 0)]  # FG1
        return list({n for point in self.stones for n in neighbours(point)} - set(self.stones))  # FG2

    # The second phase

    def liftable(self, seat):
        """FG4: own stones with at least one empty side."""
        return [
            point
            for point, owner in self.stones.items()
            if owner == seat and any(n not in self.stones for n in neighbours(point))
        ]

    def shifts(self, seat):
        """FG4-FG6: (from, to) and the stones that stay, the laid one left out."""
        now = (seat, frozenset(self.stones.items()))
        if self._shifts[0] != now:  # asked for several times at every step
            self._shifts = (now, self.find_shifts(seat))
        return self._shifts[1]

    def find_shifts(self, seat):
        found = {}
        for start in self.liftable(seat):
            rest = [point for point in self.stones if point != start]
            parts = groups(rest)
            most = max(len(part) for part in parts)
            largest = [part for part in parts if len(part) == most]  # FG5
            targets = {n for part in largest for point in part for n in neighbours(point)}
            for target in targets - set(rest) - {start}:  # FG6
                stay = set()
                for part in largest:
                    if any(n in part for n in neighbours(target)):  # FG5
                        stay |= part
                found[(start, target)] = stay
        return found

    def moves(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        if not self.is_second_phase():
            return [text(point) for point in self.placings()]
        return [f"{text(start)}>{text(target)}" for start, target in self.shifts(seat)]

    def ruling(self, seat: int) -> str:
        if self.is_second_phase():
            return "FG4"
        return "FG2" if self.stones else "FG1"

    def do(self, seat: int, move: str, at: int | None) -> None:
        if not self.is_second_phase():
            target = read(move)
            self.stones[target] = seat
            self.laid += 1
            if self.has_five(target):  # FG3
                self.end("five", seat)
            elif self.is_second_phase():
                self.begin_second_phase()
            else:
                self.turn = 1 - seat
            return
        start, target = (read(part) for part in move.split(">"))
        before = len(self.stones)
        stay = self.shifts(seat)[(start, target)]
        self.note_shift(start, target, stay)
        self.stones = {point: owner for point, owner in self.stones.items() if point in stay}
        self.stones[target] = seat
        self.quiet = self.quiet + 1 if len(self.stones) == before else 0
        if self.has_five(target):  # FG3
            self.end("five", seat)
        else:
            self.go_on(1 - seat)

    def note_shift(self, start, target, stay):
        rest = [point for point in self.stones if point != start]
        parts = groups(rest)
        most = max(len(part) for part in parts)
        largest = [part for part in parts if len(part) == most]
        touched = [part for part in largest if any(n in part for n in neighbours(target))]
        lost = [self.stones[point] for point in rest if point not in stay]
        self.note("FG5 captures", bool(lost))
        self.note("FG5 captures both colours", len(set(lost)) == 2)
        self.note("FG5 shared largest size", len(largest) > 1)
        self.note("FG5 the laid stone joins largest groups", len(touched) > 1)
        self.note("FG5 joins some of the largest groups", 1 < len(touched) < len(largest))
        self.note(
            "FG5 the laid stone touches a smaller group",
            any(n in part for part in parts if len(part) < most for n in neighbours(target)),
        )

    def has_five(self, laid):
        """FG3: an unbroken line of five or more own stones with the stone just laid."""
        for line in LINES:
            length = 1
            for direction in (line, (-line[0], -line[1])):
                times = 1
                while self.stones.get(step(laid, direction, times)) == self.stones[laid]:
                    length += 1
                    times += 1
            if length >= 5:
                return True
        return False

    def begin_second_phase(self) -> None:
        self.go_on(0)

    def go_on(self, next_seat):
        """FG7 and FG8, in this order: material, stuck, repetition, hundred."""
        if all(list(self.stones.values()).count(seat) < 5 for seat in (0, 1)):
            self.end("material")
            return
        if self.shifts(next_seat):
            self.turn = next_seat
        elif self.shifts(1 - next_seat):
            self.turn = 1 - next_seat
            self.note("FG7 sits out")
            self.note("FG7 without a stone", next_seat not in self.stones.values())
        else:
            self.end("stuck")
            return
        self.seen.append(self.position())
        self.corners.append(self.corner())
        if self.seen.count(self.seen[-1]) == 3:
            self.end("repetition")
            self.note("FG8 elsewhere on the plane", self.corners.count(self.corner()) < 3)
        elif self.quiet == 100:
            self.end("hundred")

    def corner(self):
        return (min(x for x, y in self.stones), min(y for x, y in self.stones))

    def position(self):
        """FG8: up to translation, with the seat to move."""
        left, low = self.corner()
        return (self.turn, frozenset((x - left, y - low, owner) for (x, y), owner in self.stones.items()))

    def end(self, reason, winner=None):
        self.reason = reason
        self.note("FG3 in the second phase", reason == "five" and self.is_second_phase())
        self.winner = winner

    def scores(self) -> list[Any]:
        if self.winner is None:
            return [0.5, 0.5]
        return [1 if seat == self.winner else 0 for seat in (0, 1)]

    def places(self) -> list[int]:
        if self.winner is None:
            return [1, 1]
        return [1 if seat == self.winner else 2 for seat in (0, 1)]
