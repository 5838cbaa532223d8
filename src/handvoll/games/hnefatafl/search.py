"""The search for Hnefatafl: principal variation search over the rules' own functions.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). Worths are in
hundredths of an attacker, for the seat to move; WON less the number of plies is a win that is certain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from handvoll.games.hnefatafl.notation import (
    A1,
    A11,
    ATTACKER,
    CELLS,
    CORNER,
    DEFENDER,
    EDGE,
    EMPTY,
    F6,
    K1,
    K11,
    KING,
    SIDE,
    TARGET_BITS,
    TARGET_MASK,
    THRONE,
    WIDE,
)
from handvoll.games.hnefatafl.rules import (
    BLACK,
    MOST_MOVES,
    MOST_TAKEN,
    RUNNING,
    WHITE,
    ending,
    list_moves,
    make_move,
)

WON = 30_000
SURE = WON - 1_000
"""Beyond this a worth is a certain win, and tells its distance."""
INFINITE = 32_000
DEEPEST = 60
TABLE_SIZE = 1 << 20
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = 0
KEY_BITS = 62

# Columns of the transposition table; WHAT holds move, worth, depth and bound in one number.
KEY, WHAT = range(2)

# Counters and limits shared with the caller.
NODES, STOP, LIMIT = range(3)

# What a thing on the board is worth; tuned by play against earlier versions.
MAN_BLACK, MAN_WHITE = 100, 190
KING_REACH = 7
KING_EDGE = 40
CORNER_NOW = 600
"""A corner that the king reaches in one move; with two of them black is lost."""
CORNER_NEXT = 140
"""A corner that the king reaches in two moves on an open way."""
SHUT_IN = 200
"""No way leads the king to the edge, not even past his own men."""
CORNER_GUARD = 22
"""An attacker on one of the three squares that wall a corner off."""
KING_PRESSED = 45
"""An attacker next to the king."""


class Desk(NamedTuple):
    """All memory of a search."""

    board: Any
    moves: Any
    """[ply] -> the moves, best guess first as they are picked."""
    guess: Any
    """[ply] -> how promising each move looks."""
    taken: Any
    table: Any
    killers: Any
    history: Any
    """[seat, move] -> how often it refuted something."""
    path: Any
    """The keys of all positions since the last capture, of the game and of the line searched."""
    counts: Any
    keys: Any
    """[piece, square] -> a random number, for the position's key."""
    traps: Any
    """[square] -> how many men a move to it captures."""
    flood: Any
    marks: Any
    line: Any
    """[ply, …] -> the best line found from there on."""
    frames: Any
    """[ply] -> the search's frame."""


def new_desk() -> Desk:
    """Memory for a search."""
    rng = np.random.default_rng(11)
    return Desk(
        np.zeros(CELLS, np.uint8),
        np.zeros((DEEPEST + 4, MOST_MOVES), np.int64),
        np.zeros((DEEPEST + 4, MOST_MOVES), np.int64),
        np.zeros((DEEPEST + 4, MOST_TAKEN), np.int64),
        np.zeros((TABLE_SIZE, 2), np.int64),
        np.zeros((DEEPEST + 4, 2), np.int64),
        np.zeros((2, CELLS << TARGET_BITS), np.int64),
        np.zeros(4096, np.int64),
        np.zeros(4, np.int64),
        rng.integers(1, 1 << KEY_BITS, (EDGE + 1, CELLS), np.int64),
        np.zeros(CELLS, np.int64),
        np.zeros(CELLS, np.int64),
        np.zeros(CELLS, np.int64),
        np.zeros((DEEPEST + 4, DEEPEST + 4), np.int64),
        np.zeros((DEEPEST + 4, FRAME), np.int64),
    )


# --- looking at a position ---------------------------------------------------------------------


def board_key(board: Any, seat: int, keys: Any) -> int:
    """The key of a position from scratch."""
    key = keys[EDGE, 0] if seat == WHITE else 0
    for square in range(CELLS):
        if ATTACKER <= board[square] <= KING:
            key ^= keys[board[square], square]
    return int(key)


def open_corners(board: Any, square: int) -> int:
    """How many corners the king could reach from `square` in one move."""
    count = 0
    for step in (1, -1, WIDE, -WIDE):
        target = square + step
        while board[target] == EMPTY:
            target += step
        if board[target] == CORNER:
            count += 1
    return count


def can_be_taken(board: Any, king: int, three: int) -> int:
    """The move by which black takes the king at once, or NO_MOVE."""
    gap = 0
    pressed = 0
    for step in (1, -1, WIDE, -WIDE):
        side = board[king + step]
        if side == ATTACKER or (three and side == THRONE):
            pressed += 1
        elif side == EMPTY:
            gap = step
    if pressed != 3 or gap == 0:
        return NO_MOVE
    target = king + gap
    for step in (1, -1, WIDE, -WIDE):
        square = target + step
        while board[square] == EMPTY or board[square] == THRONE:
            square += step
        if board[square] == ATTACKER and square != king:
            return square << TARGET_BITS | target
    return NO_MOVE


def at_sight(board: Any, king: int, black: int, white: int) -> int:
    """What a quiet position looks worth to white, the men of each side given; `wandering` is still to add."""
    worth = MAN_WHITE * white - MAN_BLACK * black
    # The king: how far he sees, and where that leads him.
    for step in (1, -1, WIDE, -WIDE):
        square = king + step
        reach = 0
        while board[square] == EMPTY or board[square] == THRONE:
            reach += 1
            square += step
        worth += KING_REACH * reach
        if board[square] == ATTACKER and reach == 0:
            worth -= KING_PRESSED
        elif board[square] == CORNER:
            worth += CORNER_NOW
        elif board[square] == EDGE and reach:
            worth += KING_EDGE + CORNER_NEXT * open_corners(board, square - step)
    for corner, right, up in ((A1, 1, WIDE), (K1, -1, WIDE), (A11, 1, -WIDE), (K11, -1, -WIDE)):
        for square in (corner + 2 * right, corner + right + up, corner + 2 * up):
            if board[square] == ATTACKER:
                worth -= CORNER_GUARD
    return int(worth)


def wandering(desk: Desk, king: int) -> int:
    """What the king's room is worth: can he wander to the edge, over all that is no attacker?"""
    board, flood, marks = desk.board, desk.flood, desk.marks
    marks[0] += 1  # what bears this number was visited in this search
    visit = marks[0]
    flood[0] = king
    marks[king] = visit
    size = 1
    while size:
        size -= 1
        square = flood[size]
        for step in (1, -1, WIDE, -WIDE):
            beside = square + step
            if board[beside] == EDGE:
                return 0
            if marks[beside] != visit and board[beside] != ATTACKER:
                marks[beside] = visit
                flood[size] = beside
                size += 1
    return -SHUT_IN


# --- ordering ----------------------------------------------------------------------------------


def mark_traps(board: Any, seat: int, traps: Any) -> None:
    """Write to `traps` how many men `seat` would capture by moving to each square (the nearest ones)."""
    enemy = DEFENDER if seat == BLACK else ATTACKER
    for square in range(CELLS):
        traps[square] = 0
    for row in range(SIDE):
        for square in range(A1 + row * WIDE, A1 + row * WIDE + SIDE):
            if board[square] == enemy:
                for step in (1, -1, WIDE, -WIDE):
                    if board[square + step] == EMPTY and closes(board[square - step], seat):
                        traps[square + step] += 1


def closes(behind: int, seat: int) -> bool:
    """Whether what stands behind an enemy man helps `seat` to capture him (HN3, HN4)."""
    if seat == BLACK:
        return behind == ATTACKER
    return behind not in (EMPTY, ATTACKER, EDGE)


def guess_moves(desk: Desk, ply: int, count: int, seat: int) -> None:
    """Say how promising the moves of this ply look."""
    mark_traps(desk.board, seat, desk.traps)
    traps, history = desk.traps, desk.history[seat]
    killer, other = desk.killers[ply]
    for i in range(count):
        move = desk.moves[ply, i]
        worth = history[move] + (traps[move & TARGET_MASK] << 30)
        if move == killer:
            worth += 1 << 28
        elif move == other:
            worth += 1 << 27
        desk.guess[ply, i] = worth


def pick(desk: Desk, ply: int, i: int, count: int) -> int:
    """Bring the most promising of the moves from `i` on to place `i`."""
    best = i
    for j in range(i + 1, count):
        if desk.guess[ply, j] > desk.guess[ply, best]:
            best = j
    move = desk.moves[ply, best]
    guess = desk.guess[ply, best]
    desk.moves[ply, best] = desk.moves[ply, i]
    desk.guess[ply, best] = desk.guess[ply, i]
    desk.moves[ply, i] = move
    desk.guess[ply, i] = guess
    return int(move)


def take_back(desk: Desk, move: int, ply: int, count: int) -> None:
    """Undo a move that captured `count` men."""
    board = desk.board
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = board[target]
    board[start] = piece
    corner = target in (A1, A11, K1, K11)
    board[target] = THRONE if target == F6 else CORNER if corner else EMPTY
    enemy = DEFENDER if piece == ATTACKER else ATTACKER
    for i in range(count):
        board[desk.taken[ply, i]] = enemy


def key_after(desk: Desk, key: int, move: int, ply: int, count: int) -> int:
    """The key after a move that has just been made on the board and captured `count` men."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = desk.board[target]
    keys = desk.keys
    key ^= keys[piece, start] ^ keys[piece, target] ^ keys[EDGE, 0]
    enemy = DEFENDER if piece == ATTACKER else ATTACKER
    for i in range(count):
        key ^= keys[enemy, desk.taken[ply, i]]
    return int(key)


# --- searching ---------------------------------------------------------------------------------

# A frame is what the search knows at one ply; frames stand in `desk.frames`, since the compiler's cache
# cannot keep functions that call themselves (numba issue 6061).
(
    STAGE,
    DEPTH_LEFT,
    ALPHA,
    BETA,
    SEAT,
    KING_AT,
    BLACK_MEN,
    WHITE_MEN,
    KEY_NOW,
    LENGTH,
    MAY_PASS,
    PRESSING,
    IS_QUIET,
    NEXT_MOVE,
    COUNT,
    BEST,
    BEST_MOVE,
    FIRST_ALPHA,
    LESS,
    TAKEN,
    IS_NARROW,
    IS_LISTED,
    FRAME,
) = range(23)
ENTER, PASSED, NEXT, BACK = range(4)
UNKNOWN = -INFINITE - 1


def push(
    desk: Desk,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    seat: int,
    king: int,
    black: int,
    white: int,
    key: int,
    length: int,
    may_pass: bool,
    is_quiet: bool,
) -> None:
    """Lay out a frame that has still to be entered. `length` is the number of keys on the path before it."""
    frame = desk.frames[ply]
    frame[STAGE] = ENTER
    frame[DEPTH_LEFT] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[SEAT] = seat
    frame[KING_AT] = king
    frame[BLACK_MEN] = black
    frame[WHITE_MEN] = white
    frame[KEY_NOW] = key
    frame[LENGTH] = length
    frame[MAY_PASS] = may_pass
    frame[IS_QUIET] = is_quiet


def search(desk: Desk, base: int, three: int) -> int:
    """The worth of the position on the desk to the seat to move, as the frame at ply `base` asks for it."""
    ply = base
    result = 0
    while True:
        frame = desk.frames[ply]
        stage = frame[STAGE]
        if stage == ENTER:
            result = enter(desk, ply, three)
        elif stage == PASSED:
            result = after_pass(desk, ply, -result)
        else:
            if stage == BACK:
                result = come_back(desk, ply, -result)
            else:
                result = UNKNOWN
            if result == UNKNOWN and frame[STAGE] == NEXT:
                result = go_on(desk, ply, three)
        if result == UNKNOWN:
            # Either this frame goes on, or it has laid out the next one.
            if frame[STAGE] != NEXT:
                ply += 1
        elif ply == base:
            return result
        else:
            ply -= 1


def enter(desk: Desk, ply: int, three: int) -> int:
    """Begin with a frame: its worth where that is known at once, else UNKNOWN."""
    frame = desk.frames[ply]
    board = desk.board
    seat, king = frame[SEAT], frame[KING_AT]
    desk.line[ply, 0] = NO_MOVE
    desk.counts[NODES] += 1
    # What is decided by the next move, and what must be answered at once.
    if seat == WHITE:
        if open_corners(board, king):
            return WON - ply - 1
        pressing = can_be_taken(board, king, three) != NO_MOVE
    else:
        if can_be_taken(board, king, three):
            return WON - ply - 1
        pressing = open_corners(board, king) > 0
    if not frame[IS_QUIET]:
        if desk.counts[STOP] or desk.counts[NODES] >= desk.counts[LIMIT]:
            desk.counts[STOP] = 1
            return 0
        if pressing and ply < DEEPEST - 20:
            frame[DEPTH_LEFT] = max(frame[DEPTH_LEFT], 0) + 1
        if frame[DEPTH_LEFT] <= 0 or ply >= DEEPEST:
            frame[IS_QUIET] = 1
    if frame[IS_QUIET]:
        return enter_quiet(desk, ply)
    frame[PRESSING] = pressing
    return enter_deep(desk, ply)


def enter_quiet(desk: Desk, ply: int) -> int:
    """Stand pat where that is good enough, else look at captures."""
    frame = desk.frames[ply]
    seat = frame[SEAT]
    sign = 1 if seat == WHITE else -1
    worth = sign * at_sight(desk.board, frame[KING_AT], frame[BLACK_MEN], frame[WHITE_MEN])
    gain = MAN_WHITE if seat == BLACK else MAN_BLACK
    if worth - SHUT_IN >= frame[BETA] or worth + SHUT_IN + 2 * gain < frame[ALPHA]:
        return worth  # whatever the king's room, and even two more men, would not change that
    worth += sign * wandering(desk, frame[KING_AT])
    if worth >= frame[BETA] or ply >= DEEPEST or worth + 2 * gain < frame[ALPHA]:
        return worth
    frame[ALPHA] = max(frame[ALPHA], worth)
    frame[BEST] = worth
    frame[COUNT] = list_captures(desk.board, seat, desk.moves[ply])
    frame[NEXT_MOVE] = 0
    frame[IS_LISTED] = 1
    frame[STAGE] = NEXT
    return UNKNOWN


def enter_deep(desk: Desk, ply: int) -> int:
    """Look the position up, try to pass, else look at all moves."""
    frame = desk.frames[ply]
    key, depth = frame[KEY_NOW], frame[DEPTH_LEFT]
    if is_repeated(desk, key, frame[LENGTH]):
        return 0  # HN8: once more is as good as the third time
    # A win that is certain cannot be bettered from here.
    alpha = max(frame[ALPHA], -WON + ply)
    beta = min(frame[BETA], WON - ply - 1)
    if alpha >= beta:
        return int(alpha)
    frame[ALPHA], frame[BETA] = alpha, beta
    row = desk.table[key & (TABLE_SIZE - 1)]
    frame[BEST_MOVE] = NO_MOVE
    if row[KEY] == key:
        what = row[WHAT]
        frame[BEST_MOVE] = what >> 32
        if what >> 2 & 0xFF >= depth and beta - alpha == 1:
            worth = from_table((what >> 10 & 0x1FFFFF) - INFINITE, ply)
            bound = what & 3
            if (
                bound == EXACT
                or (bound == AT_LEAST and worth >= beta)
                or (bound == AT_MOST and worth <= alpha)
            ):
                return worth
    desk.path[frame[LENGTH]] = key
    if frame[MAY_PASS] and depth >= 3 and not frame[PRESSING] and beta - alpha == 1 and beta < SURE:
        # If passing is good enough, some move is better still.
        push(
            desk,
            ply + 1,
            depth - 3,
            -beta,
            -beta + 1,
            1 - frame[SEAT],
            frame[KING_AT],
            frame[BLACK_MEN],
            frame[WHITE_MEN],
            key ^ desk.keys[EDGE, 0],
            frame[LENGTH] + 1,
            False,
            False,
        )
        frame[STAGE] = PASSED
        return UNKNOWN
    return begin_moves(desk, ply)


def after_pass(desk: Desk, ply: int, found: int) -> int:
    """Back from passing: good enough, or look at all moves."""
    if desk.counts[STOP]:
        return 0
    if desk.frames[ply, BETA] <= found < SURE:
        return found
    return begin_moves(desk, ply)


def begin_moves(desk: Desk, ply: int) -> int:
    """Prepare to look at the moves, first of all at the one that was best here before, if there is one."""
    frame = desk.frames[ply]
    frame[BEST] = -INFINITE
    frame[FIRST_ALPHA] = frame[ALPHA]
    frame[NEXT_MOVE] = 0
    frame[STAGE] = NEXT
    remembered = frame[BEST_MOVE]
    frame[BEST_MOVE] = NO_MOVE
    if remembered != NO_MOVE and is_way_free(desk.board, remembered, frame[SEAT]):
        desk.moves[ply, 0] = remembered
        desk.guess[ply, 0] = 1
        frame[COUNT] = 1
        frame[IS_LISTED] = 0
        return UNKNOWN
    return list_all(desk, ply)


def is_way_free(board: Any, move: int, seat: int) -> bool:
    """Whether a remembered move can be made here: two positions may share a key."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    piece = board[start]
    if not (piece == ATTACKER if seat == BLACK else piece in (DEFENDER, KING)):
        return False
    if board[target] != EMPTY and not (piece == KING and board[target] in (THRONE, CORNER)):
        return False
    far = target - start
    step = WIDE if far % WIDE == 0 else 1
    if far < 0:
        step = -step
    square = start + step
    while square != target:
        if board[square] != EMPTY and board[square] != THRONE:
            return False
        square += step
    return True


def list_all(desk: Desk, ply: int) -> int:
    """List all moves, one that was looked at already in front; a seat without any draws."""
    frame = desk.frames[ply]
    looked_at = frame[NEXT_MOVE]
    remembered = desk.moves[ply, 0]
    count = list_moves(desk.board, frame[SEAT], desk.moves[ply])
    frame[IS_LISTED] = 1
    frame[COUNT] = count
    if count == 0:
        return 0  # HN8
    guess_moves(desk, ply, count, frame[SEAT])
    if looked_at:
        for i in range(count):
            if desk.moves[ply, i] == remembered:
                desk.moves[ply, i], desk.guess[ply, i] = desk.moves[ply, 0], desk.guess[ply, 0]
                desk.moves[ply, 0] = remembered
                break
    return UNKNOWN


def go_on(desk: Desk, ply: int, three: int) -> int:
    """Make the next move of a frame and lay out the frame after it, or finish."""
    frame = desk.frames[ply]
    board = desk.board
    i = frame[NEXT_MOVE]
    is_quiet = frame[IS_QUIET]
    if frame[ALPHA] >= frame[BETA]:
        return finish(desk, ply)
    if i >= frame[COUNT]:
        if frame[IS_LISTED]:
            return finish(desk, ply)
        list_all(desk, ply)
        if i >= frame[COUNT]:
            return finish(desk, ply)
    move = desk.moves[ply, i] if is_quiet else pick(desk, ply, i, frame[COUNT])
    taken = make_move(board, move, desk.taken[ply])
    frame[TAKEN] = taken
    frame[NEXT_MOVE] = i + 1
    if ending(board, move & TARGET_MASK, three) != RUNNING:
        frame[IS_NARROW] = 0
        desk.line[ply + 1, 0] = NO_MOVE
        return come_back(desk, ply, WON - ply - 1)
    less = 0
    narrow = not is_quiet and i > 0
    if narrow and i >= 3 and frame[DEPTH_LEFT] >= 3 and taken == 0 and not frame[PRESSING]:
        less = 1 + (i >= 12) + (frame[DEPTH_LEFT] >= 6 and i >= 24)
    frame[LESS] = less
    frame[IS_NARROW] = narrow
    follow(desk, ply, move, less, narrow)
    return UNKNOWN


def follow(desk: Desk, ply: int, move: int, less: int, narrow: bool) -> None:
    """Lay out the frame after `move`, which has been made."""
    frame = desk.frames[ply]
    target = move & TARGET_MASK
    seat, taken = frame[SEAT], frame[TAKEN]
    push(
        desk,
        ply + 1,
        frame[DEPTH_LEFT] - 1 - less,
        -frame[ALPHA] - 1 if narrow else -frame[BETA],
        -frame[ALPHA],
        1 - seat,
        target if desk.board[target] == KING else frame[KING_AT],
        frame[BLACK_MEN] - (taken if seat == WHITE else 0),
        frame[WHITE_MEN] - (taken if seat == BLACK else 0),
        key_after(desk, frame[KEY_NOW], move, ply, taken),
        frame[LENGTH] + 1,
        True,
        frame[IS_QUIET],
    )
    frame[STAGE] = BACK


def come_back(desk: Desk, ply: int, found: int) -> int:
    """Back from a move: look again with an open window where that is needed, else take it back."""
    frame = desk.frames[ply]
    move = desk.moves[ply, frame[NEXT_MOVE] - 1]
    if desk.counts[STOP] and not frame[IS_QUIET]:
        take_back(desk, move, ply, frame[TAKEN])
        return 0
    if frame[IS_NARROW] and found > frame[ALPHA] and (frame[LESS] or found < frame[BETA]):
        frame[IS_NARROW] = 0
        follow(desk, ply, move, 0, False)
        return UNKNOWN
    take_back(desk, move, ply, frame[TAKEN])
    frame[STAGE] = NEXT
    if found > frame[BEST]:
        frame[BEST] = found
        frame[BEST_MOVE] = move
        if found > frame[ALPHA]:
            frame[ALPHA] = found
            extend_line(desk, ply, move)
    return UNKNOWN


def finish(desk: Desk, ply: int) -> int:
    """The worth of a frame whose moves are done with."""
    frame = desk.frames[ply]
    best = frame[BEST]
    if frame[IS_QUIET]:
        return int(best)
    refuted = best >= frame[BETA]
    bound = AT_MOST if best <= frame[FIRST_ALPHA] else AT_LEAST if refuted else EXACT
    if refuted and frame[TAKEN] == 0:
        note_refutation(desk, ply, frame[SEAT], frame[BEST_MOVE], frame[DEPTH_LEFT])
    store(desk, frame[KEY_NOW], frame[BEST_MOVE], best, frame[DEPTH_LEFT], bound, ply)
    return int(best)


def list_captures(board: Any, seat: int, found: Any) -> int:
    """Writes the moves that capture at least one man (the nearest) and returns how many there are."""
    enemy = DEFENDER if seat == BLACK else ATTACKER
    count = 0
    for row in range(SIDE):
        for square in range(A1 + row * WIDE, A1 + row * WIDE + SIDE):
            if board[square] != enemy:
                continue
            for step in (1, -1, WIDE, -WIDE):
                target = square + step
                if board[target] != EMPTY or not closes(board[square - step], seat):
                    continue
                for way in (1, -1, WIDE, -WIDE):
                    if way == -step:
                        continue
                    start = target + way
                    while board[start] == EMPTY or board[start] == THRONE:
                        start += way
                    piece = board[start]
                    own = piece == ATTACKER if seat == BLACK else piece in (DEFENDER, KING)
                    if own:
                        found[count] = start << TARGET_BITS | target
                        count += 1
    return count


def is_repeated(desk: Desk, key: int, length: int) -> bool:
    """Whether the position has stood before since the last capture."""
    i = length - 2
    while i >= 0:
        if desk.path[i] == key:
            return True
        i -= 2
    return False


def from_table(worth: int, ply: int) -> int:
    """A stored worth, the distance of a certain win counted from here."""
    if worth > SURE:
        return worth - ply
    if worth < -SURE:
        return worth + ply
    return worth


def store(desk: Desk, key: int, move: int, worth: int, depth: int, bound: int, ply: int) -> None:
    """Remember a searched position."""
    row = desk.table[key & (TABLE_SIZE - 1)]
    kept = worth + ply if worth > SURE else worth - ply if worth < -SURE else worth
    row[KEY] = key
    row[WHAT] = move << 32 | (kept + INFINITE) << 10 | depth << 2 | bound


def extend_line(desk: Desk, ply: int, move: int) -> None:
    """The best line from this ply is `move` and then the best line from the next."""
    desk.line[ply, 0] = move
    i = 0
    while i < DEEPEST and desk.line[ply + 1, i] != NO_MOVE:
        desk.line[ply, i + 1] = desk.line[ply + 1, i]
        i += 1
    desk.line[ply, i + 1] = NO_MOVE


def note_refutation(desk: Desk, ply: int, seat: int, move: int, depth: int) -> None:
    """Remember a quiet move that refuted something."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    desk.history[seat, move] += depth * depth
    if desk.history[seat, move] > 1 << 24:
        for i in range(desk.history.shape[1]):
            desk.history[seat, i] >>= 1


def search_root(
    desk: Desk,
    depth: int,
    seat: int,
    king: int,
    black: int,
    white: int,
    key: int,
    length: int,
    three: int,
    moves: Any,
    worths: Any,
    noise: Any,
) -> int:
    """Search all of `moves` (best guess first) to `depth`; brings them into order by their worths (with
    `noise` added) and returns how many were searched before the clock stopped it."""
    board = desk.board
    alpha = -INFINITE
    desk.path[length] = key
    for i in range(len(moves)):
        move = moves[i]
        taken = make_move(board, move, desk.taken[0])
        target = move & TARGET_MASK
        now = target if board[target] == KING else king
        black_now = black - (taken if seat == WHITE else 0)
        white_now = white - (taken if seat == BLACK else 0)
        desk.line[1, 0] = NO_MOVE
        found = WON - 1
        if ending(board, target, three) == RUNNING:
            key_now = key_after(desk, key, move, 0, taken)
            low = alpha - noise[i] if alpha > -INFINITE else alpha
            found = low + 1
            if i > 0:
                push(
                    desk,
                    1,
                    depth - 1,
                    -low - 1,
                    -low,
                    1 - seat,
                    now,
                    black_now,
                    white_now,
                    key_now,
                    length + 1,
                    True,
                    False,
                )
                found = -search(desk, 1, three)
            if found > low and not desk.counts[STOP]:
                push(
                    desk,
                    1,
                    depth - 1,
                    -INFINITE,
                    -low,
                    1 - seat,
                    now,
                    black_now,
                    white_now,
                    key_now,
                    length + 1,
                    True,
                    False,
                )
                found = -search(desk, 1, three)
        take_back(desk, move, 0, taken)
        if desk.counts[STOP]:
            return i
        worths[i] = found + noise[i]
        is_better = worths[i] > alpha
        if is_better:
            alpha = worths[i]
            extend_line(desk, 0, move)
        # Keep the order; a new best moves up.
        j = i
        while j > 0 and worths[j] > worths[j - 1] and is_better:
            worths[j], worths[j - 1] = worths[j - 1], worths[j]
            moves[j], moves[j - 1] = moves[j - 1], moves[j]
            noise[j], noise[j - 1] = noise[j - 1], noise[j]
            j -= 1
    return len(moves)
