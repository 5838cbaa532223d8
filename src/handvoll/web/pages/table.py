"""The table: one page for those who play, watch, wait, or come by a link."""

from __future__ import annotations

import re
from typing import Any, cast

from litestar import Response, get
from markupsafe import Markup, escape

from handvoll.core.card import Card, Trait
from handvoll.core.drawing import SEAT_COLOURS
from handvoll.web.games import drawings, game_json, symbols_url
from handvoll.web.house import House
from handvoll.web.identity import Caller
from handvoll.web.pages.page_words import TABLE
from handvoll.web.pages.pictures import cover_url
from handvoll.web.pages.render import json_block, page
from handvoll.web.request import AnyRequest, caller_of, house_of, is_only_here
from handvoll.web.shown import Reader, log_since, presence_at, shown
from handvoll.web.tables import TableId, visible
from handvoll.words import Words

_NAMED = re.compile(r'\bid="|\burl\(#|\bhref="#')
"""Where a drawing gives an id or names one; the page has ids of its own."""


@get("/t/{table_id:str}")
async def table_page(request: AnyRequest, table_id: TableId) -> Response[str]:
    """A table as its reader may see it, drawn already, so that the scripts only have to take over."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    now = await snapshot_for(house, table_id, caller)
    card = table.card
    return page(
        request,
        "table.html",
        card=card,
        page_words=TABLE,
        game=game_json(card, caller),
        now=now,
        now_json=json_block(now),
        about_json=json_block(_about(card, caller)),
        stage=stage(card, now.get("scene")),
        only_here=is_only_here(request),
        cover=cover_url(card),
    )


async def snapshot_for(house: House, table_id: str, caller: Caller) -> dict[str, Any]:
    """What the table's stream would send first."""
    table = await house.tables.newest(table_id)
    reader = Reader(caller.guest.id if caller.guest else None, caller.language, with_view=False)
    now = shown(table, reader, house.now(), presence_at(table, house.hub))
    now["log_from"], now["log"] = log_since(table, now["seat"], caller.language, 0)
    return now


def _about(card: Card, caller: Caller) -> dict[str, Any]:
    """What the scripts want to know of the game."""
    words = Words(caller.language, card)
    return {
        "title": words.title(card),
        "seats": [words.say(name) for name in card.seat_names],
        "colours": seat_colours(card),
        "chance": Trait.CHANCE in card.traits,
        "symbols": symbols_url(card),
    }


def seat_colours(card: Card) -> list[str]:
    """The name of each seat's colour."""
    return list(card.seat_colours or SEAT_COLOURS)[: card.players[1]]


def stage(card: Card, scene: dict[str, Any] | None) -> Markup:
    """The inside of the page's <svg>: the game's drawings, and a scene placed as `stage.js` places it."""
    inside = drawings(card.package).decode()
    inside = inside[inside.index(">", inside.index("<svg")) + 1 : inside.rindex("</svg>")]
    inside = _NAMED.sub(r"\g<0>s-", inside.replace("<defs>", "").replace("</defs>", ""))
    things = "".join(map(_thing, sorted(scene["symbols"], key=_layer))) if scene else ""
    return Markup(f'<defs>{inside}</defs><g class="things">{things}</g>')


def _layer(symbol: dict[str, Any]) -> int:
    return cast("int", symbol.get("layer", 0))


def _thing(symbol: dict[str, Any]) -> str:
    place = f"translate({symbol['x']} {symbol['y']})"
    place += f" rotate({symbol['turn']})" if symbol.get("turn") else ""
    place += f" scale({symbol['scale']})" if symbol.get("scale", 1) != 1 else ""
    marks = "".join(f" mark-{mark}" for mark in symbol.get("marks", ()))
    text = f'<text class="print">{escape(symbol["text"])}</text>' if symbol.get("text") else ""
    return f'<g class="thing{marks}" transform="{place}"><use href="#s-{symbol["symbol"]}"/>{text}</g>'


handlers = [table_page]
