"""Records: replayed step by step, and checked."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from handvoll.core.game import Game
from handvoll.core.messages import Message, _
from handvoll.core.record import Record, read_game
from handvoll.games import card
from handvoll.web.games import symbols_url
from handvoll.web.pages.render import json_block, page
from handvoll.web.pages.table import seat_colours, snapshot_for, stage
from handvoll.web.request import AnyRequest, caller_of, house_of
from handvoll.web.tables import LONGEST_RECORD, TableId, visible
from handvoll.words import Words

WORDS = {
    "step-of": _("Step {ply} of {last}"),
    "hidden-step": _("This moment cannot be looked up: it is to be remembered."),
    "play": _("Run"),
    "pause": _("Pause"),
}


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a record that somebody has kept."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0


@get("/t/{table_id:str}/replay")
async def replay_table(request: AnyRequest, table_id: TableId) -> Response[str]:
    """A table, step by step."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    now = await snapshot_for(house, table_id, caller)
    words = Words(caller.language, table.card)
    return page(
        request,
        "replay.html",
        card=table.card,
        page_words=WORDS,
        title=words.title(table.card),
        table_id=table_id,
        scene=now.get("scene"),
        stage=stage(table.card, now.get("scene")),
        replay_json=json_block(
            {"table": table_id, "lines": _lines_of(now, words), "colours": seat_colours(table.card)}
        ),
    )


@get("/replay")
async def replay(request: AnyRequest) -> Response[str]:
    """A record from a file."""
    return page(request, "replay.html", page_words=WORDS, title=None, replay_json=json_block(None))


@post("/replay", status_code=200)
async def replay_step(request: AnyRequest, data: JSONBody[Step]) -> dict[str, Any]:
    """One moment of a record, and at the first also all its sentences."""
    language = caller_of(request, "read").language
    return await asyncio.to_thread(_moment, data.record, data.ply, language)


@get("/verify")
async def verify(request: AnyRequest) -> Response[str]:
    """Whether a record was dealt as promised."""
    return page(request, "verify.html")


def _moment(text: str, ply: int, lang: str) -> dict[str, Any]:
    record, games = _read(text)
    words = Words(lang, games[-1].card, record.names)
    game = games[min(ply, len(games) - 1)]
    picture = game.card.picture
    shown: dict[str, Any] = {
        "ply": min(ply, len(games) - 1),
        "scene": picture.scene(game.view(None)).to_json(words.say),
    }
    if not ply:
        shown |= {
            "title": words.title(game.card),
            "symbols": symbols_url(game.card),
            "colours": seat_colours(game.card),
            "lines": _lines(games, words),
        }
    return shown


def _lines_of(now: dict[str, Any], words: Words) -> list[dict[str, Any]]:
    """What happened at a table, step by step, and at the last how it came out."""
    steps = [{"ply": line["ply"], "seat": line["seat"], "text": line["text"]} for line in now["log"]]
    return _with_ends([step for step in steps if step["ply"]], words, now["end"] and now["end"]["text"])


def _lines(games: list[Game], words: Words) -> list[dict[str, Any]]:
    """The same of the games after each step of a record."""
    steps = [
        {"ply": after.ply, "seat": after.step and after.step.seat, "text": words.say(_told(before, after))}
        for before, after in pairwise(games)
    ]
    last = games[-1]
    end = words.say(last.card.picture.tell_end(last.view(None))) if last.over else None
    return _with_ends(steps, words, end)


def _with_ends(steps: list[dict[str, Any]], words: Words, end: str | None) -> list[dict[str, Any]]:
    lines = [{"ply": 0, "text": words.say(_("The start"))}, *steps]
    if end:
        lines[-1]["text"] += f" {end}"
    return lines


def _told(before: Game, after: Game) -> Message:
    assert after.step is not None
    step = before.state.seen(after.step, None)
    return after.card.picture.tell(before.view(None), step, after.view(None))


@lru_cache(32)
def _read(text: str) -> tuple[Record, list[Game]]:
    record, game = read_game(text, card)
    return record, game.line()


handlers = [replay_table, replay, replay_step, verify]
