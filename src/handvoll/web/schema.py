"""What a table looks like to who reads it, for the API's description of itself. The snapshot is made in
`handvoll.table.views`; a test holds it to this."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from handvoll.table.events import OptionValue, Pace

REFERENCE = "#/components/schemas/{name}"


class Clock(msgspec.Struct, frozen=True):
    """The time of a seat."""

    left_ms: int
    running: bool


class SeatShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat; before the start, a chair."""

    seat: int
    name: str | None
    kind: Literal["guest", "bot", "open"]
    level: int | None
    mine: bool
    here: bool
    """Whether its guest is connected."""
    away: bool
    lost: bool
    kept: bool
    """Whether the chair waits for one guest."""
    clock: Clock | None
    score: float | None
    place: int | None


class OfferShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others must agree to."""

    offer: int
    what: Literal["draw", "undo"]
    seat: int
    waits_for: list[int]
    yours: list[int]


class TimerShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time that the game measures."""

    kind: str
    from_: int | None = msgspec.field(name="from")
    until: int | None


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it came out."""

    reason: str
    by_rules: bool
    places: list[int]
    scores: list[float] | None
    tiebreak: list[float] | None
    result: dict[str, Any] | None
    text: str
    secret: str | None
    """What the dealer had promised."""


class SymbolShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing at a place."""

    id: str
    symbol: str
    x: float
    y: float
    turn: float = 0
    scale: float = 1
    layer: int = 0
    text: str = ""
    marks: list[str] = []
    label: str | None = None
    above: str | None = None


class SceneShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture."""

    box: tuple[float, float, float, float]
    symbols: list[SymbolShown]


class LogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence about an event."""

    event: int
    at: int
    kind: str
    seat: int | None
    ply: int | None
    text: str


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as one reader sees it."""

    table: str
    event: int
    now: int
    game: str
    options: dict[str, OptionValue]
    players: int
    phase: Literal["waiting", "running", "over"]
    host: bool
    pace: Pace
    commitment: str
    seats: list[SeatShown]
    me: list[int]
    seat: int | None
    question: int | None
    to_act: list[int]
    can: list[str]
    offers: list[OfferShown]
    spectators: int
    timers: list[TimerShown]
    ask: str | None
    line: str
    end: End | None
    rematch: str | None
    log_length: int
    view: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    moves: list[str] | msgspec.UnsetType = msgspec.UNSET
    scene: SceneShown | msgspec.UnsetType = msgspec.UNSET
    paths: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    buttons: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """What moves without a path are called."""
    log_from: int | msgspec.UnsetType = msgspec.UNSET
    log: list[LogLine] | msgspec.UnsetType = msgspec.UNSET


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A moment of the game."""

    table: str
    ply: int
    seat: int | None
    hidden: bool
    view: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    moves: list[str] | msgspec.UnsetType = msgspec.UNSET
    scene: SceneShown | msgspec.UnsetType = msgspec.UNSET
    paths: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    buttons: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, in sentences."""

    table: str
    event: int
    log_from: int
    log: list[LogLine]


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events as a seat may have them."""

    table: str
    seat: int | None
    events: list[dict[str, Any]]


def described(app: Litestar) -> dict[str, Any]:
    """The API's description. Litestar's knows the routes; the forms of bodies and answers are msgspec's own,
    which reads and writes them."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    forms = {form for handler in _handlers(app) for form in _forms(handler)}
    found = msgspec.json.schema_components(sorted(forms, key=str), ref_template=REFERENCE)[1]
    schema["components"]["schemas"] = found
    return schema


def _handlers(app: Litestar) -> Iterator[HTTPRouteHandler]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from route.route_handlers


def _forms(handler: HTTPRouteHandler) -> Iterator[type[msgspec.Struct]]:
    annotations = [handler.parsed_return_field.annotation]
    if handler.parsed_data_field is not None:
        annotations.append(handler.parsed_data_field.annotation)
    annotations += [spec.data_container for spec in (handler.responses or {}).values()]
    for annotation in annotations:
        yield from _structs(annotation)


def _structs(annotation: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for part in get_args(annotation):
        yield from _structs(part)
