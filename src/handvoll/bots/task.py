"""What an opponent in another process is sent: what one seat may know, and how hard to think."""

from __future__ import annotations

from typing import Any

import msgspec

from handvoll.bots import SECONDS, Effort, Seen
from handvoll.core.state import Step
from handvoll.games import card


class Task(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to think about."""

    game: str
    seat: int
    view: dict[str, Any]
    steps: list[tuple[int | None, str, int | None]]
    position: str | None
    level: int
    seed: int
    seconds: float | None = None
    """The level's own where not said."""
    nodes: int | None = None

    @classmethod
    def of(
        cls, seen: Seen, level: int, seed: int, seconds: float | None = None, nodes: int | None = None
    ) -> Task:
        """The task to think about what was seen."""
        steps = [(step.seat, step.text, step.at) for step in seen.steps]
        return cls(
            seen.card.id, seen.seat, dict(seen.view), steps, seen.position, level, seed, seconds, nodes
        )

    @property
    def seen(self) -> Seen:
        """What the seat may know."""
        steps = [Step(*step) for step in self.steps]
        return Seen(card(self.game), self.seat, self.view, steps, self.position)

    @property
    def effort(self) -> Effort:
        """How hard to think, from now on."""
        seconds = SECONDS[self.level] if self.seconds is None else self.seconds
        return Effort(self.level, seconds, self.nodes, self.seed)
