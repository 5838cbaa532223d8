"""A scene as a standalone SVG: for notebooks, README pictures, print sheets and link previews.

The browser's renderer (`web/static/js/stage.js`) reads the same scenes and the same `symbols.svg`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from handvoll.core.card import Card
from handvoll.core.messages import Message, Say
from handvoll.core.scene import Scene, Symbol

SVG = "http://www.w3.org/2000/svg"

LIGHT: Mapping[str, str] = {
    "felt": "#5d7f68",
    "felt-deep": "#47654f",
    "wood": "#d8b07a",
    "wood-light": "#efd9b0",
    "wood-dark": "#8a5a33",
    "wood-deep": "#4d3020",
    "stone-light": "#f5e8cc",
    "stone-dark": "#3b2a22",
    "paper": "#fffaf0",
    "ink": "#2c2420",
    "ink-soft": "#6e6258",
    "line": "#a98f6d",
    "accent": "#d9822b",
    "good": "#3f8f4f",
    "bad": "#c0432f",
    "red": "#c8402f",
    "blue": "#2f6fb2",
    "green": "#3f8f4f",
    "yellow": "#e3a81c",
    "violet": "#7f56a6",
    "turquoise": "#22998f",
    "orange": "#e07b28",
    "seat": "#2f6fb2",
}
"""The house's colours by name, as `symbols.svg` uses them: `var(--wood, #d8b07a)`."""

DARK: Mapping[str, str] = {
    **LIGHT,
    "felt": "#3c5546",
    "felt-deep": "#2c4034",
    "wood": "#a67f4f",
    "wood-light": "#c9a878",
    "wood-dark": "#6b4526",
    "wood-deep": "#2c1b11",
    "stone-light": "#e8d8b8",
    "stone-dark": "#201712",
    "paper": "#f3ead9",
    "line": "#7d6748",
    "accent": "#f0a24a",
}

SEAT_COLOURS = (
    "blue",
    "red",
    "green",
    "yellow",
    "violet",
    "turquoise",
    "orange",
    "wood-dark",
    "felt-deep",
    "ink-soft",
    "bad",
    "stone-dark",
)
"""The colour of each seat where a drawing says `var(--seat)` and the symbol is marked `seat-0`, …"""

TEXT_SIZE = 0.5
"""How large `Symbol.text` is printed, in the game's units, before the symbol's own scale."""

_NAMED = re.compile(r'\bid="|\burl\(#|\bhref="#')
_VARIABLE = re.compile(r"var\(\s*--([a-z0-9-]+)\s*(?:,\s*([^()]+(?:\([^()]*\))?))?\s*\)")


def draw(
    card: Card,
    scene: Scene,
    say: Say = str,
    *,
    width: int | None = None,
    dark: bool = False,
    background: bool = True,
) -> str:
    """The scene as SVG text, `width` pixels wide (None: as wide as it is shown)."""
    colours = DARK if dark else LIGHT
    placed = sorted(scene.symbols, key=lambda symbol: symbol.layer)
    used: dict[tuple[str, int | None], str] = {}
    body = [_placed(symbol, used, colours, say) for symbol in placed]
    wanted = [_drawing(card, name, seat, key, colours) for (name, seat), key in used.items()]
    box = f"{scene.left:g} {scene.top:g} {scene.width:g} {scene.height:g}"
    size = "" if width is None else f' width="{width}" height="{round(width * scene.height / scene.width)}"'
    back = ""
    if background:
        back = (
            f'<rect x="{scene.left:g}" y="{scene.top:g}" width="{scene.width:g}" height="{scene.height:g}"'
            f' fill="{colours["felt"]}"/>'
        )
    shared = "".join(_coloured(text, colours, None) for text in _symbols(card.package)[1])
    drawn = f"<defs>{shared}{''.join(wanted)}</defs>{back}{''.join(body)}"
    # Several drawings may stand in one page, where an id counts for all of them.
    own = f"{card.id}-dark-" if dark else f"{card.id}-"
    drawn = _NAMED.sub(lambda found: found[0] + own, drawn)
    return (
        f'<svg xmlns="{SVG}" viewBox="{box}"{size} role="img" aria-label={quoteattr(card.title["en"])}>'
        f"{drawn}</svg>"
    )


def symbol_names(card: Card) -> set[str]:
    """The drawings that the game's `symbols.svg` holds."""
    return set(_symbols(card.package)[0])


@cache
def _symbols(package: str) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The `<g id>` drawings of a game as SVG text, and what they share (gradients, patterns, filters)."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(files(package).joinpath("symbols.svg").read_text("utf-8"))
    drawings: dict[str, str] = {}
    shared: list[str] = []
    for parent in (root, *root.iter(f"{{{SVG}}}defs")):
        for child in parent:
            text = ElementTree.tostring(child, "unicode").replace(f' xmlns="{SVG}"', "")
            if child.tag == f"{{{SVG}}}g" and child.get("id"):
                drawings[child.attrib["id"]] = text
            elif child.tag != f"{{{SVG}}}defs":
                shared.append(text)
    return drawings, tuple(shared)


def _drawing(card: Card, name: str, seat: int | None, key: str, colours: Mapping[str, str]) -> str:
    text = _coloured(_symbols(card.package)[0][name], colours, seat)
    return text.replace(f'id="{name}"', f'id="{key}"', 1)


def _coloured(text: str, colours: Mapping[str, str], seat: int | None) -> str:
    """The SVG text with its variables put in, since not every renderer knows them."""
    own = colours if seat is None else {**colours, "seat": colours[SEAT_COLOURS[seat % len(SEAT_COLOURS)]]}
    return _VARIABLE.sub(lambda found: own.get(found[1], found[2] or own["ink"]), text)


def _placed(
    symbol: Symbol, used: dict[tuple[str, int | None], str], colours: Mapping[str, str], say: Say
) -> str:
    seat = next((int(mark[5:]) for mark in symbol.marks if mark.startswith("seat-")), None)
    key = symbol.symbol if seat is None else f"{symbol.symbol}--seat-{seat}"
    used[symbol.symbol, seat] = key
    place = f"translate({symbol.x:g} {symbol.y:g})"
    place += f" rotate({symbol.turn:g})" if symbol.turn else ""
    place += f" scale({symbol.scale:g})" if symbol.scale != 1 else ""
    look = ' opacity="0.45"' if "dim" in symbol.marks else ""
    if glow := next((mark for mark in ("won", "last", "danger") if mark in symbol.marks), None):
        colour = colours[{"won": "good", "last": "accent", "danger": "bad"}[glow]]
        look += f' style="filter:drop-shadow(0 0 0.1px {colour}) drop-shadow(0 0 0.06px {colour})"'
    title = f"<title>{escape(say(symbol.label))}</title>" if symbol.label else ""
    text = ""
    if symbol.text:
        text = (
            f'<text text-anchor="middle" dominant-baseline="central" font-family="Georgia, serif"'
            f' font-weight="700" font-size="{TEXT_SIZE:g}" fill="{colours["ink"]}">'
            f"{escape(say(symbol.text) if isinstance(symbol.text, Message) else symbol.text)}</text>"
        )
    return f'<g transform="{place}"{look}>{title}<use href="#{key}"/>{text}</g>'
