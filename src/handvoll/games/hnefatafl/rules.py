"""The rules of Hnefatafl, rulings HN1 to HN8.

The functions before `State` work on a flat board of `CELLS` cells (squares with a border) and on whole
numbers alone, so that they run here as they are and are compiled as they are for the search.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import pairwise
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, Seat, _
from handvoll.core.position import Fields, join
from handvoll.core.state import Result, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.hnefatafl.explain import why_not
from handvoll.games.hnefatafl.notation import (
    A1,
    A11,
    ATTACKER,
    BLANK,
    CELLS,
    CORNER,
    DEFENDER,
    EDGE,
    EMPTY,
    F6,
    K1,
    K11,
    KING,
    LETTERS,
    MOST,
    NAMES,
    SETUP,
    SIDE,
    TARGET_BITS,
    TARGET_MASK,
    THRONE,
    WIDE,
    board_rows,
    move_between,
    move_text,
    parse_board,
    pieces,
    read_move,
    taken_back,
    tidy,
)

BLACK, WHITE = 0, 1
OWN = ((ATTACKER,), (DEFENDER, KING))
"""The pieces of each seat."""
STEPS = (1, -1, WIDE, -WIDE)
CORNERS = (A1, A11, K1, K11)
LINES = 2 * SIDE
"""Lines 0 to 10 are the ranks 1 to 11, lines 11 to 21 the files a to k."""
MOST_LINE_MOVES = 2 * SIDE
MOST_MOVES = LINES * MOST_LINE_MOVES
"""No seat has more: a free square is reached along a line by two pieces at most."""
MOST_TAKEN = 10
"""In a rank or a file at most five men can be captured by one move."""
RUNNING, ESCAPED, TAKEN = range(3)


# --- moving (HN2) ------------------------------------------------------------------------------


def slide(board: Sequence[int], square: int, step: int, found: MutableSequence[int], count: int) -> int:
    """HN2: writes the moves of the piece on `square` in one direction to `found` from `count` on, and returns
    the new count. Every free square is passed over; throne and corners are stops for the king alone."""
    target = square + step
    while board[target] < ATTACKER:
        if board[target] == EMPTY or board[square] == KING:
            found[count] = square << TARGET_BITS | target
            count += 1
        target += step
    return count


def line_start(line: int) -> int:
    """The first square of a line."""
    return A1 + line * WIDE if line < SIDE else A1 + line - SIDE


def line_step(line: int) -> int:
    """From one square of a line to the next."""
    return 1 if line < SIDE else WIDE


def line_moves(board: Sequence[int], line: int, seat: int, found: MutableSequence[int], count: int) -> int:
    """The moves of `seat` along a line, written like `slide` does."""
    square, step = line_start(line), line_step(line)
    piece = board[square]
    while piece != EDGE:
        if piece >= ATTACKER and (piece == ATTACKER) == (seat == BLACK):
            count = slide(board, square, step, found, count)
            count = slide(board, square, -step, found, count)
        square += step
        piece = board[square]
    return count


def list_moves(board: Sequence[int], seat: int, found: MutableSequence[int]) -> int:
    """Writes all moves of `seat` to `found` (room for MOST_MOVES) and returns how many there are."""
    count = 0
    for line in range(LINES):
        count = line_moves(board, line, seat, found, count)
    return count


# --- making a move (HN3 to HN5) ----------------------------------------------------------------


def make_move(board: MutableSequence[int], move: int, taken: MutableSequence[int]) -> int:
    """Makes a move on `board`, captures included, writes the squares of the captured men to `taken` (room
    for MOST_TAKEN) and returns how many there are."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = board[start]
    board[target] = piece
    board[start] = THRONE if start == F6 else EMPTY
    enemy = DEFENDER if piece == ATTACKER else ATTACKER  # HN5: as an enemy the king ends the row
    count = 0
    for step in STEPS:
        square = target + step
        while board[square] == enemy:
            behind = board[square + step]
            if behind in (EMPTY, enemy, EDGE):
                break
            if piece == ATTACKER and behind != ATTACKER:
                break  # HN4: throne and corners help against attackers only
            board[square] = EMPTY  # HN3
            taken[count] = square
            count += 1
            if behind < ATTACKER:
                break  # HN5: a hostile square ends the row
            square += 2 * step  # HN5: the row goes on
    return count


def ending(board: Sequence[int], target: int, three: int) -> int:
    """Whether the move just made to `target` has decided the game: ESCAPED, TAKEN, or still RUNNING.
    `three` says that the empty throne stands in for an attacker (option `king_beside_throne`)."""
    if board[target] == KING:
        return ESCAPED if target in CORNERS else RUNNING  # HN7
    if board[target] == ATTACKER:
        for step in STEPS:
            if board[target + step] == KING:
                return TAKEN if is_enclosed(board, target + step, three) else RUNNING
    return RUNNING


def is_enclosed(board: Sequence[int], king: int, three: int) -> bool:
    """HN6: whether attackers stand on all four sides of the king."""
    for step in STEPS:
        side = board[king + step]
        if side != ATTACKER and not (three and side == THRONE):
            return False
    return True


# --- legal moves, each line found once and remembered ------------------------------------------


class PieceMoves(dict[tuple[int, int, int, int], tuple[int, ...]]):
    """The moves of one piece along a line, by the piece, its place on the line (from 0) and the places of the
    next pieces on either side (-1 and SIDE: the edges)."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.start, self.step = line_start(line), line_step(line)

    def __missing__(self, key: tuple[int, int, int, int]) -> tuple[int, ...]:
        piece, place, *others = key
        board = bytearray(BLANK)
        for other in others:
            board[self.start + other * self.step] = EDGE
        square = self.start + place * self.step
        board[square] = piece
        found = [0] * MOST_LINE_MOVES
        count = slide(board, square, self.step, found, 0)
        count = slide(board, square, -self.step, found, count)
        self[key] = moves = tuple(found[:count])
        return moves


class LineMoves(dict[bytes, tuple[int, ...]]):
    """The moves of a seat along a line, by what stands on the line. A game meets tens of thousands of such
    lines, hence the limit."""

    MOST = 4_000

    def __init__(self, line: int, seat: int) -> None:
        super().__init__()
        self.own = OWN[seat]
        self.known = PieceMoves(line)
        start, step = line_start(line), line_step(line)
        self.cut = slice(start, start + (SIDE - 1) * step + 1, step)

    def __missing__(self, content: bytes) -> tuple[int, ...]:
        if len(self) >= self.MOST:
            self.clear()
        places = [-1, *[place for place, piece in enumerate(content) if piece >= ATTACKER], SIDE]
        moves: tuple[int, ...] = ()
        for i in range(1, len(places) - 1):
            piece = content[places[i]]
            if piece in self.own:
                moves += self.known[piece, places[i], places[i - 1], places[i + 1]]
        self[content] = moves
        return moves


KNOWN_MOVES = tuple(
    tuple((known.cut, known) for known in [LineMoves(line, seat) for line in range(LINES)])
    for seat in (BLACK, WHITE)
)
"""Per seat and line: where the line lies on the board, and the moves along it."""


def has_move(board: bytes, seat: int) -> bool:
    """Whether `seat` has any legal move."""
    for cut, known in KNOWN_MOVES[seat]:  # noqa: SIM110 - asked after every move, and `any` takes twice as long
        if known[board[cut]]:
            return True
    return False


# --- the state ---------------------------------------------------------------------------------

ASKED = ((BLACK,), (WHITE,))
ENDINGS = {RUNNING: "", ESCAPED: "king-escaped", TAKEN: "king-captured"}
SCORES = {"king-escaped": (0, 1), "king-captured": (1, 0), "no-move": (0.5, 0.5), "repetition": (0.5, 0.5)}


class State(BaseState):
    """One moment of Hnefatafl."""

    __slots__ = ("board", "earlier", "numbers", "reason", "three", "to_act", "turn")

    players = 2
    chance = None

    def __init__(
        self,
        board: bytes,
        turn: int,
        numbers: bytes,
        three: bool,
        earlier: tuple[bytes, ...] = (),
        end: int = RUNNING,
    ) -> None:
        self.board = board
        self.turn = turn
        """The seat that moves next, or would."""
        self.numbers = numbers
        """Per cell the number of the piece on it, by which a picture tells like from like; 0 for none."""
        self.three = three
        """Whether three attackers capture a king beside the empty throne (HN6)."""
        self.earlier = earlier
        """The boards since the last capture, oldest first: no earlier one can come again."""
        reason = ENDINGS[end]
        if not reason:  # HN8, in this order
            if not has_move(board, turn):
                reason = "no-move"
            elif len(earlier) >= 8 and self.occurred >= 3:
                reason = "repetition"
        self.reason = reason
        self.to_act: tuple[int, ...] = () if reason else ASKED[turn]

    @property
    def occurred(self) -> int:
        """HN8: how often this position, with the same seat to move, has stood by now."""
        return 1 + self.earlier[len(self.earlier) % 2 :: 2].count(self.board)

    @property
    def result(self) -> Result | None:
        if self.to_act:
            return None
        scores = SCORES[self.reason]
        return Result(scores, rank(scores), self.reason)

    def moves(self, seat: int) -> list[int]:
        found: list[int] = []
        board = self.board
        for cut, known in KNOWN_MOVES[seat]:
            found += known[board[cut]]
        return found

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        board = bytearray(self.board)
        taken = [0] * MOST_TAKEN
        count = make_move(board, move, taken)
        target = move & TARGET_MASK
        numbers = bytearray(self.numbers)
        numbers[target] = numbers[move >> TARGET_BITS]
        numbers[move >> TARGET_BITS] = 0
        for square in taken[:count]:
            numbers[square] = 0
        return type(self)(
            bytes(board),
            1 - seat,
            bytes(numbers),
            self.three,
            () if count else (*self.earlier, self.board),
            ending(board, target, self.three),
        )

    def move_text(self, move: int) -> str:
        return move_text(move)

    def tidy(self, seat: int, text: str) -> str:
        return tidy(text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        return "HN2", why_not(self.board, OWN[seat], self.moves(seat), Seat(1 - seat), text)

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        board = self.board
        return {
            "board": board_rows(board),
            "turn": self.turn,
            "pieces": [
                {"number": number, "kind": LETTERS[board[square]], "square": NAMES[square]}
                for number, square in sorted((self.numbers[square], square) for square in pieces(board))
            ],
            "captured": [MOST[man] - board.count(man) for man in (ATTACKER, DEFENDER)],
            "king": "taken" if self.reason == "king-captured" else "free",
            "occurred": self.occurred,
        }

    # --- text ----------------------------------------------------------------------------------

    def position(self) -> str:
        boards = (*self.earlier, self.board)
        since = [move_text(move_between(*pair)) for pair in pairwise(boards)]
        king = "taken" if self.reason == "king-captured" else "free"
        return f"turn={self.turn} king={king} board={'/'.join(board_rows(self.board))} since={join(since)}"


def start(players: int, options: Options) -> State:
    """HN1: the set-up, black to move."""
    return State(SETUP, BLACK, numbered(SETUP), is_three(options))


def is_three(options: Options) -> bool:
    """Whether the option lets three attackers capture a king beside the empty throne (HN6)."""
    return options["king_beside_throne"] == "three"


def numbered(board: bytes) -> bytes:
    """Numbers from 1 for the pieces of a board, square by square."""
    numbers = bytearray(CELLS)
    for number, square in enumerate(pieces(board), 1):
        numbers[square] = number
    return bytes(numbers)


# --- position text -----------------------------------------------------------------------------


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    turn = fields.number("turn", BLACK, WHITE)
    is_taken = fields.word("king", ("free", "taken")) == "taken"
    board = parse_board(fields)
    king = board.index(KING)
    if BLANK[king] == CORNER and (turn == WHITE or is_taken):
        raise fields.fault(_("a king in the corner has just won, so black would be to move next"))
    if is_taken and not (turn == WHITE and is_enclosed(board, king, is_three(options))):
        raise fields.fault(_("the king is not enclosed by a move of black, so he cannot be taken"))
    moves = _parse_since(fields)
    three = is_three(options)
    if moves:
        state = _replayed(fields, board, turn, moves, three)
    else:
        end = TAKEN if is_taken else ESCAPED if BLANK[king] == CORNER else RUNNING
        state = State(board, turn, numbered(board), three, (), end)
    if (state.reason == ENDINGS[TAKEN]) != is_taken:
        raise fields.fault(_("the last move decides whether the king is taken, and here it says otherwise"))
    _check_beginning(fields, state)
    return state


def _parse_since(fields: Fields) -> list[int]:
    """The moves since the last capture."""
    moves = []
    place = 0
    for text in fields.list("since"):
        move = read_move(text)
        if move is None:
            raise fields.fault(_("a move names two squares, not {came!r}", came=text[:40]), place)
        moves.append(move)
        place += len(text) + 1
    return moves


def _replayed(fields: Fields, board: bytes, turn: int, moves: list[int], three: bool) -> State:
    """The state after `moves`, which captured nothing and led to `board`: taken back, then played again."""
    for move in reversed(moves):
        if board[move >> TARGET_BITS] != BLANK[move >> TARGET_BITS] or board[move & TARGET_MASK] < ATTACKER:
            raise fields.fault(_("{move} cannot be taken back from this board", move=move_text(move)))
        board = taken_back(board, move)
    seat = (turn + len(moves)) % 2
    state = State(board, seat, numbered(board), three)
    for move in moves:
        if not state.to_act or BLANK[board.index(KING)] == CORNER or move not in state.moves(seat):
            raise fields.fault(_("{move} is no legal move there", move=move_text(move)))
        state = state.after(seat, move)
        if not state.earlier:
            raise fields.fault(
                _("{move} captures, so it belongs to no position after it", move=move_text(move))
            )
        seat = 1 - seat
    return state


def _check_beginning(fields: Fields, state: State) -> None:
    """Refuse moves since the last capture that begin neither at the set-up nor right after a capture."""
    first = state.earlier[0] if state.earlier else state.board
    seat = (state.turn + len(state.earlier)) % 2
    lost = [MOST[man] - first.count(man) for man in (ATTACKER, DEFENDER)]
    if not any(lost) and (first != SETUP or seat != BLACK):
        raise fields.fault(_("nothing is captured, so the moves must begin at the set-up"))
    if any(lost) and not lost[seat]:
        raise fields.fault(_("the moves begin after a capture, but the seat to move then has lost no man"))
