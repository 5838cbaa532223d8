"""Hütchenspieler at a live table: time to remember, and pushes that eyes can follow (HS3, HS4)."""

from __future__ import annotations

from typing import cast

from handvoll.core.game import Game
from handvoll.core.live import Given, Live, Span
from handvoll.core.messages import Seat, _
from handvoll.games.huetchenspieler.rules import State
from handvoll.games.huetchenspieler.stones import COVER

LOOK_MS, LONGEST_LOOK_MS = 10_000, 20_000
PUSH_MS = 1_500
"""How long a push slides at the usual speed."""


class ShellGame(Live):
    """The time to look at the row and the pace of the pushes."""

    def span(self, game: Game, speed: int) -> Span | None:
        state = cast("State", game.state)
        if state.row and not state.covered:
            tell = _(
                "Look well and remember the row, before {player} turns it over.", player=Seat(state.pusher)
            )
            return Span("cover", LOOK_MS, LONGEST_LOOK_MS, (Given(state.pusher, COVER),), tell)
        # The stone pushed last is still sliding, before another push and before the first question.
        if state.pushes and not state.asked and None not in state.row:
            return Span("push", PUSH_MS * 100 // speed, None)
        return None


LIVE = ShellGame()
