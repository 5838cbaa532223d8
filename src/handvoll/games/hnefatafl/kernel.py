"""Random games of Hnefatafl at full speed: the rules compiled, with the bookkeeping of a playout around them.

Every function here runs in the interpreter as it stands, and `compiled()` is the same code through Numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

import numpy as np

from handvoll.bots import luck
from handvoll.bots.compiled import twins
from handvoll.bots.desk import Desk, Layout, on_desk
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


KINDS = 1024
"""Keys fall into so many kinds; only where one of its kind has come before is a repetition looked for."""
MANY = 1 << 16

LAYOUT: Layout = [
    ("board", np.uint8, (CELLS,)),
    ("occupied", np.int64, (LINES,)),  # [line] -> the places where pieces stand, as bits
    ("stops", np.int64, (LINES,)),  # [line] -> the places where a man may stop, as bits
    ("counts", np.int64, (2,)),  # [seat] -> how many pieces it has
    ("squares", np.int64, (2, MEN)),  # [seat] -> where they stand
    ("slots", np.int64, (CELLS,)),  # [cell] -> the place of its piece in the list of squares
    ("codes", np.int64, (3, CELLS)),  # [piece, cell] -> a random number; those of a position make its key
    ("reach", np.int16, (SIDE, OCCUPANCIES)),  # [place, pieces as bits] -> the places to slide to, as bits
    ("scratch", np.int64, (MOST_MOVES,)),  # what the rules write moves and captured men to
    ("chances", np.int64, (luck.SIZE,)),
    ("ends", np.int64, (len(REASONS),)),  # [reason] -> how many games ended so
    ("epoch", np.int64, (1,)),  # captures and new games so far: what stood before the last cannot come again
    ("past", np.int64, (LONGEST,)),  # the moves so far
    ("keys", np.int64, (2, LONGEST)),  # [seat to move] -> the keys of the positions so far
    ("sieve", np.int64, (KINDS,)),  # [kind of key] -> epoch * MANY + how often it has come in that epoch
]


# --- tables ------------------------------------------------------------------------------------


def prepare(desk: Desk, seed: int) -> None:
    """Ask the rules once where pieces can slide, for all that can stand on a line; draw the codes."""
    for place in range(SIDE):
        for occupied in range(OCCUPANCIES):
            desk.reach[place, occupied] = targets_along(desk, 1, KING, place, occupied)
    for line in range(LINES):
        desk.stops[line] = 0
        for place in range(SIDE):
            if BLANK[line_start(line) + place * line_step(line)] == EMPTY:
                desk.stops[line] |= targets_along(desk, line, ATTACKER, place, 0)
    seed_luck(desk.chances, 1)
    for piece in range(3):
        for cell in range(CELLS):
            desk.codes[piece, cell] = next_luck(desk.chances) << 30 ^ next_luck(desk.chances)
    seed_luck(desk.chances, seed)


def targets_along(desk: Desk, line: int, piece: int, place: int, occupied: int) -> int:
    """The places of a line that `piece` reaches from `place`, as bits, asked of the rules."""
    board = desk.board
    for cell in range(CELLS):
        board[cell] = BLANK[cell]
    start, step = line_start(line), line_step(line)
    for other in range(SIDE):
        if occupied >> other & 1:
            board[start + other * step] = EDGE
    square = start + place * step
    board[square] = piece
    count = slide(board, square, step, desk.scratch, 0)
    count = slide(board, square, -step, desk.scratch, count)
    targets = 0
    for index in range(count):
        targets |= 1 << ((desk.scratch[index] & TARGET_MASK) - start) // step
    return targets


# --- one random game ---------------------------------------------------------------------------


def set_up(desk: Desk) -> int:
    """Lay out the set-up; returns its key."""
    desk.counts[:] = 0
    desk.occupied[:] = 0
    key = 0
    for cell in range(CELLS):
        piece = SETUP[cell]
        desk.board[cell] = piece
        if ATTACKER <= piece <= KING:
            seat = BLACK if piece == ATTACKER else WHITE
            desk.slots[cell] = desk.counts[seat]
            desk.squares[seat, desk.counts[seat]] = cell
            desk.counts[seat] += 1
            flip(desk, cell)
            key ^= code(desk, piece, cell)
    return key


def flip(desk: Desk, cell: int) -> None:
    """A piece comes to a cell or leaves it: its rank and its file change."""
    rank, file = cell // WIDE - 1, cell % WIDE - 1
    desk.occupied[rank] ^= 1 << file
    desk.occupied[SIDE + file] ^= 1 << rank


def code(desk: Desk, piece: int, cell: int) -> int:
    """What a piece on a cell adds to a position's key."""
    return int(desk.codes[piece - ATTACKER, cell])


def targets_of(desk: Desk, square: int) -> int:
    """Where the piece on `square` can go: places of its rank as bits, and from SIDE on of its file."""
    rank, file = square // WIDE - 1, square % WIDE - 1
    along_rank = int(desk.reach[file, desk.occupied[rank]])
    along_file = int(desk.reach[rank, desk.occupied[SIDE + file]])
    if desk.board[square] != KING:
        along_rank &= desk.stops[rank]
        along_file &= desk.stops[SIDE + file]
    return along_rank | along_file << SIDE


def random_move(desk: Desk, seat: int) -> int:
    """A legal move of `seat`, each as likely as any other (to one in two thousand), or -1 if it has none.

    Any piece and any place are drawn until they fit; if that fails often, all moves are listed."""
    for _attempt in range(8 * PLACES):
        drawn = next_luck(desk.chances)
        square = int(desk.squares[seat, (drawn & LOW) * desk.counts[seat] >> 16])
        place = (drawn >> 16) * PLACES >> 16
        if targets_of(desk, square) >> place & 1:
            if place < SIDE:
                return square << TARGET_BITS | square - square % WIDE + 1 + place
            return square << TARGET_BITS | (place - SIDE + 1) * WIDE + square % WIDE
    count = list_moves(desk.board, seat, desk.scratch)
    return int(desk.scratch[luck_below(desk.chances, count)]) if count else -1


def play_move(desk: Desk, seat: int, move: int, key: int) -> int:
    """Make a move and keep the books; returns the key of the new position."""
    start, target = move >> TARGET_BITS, move & TARGET_MASK
    taken = make_move(desk.board, move, desk.scratch)
    piece = desk.board[target]
    slot = desk.slots[start]
    desk.slots[target] = slot
    desk.squares[seat, slot] = target
    flip(desk, start)
    flip(desk, target)
    key ^= code(desk, piece, start) ^ code(desk, piece, target)
    enemy = 1 - seat
    for index in range(taken):
        cell = desk.scratch[index]
        flip(desk, cell)
        key ^= code(desk, DEFENDER if seat == BLACK else ATTACKER, cell)
        # The last of the list takes the place of the captured man.
        desk.counts[enemy] -= 1
        moved = desk.squares[enemy, desk.counts[enemy]]
        desk.squares[enemy, desk.slots[cell]] = moved
        desk.slots[moved] = desk.slots[cell]
    return key


def is_repeated(desk: Desk, seat: int, since: int, ply: int, key: int) -> bool:
    """HN8: whether the position with `key` after `ply` moves stands for the third time since move `since`."""
    kind = (key + seat) % KINDS
    epoch = desk.epoch[0] * MANY
    times = desk.sieve[kind] - epoch
    desk.sieve[kind] = epoch + 1 if times < 0 else desk.sieve[kind] + 1
    if times < 2:
        return False
    stood = 0
    for turn in range((since + 1 - seat) // 2, ply // 2):
        stood += desk.keys[seat, turn] == key
    return stood >= 2


def random_game(desk: Desk, three: int) -> int:
    """Play one random game from the set-up; returns how many moves it had."""
    key = set_up(desk)
    seat, since, ply = BLACK, 0, 0
    desk.epoch[0] += 1
    end = GIVEN_UP
    while ply < LONGEST:
        if is_repeated(desk, seat, since, ply, key):
            end = REPETITION
            break
        desk.keys[seat, ply // 2] = key
        move = random_move(desk, seat)
        if move < 0:
            end = NO_MOVE
            break
        desk.past[ply] = move
        ply += 1
        enemies = desk.counts[1 - seat]
        key = play_move(desk, seat, move, key)
        decided = ending(desk.board, move & TARGET_MASK, three)
        if decided != RUNNING:
            end = decided
            break
        seat = 1 - seat
        if desk.counts[seat] < enemies:
            since = ply
            desk.epoch[0] += 1
    desk.ends[end] += 1
    return ply


def random_games(desk: Desk, three: int, moves: int) -> int:
    """Play whole random games until `moves` moves are made; returns how many were."""
    made = 0
    while made < moves:
        made += random_game(desk, three)
    return made


# --- the door ----------------------------------------------------------------------------------


@cache
def compiled() -> tuple[Callable[..., None], Callable[..., int]]:
    """`prepare` and `random_games`, compiled when they are first called."""
    fast = twins(luck, notation, rules, sys.modules[__name__])
    return on_desk(fast["prepare"]), on_desk(fast["random_games"])


def play_random(moves: int, seed: int, *, three: bool = False) -> tuple[int, dict[str, int]]:
    """Whole random games until `moves` moves are made, compiled: how many were, and how the games ended."""
    prepare_fast, random_games_fast = compiled()
    desk = Desk(LAYOUT)
    prepare_fast(desk, seed)
    made = random_games_fast(desk, int(three), moves)
    return made, {reason: int(desk.ends[end]) for end, reason in REASONS.items() if desk.ends[end]}
