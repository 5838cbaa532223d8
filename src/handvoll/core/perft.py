"""Perft: how many move sequences of a length there are, the classic proof of a move generator."""

from __future__ import annotations

from handvoll.core.card import Trait
from handvoll.core.errors import BadRequest, Unsupported
from handvoll.core.game import Game
from handvoll.core.messages import _, quoted
from handvoll.core.state import State

DEEPEST = 99


def perft(game: Game, depth: int) -> int:
    """How many sequences of exactly `depth` moves can be played from here; sequences that end earlier do not
    count. Where several seats act at the same time, each order is a sequence of its own.

    >>> import handvoll
    >>> [perft(handvoll.new("zahlenpoker"), depth) for depth in range(3)]
    [1, 10, 50]
    """
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise BadRequest(
            _("A depth is a whole number from 0 to {most}, not {came}.", most=DEEPEST, came=quoted(depth))
        )
    if Trait.CHANCE in game.card.traits:
        raise Unsupported(
            _(
                "Sequences of moves can only be counted in games without chance; {game} has it.",
                game=game.card.name,
            )
        )
    return _count(game.state, depth)


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(state.moves(seat)) for seat in state.to_act)
    return sum(
        _count(state.after(seat, move, state.now), depth - 1)
        for seat in state.to_act
        for move in state.moves(seat)
    )
