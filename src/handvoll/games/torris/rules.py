"""The rules of Torris, rulings TO1 to TO7; `towers` holds what of them a search needs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields, join
from handvoll.core.state import Below, Result, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.torris import explain, notation
from handvoll.games.torris.notation import NAMES, NUMBERS, SQUARES
from handvoll.games.torris.towers import (
    MOST_MOVES,
    OWNERS,
    STONES,
    highest_of,
    make_move,
    points_of,
    tower_moves,
)

VALUES = (1, 2, 3, 4)
COPIES = 4
SQUARES_OF = tuple(
    tuple(square for square in range(SQUARES) if OWNERS[square + 1] == seat) for seat in (0, 1)
)
"""TO1: the squares on which the stones of each seat are dealt."""
NO_VALUES = bytes(STONES + 1)


class State(BaseState):
    """One moment of Torris; before the deal its `values` are NO_VALUES and no square is occupied."""

    __slots__ = ("_moves", "chance", "heights", "players", "to_act", "tops", "under", "values")

    def __init__(self, values: bytes, tops: bytes, heights: bytes, under: bytes, seat: int) -> None:
        """`seat` is the one to move, if it can."""
        self.players = 2
        self.values = values
        self.tops = tops
        self.heights = heights
        self.under = under
        self.chance: str | None = None
        self._moves: list[int] = []
        if values is NO_VALUES:
            self.chance = "deal"
            self.to_act: tuple[int, ...] = ()
            return
        moves = [0] * MOST_MOVES
        for mover in (seat, 1 - seat):  # TO6: who cannot move is skipped
            count = tower_moves(tops, heights, values, mover, moves)
            if count:
                self._moves = moves[:count]
                self.to_act = (mover,)
                return
        self.to_act = ()

    @property
    def result(self) -> Result | None:
        if self.to_act or self.chance:
            return None
        # TO7: most points, then the highest tower.
        scores = tuple(points_of(self.tops, self.heights, seat) for seat in (0, 1))
        highest = tuple(highest_of(self.tops, self.heights, seat) for seat in (0, 1))
        return Result(scores, rank(list(zip(scores, highest, strict=True))), "blocked")

    def moves(self, seat: int) -> list[int]:
        return self._moves

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        tops, heights, under = bytearray(self.tops), bytearray(self.heights), bytearray(self.under)
        make_move(tops, heights, under, move >> 5, move & 31)
        return type(self)(self.values, bytes(tops), bytes(heights), bytes(under), 1 - seat)

    # --- the deal ------------------------------------------------------------------------------

    def outcomes(self) -> None:
        return None

    def admits(self, outcome: str) -> bool:
        return is_deal(outcome)

    def draw(self, below: Below) -> str:
        values = [0] * STONES
        for seat in (0, 1):  # TO1: each colour is arranged by itself
            stones = [value for value in VALUES for _copy in range(COPIES)]
            for square in SQUARES_OF[seat]:
                values[square] = stones.pop(below(len(stones)))
        return "".join(map(str, values))

    def after_chance(self, outcome: str) -> Self:
        return type(self)(*_set_up(outcome), 0)

    # --- texts ---------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        return notation.move_text(move >> 5, move & 31)

    def tidy(self, seat: int, text: str) -> str:
        return notation.tidied(text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        legal = [(move >> 5, move & 31) for move in self._moves]
        return explain.explain(seat, text, legal, self.tops, self.heights, self.values)

    def view(self, seat: int | None) -> View:
        # TO4: everybody may look into every tower.
        return {
            "towers": {
                NAMES[square]: [
                    {"stone": NAMES[stone - 1], "seat": OWNERS[stone], "value": self.values[stone]}
                    for stone in self.stones(square)
                ]
                for square in range(SQUARES)
                if self.tops[square]
            },
            "points": [points_of(self.tops, self.heights, side) for side in (0, 1)],
            "highest": [highest_of(self.tops, self.heights, side) for side in (0, 1)],
        }

    def stones(self, square: int) -> list[int]:
        """The numbers of the stones on a square, the lowest first."""
        found: list[int] = []
        stone = self.tops[square]
        while stone:
            found.append(stone)
            stone = self.under[stone]
        return found[::-1]

    def position(self) -> str:
        deal = "-" if self.chance else "".join(map(str, self.values[1:]))
        towers = [
            "".join(NAMES[stone - 1] for stone in self.stones(square)) or "." for square in range(SQUARES)
        ]
        return f"deal={deal} towers={'-' if self.chance else join(towers, '/')} turn={join(self.to_act)}"


def is_deal(outcome: str) -> bool:
    """TO1: whether `outcome` gives each colour four stones of each value."""
    if len(outcome) != STONES or set(outcome) != set("1234"):
        return False
    return all(
        sum(OWNERS[stone] == seat and value == digit for stone, value in enumerate(outcome, 1)) == COPIES
        for seat in (0, 1)
        for digit in "1234"
    )


def _set_up(deal: str) -> tuple[bytes, bytes, bytes, bytes]:
    """Values, tops, heights and what lies under each stone after the deal."""
    return (
        bytes([0, *map(int, deal)]),
        bytes(range(1, STONES + 1)),
        bytes([1] * SQUARES),
        bytes(STONES + 1),
    )


def start(players: int, options: Options) -> State:
    """The beginning: the deal is to come."""
    return State(NO_VALUES, bytes(SQUARES), bytes(SQUARES), bytes(STONES + 1), 0)


# --- position text -----------------------------------------------------------------------------


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    deal = fields.text("deal")
    if deal == "-":
        fields.word("towers", ["-"])
        fields.word("turn", ["-"])
        return start(players, options)
    if not is_deal(deal):
        raise fields.fault(
            _(
                "32 values are expected, for each colour four of each from 1 to 4, not {came!r}",
                came=deal[:40],
            )
        )
    values, tops, heights, under = _set_up(deal)
    towers = list(_parse_towers(fields))
    if [[stone] for stone in range(1, STONES + 1)] != towers:
        if all(towers):
            raise fields.fault(_("the first move leaves a square empty, so 31 towers stand at the most"))
        tops, heights, under = _stacked(towers)
    seats = [seat for seat in (0, 1) if tower_moves(tops, heights, values, seat, [0] * MOST_MOVES)]
    if all(towers):
        seats = seats[:1]  # nobody has moved
    seat = fields.word("turn", [str(seat) for seat in seats] or ["-"])
    return State(values, tops, heights, under, 0 if seat == "-" else int(seat))


def _parse_towers(fields: Fields) -> Iterator[list[int]]:
    """The stones of each square, the lowest first."""
    texts = fields.list("towers", sep="/")
    if len(texts) != SQUARES:
        raise fields.fault(
            _("32 towers are expected (a dot for an empty square), not {came}", came=len(texts))
        )
    missing = set(NAMES)
    column = 0
    for text in texts:
        names = [] if text == "." else [text[at : at + 2] for at in range(0, len(text), 2)] or [""]
        for name in names:
            if name not in missing:
                raise fields.fault(
                    _(
                        "each stone, named by the square it was dealt to, stands once, not {came!r}",
                        came=name,
                    ),
                    column,
                )
            missing.remove(name)
        column += len(text) + 1
        yield [NUMBERS[name] + 1 for name in names]
    if missing:
        raise fields.fault(_("the stones {missing} stand nowhere", missing=" ".join(sorted(missing))))


def _stacked(towers: Sequence[Sequence[int]]) -> tuple[bytes, bytes, bytes]:
    """Tops, heights and what lies under each stone."""
    under = bytearray(STONES + 1)
    for tower in towers:
        for lower, upper in itertools.pairwise(tower):
            under[upper] = lower
    tops = bytes(tower[-1] if tower else 0 for tower in towers)
    return tops, bytes(map(len, towers)), bytes(under)
