"""Why a text is no legal move of Fünf gewinnt, in a sentence that names what would have been right."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from handvoll.core.messages import Message, Seat, _
from handvoll.games.fuenf_gewinnt.notation import XY, lift_text, read_points, tidied, xy_text

Lying = Mapping[XY, int]
"""The seat of the stone on each point that is not empty."""

Reason = tuple[str, Message]

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def touched(point: XY, lying: Container[XY], ways: Sequence[XY]) -> XY | None:
    """The first point of `lying` that is one of `ways` beside `point`."""
    around = [(point[0] + x, point[1] + y) for x, y in ways]
    return next((other for other in around if other in lying), None)


def nearest(point: XY, others: Iterable[XY]) -> XY:
    """The one of `others` that is the fewest sides away from `point`."""
    return min(others, key=lambda other: (abs(other[0] - point[0]) + abs(other[1] - point[1]), other))


def explain_laying(lying: Lying, legal: Iterable[XY], text: str) -> Reason:
    """In the placing phase; `legal` are the points where a stone may go."""
    if not lying:
        return "FG1", _("The first stone goes to the centre, 0,0, not {text!r}.", text=text)
    legal = sorted(legal)
    points = read_points(text)
    if len(points) == 2:
        return "FG2", _(
            "Stones are moved only when all 32 are laid: lay one from your hand now, such as {example}, "
            "not {text!r}.",
            example=xy_text(legal[0]),
            text=text,
        )
    if not points:
        example = next((point for point in legal if xy_text(point) == tidied(text)), None)
        if example is not None:
            return "FG2", _(
                "Written exactly this move is {move}, not {text!r}.", move=tidied(text), text=text
            )
        return "FG2", _(
            "Name an empty point beside a stone as x,y, such as {example}, not {text!r}.",
            example=xy_text(legal[0]),
            text=text,
        )
    point = points[0]
    near = xy_text(nearest(point, legal))
    if point in lying:
        return "FG2", _(
            "On {point} lies a stone of {player} already; {near} is free.",
            point=xy_text(point),
            player=Seat(lying[point]),
            near=near,
        )
    corner = touched(point, lying, CORNERS)
    if corner is not None:
        return "FG2", _(
            "{point} touches the stone on {corner} only at a corner; side to side with it is {near}.",
            point=xy_text(point),
            corner=xy_text(corner),
            near=xy_text((corner[0], point[1])),
        )
    return "FG2", _(
        "{point} touches no stone; the nearest point that does is {near}.", point=xy_text(point), near=near
    )


def explain_lifting(seat: int, lying: Lying, legal: Iterable[tuple[XY, XY]], text: str) -> Reason:
    """In the second phase; `legal` are the pairs of points from where to where a stone may go."""
    legal = sorted(legal)
    points = read_points(text)
    if len(points) != 2:
        moves = [lift_text(*pair) for pair in legal]
        if not points and tidied(text) in moves:
            return "FG4", _(
                "Written exactly this move is {move}, not {text!r}.", move=tidied(text), text=text
            )
        return "FG4", _(
            "All stones are laid: say which of yours goes where, such as {example}, not {text!r}.",
            example=moves[0],
            text=text,
        )
    start, target = points
    targets = [end for begin, end in legal if begin == start]
    if not targets:
        return _explain_start(seat, lying, start, {begin for begin, _end in legal})
    return _explain_target(lying, start, target, targets)


def _explain_start(seat: int, lying: Lying, start: XY, movable: set[XY]) -> Reason:
    near = xy_text(nearest(start, movable))
    if start not in lying:
        return "FG4", _(
            "On {point} lies no stone; the nearest of yours that can be lifted is on {near}.",
            point=xy_text(start),
            near=near,
        )
    if lying[start] != seat:
        return "FG4", _(
            "The stone on {point} belongs to {player}; the nearest of yours that can be lifted is on {near}.",
            point=xy_text(start),
            player=Seat(lying[start]),
            near=near,
        )
    return "FG4", _(
        "The stone on {point} has no empty side, so it cannot be lifted; the nearest of yours that can is "
        "on {near}.",
        point=xy_text(start),
        near=near,
    )


def _explain_target(lying: Lying, start: XY, target: XY, targets: list[XY]) -> Reason:
    near = xy_text(nearest(target, targets))
    if target == start:
        return "FG6", _(
            "The stone must go to another point than {point}, where it came from: {near} would do.",
            point=xy_text(start),
            near=near,
        )
    if target in lying:
        return "FG6", _(
            "On {point} lies a stone of {player} already; {near} is free.",
            point=xy_text(target),
            player=Seat(lying[target]),
            near=near,
        )
    others = {point: owner for point, owner in lying.items() if point != start}
    beside = touched(target, others, SIDES)
    if beside is not None:
        return "FG5", _(
            "When {start} is lifted, the stone on {beside}, beside {point}, falls off with a smaller group; "
            "beside the field that stays is {near}.",
            start=xy_text(start),
            beside=xy_text(beside),
            point=xy_text(target),
            near=near,
        )
    if touched(target, {start}, SIDES) is not None:
        return "FG6", _(
            "{point} touches only {start}, which is empty once the stone is lifted; {near} would do.",
            point=xy_text(target),
            start=xy_text(start),
            near=near,
        )
    corner = touched(target, others, CORNERS)
    if corner is not None:
        return "FG6", _(
            "{point} touches the stone on {corner} only at a corner; side to side with the field is {near}.",
            point=xy_text(target),
            corner=xy_text(corner),
            near=near,
        )
    return "FG6", _(
        "{point} touches no stone; the nearest point beside the field is {near}.",
        point=xy_text(target),
        near=near,
    )
