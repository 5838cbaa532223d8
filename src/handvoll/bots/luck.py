"""Random numbers for playouts: the same numbers interpreted and compiled (Marsaglia's xorshift128).

`luck` is a sequence whose first SIZE whole numbers are the generator's own.
"""

from __future__ import annotations

from collections.abc import MutableSequence

SIZE = 4
BITS = 32
_WORD = (1 << BITS) - 1


def seed_luck(luck: MutableSequence[int], seed: int) -> None:
    """Begin anew: the same seed gives the same numbers."""
    luck[0], luck[1], luck[2], luck[3] = seed & _WORD, 362436069, 521288629, 88675123
    for _mix in range(20):
        next_luck(luck)


def next_luck(luck: MutableSequence[int]) -> int:
    """A random number of BITS bits."""
    mixed = luck[0] ^ (luck[0] << 11 & _WORD)
    luck[0], luck[1], luck[2] = luck[1], luck[2], luck[3]
    luck[3] = luck[3] ^ luck[3] >> 19 ^ mixed ^ mixed >> 8
    return luck[3]


def luck_below(luck: MutableSequence[int], below: int) -> int:
    """A random whole number from 0 to below - 1 (each as likely as any other but for below in 2 ** BITS)."""
    return next_luck(luck) * below >> BITS
