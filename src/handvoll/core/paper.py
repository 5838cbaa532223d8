"""Sheets to print: what one can play on paper, on pages of A4.

A game that can be played on paper says in its `paper.py` what it takes: `sheets()` gives boards, pieces to
cut out and pads to write on. Lengths are millimetres.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast
from xml.sax.saxutils import escape

from handvoll.core.card import Card
from handvoll.core.drawing import SVG, draw
from handvoll.core.messages import Message, Say, _
from handvoll.core.scene import Scene, Symbol

WIDTH, HEIGHT = 210, 297
MARGIN = 12
HEAD = 26
"""What the title and the QR code take at the top."""
QR_SIZE = 22


@dataclass(frozen=True, slots=True)
class Board:
    """A scene, as large as the page allows."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Pieces:
    """Drawings to cut out, each `width` by `height` of the game's units, a unit as long as `unit`."""

    symbols: Sequence[Symbol]
    width: float
    height: float
    unit: float


@dataclass(frozen=True, slots=True)
class Pad:
    """A table to write points into: a column for each player, and so many rows; beneath it what counts how
    much."""

    columns: int
    rows: int
    worth: Sequence[tuple[Message, int]] = ()


Sheet: TypeAlias = "Board | Pieces | Pad"


def sheets(card: Card) -> Sequence[Sheet]:
    """What the game can be played with on paper; nothing where it has no `paper.py`."""
    if importlib.util.find_spec(f"{card.package}.paper") is None:
        return ()
    return cast("Sequence[Sheet]", card.load("paper").sheets())


def pages(card: Card, title: str, say: Say, *, qr: str = "", address: str = "") -> list[str]:
    """The game's sheets as pages, SVG texts of A4 size; `qr` is the code (SVG) for the `address`."""
    bodies = [body for sheet in sheets(card) for body in _bodies(card, sheet, say)]
    return [
        _page(title, say(_hint(number + 1, len(bodies))), body, qr, address)
        for number, body in enumerate(bodies)
    ]


def copies(count: int, symbol: str, text: str = "", seat: int | None = None) -> list[Symbol]:
    """The same piece several times."""
    marks = () if seat is None else (f"seat-{seat}",)
    return [Symbol(f"{symbol}-{number}", symbol, 0, 0, text=text, marks=marks) for number in range(count)]


def without(scene: Scene, *drawings: str) -> Scene:
    """A scene without the things of these drawings."""
    kept = tuple(
        replace(symbol, marks=tuple(mark for mark in symbol.marks if mark.startswith("seat-")))
        for symbol in scene.symbols
        if symbol.symbol not in drawings
    )
    return replace(scene, symbols=kept)


# --- inside ------------------------------------------------------------------------------------


def _hint(number: int, count: int) -> Message:
    return _(
        "Page {number} of {count}. Print without scaling; cut out along the lines.",
        number=number,
        count=count,
    )


def _bodies(card: Card, sheet: Sheet, say: Say) -> Iterator[str]:
    if isinstance(sheet, Board):
        yield _nested(
            card, sheet.scene, MARGIN, HEAD + MARGIN, WIDTH - 2 * MARGIN, HEIGHT - HEAD - 2 * MARGIN
        )
    elif isinstance(sheet, Pad):
        yield _pad(sheet, say)
    else:
        across = int((WIDTH - 2 * MARGIN) / (sheet.width * sheet.unit))
        down = int((HEIGHT - HEAD - 2 * MARGIN) / (sheet.height * sheet.unit))
        per_page = across * down
        for start in range(0, len(sheet.symbols), per_page):
            yield _grid(card, sheet, sheet.symbols[start : start + per_page], across)


def _grid(card: Card, sheet: Pieces, symbols: Sequence[Symbol], across: int) -> str:
    """Pieces side by side, with lines to cut along."""
    down = -(-len(symbols) // across)
    placed = [
        replace(
            symbol,
            id=f"piece-{number}",
            x=(number % across + 0.5) * sheet.width,
            y=(number // across + 0.5) * sheet.height,
        )
        for number, symbol in enumerate(symbols)
    ]
    wide, high = across * sheet.width, down * sheet.height
    left = (WIDTH - wide * sheet.unit) / 2
    drawn = _nested(
        card,
        Scene(0, 0, wide, high, tuple(placed)),
        left,
        HEAD + MARGIN,
        wide * sheet.unit,
        high * sheet.unit,
    )
    lines = [
        _line(left + i * sheet.width * sheet.unit, HEAD + MARGIN, 0, high * sheet.unit)
        for i in range(across + 1)
    ]
    lines += [
        _line(left, HEAD + MARGIN + i * sheet.height * sheet.unit, wide * sheet.unit, 0)
        for i in range(down + 1)
    ]
    return "".join(lines) + drawn


def _pad(pad: Pad, say: Say) -> str:
    """A table to write points into."""
    top, row = HEAD + MARGIN, 9.5
    first, wide = 30.0, WIDTH - 2 * MARGIN
    column = (wide - first) / pad.columns
    names = [say(_("Name")), *(str(number) for number in range(1, pad.rows + 1)), say(_("Total"))]
    parts = [_line(MARGIN, top + i * row, wide, 0) for i in range(len(names) + 1)]
    parts += [_line(MARGIN + first + i * column, top, 0, len(names) * row) for i in range(pad.columns + 1)]
    parts += [_line(MARGIN, top, 0, len(names) * row)]
    parts += [_text(MARGIN + 2, top + (i + 0.66) * row, 4.2, name) for i, name in enumerate(names)]
    half = -(-len(pad.worth) // 2)
    for i, (what, points) in enumerate(pad.worth):
        x, y = MARGIN + 2 + i // half * wide / 2, top + len(names) * row + 7 + i % half * 6.5
        parts += [_text(x, y, 4, f"{points}", "bold"), _text(x + 9, y, 4, say(what))]
    return "".join(parts)


def _page(title: str, hint: str, body: str, qr: str, address: str) -> str:
    code = ""
    if qr:
        place = f'x="{WIDTH - MARGIN - QR_SIZE}" y="{MARGIN}" width="{QR_SIZE}" height="{QR_SIZE}"'
        code = qr.replace("<svg ", f"<svg {place} ", 1)
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}mm" height="{HEIGHT}mm">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f"{_text(MARGIN, MARGIN + 9, 9, title, 'bold')}{_text(MARGIN, MARGIN + 15, 3.6, hint)}"
        f"{_text(MARGIN, MARGIN + 20, 3.6, address)}{code}{body}</svg>"
    )


def _nested(card: Card, scene: Scene, x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return draw(card, scene, background=False).replace("<svg ", f"<svg {place} ", 1)


def _line(x: float, y: float, right: float, down: float) -> str:
    return f'<path d="M{x:g} {y:g}l{right:g} {down:g}" stroke="#8a7a68" stroke-width="0.15" fill="none"/>'


def _text(x: float, y: float, size: float, text: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="#2c2420"'
        f' font-family="Georgia, serif">{escape(text)}</text>'
    )
