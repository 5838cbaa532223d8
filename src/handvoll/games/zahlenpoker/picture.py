"""What Zahlenpoker looks like: a row for each seat, with its stones, its fist, and what it has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import HIDDEN, Step, View
from handvoll.games.zahlenpoker.rules import COPIES, EMPTY, NOT_ASKED, VALUES

SEAT_PAINTS = ("blue", "red", "green", "yellow")


def text(view: View, pen: Pen) -> str:
    names = [pen.say(seat_name(seat)) for seat in range(view["players"])]
    wide = max(map(len, names))
    lines = [pen.paint(pen.say(_("Round {round}", round=view["round"])), "bold")]
    for seat, name in enumerate(names):
        stones = " ".join(str(v) for v in VALUES for _copy in range(view["hands"][seat][v - 1]))
        prizes = " ".join(str(prize[1]) for prize in view["prizes"][seat])
        lines.append(
            f"{'»' if seat in view['to_act'] else ' '} {pen.paint(name.ljust(wide), SEAT_PAINTS[seat])}  "
            f"{stones:<15}  {'○' if view['empty'][seat] else ' '}  "
            f"{pen.say(_('won: {prizes}', prizes=prizes or '–')):<24}{_fist_text(view, seat, pen)}".rstrip()
        )
    if view["last_round"] and not view["shown"]:
        shown = "  ".join(
            f"{name}: {_choice_text(choice)}"
            for name, choice in zip(names, view["last_round"]["shown"], strict=True)
            if choice != NOT_ASKED
        )
        lines.append(pen.paint(pen.say(_("Last round")), "dim") + f"  {shown}")
    return "\n".join(lines)


def _fist_text(view: View, seat: int, pen: Pen) -> str:
    if view["shown"]:
        return _choice_text(view["shown"][seat])
    if view["seat"] == seat and view["mine"] is not None:
        return f"[{_choice_text(view['mine'])}]"
    return pen.say(_("has chosen")) if view["chosen"][seat] else ""


def _choice_text(choice: int) -> str:
    return str(choice) if choice > 0 else "○" if choice == EMPTY else "–"


# --- scene -------------------------------------------------------------------------------------

WIDTH = 8.0
ROW_HEIGHT, OWN_HEIGHT = 1.95, 3.75
NAME_X, FIST_X, SMALL_X = 0.6, 1.7, 2.9
SMALL_STEP, SMALL_SCALE = 0.6, 0.56
STACK_X = (0.95, 2.5, 4.05, 5.6)
OWN_SCALE, SHOWN_SCALE = 1.3, 1.15
OWN_EMPTY_X = 7.15


def scene(view: View) -> Scene:
    # A reader sits at the lower edge, its stones large while there are any; the others follow in turn order
    # above.
    first = 0 if view["seat"] is None else view["seat"] + 1
    symbols: list[Symbol] = []
    top = 0.0
    for line in range(view["players"]):
        seat = (first + line) % view["players"]
        own = seat == view["seat"] and not view["over"]
        height = OWN_HEIGHT if own else ROW_HEIGHT
        middle = top + ROW_HEIGHT / 2
        symbols.append(
            Symbol(
                f"mat-{seat}",
                "own-mat" if own else "mat",
                WIDTH / 2,
                top + height / 2,
                marks=(f"seat-{seat}",),
            )
        )
        symbols.extend(_seat_symbols(view, seat, middle))
        symbols.extend(_own_symbols(view, seat, middle + 1.85) if own else _hand_symbols(view, seat, middle))
        symbols.extend(_stones_in_fist(view, seat, middle))
        symbols.extend(_prize_symbols(view, seat, middle + (0.0 if own else 0.42)))
        top += height
    return Scene(0, 0, WIDTH, top, tuple(symbols))


def _seat_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    active = ("active",) if seat in view["to_act"] else ()
    colour = (f"seat-{seat}",)
    yield Symbol(
        f"name-{seat}",
        "name",
        NAME_X,
        y,
        layer=1,
        text=str(seat + 1),
        marks=colour + active,
        label=seat_name(seat),
    )
    yield Symbol(
        f"fist-{seat}",
        _fist(view, seat),
        FIST_X,
        y,
        layer=1,
        scale=1.25,
        marks=colour + active,
        label=_fist_label(view, seat),
    )


def _fist(view: View, seat: int) -> str:
    if view["shown"] or _opened(view) or (seat == view["seat"] and view["mine"] is not None):
        return "fist-open"
    return "fist-closed" if view["chosen"][seat] else "fist-waiting"


def _opened(view: View) -> list[int] | None:
    """What lies open of the round that just ended, until somebody chooses again."""
    last = view["last_round"]
    return last["shown"] if last and not view["shown"] and not any(view["chosen"]) else None


def _in_fist(view: View, seat: int) -> int | None:
    """The value of the stone that the reader sees in a seat's hand in the running round."""
    choice = view["shown"][seat] if view["shown"] else view["mine"] if seat == view["seat"] else None
    return choice if choice is not None and choice > 0 else None


def _stones_in_fist(view: View, seat: int, y: float) -> Iterator[Symbol]:
    value = _in_fist(view, seat)
    if value is not None:
        yield _stone(view, seat, value, view["hands"][seat][value - 1], FIST_X, y, SHOWN_SCALE, layer=4)
    opened = _opened(view)
    if (
        opened
        and opened[seat] > 0
        and seat not in (view["last_round"]["winner"], view["last_round"]["stolen"])
    ):
        spent = _stone(
            view, seat, opened[seat], view["hands"][seat][opened[seat] - 1] + 1, FIST_X, y, SHOWN_SCALE
        )
        yield replace(spent, marks=(*spent.marks, "dim"))


def _hand_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    """What another seat still has: small, in one line."""
    for value, copy in _held(view, seat):
        x = SMALL_X + ((value - 1) * COPIES + copy - 1) * SMALL_STEP
        yield _stone(view, seat, value, copy, x, y - 0.42, SMALL_SCALE)
    if view["empty"][seat]:
        yield _empty_hand(seat, WIDTH - 0.5, y + 0.42, 0.55)


def _own_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    """What the reader still has: large, equal stones in a stack of which the upper one is taken first."""
    for value, copy in _held(view, seat):
        lift = 0.12 * (copy - 1)
        yield _stone(view, seat, value, copy, STACK_X[value - 1] + lift, y - lift, OWN_SCALE, layer=1 + copy)
    if view["empty"][seat]:
        yield _empty_hand(seat, OWN_EMPTY_X, y, 1.15)
    if "pass" in view["moves"]:
        yield Symbol(f"pass-{seat}", "pass", STACK_X[1], y, layer=2, label=_("pass"))


def _held(view: View, seat: int) -> Iterator[tuple[int, int]]:
    """Value and copy of each stone of a seat that is not in its fist."""
    for value in VALUES:
        held = view["hands"][seat][value - 1] - (value == _in_fist(view, seat))
        for copy in range(1, held + 1):
            yield value, copy


def _empty_hand(seat: int, x: float, y: float, scale: float) -> Symbol:
    label = _("empty hand of {player}", player=Seat(seat))
    return Symbol(
        f"empty-{seat}", "empty-hand", x, y, scale=scale, layer=1, marks=(f"seat-{seat}",), label=label
    )


def _stone(
    view: View, seat: int, value: int, copy: int, x: float, y: float, scale: float, layer: int = 2
) -> Symbol:
    mine = ("mine",) if seat == view["seat"] else ()
    return Symbol(
        f"stone-{seat}-{value}-{copy}",
        f"stone-{value}",
        x,
        y,
        scale=scale,
        layer=layer,
        marks=(f"seat-{seat}", *mine),
        label=_("stone {value} of {player}", value=value, player=Seat(seat)),
    )


def _prize_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    newest = _newest_prizes(view)
    step = min(SMALL_STEP, (WIDTH - 0.9 - SMALL_X) / max(len(view["prizes"][seat]) - 1, 1))
    for place, (owner, value, copy) in enumerate(view["prizes"][seat]):
        yield Symbol(
            f"stone-{owner}-{value}-{copy}",
            f"stone-{value}",
            SMALL_X + place * step,
            y,
            scale=SMALL_SCALE,
            layer=3,
            marks=(f"seat-{owner}", *(["won"] if (owner, value, copy) in newest else [])),
            label=_("won by {player}: {value}", player=Seat(seat), value=value),
        )


def _newest_prizes(view: View) -> set[tuple[int, int, int]]:
    """The stones that the last round gave away, until somebody chooses again."""
    opened = _opened(view)
    if opened is None:
        return set()
    owners = [view["last_round"][how] for how in ("winner", "stolen")]
    return {
        (owner, opened[owner], view["hands"][owner][opened[owner] - 1] + 1)
        for owner in owners
        if owner is not None
    }


def _fist_label(view: View, seat: int) -> Message:
    shown = view["shown"] or _opened(view)
    if shown and shown[seat] != NOT_ASKED:
        return _("{player} shows {choice}", player=Seat(seat), choice=_choice_text(shown[seat]))
    if view["chosen"][seat]:
        return _("{player} has chosen", player=Seat(seat))
    return _("hand of {player}", player=Seat(seat))


def paths(view: View) -> dict[str, tuple[str, ...]]:
    seat = view["seat"]
    touched: dict[str, tuple[str, ...]] = {}
    for move in view["moves"]:
        if move.startswith("steal"):
            owner = int(move.removeprefix("steal P")) - 1
            value = view["shown"][owner]
            touched[move] = (f"stone-{owner}-{value}-{view['hands'][owner][value - 1]}",)
        elif move in ("empty", "pass"):
            touched[move] = (f"{move}-{seat}",)
        else:
            touched[move] = (f"stone-{seat}-{move}-{view['hands'][seat][int(move) - 1]}",)
    return touched


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["shown"]:
        return _("Your hand was the only empty one: take one of the stones shown.")
    if "pass" in view["moves"]:
        return _("You have no stones left: show your empty hand, or pass.")
    if "empty" in view["moves"]:
        return _("Choose a stone for your fist, or the empty hand.")
    return _("Choose a stone for your fist.")


def tell(before: View, step: Step, after: View) -> Message:
    player = Seat(step.seat or 0)
    if step.text.startswith("steal"):
        taken = int(step.text.removeprefix("steal P")) - 1
        stolen = _(
            "{player} takes the {value} of {owner}.",
            player=player,
            value=before["shown"][taken],
            owner=Seat(taken),
        )
        return _("{first} {second}", first=stolen, second=_tell_winner(after))
    if after["shown"]:
        return _("All hands open: {hands}. The empty hand takes a stone.", hands=_hands_text(after["shown"]))
    if after["round"] != before["round"] or after["over"]:
        hands = _hands_text(after["last_round"]["shown"])
        return _("All hands open: {hands}. {winner}", hands=hands, winner=_tell_winner(after))
    if step.text == HIDDEN:
        return _("{player} has chosen.", player=player)
    return _("{player} has chosen: {choice}.", player=player, choice=step.text)


def _hands_text(shown: list[int]) -> str:
    return " ".join(_choice_text(choice) for choice in shown if choice != NOT_ASKED)


def _tell_winner(view: View) -> Message:
    last = view["last_round"]
    if last["winner"] is None:
        return _("Nobody else keeps a stone.") if last["stolen"] is not None else _("Nobody keeps a stone.")
    return _("{player} keeps the {value}.", player=Seat(last["winner"]), value=last["shown"][last["winner"]])


def tell_end(view: View) -> Message:
    result = view["result"]
    winners = [seat for seat, place in enumerate(result["places"]) if place == 1]
    best = winners[0]
    prizes = _n("{n} stone", "{n} stones", result["scores"][best])
    if len(winners) > 1:
        return _(
            "A draw: {prizes} each, with the same sum of {sum}.", prizes=prizes, sum=result["tiebreak"][best]
        )
    if sum(score == result["scores"][best] for score in result["scores"]) > 1:
        return _(
            "{player} wins with {prizes}, the sum of {sum} decides.",
            player=Seat(best),
            prizes=prizes,
            sum=result["tiebreak"][best],
        )
    return _("{player} wins with {prizes}.", player=Seat(best), prizes=prizes)
