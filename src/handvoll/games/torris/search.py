"""The search for Torris: principal variation search over the rules' own functions, which solves the game as
soon as it can look to its end.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). Worths are in
hundredths of a point of lead, for the seat to move. At the end of a game the worth is WON and the lead for
the winner, so that whatever is worth WON or more is certain; and where no worth at sight went into
a search, its result is the truth (`FULL` in the transposition table).
"""

from __future__ import annotations

from typing import Any

from handvoll.bots.desk import Desk
from handvoll.bots.picking import misjudged, move_up, pick
from handvoll.games.torris.memory import (
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
    FULL,
    INFINITE,
    IS_FULL,
    IS_NARROW,
    KEY,
    KEY_NOW,
    LESS,
    LIMIT,
    NEXT,
    NEXT_MOVE,
    NO_MOVE,
    NODES,
    SEAT,
    SKIP,
    STAGE,
    STOP,
    TABLE_SIZE,
    UNKNOWN,
    WHAT,
    WON,
    towers_key,
)
from handvoll.games.torris.towers import OWNERS, highest_of, make_move, points_of, tower_moves

# What a seat's towers look worth, in hundredths of a point; tuned by play against earlier versions.
POINT = 100
MOBILITY = 70
"""Each move that a seat could make."""
HANGING = 100
"""For each level of a tower on which the other seat could land."""
TEMPO = 40


# --- looking at a position ---------------------------------------------------------------------


def end_worth(desk: Desk, ply: int, seat: int) -> int:
    """What the end of the game is worth to `seat` (TO7)."""
    tops, heights = desk.tops[ply], desk.heights[ply]
    lead = points_of(tops, heights, seat) - points_of(tops, heights, 1 - seat)
    if lead:
        return int(lead + WON if lead > 0 else lead - WON)
    higher = highest_of(tops, heights, seat) - highest_of(tops, heights, 1 - seat)
    if higher:
        return WON if higher > 0 else -WON
    return 0


def at_sight(desk: Desk, ply: int, seat: int, mine: int) -> int:
    """What a position looks worth to `seat`, whose `mine` moves are listed at this ply."""
    tops, heights = desk.tops[ply], desk.heights[ply]
    worth = POINT * (points_of(tops, heights, seat) - points_of(tops, heights, 1 - seat))
    others = tower_moves(tops, heights, desk.values, 1 - seat, desk.answers)
    worth += MOBILITY * (mine - others) + TEMPO
    seen = 0
    for i in range(mine):
        target = desk.moves[ply, i] & 31
        if not seen >> target & 1:
            seen |= 1 << target
            if OWNERS[tops[target]] != seat:
                worth += HANGING * heights[target]
    seen = 0
    for i in range(others):
        target = desk.answers[i] & 31
        if not seen >> target & 1:
            seen |= 1 << target
            if OWNERS[tops[target]] == seat:
                worth -= HANGING * heights[target]
    return int(worth)


# --- ordering ----------------------------------------------------------------------------------


def guess_moves(desk: Desk, ply: int, count: int, seat: int, first: int) -> None:
    """Say how promising the moves of this ply look: the lead they win at once, and what refuted before."""
    tops, heights, under = desk.tops[ply], desk.heights[ply], desk.under[ply]
    for i in range(count):
        move = desk.moves[ply, i]
        start, target = move >> 5, move & 31
        if move == first:
            desk.guess[ply, i] = 1 << 40
            continue
        gain = 2 * heights[target] if OWNERS[tops[target]] != seat else 0
        below = OWNERS[under[tops[start]]]
        if below == 1 - seat:
            gain -= 2 * (heights[start] - 1)
        worth = desk.history[seat, move] + (gain << 20)
        if move == desk.killers[ply, 0] or move == desk.killers[ply, 1]:
            worth += 3 << 20
        desk.guess[ply, i] = worth


# --- searching ---------------------------------------------------------------------------------


def push(desk: Desk, ply: int, depth: int, alpha: int, beta: int, seat: int) -> None:
    """Lay out a frame that has still to be entered; the towers of its ply are set already."""
    frame = desk.frames[ply]
    frame[STAGE] = ENTER
    frame[DEPTH_LEFT] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[SEAT] = seat
    frame[IS_FULL] = 1


def search(desk: Desk, base: int) -> int:
    """The worth of the position at ply `base` to the seat to move, as its frame asks for it."""
    ply = base
    result = 0
    while True:
        stage = desk.frames[ply, STAGE]
        if stage == ENTER:
            result = enter(desk, ply)
        elif stage == BACK:
            result = come_back(desk, ply, -result)
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
            ply -= 1


def enter(desk: Desk, ply: int) -> int:
    """Begin with a frame: its worth where that is known at once, else UNKNOWN."""
    frame = desk.frames[ply]
    seat, depth = frame[SEAT], frame[DEPTH_LEFT]
    desk.line[ply, 0] = NO_MOVE
    desk.counts[NODES] += 1
    if desk.counts[STOP] or desk.counts[NODES] >= desk.counts[LIMIT]:
        desk.counts[STOP] = 1
        return 0
    tops, heights = desk.tops[ply], desk.heights[ply]
    count = tower_moves(tops, heights, desk.values, seat, desk.moves[ply])
    frame[COUNT] = count
    frame[NEXT_MOVE] = 0
    frame[FIRST_ALPHA] = frame[ALPHA]
    frame[BEST] = -INFINITE
    frame[BEST_MOVE] = NO_MOVE
    if count == 0:  # TO6
        if tower_moves(tops, heights, desk.values, 1 - seat, desk.answers) == 0:
            return end_worth(desk, ply, seat)
        desk.moves[ply, 0] = SKIP
        frame[COUNT] = 1
        frame[KEY_NOW] = 0
        frame[STAGE] = NEXT
        return UNKNOWN
    if depth <= 0 or ply >= DEEPEST:
        frame[IS_FULL] = 0
        return at_sight(desk, ply, seat, count)
    return look_up(desk, ply, count)


def look_up(desk: Desk, ply: int, count: int) -> int:
    """What the table knows of the position: its worth, or with which move to begin."""
    frame = desk.frames[ply]
    alpha, beta = frame[ALPHA], frame[BETA]
    key = towers_key(desk, ply, frame[SEAT])
    frame[KEY_NOW] = key
    row = desk.table[key & (TABLE_SIZE - 1)]
    first = NO_MOVE
    if row[KEY] == key:
        what = row[WHAT]
        first = what >> 32
        if what >> 2 & 0xFF >= frame[DEPTH_LEFT]:
            worth = (what >> 10 & 0x1FFFFF) - INFINITE
            bound = what & 3
            if (
                bound == EXACT
                or (bound == AT_LEAST and worth >= beta)
                or (bound == AT_MOST and worth <= alpha)
            ):
                frame[IS_FULL] = what >> 2 & 0xFF == FULL
                desk.line[ply, 0] = first
                desk.line[ply, 1] = NO_MOVE
                return int(worth)
    guess_moves(desk, ply, count, frame[SEAT], first)
    frame[STAGE] = NEXT
    return UNKNOWN


def go_on(desk: Desk, ply: int) -> int:
    """Make the next move of a frame and lay out the frame after it, or finish."""
    frame = desk.frames[ply]
    i = frame[NEXT_MOVE]
    if i >= frame[COUNT] or frame[ALPHA] >= frame[BETA]:
        return finish(desk, ply)
    move = pick(desk, ply, i, frame[COUNT])
    frame[NEXT_MOVE] = i + 1
    less = 0
    if i >= 4 and frame[DEPTH_LEFT] >= 3:
        less = 1 + (i >= 10)
    frame[LESS] = less
    frame[IS_NARROW] = i > 0
    step_down(desk, ply, move)
    follow(desk, ply, move)
    return UNKNOWN


def step_down(desk: Desk, ply: int, move: int) -> None:
    """Set the towers of the next ply to those after `move`."""
    desk.tops[ply + 1, :] = desk.tops[ply, :]
    desk.heights[ply + 1, :] = desk.heights[ply, :]
    desk.under[ply + 1, :] = desk.under[ply, :]
    if move != SKIP:
        make_move(desk.tops[ply + 1], desk.heights[ply + 1], desk.under[ply + 1], move >> 5, move & 31)


def follow(desk: Desk, ply: int, move: int) -> None:
    """Lay out the frame after `move`, which has been made."""
    frame = desk.frames[ply]
    narrow = frame[IS_NARROW]
    push(
        desk,
        ply + 1,
        frame[DEPTH_LEFT] - (move != SKIP) - frame[LESS],
        -frame[ALPHA] - 1 if narrow else -frame[BETA],
        -frame[ALPHA],
        1 - frame[SEAT],
    )
    frame[STAGE] = BACK


def come_back(desk: Desk, ply: int, found: int) -> int:
    """Back from a move: look again with an open window where that is needed, else note what it is worth."""
    frame = desk.frames[ply]
    if desk.counts[STOP]:
        return 0
    move = desk.moves[ply, frame[NEXT_MOVE] - 1]
    if frame[IS_NARROW] and found > frame[ALPHA] and (frame[LESS] or found < frame[BETA]):
        frame[IS_NARROW] = 0
        frame[LESS] = 0
        follow(desk, ply, move)
        return UNKNOWN
    if not desk.frames[ply + 1, IS_FULL]:
        frame[IS_FULL] = 0
    frame[STAGE] = NEXT
    if found > frame[BEST]:
        frame[BEST] = found
        frame[BEST_MOVE] = move
        if found > frame[ALPHA]:
            frame[ALPHA] = found
            extend_line(desk, ply, move)
            if found >= frame[BETA]:
                # One good move is enough: what the others would have shown does not matter.
                frame[IS_FULL] = desk.frames[ply + 1, IS_FULL]
    return UNKNOWN


def finish(desk: Desk, ply: int) -> int:
    """The worth of a frame whose moves are done with."""
    frame = desk.frames[ply]
    best, move = frame[BEST], frame[BEST_MOVE]
    if move == SKIP:
        return int(best)
    refuted = best >= frame[BETA]
    bound = AT_MOST if best <= frame[FIRST_ALPHA] else AT_LEAST if refuted else EXACT
    if refuted:
        note_refutation(desk, ply, frame[SEAT], move, frame[DEPTH_LEFT])
    depth = FULL if frame[IS_FULL] else frame[DEPTH_LEFT]
    row = desk.table[frame[KEY_NOW] & (TABLE_SIZE - 1)]
    row[KEY] = frame[KEY_NOW]
    row[WHAT] = move << 32 | (best + INFINITE) << 10 | depth << 2 | bound
    return int(best)


def extend_line(desk: Desk, ply: int, move: int) -> None:
    """The best line from this ply is `move` and then the best line from the next."""
    at = 0
    if move != SKIP:
        desk.line[ply, 0] = move
        at = 1
    i = 0
    while ply + i < DEEPEST and desk.line[ply + 1, i] != NO_MOVE:
        desk.line[ply, at + i] = desk.line[ply + 1, i]
        i += 1
    desk.line[ply, at + i] = NO_MOVE


def note_refutation(desk: Desk, ply: int, seat: int, move: int, depth: int) -> None:
    """Remember a move that refuted something."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    desk.history[seat, move] = min(desk.history[seat, move] + depth * depth, 1 << 21)


def search_root(desk: Desk, depth: int, seat: int, moves: Any, worths: Any, noise: Any) -> int:
    """Search all of `moves` (best guess first) to `depth`; brings them into order by their worths (with
    `noise` added) and returns how many were searched before the clock stopped it. The root's frame says
    in IS_FULL whether the result is the truth."""
    alpha = -INFINITE
    desk.frames[0, IS_FULL] = 1
    for i in range(len(moves)):
        move = moves[i]
        step_down(desk, 0, move)
        low = misjudged(alpha, -noise[i], WON - 1)
        found = low + 1
        if i > 0:
            push(desk, 1, depth - 1, -low - 1, -low, 1 - seat)
            found = -search(desk, 1)
        if found > low and not desk.counts[STOP]:
            push(desk, 1, depth - 1, -INFINITE, -low, 1 - seat)
            found = -search(desk, 1)
        if desk.counts[STOP]:
            return i
        if not desk.frames[1, IS_FULL]:
            desk.frames[0, IS_FULL] = 0
        worths[i] = misjudged(found, noise[i], WON - 1)
        if worths[i] > alpha:
            alpha = worths[i]
            extend_line(desk, 0, move)
            move_up(i, moves, worths, noise)
    return len(moves)
