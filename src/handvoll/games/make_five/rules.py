"""The rules of Make Five, rulings MF1 to MF7."""

from __future__ import annotations

import re
from functools import cache
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields
from handvoll.core.state import Result, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.make_five.notation import (
    CHAOS,
    DRAW,
    OVER,
    SORT,
    lanes_json,
    lanes_text,
    parse_fields,
    stone_name,
)
from handvoll.games.make_five.slope import (
    BEST,
    CELLS,
    COLOUR,
    COLOURS,
    COPY,
    DROP,
    EMPTY_BOARD,
    LANES,
    PASS,
    SIZE,
    board_points,
    drop_stone,
    generate_drops,
    generate_sorts,
    row_points,
    sort_stone,
)

SORTER_ASKED = ((0,), (1,))
CHAOS_ASKED = ((1,), (0,))
SORT_TEXT = re.compile(r"([a-e])([1-5])>([a-e])")


# --- a moment of the game ------------------------------------------------------------------------


@cache
def sorts_at(heights: bytes) -> tuple[int, ...]:
    """The moves of the sorter where the lanes hold that many stones; colours do not matter."""
    moves = [0] * (PASS + 1)
    return tuple(moves[: generate_sorts(bytes(CELLS) + heights, moves)])


@cache
def drops_at(heights: bytes) -> tuple[int, ...]:
    """The moves of chaos where the lanes hold that many stones."""
    moves = [0] * SIZE
    return tuple(moves[: generate_drops(bytes(CELLS) + heights, moves)])


class State(BaseState):
    """One moment of Make Five."""

    __slots__ = ("board", "chance", "drawn", "finished", "phase", "points", "rounds", "to_act")

    players = 2

    def __init__(
        self,
        rounds: int,
        finished: tuple[bytes, ...],
        points: tuple[int, ...],
        board: bytes,
        phase: str,
        drawn: int,
    ) -> None:
        self.rounds = rounds
        """How many rounds the match has."""
        self.finished = finished
        """The boards of the finished rounds as they were scored."""
        self.points = points
        """What the sorters got in the finished rounds."""
        self.board = board
        self.phase = phase
        self.drawn = drawn
        """The stone that chaos is to place, or 0."""
        sorter = len(points) & 1  # MF1
        self.chance = DRAW if phase == DRAW else None
        self.to_act = SORTER_ASKED[sorter] if phase == SORT else CHAOS_ASKED[sorter] if phase == CHAOS else ()

    @property
    def sorter(self) -> int:
        """Who sorts in this round (MF1)."""
        return len(self.points) & 1

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both seats in all finished rounds."""
        return sum(self.points[0::2]), sum(self.points[1::2])

    @property
    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        totals = self.totals
        if self.points[-1] == BEST:  # MF7
            return Result(totals, (1, 2) if len(self.points) & 1 else (2, 1), "make-five")
        return Result(totals, rank(totals), "rounds")

    # --- moves ---------------------------------------------------------------------------------

    def moves(self, seat: int) -> tuple[int, ...]:
        heights = self.board[CELLS:]
        return sorts_at(heights) if self.phase == SORT else drops_at(heights)

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        board = bytearray(self.board)
        if move >= DROP:
            drop_stone(board, move, self.drawn)
            return self._with(bytes(board), SORT)
        sort_stone(board, move)
        if sum(board[CELLS:]) < CELLS:
            return self._with(bytes(board), DRAW)
        return self._scored(bytes(board))  # MF5

    def _with(self, board: bytes, phase: str, drawn: int = 0) -> Self:
        return type(self)(self.rounds, self.finished, self.points, board, phase, drawn)

    def _scored(self, board: bytes) -> Self:
        """The state after a round ended with `board`: the beginning of the next, or the end."""
        points = (*self.points, board_points(board))
        phase = OVER if points[-1] == BEST or len(points) == self.rounds else DRAW
        return type(self)(self.rounds, (*self.finished, board), points, EMPTY_BOARD, phase, 0)

    def move_text(self, move: int) -> str:
        if move >= DROP:
            return LANES[move - DROP]
        if move == PASS:
            return "pass"
        lane, height = divmod(move // SIZE, SIZE)
        return f"{LANES[lane]}{height + 1}>{LANES[move % SIZE]}"

    def tidy(self, seat: int, text: str) -> str:
        text = text.casefold()
        match = re.fullmatch(r"([a-e][1-5])[\s>→-]*([a-e])", text)
        if match is not None:
            return f"{match[1]}>{match[2]}"
        return {"passen": "pass", "p": "pass", "nichts": "pass"}.get(text, text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        return ("MF3", self._explain_sort(text)) if self.phase == SORT else ("MF4", self._explain_drop(text))

    def _explain_sort(self, text: str) -> Message:
        match = SORT_TEXT.fullmatch(text)
        if match is None:
            return _("You sort: name a stone and a lane, such as b3>d, or pass, not {text!r}.", text=text)
        lane, height, to = match.groups()
        stones = self.board[CELLS + LANES.index(lane)]
        if int(height) > stones:
            return _(
                "No stone lies at {place}: lane {lane} is filled up to height {stones}.",
                place=lane + height,
                lane=lane,
                stones=stones,
            )
        if lane == to:
            return _(
                "{place} is the top stone of lane {lane}: to leave it there, pass.",
                place=lane + height,
                lane=lane,
            )
        return _("Lane {lane} is full: five stones lie on it.", lane=to)

    def _explain_drop(self, text: str) -> Message:
        if len(text) == 1 and text in LANES:
            return _("Lane {lane} is full: five stones lie on it.", lane=text)
        free = ", ".join(map(self.move_text, drops_at(self.board[CELLS:])))
        return _("Name the lane for the stone drawn ({free}), not {text!r}.", free=free, text=text)

    # --- chance --------------------------------------------------------------------------------

    def outcomes(self) -> dict[str, int]:
        if self.phase != DRAW:
            return {}
        left = zip(COLOURS, self.bag(), strict=True)
        return {letter: count for letter, count in left if count}

    def bag(self) -> list[int]:
        """How many stones of each colour are in the bag."""
        seen = [0] * (SIZE + 1)
        for stone in self.board[:CELLS]:
            seen[stone & COLOUR] += 1
        seen[self.drawn & COLOUR] += 1
        return [SIZE - count for count in seen[1:]]

    def after_chance(self, outcome: str) -> Self:
        colour = COLOURS.index(outcome) + 1
        stone = colour + COPY * (SIZE - self.bag()[colour - 1])
        stones = sum(self.board[CELLS:])
        if stones >= SIZE:
            return self._with(self.board, CHAOS, stone)  # MF4
        board = bytearray(self.board)
        drop_stone(board, DROP + stones, stone)  # MF2
        return self._with(bytes(board), SORT if stones + 1 == SIZE else DRAW)

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        return {
            "round": len(self.points) + (self.phase != OVER),
            "rounds": self.rounds,
            "sorter": self.sorter,
            "lanes": lanes_json(self.board),
            "rows": [row_points(self.board, row) for row in range(SIZE)],
            "drawn": stone_name(self.drawn) if self.drawn else None,
            "bag": dict(zip(COLOURS, self.bag(), strict=True)),
            "points": list(self.points),
            "totals": list(self.totals),
            "finished": [
                {"lanes": lanes_json(board), "rows": [row_points(board, row) for row in range(SIZE)]}
                for board in self.finished
            ],
        }

    def position(self) -> str:
        finished = ",".join(map(lanes_text, self.finished)) or "-"
        drawn = stone_name(self.drawn) if self.drawn else "-"
        return f"finished={finished} lanes={lanes_text(self.board)} drawn={drawn} asked={self.phase}"


def start(players: int, options: Options) -> State:
    """The beginning: all stones are in the bag, the first is to be drawn (MF2)."""
    return State(2 * int(options["rounds_each"]), (), (), EMPTY_BOARD, DRAW, 0)


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state whose `position()` is given."""
    rounds = 2 * int(options["rounds_each"])
    finished, board, phase, drawn = parse_fields(fields, rounds)
    return State(rounds, finished, tuple(map(board_points, finished)), board, phase, drawn)
