"""What a jump of Abräumen gives up beside the best one: said only where the solver has shown it."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, _
from handvoll.games.abraeumen import solver
from handvoll.games.abraeumen.rules import CHANGES, State

MOST = 300_000
"""How many positions are looked at to see whether one can still be solved."""


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """That the position could be solved, and now it cannot."""
    state = seen.state
    assert isinstance(state, State)
    changes = {state.move_text(move): CHANGES[move] for move in state.jumps}
    if _is_solvable(state.stones ^ changes[best]) and _is_solvable(state.stones ^ changes[played]) is False:
        return _("After {best} it could still have been solved, after {move} never.", move=played, best=best)
    return None


def _is_solvable(stones: int) -> bool | None:
    """Whether one stone can be left; None where that is not seen soon."""
    return solver.solve(stones, solver.Meter(MOST)).is_solvable
