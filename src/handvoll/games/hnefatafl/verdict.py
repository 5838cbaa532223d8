"""What a move of Hnefatafl gives up beside the best one, found by playing both and every answer to them."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, _, _n
from handvoll.games.hnefatafl.notation import (
    ATTACKER,
    BLANK,
    EDGE,
    KING,
    NAMES,
    TARGET_MASK,
    pieces,
)
from handvoll.games.hnefatafl.rules import BLACK, STEPS, State

EDGES = {name for square, name in NAMES.items() if any(BLANK[square + step] == EDGE for step in STEPS)}


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """One sentence, the weightiest there is."""
    state = seen.state
    assert isinstance(state, State)
    poor, good = map(seen.after, (played, best))
    assert isinstance(poor, State)
    assert isinstance(good, State)
    return (
        _missed_end(good, best)
        or _allowed_end(poor, good, played, best)
        or _captures(state, poor, good, played, best)
        or _danger(poor, good, played, best)
        or _ways(poor, good, played, best)
    )


def _missed_end(good: State, best: str) -> Message | None:
    """That the best move would have ended the game."""
    if good.reason == "king-escaped":
        return _("With {best} the king would have escaped.", best=best)
    if good.reason == "king-captured":
        return _("{best} would have captured the king.", best=best)
    return None


def _allowed_end(poor: State, good: State, played: str, best: str) -> Message | None:
    """That the other may now end the game."""
    ends = _ends(poor)
    if not ends or _ends(good):
        return None
    if poor.turn == BLACK:
        return _(
            "After {move} the king can be captured at once, after {best} he cannot.", move=played, best=best
        )
    return _is_open(NAMES[ends[0] & TARGET_MASK], played, best)


def _is_open(square: str, one: str, other: str) -> Message:
    return _(
        "After {one} the king's way to {square} is open, after {other} it is not.",
        one=one,
        other=other,
        square=square,
    )


def _ends(state: State) -> list[int]:
    """The moves by which whoever is asked wins at once."""
    return [move for seat in state.to_act for move in state.moves(seat) if _wins(state, seat, move)]


def _wins(state: State, seat: int, move: int) -> bool:
    result = state.after(seat, move).result
    return result is not None and result.scores[seat] == 1


def _captures(before: State, poor: State, good: State, played: str, best: str) -> Message | None:
    """That the best move captures more."""
    few, many = (_men(before) - _men(after) for after in (poor, good))
    if many <= few:
        return None
    return _n(
        "{best} captures one man, {move} {few}.",
        "{best} captures {n} men, {move} {few}.",
        many,
        move=played,
        best=best,
        few=_few(few),
    )


def _few(men: int) -> Message | int:
    return men if men > 1 else (_("none"), _("one"))[men]


def _danger(poor: State, good: State, played: str, best: str) -> Message | None:
    """That the answer can capture more."""
    many, few = _most_taken(poor), _most_taken(good)
    if many <= few:
        return None
    return _n(
        "After {move} the answer can capture one man, after {best} {few}.",
        "After {move} the answer can capture {n} men, after {best} {few}.",
        many,
        move=played,
        best=best,
        few=_few(few),
    )


def _most_taken(state: State) -> int:
    moves = [(seat, move) for seat in state.to_act for move in state.moves(seat)]
    return max((_men(state) - _men(state.after(seat, move)) for seat, move in moves), default=0)


def _men(state: State) -> int:
    return len(pieces(state.board))


def _ways(poor: State, good: State, played: str, best: str) -> Message | None:
    """That the move opens a way of the king to the edge that black would keep shut, or shuts one that white
    would open."""
    here, there = open_ways(poor.board), open_ways(good.board)
    if poor.turn == BLACK:
        played, best, here, there = best, played, there, here
    given = sorted(here - there)
    return _is_open(given[0], played, best) if given and len(here) > len(there) else None


def open_ways(board: bytes) -> set[str]:
    """The squares of the edge that the king can go to along a free line."""
    king = board.index(KING)
    return {NAMES[_end_of(board, king, step)] for step in STEPS} & EDGES - {NAMES[king]}


def _end_of(board: bytes, square: int, step: int) -> int:
    """The last free square on the way."""
    while board[square + step] < ATTACKER:
        square += step
    return square
