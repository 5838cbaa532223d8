"""Hnefatafl, rulings HN1-HN8."""

from __future__ import annotations

from typing import Any

from .base import Referee

FILES = "abcdefghijk"
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BLACK, WHITE = 0, 1
THRONE = (6, 6)
CORNERS = [(1, 1), (1, 11), (11, 1), (11, 11)]
ATTACKERS = "d1 e1 f1 g1 h1 f2 d11 e11 f11 g11 h11 f10 a4 a5 a6 a7 a8 b6 k4 k5 k6 k7 k8 j6"  # HN1
DEFENDERS = "f4 f5 f7 f8 d6 e6 g6 h6 e5 g5 e7 g7"


def point(text):
    return (FILES.index(text[0]) + 1, int(text[1:]))


def name(square):
    return f"{FILES[square[0] - 1]}{square[1]}"


def on_board(square):
    return 1 <= square[0] <= 11 and 1 <= square[1] <= 11


def step(square, side, times=1):
    return (square[0] + times * side[0], square[1] + times * side[1])


class Hnefatafl(Referee):
    name = "hnefatafl"
    letters = "HN"

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.pieces = {point(text): "attacker" for text in ATTACKERS.split()}
        self.pieces.update({point(text): "defender" for text in DEFENDERS.split()})
        self.pieces[point("f6")] = "king"
        self.turn = BLACK
        self.winner: int | None = None
        self.seen = [self.position()]  # HN8: the set-up counts as the first occurrence of itself

    def set_up(self, pieces, turn):
        """Another position to start from, for tests."""
        self.pieces = dict(pieces)
        self.turn = turn
        self._legal = {}
        self.seen = [self.position()]

    def position(self):
        return (self.turn, frozenset(self.pieces.items()))

    def side_at(self, square):
        """Whose piece stands there; None where none does."""
        if square not in self.pieces:
            return None
        return BLACK if self.pieces[square] == "attacker" else WHITE

    def targets(self, square):
        """HN2."""
        found = []
        for side in SIDES:
            target = step(square, side)
            while on_board(target) and target not in self.pieces:
                if self.pieces[square] == "king" or (target != THRONE and target not in CORNERS):
                    found.append(target)
                target = step(target, side)
        return found

    def moves(self, seat: int) -> list[str]:
        return self.moves_of(seat) if seat == self.turn else []

    def moves_of(self, seat):
        return [
            f"{name(square)}-{name(target)}"
            for square in self.pieces
            if self.side_at(square) == seat
            for target in self.targets(square)
        ]

    def ruling(self, seat: int) -> str:
        return "HN2"

    def do(self, seat: int, move: str, at: int | None) -> None:
        start, target = (point(text) for text in move.split("-"))
        self.pieces[target] = self.pieces.pop(start)
        self.note_move(start, target, seat)
        for square in self.captured(target, seat):
            del self.pieces[square]
        self.turn = 1 - seat
        self.find_end(target, seat)

    def captured(self, moved, seat):
        """HN3-HN5: all that one move captures."""
        found = []
        for side in SIDES:
            found += self.captured_towards(moved, side, seat)
        return found

    def captured_towards(self, moved, side, seat):
        waiting = []  # enemy men met since the last own piece
        enclosed: list[tuple[int, int]] = []
        square = step(moved, side)
        while True:
            # HN5: an enemy man ...
            if self.side_at(square) != 1 - seat or self.pieces[square] == "king":
                return enclosed
            waiting.append(square)
            # ... and behind it a piece of one's own, or for white a hostile square, which ends the row
            square = step(square, side)
            if self.side_at(square) == seat:
                enclosed += waiting
                waiting = []
                square = step(square, side)
            elif seat == WHITE and self.is_hostile(square):
                return enclosed + waiting
            else:
                return enclosed

    def note_move(self, start, target, seat):
        passed = THRONE[0] in range(min(start[0], target[0]) + 1, max(start[0], target[0])) or (
            THRONE[1] in range(min(start[1], target[1]) + 1, max(start[1], target[1]))
        )
        in_line = start[0] == target[0] == THRONE[0] or start[1] == target[1] == THRONE[1]
        self.note("HN2 over the empty throne", passed and in_line)
        self.note("HN2 back onto the throne", target == THRONE)
        rows = [self.captured_towards(target, side, seat) for side in SIDES]
        colour = "black" if seat == BLACK else "white"
        self.note("HN3 the king captures", self.pieces[target] == "king" and any(rows))
        self.note(f"HN3 {colour} in several directions", sum(1 for row in rows if row) > 1)
        for row, side in zip(rows, SIDES, strict=True):
            self.note(f"HN5 {colour} captures {len(row)} in a row")
            if not row:
                continue
            closing = step(row[-1], side)
            beyond = step(closing, side)
            self.note("HN4 a corner closes", closing in CORNERS)
            if closing == THRONE:
                self.note("HN4 the empty throne closes", closing not in self.pieces)
                self.note(
                    "HN5 the empty throne ends a row that would go on",
                    closing not in self.pieces
                    and self.side_at(beyond) == 1 - seat
                    and self.side_at(step(beyond, side)) == seat,
                )
            self.note("HN5 the king closes", self.pieces.get(closing) == "king")
            self.note(
                "HN5 the king inside the row",
                any(self.pieces.get(step(square, side)) == "king" for square in row[:-1]),
            )
            self.note("HN5 the king ends black's row", self.pieces.get(beyond) == "king" and seat == BLACK)
            self.note("HN5 enemies beyond stay", self.side_at(beyond) == 1 - seat)

    def is_hostile(self, square):
        """HN4: to attackers."""
        return square in CORNERS or (square == THRONE and square not in self.pieces)

    def king(self):
        return next(square for square, piece in self.pieces.items() if piece == "king")

    def king_is_captured(self, moved):
        """HN6: by the attacker that moved."""
        sides = [step(self.king(), side) for side in SIDES]
        attackers = [square for square in sides if self.side_at(square) == BLACK]
        if moved not in attackers:
            return False
        if len(attackers) == 4:
            self.note("HN6 by four")
            return True
        self.note("HN6 three and the edge", len(attackers) == 3 and not all(map(on_board, sides)))
        others = [square for square in sides if square not in attackers]
        captured = (
            self.options.get("king_beside_throne", "four") == "three"
            and others == [THRONE]
            and THRONE not in self.pieces
        )
        self.note("HN6 by three beside the throne", captured)
        self.note("HN6 three beside the throne do not do", others == [THRONE] and not captured)
        return captured

    def find_end(self, moved, seat):
        position = self.position()
        self.seen.append(position)
        if self.king() in CORNERS:  # HN7
            self.reason, self.winner = "king-escaped", WHITE
        elif seat == BLACK and self.king_is_captured(moved):  # HN6
            self.reason, self.winner = "king-captured", BLACK
        elif not self.moves(self.turn):  # HN8
            self.reason = "no-move"
        elif self.seen.count(position) == 3:  # HN8
            self.reason = "repetition"

    def scores(self) -> list[Any]:
        if self.winner is None:
            return [0.5, 0.5]
        return [1 if seat == self.winner else 0 for seat in (BLACK, WHITE)]

    def places(self) -> list[int]:
        if self.winner is None:
            return [1, 1]
        return [1 if seat == self.winner else 2 for seat in (BLACK, WHITE)]
