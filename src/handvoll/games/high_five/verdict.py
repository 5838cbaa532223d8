"""What a play of High Five! gives up beside the best one: points of this turn, by the seat's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import cast

from handvoll.bots import Seen
from handvoll.core.messages import Message, _, _n
from handvoll.games.high_five.board import FRAME_OF, FRAMES, SQUARE_NAMES
from handvoll.games.high_five.combinations import JOKER, NOTHING, points
from handvoll.games.high_five.notation import CARD_OF
from handvoll.games.high_five.picture import COMBINATIONS


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """The most that either frame, or either card in the frame, could still score: with all cards, or with the
    joker kept for later; or how many cards it takes."""
    if played.startswith("drop"):
        return None
    few, many = (_most_points(seen, text) for text in (played, best))
    if few < many:
        return _n(
            "{best} can score one point ({combination}), {move} at most {few}.",
            "{best} can score {n} points ({combination}), {move} at most {few}.",
            many,
            move=played,
            best=best,
            combination=COMBINATIONS[many],
            few=few,
        )
    few, many = (_most_points(seen, text, spared=JOKER) for text in (played, best))
    if NOTHING <= few < many:
        return _n(
            "Without the joker {best} can score one point ({combination}), {move} at most {few}.",
            "Without the joker {best} can score {n} points ({combination}), {move} at most {few}.",
            many,
            move=played,
            best=best,
            combination=COMBINATIONS[many],
            few=few,
        )
    many, few = (_cards_needed(seen, text) for text in (played, best))
    if many > few:
        return _(
            "{move} takes {many} cards from the hand, {best} only {few}.",
            move=played,
            best=best,
            many=many,
            few=few,
        )
    return None


def _cards_needed(seen: Seen, move: str) -> int:
    """How many cards of the turn are still to be laid."""
    return sum(square not in seen.view["board"] for square in _squares(seen, move))


def _squares(seen: Seen, move: str) -> Sequence[str]:
    """The squares of the frame that the move names, or lays a card in."""
    word, name = move.split(" ")
    if word == "frame":
        return [SQUARE_NAMES[square] for square in FRAMES[FRAME_OF[name]]]
    return cast("Sequence[str]", seen.view["frame"]["squares"])


def _most_points(seen: Seen, move: str, spared: int | None = None) -> int:
    """The most that the frame can bring after this move (HF4), by hand cards other than the one `spared`;
    below NOTHING where they do not fill it."""
    squares = _squares(seen, move)
    hand = [_card(card) for card in seen.view["hand"]]
    laid = []
    if move.startswith("play"):
        laid.append(_card(move.removeprefix("play ")))
        hand.remove(laid[0])
    if spared in laid:
        return NOTHING - 1
    laid += [_card(card) for square, card in seen.view["board"].items() if square in squares]
    others = combinations([card for card in hand if card != spared], len(squares) - len(laid))
    return max((points([*laid, *more]) for more in others), default=NOTHING - 1)


def _card(name: str) -> int:
    return JOKER if name.startswith("J") else CARD_OF[name]
