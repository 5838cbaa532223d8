"""What a view looks like: placed symbols in the game's own units. Two renderers read it (browser, Python).

Coordinates: x to the right, y *downwards*, as in SVG. A symbol's drawing is the `<g id="…">` of that name in
the game's `symbols.svg`, drawn around its own origin in the same units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from handvoll.core.messages import Message, Say


@dataclass(frozen=True, slots=True)
class Symbol:
    """One drawing at one place.

    `id` is unique in its scene and stays with the thing while it moves, so that a renderer animates by
    moving what it has. Anything a path may name is a symbol too (an empty square is a symbol).
    """

    id: str
    symbol: str
    x: float
    y: float
    turn: float = 0
    """Degrees, clockwise."""
    scale: float = 1
    layer: int = 0
    """Higher lies above lower; equal layers in the order of the scene."""
    text: str | Message = ""
    """Printed on the drawing, centred, half a unit high (a card's number, or a word to translate)."""
    marks: tuple[str, ...] = ()
    """How it stands out: any of MARKS, and `seat-N`."""
    label: Message | None = None
    """What a screen reader says; None for mere decoration."""
    above: str | None = None
    """The id of the symbol this one lies on, where a stack can be looked into."""


MARKS = ("last", "mine", "active", "dim", "won", "danger", "covered")
"""last: touched by the last step; mine: belongs to the reader; active: its seat is to act; dim: out of
play or spent; won: part of what decided the game or scored; danger: threatened; covered: face down. Besides
these `seat-0`, `seat-1`, …: in that seat's colour (`var(--seat)` in the drawing)."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A view as a picture: the part of the plane to show, and what lies there."""

    left: float
    top: float
    width: float
    height: float
    symbols: tuple[Symbol, ...]

    def to_json(self, say: Say) -> dict[str, Any]:
        """The scene as plain JSON values, its labels in the reader's language, defaults left out."""
        return {
            "box": [self.left, self.top, self.width, self.height],
            "symbols": [_symbol_json(symbol, say) for symbol in self.symbols],
        }


def _symbol_json(symbol: Symbol, say: Say) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": symbol.id, "symbol": symbol.symbol, "x": symbol.x, "y": symbol.y}
    for name, default in (("turn", 0), ("scale", 1), ("layer", 0), ("text", ""), ("above", None)):
        value = getattr(symbol, name)
        if value != default:
            shown[name] = say(value) if isinstance(value, Message) else value
    if symbol.marks:
        shown["marks"] = list(symbol.marks)
    if symbol.label is not None:
        shown["label"] = say(symbol.label)
    return shown
