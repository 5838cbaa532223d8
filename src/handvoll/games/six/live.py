"""Six at a live table: the flipped timer, and the active seat that does not wait for claims (SX5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from handvoll.core.game import Game
from handvoll.core.live import Given, Live
from handvoll.core.messages import _
from handvoll.games.six.notation import CLAIM, SAND
from handvoll.games.six.rules import SKIP, State


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


LIVE = SixLive()
