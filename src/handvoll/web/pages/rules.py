"""The rules, as pages and beside the board."""

from __future__ import annotations

import hashlib
import re
from functools import cache

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from handvoll.core.card import Card
from handvoll.core.drawing import draw
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.core.paper import sheets
from handvoll.games import card
from handvoll.web.errors import NotFound
from handvoll.web.files import answer_bytes
from handvoll.web.pages.render import page
from handvoll.web.request import AnyRequest, caller_of
from handvoll.words import Words, language, rules_page, with_pictures

_MARK = re.compile(r"<p>PICTURE-(\d+)</p>")
_RULING = re.compile(r"\b([A-Z]{2}\d+)\b")


@get("/rules/{game:str}")
async def rules(request: AnyRequest, game: FromPath[str], part: FromQuery[bool] = False) -> Response[str]:
    """How a game is played; with `part` only the text, to be shown beside a board."""
    one = card(game)
    caller = caller_of(request, "read")
    theme = "auto" if caller.guest is None else caller.guest.theme
    words = Words(caller.language, one)
    return page(
        request,
        "rules-part.html" if part else "rules.html",
        card=one,
        game_id=one.id,
        title=words.title(one),
        blurb=words.say(one.blurb),
        text=rules_html(one, words, theme),
        printable=bool(sheets(one)),
        rulings=[(number, words.say(said)) for number, said in one.load("words").RULINGS.items()],
    )


@get("/pictures/rules/{game:str}/{name:str}")
async def example(
    request: AnyRequest,
    game: FromPath[str],
    name: FromPath[str],
    lang: FromQuery[str] = "en",
    dark: FromQuery[bool] = False,
    v: FromQuery[str] = "",
) -> Response[bytes]:
    """An example of a rules page."""
    one = card(game)
    number = name.removesuffix(".svg")
    found = pictures(one.id, language(lang) or "en")
    if not number.isdecimal() or int(number) >= len(found):
        raise NotFound(_("There is nothing here."))
    return answer_bytes(request, found[int(number)][dark], "image/svg+xml", bool(v))


def rules_html(one: Card, words: Words, theme: str) -> Markup:
    """The rules as HTML, with their pictures and with links to the rulings they cite."""
    count = 0

    def mark(game: Game, seat: int | None) -> str:
        nonlocal count
        count += 1
        return f"\n\nPICTURE-{count - 1}\n\n"

    html = (
        MarkdownIt("commonmark", {"html": False})
        .enable("table")
        .render(with_pictures(rules_page(one, words.lang), mark))
    )
    known = one.load("words").RULINGS
    html = _RULING.sub(
        lambda found: (
            f'<a href="#{found[1]}" data-rule="{found[1]}">{found[1]}</a>' if found[1] in known else found[1]
        ),
        html,
    )
    alt = str(escape(words.say(_("An example"))))
    return Markup(_MARK.sub(lambda found: _figure(one, words.lang, int(found[1]), theme, alt), html))


def _figure(one: Card, lang: str, number: int, theme: str, alt: str) -> str:
    both = pictures(one.id, lang)[number]
    light, dark = (
        f"/pictures/rules/{one.id}/{number}.svg?lang={lang}&amp;dark={int(dark)}"
        f"&amp;v={hashlib.sha256(both[dark]).hexdigest()[:12]}"
        for dark in (False, True)
    )
    size = _size(both[0])
    image = f'<img src="{dark if theme == "dark" else light}" alt="{alt}" {size} loading="lazy">'
    if theme == "auto":
        source = f'<source srcset="{dark}" media="(prefers-color-scheme: dark)">'
        image = f"<picture>{source}{image}</picture>"
    return f"<figure>{image}</figure>"


def _size(svg: bytes) -> str:
    found = re.search(rb'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    assert found is not None
    return f'width="400" height="{round(400 * float(found[2]) / float(found[1]))}"'


@cache
def pictures(game_id: str, lang: str) -> list[tuple[bytes, bytes]]:
    """The pictures of a rules page in their order, in light and in dark."""
    one = card(game_id)
    say = Words(lang, one).say
    found: list[tuple[bytes, bytes]] = []

    def keep(game: Game, seat: int | None) -> str:
        scene = one.picture.scene(game.view(seat))
        light, dark = (draw(one, scene, say, dark=dark, background=False).encode() for dark in (False, True))
        found.append((light, dark))
        return ""

    with_pictures(rules_page(one, lang), keep)
    return found


handlers = [rules, example]
