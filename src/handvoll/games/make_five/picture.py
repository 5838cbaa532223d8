"""What Make Five looks like: the slope from the sorter's side, the bag and the waiting stone above it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.make_five.slope import BEST, COLOURS, LANES, SIZE

PAINTS = {"T": "turquoise", "Y": "yellow", "R": "red", "G": "green", "V": "violet"}
STONE_LABELS = {
    "T": _("turquoise stone"),
    "Y": _("yellow stone"),
    "R": _("red stone"),
    "G": _("green stone"),
    "V": _("violet stone"),
}
A_STONE = {
    "T": _("a turquoise stone"),
    "Y": _("a yellow stone"),
    "R": _("a red stone"),
    "G": _("a green stone"),
    "V": _("a violet stone"),
}
"""As it comes out of the bag."""
THE_STONE = {
    "T": _("the turquoise stone"),
    "Y": _("the yellow stone"),
    "R": _("the red stone"),
    "G": _("the green stone"),
    "V": _("the violet stone"),
}
"""As somebody moves it, or a lane is wanted for it."""

WIDTH, HEIGHT = 7.6, 10.75
MIDDLE = 4.05
"""Where lane c lies; to the left of lane a is room for the points of the rows."""
PITCH = 1.28
FRONT = 7.7
"""Where the lowest stones lie."""
OPENING = 5.55
"""How far up the openings lie, counted in rows."""
TURN = 360
"""Stones stand upright on every lane, by other whole turns: so they roll from one to the other."""


class Slope(NamedTuple):
    """The round to show: one that has ended stays on the slope until the next one's first stone is drawn."""

    lanes: list[list[str]]
    rows: list[int]
    bag: dict[str, int]
    sorter: int
    is_finished: bool


def _shown(view: View) -> Slope:
    if view["finished"] and not any(view["lanes"]):
        last = view["finished"][-1]
        sorter = (len(view["finished"]) - 1) % 2
        return Slope(last["lanes"], last["rows"], dict.fromkeys(COLOURS, 0), sorter, True)
    return Slope(view["lanes"], view["rows"], view["bag"], view["sorter"], False)


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    slope = _shown(view)
    head = _(
        "Round {round} of {rounds}: {player} sorts",
        round=view["round"],
        rounds=view["rounds"],
        player=Seat(view["sorter"]),
    )
    lines = [pen.paint(pen.say(_("The match is over") if view["over"] else head), "bold"), ""]
    lines.append("      " + "   ".join(LANES))
    for row in reversed(range(SIZE)):
        cells = (
            pen.paint(lane[row][0], PAINTS[lane[row][0]]) if len(lane) > row else " " for lane in slope.lanes
        )
        worth = f"   {slope.rows[row]}" if slope.rows[row] else ""
        lines.append(f"  {row + 1} │ " + " │ ".join(cells) + " │" + worth)
    lines.append("    └" + "┴".join(["───"] * SIZE) + "┘")
    bag = "  ".join(f"{pen.paint(letter, PAINTS[letter])} {slope.bag[letter]}" for letter in COLOURS)
    lines.append("  " + pen.say(_("In the bag: {bag}", bag=bag)))
    if view["drawn"]:
        letter = view["drawn"][0]
        drawn = _("Drawn: {stone}", stone=pen.paint(letter, PAINTS[letter]))
        lines.append("  " + pen.say(drawn))
    lines.append("")
    names = [pen.say(seat_name(seat)) for seat in (0, 1)]
    for seat, name in enumerate(names):
        points = [str(won) for won in view["points"][seat::2]]
        points += ["·"] * (view["rounds"] // 2 - len(points))
        mark = "»" if seat in view["to_act"] else " "
        lines.append(
            f"{mark} {name.ljust(max(map(len, names)))}  {view['totals'][seat]:>3}  ({'  '.join(points)})"
        )
    return "\n".join(lines)


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    return Scene(0, 0, WIDTH, HEIGHT, tuple(_symbols(view)))


def _symbols(view: View) -> Iterator[Symbol]:
    slope = _shown(view)
    yield Symbol("slope", "slope", MIDDLE, FRONT)
    for lane, letter in enumerate(LANES):
        x, y, scale = _place(lane, OPENING)
        label = _("opening of lane {lane}", lane=letter)
        yield Symbol(f"lane-{letter}", "opening", x, y, scale=scale, layer=1, label=label)
        for row, stone in enumerate(slope.lanes[lane]):
            yield _lying(stone, lane, row, _marks(view, slope, lane, row))
    for row, points in enumerate(slope.rows):
        x, y, scale = _place(-0.82, row)
        yield Symbol(
            f"row-{row + 1}",
            "row-points",
            x,
            y,
            scale=scale,
            layer=1,
            text=str(points) if points else "",
            marks=() if points and not slope.is_finished else ("won",) if points else ("dim",),
            label=_n("row {row}: one point", "row {row}: {n} points", points, row=row + 1),
        )
    yield from _bag(slope.bag)
    if view["drawn"]:
        label = _("{stone}, just drawn", stone=STONE_LABELS[view["drawn"][0]])
        drawn = view["drawn"]
        yield Symbol(
            _stone_id(drawn),
            _drawing(drawn),
            MIDDLE,
            1.0,
            turn=-TURN,
            layer=4,
            marks=("last",),
            label=label,
        )
    yield from _people(view, slope.sorter)
    if view["finished"] and not view["drawn"] and 0 < sum(map(len, view["lanes"])) <= SIZE:
        yield from _slip(view["finished"][-1], view["points"][-1])


def _place(lane: float, row: float) -> tuple[float, float, float]:
    """Where a stone lies on the slope, and how large it looks there: farther up is a little smaller."""
    shrunk = 1 - 0.032 * row
    y = FRONT - 1.1 * row * (1 - 0.016 * row)
    return round(MIDDLE + (lane - 2) * PITCH * shrunk, 3), round(y, 3), round(shrunk, 3)


def _stone_id(stone: str) -> str:
    return f"stone-{stone.lower()}"


def _drawing(stone: str) -> str:
    return f"stone-{stone[0].lower()}"


def _lying(stone: str, lane: int, row: int, marks: tuple[str, ...]) -> Symbol:
    x, y, scale = _place(lane, row)
    label = _("{place}: {stone}", place=f"{LANES[lane]}{row + 1}", stone=STONE_LABELS[stone[0]])
    turn = TURN * lane
    return Symbol(
        _stone_id(stone), _drawing(stone), x, y, turn=turn, scale=scale, layer=3, marks=marks, label=label
    )


def _marks(view: View, slope: Slope, lane: int, row: int) -> tuple[str, ...]:
    if slope.is_finished:
        letters = [other[row][0] for other in slope.lanes]
        return ("won",) if slope.rows[row] and letters.count(letters[lane]) == slope.rows[row] else ()
    moved = next((step["text"] for step in view["last"] if step["seat"] is not None), "pass")
    is_top = row == len(slope.lanes[lane]) - 1
    return ("last",) if is_top and moved != "pass" and moved[-1] == LANES[lane] else ()


def _bag(bag: dict[str, int]) -> Iterator[Symbol]:
    left = sum(bag.values())
    label = _n("one stone in the bag", "{n} stones in the bag", left)
    yield Symbol("bag", "bag", 0.95, 1.15, layer=1, text=str(left), label=label)
    for place, letter in enumerate(COLOURS):
        count = bag[letter]
        yield Symbol(
            f"left-{letter.lower()}",
            f"left-{letter.lower()}",
            5.25 + place * 0.5,
            0.95,
            scale=0.62,
            layer=1,
            text=str(count),
            marks=() if count else ("dim",),
            label=_("{stone}: {count} in the bag", stone=STONE_LABELS[letter], count=count),
        )


def _slip(finished: dict[str, Any], points: int) -> Iterator[Symbol]:
    """The round before counted out, row by row; it hangs over the new one until a stone is drawn in that."""
    label = _n("the round before: one point", "the round before: {n} points", points)
    yield Symbol("slip", "slip", MIDDLE, 4.56, layer=5, label=label)
    yield Symbol("slip-sum", "worth", MIDDLE + 1.4, 5.72, layer=6, text=f"={points}")
    for row, worth in enumerate(finished["rows"]):
        y = round(5.11 - 0.52 * row, 3)
        letters = [lane[row][0] for lane in finished["lanes"]]
        for lane, stone in enumerate(letters):
            spent = not worth or letters.count(stone) != worth
            yield Symbol(
                f"was-{LANES[lane]}{row + 1}",
                f"stone-{stone.lower()}",
                round(MIDDLE - 1.65 + 0.54 * lane, 3),
                y,
                scale=0.44,
                layer=6,
                marks=("dim",) if spent else (),
            )
        if worth:
            yield Symbol(f"was-row-{row + 1}", "worth", MIDDLE + 1.4, y, scale=0.8, layer=6, text=f"+{worth}")


def _people(view: View, sorter: int) -> Iterator[Symbol]:
    """The two players with their totals, the points of each round between them, and the button to pass."""
    y = HEIGHT - 0.45
    for seat in (0, 1):
        is_sorter = seat == sorter
        yield Symbol(
            f"name-{seat}",
            "sorter" if is_sorter else "chaos",
            0.62 if seat == 0 else WIDTH - 0.62,
            y - 0.72,
            layer=1,
            marks=(f"seat-{seat}", *(("active",) if seat in view["to_act"] else ())),
            label=_("{player} sorts", player=Seat(seat))
            if is_sorter
            else _("{player} makes chaos", player=Seat(seat)),
        )
        yield Symbol(
            f"total-{seat}",
            "total",
            0.62 if seat == 0 else WIDTH - 0.62,
            y,
            scale=0.8,
            layer=2,
            text=str(view["totals"][seat]),
            marks=(f"seat-{seat}",),
            label=_n("{player}: one point", "{player}: {n} points", view["totals"][seat], player=Seat(seat)),
        )
    yield from _rounds(view, y)
    if "pass" in view["moves"]:
        label = _("pass: leave all stones")
        yield Symbol("pass", "pass", WIDTH / 2, y - 0.9, layer=2, text=_("pass"), label=label)


def _rounds(view: View, y: float) -> Iterator[Symbol]:
    first = WIDTH / 2 - 0.4 * (view["rounds"] - 1)
    for number in range(view["rounds"]):
        points = view["points"][number : number + 1]
        player = Seat(number % 2)
        yield Symbol(
            f"round-{number + 1}",
            "round",
            first + 0.8 * number,
            y,
            scale=0.72,
            layer=1,
            text=str(points[0]) if points else "",
            marks=(f"seat-{number % 2}", *(("won",) if points == [BEST] else () if points else ("dim",))),
            label=_n(
                "round {round}, {player}: one point",
                "round {round}, {player}: {n} points",
                points[0],
                round=number + 1,
                player=player,
            )
            if points
            else _("round {round}: {player} sorts", round=number + 1, player=player),
        )


def paths(view: View) -> dict[str, tuple[str, ...]]:
    touched: dict[str, tuple[str, ...]] = {}
    for move in view["moves"]:
        if move == "pass":
            touched[move] = ("pass",)
        elif len(move) == 1:
            touched[move] = (f"lane-{move}",)
        else:
            stone = view["lanes"][LANES.index(move[0])][int(move[1]) - 1]
            touched[move] = (_stone_id(stone), f"lane-{move[3]}")
    return touched


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["drawn"]:
        return _("You make chaos: choose a lane for {stone}.", stone=THE_STONE[view["drawn"][0]])
    if sum(map(len, view["lanes"])) == BEST:
        return _("Your last move of the round: choose a stone, then the lane it rolls into, or pass.")
    return _("You sort: choose a stone, then the lane it rolls into from above, or pass.")


def tell(before: View, step: Step, after: View) -> Message:
    if step.seat is None:
        if before["drawn"] is None and after["drawn"]:
            return _("The bag gives {stone}.", stone=A_STONE[step.text])
        lane = LANES[sum(map(len, before["lanes"]))]
        return _("Drawn onto lane {lane}: {stone}.", stone=A_STONE[step.text], lane=lane)
    moved = _tell_move(before, step)
    if len(after["points"]) == len(before["points"]):
        return moved
    points = after["points"][-1]
    if points == BEST:
        scored = _("MAKE FIVE! All five rows are of one colour.")
    else:
        scored = _n("The round is over: one point.", "The round is over: {n} points.", points)
    return _("{first} {second}", first=moved, second=scored)


def _tell_move(before: View, step: Step) -> Message:
    player = Seat(step.seat or 0)
    if step.text == "pass":
        return _("{player} leaves all stones.", player=player)
    if len(step.text) == 1:
        return _(
            "{player} lets {stone} roll onto lane {lane}.",
            player=player,
            stone=THE_STONE[before["drawn"][0]],
            lane=step.text,
        )
    source, to = step.text.split(">")
    stone = before["lanes"][LANES.index(source[0])][int(source[1]) - 1]
    return _(
        "{player} moves {stone} from {source} to lane {lane}.",
        player=player,
        stone=THE_STONE[stone[0]],
        source=source,
        lane=to,
    )


def tell_end(view: View) -> Message:
    scores, places = view["result"]["scores"], view["result"]["places"]
    if view["result"]["reason"] == "make-five":
        return _(
            "{player} wins at once with a MAKE FIVE: five rows of one colour.", player=Seat(places.index(1))
        )
    if places == [1, 1]:
        return _("A draw: {score} points each.", score=scores[0])
    winner = places.index(1)
    return _(
        "{player} wins, {more} to {less}.",
        player=Seat(winner),
        more=scores[winner],
        less=scores[1 - winner],
    )
