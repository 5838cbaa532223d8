"""The search for Fünf gewinnt: principal variation search over the rules' own functions, in both phases.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). Worths are for the
seat to move; WON less the number of plies is a win that is certain. Where one five threatens, only what
prevents it is searched; where nothing presses any more, fours are still followed, so that wins by one four
after the other are seen far beyond the depth.
"""

from __future__ import annotations

from typing import Any

from handvoll.bots.desk import Desk
from handvoll.bots.picking import misjudged, move_up, pick
from handvoll.games.fuenf_gewinnt.field import QUIET_MOVES, STONES, can_lift, is_material, makes_five
from handvoll.games.fuenf_gewinnt.memory import (
    ALPHA,
    AT_LEAST,
    AT_MOST,
    BACK,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEEPEST,
    DEPTH_LEFT,
    ENTER,
    EXACT,
    FIRST_ALPHA,
    FOLLOWED,
    INFINITE,
    IS_FOLLOWING,
    IS_NARROW,
    KEPT,
    KEY,
    KEY_NOW,
    LAID,
    LEAD,
    LENGTH,
    LESS,
    LIMIT,
    LINES_NOW,
    MOST_WORTH,
    MOVE,
    NEXT,
    NEXT_MOVE,
    NO_MOVE,
    NODES,
    PRESSING,
    QUIET,
    SEAT,
    STAGE,
    STOP,
    SURE,
    TABLE_SIZE,
    UNKNOWN,
    WHAT,
    WON,
    from_table,
    is_repeated,
    make,
    take_back,
)
from handvoll.games.fuenf_gewinnt.notation import WRAP
from handvoll.games.fuenf_gewinnt.ordering import (
    STONE,
    favour,
    guess_moving,
    keep_fours,
    list_laying,
    list_moving,
)

# Tuned by play against earlier versions.
TEMPO = 20
"""To be the one to move."""
PRESSED_ONCE, PRESSED_TWICE = 60, 400
"""The other seat could complete a five on one point, on several (second phase)."""
KEPT_LAYING, KEPT_MOVING, KEPT_PER_DEPTH = 12, 16, 4
"""So many of the most promising moves are looked at, unless all of them lose."""


# --- a position --------------------------------------------------------------------------------


def ending(desk: Desk, ply: int, move: int, captured: int) -> int:
    """What the move just made at `ply` is worth to who made it where it ends the game, else UNKNOWN; sets
    who is next. (FG8 gives the order; to repeat once is as good as the third time.)"""
    after = desk.frames[ply + 1]
    if makes_five(desk.plane, move >> 6):
        return WON - ply - 1
    if after[LAID] < STONES:
        return UNKNOWN
    points = desk.points[ply + 1]
    if captured and is_material(points):
        return 0
    if not can_lift(desk.plane, points, after[SEAT]):  # FG7
        after[SEAT] = 1 - after[SEAT]
        after[KEY_NOW] ^= desk.keys[2, 0]
    if is_repeated(desk, after[KEY_NOW], after[LENGTH]) or after[QUIET] >= QUIET_MOVES:
        return 0
    return UNKNOWN


def at_sight(desk: Desk, ply: int) -> int:
    """What a position looks worth to the seat to move."""
    frame = desk.frames[ply]
    worth = frame[LINES_NOW] + STONE * frame[LEAD]
    if frame[SEAT]:
        worth = -worth
    return int(max(-MOST_WORTH, min(worth + TEMPO, MOST_WORTH)))


# --- searching ---------------------------------------------------------------------------------


def push(desk: Desk, ply: int, depth: int, alpha: int, beta: int) -> None:
    """Lay out a frame that has still to be entered; `make` has set what it knows of the position."""
    frame = desk.frames[ply]
    frame[STAGE] = ENTER
    frame[DEPTH_LEFT] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta


def search(desk: Desk, base: int) -> int:
    """The worth of the position at ply `base` to the seat to move, as its frame asks for it."""
    ply = base
    result = 0
    while True:
        stage = desk.frames[ply, STAGE]
        if stage == ENTER:
            result = enter(desk, ply)
        elif stage == BACK:
            result = come_back(desk, ply, result)
        else:
            result = UNKNOWN
        if result == UNKNOWN and desk.frames[ply, STAGE] == NEXT:
            result = go_on(desk, ply)
        if result == UNKNOWN:
            if desk.frames[ply, STAGE] == BACK:
                ply += 1
        elif ply == base:
            return result
        else:
            # To the seat that moved before; after FG7 that is the same one.
            if desk.frames[ply, SEAT] != desk.frames[ply - 1, SEAT]:
                result = -result
            ply -= 1


def enter(desk: Desk, ply: int) -> int:
    """Begin with a frame: its worth where that is known at once, else UNKNOWN."""
    frame = desk.frames[ply]
    desk.line[ply, 0] = NO_MOVE
    desk.counts[NODES] += 1
    if desk.counts[STOP] or desk.counts[NODES] >= desk.counts[LIMIT]:
        desk.counts[STOP] = 1
        return 0
    frame[NEXT_MOVE] = 0
    frame[IS_FOLLOWING] = 0
    frame[BEST] = -INFINITE
    frame[BEST_MOVE] = NO_MOVE
    frame[FIRST_ALPHA] = frame[ALPHA]
    is_laying = frame[LAID] < STONES
    known = list_laying(desk, ply) if is_laying else list_moving(desk, ply)
    if known != UNKNOWN:
        return known
    frame[KEPT] = frame[COUNT]
    if ply >= DEEPEST:
        return at_sight(desk, ply)
    if frame[PRESSING] and is_laying:
        frame[STAGE] = NEXT
        return UNKNOWN
    if is_laying and frame[DEPTH_LEFT] <= 0:
        return follow_fours(desk, ply)
    # In the second phase an answer to a five that threatens is looked at once beyond the depth.
    if not is_laying and frame[DEPTH_LEFT] + (frame[PRESSING] > 0) <= 0:
        return stand(desk, ply)
    return look_up(desk, ply)


def stand(desk: Desk, ply: int) -> int:
    """The worth at sight in the second phase, with an eye on fives that threaten."""
    worth = at_sight(desk, ply)
    pressing = desk.frames[ply, PRESSING]
    if pressing > 1:
        worth -= PRESSED_TWICE
    elif pressing:
        worth -= PRESSED_ONCE
    return worth


def follow_fours(desk: Desk, ply: int) -> int:
    """Stand pat where that is good enough, else look at fours."""
    frame = desk.frames[ply]
    worth = at_sight(desk, ply)
    if worth >= frame[BETA] or frame[DEPTH_LEFT] <= -desk.counts[FOLLOWED]:
        return worth
    keep_fours(desk, ply)
    if frame[COUNT] == 0:
        return worth
    frame[KEPT] = frame[COUNT]
    frame[IS_FOLLOWING] = 1
    frame[ALPHA] = max(frame[ALPHA], worth)
    frame[BEST] = worth
    frame[STAGE] = NEXT
    return UNKNOWN


def look_up(desk: Desk, ply: int) -> int:
    """What the table knows of the position: its worth, or with which move to begin."""
    frame = desk.frames[ply]
    depth = frame[DEPTH_LEFT]
    # A win that is certain cannot be bettered from here.
    alpha = max(frame[ALPHA], -WON + ply)
    beta = min(frame[BETA], WON - ply - 1)
    if alpha >= beta:
        return int(alpha)
    frame[ALPHA], frame[BETA] = alpha, beta
    key = frame[KEY_NOW]
    row = desk.table[key & (TABLE_SIZE - 1)]
    first = NO_MOVE
    if row[KEY] == key:
        first = row[MOVE]
        what = row[WHAT]
        # Near a draw by a hundred quiet moves the table, which does not count them, is not trusted.
        if what >> 2 & 0xFF >= depth and beta - alpha == 1 and frame[QUIET] < QUIET_MOVES // 2:
            worth = from_table((what >> 10) - INFINITE, ply)
            bound = what & 3
            if (
                bound == EXACT
                or (bound == AT_LEAST and worth >= beta)
                or (bound == AT_MOST and worth <= alpha)
            ):
                return worth
    if frame[LAID] == STONES:
        desk.path[frame[LENGTH]] = key
        guess_moving(desk, ply)
        frame[KEPT] = KEPT_MOVING + KEPT_PER_DEPTH * depth
    else:
        frame[KEPT] = KEPT_LAYING + KEPT_PER_DEPTH * depth
    favour(desk, ply, first)
    frame[STAGE] = NEXT
    return UNKNOWN


def go_on(desk: Desk, ply: int) -> int:
    """Make the next move of a frame and lay out the frame after it, or finish."""
    frame = desk.frames[ply]
    i = frame[NEXT_MOVE]
    if i >= frame[COUNT] or frame[ALPHA] >= frame[BETA]:
        return finish(desk, ply)
    if i >= frame[KEPT] and frame[BEST] > -SURE:
        return finish(desk, ply)
    move = pick(desk, ply, i, frame[COUNT])
    frame[NEXT_MOVE] = i + 1
    captured = make(desk, ply, move)
    is_deep = not frame[IS_FOLLOWING]
    frame[IS_NARROW] = i > 0 and is_deep
    frame[LESS] = 0
    worth = ending(desk, ply, move, captured)
    if worth != UNKNOWN:
        frame[IS_NARROW] = 0
        desk.line[ply + 1, 0] = NO_MOVE
        return come_back(desk, ply, worth)
    if is_deep and i >= 3 and frame[DEPTH_LEFT] >= 3 and captured == 0 and not frame[PRESSING]:
        frame[LESS] = 1 + (i >= 10)
    follow(desk, ply)
    return UNKNOWN


def follow(desk: Desk, ply: int) -> None:
    """Lay out the frame after the move that has been made."""
    frame = desk.frames[ply]
    alpha = frame[ALPHA]
    beta = alpha + 1 if frame[IS_NARROW] else frame[BETA]
    # The one answer to a four costs no depth.
    depth = frame[DEPTH_LEFT] - frame[LESS]
    if not (frame[PRESSING] and frame[LAID] < STONES):
        depth -= 1
    if desk.frames[ply + 1, SEAT] == frame[SEAT]:
        push(desk, ply + 1, depth, alpha, beta)
    else:
        push(desk, ply + 1, depth, -beta, -alpha)
    frame[STAGE] = BACK


def come_back(desk: Desk, ply: int, found: int) -> int:
    """Back from a move: look again with an open window where that is needed, else take it back."""
    frame = desk.frames[ply]
    if desk.counts[STOP]:
        take_back(desk, ply)
        return 0
    move = desk.moves[ply, frame[NEXT_MOVE] - 1]
    if frame[IS_NARROW] and found > frame[ALPHA] and (frame[LESS] or found < frame[BETA]):
        frame[IS_NARROW] = 0
        frame[LESS] = 0
        follow(desk, ply)
        return UNKNOWN
    take_back(desk, ply)
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
    best, move, depth = frame[BEST], frame[BEST_MOVE], frame[DEPTH_LEFT]
    if frame[IS_FOLLOWING] or depth <= 0:
        return int(best)
    refuted = best >= frame[BETA]
    bound = AT_MOST if best <= frame[FIRST_ALPHA] else AT_LEAST if refuted else EXACT
    if refuted:
        note_refutation(desk, ply, frame[SEAT], move, depth)
    kept = best + ply if best > SURE else best - ply if best < -SURE else best
    row = desk.table[frame[KEY_NOW] & (TABLE_SIZE - 1)]
    row[KEY] = frame[KEY_NOW]
    row[MOVE] = move
    row[WHAT] = (kept + INFINITE) << 10 | depth << 2 | bound
    return int(best)


def extend_line(desk: Desk, ply: int, move: int) -> None:
    """The best line from this ply is `move` and then the best line from the next."""
    desk.line[ply, 0] = move
    i = 0
    while ply + i < DEEPEST and desk.line[ply + 1, i] != NO_MOVE:
        desk.line[ply, i + 1] = desk.line[ply + 1, i]
        i += 1
    desk.line[ply, i + 1] = NO_MOVE


def note_refutation(desk: Desk, ply: int, seat: int, move: int, depth: int) -> None:
    """Remember a move that refuted something."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    cell = move >> 6 & WRAP
    desk.history[seat, cell] = min(desk.history[seat, cell] + depth * depth, 1 << 14)


def search_root(desk: Desk, depth: int, moves: Any, worths: Any, noise: Any) -> int:
    """Search all of `moves` (best guess first) to `depth`; brings them into order by their worths (with
    `noise` added) and returns how many were searched before the clock stopped it."""
    frame = desk.frames[0]
    alpha = -INFINITE
    if frame[LAID] == STONES:
        list_moving(desk, 0)
        desk.path[frame[LENGTH]] = frame[KEY_NOW]
    for i in range(len(moves)):
        move = moves[i]
        captured = make(desk, 0, move)
        desk.line[1, 0] = NO_MOVE
        found = ending(desk, 0, move, captured)
        if found == UNKNOWN:
            low = misjudged(alpha, -noise[i], SURE)
            found = low + 1
            if i > 0:
                found = look_down(desk, depth - 1, low, low + 1)
            if found > low and not desk.counts[STOP]:
                found = look_down(desk, depth - 1, low, INFINITE)
        take_back(desk, 0)
        if desk.counts[STOP]:
            return i
        worths[i] = misjudged(found, noise[i], SURE)
        if worths[i] > alpha:
            alpha = worths[i]
            extend_line(desk, 0, move)
            move_up(i, moves, worths, noise)
    return len(moves)


def look_down(desk: Desk, depth: int, alpha: int, beta: int) -> int:
    """The worth of the position after a move at the root, to who made it."""
    if desk.frames[1, SEAT] == desk.frames[0, SEAT]:
        push(desk, 1, depth, alpha, beta)
        return search(desk, 1)
    push(desk, 1, depth, -beta, -alpha)
    return -search(desk, 1)
