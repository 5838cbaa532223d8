"""What a move of Make Five gives up beside the best one: in points of the rows right after it, or after the
sorting that follows."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, _
from handvoll.games.make_five.rules import State, sorts_at
from handvoll.games.make_five.slope import CELLS, board_points, drop_stone, sort_stone


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """To who sorts, what the rows count after either move; to who drops, what the next sorting can make of
    them."""
    state = seen.state
    assert isinstance(state, State)
    poor, good = (_board_after(state, text) for text in (played, best))
    if seen.seat == state.sorter:
        few, many = board_points(poor), board_points(good)
        if few >= many:
            return None
        return _(
            "As they lie, the rows count {few} points after {move}, and {many} after {best}.",
            move=played,
            best=best,
            few=few,
            many=many,
        )
    many, few = _most_sorted(poor), _most_sorted(good)
    if many <= few:
        return None
    return _(
        "After {move} the next sorting can bring the rows to {many} points, after {best} only to {few}.",
        move=played,
        best=best,
        few=few,
        many=many,
    )


def _board_after(state: State, text: str) -> bytes:
    move = next(move for move in state.moves(state.to_act[0]) if state.move_text(move) == text)
    return _dropped(state.board, move, state.drawn) if state.drawn else _sorted(state.board, move)


def _most_sorted(board: bytes) -> int:
    """The most points that all rows can have after the next sorting."""
    return max(board_points(_sorted(board, move)) for move in sorts_at(board[CELLS:]))


def _sorted(board: bytes, move: int) -> bytes:
    after = bytearray(board)
    sort_stone(after, move)
    return bytes(after)


def _dropped(board: bytes, move: int, stone: int) -> bytes:
    after = bytearray(board)
    drop_stone(after, move, stone)
    return bytes(after)
