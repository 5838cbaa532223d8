"""What a move of Make Five gives up beside the best one, as the rows lie right after it."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.game import Game
from handvoll.core.messages import Message, _
from handvoll.games.make_five.rules import State
from handvoll.games.make_five.slope import board_points, drop_stone, sort_stone


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """What the rows count after either move, where who sorts has fewer points or who drops leaves more."""
    assert seen.position is not None
    state = Game.load(seen.card, seen.position).state
    assert isinstance(state, State)
    poor, good = (_points_after(state, text) for text in (played, best))
    if not (poor < good if seen.seat == state.sorter else poor > good):
        return None
    return _(
        "As they lie, the rows count {poor} points after {move} and {good} after {best}.",
        move=played,
        best=best,
        poor=poor,
        good=good,
    )


def _points_after(state: State, text: str) -> int:
    """The points of all rows right after a move (MF6)."""
    move = next(move for move in state.moves(state.to_act[0]) if state.move_text(move) == text)
    board = bytearray(state.board)
    if state.drawn:
        drop_stone(board, move, state.drawn)
    else:
        sort_stone(board, move)
    return board_points(board)
