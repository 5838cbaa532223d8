"""Every refusal as an answer: a stable code for programs, a sentence in the asker's language for people."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from handvoll.core.errors import IllegalMove, Refusal
from handvoll.core.messages import Message, _
from handvoll.web.identity import Caller
from handvoll.words import Words

log = logging.getLogger("handvoll.web")


class NotFound(Refusal):
    """There is no such thing, or the asker may not see it."""

    code = "not-found"


class BadOrigin(Refusal):
    """A page of another site asks."""

    code = "bad-origin"


class NotJson(Refusal):
    """A body that a form could have sent."""

    code = "not-json"


class NotReady(Refusal):
    """The database does not answer."""

    code = "not-ready"


class TooMany(Refusal):
    """More than the house allows one identity or address."""

    code = "too-many"

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(_("That was too much at once; try again in {seconds} s.", seconds=self.seconds))


STATUS = {
    "not-found": 404,
    "unknown-game": 404,
    "bad-origin": 403,
    "not-allowed": 403,
    "not-seated": 403,
    "not-host": 403,
    "stale": 409,
    "not-your-turn": 409,
    "table-full": 409,
    "not-started": 409,
    "already-started": 409,
    "not-over": 409,
    "game-over": 409,
    "no-undo": 409,
    "no-draw": 409,
    "no-offer": 409,
    "no-claim": 409,
    "not-json": 415,
    "key-reused": 422,
    "illegal-move": 422,
    "too-early": 425,
    "too-many": 429,
    "bad-log": 500,
    "not-ready": 503,
    "store-unavailable": 503,
}
"""The HTTP status of each code; 400 for all others."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    code: str
    message: str
    ruling: str | None = None
    """The number of the ruling, where a move was refused."""


class Refused(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request that was refused."""

    error: Fault
    table: Any = None
    """The table as it is now, where the request was late."""


def fault(refusal: Refusal, words: Words) -> Fault:
    """A refusal in the reader's language."""
    ruling = refusal.ruling if isinstance(refusal, IllegalMove) else None
    return Fault(refusal.code, words.say(refusal.message), ruling)


def refused(refusal: Refusal, words: Words, table: Any = None) -> Response[bytes]:
    """The answer that tells a refusal."""
    return Response(
        msgspec.json.encode(Refused(fault(refusal, words), table)),
        media_type="application/json",
        status_code=status(refusal),
        headers=_extra(refusal),
    )


def status(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(refusal.code, 400)


def _extra(refusal: Refusal) -> dict[str, str]:
    if isinstance(refusal, TooMany):
        return {"retry-after": str(refusal.seconds)}
    return {"retry-after": "2"} if status(refusal) == 503 else {}


async def answer_refusal(
    refusal: Refusal, caller: Caller, send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    """The same, before there is a request to speak of."""
    body = msgspec.json.encode(Refused(fault(refusal, Words(caller.language))))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in _extra(refusal).items()]
    await send({"type": "http.response.start", "status": status(refusal), "headers": headers})
    await send({"type": "http.response.body", "body": body})


# --- what Litestar hands over ------------------------------------------------------------------


def on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    """A refusal raised by a handler."""
    return refused(refusal, _words(request))


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What Litestar itself refuses: no such path, no such method, a body that does not fit."""
    code, message = _HTTP.get(error.status_code, ("bad-request", None))
    if message is None:
        message = _("The request is not made as it should be: {why}.", why=_why(error))
    return Response(
        msgspec.json.encode(Refused(Fault(code, _words(request).say(message)))),
        media_type="application/json",
        status_code=error.status_code,
        headers=dict(error.headers or {}),
    )


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: logged with all we know, told without any of it."""
    log.error("fault in %s %s", request.method, request.url.path, exc_info=error)
    said = _words(request).say(_("Something broke on our side. It is written down; please try again."))
    return Response(
        msgspec.json.encode(Refused(Fault("internal", said))), media_type="application/json", status_code=500
    )


_HTTP: dict[int, tuple[str, Message]] = {
    404: ("not-found", _("There is nothing here.")),
    405: ("bad-request", _("That cannot be done here.")),
    413: ("too-large", _("That is more than we read at once.")),
    415: ("bad-request", _("The body must be JSON.")),
}


def _why(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(f"{one.get('key', '?')}: {one.get('message', '')}" for one in extra)
    return error.detail


def _words(request: Request[Any, Any, Any]) -> Words:
    caller = request.scope.get("caller")
    return Words(caller.language if isinstance(caller, Caller) else "en")
