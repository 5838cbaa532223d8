"""What Zahlenpoker looks like: a row for each seat, with its stones, its fist, and what it has won."""

from __future__ import annotations

from collections.abc import Iterator

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import HIDDEN, Step, View
from handvoll.games.zahlenpoker.rules import COPIES, EMPTY, NOT_ASKED, VALUES

ROW = 2.6
FIST_X, HAND_X, PRIZE_X = 1.2, 3.2, 0.9
WIDTH = 13.4
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


def scene(view: View) -> Scene:
    seats = view["players"]
    symbols = [Symbol("table", f"table-{seats}", WIDTH / 2, ROW * seats / 2)]
    # A reader sits at the lower edge; the others follow in turn order above.
    first = 0 if view["seat"] is None else view["seat"] + 1
    for row in range(seats):
        seat = (first + row) % seats
        symbols.extend(_seat_symbols(view, seat, ROW * (row + 0.5)))
    return Scene(0, 0, WIDTH, ROW * seats, tuple(symbols))


def _seat_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    active = ("active",) if seat in view["to_act"] else ()
    yield Symbol(
        f"name-{seat}",
        "name",
        FIST_X - 0.7,
        y - 0.95,
        text=str(seat + 1),
        marks=active,
        label=seat_name(seat),
    )
    shown = view["shown"][seat] if view["shown"] else None
    fist = "fist-open" if shown is not None else "fist-closed" if view["chosen"][seat] else "fist-waiting"
    yield Symbol(f"fist-{seat}", fist, FIST_X, y, layer=1, marks=active, label=_fist_label(view, seat))
    if view["empty"][seat]:
        yield Symbol(
            f"empty-{seat}",
            "empty-hand",
            HAND_X + 8.6,
            y - 0.55,
            layer=1,
            label=_("empty hand of {player}", player=Seat(seat)),
        )
    if seat == view["seat"] and "pass" in view["moves"]:
        yield Symbol(f"pass-{seat}", "pass", HAND_X + 8.6, y + 0.6, layer=1, label=_("pass"))
    yield from _hand_symbols(view, seat, y)
    for place, (owner, value, copy) in enumerate(view["prizes"][seat]):
        yield Symbol(
            f"stone-{owner}-{value}-{copy}",
            f"stone-{value}",
            HAND_X + place * 0.9,
            y + 0.62,
            layer=2,
            scale=0.7,
            marks=("won", f"seat-{owner}"),
            label=_("won by {player}: {value}", player=Seat(seat), value=value),
        )


def _hand_symbols(view: View, seat: int, y: float) -> Iterator[Symbol]:
    chosen = view["shown"][seat] if view["shown"] else view["mine"] if seat == view["seat"] else None
    for value in VALUES:
        held = view["hands"][seat][value - 1]
        for copy in range(1, held + 1):
            in_fist = value == chosen and copy == held
            x = FIST_X if in_fist else HAND_X + ((value - 1) * COPIES + copy - 1) * 0.98
            yield Symbol(
                f"stone-{seat}-{value}-{copy}",
                f"stone-{value}",
                x,
                y if in_fist else y - 0.5,
                layer=3 if in_fist else 2,
                marks=(f"seat-{seat}",),
                label=_("stone {value} of {player}", value=value, player=Seat(seat)),
            )


def _fist_label(view: View, seat: int) -> Message:
    if view["shown"]:
        return _("{player} shows {choice}", player=Seat(seat), choice=_choice_text(view["shown"][seat]))
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
