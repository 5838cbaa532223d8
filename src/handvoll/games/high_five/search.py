"""The search for High Five!: games played on with sampled hidden hands, to weigh what a play leaves behind.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). In the games that
are played on every seat lays what is worth most at once, points less what its cards are worth in hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from handvoll.bots.luck import luck_below, seed_luck
from handvoll.games.high_five.board import DRAWS, LONG, MOST_LAID, SQUARES
from handvoll.games.high_five.combinations import CARDS, JOKER
from handvoll.games.high_five.notation import BONUS
from handvoll.games.high_five.plays import (
    COLUMNS,
    FILLED,
    FRAME_COUNT,
    NOT_FOUND,
    POINT,
    SQUARES_OF,
    WIDEST,
    best_play,
    fill_frame,
    hand_has_joker,
    lay_card,
    most_worth,
    price,
)

SEATS = 4
SAMPLES = 8
"""How many hands of the next seat are looked at for what a play offers it."""
NODES, STOP, LIMIT = range(3)
# What is counted in a game: cards in the pile, turns laid, whose turn it is (-1 at the end), who has
# the bonus (-1: nobody), and how many seats there are.
PILE, TURNS, TURN, BONUS_TO, SEATED = range(5)


class Table(NamedTuple):
    """One game, as far as a seat knows it or has sampled it."""

    cards: Any
    """[square] -> its card, or 0."""
    frames: Any
    """[frame] -> what lies in it (`plays`)."""
    hands: Any
    """[seat] -> its cards."""
    sizes: Any
    """[seat] -> how many it has."""
    pile: Any
    """The cards to draw, the last first."""
    scores: Any
    game: Any
    """What is counted."""


class Desk(NamedTuple):
    """All memory of a search."""

    root: Table
    """What the seat knows; in `pile` all cards it has not seen."""
    run: Table
    """The game that is played on."""
    samples: Any
    """[sample] -> a hand that the next seat may have."""
    prices: Any
    """[seat, whether the pile is empty] -> what a card and a joker are worth in hand."""
    rows: Any
    ways: Any
    best: Any
    luck: Any
    counts: Any


def new_table() -> Table:
    """An empty table."""
    return Table(
        np.zeros(SQUARES, np.int64),
        np.zeros((FRAME_COUNT, COLUMNS), np.int64),
        np.zeros((SEATS, WIDEST), np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(len(CARDS), np.int64),
        np.zeros(SEATS, np.int64),
        np.array([0, 0, 0, -1, 2], np.int64),
    )


def new_desk() -> Desk:
    """Memory for a search."""
    return Desk(
        new_table(),
        new_table(),
        np.zeros((SAMPLES, WIDEST), np.int64),
        np.zeros((SEATS, 2, 2), np.int64),
        np.zeros((LONG + 1, COLUMNS), np.int64),
        np.zeros((4, MOST_LAID + 1), np.int64),
        np.zeros(MOST_LAID + 1, np.int64),
        np.zeros(4, np.int64),
        np.zeros(3, np.int64),
    )


# --- a game that is played on ------------------------------------------------------------------


def copy_table(source: Table, target: Table) -> None:
    """Make `target` the same as `source`."""
    target.cards[:] = source.cards
    target.frames[:] = source.frames
    target.hands[:] = source.hands
    target.sizes[:] = source.sizes
    target.pile[:] = source.pile
    target.scores[:] = source.scores
    target.game[:] = source.game


def deal_hidden(desk: Desk, table: Table, seat: int) -> None:
    """Deal what the seat has not seen to the others' hands; what is left is the pile, in the order of
    drawing."""
    count = table.game[PILE]
    for other in range(table.game[SEATED]):
        if other != seat:
            count += table.sizes[other] - hand_has_joker(table.hands[other], table.sizes[other])
    for i in range(count):
        j = i + luck_below(desk.luck, count - i)
        table.pile[i], table.pile[j] = table.pile[j], table.pile[i]
    for other in range(table.game[SEATED]):
        if other != seat:
            for place in range(table.sizes[other]):
                if table.hands[other, place] < JOKER:
                    count -= 1
                    table.hands[other, place] = table.pile[count]


def play_turn(desk: Desk, table: Table) -> None:
    """The seat in turn lays what is worth most at once, and draws."""
    seat = table.game[TURN]
    hand, size = table.hands[seat], table.sizes[seat]
    prices = desk.prices[seat, 0 if table.game[PILE] else 1]
    is_first = table.game[TURNS] < table.game[SEATED]
    best_play(table.frames, desk.rows, desk.ways, hand, size, prices, is_first, desk.best)
    frame = desk.best[0]
    if frame < 0:
        drop_any(desk, table)
    else:
        fill(desk, table, frame)
    end_turn(table)


def fill(desk: Desk, table: Table, frame: int) -> None:
    """Lay the chosen cards in the frame, in any order, and score it."""
    seat = table.game[TURN]
    hand = table.hands[seat]
    gaps = LONG - table.frames[frame, FILLED]
    for i in range(LONG):
        square = SQUARES_OF[frame, i]
        if table.cards[square] == 0:
            j = 1 + luck_below(desk.luck, gaps)
            lay_card(table.cards, table.frames, square, hand[desk.best[j]])
            hand[desk.best[j]] = 0
            desk.best[j] = desk.best[gaps]
            gaps -= 1
    close_hand(table, seat)
    table.scores[seat] += most_worth(table.frames, frame)


def close_hand(table: Table, seat: int) -> None:
    """Close the gaps of a hand from which cards were laid."""
    count = 0
    for place in range(table.sizes[seat]):
        card = table.hands[seat, place]
        if card:
            table.hands[seat, count] = card
            count += 1
    table.sizes[seat] = count


def drop_any(desk: Desk, table: Table) -> None:
    """Lay a card on any empty square, for no points (HF6), the joker last."""
    seat = table.game[TURN]
    empty = 0
    for square in range(SQUARES):
        empty += table.cards[square] == 0
    skip = luck_below(desk.luck, empty)
    for square in range(SQUARES):
        if table.cards[square] == 0:
            if skip == 0:
                place = 1 if table.hands[seat, 0] >= JOKER and table.sizes[seat] > 1 else 0
                lay_card(table.cards, table.frames, square, table.hands[seat, place])
                table.hands[seat, place] = 0
                break
            skip -= 1
    close_hand(table, seat)


def end_turn(table: Table) -> None:
    """Draw (HF7), give the bonus (HF8), and pass on to the next seat that has cards."""
    game, seat = table.game, table.game[TURN]
    for _draw in range(min(DRAWS, game[PILE])):
        game[PILE] -= 1
        table.hands[seat, table.sizes[seat]] = table.pile[game[PILE]]
        table.sizes[seat] += 1
    if game[BONUS_TO] < 0 and game[PILE] == 0 and table.sizes[seat] == 0:
        table.scores[seat] += BONUS
        game[BONUS_TO] = seat
    game[TURNS] += 1
    seats = game[SEATED]
    for step in range(1, seats + 1):
        other = (seat + step) % seats
        if table.sizes[other]:
            game[TURN] = other
            return
    game[TURN] = -1


def play_on(desk: Desk, table: Table, turns: int) -> None:
    """Play that many turns, or to the end."""
    for _turn in range(turns):
        if table.game[TURN] < 0 or desk.counts[STOP]:
            return
        play_turn(desk, table)
        count_node(desk)


def count_node(desk: Desk) -> None:
    """Count a turn that was looked at, and stop where there were enough."""
    desk.counts[NODES] += 1
    if desk.counts[NODES] >= desk.counts[LIMIT]:
        desk.counts[STOP] = 1


# --- what a play leads to ----------------------------------------------------------------------

# A play is a row of numbers: how many cards are laid, the frame they complete (-1: dropped), the squares, and
# the cards.
LAID, FRAME, SQUARE = range(3)
CARD = SQUARE + MOST_LAID
PLAY = CARD + MOST_LAID


def lay_play(table: Table, play: Any) -> None:
    """Lay the cards of a play of the seat in turn, and score it."""
    seat = table.game[TURN]
    hand = table.hands[seat]
    for i in range(play[LAID]):
        card = play[CARD + i]
        lay_card(table.cards, table.frames, play[SQUARE + i], card)
        for place in range(table.sizes[seat]):
            if hand[place] == card:
                hand[place] = 0
    close_hand(table, seat)
    if play[FRAME] >= 0:
        table.scores[seat] += most_worth(table.frames, play[FRAME])


def seed_sample(desk: Desk, seed: int, sample: int) -> None:
    """The luck of a sample: the same for all plays that are compared."""
    seed_luck(desk.luck, seed + 0x9E3779B1 * sample)


def sample_hands(desk: Desk, seed: int) -> int:
    """Sample hands of the seat that comes next; returns which seat that is, or the seat in turn itself."""
    run, seat = desk.run, desk.root.game[TURN]
    seats = run.game[SEATED]
    follower = seat
    for step in range(seats - 1, 0, -1):
        if desk.root.sizes[(seat + step) % seats]:
            follower = (seat + step) % seats
    for sample in range(SAMPLES):
        copy_table(desk.root, run)
        seed_sample(desk, seed, sample)
        deal_hidden(desk, run, seat)
        desk.samples[sample, :] = run.hands[follower]
    return int(follower)


def best_value(desk: Desk, table: Table, seat: int, hand: Any, phase: int, is_first: bool) -> int:
    """What a hand's best play is worth, points less prices; nothing where there is none."""
    count_node(desk)
    prices = desk.prices[seat, phase]
    size = table.sizes[seat]
    value = best_play(table.frames, desk.rows, desk.ways, hand, size, prices, is_first, desk.best)
    return 0 if value == NOT_FOUND else value


def weigh_plays(desk: Desk, seed: int, plays: Any, features: Any) -> int:
    """Write what each play lets the seat itself do with its other cards, and what it lets the next seat do,
    by sampled hands, each in hundredths; returns how many were weighed before the clock stopped it."""
    root, run = desk.root, desk.run
    seat = root.game[TURN]
    follower = sample_hands(desk, seed)
    phase = 0 if root.game[PILE] > DRAWS else 1
    is_first = root.game[TURNS] + 1 < root.game[SEATED]
    for i in range(len(plays)):
        copy_table(root, run)
        lay_play(run, plays[i])
        if desk.counts[STOP]:
            return i
        features[i, 0] = best_value(desk, run, seat, run.hands[seat], phase, False)
        total = 0
        if follower != seat:
            for sample in range(SAMPLES):
                total += best_value(desk, run, follower, desk.samples[sample], phase, is_first)
        features[i, 1] = total // SAMPLES
    return len(plays)


def play_out(desk: Desk, play: Any, seed: int, sample: int, turns: int) -> int:
    """The lead of the seat in turn, in hundredths, after its play and so many turns more; cards still in hand
    count as what they are worth."""
    run, seat = desk.run, desk.root.game[TURN]
    copy_table(desk.root, run)
    seed_sample(desk, seed, sample)
    deal_hidden(desk, run, seat)
    lay_play(run, play)
    end_turn(run)
    count_node(desk)
    play_on(desk, run, turns)
    seats = run.game[SEATED]
    lead = 0
    for other in range(seats):
        worth = run.scores[other] * POINT
        prices = desk.prices[other, 0 if run.game[PILE] else 1]
        for place in range(run.sizes[other]):
            worth += price(prices, run.hands[other, place])
        lead += worth * (seats - 1) if other == seat else -worth
    return int(lead // (seats - 1))


def try_plays(
    desk: Desk, plays: Any, alive: Any, seed: int, first: int, last: int, turns: int, sums: Any
) -> int:
    """Play on after each of the plays that are `alive`, with the samples from `first` on; adds leads and
    their squares (in points) to `sums`. Returns before which sample the clock stopped it."""
    found = np.zeros(len(alive))
    for sample in range(first, last):
        for i in range(len(alive)):
            found[i] = play_out(desk, plays[alive[i]], seed, sample, turns) / POINT
            if desk.counts[STOP]:
                return sample
        for i in range(len(alive)):
            sums[alive[i], 0] += found[i]
            sums[alive[i], 1] += found[i] * found[i]
    return last


def list_plays(desk: Desk, frame: int, values: Any, kept: Any) -> None:
    """Find the best choices of cards for a frame from the hand of the seat in turn."""
    root = desk.root
    seat = root.game[TURN]
    for column in range(COLUMNS):
        desk.rows[0, column] = root.frames[frame, column]
    prices = desk.prices[seat, 0 if root.game[PILE] else 1]
    values[:] = NOT_FOUND
    fill_frame(
        desk.rows, desk.ways[0], desk.ways[1], root.hands[seat], root.sizes[seat], prices, values, kept
    )
