"""What a play of High Five! gives up beside the best one: points of this turn, by the seat's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from handvoll.bots import Seen
from handvoll.core.messages import Message, _n
from handvoll.games.high_five.board import FRAME_OF, FRAMES, SQUARE_NAMES
from handvoll.games.high_five.combinations import JOKER, points
from handvoll.games.high_five.notation import CARD_OF
from handvoll.games.high_five.picture import COMBINATIONS


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """The most that either frame, or either card in the frame, could still score."""
    few, many = (_most_points(seen, text) for text in (played, best))
    if few is None or many is None or few >= many:
        return None
    return _n(
        "{best} can score one point ({combination}), {move} at most {few}.",
        "{best} can score {n} points ({combination}), {move} at most {few}.",
        many,
        move=played,
        best=best,
        combination=COMBINATIONS[many],
        few=few,
    )


def _most_points(seen: Seen, move: str) -> int | None:
    """The most points that the frame can bring after this move (HF4); None where a card is dropped."""
    word, name = move.split(" ")[:2]
    hand = [_card(card) for card in seen.view["hand"]]
    laid = []
    if word == "frame":
        squares: Sequence[str] = [SQUARE_NAMES[square] for square in FRAMES[FRAME_OF[name]]]
    elif word == "play":
        squares = seen.view["frame"]["squares"]
        laid.append(_card(name))
        hand.remove(laid[0])
    else:
        return None
    laid += [_card(card) for square, card in seen.view["board"].items() if square in squares]
    return max(points([*laid, *more]) for more in combinations(hand, len(squares) - len(laid)))


def _card(name: str) -> int:
    return JOKER if name.startswith("J") else CARD_OF[name]
