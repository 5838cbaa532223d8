"""What Abräumen looks like: square wooden stones in a tray, the light ones inside, the dark ones around."""

from __future__ import annotations

from collections.abc import Iterator

from handvoll.core.messages import Message, _, _n
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.abraeumen.rules import FILES, NAMES, SIDE

FRAME = 0.9
SIGNS = {"light": "○", "dark": "●"}
PAINTS = {"light": "yellow", "dark": "brown"}


def _last_squares(view: View) -> list[str]:
    """Where the last jump began and ended."""
    return [name for step in view["last"] for name in step["text"].split("-")]


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    last = _last_squares(view)
    colours = {stone["square"]: stone["colour"] for stone in view["stones"]}
    files = f"    {' '.join(FILES)}"
    lines = [files]
    for rank in range(SIDE, 0, -1):
        line = f"  {rank}"
        before = ""
        for file in FILES:
            name = f"{file}{rank}"
            line += "[" if name in last else "]" if before in last else " "
            colour = colours.get(name)
            line += pen.paint("·", "dim") if colour is None else pen.paint(SIGNS[colour], PAINTS[colour])
            before = name
        lines.append(f"{line}{']' if before in last else ' '}{rank}")
    return "\n".join([*lines, files, f"  {pen.say(_left(view['left']))}"])


def _left(stones: int) -> Message:
    return _n("{n} stone left", "{n} stones left", stones)


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    size = SIDE + 2 * FRAME
    symbols = (
        Symbol("board", "board", SIDE / 2, SIDE / 2),
        *_square_symbols(view),
        *_stone_symbols(view),
        Symbol(
            "count",
            "count",
            SIDE + 0.38,
            SIDE + 0.38,
            layer=1,
            scale=0.75,
            text=str(view["left"]),
            label=_left(view["left"]),
        ),
    )
    return Scene(-FRAME, -FRAME, size, size, symbols)


def _place(name: str) -> tuple[float, float]:
    """The middle of a square."""
    return FILES.index(name[0]) + 0.5, SIDE - int(name[1]) + 0.5


def _square_symbols(view: View) -> Iterator[Symbol]:
    taken = {stone["square"] for stone in view["stones"]}
    for name in NAMES:
        label = _("{square}: stone", square=name) if name in taken else _("{square}: empty", square=name)
        yield Symbol(f"at-{name}", "square", *_place(name), layer=1, label=label)
    for name in _last_squares(view)[:1]:
        yield Symbol("trace", "trace", *_place(name), layer=1)


def _stone_symbols(view: View) -> Iterator[Symbol]:
    last = _last_squares(view)[1:]
    for stone in view["stones"]:
        name = stone["square"]
        yield Symbol(
            f"stone-{stone['number']}",
            f"stone-{stone['colour']}",
            *_place(name),
            layer=2,
            marks=("won",) if view["left"] == 1 else ("last",) if name in last else (),
            label=_("stone on {square}", square=name),
        )


def paths(view: View) -> dict[str, tuple[str, ...]]:
    return {move: tuple(f"at-{name}" for name in move.split("-")) for move in view["moves"]}


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    return _("Jump with a stone over the one next to it onto the empty square behind.")


def tell(before: View, step: Step, after: View) -> Message:
    start, target = step.text.split("-")
    return _n(
        "A stone jumps from {start} to {target}; {n} stone is left.",
        "A stone jumps from {start} to {target}; {n} stones are left.",
        after["left"],
        start=start,
        target=target,
    )


def tell_end(view: View) -> Message:
    if view["left"] == 1:
        return _("Solved! The last stone lies on {square}.", square=view["stones"][0]["square"])
    return _n(
        "No jump is left, but {n} stone is.",
        "No jump is left, but {n} stones are. Take back what you like.",
        view["left"],
    )
