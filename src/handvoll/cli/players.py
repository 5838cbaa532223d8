"""Who sits at the table in the terminal: people, and opponents by level or by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from handvoll.core.errors import BadPlayers, BadRequest
from handvoll.core.messages import _

if TYPE_CHECKING:
    from handvoll.core.game import Game

HUMAN, RANDOM = "human", "random"
LEVELS = ("1", "2", "3", "4", "5")
KINDS = (HUMAN, RANDOM, *(f"level{level}" for level in LEVELS))
USUAL = 2
"""The level of opponents where nothing else is asked for."""


class Player(NamedTuple):
    """What sits on one seat."""

    kind: str = HUMAN
    name: str = ""

    @property
    def is_human(self) -> bool:
        """Whether somebody types this seat's moves."""
        return self.kind == HUMAN

    def choose(self, game: Game, seat: int, seed: str) -> str:
        """The move of an opponent; the same seed gives the same one."""
        import random

        if self.kind == RANDOM:
            return random.Random(seed).choice(game.legal(seat))
        from handvoll.bots import best

        luck = random.Random(seed).randrange(2**32)
        return best(game, seat, int(self.kind.removeprefix("level")), seed=luck).move


def read_seating(text: str) -> tuple[int, str]:
    """`1=random` as (1, "random"): a seat counted from 0, and one of KINDS; `level:3` is level3 too."""
    seat, sign, kind = text.partition("=")
    kind = kind.replace("level:", "level", 1)
    if not sign or not (seat.isascii() and seat.isdigit()) or len(seat) > 2 or kind not in KINDS:
        raise BadRequest(
            _(
                "A seat reads like 0=human or 1=random, its kind one of {kinds}; not {came!r}.",
                kinds=", ".join(KINDS),
                came=text[:40],
            )
        )
    return int(seat), kind


def read_level(text: str) -> int:
    """A level from 1 to 5."""
    if text not in LEVELS:
        raise BadRequest(_("A level is a whole number from 1 to 5, not {came}.", came=text[:40]))
    return int(text)


def seated(
    players: int, seatings: Sequence[tuple[int, str]], names: Sequence[str], level: int = USUAL
) -> tuple[Player, ...]:
    """Who sits where: as asked for, otherwise a person on the first seat (or, where that was given to an
    opponent, on the first that is left) and opponents of that level on the others."""
    asked = {0: HUMAN, **dict(seatings)}
    for seat in asked:
        if not 0 <= seat < players:
            raise BadPlayers(_("There is no seat {seat}: the {n} seats count from 0.", seat=seat, n=players))
    if HUMAN not in asked.values():
        left = [seat for seat in range(players) if seat not in asked]
        asked |= dict.fromkeys(left[:1], HUMAN)
    kinds = {seat: asked.get(seat, f"level{level}") for seat in range(players)}
    if len(names) > players:
        raise BadPlayers(_("There are {n} seats and {names} names.", n=players, names=len(names)))
    called = [*names, *[""] * (players - len(names))]
    return tuple(Player(kinds[seat], called[seat]) for seat in range(players))
