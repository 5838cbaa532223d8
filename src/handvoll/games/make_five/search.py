"""The search for Make Five: what both sides can make of a board, chance weighed by what is in the bag.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). The sorter takes the
most, chaos the least; between them a stone is drawn. Boards are those of `slope`, with colours only. Worths
are the sorter's chance to win the match, from 0 to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from handvoll.bots.desk import Desk, Layout
from handvoll.bots.picking import pick
from handvoll.games.make_five.slope import (
    CELLS,
    DROP,
    PASS,
    SIZE,
    board_points,
    drop_stone,
    generate_sorts,
    sort_stone,
)

WIDTH = CELLS + SIZE
DEEPEST = 12
"""The most moves of the sorter that are looked ahead."""
GRAIN = 8
"""Expected points are looked up in eighths."""
TABLE_SIZE = 1 << 17
LANE_CODES = (SIZE + 1) ** SIZE
KEY_BITS = 55
ALL_MOVES = PASS + 1

NODES, STOP, LIMIT = range(3)

# What a row promises at the end, by how many stones of one colour it has (0 to 5) and how many in all: at the
# beginning of a round, and how much more that is at its end. Learnt from games against itself.
EARLY = np.array(
    (
        (3.89, 0.0, 0.0, 0.0, 0.0, 0.0),
        (0.0, 3.47, 2.77, 1.82, 0.43, 0.54),
        (0.0, 0.0, 3.34, 2.24, 0.89, 0.52),
        (0.0, 0.0, 0.0, 3.27, 2.37, 0.85),
        (0.0, 0.0, 0.0, 0.0, 3.58, 3.25),
        (0.0, 0.0, 0.0, 0.0, 0.0, 4.61),
    )
)
LATE = np.array(
    (
        (1.11, 0.0, 0.0, 0.0, 0.0, 0.0),
        (0.0, 0.91, 1.12, 1.14, 1.10, -0.03),
        (0.0, 0.0, 0.94, 1.44, 1.86, 0.10),
        (0.0, 0.0, 0.0, 1.23, 1.51, 2.01),
        (0.0, 0.0, 0.0, 0.0, 1.06, 0.70),
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.32),
    )
)


ROWS = DEEPEST + 2
LAYOUT: Layout = [
    ("boards", np.int64, (ROWS, WIDTH)),  # [level] -> the board before a move of the sorter
    ("after", np.int64, (ROWS, WIDTH)),  # [level] -> the board after it
    ("moves", np.int64, (ROWS, ALL_MOVES)),
    ("guess", np.float64, (ROWS, ALL_MOVES)),  # [level] -> what each move looks worth
    ("kept", np.int64, (ROWS,)),  # [moves left to look ahead] -> how many of the most promising are looked at
    ("worth", np.float64, (CELLS + 1, GRAIN * CELLS + 1)),  # [stones, expected eighths] -> the chance to win
    ("final", np.float64, (CELLS + 1,)),  # [points] -> the chance to win after a round that ended so
    ("lanes", np.int64, (LANE_CODES,)),  # [content of a lane] -> a random number, for the board's key
    ("counts", np.int64, (LIMIT + 1,)),
    ("frames", np.int64, (ROWS, 8)),  # [level] -> whole numbers of the search's frame
    ("sums", np.float64, (ROWS, 4)),  # [level] -> its broken numbers
    ("bag", np.int64, (ROWS, SIZE + 1)),
    # The transposition table: keys with the moves looked ahead, and worths.
    ("keys", np.int64, (TABLE_SIZE,)),
    ("values", np.float64, (TABLE_SIZE,)),
]


def new_desk() -> Desk:
    """Memory for a search."""
    desk = Desk(LAYOUT)
    desk.kept[:] = ALL_MOVES
    desk.lanes[:] = np.random.default_rng(3).integers(1, 1 << KEY_BITS, LANE_CODES, np.int64)
    return desk


# --- looking at a board ------------------------------------------------------------------------


def stones_on(board: Any) -> int:
    """How many stones lie on the slope."""
    count = 0
    for lane in range(SIZE):
        count += board[CELLS + lane]
    return count


def row_counts(board: Any, row: int) -> int:
    """How many stones of one colour a row has at most, times eight, and how many in all."""
    packed = 0
    stones = 0
    for lane in range(SIZE):
        colour = board[lane * SIZE + row]
        if colour:
            packed += 1 << 3 * colour
            stones += 1
    most = 0
    while packed:
        packed >>= 3
        if packed & 7 > most:
            most = packed & 7
    return most * 8 + stones


def expected_points(board: Any, stones: int) -> float:
    """What the round looks like ending with, after a move of the sorter."""
    late = stones / CELLS
    points = 0.0
    for row in range(SIZE):
        counts = row_counts(board, row)
        points += EARLY[counts >> 3, counts & 7] + late * LATE[counts >> 3, counts & 7]
    return points


def worth_after(desk: Desk, board: Any, stones: int) -> float:
    """What a board after the sorter's move looks worth; exact where the round is over."""
    if stones == CELLS:
        return float(desk.final[board_points(board)])
    points = min(max(expected_points(board, stones), 0.0), float(CELLS))
    return float(desk.worth[stones, int(points * GRAIN + 0.5)])


def lane_code(board: Any, lane: int) -> int:
    """A lane's content as a number."""
    code = 0
    for cell in range(lane * SIZE, lane * SIZE + SIZE):
        code = code * (SIZE + 1) + board[cell]
    return int(code)


def board_key(desk: Desk, board: Any) -> int:
    """The key of a board; in which order its lanes lie makes no difference."""
    key = 0
    for lane in range(SIZE):
        key += desk.lanes[lane_code(board, lane)]
    return int(key)


def count_bag(board: Any, bag: Any) -> int:
    """Write how many stones of each colour are in the bag; returns how many in all."""
    for colour in range(1, SIZE + 1):
        bag[colour] = SIZE
    left = CELLS
    for cell in range(CELLS):
        if board[cell]:
            bag[board[cell]] -= 1
            left -= 1
    return left


# --- searching ---------------------------------------------------------------------------------

# A frame is what the search knows of one move of the sorter; frames stand in arrays, since the compiler's
# cache cannot keep functions that call themselves (numba issue 6061).
STAGE, AHEAD, NEXT_MOVE, COUNT, KEPT, COLOUR, LANE, LEFT = range(8)
BEST, ENOUGH, SUM, LEAST = range(4)
ENTER, MOVE, DRAW, PLACE = range(4)
UNKNOWN = -1.0
MOST = 2.0
"""More than any worth."""


def push(desk: Desk, level: int, ahead: int, enough: float) -> None:
    """Lay out a frame for the board at `level`: the search may stop at a worth of `enough`."""
    desk.frames[level, STAGE] = ENTER
    desk.frames[level, AHEAD] = ahead
    desk.sums[level, ENOUGH] = enough


def search(desk: Desk) -> float:
    """The worth of the frame at level 0."""
    level = 0
    while True:
        stage = desk.frames[level, STAGE]
        result = UNKNOWN
        if desk.counts[STOP]:
            return 0.0
        if stage == ENTER:
            result = enter(desk, level)
        elif stage == MOVE:
            result = next_move(desk, level)
        elif stage == DRAW:
            next_colour(desk, level)
        elif next_lane(desk, level):
            level += 1
        if result != UNKNOWN:
            if level == 0:
                return result
            level -= 1
            desk.sums[level, LEAST] = min(desk.sums[level, LEAST], result)


def enter(desk: Desk, level: int) -> float:
    """Look at all moves of the sorter: the worth of the best where that is as far as one looks."""
    frame, sums = desk.frames[level], desk.sums[level]
    board, after = desk.boards[level], desk.after[level]
    desk.counts[NODES] += 1
    if desk.counts[NODES] >= desk.counts[LIMIT]:
        desk.counts[STOP] = 1
    stones = stones_on(board)
    ahead = min(frame[AHEAD], CELLS + 1 - stones)
    frame[AHEAD] = ahead
    place = 0
    key = 0
    if ahead > 1:
        key = board_key(desk, board) * 16 + ahead
        place = key // 16 & (TABLE_SIZE - 1)
        if desk.keys[place] == key:
            return float(desk.values[place])
    count = generate_sorts(board, desk.moves[level])
    best = 0.0
    for i in range(count):
        after[:] = board
        sort_stone(after, desk.moves[level, i])
        worth = worth_after(desk, after, stones)
        desk.guess[level, i] = worth
        if worth > best:
            best = worth
            if ahead == 1 and best >= sums[ENOUGH]:
                break
    if ahead == 1:
        return best
    frame[KEPT] = min(count, desk.kept[ahead])
    frame[NEXT_MOVE] = 0
    sums[BEST] = 0.0
    frame[COUNT] = count
    frame[STAGE] = MOVE
    return UNKNOWN


def next_move(desk: Desk, level: int) -> float:
    """Make the sorter's next move, or be done with the frame: then its worth."""
    frame, sums = desk.frames[level], desk.sums[level]
    i = frame[NEXT_MOVE]
    is_done = i >= frame[KEPT]
    if is_done or sums[BEST] >= sums[ENOUGH]:
        if is_done and frame[KEPT]:
            key = board_key(desk, desk.boards[level]) * 16 + frame[AHEAD]
            place = key // 16 & (TABLE_SIZE - 1)
            desk.keys[place] = key
            desk.values[place] = sums[BEST]
        return float(sums[BEST])
    move = pick(desk, level, i, frame[COUNT])
    frame[NEXT_MOVE] = i + 1
    desk.after[level, :] = desk.boards[level]
    sort_stone(desk.after[level], move)
    begin_draw(desk, level)
    return UNKNOWN


def begin_draw(desk: Desk, level: int) -> None:
    """Weigh what may be drawn after the sorter's move."""
    frame = desk.frames[level]
    frame[LEFT] = count_bag(desk.after[level], desk.bag[level])
    frame[COLOUR] = 0
    desk.sums[level, SUM] = 0.0
    frame[STAGE] = DRAW


def next_colour(desk: Desk, level: int) -> None:
    """Add what the colour just looked at is worth, and go on to the next that is in the bag."""
    frame, sums, bag = desk.frames[level], desk.sums[level], desk.bag[level]
    colour = frame[COLOUR]
    if colour:
        sums[SUM] += bag[colour] * sums[LEAST]
    colour += 1
    while colour <= SIZE and bag[colour] == 0:
        colour += 1
    if colour > SIZE:
        worth = sums[SUM] / frame[LEFT]
        if worth > sums[BEST]:
            sums[BEST] = worth
        frame[STAGE] = MOVE
        return
    frame[COLOUR] = colour
    frame[LANE] = -1
    sums[LEAST] = MOST
    frame[STAGE] = PLACE


def next_lane(desk: Desk, level: int) -> bool:
    """Lay out the frame after chaos let the stone roll onto the next lane; False where all are looked at."""
    frame, after = desk.frames[level], desk.after[level]
    lane = frame[LANE] + 1
    while lane < SIZE and (after[CELLS + lane] == SIZE or is_twin(after, lane)):
        lane += 1
    frame[LANE] = lane
    if lane >= SIZE:
        frame[STAGE] = DRAW
        return False
    child = desk.boards[level + 1]
    child[:] = after
    drop_stone(child, DROP + lane, frame[COLOUR])
    push(desk, level + 1, frame[AHEAD] - 1, desk.sums[level, LEAST])
    return True


def is_twin(board: Any, lane: int) -> bool:
    """Whether an earlier lane holds the same stones."""
    other = 0
    while lane_code(board, other) != lane_code(board, lane):
        other += 1
    return other < lane


def weigh_sorts(desk: Desk, board: Any, ahead: int, moves: Any, worths: Any) -> int:
    """Write what each of the sorter's `moves` is worth, looking that many of its moves ahead; returns how
    many were searched before the clock stopped it."""
    stones = stones_on(board)
    after = desk.after[0]
    for i in range(len(moves)):
        after[:] = board
        sort_stone(after, moves[i])
        if ahead <= 1 or stones == CELLS:
            worths[i] = worth_after(desk, after, stones)
            continue
        # A frame without moves of its own: only what follows after one move is wanted.
        desk.frames[0, AHEAD] = ahead
        desk.frames[0, KEPT] = 0
        desk.frames[0, NEXT_MOVE] = 0
        desk.sums[0, BEST] = 0.0
        desk.sums[0, ENOUGH] = MOST
        begin_draw(desk, 0)
        found = search(desk)
        if desk.counts[STOP]:
            return i
        worths[i] = found
    return len(moves)


def weigh_drops(desk: Desk, board: Any, ahead: int, colour: int, moves: Any, worths: Any) -> int:
    """Write what the board is worth to the sorter after each of chaos' `moves`; returns how many were
    searched before the clock stopped it."""
    for i in range(len(moves)):
        desk.boards[0, :] = board
        drop_stone(desk.boards[0], moves[i], colour)
        push(desk, 0, ahead, MOST)
        found = search(desk)
        if desk.counts[STOP]:
            return i
        worths[i] = found
    return len(moves)
