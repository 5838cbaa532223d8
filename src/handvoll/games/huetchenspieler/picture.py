"""What Hütchenspieler looks like: the row on its felt, the piles of the seats above, what is asked below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from handvoll.core.messages import Message, Seat, Value, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import HIDDEN, Step, View
from handvoll.games.huetchenspieler.stones import FLIPS, LAYS, PLACES, PUSHES, SYMBOLS

GLYPHS = {1: "●", 2: "┃", 3: "▲", 4: "■"}
SYMBOL_NAMES = {1: _("dot"), 2: _("line"), 3: _("triangle"), 4: _("square")}
THE_SYMBOL = {1: _("the dot"), 2: _("the line"), 3: _("the triangle"), 4: _("the square")}
FOR_THE_SYMBOL = {
    1: _("for the dot"),
    2: _("for the line"),
    3: _("for the triangle"),
    4: _("for the square"),
}
SEAT_PAINTS = ("blue", "red", "green", "yellow")

# The scene, in stones.
WIDTH = 8.0
PILE_HEIGHT = 0.95
FELT_HEIGHT = 3.0
TRAY_HEIGHT = 1.75
PLACE_X = (1.18, 3.06, 4.94, 6.82)
ROW_SCALE = 1.35
PILE_X, PILE_STEP, PILE_SCALE = 2.25, 0.6, 0.56


def text(view: View, pen: Pen) -> str:
    lines = [
        pen.paint(pen.say(_("Round {round} of {rounds}", round=view["round"], rounds=view["rounds"])), "bold")
    ]
    if view["pusher"] is not None:
        lines[0] += "   " + pen.say(_("Pusher: {player}", player=Seat(view["pusher"])))
    lines += ["", *_row_lines(view), "", *_phase_lines(view, pen)]
    names = [pen.say(seat_name(seat)) for seat in range(view["players"])]
    wide = max(map(len, names))
    for seat, name in enumerate(names):
        won = view["won"][seat]
        symbols = "".join(GLYPHS[stone["symbol"]] for stone in won)
        lines.append(
            f"{'»' if seat in view['to_act'] else ' '} {pen.paint(name.ljust(wide), SEAT_PAINTS[seat])}"
            f"  {len(won):>2}  {symbols}".rstrip()
        )
    return "\n".join(lines)


def _row_lines(view: View) -> list[str]:
    row = view["row"] or [None] * len(PLACES)
    boxes = [_box(stone, place) for stone, place in zip(row, PLACES, strict=True)]
    return ["   " + "  ".join(parts).rstrip() for parts in zip(*boxes, strict=True)]


def _box(stone: dict[str, Any] | None, place: int) -> tuple[str, str, str, str]:
    number = f"  {place}  "
    if stone is None:
        return "     ", "  ·  ", "     ", number
    return "┌───┐", f"│ {GLYPHS.get(stone['symbol'], '▒')} │", "└───┘", number


def _phase_lines(view: View, pen: Pen) -> list[str]:
    if view["covered"] and view["pushes_left"]:
        return [pen.say(_n("One push to go.", "{n} pushes to go.", view["pushes_left"])), ""]
    if view["asked"]:
        wanted = _(
            "Wanted: {glyph} ({symbol})", glyph=GLYPHS[view["asked"]], symbol=SYMBOL_NAMES[view["asked"]]
        )
        return [pen.paint(pen.say(wanted), "bold"), ""]
    if view["covered"]:
        glyphs = " ".join(GLYPHS[symbol] for symbol in view["hidden"])
        return [pen.say(_("Face down: {glyphs}", glyphs=glyphs)), ""]
    return []


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    felt = PILE_HEIGHT * view["players"] + FELT_HEIGHT / 2
    tray = felt + FELT_HEIGHT / 2 + TRAY_HEIGHT / 2
    symbols = [Symbol("felt", "felt", WIDTH / 2, felt)]
    # A reader's pile lies next to the row; the others follow in turn order above.
    first = 0 if view["seat"] is None else view["seat"] + 1
    for line in range(view["players"]):
        symbols.extend(_pile_symbols(view, (first + line) % view["players"], PILE_HEIGHT * (line + 0.5)))
    symbols.extend(_row_symbols(view, felt - 0.27))
    symbols.extend(_tray_symbols(view, tray))
    return Scene(0, 0, WIDTH, tray + TRAY_HEIGHT / 2, tuple(symbols))


def _pile_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    won = view["won"][seat]
    marks = (f"seat-{seat}", *(["active"] if seat in view["to_act"] else []))
    mine = ("mine",) if seat == view["seat"] else ()
    yield Symbol(
        f"name-{seat}", "name", 0.55, y, text=str(seat + 1), marks=(*marks, *mine), label=seat_name(seat)
    )
    if seat == view["pusher"]:
        yield Symbol(
            "pusher", "pusher", 0.98, y + 0.2, layer=1, label=_("{player} is the pusher", player=Seat(seat))
        )
    held = _n("{player} holds one stone", "{player} holds {n} stones", len(won), player=Seat(seat))
    yield Symbol(f"count-{seat}", "count", 1.55, y, text=str(len(won)), label=held)
    step = min(PILE_STEP, (WIDTH - 0.5 - PILE_X) / max(len(won) - 1, 1))
    for place, stone in enumerate(won):
        yield Symbol(
            stone["stone"],
            f"stone-{stone['symbol']}",
            PILE_X + place * step,
            y,
            scale=PILE_SCALE,
            layer=2 + place,
            marks=(f"seat-{stone['owner']}",),
            label=_("{symbol}, won by {player}", symbol=SYMBOL_NAMES[stone["symbol"]], player=Seat(seat)),
        )


def _row_symbols(view: View, y: float) -> Iterator[Symbol]:
    touched = _touched_place(view)
    for place, x in zip(PLACES, PLACE_X, strict=True):
        marks = ("last",) if place == touched and view["row"][place - 1] is None else ()
        yield Symbol(f"place-{place}", "place", x, y, layer=1, marks=marks, label=_place_label(view, place))
        yield Symbol(f"number-{place}", "number", x, y + 1.17, layer=1, text=str(place))
    for index, stone in enumerate(view["row"]):
        if stone is not None:
            yield Symbol(
                stone["stone"],
                "back" if stone["symbol"] is None else f"stone-{stone['symbol']}",
                PLACE_X[index],
                y,
                scale=ROW_SCALE,
                layer=41 if index + 1 == touched else 40,  # what is pushed slides over the others
                marks=(
                    f"seat-{view['pusher']}",
                    *(["covered"] if stone["symbol"] is None else []),
                    *(["last"] if index + 1 == touched else []),
                ),
            )


def _touched_place(view: View) -> int | None:
    """The place that the last step pushed a stone to, or turned one over at."""
    step = view["last"][-1]["text"] if view["last"] and view["row"] else ""
    if step in PUSHES:
        return PUSHES[step][1] + 1
    return FLIPS[step] + 1 if step in FLIPS else None


def _place_label(view: View, place: int) -> Message:
    stone = view["row"][place - 1] if view["row"] else None
    if stone is None:
        return _("place {place}: empty", place=place)
    if stone["symbol"] is None:
        return _("place {place}: a stone, face down", place=place)
    return _("place {place}: {symbol}", place=place, symbol=SYMBOL_NAMES[stone["symbol"]])


def _tray_symbols(view: View, y: float) -> Iterator[Symbol]:
    """Below the row: what the pusher is to lay, to turn over, to push or to ask for."""
    if view["pusher"] is None:
        return
    if not view["row"]:
        for symbol, x in zip(SYMBOLS, PLACE_X, strict=True):
            yield Symbol(
                f"hand-{symbol}",
                f"stone-{symbol}",
                x,
                y,
                scale=1.2,
                layer=3,
                marks=(f"seat-{view['pusher']}",),
                label=SYMBOL_NAMES[symbol],
            )
    elif not view["covered"]:
        if "cover" in view["moves"]:
            yield Symbol("cover", "cover", WIDTH / 2, y, layer=3, label=_("turn the stones over"))
    elif view["pushes_left"]:
        for push in range(view["pushes_left"]):
            yield Symbol(f"push-{push + 1}", "push", WIDTH / 2 + (push - 1.5) * 1.1, y, layer=3)
    else:
        for symbol, x in zip(SYMBOLS, PLACE_X, strict=True):
            yield _question(view, symbol, x, y)


def _question(view: View, symbol: int, x: float, y: float) -> Symbol:
    """The token with which the pusher asks for a symbol, and on which all see what is wanted."""
    name = SYMBOL_NAMES[symbol]
    marks: tuple[str, ...] = ()
    if symbol == view["asked"]:
        marks, label = ("active",), _("wanted: {symbol}", symbol=name)
    elif symbol not in view["hidden"]:
        marks, label = ("dim",), _("{symbol}: revealed", symbol=name)
    elif view["asked"]:
        label = _("{symbol}: still face down", symbol=name)
    else:
        label = _("ask {for_symbol}", for_symbol=FOR_THE_SYMBOL[symbol])
    return Symbol(
        f"ask-{symbol}",
        f"ask-{symbol}",
        x,
        y,
        scale=1.15 if symbol == view["asked"] else 1,
        layer=3,
        marks=marks,
        label=label,
    )


def paths(view: View) -> dict[str, tuple[str, ...]]:
    return {move: _path(move) for move in view["moves"]}


def _path(move: str) -> tuple[str, ...]:
    if move in LAYS:
        return tuple(f"hand-{symbol}" for symbol in LAYS[move])
    if move in PUSHES:
        come, go = PUSHES[move]
        return (f"place-{come + 1}", f"place-{go + 1}")
    if move in FLIPS:
        return (f"place-{FLIPS[move] + 1}",)
    return (move.replace(" ", "-"),)  # cover, ask-3


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if not view["row"]:
        return _("You push this round: lay your four stones in a row, in any order.")
    if not view["covered"]:
        return _("When everybody has had a good look, turn the stones over.")
    if view["pushes_left"]:
        return _n(
            "Push a stone to another place: the last push.",
            "Push a stone to another place: {n} pushes to go.",
            view["pushes_left"],
        )
    if view["asked"]:
        if len(view["hidden"]) == 2:
            return _(
                "Where is {symbol}? Turn over a stone: if you are right, both are yours.",
                symbol=THE_SYMBOL[view["asked"]],
            )
        return _("Where is {symbol}? Turn over a stone.", symbol=THE_SYMBOL[view["asked"]])
    return _("Which symbol shall {player} look for?", player=Seat(view["searcher"]))


def tell(before: View, step: Step, after: View) -> Message:
    player = Seat(step.seat or 0)
    if step.text == HIDDEN:
        return _("{player} laid four stones.", player=player)
    if step.text in LAYS:
        one, two, three, four = (SYMBOL_NAMES[symbol] for symbol in LAYS[step.text])
        return _(
            "{player} lays {one}, {two}, {three}, {four}.",
            player=player,
            one=one,
            two=two,
            three=three,
            four=four,
        )
    if step.text in PUSHES:
        come, go = PUSHES[step.text]
        return _("{player} pushes the stone at {come} to {go}.", player=player, come=come + 1, go=go + 1)
    if step.text in FLIPS:
        return _tell_flip(before, step, after)
    if before["covered"]:
        return _(
            "{player} asks {searcher} {for_symbol}.",
            player=player,
            searcher=Seat(before["searcher"]),
            for_symbol=FOR_THE_SYMBOL[after["asked"]],
        )
    return _("{player} turns the stones over.", player=player)


def _tell_flip(before: View, step: Step, after: View) -> Message:
    turned = before["row"][FLIPS[step.text]]["stone"]
    taker, stone = next(
        (seat, stone) for seat, won in enumerate(after["won"]) for stone in won if stone["stone"] == turned
    )
    values: dict[str, Value] = {
        "player": Seat(step.seat or 0),
        "place": FLIPS[step.text] + 1,
        "symbol": THE_SYMBOL[stone["symbol"]],
        "taker": Seat(taker),
    }
    if len(before["hidden"]) == 2:
        return _("{player} turns over place {place}: {symbol}. {taker} takes both stones.", **values)
    return _("{player} turns over place {place}: {symbol}. {taker} takes it.", **values)


def tell_end(view: View) -> Message:
    result = view["result"]
    winners = [seat for seat, place in enumerate(result["places"]) if place == 1]
    with_stones = _n("with one stone", "with {n} stones", result["scores"][winners[0]])
    if len(winners) == 1:
        return _("{player} wins {with_stones}.", player=Seat(winners[0]), with_stones=with_stones)
    if len(winners) == view["players"]:
        return _("A draw, each {with_stones}.", with_stones=with_stones)
    names = seat_name(winners[0])
    for seat in winners[1:]:
        names = _("{names} and {player}", names=names, player=Seat(seat))
    return _("{names} share the win, each {with_stones}.", names=names, with_stones=with_stones)
