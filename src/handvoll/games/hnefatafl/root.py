"""The root of the search for Hnefatafl: all moves of a position brought into order."""

from __future__ import annotations

from typing import Any

from handvoll.bots.desk import Desk
from handvoll.bots.picking import misjudged, move_up
from handvoll.games.hnefatafl.frames import ALPHA, KEY_NOW, LENGTH, TAKEN
from handvoll.games.hnefatafl.memory import INFINITE, NO_MOVE, STOP, SURE, WON, take_back
from handvoll.games.hnefatafl.notation import TARGET_MASK
from handvoll.games.hnefatafl.rules import RUNNING, ending, make_move
from handvoll.games.hnefatafl.search import extend_line, follow, search


def search_root(desk: Desk, three: int, moves: Any, worths: Any, noise: Any) -> int:
    """Search all of `moves` (best guess first) as the frame at ply 0 asks for it; brings them into order by
    their worths (with `noise` added) and returns how many were searched before the clock stopped it."""
    frame = desk.frames[0]
    desk.path[frame[LENGTH]] = frame[KEY_NOW]
    best = -INFINITE
    for i in range(len(moves)):
        frame[ALPHA] = misjudged(best, -noise[i], SURE)
        found = worth_of(desk, three, moves[i], i > 0)
        if desk.counts[STOP]:
            return i
        worths[i] = misjudged(found, noise[i], SURE)
        if worths[i] > best:
            best = worths[i]
            extend_line(desk, 0, moves[i])
            move_up(i, moves, worths, noise)
    return len(moves)


def worth_of(desk: Desk, three: int, move: int, narrow: bool) -> int:
    """The worth of a move at the root; if `narrow`, at first only whether it beats the best so far."""
    frame = desk.frames[0]
    frame[TAKEN] = make_move(desk.board, move, desk.taken[0])
    desk.line[1, 0] = NO_MOVE
    found = WON - 1
    if ending(desk.board, move & TARGET_MASK, three) == RUNNING:
        found = frame[ALPHA] + 1
        if narrow:
            follow(desk, 0, move, 0, True)
            found = -search(desk, 1, three)
        if found > frame[ALPHA] and not desk.counts[STOP]:
            follow(desk, 0, move, 0, False)
            found = -search(desk, 1, three)
    take_back(desk, move, 0, frame[TAKEN])
    return int(found)
