"""Fair dealing: all that chance decides at a table follows from a secret promised before the start, the words
that the guests add, and the place in the game.

The promise (`commitment`) is published when the table opens, the words come after it, and the secret when the
game is over: then anybody can recompute every card and die, and nobody could have chosen them. The place is
the *ply of the game*, not the number of the event, so that a step taken back and played again meets the dice
it met before (docs/decisions/fair-dealing.md).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from handvoll.core.state import Below

SECRET_BYTES = 32
LONGEST_WORD = 64


def commitment(secret: bytes) -> str:
    """The promise that is published before the start."""
    return hashlib.sha256(secret).hexdigest()


def below(secret: bytes, words: Sequence[str], table: str, place: str) -> Below:
    """The dealer's hand at one place: `lot`, or `ply 12`. Every number it gives is the first of
    HMAC-SHA-256(secret, words ‖ table ‖ place ‖ counter), counter 0, 1, 2, …, cut to as many bits as needed,
    that is small enough: uniform, without a modulo's bias."""
    message = b"".join(_framed(part) for part in (*words, table, place))
    counter = 0

    def draw(n: int) -> int:
        nonlocal counter
        if n < 1:
            raise ValueError(f"nothing is below {n}")
        bits = (n - 1).bit_length()
        while bits:
            digest = hmac.digest(secret, message + counter.to_bytes(4, "big"), "sha256")
            counter += 1
            ticket = int.from_bytes(digest, "big") >> (256 - bits)
            if ticket < n:
                return ticket
        return 0

    return draw


def _framed(part: str) -> bytes:
    """A text with its length before it, so that no two lists of texts run together to the same bytes."""
    data = part.encode()
    return len(data).to_bytes(4, "big") + data


def at_ply(ply: int) -> str:
    """The place of the chance event that happens when `ply` steps have been played."""
    return f"ply {ply}"


def first_chair(secret: bytes, words: Sequence[str], table: str) -> int:
    """The lot: which chair plays seat 0."""
    return below(secret, words, table, "lot")(len(words))
