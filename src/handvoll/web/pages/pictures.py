"""Pictures drawn on the server: covers of the boxes, link previews, icons."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec
import resvg_py
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from handvoll.core.card import Card
from handvoll.core.drawing import SVG, draw
from handvoll.core.game import Game
from handvoll.core.messages import Say, _
from handvoll.core.scene import Scene
from handvoll.games import card, cards
from handvoll.table.views import seat_view
from handvoll.web.errors import NotFound
from handvoll.web.files import STATIC, answer_bytes, static_url
from handvoll.web.request import AnyRequest, caller_of, house_of
from handvoll.web.tables import visible
from handvoll.words import Words

COVER = "cover.txt"
"""In a game's folder: the position on its box, after the number of the player who looks (0: a spectator)."""
ICON_SIZES = (180, 192, 512)
PREVIEW = (1200, 630)
MARGIN = 36


@get("/pictures/covers/{name:str}")
async def cover_picture(
    request: AnyRequest, name: FromPath[str], dark: FromQuery[bool] = False, v: FromQuery[str] = ""
) -> Response[bytes]:
    """The picture on a game's box."""
    return answer_bytes(request, cover(card(name.removesuffix(".svg")).id, dark), "image/svg+xml", bool(v))


@get("/icons/{name:str}")
async def icon(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The house's sign as a bitmap, for home screens."""
    size = name.removesuffix(".png")
    if not size.isdecimal() or int(size) not in ICON_SIZES:
        raise NotFound(_("There is nothing here."))
    return answer_bytes(request, icon_png(int(size)), "image/png", False)


def cover_url(one: Card) -> dict[str, str]:
    """Where the picture on the box lies, in light and in dark."""
    address = f"/pictures/covers/{one.id}.svg?v={hashlib.sha256(cover(one.id, False)).hexdigest()[:12]}"
    return {"light": address, "dark": f"{address}&dark=1"}


@cache
def cover(game_id: str, dark: bool) -> bytes:
    """The position on the box, drawn."""
    one = card(game_id)
    game, seat = cover_position(one)
    return draw(one, one.picture.scene(game.view(seat)), dark=dark, background=False).encode()


def cover_position(one: Card) -> tuple[Game, int | None]:
    """The position on the box and who looks at it; the start where none was chosen."""
    file = files(one.package).joinpath(COVER)
    if not file.is_file():
        return Game.new(one), None
    number, position = file.read_text("utf-8").strip().split(" ", 1)
    return Game.load(one, position), int(number) - 1 if int(number) else None


@get("/pictures/games/{name:str}")
async def game_preview(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A game as messengers show its address."""
    one = card(name.removesuffix(".png"))
    return answer_bytes(request, await asyncio.to_thread(game_png, one.id), "image/png", False)


@get("/pictures/shelf.png")
async def shelf_preview(request: AnyRequest) -> Response[bytes]:
    """The shelf as messengers show its address."""
    return answer_bytes(request, await asyncio.to_thread(shelf_png), "image/png", False)


@get("/pictures/tables/{name:str}")
async def table_preview(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A table as messengers show its address: what a spectator sees now."""
    caller = caller_of(request, "read")
    table = await visible(house_of(request), name.removesuffix(".png"), caller)
    if table.game is None:
        return answer_bytes(request, await asyncio.to_thread(game_png, table.card.id), "image/png", False)
    scene = table.card.picture.scene(seat_view(table, None))
    say = Words(caller.language, table.card).say
    drawn = await asyncio.to_thread(preview, ((table.card, scene),), say)
    return answer_bytes(request, drawn, "image/png", False)


@cache
def game_png(game_id: str) -> bytes:
    """The preview of a game: the picture on its box."""
    one = card(game_id)
    game, seat = cover_position(one)
    return preview(((one, one.picture.scene(game.view(seat))),))


@cache
def shelf_png() -> bytes:
    """The preview of the house: some of its boxes side by side."""
    shown = []
    for one in list(cards().values())[1::3]:
        game, seat = cover_position(one)
        shown.append((one, one.picture.scene(game.view(seat))))
    return preview(shown)


def preview(scenes: Sequence[tuple[Card, Scene]], say: Say = str) -> bytes:
    """Scenes on felt, in the size that messengers ask for."""
    width, height = PREVIEW
    place = width / len(scenes)
    parts = []
    for number, (one, scene) in enumerate(scenes):
        drawn = draw(one, scene, say, background=False)
        inner = place - 2 * MARGIN, height - 2 * MARGIN
        spot = f'x="{number * place + MARGIN:g}" y="{MARGIN}" width="{inner[0]:g}" height="{inner[1]:g}"'
        parts.append(drawn.replace("<svg ", f"<svg {spot} ", 1))
    felt = (
        '<defs><radialGradient id="felt"><stop offset="0" stop-color="#6f9079"/>'
        '<stop offset="1" stop-color="#46624f"/></radialGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#felt)"/>'
        f'<rect x="6" y="6" width="{width - 12}" height="{height - 12}" fill="none" stroke="#8a5a33"'
        ' stroke-width="12"/>'
    )
    return png(f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}">{felt}{"".join(parts)}</svg>', width)


def png(svg: str, width: int) -> bytes:
    """An SVG as a bitmap."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, serif_family="DejaVu Serif"))


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[bytes]:
    """What makes the house an app on a home screen."""
    words = Words(caller_of(request, "read").language)
    icons = [
        {
            "src": f"/icons/{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in ICON_SIZES
    ]
    icons.append({"src": static_url("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"})
    told = {
        "id": "/",
        "name": "Handvoll",
        "short_name": "Handvoll",
        "description": words.say(
            _("Ten small table games: play alone, at one device, or with friends far away.")
        ),
        "lang": words.lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f4ecdf",
        "theme_color": "#f4ecdf",
        "categories": ["games"],
        "icons": icons,
    }
    return answer_bytes(request, msgspec.json.encode(told), "application/manifest+json", False)


@cache
def icon_png(size: int) -> bytes:
    """The sign in a size."""
    return png((STATIC / "icons" / "icon.svg").read_text("utf-8"), size)


handlers = [cover_picture, icon, game_preview, shelf_preview, table_preview, manifest]
