"""Sheets to print, each with a QR code that leads back to the game."""

from __future__ import annotations

from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from handvoll.core import paper
from handvoll.core.messages import _
from handvoll.games import card
from handvoll.web import qr
from handvoll.web.errors import NotFound
from handvoll.web.files import answer_bytes
from handvoll.web.pages.render import page
from handvoll.web.request import AnyRequest, caller_of, own_address
from handvoll.words import Words


@get("/print/{game:str}")
async def prints(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """All sheets of a game, one below the other, each a page of A4."""
    one = card(game)
    lang = caller_of(request, "read").language
    found = _pages(one.id, lang, own_address(request))
    return page(
        request,
        "print.html",
        card=one,
        game_id=one.id,
        title=Words(lang).title(one),
        sheets=[f"/print/{one.id}/{number}.svg?lang={lang}" for number in range(len(found))],
    )


@get("/print/{game:str}/{name:str}")
async def sheet(
    request: AnyRequest, game: FromPath[str], name: FromPath[str], lang: FromQuery[str] = "en"
) -> Response[bytes]:
    """One page as SVG."""
    found = _pages(card(game).id, Words(lang).lang, own_address(request))
    number = name.removesuffix(".svg")
    if not number.isdecimal() or int(number) >= len(found):
        raise NotFound(_("There is nothing here."))
    return answer_bytes(request, found[int(number)].encode(), "image/svg+xml", False)


@lru_cache(64)
def _pages(game_id: str, lang: str, house: str) -> list[str]:
    one = card(game_id)
    words = Words(lang, one)
    address = f"{house}/#{game_id}"
    return paper.pages(one, words.title(one), words.say, qr=qr.svg(address).decode(), address=address)


handlers = [prints, sheet]
