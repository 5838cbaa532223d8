"""Why a text is no legal move of Torris, in a sentence that names what would have been right."""

from __future__ import annotations

from collections.abc import Sequence

from handvoll.core.messages import Message, Seat, _, _n
from handvoll.games.torris.notation import FILES, NAMES, move_text, read_move, tidied
from handvoll.games.torris.towers import OWNERS, ROOM, STEPS

SHAPES = (_("dot"), _("line"), _("triangle"), _("square"))
"""What a stone of value 1, 2, 3, 4 bears."""


def explain(
    seat: int,
    text: str,
    legal: Sequence[tuple[int, int]],
    tops: Sequence[int],
    heights: Sequence[int],
    values: Sequence[int],
) -> tuple[str, Message]:
    """The ruling and the sentence; `legal` are the squares from where to where `seat` may move."""
    squares = read_move(text)
    if squares is None:
        return "TO2", _not_a_move(text, legal)
    start, target = squares
    stone = tops[start]
    movable = ", ".join(NAMES[square] for square in sorted({begin for begin, _end in legal}))
    if stone == 0:
        return "TO2", _(
            "On {square} stands no tower; you can move from {movable}.", square=NAMES[start], movable=movable
        )
    if OWNERS[stone] != seat:
        return "TO2", _(
            "The tower on {square} belongs to {player}, whose stone lies on top; you can "
            "move from {movable}.",
            square=NAMES[start],
            player=Seat(OWNERS[stone]),
            movable=movable,
        )
    way = way_to(start, target)
    if way is None:
        return "TO2", _(
            "A stone moves straight, along its rank or file; {target} is not in line with {start}. {instead}",
            target=NAMES[target],
            start=NAMES[start],
            instead=_instead(start, legal, movable),
        )
    towers = ahead(tops, start, way)
    value = values[stone]
    if len(towers) < value:
        return "TO2", _n(
            "The {shape} on {start} makes exactly one step from tower to tower; towers that way: {count}. "
            "{instead}",
            "The {shape} on {start} makes exactly {n} steps from tower to tower; towers that way: {count}. "
            "{instead}",
            value,
            shape=SHAPES[value - 1],
            start=NAMES[start],
            count=len(towers),
            instead=_instead(start, legal, movable),
        )
    landing = towers[value - 1]
    if target != landing:
        return "TO2", _n(
            "The {shape} on {start} makes exactly one step, and only towers count: that way it comes to "
            "{landing}, not to {target}. {instead}",
            "The {shape} on {start} makes exactly {n} steps, and only towers count: that way it comes to "
            "{landing}, not to {target}. {instead}",
            value,
            shape=SHAPES[value - 1],
            start=NAMES[start],
            landing=NAMES[landing],
            target=NAMES[target],
            instead=_instead(start, legal, movable),
        )
    return "TO3", _(
        "A stone must end higher than it lay: from {start} (height {height}) it cannot go onto {target} "
        "(height {low}). {instead}",
        start=NAMES[start],
        height=heights[start],
        target=NAMES[target],
        low=heights[target],
        instead=_instead(start, legal, movable),
    )


def _not_a_move(text: str, legal: Sequence[tuple[int, int]]) -> Message:
    moves = [move_text(*move) for move in legal]
    if tidied(text) in moves:
        return _("Written exactly this move is {move}, not {text!r}.", move=tidied(text), text=text)
    return _(
        "Name the square of one of your towers and the square to land on, such as {example}, not {text!r}.",
        example=moves[0],
        text=text,
    )


def _instead(start: int, legal: Sequence[tuple[int, int]], movable: str) -> Message:
    """What the seat may do: from the square it named if it can, or from others."""
    targets = ", ".join(NAMES[end] for begin, end in sorted(legal) if begin == start)
    if targets:
        return _("From {start} you can move to {targets}.", start=NAMES[start], targets=targets)
    return _("You can move from {movable}.", movable=movable)


def way_to(start: int, target: int) -> int | None:
    """The number of the way from one square straight to another, None where they are not in line."""
    if start == target:
        return None
    if start // FILES == target // FILES:
        return 0 if target > start else 1
    if start % FILES == target % FILES:
        return 2 if target > start else 3
    return None


def ahead(tops: Sequence[int], start: int, way: int) -> list[int]:
    """The squares with towers from `start` on, nearest first."""
    squares = [start + STEPS[way] * n for n in range(1, ROOM[start * 4 + way] + 1)]
    return [square for square in squares if tops[square]]
