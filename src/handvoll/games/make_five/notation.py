"""The position text of Make Five, both ways, checked for what no game could come to."""

from __future__ import annotations

from handvoll.core.messages import _
from handvoll.core.position import Fields
from handvoll.games.make_five.slope import (
    BEST,
    CELLS,
    COLOUR,
    COLOURS,
    COPY,
    EMPTY_BOARD,
    LANES,
    SIZE,
    board_points,
)

SORT, DRAW, CHAOS, OVER = "sort", "draw", "chaos", "over"
"""What a moment of the game waits for: the sorter, the bag, chaos, or nothing any more."""


def stone_name(stone: int) -> str:
    """A stone's letter and number, such as T2 for the second turquoise one drawn in its round."""
    return f"{COLOURS[(stone & COLOUR) - 1]}{stone // COPY + 1}"


STONES = {
    stone_name(stone): stone
    for stone in (copy * COPY + colour for copy in range(SIZE) for colour in range(1, SIZE + 1))
}


def lanes_json(board: bytes) -> list[list[str]]:
    """The names of the stones on each lane, from the bottom up."""
    return [
        [stone_name(stone) for stone in board[lane * SIZE : lane * SIZE + board[CELLS + lane]]]
        for lane in range(SIZE)
    ]


def lanes_text(board: bytes) -> str:
    """The lanes as positions write them, such as T1Y1/R1/-/-/G1."""
    return "/".join("".join(lane) or "-" for lane in lanes_json(board))


def parse_fields(fields: Fields, rounds: int) -> tuple[tuple[bytes, ...], bytes, str, int]:
    """The boards of the finished rounds, the running board, what is waited for, and the stone drawn."""
    finished = _parse_finished(fields, rounds)
    over = len(finished) == rounds or (finished != () and board_points(finished[-1]) == BEST)
    board = _parse_lanes(fields, fields.text("lanes"), 0)
    stones = sum(board[CELLS:])
    if over and stones:
        raise fields.fault(_("the match is over, so the slope is empty"))
    if stones < SIZE:
        _check_set_up(fields, board)
    drawn_text = fields.text("drawn")
    if drawn_text != "-" and drawn_text not in STONES:
        raise fields.fault(_("a stone such as T1 is expected, or -, not {came!r}", came=drawn_text[:40]))
    drawn = STONES.get(drawn_text, 0)
    if drawn and not SIZE <= stones < CELLS:
        raise fields.fault(_("with {stones} stones on the slope none is drawn for chaos", stones=stones))
    _check_copies(fields, [*board[:CELLS], drawn])
    allowed = [CHAOS] if drawn else [OVER] if over else [DRAW] if stones < SIZE else [SORT, DRAW]
    phase = fields.word("asked", allowed if stones < CELLS else [SORT])
    _check_moves(fields, board, phase)
    return finished, board, phase, drawn


def _parse_finished(fields: Fields, rounds: int) -> tuple[bytes, ...]:
    boards: list[bytes] = []
    offset = 0
    for text in fields.list("finished"):
        board = _parse_lanes(fields, text, offset)
        if sum(board[CELLS:]) < CELLS:
            raise fields.fault(_("a finished round has all 25 stones on the slope"), offset)
        _check_copies(fields, board[:CELLS], offset)
        if len(boards) == rounds or (boards and board_points(boards[-1]) == BEST):
            raise fields.fault(_("the match was over before this round"), offset)
        boards.append(board)
        offset += len(text) + 1
    return tuple(boards)


def _parse_lanes(fields: Fields, text: str, offset: int) -> bytes:
    """The board that `lanes_text` wrote, at `offset` of the field's value."""
    lanes = text.split("/")
    if len(lanes) != SIZE:
        raise fields.fault(_("five lanes parted by / are expected, not {came!r}", came=text[:40]), offset)
    board = bytearray(EMPTY_BOARD)
    for number, lane in enumerate(lanes):
        names = [] if lane == "-" else [lane[i : i + 2] for i in range(0, len(lane), 2)]
        if len(names) > SIZE:
            raise fields.fault(_("lane {lane} holds at most five stones", lane=LANES[number]), offset)
        for height, name in enumerate(names or ([] if lane == "-" else [""])):
            if name not in STONES:
                raise fields.fault(
                    _("a stone such as T1 is expected, not {came!r}", came=name), offset + 2 * height
                )
            board[number * SIZE + height] = STONES[name]
        board[CELLS + number] = len(names)
        offset += len(lane) + 1
    return bytes(board)


def _check_copies(fields: Fields, stones: bytes | list[int], offset: int = 0) -> None:
    """The stones of a colour carry the numbers in which they were drawn, a stone just drawn the highest."""
    for colour in range(1, SIZE + 1):
        copies = [stone // COPY for stone in stones if stone & COLOUR == colour]
        if sorted(copies) != list(range(len(copies))) or (
            stones[-1] & COLOUR == colour and len(stones) > CELLS and max(copies) != copies[-1]
        ):
            raise fields.fault(
                _("the stones of each colour are numbered from 1 on, in the order they were drawn"), offset
            )


def _check_moves(fields: Fields, board: bytes, phase: str) -> None:
    """No lane was emptied but by a move of the sorter."""
    stones = sum(board[CELLS:])
    sorts = stones - SIZE + (phase != SORT)
    if sorts == 0:
        _check_set_up(fields, board)
    elif stones >= SIZE and board[CELLS:].count(0) > sorts:
        raise fields.fault(_("the sorter has not had moves enough to empty that many lanes"))


def _check_set_up(fields: Fields, board: bytes) -> None:
    """Before the sorter's first move one stone lies on each lane, in the order they were drawn (MF2)."""
    if board[CELLS:].rstrip(b"\0").strip(b"\1"):
        raise fields.fault(_("the first five stones lie one on each lane, from lane a on"))
    drawn = [0] * (SIZE + 1)
    for stone in filter(None, board[:CELLS]):
        if stone // COPY != drawn[stone & COLOUR]:
            raise fields.fault(_("the first five stones are numbered from lane a on"))
        drawn[stone & COLOUR] += 1
