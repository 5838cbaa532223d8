"""What Six looks like: three places for each seat, the own ones large and below; dice, tube, buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.six.notation import CLAIM, COVER, DICE, OVER, PLACES, RECEIVE, ROUNDS, SAND, THROW
from handvoll.games.six.rules import COVERS, LIFT, ROLL, SECURE, SKIP, STROKES

COLOURS = ("blue", "yellow", "green", "violet", "orange")
DIE_FACES = "·⚀⚁⚂⚃⚄⚅"

WIDTH = 8.0
EDGE = 0.15
OTHERS_HEIGHT, MIDDLE_HEIGHT, OWN_HEIGHT, BUTTONS_HEIGHT = 2.35, 2.3, 3.05, 1.4
UNDER_CARD = 0.11
"""How far a covered card peeks out, in the card's own units."""


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    lines = [_head_text(view, pen), ""]
    names = [pen.say(seat_name(seat))[:14] for seat in range(view["players"])]
    wide = max(map(len, names))
    for seat, name in enumerate(names):
        holder = "»" if seat == view["active"] and not view["over"] else " "
        mine = "*" if seat == view["seat"] else " "
        places = "".join(f"{_place_text(stack):<14}" for stack in view["places"][seat])
        left = view["pile"][seat] + len(view["returned"][seat])
        won = f"{len(view['secured'][seat])}/{view['strokes'][seat]}"
        lines.append(
            f"{holder}{mine}{pen.paint(name.ljust(wide), COLOURS[seat])}  {places}▒{left:<3}✓{won}".rstrip()
        )
        if view["drawn"][seat]:
            held = _card_text(view["drawn"][seat])
            lines.append(f"  {'':<{wide}}  " + pen.say(_("has drawn {card} and must cover", card=held)))
    legend = _("▒ cards in the pile   ✓ cards secured/strokes   +n cards underneath")
    return "\n".join([*lines, "", pen.paint(pen.say(legend), "dim")])


def _head_text(view: View, pen: Pen) -> str:
    shown = [pen.paint(pen.say(_("Round {round} of {rounds}", round=view["round"], rounds=ROUNDS)), "bold")]
    if view["throw"]:
        dice = " ".join(f"{DIE_FACES[die]} {die}" for die in view["throw"])
        shown.append(f"[{dice}] = {sum(view['throw'])}")
    if not view["over"]:
        shown.append(pen.say(_n("then {n} die", "then {n} dice", view["dice"])))
    if view["options"]["pasch"]:
        shown.append("↓" if view["direction"] == 1 else "↑")
    return "   ".join(shown)


def _card_text(number: int) -> str:
    return f"{number}{'ı' * STROKES[number]}"


def _place_text(stack: list[int]) -> str:
    if not stack:
        return "[  ]"
    under = f"+{len(stack) - 1}" if len(stack) > 1 else ""
    return f"[{stack[-1]:>2}]{'ı' * STROKES[stack[-1]]}{under}"


# --- scene -------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where the things of one seat lie: its three places, its pile, its secured stack, its badge."""

    places: tuple[tuple[float, float], ...]
    scale: float
    pile: tuple[float, float]
    secured: tuple[float, float]
    small: float
    badge: tuple[float, float]
    drawn: tuple[float, float, float]
    """Where a drawn card is held, and its scale."""


def scene(view: View) -> Scene:
    rows = (view["players"]) // 2  # two of the others side by side
    middle = EDGE + rows * OTHERS_HEIGHT
    own = middle + MIDDLE_HEIGHT
    height = own + OWN_HEIGHT + BUTTONS_HEIGHT
    symbols = [Symbol(f"table-{rows}", f"table-{rows}", WIDTH / 2, height / 2)]
    for seat, spot in _spots(view, rows, own).items():
        symbols.extend(_seat_symbols(view, seat, spot))
    symbols.extend(_middle_symbols(view, middle + MIDDLE_HEIGHT / 2))
    if view["seat"] is not None:
        symbols.extend(_button_symbols(view, own + OWN_HEIGHT + BUTTONS_HEIGHT / 2 - 0.1))
    return Scene(0, 0, WIDTH, height, tuple(symbols))


def _spots(view: View, rows: int, own: float) -> dict[int, Spot]:
    """The reader's cards below; the others clockwise from the left, as they sit around the table."""
    reader = view["seat"] or 0
    others = [(reader + away) % view["players"] for away in range(1, view["players"])]
    spots = {
        reader: Spot(
            tuple((1.15 + 2.05 * place, own + OWN_HEIGHT / 2) for place in PLACES),
            1.93,
            (7.2, own + 1.35),
            (7.2, own + 2.42),
            0.75,
            (7.1, own + 0.4),
            (4.55, own - MIDDLE_HEIGHT / 2, 1.5),
        )
    }
    for place, seat in enumerate(others):
        spots[seat] = _other_spot(place, len(others), rows)
    return spots


def _other_spot(place: int, others: int, rows: int) -> Spot:
    """The place of one of the others: up the left side, along the top, down the right side."""
    if others == 1:
        x, row = WIDTH / 2, 0
    elif place < rows:
        x, row = WIDTH / 4, rows - 1 - place
    elif others == 3 and place == 2:
        x, row = WIDTH * 3 / 4, 0
    else:
        x, row = WIDTH * 3 / 4, place - (others - rows)
    y = EDGE + OTHERS_HEIGHT * row
    return Spot(
        tuple((x - 1.3 + 1.02 * each, y + 1.5) for each in PLACES),
        0.95,
        (x + 1.58, y + 1.0),
        (x + 1.58, y + 1.82),
        0.55,
        (x - 1.45, y + 0.38),
        (x + 1.58, y + 1.1, 0.8),
    )


def _seat_symbols(view: View, seat: int, spot: Spot) -> Iterator[Symbol]:
    colour = COLOURS[seat]
    has_dice = seat == view["active"] and not view["over"]
    won = view["over"] and view["result"]["places"][seat] == 1
    marks = ("won",) if won else ("active",) if has_dice or seat in view["to_act"] else ()
    x, y = spot.badge
    yield Symbol(
        f"name-{seat}",
        f"name-{colour}",
        x,
        y,
        layer=1,
        text=str(seat + 1),
        marks=marks,
        label=_("{player} has the dice", player=Seat(seat)) if has_dice else seat_name(seat),
    )
    for place, (x, y) in enumerate(spot.places):
        yield Symbol(
            f"place-{seat}-{place + 1}",
            "place",
            x,
            y,
            scale=spot.scale,
            label=_("place {place} of {player}", place=place + 1, player=Seat(seat)),
        )
        yield from _stack_symbols(view, seat, view["places"][seat][place], x, y, spot.scale)
    yield from _pile_symbols(view, seat, spot)
    yield from _secured_symbols(view, seat, spot)
    if drawn := view["drawn"][seat]:
        x, y, scale = spot.drawn
        yield _card_symbol(seat, drawn, x, y, scale, 40, ("active",))


def _stack_symbols(
    view: View, seat: int, stack: list[int], x: float, y: float, scale: float
) -> Iterator[Symbol]:
    for depth, number in zip(range(len(stack) - 1, -1, -1), stack, strict=True):
        is_thrown = not depth and view["phase"] == CLAIM and number == sum(view["throw"])
        marks = ("last",) if is_thrown and seat in view["to_act"] else ()
        peeks = UNDER_CARD * scale * min(depth, 2)
        yield _card_symbol(seat, number, x, y - peeks, scale, 2 + len(stack) - depth, marks)


def _card_symbol(
    seat: int,
    number: int,
    x: float,
    y: float,
    scale: float,
    layer: int,
    marks: tuple[str, ...] = (),
) -> Symbol:
    strokes = STROKES[number]
    return Symbol(
        f"card-{seat}-{number}",
        f"card-{COLOURS[seat]}-{strokes}",
        x,
        y,
        scale=scale,
        layer=layer,
        text=str(number),
        marks=marks,
        label=_n(
            "{number} of {player}, {n} stroke",
            "{number} of {player}, {n} strokes",
            strokes,
            number=number,
            player=Seat(seat),
        ),
    )


def _pile_symbols(view: View, seat: int, spot: Spot) -> Iterator[Symbol]:
    left = view["pile"][seat] + len(view["returned"][seat])
    x, y = spot.pile
    yield Symbol(
        f"pile-{seat}",
        f"pile-{COLOURS[seat]}" if left else "pile-empty",
        x,
        y,
        layer=1,
        scale=spot.small,
        text=str(left) if left else "",
        label=_n(
            "{n} card in the pile of {player}", "{n} cards in the pile of {player}", left, player=Seat(seat)
        ),
    )


def _secured_symbols(view: View, seat: int, spot: Spot) -> Iterator[Symbol]:
    """The secured cards lie face down on each other, the last one on top; at the end their strokes count."""
    x, y = spot.secured
    secured = view["secured"][seat]
    label = _(
        "{player} has secured {cards}, {strokes} strokes",
        player=Seat(seat),
        cards=len(secured),
        strokes=view["strokes"][seat],
    )
    marks = ("won",) if view["over"] and view["result"]["places"][seat] == 1 else ()
    for place, number in enumerate(secured):
        yield Symbol(
            f"card-{seat}-{number}",
            f"secured-{COLOURS[seat]}",
            x,
            y,
            layer=2 + place,
            scale=spot.small,
            marks=("covered",),
        )
    yield Symbol(
        f"secured-{seat}",
        "strokes" if view["over"] else "count",
        x,
        y,
        layer=30,
        scale=spot.small,
        text=str(view["strokes"][seat] if view["over"] else len(secured)),
        marks=marks,
        label=label,
    )


def _middle_symbols(view: View, y: float) -> Iterator[Symbol]:
    lifted = view["lift"] if view["phase"] in (SAND, OVER) else None
    tube, label = "tube", _("the tube over the timer")
    if lifted:
        is_over = lifted["at"] >= lifted["sand"]
        tube = "timer-over" if is_over else "timer-running"
        label = _("the timer has run out") if is_over else _("the timer is still running")
    yield Symbol("tube", tube, 0.95, y, layer=1, label=label)
    for place in range(len(view["throw"]) or view["dice"]):
        die = view["throw"][place] if view["throw"] else 0
        yield Symbol(
            f"die-{place + 1}",
            f"die-{die}",
            2.3 + 1.2 * place,
            y,
            turn=(-7, 5, -3)[place],
            layer=1,
            scale=1.05,
            label=_("die: {die}", die=die) if die else _("a die, not thrown yet"),
        )
    if view["throw"]:
        total = sum(view["throw"])
        yield Symbol(
            "sum", "sum", 6.1, y, layer=1, scale=1.5, text=str(total), label=_("sum: {sum}", sum=total)
        )
    yield Symbol(
        "round",
        "round",
        7.35,
        y - 0.6,
        layer=1,
        scale=0.85,
        text=f"{view['round']}/{ROUNDS}",
        label=_("Round {round} of {rounds}", round=view["round"], rounds=ROUNDS),
    )
    if view["options"]["pasch"]:
        onward = view["direction"] == 1
        yield Symbol(
            "direction",
            "clockwise" if onward else "anticlockwise",
            7.35,
            y + 0.35,
            layer=1,
            label=_("the dice go to the left") if onward else _("the dice go to the right"),
        )


def _button_symbols(view: View, y: float) -> Iterator[Symbol]:
    dice = view["dice"] if view["phase"] in (THROW, RECEIVE, DICE) else 3
    for move, drawing, x, label in (
        (ROLL, f"roll-{dice}", 3.0, _n("throw {n} die", "throw {n} dice", dice)),
        (SKIP, "skip", 6.9, _("skip")),
    ):
        marks = () if move in view["moves"] else ("dim",)
        yield Symbol(move, drawing, x, y, layer=1, marks=marks, label=label)


def paths(view: View) -> dict[str, tuple[str, ...]]:
    seat = view["seat"]
    touched: dict[str, tuple[str, ...]] = {}
    for move in view["moves"]:
        if move == SECURE:
            touched[move] = (f"card-{seat}-{sum(view['throw'])}",)
        elif move in COVERS:
            touched[move] = (f"card-{seat}-{view['places'][seat][COVERS.index(move)][-1]}",)
        else:
            touched[move] = ("tube" if move == LIFT else move,)
    return touched


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["phase"] == CLAIM:
        return _("{number} was thrown: secure your {number}!", number=sum(view["throw"]))
    if view["phase"] == COVER:
        return _("You have drawn the {number}: which card do you cover?", number=view["drawn"][view["seat"]])
    if view["phase"] == RECEIVE:
        return _("Throw – or lift the tube: is the time over?")
    if not view["throw"]:
        return _("Round {round} begins: throw the dice!", round=view["round"])
    return _n("Throw on, with {n} die.", "Throw on, with {n} dice.", view["dice"])


def tell(before: View, step: Step, after: View) -> Message:
    if step.seat is None:
        return _tell_chance(before, step, after)
    player = Seat(step.seat)
    if step.text == ROLL:
        return _n("{player} throws {n} die.", "{player} throws {n} dice.", before["dice"], player=player)
    if step.text == LIFT:
        return _tell_lift(player, after)
    if step.text in COVERS:
        place = COVERS.index(step.text)
        return _(
            "{player} covers the {under} with the {number}.",
            player=player,
            under=before["places"][step.seat][place][-1],
            number=before["drawn"][step.seat],
        )
    total = sum(before["throw"])
    told = (
        _("{player} secures the {number}.", player=player, number=total)
        if step.text == SECURE
        else _("{player} leaves the {number}.", player=player, number=total)
    )
    return _with_swap(told, before, after)


def _tell_chance(before: View, step: Step, after: View) -> Message:
    if before["phase"] == SAND:
        return _(
            "The timer is flipped: round {round} begins, {player} has the dice.",
            round=before["round"],
            player=Seat(before["active"]),
        )
    if before["phase"] == DICE:
        return _tell_throw(before, step, after)
    return _("{player} draws the {number}.", player=Seat(before["drawing"]), number=step.text)


def _tell_throw(before: View, step: Step, after: View) -> Message:
    total = sum(map(int, step.text.split("-")))
    told = _("{player}: {dice}, that is {sum}.", player=Seat(before["active"]), dice=step.text, sum=total)
    for seat in range(before["players"]):
        if len(after["secured"][seat]) > len(before["secured"][seat]):
            secures = _("{player} secures the {number}.", player=Seat(seat), number=total)
            told = _("{first} {second}", first=told, second=secures)
    return _with_swap(told, before, after)


def _with_swap(told: Message, before: View, after: View) -> Message:
    if after["active"] == before["active"]:
        return told
    if after["direction"] != before["direction"]:
        swap = _("Doubles! The direction turns: {player} gets the dice.", player=Seat(after["active"]))
    else:
        swap = _("Swap: {player} gets the dice.", player=Seat(after["active"]))
    return _("{first} {second}", first=told, second=swap)


def _tell_lift(player: Seat, after: View) -> Message:
    lift = after["lift"]
    template = (
        _("{player} lifts the tube: the time is over!", player=player)
        if lift["at"] >= lift["sand"]
        else _("{player} lifts the tube: the sand is still running!", player=player)
    )
    payer = Seat(lift["payer"])
    if lift["card"]:
        paid = _("{player} returns the {number}.", player=payer, number=lift["card"])
    else:
        paid = _("{player} has no card to return.", player=payer)
    return _("{first} {second}", first=template, second=paid)


def tell_end(view: View) -> Message:
    result = view["result"]
    winners = [seat for seat, place in enumerate(result["places"]) if place == 1]
    strokes = _n("{n} stroke", "{n} strokes", result["scores"][winners[0]])
    if len(winners) == 1:
        return _("{player} wins with {strokes}.", player=Seat(winners[0]), strokes=strokes)
    names = seat_name(winners[0])
    for seat in winners[1:-1]:
        names = _("{first}, {second}", first=names, second=seat_name(seat))
    names = _("{first} and {second}", first=names, second=seat_name(winners[-1]))
    return _("{players} share the win with {strokes} each.", players=names, strokes=strokes)
