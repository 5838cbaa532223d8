"""The search for High Five!: games played on with sampled hidden hands, to weigh what a play leaves behind.

Plain loops over flat arrays, which Numba compiles as they stand (`opponent.py` does so). In the games that
are played on every seat lays what is worth most at once, points less what its cards are worth in hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from handvoll.bots import luck
from handvoll.bots.desk import Desk, Layout
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


# All that makes up a game, as far as a seat knows it or has sampled it.
GAME: Layout = [
    ("cards", np.int64, (SQUARES,)),  # [square] -> its card, or 0
    ("frames", np.int64, (FRAME_COUNT, COLUMNS)),  # [frame] -> what lies in it (`plays`)
    ("hands", np.int64, (SEATS, WIDEST)),  # [seat] -> its cards
    ("sizes", np.int64, (SEATS,)),  # [seat] -> how many it has
    ("pile", np.int64, (len(CARDS),)),  # the cards to draw, the last first
    ("scores", np.int64, (SEATS,)),
    ("game", np.int64, (SEATED + 1,)),  # what is counted
]
LAYOUT: Layout = [
    *GAME,  # the game that is played on
    # The game as the seat knows it; in `pile` all cards it has not seen.
    *[(f"root_{name}", kind, shape) for name, kind, shape in GAME],
    ("samples", np.int64, (SAMPLES, WIDEST)),  # [sample] -> a hand that the next seat may have
    # [seat, whether the pile is empty] -> what a card and a joker are worth in hand
    ("prices", np.int64, (SEATS, 2, 2)),
    ("luck", np.int64, (luck.SIZE,)),
    ("counts", np.int64, (LIMIT + 1,)),
    # What finding the best play needs.
    ("rows", np.int64, (LONG + 1, COLUMNS)),
    ("ways", np.int64, (4, MOST_LAID + 1)),
    ("best", np.int64, (MOST_LAID + 1,)),
]


def new_desk() -> Desk:
    """Memory for a search."""
    return Desk(LAYOUT)


# --- a game that is played on ------------------------------------------------------------------


def set_back(desk: Any) -> None:
    """Begin again with the game as the seat knows it."""
    desk.cards[:] = desk.root_cards
    desk.frames[:] = desk.root_frames
    desk.hands[:] = desk.root_hands
    desk.sizes[:] = desk.root_sizes
    desk.pile[:] = desk.root_pile
    desk.scores[:] = desk.root_scores
    desk.game[:] = desk.root_game


def deal_hidden(desk: Any, seat: int) -> None:
    """Deal what the seat has not seen to the others' hands; what is left is the pile, in the order of
    drawing."""
    count = desk.game[PILE]
    for other in range(desk.game[SEATED]):
        if other != seat:
            count += desk.sizes[other] - hand_has_joker(desk.hands[other], desk.sizes[other])
    for i in range(count):
        j = i + luck_below(desk.luck, count - i)
        desk.pile[i], desk.pile[j] = desk.pile[j], desk.pile[i]
    for other in range(desk.game[SEATED]):
        if other != seat:
            for place in range(desk.sizes[other]):
                if desk.hands[other, place] < JOKER:
                    count -= 1
                    desk.hands[other, place] = desk.pile[count]


def play_turn(desk: Any) -> None:
    """The seat in turn lays what is worth most at once, and draws."""
    seat = desk.game[TURN]
    hand, size = desk.hands[seat], desk.sizes[seat]
    prices = desk.prices[seat, 0 if desk.game[PILE] else 1]
    is_first = desk.game[TURNS] < desk.game[SEATED]
    best_play(desk.frames, desk.rows, desk.ways, hand, size, prices, is_first, desk.best)
    frame = desk.best[0]
    if frame < 0:
        drop_any(desk)
    else:
        fill(desk, frame)
    end_turn(desk)


def fill(desk: Any, frame: int) -> None:
    """Lay the chosen cards in the frame, in any order, and score it."""
    seat = desk.game[TURN]
    hand = desk.hands[seat]
    gaps = LONG - desk.frames[frame, FILLED]
    for i in range(LONG):
        square = SQUARES_OF[frame, i]
        if desk.cards[square] == 0:
            j = 1 + luck_below(desk.luck, gaps)
            lay_card(desk.cards, desk.frames, square, hand[desk.best[j]])
            hand[desk.best[j]] = 0
            desk.best[j] = desk.best[gaps]
            gaps -= 1
    close_hand(desk, seat)
    desk.scores[seat] += most_worth(desk.frames, frame)


def close_hand(desk: Any, seat: int) -> None:
    """Close the gaps of a hand from which cards were laid."""
    count = 0
    for place in range(desk.sizes[seat]):
        card = desk.hands[seat, place]
        if card:
            desk.hands[seat, count] = card
            count += 1
    desk.sizes[seat] = count


def drop_any(desk: Any) -> None:
    """Lay a card on any empty square, for no points (HF6), the joker last."""
    seat = desk.game[TURN]
    empty = 0
    for square in range(SQUARES):
        empty += desk.cards[square] == 0
    skip = luck_below(desk.luck, empty)
    for square in range(SQUARES):
        if desk.cards[square] == 0:
            if skip == 0:
                place = 1 if desk.hands[seat, 0] >= JOKER and desk.sizes[seat] > 1 else 0
                lay_card(desk.cards, desk.frames, square, desk.hands[seat, place])
                desk.hands[seat, place] = 0
                break
            skip -= 1
    close_hand(desk, seat)


def end_turn(desk: Any) -> None:
    """Draw (HF7), give the bonus (HF8), and pass on to the next seat that has cards."""
    game, seat = desk.game, desk.game[TURN]
    for _draw in range(min(DRAWS, game[PILE])):
        game[PILE] -= 1
        desk.hands[seat, desk.sizes[seat]] = desk.pile[game[PILE]]
        desk.sizes[seat] += 1
    if game[BONUS_TO] < 0 and game[PILE] == 0 and desk.sizes[seat] == 0:
        desk.scores[seat] += BONUS
        game[BONUS_TO] = seat
    game[TURNS] += 1
    seats = game[SEATED]
    for step in range(1, seats + 1):
        other = (seat + step) % seats
        if desk.sizes[other]:
            game[TURN] = other
            return
    game[TURN] = -1


def play_on(desk: Any, turns: int) -> None:
    """Play that many turns, or to the end."""
    for _turn in range(turns):
        if desk.game[TURN] < 0 or desk.counts[STOP]:
            return
        play_turn(desk)
        count_node(desk)


def count_node(desk: Any) -> None:
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


def lay_play(desk: Any, play: Any) -> None:
    """Lay the cards of a play of the seat in turn, and score it."""
    seat = desk.game[TURN]
    hand = desk.hands[seat]
    for i in range(play[LAID]):
        card = play[CARD + i]
        lay_card(desk.cards, desk.frames, play[SQUARE + i], card)
        for place in range(desk.sizes[seat]):
            if hand[place] == card:
                hand[place] = 0
    close_hand(desk, seat)
    if play[FRAME] >= 0:
        desk.scores[seat] += most_worth(desk.frames, play[FRAME])


def seed_sample(desk: Any, seed: int, sample: int) -> None:
    """The luck of a sample: the same for all plays that are compared."""
    seed_luck(desk.luck, seed + 0x9E3779B1 * sample)


def sample_hands(desk: Any, seed: int) -> int:
    """Sample hands of the seat that comes next; returns which seat that is, or the seat in turn itself."""
    seat = desk.root_game[TURN]
    seats = desk.root_game[SEATED]
    follower = seat
    for step in range(seats - 1, 0, -1):
        if desk.root_sizes[(seat + step) % seats]:
            follower = (seat + step) % seats
    for sample in range(SAMPLES):
        set_back(desk)
        seed_sample(desk, seed, sample)
        deal_hidden(desk, seat)
        desk.samples[sample, :] = desk.hands[follower]
    return int(follower)


def weigh_plays(desk: Any, seed: int, plays: Any, replies: Any) -> int:
    """Write what each play lets the next seat do, by sampled hands: the worth of its best play, points less
    prices, in hundredths. Returns how many plays were weighed before the clock stopped it."""
    seat = desk.root_game[TURN]
    follower = sample_hands(desk, seed)
    for i in range(len(plays)):
        if desk.counts[STOP]:
            return i
        set_back(desk)
        lay_play(desk, plays[i])
        replies[i] = 0 if follower == seat else mean_reply(desk, follower)
        count_node(desk)
    return len(plays)


def mean_reply(desk: Any, follower: int) -> int:
    """What the sampled hands of the next seat can make of the board, one with the other."""
    prices = desk.prices[follower, 0 if desk.root_game[PILE] > DRAWS else 1]
    size = desk.sizes[follower]
    is_first = desk.root_game[TURNS] + 1 < desk.root_game[SEATED]
    total = 0
    for sample in range(SAMPLES):
        hand = desk.samples[sample]
        value = best_play(desk.frames, desk.rows, desk.ways, hand, size, prices, is_first, desk.best)
        total += 0 if value == NOT_FOUND else value
        count_node(desk)
    return int(total // SAMPLES)


def play_out(desk: Any, play: Any, seed: int, sample: int, turns: int) -> float:
    """By how many points the seat in turn is ahead of the others, one with the other, so many turns after its
    play; cards that are still in hand count as what they are worth."""
    seat, seats = desk.root_game[TURN], desk.root_game[SEATED]
    set_back(desk)
    seed_sample(desk, seed, sample)
    deal_hidden(desk, seat)
    lay_play(desk, play)
    end_turn(desk)
    count_node(desk)
    play_on(desk, turns)
    lead = 0
    for other in range(seats):
        worth = desk.scores[other] * POINT
        prices = desk.prices[other, 0 if desk.game[PILE] else 1]
        for place in range(desk.sizes[other]):
            worth += price(prices, desk.hands[other, place])
        lead += worth * (seats - 1) if other == seat else -worth
    return float(lead / (seats - 1) / POINT)


def try_plays(
    desk: Any, plays: Any, alive: Any, seed: int, first: int, last: int, turns: int, sums: Any
) -> int:
    """Play on after each of the plays that are `alive`, with the samples from `first` on; adds leads and
    their squares to `sums`. Returns before which sample the clock stopped it."""
    found = np.zeros(len(alive))
    for sample in range(first, last):
        for i in range(len(alive)):
            found[i] = play_out(desk, plays[alive[i]], seed, sample, turns)
            if desk.counts[STOP]:
                return sample
        for i in range(len(alive)):
            sums[alive[i], 0] += found[i]
            sums[alive[i], 1] += found[i] * found[i]
    return last


def list_plays(desk: Any, frame: int, values: Any, kept: Any) -> None:
    """Find the best choices of cards for a frame from the hand of the seat in turn."""
    seat = desk.root_game[TURN]
    for column in range(COLUMNS):
        desk.rows[0, column] = desk.root_frames[frame, column]
    prices = desk.prices[seat, 0 if desk.root_game[PILE] else 1]
    values[:] = NOT_FOUND
    fill_frame(
        desk.rows,
        desk.ways[0],
        desk.ways[1],
        desk.root_hands[seat],
        desk.root_sizes[seat],
        prices,
        values,
        kept,
    )
