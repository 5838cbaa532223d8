"""All plays of a turn of High Five!, found exactly: plain loops over flat arrays, which Numba compiles as
they stand (`opponent.py` does so).

What lies in a frame is kept as a row of numbers, so that a card is added to it, and what it is worth told,
without looking at the squares. An empty square is worth at most what a joker there would be, which bounds
what can still come of a frame that is filled card by card. Values are hundredths of points.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from handvoll.games.high_five.board import (
    FIRST_FRAMES,
    FIRST_LAID,
    FRAMES,
    LONG,
    MOST_LAID,
    SQUARES,
    is_open,
)
from handvoll.games.high_five.combinations import (
    FOUR,
    HIGH_FIVE,
    HIGHEST_COLOUR_ROW,
    JOKER,
    combined,
)

POINT = 100
NOT_FOUND = -1 << 40
"""Less than any play is worth."""
FRAME_COUNT = len(FRAMES)
THROUGH = 2 * LONG
"""How many frames go through a square at most."""
WIDEST = 56
"""Room for the cards of a hand: more than there are."""

# What is known of a frame: how many cards lie in it, how many of them are no jokers, their numbers as a bit
# set and how many different ones, their colours as a bit set, how many have the same number at most, and how
# many have each number, four bits for each.
FILLED, NATURALS, NUMBERS, KINDS, COLOURS, MOST, COUNTS = range(7)
COLUMNS = 7


def _through(square: int) -> list[int]:
    through = [frame for frame, squares in enumerate(FRAMES) if square in squares]
    return through + [-1] * (THROUGH - len(through))


SQUARES_OF = np.array(FRAMES, np.int64)
FRAMES_AT = np.array([_through(square) for square in range(SQUARES)], np.int64)
"""[square] -> the frames that go through it, then -1."""
JOINS_START = np.array([frame in FIRST_FRAMES for frame in range(FRAME_COUNT)])


# --- what lies in a frame ----------------------------------------------------------------------


def add_card(source: Any, at: int, target: Any, to: int, card: int) -> None:
    """Write row `at` of `source` with a card more as row `to` of `target`."""
    for column in range(COLUMNS):
        target[to, column] = source[at, column]
    target[to, FILLED] += 1
    if card >= JOKER:
        return
    bit = 1 << (card & 15)
    shift = (card & 15) * 4
    target[to, NATURALS] += 1
    if not target[to, NUMBERS] & bit:
        target[to, NUMBERS] |= bit
        target[to, KINDS] += 1
    target[to, COLOURS] |= 1 << (card >> 4)
    target[to, COUNTS] += 1 << shift
    target[to, MOST] = max(target[to, MOST], target[to, COUNTS] >> shift & 15)


def most_worth(rows: Any, at: int) -> int:
    """What the frame is worth with jokers on its empty squares: when it is full, simply what it is worth."""
    return combined(rows[at, NATURALS], rows[at, NUMBERS], rows[at, KINDS], rows[at, COLOURS], rows[at, MOST])


def worth_with(rows: Any, at: int, card: int) -> int:
    """What the frame is worth with its last card."""
    if card >= JOKER:
        return most_worth(rows, at)
    bit = 1 << (card & 15)
    return combined(
        rows[at, NATURALS] + 1,
        rows[at, NUMBERS] | bit,
        rows[at, KINDS] + (not rows[at, NUMBERS] & bit),
        rows[at, COLOURS] | 1 << (card >> 4),
        max(rows[at, MOST], (rows[at, COUNTS] >> (card & 15) * 4 & 15) + 1),
    )


def bound(rows: Any, at: int, can_joke: bool) -> int:
    """No less than the frame can come to be worth: without a joker five are never equal."""
    worth = most_worth(rows, at)
    if worth == HIGH_FIVE and not can_joke:
        return FOUR if rows[at, NATURALS] > 1 else HIGHEST_COLOUR_ROW
    return worth


def lay_card(table: Any, frames: Any, square: int, card: int) -> None:
    """Lay a card on the board, and note it in all frames through its square."""
    table[square] = card
    for i in range(THROUGH):
        frame = FRAMES_AT[square, i]
        if frame >= 0:
            add_card(frames, frame, frames, frame, card)


def may_name(frames: Any, frame: int, cards: int, is_first: bool) -> bool:
    """Whether a seat with so many cards may name the frame, in its first turn or later (HF2, HF3)."""
    if is_first:
        return bool(JOINS_START[frame] and frames[frame, FILLED] == LONG - FIRST_LAID)
    return is_open(frames[frame, FILLED], cards)


# --- filling a frame ---------------------------------------------------------------------------


def price(prices: Any, card: int) -> int:
    """What a card is worth in hand."""
    return int(prices[1] if card >= JOKER else prices[0])


def fill_frame(
    rows: Any, picks: Any, costs: Any, hand: Any, size: int, prices: Any, values: Any, kept: Any
) -> None:
    """Try every choice of cards of a hand for the frame in row 0 of `rows`, leaving out what cannot be among
    the best. `values`, the best first, says what the best so far are worth, points less prices, and `kept`
    which places of the hand they take; better ones are put among them."""
    gaps = LONG - rows[0, FILLED]
    last = len(values) - 1
    can_joke = rows[0, FILLED] > rows[0, NATURALS] or hand_has_joker(hand, size)
    depth = 0
    picks[0] = -1
    costs[0] = 0
    while depth >= 0:
        picks[depth] += 1
        place = picks[depth]
        if place > size - gaps + depth:
            depth -= 1
            continue
        card = hand[place]
        cost = costs[depth] + price(prices, card)
        if depth == gaps - 1:
            value = worth_with(rows, depth, card) * POINT - cost
            if value > values[last]:
                keep(picks, gaps, value, values, kept)
            continue
        add_card(rows, depth, rows, depth + 1, card)
        least = cost + (gaps - 1 - depth) * prices[0]
        if bound(rows, depth + 1, can_joke) * POINT - least > values[last]:
            depth += 1
            costs[depth] = cost
            picks[depth] = place


def hand_has_joker(hand: Any, size: int) -> bool:
    """Whether a joker is among the first `size` cards."""
    count = 0
    for place in range(size):
        count += hand[place] >= JOKER
    return count > 0


def keep(picks: Any, gaps: int, value: int, values: Any, kept: Any) -> None:
    """Put a choice among the best, in its place; the last of them goes."""
    rank = len(values) - 1
    while rank > 0 and values[rank - 1] < value:
        values[rank] = values[rank - 1]
        for i in range(MOST_LAID):
            kept[rank, i] = kept[rank - 1, i]
        rank -= 1
    values[rank] = value
    for i in range(MOST_LAID):
        kept[rank, i] = picks[i] if i < gaps else -1


def best_play(
    frames: Any, rows: Any, ways: Any, hand: Any, size: int, prices: Any, is_first: bool, best: Any
) -> int:
    """The play of the whole turn that is worth most, points less prices; NOT_FOUND where no frame is
    possible. Its frame and the places of its cards in the hand are written to `best`.

    `ways` is room to work: its rows are picks, costs, values and kept.
    """
    values, kept = ways[2, :1], ways[3:4]
    values[0] = NOT_FOUND
    has_joker = hand_has_joker(hand, size)
    best[0] = -1
    for gaps in range(1, min(MOST_LAID, size) + 1):
        for frame in range(FRAME_COUNT):
            if LONG - frames[frame, FILLED] != gaps or not may_name(frames, frame, size, is_first):
                continue
            can_joke = has_joker or frames[frame, FILLED] > frames[frame, NATURALS]
            if bound(frames, frame, can_joke) * POINT - gaps * prices[0] <= values[0]:
                continue
            before = values[0]
            for column in range(COLUMNS):
                rows[0, column] = frames[frame, column]
            fill_frame(rows, ways[0], ways[1], hand, size, prices, values, kept)
            if values[0] > before:
                best[0] = frame
                for i in range(MOST_LAID):
                    best[1 + i] = kept[0, i]
    return int(values[0])
