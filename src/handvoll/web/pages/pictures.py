"""Pictures drawn on the server: covers of the boxes, link previews, icons."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

import resvg_py
from litestar import Response, get

from handvoll.core.card import Card
from handvoll.core.drawing import draw
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.games import card
from handvoll.web.errors import NotFound
from handvoll.web.files import STATIC, answer_bytes
from handvoll.web.request import AnyRequest

COVER = "cover.txt"
"""In a game's folder: the position on its box, after the number of the player who looks (0: a spectator)."""
ICON_SIZES = (180, 192, 512)


@get("/pictures/covers/{name:str}")
async def cover_picture(request: AnyRequest, name: str, dark: bool = False, v: str = "") -> Response[bytes]:
    """The picture on a game's box."""
    return answer_bytes(request, cover(card(name.removesuffix(".svg")).id, dark), "image/svg+xml", bool(v))


@get("/icons/{name:str}")
async def icon(request: AnyRequest, name: str) -> Response[bytes]:
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


def png(svg: str, width: int) -> bytes:
    """An SVG as a bitmap."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


@cache
def icon_png(size: int) -> bytes:
    """The sign in a size."""
    return png((STATIC / "icons" / "icon.svg").read_text("utf-8"), size)


handlers = [cover_picture, icon]
