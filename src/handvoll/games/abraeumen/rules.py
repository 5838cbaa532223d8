"""The rules of Abräumen, rulings AB1 to AB3.

The stones are the bits of one whole number: a1 is bit 0, b1 bit 1, a2 bit 6. `jumpers` and `jumped` work on
whole numbers alone, so that they run here as they are and are compiled as they are for a search. AB3, taking
back, needs nothing here: states are immutable, and whoever plays keeps the earlier ones.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields
from handvoll.core.state import Result, View
from handvoll.core.state import State as BaseState

SIDE = 6
TWO_RANKS = 2 * SIDE
CELLS = SIDE * SIDE
FILES = "abcdef"
NAMES = tuple(f"{file}{rank}" for rank in range(1, SIDE + 1) for file in FILES)
SQUARES = {name: square for square, name in enumerate(NAMES)}

WHOLE = (1 << CELLS) - 1
SETUP = WHOLE & ~sum(1 << SQUARES[corner] for corner in ("a1", "f1", "a6", "f6"))
STONES = SETUP.bit_count()
INNER = sum(0b011110 << SIDE * rank for rank in range(1, SIDE - 1))
"""Where the light stones begin; what a stone looks like means nothing."""
OUTER = SETUP & ~INNER

EAST, WEST, NORTH, SOUTH = DIRECTIONS = range(4)
# From where two steps east or west stay on the same rank.
EAST_ROOM = sum(0b001111 << SIDE * rank for rank in range(SIDE))
WEST_ROOM = EAST_ROOM << 2


def jumpers(stones: int) -> tuple[int, int, int, int]:
    """AB1: the stones that can jump over the next stone onto the empty square behind, to the east, west,
    north and south."""
    empty = WHOLE ^ stones
    pairs = stones & stones >> 1
    stacks = stones & stones >> SIDE
    return (
        pairs & empty >> 2 & EAST_ROOM,
        pairs << 1 & empty << 2 & WEST_ROOM,
        stacks & empty >> TWO_RANKS,
        stacks << SIDE & empty << TWO_RANKS,
    )


def jumped(stones: int, jumper: int, direction: int) -> int:
    """AB1: the stones after `jumper` (its bit) has jumped in `direction` and taken what it jumped over."""
    if direction == EAST:
        return stones ^ (jumper | jumper << 1 | jumper << 2)
    if direction == WEST:
        return stones ^ (jumper | jumper >> 1 | jumper >> 2)
    if direction == NORTH:
        return stones ^ (jumper | jumper << SIDE | jumper << TWO_RANKS)
    return stones ^ (jumper | jumper >> SIDE | jumper >> TWO_RANKS)


# --- moves, remembered -------------------------------------------------------------------------

STEPS = (1, -1, SIDE, -SIDE)
CHANGES = {
    square * CELLS + square + 2 * STEPS[direction]: jumped(0, 1 << square, direction)
    for direction in DIRECTIONS
    for square in range(CELLS)
    for over in [square + STEPS[direction]]
    if 0 <= over < CELLS and jumpers(1 << square | 1 << over)[direction] == 1 << square
}
"""Per move (the square it comes from times CELLS plus the one it goes to) the squares that it changes."""


class Jumps(dict[int, tuple[int, ...]]):
    """The moves in one direction, by the stones that can jump in it."""

    MOST = 20_000

    def __init__(self, direction: int) -> None:
        super().__init__()
        self.step = 2 * STEPS[direction]

    def __missing__(self, stones: int) -> tuple[int, ...]:
        if len(self) >= self.MOST:
            self.clear()
        squares = [square for square in range(CELLS) if stones >> square & 1]
        self[stones] = moves = tuple(square * CELLS + square + self.step for square in squares)
        return moves


EAST_JUMPS, WEST_JUMPS, NORTH_JUMPS, SOUTH_JUMPS = map(Jumps, DIRECTIONS)


def jumps(stones: int) -> tuple[int, ...]:
    """All moves there are."""
    east, west, north, south = jumpers(stones)
    return EAST_JUMPS[east] + WEST_JUMPS[west] + NORTH_JUMPS[north] + SOUTH_JUMPS[south]


# --- the state ---------------------------------------------------------------------------------

ASKED = (0,)


class Lying(NamedTuple):
    """All stones, and the dark ones among them."""

    stones: int
    dark: int


class State(BaseState):
    """One moment of Abräumen."""

    __slots__ = ("began", "jumps", "path", "stones", "to_act")

    players = 1
    chance = None

    def __init__(self, stones: int, began: Lying, path: tuple[int, ...] = ()) -> None:
        self.stones = stones
        self.began = began
        """What lay at the beginning (of the game, or of what was loaded)."""
        self.path = path
        """The moves from there to here, by which a picture tells the stones apart."""
        self.jumps = jumps(stones)
        self.to_act = ASKED if self.jumps else ()  # AB2

    @property
    def result(self) -> Result | None:
        if self.jumps:
            return None
        left = self.stones.bit_count()
        return Result((left,), (1,), "solved" if left == 1 else "stuck")  # AB2

    def moves(self, seat: int) -> tuple[int, ...]:
        return self.jumps

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        return type(self)(self.stones ^ CHANGES[move], self.began, (*self.path, move))

    def move_text(self, move: int) -> str:
        start, target = divmod(move, CELLS)
        return f"{NAMES[start]}-{NAMES[target]}"

    def tidy(self, seat: int, text: str) -> str:
        found = LOOSE_MOVE.fullmatch(text.casefold().strip())
        return "{}{}-{}{}".format(*found.groups()) if found else text

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        return "AB1", self._why_not(text)

    def _why_not(self, text: str) -> Message:
        found = MOVE.fullmatch(text)
        if found is None:
            return _(
                "A move names two squares, such as {example}, not {text!r}.",
                example=self.move_text(self.jumps[0]),
                text=text,
            )
        for name in found.groups():
            if name not in SQUARES:
                return _("{square} lies off the board: files go from a to f, ranks from 1 to 6.", square=name)
        start, target = SQUARES[found[1]], SQUARES[found[2]]
        if not self._holds(start):
            return _("No stone lies on {square}.", square=found[1])
        return _("{why} {hint}", why=self._why_not_there(start, target), hint=self._within_reach(start))

    def _why_not_there(self, start: int, target: int) -> Message:
        """Why the stone on `start` cannot jump to `target`."""
        if start * CELLS + target not in CHANGES:
            return _(
                "A jump goes straight ahead to the second square, and {target} is not that from {start}.",
                start=NAMES[start],
                target=NAMES[target],
            )
        over = (start + target) // 2
        if not self._holds(over):
            return _("There is no stone to jump over on {square}.", square=NAMES[over])
        return _("{square} is not empty.", square=NAMES[target])

    def _within_reach(self, start: int) -> Message:
        """Where the stone on `start` can jump."""
        targets = [NAMES[move % CELLS] for move in self.jumps if move // CELLS == start]
        if not targets:
            return _("The stone on {square} cannot jump now.", square=NAMES[start])
        return _("From {square} a jump goes to: {squares}.", square=NAMES[start], squares=", ".join(targets))

    def _holds(self, square: int) -> bool:
        return bool(self.stones >> square & 1)

    # --- what is seen --------------------------------------------------------------------------

    def numbers(self) -> dict[int, int]:
        """Per square the number of the stone that lies there: from 1, in the order in which they began."""
        numbers = {square: number for number, square in enumerate(squares_of(self.began.stones), 1)}
        for move in self.path:
            start, target = divmod(move, CELLS)
            numbers[target] = numbers.pop(start)
            del numbers[(start + target) // 2]
        return numbers

    def dark(self) -> int:
        """The dark stones."""
        dark = self.began.dark
        for move in self.path:
            start, target = divmod(move, CELLS)
            dark = dark & ~CHANGES[move] | (dark >> start & 1) << target
        return dark

    def view(self, seat: int | None) -> View:
        dark = self.dark()
        return {
            "board": board_rows(self.stones, dark),
            "stones": [
                {
                    "number": number,
                    "square": NAMES[square],
                    "colour": "dark" if dark >> square & 1 else "light",
                }
                for square, number in sorted(self.numbers().items(), key=lambda item: item[1])
            ],
            "left": self.stones.bit_count(),
        }

    # --- text ----------------------------------------------------------------------------------

    def position(self) -> str:
        return f"stones={'/'.join(board_rows(self.stones, self.dark()))}"


def start(players: int, options: Options) -> State:
    """The beginning: stones on all squares but the corners."""
    return State(SETUP, Lying(SETUP, OUTER))


def squares_of(stones: int) -> list[int]:
    """The squares on which stones lie."""
    return [square for square in range(CELLS) if stones >> square & 1]


# --- notation ----------------------------------------------------------------------------------

MOVE = re.compile(r"([a-z][0-9]{1,2})-([a-z][0-9]{1,2})")
LOOSE_MOVE = re.compile(r"([a-z])\s*([0-9]{1,2})\s*(?:->|[-:x>,./]|to|nach|bis)?\s*([a-z])\s*([0-9]{1,2})")


def board_rows(stones: int, dark: int) -> list[str]:
    """The ranks as texts of six letters, rank 6 first: `o` a light stone, `x` a dark one, `.` none."""
    letters = "".join(
        "x" if dark >> square & 1 else "o" if stones >> square & 1 else "." for square in range(CELLS)
    )
    return [letters[SIDE * rank : SIDE * (rank + 1)] for rank in reversed(range(SIDE))]


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    rows = fields.text("stones").split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise fields.fault(_("six ranks of six squares are expected, parted by /"))
    stones = dark = 0
    for row, letters in enumerate(rows):
        for file, letter in enumerate(letters):
            if letter not in "ox.":
                place = row * (SIDE + 1) + file
                raise fields.fault(_("a square is o, x or ., not {letter!r}", letter=letter), place)
            bit = 1 << SIDE * (SIDE - 1 - row) + file
            stones |= bit * (letter != ".")
            dark |= bit * (letter == "x")
    if not can_follow(stones) or not are_fellows(stones & ~dark, INNER) or not are_fellows(dark, OUTER):
        raise fields.fault(_("no jumps lead from the set-up to these stones"))
    return State(stones, Lying(stones, dark))


def are_fellows(stones: int, began: int) -> bool:
    """Whether these stones can be some of those that began: a jump goes two squares, so that a stone stays
    on files and ranks of its own parity."""
    return all((stones & fellows).bit_count() <= (began & fellows).bit_count() for fellows in FELLOWS)


def can_follow(stones: int) -> bool:
    """Whether these stones pass the test that all stones left by jumps pass: number the squares along the
    diagonals 0, 1, 2, 0, 1, 2, …; a jump changes one square of each number, so that after every jump the
    count of stones on each number is odd where it was even."""
    made = STONES - stones.bit_count()
    if not stones or made < 0 or (made == 0 and stones != SETUP):
        return False
    return all(
        ((stones & diagonal).bit_count() + (SETUP & diagonal).bit_count() + made) % 2 == 0
        for diagonal in DIAGONALS
    )


FELLOWS = tuple(
    sum(1 << square for square in range(CELLS) if (square % SIDE % 2, square // SIDE % 2) == parities)
    for parities in ((0, 0), (0, 1), (1, 0), (1, 1))
)
DIAGONALS = tuple(
    sum(1 << square for square in range(CELLS) if (square % SIDE + slope * (square // SIDE)) % 3 == number)
    for slope in (1, -1)
    for number in range(3)
)
