"""What five cards are worth (HF4, HF5): pure functions over whole numbers.

A card is `colour * 16 + number`, colours 0 to 3 in the order of COLOURS, numbers 1 to 13; a joker is JOKER or
more. The points name the combination: no two combinations are worth the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

COLOURS = "RBGY"
HIGHEST = 13
JOKER = 64
"""Jokers are JOKER + 1 + seat, so `card >= JOKER` tells them."""

HIGH_FIVE = 30
HIGHEST_COLOUR_ROW = 25
COLOUR_ROW = 20
FOUR = 15
THREE_AND_TWO = 10
COLOUR = 8
SEQUENCE = 6
THREE = 3
TWO_PAIRS = 2
PAIR = 1
NOTHING = 0

RUNS = tuple(
    [sum(1 << (number if number <= HIGHEST else 1) for number in range(low, low + 5)) for low in range(1, 11)]
)
"""The numbers of each possible sequence as a bit set: 1 opens the first and closes the last as 14."""

CARDS = tuple([colour * 16 + number for colour in range(4) for number in range(1, HIGHEST + 1)])


def points(cards: Sequence[int]) -> int:
    """What five cards are worth, read as the most valuable combination; jokers stand for any card."""
    numbers = 0
    colours = 0
    most = 0
    naturals = 0
    counts = [0] * (HIGHEST + 1)
    for card in cards:
        if card < JOKER:
            number = card & 15
            naturals += 1
            numbers |= 1 << number
            colours |= 1 << (card >> 4)
            counts[number] += 1
            if counts[number] > most:
                most = counts[number]
    return combined(naturals, numbers, numbers.bit_count(), colours, most)


def combined(naturals: int, numbers: int, kinds: int, colours: int, most: int) -> int:
    """What so many cards are worth, filled up to five with jokers: their numbers and colours as bit sets, how
    many different numbers there are, and how many cards have the same at most. The search compiles it."""
    equal = most + 5 - naturals
    if equal == 5:
        return HIGH_FIVE
    one_colour = colours & (colours - 1) == 0
    in_sequence = kinds == naturals and is_within_run(numbers)
    if one_colour and in_sequence:
        return HIGHEST_COLOUR_ROW if numbers & ~RUNS[-1] == 0 else COLOUR_ROW
    if equal == 4:
        return FOUR
    if kinds == 2:  # not four equal, so three and two, or a joker makes them so
        return THREE_AND_TWO
    if one_colour:
        return COLOUR
    if in_sequence:
        return SEQUENCE
    if equal == 3:
        return THREE
    if equal == 2:  # a joker would have made three of any pair
        return TWO_PAIRS if kinds == 3 else PAIR
    return NOTHING


def is_within_run(numbers: int) -> bool:
    """Whether some sequence has all these numbers, given as a bit set."""
    for run in RUNS:  # noqa: SIM110 - the compiler knows no generators in any()
        if numbers & ~run == 0:
            return True
    return False


@lru_cache(maxsize=4096)
def reading(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The five cards with each joker replaced by a card it stands for in the best combination (HF5)."""
    best = points(cards)
    for place, card in enumerate(cards):
        if card >= JOKER:
            stood_for = next(
                natural
                for natural in (*_likely(cards), *CARDS)
                if points((*cards[:place], natural, *cards[place + 1 :])) == best
            )
            return reading((*cards[:place], stood_for, *cards[place + 1 :]))
    return cards


def _likely(cards: Sequence[int]) -> list[int]:
    """What people would say a joker is: the highest card of the colour that already lies, then the others."""
    naturals = [card for card in cards if card < JOKER]
    colour = naturals[0] >> 4 if naturals else 0
    return [colour * 16 + number for number in (1, *range(HIGHEST, 1, -1))]
