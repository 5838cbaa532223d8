"""The front page, and the form with which a table is set up in detail."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from handvoll.core.card import Card, Trait
from handvoll.core.live import Live
from handvoll.games import card, cards
from handvoll.web.games import game_json
from handvoll.web.lists import lists_for
from handvoll.web.pages.pictures import cover_url
from handvoll.web.pages.render import page
from handvoll.web.request import AnyRequest, caller_of, house_of
from handvoll.words import Words

SENSIBLE_LEVEL = 2
FINISHED_SHOWN = 3


@get("/")
async def shelf(request: AnyRequest) -> Response[str]:
    """All games, my tables, and those with a free chair."""
    caller = caller_of(request, "read")
    words = Words(caller.language)
    lists = await lists_for(house_of(request), caller)
    running = [row for row in lists.mine if row.phase != "over"]
    finished = [row for row in lists.mine if row.phase == "over"][:FINISHED_SHOWN]
    return page(
        request,
        "shelf.html",
        boxes=[_box(one, game_json(one, caller)) for one in cards().values()],
        titles={one.id: words.title(one) for one in cards().values()},
        covers={one.id: cover_url(one) for one in cards().values()},
        running=running,
        finished=finished,
        open_tables=lists.open,
    )


@get("/new/{game:str}")
async def new_table(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """Everything that can be set at a table."""
    chosen = card(game)
    return page(
        request,
        "new.html",
        card=chosen,
        game=game_json(chosen, caller_of(request, "read")),
        box=_box(chosen, game_json(chosen, caller_of(request, "read"))),
        cover=cover_url(chosen),
        has_speed=type(chosen.live).span is not Live.span,
        level=SENSIBLE_LEVEL,
    )


def _box(one: Card, game: object) -> dict[str, object]:
    """What the shelf says of a game, and what its buttons do."""
    low, high = one.players
    return {
        "game": game,
        "seats": list(range(max(low, min(2, high)), high + 1)),
        "alone": high == 1,
        # Where speed counts, several people cannot take turns at one screen.
        "one_device": high > 1 and Trait.CLOCK not in one.traits,
        "level": SENSIBLE_LEVEL,
    }


handlers = [shelf, new_table]
