"""Random games of Hnefatafl at full speed: the rules compiled, with the bookkeeping of a playout around them.

Every function here runs in the interpreter as it stands, and `compiled()` is the same code through Numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, MutableSequence
from functools import cache
from typing import Any, TypeAlias

from handvoll.bots import luck
from handvoll.bots.compiled import twins
from handvoll.bots.luck import luck_below, next_luck, seed_luck
from handvoll.games.hnefatafl import notation, rules
from handvoll.games.hnefatafl.notation import (
    ATTACKER,
    BLANK,
    CELLS,
    DEFENDER,
    EDGE,
    EMPTY,
    KING,
    SETUP,
    SIDE,
    TARGET_BITS,
    TARGET_MASK,
    WIDE,
)
from handvoll.games.hnefatafl.rules import (
    BLACK,
    ENDINGS,
    LINES,
    MOST_MOVES,
    RUNNING,
    WHITE,
    ending,
    line_start,
    line_step,
    list_moves,
    make_move,
    slide,
)

Numbers: TypeAlias = MutableSequence[int]

NO_MOVE, REPETITION, GIVEN_UP = 3, 4, 5
REASONS = {**ENDINGS, NO_MOVE: "no-move", REPETITION: "repetition", GIVEN_UP: "given-up"}
"""How a playout ends: as the rules say, or given up after LONGEST moves."""
LONGEST = 20_000
MEN = 24
"""Room for the pieces of one seat."""
OCCUPANCIES = 1 << SIDE
PLACES = 2 * SIDE
"""Where a piece may go: a place of its rank, or (from SIDE on) of its file."""
LOW = 0xFFFF


# A playout works on five flat sequences of whole numbers (one tuple of many would be counted and copied at
# each call). `table` holds the board in its first CELLS numbers, where the rules look for it, and then:
OCCUPIED = CELLS
"""Per line the places where pieces stand, as bits."""
STOPS = OCCUPIED + LINES
"""Per line the places where a man may stop, as bits."""
SQUARES_AT = STOPS + LINES
"""The squares of the black pieces; MEN further on, of the white ones."""
COUNTS = SQUARES_AT + 2 * MEN
"""How many pieces each seat has."""
SLOTS = COUNTS + 2
"""Per cell the place of its piece in the list of squares."""
CODES = SLOTS + CELLS
"""A random number per kind of piece and cell; those of a position, by exclusive or, make its key."""
ENDS = CODES + 3 * CELLS
"""How many games ended in each of REASONS."""
EPOCH = ENDS + len(REASONS)
"""How many captures and new games there were: what stood before the last one cannot come again."""
TABLE_SIZE = EPOCH + 1
# `reach`: for a piece on place p of a line with pieces on `occupied` (bits), at p * OCCUPANCIES + occupied,
# the places it can slide to, as bits. `scratch`: what the rules write moves and captured men to. `chances`:
# the random numbers' own. `past`: the moves so far; from KEYS on the keys of the positions with black to
# move, then of those with white to move; from SIEVE on how often a key of some kind has come in an epoch
# (epoch * MANY + times).
KEYS = LONGEST
SIEVE = 3 * LONGEST
KINDS = 1024
MANY = 1 << 16


# --- tables ------------------------------------------------------------------------------------


def prepare(table: Numbers, reach: Numbers, scratch: Numbers, chances: Numbers, seed: int) -> None:
    """Ask the rules once where pieces can slide, for all that can stand on a line; draw the codes."""
    for place in range(SIDE):
        for occupied in range(OCCUPANCIES):
            reach[place * OCCUPANCIES + occupied] = targets_along(table, scratch, 1, KING, place, occupied)
    for line in range(LINES):
        table[STOPS + line] = 0
        for place in range(SIDE):
            if BLANK[line_start(line) + place * line_step(line)] == EMPTY:
                table[STOPS + line] |= targets_along(table, scratch, line, ATTACKER, place, 0)
    seed_luck(chances, 1)
    for index in range(3 * CELLS):
        table[CODES + index] = next_luck(chances) << 30 ^ next_luck(chances)
    seed_luck(chances, seed)


def targets_along(table: Numbers, scratch: Numbers, line: int, piece: int, place: int, occupied: int) -> int:
    """The places of a line that `piece` reaches from `place`, as bits, asked of the rules."""
    for cell in range(CELLS):
        table[cell] = BLANK[cell]
    start, step = line_start(line), line_step(line)
    for other in range(SIDE):
        if occupied >> other & 1:
            table[start + other * step] = EDGE
    square = start + place * step
    table[square] = piece
    count = slide(table, square, step, scratch, 0)
    count = slide(table, square, -step, scratch, count)
    targets = 0
    for index in range(count):
        targets |= 1 << ((scratch[index] & TARGET_MASK) - start) // step
    return targets


# --- one random game ---------------------------------------------------------------------------


def set_up(table: Numbers) -> int:
    """Lay out the set-up; returns its key."""
    table[COUNTS + BLACK] = table[COUNTS + WHITE] = 0
    for line in range(LINES):
        table[OCCUPIED + line] = 0
    key = 0
    for cell in range(CELLS):
        piece = SETUP[cell]
        table[cell] = piece
        if ATTACKER <= piece <= KING:
            seat = BLACK if piece == ATTACKER else WHITE
            slot = SQUARES_AT + seat * MEN + table[COUNTS + seat]
            table[SLOTS + cell] = slot
            table[slot] = cell
            table[COUNTS + seat] += 1
            flip(table, cell)
            key ^= code(table, piece, cell)
    return key


def flip(table: Numbers, cell: int) -> None:
    """A piece comes to a cell or leaves it: its rank and its file change."""
    rank, file = cell // WIDE - 1, cell % WIDE - 1
    table[OCCUPIED + rank] ^= 1 << file
    table[OCCUPIED + SIDE + file] ^= 1 << rank


def code(table: Numbers, piece: int, cell: int) -> int:
    """What a piece on a cell adds to a position's key."""
    return table[CODES + (piece - ATTACKER) * CELLS + cell]


def targets_of(table: Numbers, reach: Numbers, square: int) -> int:
    """Where the piece on `square` can go: places of its rank as bits, and from SIDE on of its file."""
    rank, file = square // WIDE - 1, square % WIDE - 1
    along_rank = int(reach[file * OCCUPANCIES + table[OCCUPIED + rank]])
    along_file = int(reach[rank * OCCUPANCIES + table[OCCUPIED + SIDE + file]])
    if table[square] != KING:
        along_rank &= table[STOPS + rank]
        along_file &= table[STOPS + SIDE + file]
    return along_rank | along_file << SIDE


def random_move(table: Numbers, reach: Numbers, scratch: Numbers, chances: Numbers, seat: int) -> int:
    """A legal move of `seat`, each as likely as any other (to one in two thousand), or -1 if it has none.

    Any piece and any place are drawn until they fit; if that fails often, all moves are listed."""
    for _attempt in range(8 * PLACES):
        drawn = next_luck(chances)
        square = table[SQUARES_AT + seat * MEN + ((drawn & LOW) * table[COUNTS + seat] >> 16)]
        place = (drawn >> 16) * PLACES >> 16
        if targets_of(table, reach, square) >> place & 1:
            if place < SIDE:
                return square << TARGET_BITS | square - square % WIDE + 1 + place
            return square << TARGET_BITS | (place - SIDE + 1) * WIDE + square % WIDE
    count = list_moves(table, seat, scratch)
    return scratch[luck_below(chances, count)] if count else -1


def play_move(table: Numbers, scratch: Numbers, seat: int, move: int, key: int) -> int:
    """Make a move and keep the books; returns the key of the new position."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    taken = make_move(table, move, scratch)
    piece = table[target]
    slot = table[SLOTS + start]
    table[SLOTS + target] = slot
    table[slot] = target
    flip(table, start)
    flip(table, target)
    key ^= code(table, piece, start) ^ code(table, piece, target)
    enemy = 1 - seat
    for index in range(taken):
        cell = scratch[index]
        flip(table, cell)
        key ^= code(table, DEFENDER if seat == BLACK else ATTACKER, cell)
        # The last of the list takes the place of the captured man.
        table[COUNTS + enemy] -= 1
        moved = table[SQUARES_AT + enemy * MEN + table[COUNTS + enemy]]
        table[table[SLOTS + cell]] = moved
        table[SLOTS + moved] = table[SLOTS + cell]
    return key


def is_repeated(table: Numbers, past: Numbers, seat: int, since: int, ply: int, key: int) -> bool:
    """HN8: whether the position with `key` after `ply` moves stands for the third time since move `since`."""
    sieve = SIEVE + (key + seat) % KINDS
    times = past[sieve] - table[EPOCH] * MANY
    past[sieve] = table[EPOCH] * MANY + 1 if times < 0 else past[sieve] + 1
    if times < 2:
        return False
    keys = KEYS + seat * LONGEST
    stood = 0
    for turn in range(keys + (since + 1 - seat) // 2, keys + ply // 2):
        stood += past[turn] == key
    return stood >= 2


def random_game(
    table: Numbers, reach: Numbers, past: Numbers, scratch: Numbers, chances: Numbers, three: int
) -> int:
    """Play one random game from the set-up; returns how many moves it had."""
    key = set_up(table)
    seat, since, ply = BLACK, 0, 0
    table[EPOCH] += 1
    end = GIVEN_UP
    while ply < LONGEST:
        if is_repeated(table, past, seat, since, ply, key):
            end = REPETITION
            break
        past[KEYS + seat * LONGEST + ply // 2] = key
        move = random_move(table, reach, scratch, chances, seat)
        if move < 0:
            end = NO_MOVE
            break
        past[ply] = move
        ply += 1
        enemies = table[COUNTS + 1 - seat]
        key = play_move(table, scratch, seat, move, key)
        decided = ending(table, move & TARGET_MASK, three)
        if decided != RUNNING:
            end = decided
            break
        seat = 1 - seat
        if table[COUNTS + seat] < enemies:
            since = ply
            table[EPOCH] += 1
    table[ENDS + end] += 1
    return ply


def random_games(
    table: Numbers,
    reach: Numbers,
    past: Numbers,
    scratch: Numbers,
    chances: Numbers,
    three: int,
    moves: int,
) -> int:
    """Play whole random games until `moves` moves are made; returns how many were."""
    made = 0
    while made < moves:
        made += random_game(table, reach, past, scratch, chances, three)
    return made


# --- the door ----------------------------------------------------------------------------------


def room() -> tuple[Any, Any, Any, Any, Any]:
    """`table`, `reach`, `past`, `scratch` and `chances` as arrays."""
    import numpy

    sizes = (TABLE_SIZE, SIDE * OCCUPANCIES, SIEVE + KINDS, MOST_MOVES, luck.SIZE)
    table, reach, past, scratch, chances = (numpy.zeros(size, numpy.int64) for size in sizes)
    return table, reach.astype(numpy.int16), past, scratch, chances


@cache
def compiled() -> tuple[Callable[..., None], Callable[..., int]]:
    """`prepare` and `random_games`, compiled when they are first called."""
    fast = twins(luck, notation, rules, sys.modules[__name__])
    return fast["prepare"], fast["random_games"]


def play_random(moves: int, seed: int, *, three: bool = False) -> tuple[int, dict[str, int]]:
    """Whole random games until `moves` moves are made, compiled: how many were, and how the games ended."""
    prepare_fast, random_games_fast = compiled()
    table, reach, past, scratch, chances = room()
    prepare_fast(table, reach, scratch, chances, seed)
    made = random_games_fast(table, reach, past, scratch, chances, int(three), moves)
    ends = {reason: int(table[ENDS + end]) for end, reason in REASONS.items()}
    return made, {reason: games for reason, games in ends.items() if games}
