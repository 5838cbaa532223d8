"""The search for Hnefatafl: principal variation search over the rules' own functions.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so).
"""

from __future__ import annotations

from handvoll.bots.desk import Desk
from handvoll.bots.picking import pick
from handvoll.games.hnefatafl.evaluation import (
    MAN_BLACK,
    MAN_WHITE,
    SHUT_IN,
    at_sight,
    can_be_taken,
    open_corners,
    wandering,
)
from handvoll.games.hnefatafl.frames import (
    ALPHA,
    BACK,
    BEST,
    BEST_MOVE,
    BETA,
    BLACK_MEN,
    COUNT,
    DEPTH_LEFT,
    ENTER,
    FIRST_ALPHA,
    IS_LISTED,
    IS_NARROW,
    IS_QUIET,
    KEY_NOW,
    KING_AT,
    LENGTH,
    LESS,
    MAY_PASS,
    NEXT,
    NEXT_MOVE,
    PASSED,
    PRESSING,
    SEAT,
    STAGE,
    TAKEN,
    WHITE_MEN,
    push,
)
from handvoll.games.hnefatafl.memory import (
    AT_LEAST,
    AT_MOST,
    DEEPEST,
    EXACT,
    INFINITE,
    KEY,
    LIMIT,
    NO_MOVE,
    NODES,
    STOP,
    SURE,
    TABLE_SIZE,
    WHAT,
    WON,
    from_table,
    is_repeated,
    key_after,
    store,
    take_back,
)
from handvoll.games.hnefatafl.notation import EDGE, KING, TARGET_MASK
from handvoll.games.hnefatafl.ordering import guess_moves, is_way_free, list_captures, note_refutation
from handvoll.games.hnefatafl.rules import BLACK, RUNNING, WHITE, ending, list_moves, make_move

UNKNOWN = -INFINITE - 1
"""The worth of a frame that is not finished."""


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


def extend_line(desk: Desk, ply: int, move: int) -> None:
    """The best line from this ply is `move` and then the best line from the next."""
    desk.line[ply, 0] = move
    i = 0
    while i < DEEPEST and desk.line[ply + 1, i] != NO_MOVE:
        desk.line[ply, i + 1] = desk.line[ply + 1, i]
        i += 1
    desk.line[ply, i + 1] = NO_MOVE
