"""What a move of Torris gives up beside the best one: in points right after it, or by the answer."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, Seat, _
from handvoll.games.torris.rules import State
from handvoll.games.torris.towers import points_of


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """What the towers count after either move (TO7), or after the answer that costs most."""
    poor, good = map(seen.after, (played, best))
    assert isinstance(poor, State)
    assert isinstance(good, State)
    few, many = (_points(after, seen.seat) for after in (poor, good))
    if few < many:
        return _(
            "After {move} the towers of {player} count {few} points, after {best} {many}.",
            move=played,
            best=best,
            player=Seat(seen.seat),
            few=few,
            many=many,
        )
    few, many = (_least_points(after, seen.seat) for after in (poor, good))
    if few < many:
        return _(
            "After {move} the answer can bring {player} down to {few} points, after {best} only to {many}.",
            move=played,
            best=best,
            player=Seat(seen.seat),
            few=few,
            many=many,
        )
    return None


def _points(state: State, seat: int) -> int:
    return points_of(state.tops, state.heights, seat)


def _least_points(state: State, seat: int) -> int:
    """The points of `seat` after the other's next move; as they are where it has none."""
    if state.to_act != (1 - seat,):
        return _points(state, seat)
    return min(_points(state.after(1 - seat, move), seat) for move in state.moves(1 - seat))
