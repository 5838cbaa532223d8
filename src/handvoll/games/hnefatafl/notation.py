"""The board of Hnefatafl and how it is written: squares, moves (`d1-d4`) and the fields of a position text.

Files go from a to k from the left, ranks from 1 to 11 from below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from handvoll.core.messages import _
from handvoll.core.position import Fields

# --- the board ---------------------------------------------------------------------------------

SIDE = 11
WIDE = SIDE + 2
"""A flat board has a border of one cell all round, so that a look past the edge needs no test."""
CELLS = WIDE * WIDE
FILES = "abcdefghijk"

# What a cell holds. THRONE and CORNER are those squares while nobody stands there: free, but not for all.
EMPTY, THRONE, CORNER, ATTACKER, DEFENDER, KING, EDGE = range(7)

SQUARES = {
    f"{file_name}{rank}": rank * WIDE + file
    for rank in range(1, SIDE + 1)
    for file, file_name in enumerate(FILES, 1)
}
"""The cell of every square on a flat board, from a1 to k11 rank by rank."""
NAMES = {square: name for name, square in SQUARES.items()}
A1, A11, K1, K11, F6 = (SQUARES[name] for name in ("a1", "a11", "k1", "k11", "f6"))

SETUP_PIECES = {  # HN1
    ATTACKER: "d1 e1 f1 g1 h1 f2 d11 e11 f11 g11 h11 f10 a4 a5 a6 a7 a8 b6 k4 k5 k6 k7 k8 j6",
    DEFENDER: "f4 f5 f7 f8 d6 e6 g6 h6 e5 g5 e7 g7",
    KING: "f6",
}
MOST = {piece: len(squares.split()) for piece, squares in SETUP_PIECES.items()}
"""How many of a kind there are at the start."""


def _blank() -> bytes:
    board = bytearray([EDGE] * CELLS)
    for square in NAMES:
        board[square] = EMPTY
    for square in (A1, A11, K1, K11):
        board[square] = CORNER
    board[F6] = THRONE
    return bytes(board)


def _set_up() -> bytes:
    board = bytearray(BLANK)
    for piece, squares in SETUP_PIECES.items():
        for name in squares.split():
            board[SQUARES[name]] = piece
    return bytes(board)


BLANK = _blank()
"""The board without pieces."""
SETUP = _set_up()


def pieces(board: Sequence[int]) -> list[int]:
    """The squares on which a piece stands."""
    return [square for square in NAMES if board[square] >= ATTACKER]


# --- moves -------------------------------------------------------------------------------------

TARGET_BITS = 8
"""A move is the cell it comes from, shifted by so many bits, plus the cell it goes to."""
TARGET_MASK = (1 << TARGET_BITS) - 1

_MOVE = re.compile(r"([a-z][0-9]{1,2})-([a-z][0-9]{1,2})")
_LOOSE_MOVE = re.compile(r"([a-z])\s*([0-9]{1,2})\s*(?:->|[-:x>,./]|to|nach|bis)?\s*([a-z])\s*([0-9]{1,2})")


def move_text(move: int) -> str:
    """A move as the rulings write it."""
    return f"{NAMES[move >> TARGET_BITS]}-{NAMES[move & TARGET_MASK]}"


def tidy(text: str) -> str:
    """`D1d4`, `d1 d4` or `d1:d4` as `d1-d4`; anything else as it came."""
    found = _LOOSE_MOVE.fullmatch(text.casefold().strip())
    return "{}{}-{}{}".format(*found.groups()) if found else text


def named_squares(text: str) -> tuple[str, str] | None:
    """The two squares that a text in the form of a move names, on the board or not; None for other texts."""
    found = _MOVE.fullmatch(text)
    return None if found is None else (found[1], found[2])


def read_move(text: str) -> int | None:
    """The move of that text, if it names two squares of the board."""
    named = named_squares(text)
    if named is None or named[0] not in SQUARES or named[1] not in SQUARES:
        return None
    return SQUARES[named[0]] << TARGET_BITS | SQUARES[named[1]]


def move_between(before: bytes, after: bytes) -> int:
    """The move without a capture that led from one board to the other."""
    start, target = 0, 0
    for square, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            if new >= ATTACKER:
                target = square
            else:
                start = square
    return start << TARGET_BITS | target


def taken_back(board: bytes, move: int) -> bytes:
    """The board before `move`, which captured nothing, led to `board`."""
    before = bytearray(board)
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    before[start], before[target] = before[target], BLANK[target]
    return bytes(before)


# --- the board in a position text --------------------------------------------------------------

LETTERS = {EMPTY: ".", THRONE: ".", CORNER: ".", ATTACKER: "A", DEFENDER: "D", KING: "K"}
PIECES_BY_LETTER = {"A": ATTACKER, "D": DEFENDER, "K": KING}


def board_rows(board: Sequence[int]) -> list[str]:
    """The ranks as texts of eleven letters, rank 11 first."""
    return [
        "".join(LETTERS[board[rank * WIDE + file]] for file in range(1, SIDE + 1))
        for rank in range(SIDE, 0, -1)
    ]


def parse_board(fields: Fields) -> bytes:
    """The board that `board_rows` wrote, joined by `/`."""
    text = fields.text("board")
    rows = text.split("/")
    if len(rows) != SIDE:
        raise fields.fault(_("the board has {n} ranks parted by /, not {came}", n=SIDE, came=len(rows)))
    board = bytearray(BLANK)
    place = 0
    for rank, row in zip(range(SIDE, 0, -1), rows, strict=True):
        if len(row) != SIDE:
            raise fields.fault(
                _("rank {rank} has {n} squares, not {came}", rank=rank, n=SIDE, came=len(row)), place
            )
        for file, letter in enumerate(row, 1):
            if letter != ".":
                _place_piece(fields, board, rank * WIDE + file, letter, place + file - 1)
        place += SIDE + 1
    for piece, most in MOST.items():
        count = board.count(piece)
        if count > most or (piece == KING and count != 1):
            raise fields.fault(
                _(
                    "there are {came} pieces {letter}, not up to {n}",
                    came=count,
                    letter=LETTERS[piece],
                    n=most,
                )
            )
    return bytes(board)


def _place_piece(fields: Fields, board: bytearray, square: int, letter: str, place: int) -> None:
    piece = PIECES_BY_LETTER.get(letter)
    if piece is None:
        raise fields.fault(
            _("a square is one of {letters}, not {came!r}", letters=". A D K", came=letter), place
        )
    if piece != KING and BLANK[square] != EMPTY:
        raise fields.fault(_("only the king can stand on {square}", square=NAMES[square]), place)
    board[square] = piece
