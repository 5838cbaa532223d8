"""Fünf gewinnt: the rulings FG1 to FG8, and agreement with a naive generator and with the rules compiled."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.game import Game

XY = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def played(*moves: str) -> Game:
    """The game after these moves from the start, seats in turn."""
    game = handvoll.new("fuenf-gewinnt")
    for move in moves:
        game = game.play(game.to_act[0], move)
    return game


def standing(stones: str, turn: str, ply: int = 40, quiet: str = "-") -> Game:
    """A game of the second phase with the stones of a drawing: `W` white, `b` black, row by row from above,
    the lower left corner at 0,0; the stones not drawn are captured."""
    rows = stones.split("/")[::-1]
    at = {"W": [], "b": []}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                at[letter].append(f"{x},{y}")
    for letter in at:
        at[letter] += ["x"] * (16 - len(at[letter]))
    listed = "/".join(text for pair in zip(at["W"], at["b"], strict=True) for text in pair)
    return handvoll.load(
        "fuenf-gewinnt", f"rules=1 players=2 ply={ply} stones={listed} quiet={quiet} turn={turn}"
    )


def lying(game: Game) -> dict[XY, int]:
    """The seat of the stone on each point."""
    return {tuple(stone["at"]): stone["seat"] for stone in game.view(None)["stones"]}


# --- the naive twin ----------------------------------------------------------------------------


class Naive:
    """The rulings once more, told with dictionaries and sets, as slow as they are plain."""

    def __init__(self) -> None:
        self.stones: dict[XY, int] = {}
        self.laid = 0
        self.seat = 0
        self.quiet = 0
        self.occurred: list[tuple[int, frozenset[tuple[XY, int]]]] = []
        self.reason: str | None = None
        self.winner: int | None = None

    @staticmethod
    def beside(point: XY) -> set[XY]:
        return {(point[0] + x, point[1] + y) for x, y in AROUND}

    def groups(self, points: set[XY]) -> list[set[XY]]:
        left, found = set(points), []
        while left:
            group: set[XY] = set()
            edge = {left.pop()}
            while edge:
                group |= edge
                left -= edge
                edge = {other for point in edge for other in self.beside(point)} & left
            found.append(group)
        return found

    def field(self, lifted: XY) -> list[set[XY]]:
        """The largest groups without `lifted`."""
        groups = self.groups(set(self.stones) - {lifted})
        largest = max(map(len, groups), default=0)
        return [group for group in groups if len(group) == largest]

    def lifts(self, seat: int) -> set[tuple[XY, XY]]:
        found = set()
        for start, owner in self.stones.items():
            if owner == seat and not self.beside(start) <= set(self.stones):
                for group in self.field(start):
                    touching = {other for point in group for other in self.beside(point)}
                    found |= {(start, target) for target in touching - set(self.stones)}
        return found

    def legal(self) -> list[str]:
        if self.laid == 0:
            return ["0,0"]
        if self.laid < 32:
            free = {other for point in self.stones for other in self.beside(point)} - set(self.stones)
            return sorted(f"{x},{y}" for x, y in free)
        return sorted(f"{a},{b}>{x},{y}" for (a, b), (x, y) in self.lifts(self.seat))

    def five(self, last: XY) -> bool:
        for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row = "".join(
                "o" if self.stones.get((last[0] + x * n, last[1] + y * n)) == self.stones[last] else " "
                for n in range(-4, 5)
            )
            if "ooooo" in row:
                return True
        return False

    def play(self, move: str) -> None:
        *start, target = [tuple(map(int, point.split(","))) for point in move.split(">")]
        captured = False
        if start:
            stay = [group for group in self.field(start[0]) if self.beside(target) & group]
            kept = {point: seat for point, seat in self.stones.items() if any(point in g for g in stay)}
            captured = len(kept) + 1 < len(self.stones)
            self.stones = kept
        else:
            self.laid += 1
        self.stones[target] = self.seat
        self.conclude(target, bool(start), captured)

    def conclude(self, target: XY, moved: bool, captured: bool) -> None:
        if self.five(target):
            self.reason, self.winner = "five", self.seat
            return
        if self.laid < 32:
            self.seat = 1 - self.seat
            return
        if all(list(self.stones.values()).count(seat) < 5 for seat in (0, 1)):
            self.reason = "material"
            return
        self.quiet = self.quiet + 1 if moved and not captured else 0
        if self.lifts(1 - self.seat):
            self.seat = 1 - self.seat
        left, low = min(x for x, _ in self.stones), min(y for _, y in self.stones)
        here = (self.seat, frozenset(((x - left, y - low), s) for (x, y), s in self.stones.items()))
        self.occurred.append(here)
        if self.occurred.count(here) == 3:
            self.reason = "repetition"
        elif self.quiet == 100:
            self.reason = "hundred"


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False))
def test_agrees_with_the_naive_generator(rng: random.Random) -> None:
    """Over random games, both know the same moves, the same stones and the same end."""
    game, naive = handvoll.new("fuenf-gewinnt"), Naive()
    while not game.over:
        seat = game.to_act[0]
        assert seat == naive.seat
        legal = game.legal(seat)
        assert legal == naive.legal()
        move = rng.choice(legal)
        if game.ply >= 32 and rng.random() < 0.7:  # quiet moves lead to the rarer ends
            quiet = [other for other in rng.sample(legal, min(8, len(legal))) if is_quiet(game, other)]
            move = quiet[0] if quiet else move
        naive.play(move)
        game = game.play(seat, move)
        assert lying(game) == naive.stones
        assert handvoll.load("fuenf-gewinnt", game.position()).position() == game.position()
    assert (game.result.reason, game.state.winner) == (naive.reason, naive.winner)


def is_quiet(game: Game, move: str) -> bool:
    """Whether `move` captures nothing."""
    return len(lying(game.play(game.to_act[0], move))) == len(lying(game))
