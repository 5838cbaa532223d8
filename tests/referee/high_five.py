"""High Five!, rulings HF1-HF8."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from .base import Referee, ranking

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = [file + rank for file in FILES for rank in RANKS]
CARDS = [f"{colour}{number}" for colour in "RBGY" for number in range(1, 14)]
JOKER = "J"
BOARD = -1
"""Stands for a seat where a card is drawn onto the board."""

START = ["c3", "f3", "c6", "f6"]
ROWS = [[FILES[left + i] + rank for i in range(5)] for rank in RANKS for left in range(4)]
COLUMNS = [[file + RANKS[low + i] for i in range(5)] for file in FILES for low in range(4)]
FRAMES = {f"{frame[0]}-{frame[-1]}": frame for frame in ROWS + COLUMNS}  # HF2


class HighFive(Referee):
    name = "high-five"
    letters = "HF"
    fewest, most = 2, 4

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        super().__init__(players, options)
        self.board: dict[str, str] = {}
        self.hands = [[JOKER] for _ in range(players)]
        self.pile = list(CARDS)  # what nobody has seen yet
        self.draws = [BOARD] * 4 + [seat for seat in range(players) for _ in range(4)]  # HF1: for whom
        self.turn = 0
        self.turns_begun = [0] * players
        self.frame: list[str] = []  # squares still to be filled
        self.frame_squares: list[str] = []
        self.points = [0] * players
        self.bonus_given = False
        self.between_turns = False

    def chance(self) -> str | None:
        return "draw" if self.draws and self.reason is None else None

    def outcomes(self) -> dict[str, Fraction] | None:
        return {card: Fraction(1, len(self.pile)) for card in self.pile}

    def do_chance(self, outcome: str) -> None:
        self.pile.remove(outcome)
        owner = self.draws.pop(0)
        if owner == BOARD:
            self.board[START[len(self.board)]] = outcome
        else:
            self.hands[owner].append(outcome)
        if not self.draws and self.between_turns:
            self.end_turn()

    # A turn

    def frames(self, seat):
        empties = {
            text: [square for square in frame if square not in self.board] for text, frame in FRAMES.items()
        }
        most = min(4, len(self.hands[seat]))  # HF2
        possible = [text for text in FRAMES if 1 <= len(empties[text]) <= most]
        if self.turns_begun[seat] == 0:  # HF3
            first = [
                text
                for text in possible
                if len(empties[text]) == 3 and len([s for s in FRAMES[text] if s in START]) >= 2
            ]
            self.note("HF3 no such frame", not first)
            return first or possible
        return possible

    def moves(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        hand = sorted(set(self.hands[seat]))
        if self.frame:
            return [f"play {card}" for card in hand]  # HF2
        frames = [f"frame {text}" for text in self.frames(seat)]
        if frames:
            return frames
        return [f"drop {card} {square}" for card in hand for square in SQUARES if square not in self.board]

    def ruling(self, seat: int) -> str:
        return "HF2" if self.frame or self.frames(seat) else "HF6"

    def do(self, seat: int, move: str, at: int | None) -> None:
        words = move.split()
        if words[0] == "frame":
            self.frame_squares = FRAMES[words[1]]
            self.frame = [square for square in self.frame_squares if square not in self.board]
            return
        self.hands[seat].remove(words[1])
        if words[0] == "drop":  # HF6
            self.board[words[2]] = words[1]
            self.note("HF6 drop")
            self.note("HF6 drop of the last card", not self.hands[seat])
        else:
            self.board[self.frame.pop(0)] = words[1]
            if self.frame:
                return
            cards = [self.board[square] for square in self.frame_squares]
            self.points[seat] += value(tuple(sorted(cards)))
            self.note(f"HF4 {value(tuple(sorted(cards)))}")
            self.note(f"HF5 {cards.count(JOKER)} jokers")
        self.turns_begun[seat] += 1
        self.draws = [seat] * min(2, len(self.pile))  # HF7
        self.between_turns = True
        if not self.draws:
            self.end_turn()

    def end_turn(self) -> None:
        self.between_turns = False
        if not self.hands[self.turn] and not self.pile and not self.bonus_given:  # HF8
            self.points[self.turn] += 2
            self.bonus_given = True
            self.note("HF8 bonus, and the others play on", any(self.hands))
        if not any(self.hands):
            self.reason = "all-laid"
            return
        self.turn = (self.turn + 1) % self.players
        while not self.hands[self.turn]:
            self.turn = (self.turn + 1) % self.players
            self.note("HF8 skipped")

    def scores(self) -> list[Any]:
        return list(self.points)

    def places(self) -> list[int]:
        return ranking(self.points)


@cache
def value(cards):
    """HF4, HF5: the most valuable reading, every joker standing for any card."""
    known = [card for card in cards if card != JOKER]
    readings = combinations_with_replacement(CARDS, len(cards) - len(known))
    return max(plain_value(tuple(known) + reading) for reading in readings)


def plain_value(cards):
    """HF4: what five cards without a joker are worth."""
    numbers = sorted(int(card[1:]) for card in cards)
    one_colour = len({card[0] for card in cards}) == 1
    lengths = sorted(numbers.count(number) for number in set(numbers))
    if lengths == [5]:
        return 30
    highest = numbers == [1, 10, 11, 12, 13]  # 10 11 12 13 14
    in_sequence = highest or numbers == list(range(numbers[0], numbers[0] + 5))
    if highest and one_colour:
        return 25
    if in_sequence and one_colour:
        return 20
    if lengths == [1, 4]:
        return 15
    if lengths == [2, 3]:
        return 10
    if one_colour:
        return 8
    if in_sequence:
        return 6
    if lengths == [1, 1, 3]:
        return 3
    if lengths == [1, 2, 2]:
        return 2
    if lengths == [1, 1, 1, 2]:
        return 1
    return 0
