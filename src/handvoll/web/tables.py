"""The API of tables. docs/api.md tells all of it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response.base import ASGIResponse

from handvoll.core.card import Trait
from handvoll.core.errors import BadRequest
from handvoll.core.messages import _
from handvoll.games import card
from handvoll.table import requests as rq
from handvoll.table.decide import Decision, hold_ms
from handvoll.table.errors import NotSeated
from handvoll.table.requests import Asker
from handvoll.table.table import Table
from handvoll.table.verify import record_of, verify_record, verify_table
from handvoll.table.views import look_back, may_watch, seat_for, shown_events
from handvoll.web import explain as why
from handvoll.web import qr
from handvoll.web.errors import NotFound, refused, status
from handvoll.web.house import House
from handvoll.web.identity import Caller
from handvoll.web.lists import lists
from handvoll.web.packing import takes_gzip
from handvoll.web.request import REFUSALS, AnyRequest, answers, caller_of, house_of, own_address, welcome
from handvoll.web.safety import gate_of
from handvoll.web.schema import Log, Past, Snapshot, Transcript
from handvoll.web.shown import Reader, log_since, presence_at, shown, table_words
from handvoll.web.streams import TableStream
from handvoll.words import Words

HINT_LEVEL = 5
LONGEST_KEY = 64
PARTS = frozenset(("view", "scene", "log"))
LONGEST_RECORD = 1 << 20

TableId = Annotated[str, PathParameter(max_length=40, description="The table's id.")]
Seat = Annotated[
    int | None,
    QueryParameter(ge=0, le=99, description="Which of your own seats; without it, the one to play."),
]
With = Annotated[
    str | None,
    QueryParameter(name="with", max_length=20, description="Any of `view`, `scene`, `log`; without it all."),
]
After = Annotated[int | None, QueryParameter(ge=0, le=10**9, description="The last event you have.")]


class Opened(msgspec.Struct, frozen=True):
    """A new table."""

    table: str
    url: str


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request carried out."""

    event: int
    """The event that carried it out."""
    number: int
    """The last event of the table now."""
    phase: str
    to_act: list[int]
    rematch: str | None = None
    """The table to go on at."""


class Explain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move somebody tried: typed, or touched."""

    seat: rq.SeatNumber
    move: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    ids: Annotated[list[Annotated[str, msgspec.Meta(max_length=80)]], msgspec.Meta(max_length=100)] = []


class HintFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For which of the asker's seats."""

    seat: rq.SeatNumber


class Verdict(msgspec.Struct, frozen=True):
    """Whether everything was dealt as promised."""

    fair: bool
    checked: int
    message: str
    ply: int | None


class ToVerify(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record of a finished table."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]


# --- opening and acting ------------------------------------------------------------------------


@post("/api/tables", summary="Open a table", responses=REFUSALS)
async def open_table(request: AnyRequest, data: JSONBody[rq.Open]) -> Opened:
    """Opens a table. Nobody sits yet, the host neither."""
    caller = caller_of(request, "create")
    house, guest = house_of(request), welcome(request)
    gate_of(request.scope).may_open_table(caller, guest)
    asker = Asker(guest.id, guest.name, idempotency_key(request))
    table = await house.tables.open(data, asker)
    return Opened(table.id, f"{own_address(request)}/t/{table.id}")


@post(
    "/api/tables/{table_id:str}", status_code=200, summary="Do something at a table", responses=answers(Done)
)
async def act(
    request: AnyRequest, table_id: TableId, data: JSONBody[rq.Request], with_: With = None
) -> Response[Done] | Response[bytes]:
    """Carries out one request; with `?with=` the answer holds the table as it is then, too."""
    caller, house = caller_of(request, "play"), house_of(request)
    guest = welcome(request)
    asker = Asker(guest.id, guest.name, idempotency_key(request))
    if isinstance(data, rq.PlayAgain):
        await visible(house, table_id, caller)
        gate_of(request.scope).may_go_on(caller)
        rematch = await house.tables.rematch(table_id, asker)
        table = await house.tables.get(table_id)
        return Response(Done(table.number, table.number, table.phase, [], rematch))
    if isinstance(data, rq.Play):
        await _hold(house, table_id, data.seat)
    decision = await house.tables.act(table_id, data, asker)
    if decision.refusal is not None:
        check_visible(decision.table, caller)
        return _refused(house, decision, caller)
    return _done(house, decision, caller, with_)


def _done(
    house: House, decision: Decision, caller: Caller, with_: str | None
) -> Response[Done] | Response[bytes]:
    table = decision.table
    done = Done(decision.answer, table.number, table.phase, list(table.asked))
    if with_ is None:
        return Response(done)
    now = shown(table, reader(caller, None, with_), house.now(), presence_at(table, house.hub))
    body = msgspec.json.encode(msgspec.structs.asdict(done) | {"now": now})
    return Response(body, media_type="application/json")


def _refused(house: House, decision: Decision, caller: Caller) -> Response[bytes]:
    refusal, table = decision.refusal, decision.table
    assert refusal is not None
    late = status(refusal) == 409
    now = (
        shown(table, reader(caller, None, None), house.now(), presence_at(table, house.hub)) if late else None
    )
    return refused(refusal, table_words(table, caller.language), now)


async def _hold(house: House, table_id: str, seat: int) -> None:
    """Where this action would end the time of others, wait for what they have already sent."""
    table = await house.tables.get(table_id)
    if Trait.CLOCK in table.card.traits:
        table = await house.tables.newest(table_id)
    if not 0 <= seat < table.players or table.phase != "running":
        return
    trips = {other: house.round_trips.half_ms(sitter.guest) for other, sitter in enumerate(table.seats)}
    hold = hold_ms(table, seat, trips)
    if hold:
        await asyncio.sleep(hold / 1000)


# --- looking -----------------------------------------------------------------------------------


@get(
    "/api/tables/{table_id:str}",
    summary="The table as it is now, or as it was",
    responses=answers(Snapshot | Past),
)
async def look(
    request: AnyRequest,
    table_id: TableId,
    seat: Seat = None,
    with_: With = None,
    ply: Annotated[int | None, QueryParameter(ge=0, le=10**8, description="Look back to this step.")] = None,
) -> dict[str, Any]:
    """The snapshot for one of your seats, or for a spectator."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    who = reader(caller, seat, with_)
    if ply is not None:
        say = table_words(table, caller.language).say
        return look_back(
            table, who.guest, ply, say, seat=seat, with_view=who.with_view, with_scene=who.with_scene
        )
    return shown(table, who, house.now(), presence_at(table, house.hub))


@get(
    "/api/tables/{table_id:str}/stream",
    summary="The table, now and from now on",
    responses=answers(str, "text/event-stream"),
)
async def stream(
    request: AnyRequest,
    table_id: TableId,
    seat: Seat = None,
    with_: With = None,
    after: After = None,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=20)] = None,
) -> ASGIResponse:
    """Server-sent events, or lines of JSON where `Accept` asks for `application/x-ndjson`."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    house.limits.check(caller)
    who = reader(caller, seat, with_)
    shown(table, who, house.now())  # what cannot be shown is refused before the stream begins
    if last_event_id is not None and last_event_id.isdecimal():
        after = int(last_event_id)
    ndjson = "ndjson" in request.headers.get("accept", "")
    return TableStream(
        house,
        table,
        who,
        caller,
        after=after or 0,
        form="ndjson" if ndjson else "sse",
        packed=takes_gzip(request.headers.get("accept-encoding", "").encode()),
    )


@get("/api/tables/{table_id:str}/log", summary="What happened, in sentences", responses=answers(Log))
async def log(
    request: AnyRequest, table_id: TableId, seat: Seat = None, after: After = None
) -> dict[str, Any]:
    """The lines after an event."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    log_from, lines = log_since(table, seat_of(table, caller, seat), caller.language, after or 0)
    return {"table": table.id, "event": table.number, "log_from": log_from, "log": lines}


@get(
    "/api/tables/{table_id:str}/transcript",
    summary="The events as you were sent them",
    responses=answers(Transcript),
)
async def transcript(
    request: AnyRequest, table_id: TableId, seat: Seat = None, after: After = None
) -> dict[str, Any]:
    """Every event as your seat may have it."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    chosen = seat_of(table, caller, seat)
    return {"table": table.id, "seat": chosen, "events": shown_events(table, chosen, after or 0)}


@get("/api/tables/{table_id:str}/record", summary="The record", media_type="text/plain", responses=REFUSALS)
async def record(request: AnyRequest, table_id: TableId) -> Response[str]:
    """The record of the game: whole when it is over, before that what you may know."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    if table.game is None:
        raise NotFound(_("There is no record before the game has begun."))
    text = record_of(table, caller.guest.id if caller.guest else None).text()
    name = f"{table.card.id}-{table.id}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/tables/{table_id:str}/verify", summary="Whether all was dealt as promised", responses=REFUSALS)
async def verify(request: AnyRequest, table_id: TableId) -> Verdict:
    """Recomputes every card and die of a finished table."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    fair, checked, message, ply = verify_table(table)
    return Verdict(fair, checked, table_words(table, caller.language).say(message), ply)


@post("/api/verify", status_code=200, summary="Whether a record was dealt as promised", responses=REFUSALS)
async def verify_text(request: AnyRequest, data: JSONBody[ToVerify]) -> Verdict:
    """The same for a record that somebody has kept."""
    caller = caller_of(request, "read")
    # A long game takes a while to play again; others are not to wait for it.
    fair, checked, message, ply = await asyncio.to_thread(verify_record, data.record, card)
    return Verdict(fair, checked, Words(caller.language).say(message), ply)


@get(
    "/api/tables/{table_id:str}/qr.svg",
    summary="The table's address as a QR code",
    media_type="image/svg+xml",
    responses=answers(str, "image/svg+xml"),
)
async def qr_code(request: AnyRequest, table_id: TableId) -> Response[bytes]:
    """To hold before another phone."""
    await visible(house_of(request), table_id, caller_of(request, "read"))
    return Response(qr.svg(f"{own_address(request)}/t/{table_id}"), media_type="image/svg+xml")


# --- help --------------------------------------------------------------------------------------


@post(
    "/api/tables/{table_id:str}/explain",
    status_code=200,
    summary="Why a move is not possible",
    responses=REFUSALS,
)
async def explain(request: AnyRequest, table_id: TableId, data: JSONBody[Explain]) -> why.Explained:
    """Turns what was typed or touched into a move, or into the reason why it is none."""
    caller, house = caller_of(request, "read"), house_of(request)
    table = await visible(house, table_id, caller)
    own_seat(table, caller, data.seat)
    return why.explained(table, data.seat, data.move, data.ids, table_words(table, caller.language))


@post("/api/tables/{table_id:str}/hint", status_code=200, summary="A hint", responses=REFUSALS)
async def hint(request: AnyRequest, table_id: TableId, data: JSONBody[HintFor]) -> why.Hint:
    """What a strong player would do in your place, from what you may know."""
    caller, house = caller_of(request, "play"), house_of(request)
    table = await visible(house, table_id, caller)
    own_seat(table, caller, data.seat)
    return await why.hint(table, data.seat, house.opponents, HINT_LEVEL, table_words(table, caller.language))


# --- shared by all of them ---------------------------------------------------------------------


async def visible(house: House, table_id: str, caller: Caller) -> Table:
    """The table, if the caller may see it; otherwise there is none."""
    table = await house.tables.newest(table_id)
    check_visible(table, caller)
    return table


def check_visible(table: Table, caller: Caller) -> None:
    """Tell who may not see a table that there is none."""
    if not may_watch(table, caller.guest.id if caller.guest else None):
        raise NotFound(_("There is no such table."))


def reader(caller: Caller, seat: int | None, with_: str | None) -> Reader:
    """Who reads, and what."""
    wanted = PARTS if with_ is None else frozenset(filter(None, with_.split(",")))
    if not wanted <= PARTS:
        raise BadRequest(_("`with` takes any of view, scene and log, not {came!r}.", came=(with_ or "")[:40]))
    guest = caller.guest.id if caller.guest else None
    return Reader(guest, caller.language, seat, "view" in wanted, "scene" in wanted, "log" in wanted)


def own_seat(table: Table, caller: Caller, seat: int) -> None:
    """Refuse a seat that is not the caller's."""
    if seat not in table.seats_of(caller.guest.id if caller.guest else None):
        raise NotSeated(_("That seat is not yours."))


def idempotency_key(request: Request[Any, Any, Any]) -> str | None:
    """The key that makes a repeated request count once."""
    key: str | None = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= LONGEST_KEY:
        raise BadRequest(_("An idempotency key has 1 to {most} characters.", most=LONGEST_KEY))
    return key


def seat_of(table: Table, caller: Caller, seat: int | None) -> int | None:
    """The seat whose log the caller reads: its own, or none."""
    guest = caller.guest.id if caller.guest else None
    if seat is None or table.order is None:
        return seat_for(table, guest)
    own_seat(table, caller, seat)
    return seat


router = Router(
    path="/",
    route_handlers=[
        lists,
        open_table,
        act,
        look,
        stream,
        log,
        transcript,
        record,
        verify,
        verify_text,
        qr_code,
        explain,
        hint,
    ],
    tags=["tables"],
)
