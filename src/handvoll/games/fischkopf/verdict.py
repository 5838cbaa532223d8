"""What a stone of Fischkopf gives up beside the best one."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, _
from handvoll.games.fischkopf.rules import BIT, FITTING, WEIGHTS, free_sum
from handvoll.games.fischkopf.solver import SETS, placed


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """How many throws end the turn, or what is still free, where it is about placing a stone."""
    if not (played.isdigit() and best.isdigit()):
        return None
    stones = sum(BIT[field] for field in seen.view["stones"])
    poor, good = (int(placed()[stones, int(field) - 1]) for field in (played, best))
    if max(poor, good) >= SETS:  # with that stone the turn, or the game, is over
        return None
    many, few = ending_throws(poor), ending_throws(good)
    if many > few:
        return _(
            "After {move} the next throw ends the turn in {many} of 36 cases, after {best} in {few}.",
            move=played,
            best=best,
            many=many,
            few=few,
        )
    if free_sum(poor) > free_sum(good):
        return _(
            "After {move} the free fields count {many} points, after {best} {few}.",
            move=played,
            best=best,
            many=free_sum(poor),
            few=free_sum(good),
        )
    return None


def ending_throws(stones: int) -> int:
    """In how many of 36 cases a throw fits nowhere (FK2)."""
    free = placed()[stones] >= 0
    return sum(
        ways
        for throw, ways in WEIGHTS.items()
        if not any(free[field - 1] for field in FITTING[throw] if field <= 12)
    )
