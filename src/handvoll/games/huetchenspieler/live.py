"""Hütchenspieler at a live table: time to memorise, and pushes that eyes can follow (HS3, HS4)."""

from __future__ import annotations

from typing import cast

from handvoll.core.game import Game
from handvoll.core.live import Given, Live, Span
from handvoll.games.huetchenspieler.rules import State
from handvoll.games.huetchenspieler.stones import COVER

LOOK_AT_LEAST_MS, LOOK_AT_MOST_MS = 10_000, 20_000
PUSH_MS = 900
"""How long a push takes at the game's own pace."""


class HuetchenspielerLive(Live):
    """The faces stay up for ten to twenty seconds; pushes keep a distance."""

    def span(self, game: Game, speed: int) -> Span | None:
        state = cast("State", game.state)
        if not state.to_act or not state.row:
            return None
        if not state.covered:
            return Span("cover", LOOK_AT_LEAST_MS, LOOK_AT_MOST_MS, (Given(state.pusher, COVER),))
        if state.pushes:
            # Also what follows the last push waits until that push has been seen.
            return Span("push", PUSH_MS * 100 // speed, None) if self._just_pushed(game) else None
        return None

    @staticmethod
    def _just_pushed(game: Game) -> bool:
        return game.step is not None and game.step.text.startswith("push ")


LIVE = HuetchenspielerLive()
