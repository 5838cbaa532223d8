"""The search for Fünf gewinnt: principal variation search over the rules' own functions, in both phases.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). Worths are for the
seat to move; WON less the number of plies is a win that is certain. Where one five threatens, only what
prevents it is searched; where nothing presses any more, fours are still followed, so that wins by one four
after the other are seen far beyond the depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from handvoll.games.fuenf_gewinnt.field import (
    MOST_MOVES,
    MOST_TARGETS,
    NOWHERE,
    QUIET_MOVES,
    SCRATCH,
    STONES,
    can_lift,
    is_material,
    lay_moves,
    lift_and_lay,
    lift_moves,
    makes_five,
    survey,
)
from handvoll.games.fuenf_gewinnt.lines import FIVES, FOURS, GAIN, LOOKS, look, put
from handvoll.games.fuenf_gewinnt.notation import WRAP

WON = 30_000
SURE = WON - 1_000
"""Beyond this a worth is a certain win, and tells its distance."""
INFINITE = 32_000
MOST_WORTH = 25_000
"""No worth at sight is greater."""
DEEPEST = 90
TABLE_SIZE = 1 << 19
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = -1 << 40
KEY_BITS = 62

# Columns of the transposition table.
KEY, MOVE, WHAT = range(3)

# Counters and limits shared with the caller.
NODES, STOP, LIMIT, FOLLOWED = range(4)
"""FOLLOWED: how far beyond the depth fours are followed."""

# Tuned by play against earlier versions.
TEMPO = 20
"""To be the one to move."""
STONE = 60
"""A stone, in the second phase."""
PRESSED_ONCE, PRESSED_TWICE = 60, 400
"""The other seat could complete a five on one point, on several (second phase)."""
KEPT_LAYING, KEPT_MOVING, KEPT_PER_DEPTH = 12, 16, 4
"""So many of the most promising moves are looked at, unless all of them lose."""


class Desk(NamedTuple):
    """All memory of a search."""

    plane: Any
    points: Any
    """[ply] -> the point of each stone there."""
    moves: Any
    """[ply] -> the moves, best guess first as they are picked."""
    guess: Any
    """[ply] -> how promising each move looks."""
    targets: Any
    """[ply] -> what `survey` found there; so are `touching` and `stays`."""
    touching: Any
    stays: Any
    scratch: Any
    looks: Any
    """[cell] -> what `look` found there."""
    table: Any
    killers: Any
    history: Any
    """[seat, cell] -> how often a stone there refuted something."""
    path: Any
    """The keys of all positions since the last capture, of the game and of the line searched."""
    counts: Any
    keys: Any
    """[colour, cell] -> a random number, for the position's key."""
    line: Any
    """[ply, …] -> the best line found from there on."""
    frames: Any
    """[ply] -> the search's frame."""


def new_desk() -> Desk:
    """Memory for a search."""
    rng = np.random.default_rng(5)
    rows = DEEPEST + 4
    return Desk(
        np.zeros(WRAP + 1, np.int64),
        np.full((rows, STONES + 1), NOWHERE, np.int64),
        np.zeros((rows, MOST_MOVES), np.int64),
        np.zeros((rows, MOST_MOVES), np.int64),
        np.zeros((rows, MOST_TARGETS), np.int64),
        np.zeros((rows, MOST_TARGETS), np.int64),
        np.zeros((rows, STONES + 1), np.int64),
        np.zeros(SCRATCH, np.int64),
        np.zeros((WRAP + 1, 2 * LOOKS), np.int64),
        np.zeros((TABLE_SIZE, 3), np.int64),
        np.full((rows, 2), NO_MOVE, np.int64),
        np.zeros((2, WRAP + 1), np.int64),
        np.zeros(QUIET_MOVES + rows + 4, np.int64),
        np.zeros(4, np.int64),
        rng.integers(1, 1 << KEY_BITS, (3, WRAP + 1), np.int64),
        np.full((rows, rows), NO_MOVE, np.int64),
        np.zeros((rows, 24), np.int64),
    )


# --- a position --------------------------------------------------------------------------------

# A frame is what the search knows at one ply; frames stand in `desk.frames`, since the compiler's cache
# cannot keep functions that call themselves (numba issue 6061).
(
    STAGE,
    DEPTH_LEFT,
    ALPHA,
    BETA,
    SEAT,
    LAID,
    QUIET,
    LINES_NOW,
    LEAD,  # how many stones more White has, in the second phase
    KEY_NOW,
    LENGTH,
    PRESSING,
    NEXT_MOVE,
    COUNT,
    KEPT,
    BEST,
    BEST_MOVE,
    FIRST_ALPHA,
    LESS,
    IS_NARROW,
    IS_FOLLOWING,
) = range(21)
ENTER, NEXT, BACK = range(3)
UNKNOWN = -INFINITE - 1


def position_key(desk: Desk, ply: int, seat: int, laid: int) -> int:
    """The key of the position at `ply` from scratch."""
    key = desk.keys[2, 0] * seat
    if laid == STONES:
        key ^= desk.keys[2, 1]
    for number in range(1, STONES + 1):
        if desk.points[ply, number] != NOWHERE:
            key ^= desk.keys[number & 1, desk.points[ply, number] & WRAP]
    return int(key)


def make(desk: Desk, ply: int, move: int) -> int:
    """Make a move on the plane and lay out what the next ply's frame knows of the position; returns how many
    stones it captured."""
    frame, after = desk.frames[ply], desk.frames[ply + 1]
    plane, points = desk.plane, desk.points[ply + 1]
    points[:] = desk.points[ply]
    target, number = move >> 6, move & 63
    key = frame[KEY_NOW] ^ desk.keys[2, 0]
    after[SEAT] = 1 - frame[SEAT]
    after[LEAD] = frame[LEAD]
    if number == 0:
        number = frame[LAID] + 1
        after[LAID] = number
        points[number] = target
        after[LINES_NOW] = frame[LINES_NOW] + put(plane, target, number)
        after[KEY_NOW] = key ^ desk.keys[number & 1, target & WRAP]
        if number == STONES:
            after[KEY_NOW] ^= desk.keys[2, 1]
        after[QUIET] = 0
        after[LENGTH] = 0
        return 0
    captured = lift_and_lay(plane, points, number, target, desk.stays[ply, number])
    after[LAID] = STONES
    key ^= desk.keys[number & 1, target & WRAP]
    # What the lines change by is counted backwards, stone by stone, on the way to the plane before.
    change = put(plane, target, 0)
    for other in range(1, STONES + 1):
        here = desk.points[ply, other]
        if here != points[other]:
            change += put(plane, here, other)
            key ^= desk.keys[other & 1, here & WRAP]
            if points[other] == NOWHERE:
                after[LEAD] -= 1 if other & 1 else -1
    for other in range(1, STONES + 1):
        if desk.points[ply, other] != points[other]:
            plane[desk.points[ply, other] & WRAP] = 0
    plane[target & WRAP] = number
    after[LINES_NOW] = frame[LINES_NOW] - change
    after[KEY_NOW] = key
    after[QUIET] = 0 if captured else frame[QUIET] + 1
    after[LENGTH] = 0 if captured else frame[LENGTH] + 1
    return captured


def take_back(desk: Desk, ply: int) -> None:
    """Put the plane back to how it was at `ply`, from where one move was made."""
    before, after = desk.points[ply], desk.points[ply + 1]
    for number in range(1, STONES + 1):
        if before[number] != after[number] and after[number] != NOWHERE:
            desk.plane[after[number] & WRAP] = 0
    for number in range(1, STONES + 1):
        if before[number] != after[number] and before[number] != NOWHERE:
            desk.plane[before[number] & WRAP] = number


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


def is_repeated(desk: Desk, key: int, length: int) -> bool:
    """Whether the position has stood before since the last capture."""
    i = length - 1
    while i >= 0:
        if desk.path[i] == key:
            return True
        i -= 1
    return False


def at_sight(desk: Desk, ply: int) -> int:
    """What a position looks worth to the seat to move."""
    frame = desk.frames[ply]
    worth = frame[LINES_NOW] + STONE * frame[LEAD]
    if frame[SEAT]:
        worth = -worth
    return int(max(-MOST_WORTH, min(worth + TEMPO, MOST_WORTH)))


# --- moves -------------------------------------------------------------------------------------


def list_laying(desk: Desk, ply: int) -> int:
    """List the moves of the placing phase, or only those that matter: returns the frame's worth where that
    is known, else UNKNOWN."""
    frame = desk.frames[ply]
    seat, laid = frame[SEAT], frame[LAID]
    plane, moves = desk.plane, desk.moves[ply]
    count = lay_moves(plane, desk.points[ply], laid, moves)
    for i in range(count):
        plane[moves[i] >> 6 & WRAP] = 0
    threats = 0
    threat = 0
    mine, other = LOOKS * seat, LOOKS * (1 - seat)
    for i in range(count):
        point = moves[i] >> 6
        found = desk.looks[point & WRAP]
        look(plane, point, found)
        if found[mine + FIVES]:
            desk.line[ply, 0] = moves[i]
            desk.line[ply, 1] = NO_MOVE
            return WON - ply - 1
        if found[other + FIVES]:
            threats += 1
            threat = moves[i]
        desk.guess[ply, i] = 8 * found[mine + GAIN] + 7 * found[other + GAIN]
    frame[PRESSING] = 0
    if threats and laid + 1 < STONES:  # after the last stone from the hands a five must be moved together
        if threats > 1:
            desk.line[ply, 0] = threat
            desk.line[ply, 1] = NO_MOVE
            return -(WON - ply - 2)
        frame[PRESSING] = 1
        moves[0] = threat
        count = 1
    frame[COUNT] = count
    return UNKNOWN


def keep_fours(desk: Desk, ply: int) -> None:
    """Of the moves listed keep only those that make a four."""
    frame = desk.frames[ply]
    mine = LOOKS * frame[SEAT] + FOURS
    kept = 0
    for i in range(frame[COUNT]):
        move = desk.moves[ply, i]
        if desk.looks[move >> 6 & WRAP, mine]:
            desk.moves[ply, kept] = move
            desk.guess[ply, kept] = desk.guess[ply, i]
            kept += 1
    frame[COUNT] = kept


def list_moving(desk: Desk, ply: int) -> int:
    """List the moves of the second phase: returns the frame's worth where a move wins at once, else
    UNKNOWN."""
    frame = desk.frames[ply]
    seat = frame[SEAT]
    plane, targets, touching = desk.plane, desk.targets[ply], desk.touching[ply]
    stays = desk.stays[ply]
    stays[:] = 0
    desk.scratch[:] = 0
    around = survey(plane, desk.points[ply], targets, touching, stays, desk.scratch)
    for i in range(around):
        plane[targets[i] >> 6 & WRAP] = 0
    mine, other = LOOKS * seat, LOOKS * (1 - seat)
    hot = threats = 0
    for i in range(around):
        found = desk.looks[targets[i] >> 6 & WRAP]
        look(plane, targets[i] >> 6, found)
        hot += found[mine + FIVES]
        threats += found[other + FIVES] > 0
    frame[PRESSING] = threats
    count = lift_moves(seat, targets, touching[:around], stays, desk.moves[ply])
    frame[COUNT] = count
    if hot:
        for i in range(count):
            move = desk.moves[ply, i]
            if desk.looks[move >> 6 & WRAP, mine + FIVES]:
                make(desk, ply, move)
                wins = makes_five(plane, move >> 6)
                take_back(desk, ply)
                if wins:
                    desk.line[ply, 0] = move
                    desk.line[ply, 1] = NO_MOVE
                    return WON - ply - 1
    return UNKNOWN


def guess_moving(desk: Desk, ply: int) -> None:
    """Say how promising the moves of the second phase look: what the stone gains and wards off where it
    goes, less what it leaves, and what it captures."""
    frame = desk.frames[ply]
    seat = frame[SEAT]
    mine, other = LOOKS * seat, LOOKS * (1 - seat)
    number = 0
    leaves = 0
    for i in range(frame[COUNT]):
        move = desk.moves[ply, i]
        if move & 63 != number:
            number = move & 63
            leaves = leaving(desk, ply, number)
        found = desk.looks[move >> 6 & WRAP]
        worth = found[mine + GAIN] + found[other + GAIN] + leaves
        if found[other + FIVES]:
            worth += 2_000
        desk.guess[ply, i] = 8 * worth


def leaving(desk: Desk, ply: int, number: int) -> int:
    """What lifting the stone changes for its owner: the lines it leaves, and what falls off."""
    plane, points, stays = desk.plane, desk.points[ply], desk.stays[ply, number]
    change = put(plane, points[number], 0)
    plane[points[number] & WRAP] = number
    if number & 1 == 0:
        change = -change
    for stone in range(1, STONES + 1):
        if points[stone] != NOWHERE and stone != number and not stays >> stone & 1:
            change += -2 * STONE if stone & 1 == number & 1 else 2 * STONE
    return change


def favour(desk: Desk, ply: int, first: int) -> None:
    """Put first what the table knows to be good, and what refuted other lines a little forward."""
    frame = desk.frames[ply]
    for i in range(frame[COUNT]):
        move = desk.moves[ply, i]
        if move == first:
            desk.guess[ply, i] += 1 << 40
        elif move == desk.killers[ply, 0] or move == desk.killers[ply, 1]:
            desk.guess[ply, i] += 400
        desk.guess[ply, i] += desk.history[frame[SEAT], move >> 6 & WRAP] >> 4


def pick(desk: Desk, ply: int, i: int, count: int) -> int:
    """Bring the most promising of the moves from `i` on to place `i`."""
    best = i
    for j in range(i + 1, count):
        if desk.guess[ply, j] > desk.guess[ply, best]:
            best = j
    move, guess = desk.moves[ply, best], desk.guess[ply, best]
    desk.moves[ply, best], desk.guess[ply, best] = desk.moves[ply, i], desk.guess[ply, i]
    desk.moves[ply, i], desk.guess[ply, i] = move, guess
    return int(move)


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


def from_table(worth: int, ply: int) -> int:
    """A stored worth, the distance of a certain win counted from here."""
    if worth > SURE:
        return worth - ply
    if worth < -SURE:
        return worth + ply
    return worth


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
            low = alpha - noise[i] if alpha > -INFINITE else alpha
            found = low + 1
            if i > 0:
                found = look_down(desk, depth - 1, low, low + 1)
            if found > low and not desk.counts[STOP]:
                found = look_down(desk, depth - 1, low, INFINITE)
        take_back(desk, 0)
        if desk.counts[STOP]:
            return i
        worths[i] = found + noise[i]
        is_better = worths[i] > alpha
        if is_better:
            alpha = worths[i]
            extend_line(desk, 0, move)
        # Keep the order; a new best moves up.
        j = i
        while j > 0 and is_better and worths[j] > worths[j - 1]:
            worths[j], worths[j - 1] = worths[j - 1], worths[j]
            moves[j], moves[j - 1] = moves[j - 1], moves[j]
            noise[j], noise[j - 1] = noise[j - 1], noise[j]
            j -= 1
    return len(moves)


def look_down(desk: Desk, depth: int, alpha: int, beta: int) -> int:
    """The worth of the position after a move at the root, to who made it."""
    if desk.frames[1, SEAT] == desk.frames[0, SEAT]:
        push(desk, 1, depth, alpha, beta)
        return search(desk, 1)
    push(desk, 1, depth, -beta, -alpha)
    return -search(desk, 1)
