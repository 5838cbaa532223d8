"""The moves of Fünf gewinnt for its search: which there are, which matter, and how promising they look."""

from __future__ import annotations

from handvoll.bots.desk import Desk
from handvoll.games.fuenf_gewinnt.field import NOWHERE, STONES, lay_moves, lift_moves, makes_five, survey
from handvoll.games.fuenf_gewinnt.lines import FIVES, FOURS, GAIN, LOOKS, look, put
from handvoll.games.fuenf_gewinnt.memory import (
    COUNT,
    LAID,
    NO_MOVE,
    PRESSING,
    SEAT,
    UNKNOWN,
    WON,
    make,
    take_back,
)
from handvoll.games.fuenf_gewinnt.notation import WRAP

STONE = 60
"""A stone, in the second phase."""


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
