"""What Torris looks like: towers of square stones on felt, each stone to be seen in its tower."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.torris.explain import SHAPES
from handvoll.games.torris.notation import FILES, NAMES, RANKS, read_move

Stone = dict[str, Any]

COLOURS = ("○", "●")
VALUES = "•━▲■"
PAINTS = ("bold", "blue")
WIDEST = 78

SYMBOLS = ("light", "dark")
FILE_WIDTH, RANK_HEIGHT = 1.12, 1.5
THICKNESS = 0.17
"""How much higher a stone is drawn than the one beneath it."""
TALLEST = 1.6
"""Towers of more than ten stones are drawn no higher than this; their stones move closer together."""
LEFT, TOP, RIGHT, BOTTOM = 1.15, 2.15, 0.75, 1.15
WIDTH = LEFT + (FILES - 1) * FILE_WIDTH + RIGHT
HEIGHT = TOP + (RANKS - 1) * RANK_HEIGHT + BOTTOM


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    lines = []
    for rank in reversed(range(RANKS)):
        row = NAMES[rank * FILES : (rank + 1) * FILES]
        lines += [f"{rank + 1}   " + "".join(_square_text(view, square, pen) for square in row).rstrip(), ""]
    lines.append("    " + "".join(f"{file:<8}" for file in "abcdefgh").rstrip())
    for seat in (0, 1):
        turn = "»" if seat in view["to_act"] else " "
        points, height = view["points"][seat], view["highest"][seat]
        count = pen.say(_("points: {points}, highest tower: {height}", points=points, height=height))
        lines.append(
            f"{turn} {pen.paint(COLOURS[seat], PAINTS[seat])} {pen.say(seat_name(seat))[:30]}: {count}"
        )
    high = [square for square in NAMES if len(view["towers"].get(square, ())) > 1]
    if high:
        lines.append(pen.say(_("Towers, from the top down:")))
    for square in high:
        tower = " ".join(_stone_text(stone, pen) for stone in reversed(view["towers"][square]))
        plain = " ".join(_stone_text(stone, Pen()) for stone in reversed(view["towers"][square]))
        lines += _wrapped(f"  {square}  ", plain, tower)
    return "\n".join(lines)


def _square_text(view: View, square: str, pen: Pen) -> str:
    tower = view["towers"].get(square)
    if not tower:
        return pen.paint("·", "dim") + " " * 7
    height = f"×{len(tower)}" if len(tower) > 1 else ""
    return _stone_text(tower[-1], pen) + f"{height:<6}"


def _stone_text(stone: Stone, pen: Pen) -> str:
    return pen.paint(COLOURS[stone["seat"]] + VALUES[stone["value"] - 1], PAINTS[stone["seat"]])


def _wrapped(head: str, plain: str, painted: str) -> list[str]:
    """A tower in as many lines as it needs; colours, which take no room, only where it is one."""
    if len(head) + len(plain) <= WIDEST:
        return [head + painted]
    parts = textwrap.wrap(plain, WIDEST - len(head))
    return [head + parts[0], *(" " * len(head) + part for part in parts[1:])]


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    symbols = (
        Symbol("felt", "felt", WIDTH / 2, HEIGHT / 2),
        *_edge_symbols(),
        *_score_symbols(view),
        *(symbol for square in NAMES for symbol in _square_symbols(view, square)),
    )
    return Scene(0, 0, WIDTH, HEIGHT, symbols)


def _place(square: str) -> tuple[float, float]:
    file, rank = "abcdefgh".index(square[0]), int(square[1]) - 1
    return round(LEFT + file * FILE_WIDTH, 3), round(TOP + (RANKS - 1 - rank) * RANK_HEIGHT, 3)


def _edge_symbols() -> Iterator[Symbol]:
    for file in "abcdefgh":
        yield Symbol(f"file-{file}", "number", _place(file + "1")[0], HEIGHT - 0.32, scale=0.62, text=file)
    for rank in "1234":
        yield Symbol(f"rank-{rank}", "number", 0.32, _place("a" + rank)[1], scale=0.62, text=rank)


def _score_symbols(view: View) -> Iterator[Symbol]:
    for seat, x in ((0, LEFT), (1, WIDTH - RIGHT - 0.75)):
        points = view["points"][seat]
        if points:
            marks = ("active",) if seat in view["to_act"] else ()
            yield Symbol(f"side-{seat}", f"{SYMBOLS[seat]}-plain", x, 0.55, scale=0.62, marks=marks)
            yield Symbol(
                f"points-{seat}",
                "count",
                x + 0.75,
                0.55,
                scale=0.8,
                text=str(points),
                label=_n("{player} has {n} point", "{player} has {n} points", points, player=Seat(seat)),
            )


def _square_symbols(view: View, square: str) -> Iterator[Symbol]:
    x, y = _place(square)
    tower = view["towers"].get(square, [])
    yield Symbol(f"at-{square}", "spot", x, y, layer=1, label=_square_label(square, tower))
    # Towers further down stand before those further up.
    front = (RANKS - int(square[1])) * 40 + 2
    rise = min(THICKNESS, TALLEST / max(len(tower) - 1, 1))
    below = None
    for level, stone in enumerate(tower):
        id = f"stone-{stone['stone']}"
        yield Symbol(
            id,
            f"{SYMBOLS[stone['seat']]}-{stone['value']}",
            x,
            round(y - level * rise, 3),
            layer=front + level,
            marks=_marks(view, square, level == len(tower) - 1),
            label=_(
                "{shape} of {player} on {square}, level {level}",
                shape=SHAPES[stone["value"] - 1],
                player=Seat(stone["seat"]),
                square=square,
                level=level + 1,
            ),
            above=below,
        )
        below = id


def _square_label(square: str, tower: list[Stone]) -> Message:
    if not tower:
        return _("empty square {square}", square=square)
    top = tower[-1]
    return _(
        "{square}: tower of height {height}, on top the {shape} of {player}",
        square=square,
        height=len(tower),
        shape=SHAPES[top["value"] - 1],
        player=Seat(top["seat"]),
    )


def _marks(view: View, square: str, is_top: bool) -> tuple[str, ...]:
    if not is_top:
        return ()
    if view["over"] and view["result"]["places"][view["towers"][square][-1]["seat"]] == 1:
        return ("won",)
    moves = [read_move(step["text"]) for step in view["last"] if step["seat"] is not None]
    return ("last",) if any(move and NAMES[move[1]] == square for move in moves) else ()


def paths(view: View) -> dict[str, tuple[str, ...]]:
    return {move: tuple(f"at-{square}" for square in move.split("-")) for move in view["moves"]}


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    return _("Move one of your top stones: as many steps as it shows, and upwards.")


def tell(before: View, step: Step, after: View) -> Message:
    if step.seat is None:
        return _("The stones are dealt.")
    start, target = step.text.split("-")
    done = _(
        "{player} moves the {shape} from {start} onto {target}, now {height} high.",
        player=Seat(step.seat),
        shape=SHAPES[before["towers"][start][-1]["value"] - 1],
        start=start,
        target=target,
        height=len(after["towers"][target]),
    )
    if after["to_act"] == [step.seat]:
        waits = _("{player} cannot move and is skipped.", player=Seat(1 - step.seat))
        return _("{first} {second}", first=done, second=waits)
    return done


def tell_end(view: View) -> Message:
    places, points = view["result"]["places"], view["points"]
    if places[0] == places[1]:
        return _(
            "A draw: {points} points each, and both have a tower of height {height}.",
            points=points[0],
            height=view["highest"][0],
        )
    winner = places.index(1)
    if points[0] == points[1]:
        return _(
            "{points} points each; {player} wins with the highest tower, of height {height}.",
            points=points[0],
            player=Seat(winner),
            height=view["highest"][winner],
        )
    return _(
        "{player} wins with {points} points to {others}.",
        player=Seat(winner),
        points=points[winner],
        others=points[1 - winner],
    )
