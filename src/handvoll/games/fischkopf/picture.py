"""What Fischkopf looks like: a fish with twelve fields, two dice, and a chip with the points of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from handvoll.core.messages import Message, Seat, _, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.fischkopf.rules import BIT, BONE, FIELDS, FITTING, free_sum

WIDTH = 8.0
FIELD_SCALE, STONE_SCALE = 1.3, 1.2
DICE_Y = 11.0
CHIPS_Y, CHIP_WIDTH, CHIP_HEIGHT = 12.35, 1.95, 0.9
CHIPS_IN_ROW = 4
NO_DIE = 0
DIE_FACES = "·⚀⚁⚂⚃⚄⚅"


def _free(view: View) -> list[int]:
    return [field for field in FIELDS if field not in view["stones"]]


def _points(view: View, seat: int) -> int | None:
    """The points that count now: those of the playoff for whoever is in it."""
    points: int | None = dict(view["playoff"]).get(seat, view["points"][seat])
    return points


# --- text --------------------------------------------------------------------------------------

FISH = """\
           ╭───────────────────╮
         ╭─╯   ◉           ◉   ╰─╮
         │    {1}   {2}   {3}    │
         ├─ ─ ─ ─ ─╱─ ─╲─ ─ ─ ─ ─┤
         │       ╱       ╲       │
         │    {4}   {5}   {6}    │
         │        ╲     ╱        │
         │    {7}   {8}   {9}    │
         │        ╱     ╲        │
         │    {10}   {11}   {12}    │
         ╰─╮                   ╭─╯
           ╰────╮         ╭────╯
             ╭──╯         ╰──╮
             ╰───╴       ╶───╯"""
"""The fish; the lines between 2, 4, 6, 8, 10 and 12 are its bone."""


def text(view: View, pen: Pen) -> str:
    fields = [
        pen.paint(" ● ", "red") if field in view["stones"] else pen.paint(f"{field:^3}", "bold")
        for field in FIELDS
    ]
    lines = FISH.format("", *fields).splitlines()
    if view["dice"]:
        low, high = view["dice"]
        dice = f"{DIE_FACES[low]} {DIE_FACES[high]}  {low}-{high}"
        if view["phase"] == "place":
            free = "  ".join(map(str, _fitting(view)))
            lines.append(pen.say(_("Thrown: {dice}   fits: {fields}", dice=dice, fields=free)))
        else:
            lines.append(pen.say(_("Thrown: {dice}", dice=dice)))
    free_points = sum(_free(view))
    lines.append(pen.say(_("The free fields: {points}", points=free_points)))
    lines.extend(_seat_text(view, seat, pen) for seat in range(view["players"]))
    return "\n".join(lines)


def _seat_text(view: View, seat: int, pen: Pen) -> str:
    name = pen.say(seat_name(seat))[:30]
    turn = "»" if seat == view["turn"] and not view["over"] else " "
    points = "–" if view["points"][seat] is None else str(view["points"][seat])
    line = f"{turn} {name:<14} {points:>3}"
    playoff = dict(view["playoff"])
    if seat in playoff:
        points = "–" if playoff[seat] is None else str(playoff[seat])
        line += "   " + pen.say(_("playoff: {points}", points=points))
    if view["over"] and view["result"]["places"][seat] == 1:
        line += "   ★"
    return line


def _fitting(view: View) -> list[int]:
    low, high = view["dice"]
    return [field for field in FITTING[f"{low}-{high}"] if field not in view["stones"]]


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    rows = ceil(view["players"] / CHIPS_IN_ROW)
    symbols = (
        Symbol("fish", "fish", WIDTH / 2, 5.2, label=_("the fish")),
        *_field_symbols(view),
        *_dice_symbols(view),
        *_chip_symbols(view),
        *_shout_symbols(view),
    )
    return Scene(0, 0, WIDTH, CHIPS_Y + rows * CHIP_HEIGHT - 0.3, symbols)


def _place(field: int) -> tuple[float, float]:
    row, column = divmod(field - 1, 3)
    return 2.0 + 2.0 * column, 1.95 + 1.85 * row


def _field_symbols(view: View) -> Iterator[Symbol]:
    last = {step["text"] for step in view["last"] if step["seat"] is not None}
    for field in FIELDS:
        x, y = _place(field)
        taken = field in view["stones"]
        yield Symbol(
            f"at-{field}",
            "field-bone" if BIT[field] & BONE else "field",
            x,
            y,
            layer=1,
            scale=FIELD_SCALE,
            text="" if taken else str(field),
            label=_("field {field}, taken", field=field) if taken else _("field {field}", field=field),
        )
        if taken:
            marks = ("won",) if _is_bone(view) else ("last",) if str(field) in last else ()
            label = _("stone on field {field}", field=field)
            yield Symbol(
                f"stone-{field}",
                "stone",
                x,
                y,
                layer=2,
                scale=STONE_SCALE,
                text=str(field),
                marks=marks,
                label=label,
            )


def _is_bone(view: View) -> bool:
    return view["over"] is True and view["result"]["reason"] == "graete"


def _shout_symbols(view: View) -> Iterator[Symbol]:
    """What everybody cries, until the next stone lies."""
    if _is_bone(view):
        cry = _("The bone!")
    elif _has_emptied_the_head(view):
        cry = _("Fish head!")
    else:
        return
    yield Symbol("shout", "shout", 5.95, 9.15, turn=-8, layer=4, text=cry, label=cry)


def _has_emptied_the_head(view: View) -> bool:
    """Whether the last stone was the third on 1, 2 and 3, so that it has left the fish again (FK3)."""
    moved = [step for step in view["last"] if step["seat"] is not None]
    return any(
        step["text"] in ("1", "2", "3")
        and step["seat"] == view["turn"]
        and int(step["text"]) not in view["stones"]
        for step in moved
    )


def _dice_symbols(view: View) -> Iterator[Symbol]:
    may_stop = view["options"]["may_stop"]
    left = 1.0 if may_stop else 3.35
    for place, die in enumerate(view["dice"] or (NO_DIE, NO_DIE)):
        yield Symbol(
            f"die-{place}",
            f"die-{die}",
            left + 1.3 * place,
            DICE_Y,
            layer=1,
            scale=1.1,
            label=_("die: {die}", die=die) if die else _("a die, not thrown yet"),
        )
    if may_stop:
        for move, x, label in (("roll", 4.6, _("throw")), ("stop", 6.9, _("stop"))):
            marks = () if move in view["moves"] else ("dim",)
            yield Symbol(move, f"button-{move}", x, DICE_Y, layer=1, marks=marks, label=label)


def _chip_symbols(view: View) -> Iterator[Symbol]:
    seats = view["players"]
    in_playoff = [seat for seat, _points in view["playoff"]]
    for seat in range(seats):
        row, column = divmod(seat, CHIPS_IN_ROW)
        in_row = min(CHIPS_IN_ROW, seats - row * CHIPS_IN_ROW)
        points = _points(view, seat)
        marks: tuple[str, ...] = (f"seat-{seat}",)
        if view["over"]:
            marks += ("won",) if view["result"]["places"][seat] == 1 else ()
        elif seat == view["turn"]:
            marks += ("active",)
        elif in_playoff and seat not in in_playoff:
            marks += ("dim",)
        if seat == view["seat"]:
            marks += ("mine",)
        yield Symbol(
            f"chip-{seat}",
            "chip-turn" if seat == view["turn"] and not view["over"] else "chip",
            WIDTH / 2 + (column - (in_row - 1) / 2) * CHIP_WIDTH,
            CHIPS_Y + row * CHIP_HEIGHT,
            layer=1,
            text=f"{seat + 1}: {'–' if points is None else points}",
            marks=marks,
            label=_chip_label(view, seat),
        )


def _chip_label(view: View, seat: int) -> Message:
    points = "–" if view["points"][seat] is None else str(view["points"][seat])
    playoff = dict(view["playoff"])
    if seat not in playoff:
        return _("{player}: {points} points", player=Seat(seat), points=points)
    return _(
        "{player}: {points} points, in the playoff {playoff}",
        player=Seat(seat),
        points=points,
        playoff="–" if playoff[seat] is None else str(playoff[seat]),
    )


def paths(view: View) -> dict[str, tuple[str, ...]]:
    return {move: (f"at-{move}" if move.isdigit() else move,) for move in view["moves"]}


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["phase"] == "place":
        low, high = view["dice"]
        return _(
            "You have thrown {low} and {high}: put a stone on {fields}.",
            low=low,
            high=high,
            fields=_either(_fitting(view)),
        )
    if "stop" in view["moves"]:
        return _("Throw again, or stop with {points} points?", points=sum(_free(view)))
    if view["playoff"]:
        return _("Your turn in the playoff: throw the dice.")
    return _("Your turn: throw the dice.")


def _either(fields: list[int]) -> Message | int:
    """One of some fields, as one says it."""
    *others, last = fields
    return _("{others} or {last}", others=", ".join(map(str, others)), last=last) if others else last


def tell(before: View, step: Step, after: View) -> Message:
    player = Seat(before["turn"])
    if step.seat is not None:
        return _tell_move(before, step, after)
    low, high = step.text.split("-")
    thrown = _("{player} throws {low} and {high}.", player=player, low=low, high=high)
    if after["phase"] == "place":
        return thrown
    return _("{first} {second}", first=thrown, second=_tell_turn_over(before["stones"], before, after))


def _tell_move(before: View, step: Step, after: View) -> Message:
    player = Seat(before["turn"])
    if step.text == "roll":
        return _("{player} takes the dice.", player=player)
    if step.text == "stop":
        stopped = _("{player} stops.", player=player)
        over = _tell_turn_over(before["stones"], before, after)
        return _("{first} {second}", first=stopped, second=over)
    placed = _("{player} puts a stone on {field}.", player=player, field=step.text)
    stones = sorted([*before["stones"], int(step.text)])
    if len(stones) == len(FIELDS):
        over = _("The whole fish is full!")
        second = _("{first} {second}", first=over, second=_tell_turn_over(stones, before, after))
    elif after["over"]:
        second = _("The bone!")
    elif {1, 2, 3} <= set(stones):
        second = _("Fish head! 1, 2 and 3 are free again.")
    else:
        return placed
    return _("{first} {second}", first=placed, second=second)


def _tell_turn_over(stones: list[int], before: View, after: View) -> Message:
    """The points of a turn that ended with `stones`, and what comes of it."""
    points = free_sum(sum(BIT[field] for field in stones))
    counted = _("That makes {points} points.", points=points)
    starts_playoff = bool(after["playoff"]) and all(had is None for _seat, had in after["playoff"])
    if after["over"] or not starts_playoff:
        return counted
    *others, last = (seat + 1 for seat, _points in after["playoff"])
    seats = _("{others} and {last}", others=", ".join(map(str, others)), last=last)
    return _(
        "{first} {second}",
        first=counted,
        second=_("The fewest points are shared; a playoff decides between players {seats}.", seats=seats),
    )


def tell_end(view: View) -> Message:
    result = view["result"]
    winner = result["places"].index(1)
    score = result["scores"][winner]
    if result["reason"] == "graete":
        return _("{player} has filled the bone and nothing else: that wins at once!", player=Seat(winner))
    if view["players"] == 1:
        return _("The turn is over with {points} points.", points=score)
    if view["playoff"]:
        return _(
            "{player} wins the playoff with {points} points.",
            player=Seat(winner),
            points=_points(view, winner) or 0,
        )
    return _("{player} wins with the fewest points: {points}.", player=Seat(winner), points=score)
