"""What High Five! looks like: the board, the own hand at the lower edge, the others' cards as fans above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import HIDDEN, Step, View
from handvoll.games.high_five.board import FILES, SIDE, SQUARE_NAMES, START_SQUARES

PAINTS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
SEAT_PAINTS = ("blue", "red", "green", "yellow")
COMBINATIONS = {
    30: _("High Five"),
    25: _("highest colour row"),
    20: _("colour row"),
    15: _("four of a kind"),
    10: _("three of a kind and a pair"),
    8: _("one colour"),
    6: _("sequence"),
    3: _("three of a kind"),
    2: _("two pairs"),
    1: _("one pair"),
    0: _("no combination"),
}
RIBBONS = {10: ("ribbon-long", 2.8), 25: ("ribbon-middle", 2.25)}
USUAL_RIBBON = ("ribbon", 1.95)
"""Ribbons long enough for what stands on them, and half their length."""
START_NAMES = {SQUARE_NAMES[square] for square in START_SQUARES}


def card_words(name: str) -> Message:
    """A card in words."""
    number = "1/14" if name[1:] == "1" else name[1:]
    if name[0] == "R":
        return _("red {number}", number=number)
    if name[0] == "B":
        return _("blue {number}", number=number)
    if name[0] == "G":
        return _("green {number}", number=number)
    if name[0] == "Y":
        return _("yellow {number}", number=number)
    return _("joker")


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    lines = list(_board_text(view, pen))
    lines.append("")
    names = [pen.say(seat_name(seat)) for seat in range(view["players"])]
    wide = max(map(len, names))
    for seat, name in enumerate(names):
        mark = "»" if seat in view["to_act"] else " "
        cards = pen.say(_n("one card", "{n} cards", view["cards"][seat]))
        more = (", J" if view["jokers"][seat] else "") + ("  +2" if view["bonus"] == seat else "")
        painted = pen.paint(name.ljust(wide), SEAT_PAINTS[seat])
        lines.append(f"{mark} {painted}  {view['scores'][seat]:>3}  {cards}{more}")
    lines.append("  " + pen.say(_n("Pile: one card", "Pile: {n} cards", view["pile"])))
    if view["scored"]:
        lines.append("  " + _scored_text(view["scored"], pen))
    if view["hand"] is not None:
        lines.append("")
        lines.extend(_hand_text(view["hand"], pen))
    return "\n".join(lines)


def _board_text(view: View, pen: Pen) -> Iterator[str]:
    frame = view["frame"]
    squares = frame["squares"] if frame else view["scored"]["squares"] if view["scored"] else []
    for rank in range(SIDE, 0, -1):
        cells = []
        for file in FILES:
            name = f"{file}{rank}"
            card = view["board"].get(name)
            empty = "◦" if name in START_NAMES else "·"
            shown = card or ("?" if frame and frame["next"] == name else empty)
            painted = pen.paint(shown.center(3), PAINTS.get(shown[0], "bold" if card else "dim"))
            cells.append(f"[{painted}]" if name in squares else f" {painted} ")
        yield f"{rank} " + "".join(cells)
    yield "  " + "".join(f"  {file}  " for file in FILES).rstrip()


def _scored_text(scored: dict[str, Any], pen: Pen) -> str:
    cards = " ".join(scored["cards"])
    reading = " ".join(scored["reading"])
    if cards != reading:
        cards = f"{cards} = {reading}"
    return pen.say(
        _n(
            "Last: {cards} – {combination}, one point",
            "Last: {cards} – {combination}, {n} points",
            scored["points"],
            cards=cards,
            combination=COMBINATIONS[scored["points"]],
        )
    )


def _hand_text(hand: list[str], pen: Pen) -> Iterator[str]:
    yield pen.say(_("Your cards:"))
    colours: dict[str, list[str]] = {}
    for card in hand:
        colours.setdefault(card[0], []).append(card)
    for letter, cards in colours.items():
        yield "  " + pen.paint(" ".join(cards), PAINTS.get(letter, "bold"))


# --- scene -------------------------------------------------------------------------------------

TOP = 1.75
"""Where the board begins; the players are above it."""
HAND_TOP = TOP + SIDE + 0.62
ROW_OF_HAND = 8
LARGEST = 1.5
"""How large few cards are in the hand, which has two rows for many."""
PILE_WIDE = 1.1


def scene(view: View) -> Scene:
    symbols = (*_board_symbols(view), *_frame_symbols(view), *_player_symbols(view), *_hand_symbols(view))
    height = TOP + SIDE + 0.1 if view["hand"] is None else HAND_TOP + 1.55
    return Scene(-0.05, 0, SIDE + 0.1, height, symbols)


def _place(square: str) -> tuple[float, float]:
    return FILES.index(square[0]) + 0.5, TOP + SIDE - int(square[1]) + 0.5


def _board_symbols(view: View) -> Iterator[Symbol]:
    yield Symbol("board", "board", SIDE / 2, TOP + SIDE / 2)
    for square in SQUARE_NAMES:
        x, y = _place(square)
        card = view["board"].get(square)
        drawing = "start-square" if square in START_NAMES else "square"
        label = (
            _("{square}: {card}", square=square, card=card_words(card))
            if card
            else _("square {square}", square=square)
        )
        yield Symbol(f"at-{square}", drawing, x, y, layer=1, label=label)
        if card:
            yield _card(card, x, y, _card_marks(view, square))


def _card(
    name: str, x: float, y: float, marks: tuple[str, ...] = (), *, layer: int = 3, scale: float = 1
) -> Symbol:
    """A card, or on the board a joker with its owner (J1 is player 1's)."""
    if name[0] == "J":
        seat = int(name[1:]) - 1
        label = _("joker of {player}", player=Seat(seat))
        return Symbol(
            f"joker-{seat}",
            "joker",
            x,
            y,
            scale=scale,
            layer=layer,
            marks=(f"seat-{seat}", *marks),
            label=label,
        )
    is_one = name[1:] == "1"
    return Symbol(
        f"card-{name.lower()}",
        f"one-{name[0].lower()}" if is_one else f"card-{name[0].lower()}",
        x,
        y,
        scale=scale,
        layer=layer,
        text="" if is_one else name[1:],
        marks=marks,
        label=card_words(name),
    )


def _card_marks(view: View, square: str) -> tuple[str, ...]:
    if view["scored"] and not view["frame"] and square in view["scored"]["squares"]:
        return ("won",) if view["scored"]["points"] else ("last",)
    return ()


def _frame_symbols(view: View) -> Iterator[Symbol]:
    """The frame being filled with its next square; or the one scored last, with what its jokers stood for."""
    if view["frame"]:
        yield _frame(
            view["frame"]["squares"], "frame", _("frame {frame}", frame=_frame_name(view["frame"]["squares"]))
        )
        x, y = _place(view["frame"]["next"])
        label = _("next: {square}", square=view["frame"]["next"])
        yield Symbol("next", "next-square", x, y, layer=2, marks=("active",), label=label)
    elif view["scored"]:
        scored = view["scored"]
        yield _frame(scored["squares"], "frame-scored", _scored_label(scored))
        yield _ribbon(scored)
        for square, card, meant in zip(scored["squares"], scored["cards"], scored["reading"], strict=True):
            if card == "J":
                x, y = _place(square)
                label = _("the joker stands for {card}", card=card_words(meant))
                yield Symbol(
                    f"means-{square}",
                    f"means-{meant[0].lower()}",
                    x,
                    y + 0.31,
                    scale=0.62,
                    layer=5,
                    text=meant[1:],
                    label=label,
                )


def _frame(squares: list[str], drawing: str, label: Message) -> Symbol:
    x, y = _place(squares[2])
    turn = 90 if squares[0][0] == squares[-1][0] else 0
    return Symbol("frame", drawing, x, y, turn=turn, layer=4, label=label)


def _ribbon(scored: dict[str, Any]) -> Symbol:
    """What the frame counted for, above its upper edge."""
    points = scored["points"]
    drawing, half = RIBBONS.get(points, USUAL_RIBBON)
    x, y = _place(scored["squares"][2])
    if scored["squares"][0][0] == scored["squares"][-1][0]:
        y -= 2
    x = min(max(x, half), SIDE - half)
    said = _("{combination}: +{points}", combination=COMBINATIONS[points], points=points)
    return Symbol(
        "ribbon", drawing, x, y - 0.5, scale=0.6, layer=6, text=said if points else COMBINATIONS[points]
    )


def _frame_name(squares: list[str]) -> str:
    return f"{squares[0]}-{squares[-1]}"


def _scored_label(scored: dict[str, Any]) -> Message:
    return _n(
        "{player}: {combination}, one point",
        "{player}: {combination}, {n} points",
        scored["points"],
        player=Seat(scored["seat"]),
        combination=COMBINATIONS[scored["points"]],
    )


def _player_symbols(view: View) -> Iterator[Symbol]:
    """Above the board: for each seat its name, its points and, unless the hand is the reader's own, its
    cards from behind; and the pile."""
    seats = view["players"]
    wide = (SIDE - PILE_WIDE) / seats
    first = 0 if view["seat"] is None else view["seat"]
    for place in range(seats):
        seat = (first + place) % seats
        left = place * wide
        yield Symbol(
            f"name-{seat}",
            "name",
            left + 0.36,
            0.36,
            scale=0.85,
            layer=1,
            text=str(seat + 1),
            marks=(f"seat-{seat}", *(("active",) if seat in view["to_act"] else ())),
            label=seat_name(seat),
        )
        yield Symbol(
            f"score-{seat}",
            "score",
            left + 1.14,
            0.36,
            scale=0.85,
            layer=1,
            text=str(view["scores"][seat]),
            marks=(f"seat-{seat}",),
            label=_n("{player}: one point", "{player}: {n} points", view["scores"][seat], player=Seat(seat)),
        )
        if view["bonus"] == seat:
            label = _("{player} has the bonus of two points", player=Seat(seat))
            yield Symbol(f"bonus-{seat}", "bonus", left + 1.58, 0.2, scale=0.7, layer=2, label=label)
        if seat != view["seat"]:
            yield from _fan(view, seat, left, wide)
    yield Symbol(
        "pile",
        "pile" if view["pile"] else "no-pile",
        SIDE - 0.55,
        0.78,
        layer=1,
        text=str(view["pile"]) if view["pile"] else "",
        label=_n("one card in the pile", "{n} cards in the pile", view["pile"]),
    )


def _fan(view: View, seat: int, left: float, wide: float) -> Iterator[Symbol]:
    """The cards of another seat from behind. Its joker is known: it is in the hand until it is laid."""
    backs = view["cards"][seat] - view["jokers"][seat]
    step = min(0.34, (wide - 0.75) / max(1, view["cards"][seat] - 1))
    for number in range(1, backs + 1):
        x = left + 0.36 + step * (number - 1)
        label = _n(
            "a card of {player}, who has one",
            "a card of {player}, who has {n}",
            view["cards"][seat],
            player=Seat(seat),
        )
        yield Symbol(
            f"back-{seat}-{number}", "back", x, 1.2, scale=0.62, layer=1, marks=(f"seat-{seat}",), label=label
        )
    if view["jokers"][seat]:
        x = left + 0.36 + step * backs
        label = _("joker of {player}", player=Seat(seat))
        yield Symbol(
            f"joker-{seat}", "joker", x, 1.2, scale=0.62, layer=1, marks=(f"seat-{seat}",), label=label
        )


def _hand_symbols(view: View) -> Iterator[Symbol]:
    if view["hand"] is None:
        return
    yield Symbol("rack", "rack", SIDE / 2, HAND_TOP + 0.5, layer=1)
    cards = view["hand"]
    if len(cards) <= ROW_OF_HAND:
        row, y, scale = len(cards), HAND_TOP + 0.48, min(LARGEST, SIDE / max(1, len(cards)))
    else:
        row, y, scale = max(ROW_OF_HAND, -(-len(cards) // 2)), HAND_TOP, 1.0
    for number, card in enumerate(cards):
        line, column = divmod(number, row)
        in_line = min(row, len(cards) - line * row)
        x = SIDE / 2 + (column - (in_line - 1) / 2) * min(scale, SIDE / row)
        name = f"J{view['seat'] + 1}" if card == "J" else card
        yield _card(name, round(x, 3), y + line * 1.02, ("mine",), scale=round(scale, 3))


def paths(view: View) -> dict[str, tuple[str, ...]]:
    touched: dict[str, tuple[str, ...]] = {}
    for move in view["moves"]:
        verb, *what = move.split(" ")
        if verb == "frame":
            first, last = what[0].split("-")
            touched[move] = (f"at-{first}", f"at-{last}")
        else:
            card = f"joker-{view['seat']}" if what[0] == "J" else f"card-{what[0].lower()}"
            touched[move] = (card, *(f"at-{square}" for square in what[1:]))
    return touched


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["frame"]:
        return _("Lay one of your cards on {square}.", square=view["frame"]["next"])
    if view["moves"][0].startswith("drop"):
        return _("No frame is possible: lay one card on any empty square, for no points.")
    if view["first_turn"]:
        return _("Choose a frame that joins two start cards: first its one end, then the other.")
    return _("Choose a frame of five squares in a line: first its one end, then the other.")


def tell(before: View, step: Step, after: View) -> Message:
    told = _tell_draw(before, step, after) if step.seat is None else _tell_move(before, step, after)
    if after["bonus"] == before["bonus"]:
        return told
    bonus = _("{player} is the first without cards: two points more.", player=Seat(after["bonus"]))
    return _("{first} {second}", first=told, second=bonus)


def _tell_draw(before: View, step: Step, after: View) -> Message:
    if before["drawer"] is None:
        square = next(square for square in after["board"] if square not in before["board"])
        return _("On {square} lies a {card}.", square=square, card=card_words(step.text))
    player = Seat(before["drawer"])
    if step.text == HIDDEN:
        return _("{player} draws a card.", player=player)
    return _("{player} draws a {card}.", player=player, card=card_words(step.text))


def _tell_move(before: View, step: Step, after: View) -> Message:
    player = Seat(step.seat or 0)
    verb, *what = step.text.split(" ")
    if verb == "frame":
        return _("{player} chooses the frame {frame}.", player=player, frame=what[0])
    card = card_words(what[0])
    if verb == "drop":
        return _(
            "{player} lays a {card} on {square}, for no points.", player=player, card=card, square=what[1]
        )
    square = before["frame"]["next"]
    if after["frame"]:
        return _("{player} lays a {card} on {square}.", player=player, card=card, square=square)
    return _n(
        "{player} lays a {card} on {square}: {combination}, one point.",
        "{player} lays a {card} on {square}: {combination}, {n} points.",
        after["scored"]["points"],
        player=player,
        card=card,
        square=square,
        combination=COMBINATIONS[after["scored"]["points"]],
    )


def tell_end(view: View) -> Message:
    scores, places = view["result"]["scores"], view["result"]["places"]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    score = scores[winners[0]]
    if len(winners) == 1:
        return _n(
            "{player} wins with one point.", "{player} wins with {n} points.", score, player=Seat(winners[0])
        )
    names = seat_name(winners[0])
    for seat in winners[1:]:
        names = _("{first} and {second}", first=names, second=Seat(seat))
    return _n(
        "{players} share the win with one point.",
        "{players} share the win with {n} points.",
        score,
        players=names,
    )
