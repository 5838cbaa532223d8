"""What Fünf gewinnt looks like: stones on a table without edges, and the picture follows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.fuenf_gewinnt.notation import XY, read_points, xy_text

STONES = ("○", "●")
PAINTS = ("bold", "blue")
WIDEST = 78
SYMBOLS = ("stone-light", "stone-dark")
MARGIN = 2.0
LEAST = 9.0
"""The picture shows at least so many points each way, so that it rarely moves at the beginning."""


def _stones(view: View) -> dict[XY, int]:
    return {(stone["at"][0], stone["at"][1]): stone["seat"] for stone in view["stones"]}


def _last(view: View) -> XY | None:
    """Where the last stone was laid."""
    points = [read_points(step["text"]) for step in view["last"]]
    return points[-1][-1] if points else None


def _extent(view: View) -> tuple[int, int, int, int]:
    """The least and the greatest x and y of the stones."""
    xs, ys = zip(*(stone["at"] for stone in view["stones"] or [{"at": (0, 0)}]), strict=True)
    return min(xs), max(xs), min(ys), max(ys)


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    left, right, low, high = _extent(view)
    xs, ys = range(left - 1, right + 2), range(high + 1, low - 2, -1)
    gutter = max(len(str(ys[0])), len(str(ys[-1]))) + 1
    longest = max(len(str(xs[0])), len(str(xs[-1])))
    cell = longest + 1 if gutter + len(xs) * (longest + 1) <= WIDEST else 2
    stones, last = _stones(view), _last(view)
    lines = []
    for y in ys:
        row = "".join(_cell((x, y), stones, last, cell, pen) for x in xs)
        lines.append(f"{y:>{gutter - 1}} {row}".rstrip())
    every = -(-(longest + 1) // cell)
    marks = "".join(f"{x:>{cell * every}}" for x in xs if (x - xs[0]) % every == every - 1)
    lines.append(f"{'':>{gutter}}{marks}")
    lines.append("   ".join(_side_text(view, seat, pen) for seat in (0, 1)))
    return "\n".join(lines)


def _cell(point: XY, stones: Mapping[XY, int], last: XY | None, width: int, pen: Pen) -> str:
    """A point as wide as its column; the last stone laid stands behind a small sign."""
    if point not in stones:
        return f"{pen.paint('·', 'dim'):>{width + len(pen.paint('·', 'dim')) - 1}}"
    seat = stones[point]
    sign = "›" if point == last else " "
    return " " * (width - 2) + sign + pen.paint(STONES[seat], PAINTS[seat])


def _side_text(view: View, seat: int, pen: Pen) -> str:
    turn = "»" if seat in view["to_act"] else " "
    name = pen.say(seat_name(seat))[:16]
    count = (
        pen.say(_("captured: {n}", n=view["captured"][seat]))
        if view["moving"]
        else pen.say(_("in hand: {n}", n=view["hands"][seat]))
    )
    return f"{turn} {pen.paint(STONES[seat], PAINTS[seat])} {name}, {count}"


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    left, right, low, high = _extent(view)
    width = max(right - left + 1 + 2 * MARGIN, LEAST)
    height = max(high - low + 1 + 2 * MARGIN, LEAST)
    x, y = (left + right) / 2, -(low + high) / 2
    box = (x - width / 2, y - height / 2 - 1, width, height + 1)
    symbols = (
        Symbol("felt", "felt", x, y, scale=2 * max(width, height)),
        *_scale_symbols(view, box),
        *_side_symbols(view, box),
        *_point_symbols(view),
        *_stone_symbols(view),
    )
    return Scene(*box, symbols)


def _scale_symbols(view: View, box: tuple[float, float, float, float]) -> Iterator[Symbol]:
    """The numbers of columns and rows, for those who write their moves."""
    left, right, low, high = _extent(view)
    for x in range(left - 1, right + 2):
        yield Symbol(f"column-{x}", "number", x, box[1] + box[3] - 0.35, scale=0.6, text=str(x))
    for y in range(low - 1, high + 2):
        yield Symbol(f"row-{y}", "number", box[0] + 0.4, -y, scale=0.6, text=str(y))


def _side_symbols(view: View, box: tuple[float, float, float, float]) -> Iterator[Symbol]:
    """Each side's stones in the hand, or later the captured ones, above the field."""
    for seat, x in ((0, box[0] + 0.75), (1, box[0] + box[2] - 1.55)):
        count = view["captured"][seat] if view["moving"] else view["hands"][seat]
        if count:
            label = _count_label(seat, count, view["moving"])
            marks = ("active",) if seat in view["to_act"] else ()
            dim = ("dim",) if view["moving"] else ()
            y = box[1] + 0.75
            yield Symbol(f"side-{seat}", SYMBOLS[seat], x, y, scale=0.8, marks=marks + dim, label=label)
            yield Symbol(f"count-{seat}", "count", x + 0.8, y, layer=1, scale=0.9, text=str(count))


def _count_label(seat: int, count: int, captured: bool) -> Message:
    player = Seat(seat)
    if captured:
        return _n(
            "{n} stone of {player} is captured", "{n} stones of {player} are captured", count, player=player
        )
    return _n("{player} has {n} stone in hand", "{player} has {n} stones in hand", count, player=player)


def _point_symbols(view: View) -> Iterator[Symbol]:
    """The points that moves of this reader name: empty ones, and those under stones that may be lifted."""
    stones = _stones(view)
    points = sorted({point for move in view["moves"] for point in read_points(move)})
    for point in points:
        x, y = point
        name = xy_text(point)
        if point in stones:
            label = _("your stone on {point}, which can be lifted", point=name)
            yield Symbol(f"at-{name}", "under", x, -y, layer=1, label=label)
        else:
            yield Symbol(f"at-{name}", "spot", x, -y, layer=1, label=_("empty point {point}", point=name))


def _stone_symbols(view: View) -> Iterator[Symbol]:
    last = _last(view)
    for stone in view["stones"]:
        x, y = stone["at"]
        marks = ("won",) if stone["at"] in view["five"] else ("last",) if (x, y) == last else ()
        yield Symbol(
            f"stone-{stone['stone']}",
            SYMBOLS[stone["seat"]],
            x,
            -y,
            layer=2,
            marks=marks,
            label=_("stone of {player} on {point}", player=Seat(stone["seat"]), point=xy_text((x, y))),
        )


def paths(view: View) -> dict[str, tuple[str, ...]]:
    return {move: tuple(f"at-{xy_text(point)}" for point in read_points(move)) for move in view["moves"]}


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["moving"]:
        return _("Lift one of your stones that has an empty side, and lay it somewhere else.")
    if not view["stones"]:
        return _("Lay the first stone in the middle.")
    return _("Lay a stone beside one that lies, side to side.")


def tell(before: View, step: Step, after: View) -> Message:
    player = Seat(step.seat or 0)
    points = [xy_text(point) for point in read_points(step.text)]
    if len(points) == 1:
        done = _("{player} lays a stone on {point}.", player=player, point=points[0])
    else:
        done = _("{player} moves from {start} to {target}.", player=player, start=points[0], target=points[1])
    captured = len(before["stones"]) + (len(points) == 1) - len(after["stones"])
    if captured:
        fallen = _n("{n} stone falls off and is captured.", "{n} stones fall off and are captured.", captured)
        done = _("{first} {second}", first=done, second=fallen)
    if after["to_act"] == [step.seat]:
        waits = _("{player} has no stone to lift and sits out.", player=Seat(1 - (step.seat or 0)))
        done = _("{first} {second}", first=done, second=waits)
    return done


def tell_end(view: View) -> Message:
    result = view["result"]
    if result["reason"] == "five":
        return _("{player} wins with five in a row.", player=Seat(result["places"].index(1)))
    if result["reason"] == "material":
        return _("A draw: neither side has five stones left.")
    if result["reason"] == "repetition":
        return _("A draw: the same position stands for the third time.")
    return _("A draw: a hundred moves without a capture.")
