"""Who sits at the table in the terminal: people, and opponents by level or by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from handvoll.core.errors import BadPlayers, BadRequest
from handvoll.core.messages import _

if TYPE_CHECKING:
    from handvoll.core.game import Game

HUMAN, RANDOM = "human", "random"
KINDS = (HUMAN, RANDOM, "level1", "level2", "level3", "level4", "level5")
USUAL = "level2"
"""Who plays where nothing else is asked for."""


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


def seated(players: int, seatings: Sequence[tuple[int, str]], names: Sequence[str]) -> tuple[Player, ...]:
    """Who sits where: as asked for, otherwise a person on the first seat and kind opponents on the others."""
    kinds = {seat: HUMAN if seat == 0 else USUAL for seat in range(players)}
    for seat, kind in seatings:
        if seat not in kinds:
            raise BadPlayers(_("There is no seat {seat}: the {n} seats count from 0.", seat=seat, n=players))
        kinds[seat] = kind
    if len(names) > players:
        raise BadPlayers(_("There are {n} seats and {names} names.", n=players, names=len(names)))
    called = [*names, *[""] * (players - len(names))]
    return tuple(Player(kinds[seat], called[seat]) for seat in range(players))
