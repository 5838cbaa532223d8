"""How a game behaves in real time at a live table, where the bare rules know no clock.

A game that has something to say about this gives `LIVE = <its own Live>` in `live.py` of its folder. Times
are milliseconds after the game's last step. Everything here is pure; the table asks, and acts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from handvoll.core.messages import Message

if TYPE_CHECKING:
    from handvoll.core.game import Game


class Given(NamedTuple):
    """An answer that counts as given."""

    seat: int
    move: str


class Span(NamedTuple):
    """A time in which something can happen: not before `start`, and by itself at `end` (None: never)."""

    kind: str
    start: int
    end: int | None
    does: Sequence[Given] = ()
    """What happens by itself at `end`."""
    tell: Message | None = None
    """What those do meanwhile who are not asked, where it is more than to wait."""


class Live:
    """The live table's reading of a game; this one is of games that need none."""

    flip: str | None = None
    """The chance event that starts the game's clock."""
    hand_over: str | None = None
    """What a seat plays that only ends the waiting for others (see `overtakes`): no move of the rules."""

    hand_over_label: Message | None = None
    """What the button for it says."""

    def overtakes(self, game: Game) -> Mapping[int, Sequence[Given]]:
        """Seats that may act although the rules still wait for others, each with the answers of those others
        that its acting stands for."""
        return {}

    def span(self, game: Game, speed: int) -> Span | None:
        """The time that runs at this moment of the game; `speed` is the host's, in per cent."""
        return None

    def reaction(self, game: Game, seat: int, level: int) -> int | None:
        """How long an opponent of that level takes, on average, to do what `seat` is asked, in games where
        speed counts; None: as long as in any game."""
        return None

    def patience(self, level: int) -> int:
        """How long an opponent of that level leaves people to answer before its own action cuts them
        short."""
        return 0

    def earliest(self, game: Game, seat: int, move: str, speed: int) -> int:
        """How long after the last step `seat` may play `move`."""
        span = self.span(game, speed)
        return 0 if span is None else span.start


NOT_LIVE = Live()
