"""Six at a live table: the flipped timer, the active seat that does not wait for claims (SX5), and how fast
opponents are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from handvoll.core.game import Game
from handvoll.core.live import Given, Live
from handvoll.core.messages import _
from handvoll.games.six.notation import CLAIM, SAND
from handvoll.games.six.rules import SKIP, State

NOTICE_MS = {1: 2600, 2: 2000, 3: 1500, 4: 1100, 5: 700}
"""How long a level takes to notice that it can secure a card."""
HANDS_MS = {1: 2000, 2: 1700, 3: 1400, 4: 1100, 5: 900}
"""How long it takes to throw, to cover or to lift the tube: eyes are to follow."""
PATIENCE_MS = {1: 5000, 2: 4000, 3: 3500, 4: 3000, 5: 2500}
"""How long it leaves people to secure their cards before it throws on."""


class SixLive(Live):
    """SX5: the next action of the active seat counts as `skip` for all who have not answered. After the last
    roll of its turn that action is to hand the dice on, which the bare rules do by themselves."""

    flip = SAND
    hand_over = "swap"
    hand_over_label = _("Hand the dice on")

    def overtakes(self, game: Game) -> Mapping[int, Sequence[Given]]:
        turn = cast("State", game.state).turn
        if turn.phase != CLAIM:
            return {}
        return {turn.active: [Given(seat, SKIP) for seat in turn.asked]}

    def reaction(self, game: Game, seat: int, level: int) -> int:
        claims = game.state.to_act if cast("State", game.state).turn.phase == CLAIM else ()
        return (NOTICE_MS if seat in claims else HANDS_MS)[level]

    def patience(self, level: int) -> int:
        return PATIENCE_MS[level]


LIVE = SixLive()
