"""What handlers ask of a request."""

from __future__ import annotations

from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

from litestar import Request
from litestar.openapi import ResponseSpec

from handvoll.web import safety
from handvoll.web.errors import Refused
from handvoll.web.house import House
from handvoll.web.identity import Caller, Guest, Scope
from handvoll.web.network import EVERYWHERE, address_in_network, is_loopback

REFUSALS = {
    status: ResponseSpec(Refused, generate_examples=False, description=description)
    for status, description in (
        (400, "The request makes no sense."),
        (403, "Not for who asks."),
        (404, "There is no such thing."),
        (405, "That cannot be done here."),
        (409, "The table has gone on, or has not come so far."),
        (413, "Too long."),
        (415, "No JSON."),
        (422, "The rules forbid it."),
        (425, "Too early."),
        (429, "Too much at once."),
        (503, "The house cannot reach its database."),
    )
}
"""How requests are refused, for the API's description of itself."""

AnyRequest: TypeAlias = Request[Any, Any, Any]


def answers(form: Any, media_type: str = "application/json") -> dict[int, ResponseSpec]:
    """The same, and how a request is answered that is not refused."""
    good = ResponseSpec(form, generate_examples=False, media_type=media_type, description="Done.")
    return {200: good, **REFUSALS}


def house_of(request: AnyRequest) -> House:
    """The house that runs in this process."""
    return cast("House", request.app.state.house)


def caller_of(request: AnyRequest, scope: Scope) -> Caller:
    """Who asks; a token must reach as far as `scope`."""
    caller = safety.caller_of(request.scope)
    caller.must(scope)
    return caller


def welcome(request: AnyRequest) -> Guest:
    """The caller's guest; somebody we have not seen becomes one and gets a cookie with the answer."""
    return safety.gate_of(request.scope).welcome(safety.caller_of(request.scope))


def own_address(request: AnyRequest) -> str:
    """The house's address as people type it, without a slash at the end; one that others can use, too, where
    there is one."""
    settings = house_of(request).settings
    if settings.public_url:
        return settings.public_url.rstrip("/")
    asked = request.base_url
    if settings.host in EVERYWHERE and is_loopback(asked.hostname) and (elsewhere := address_in_network()):
        port = f":{asked.port}" if asked.port else ""
        asked = asked.with_replacements(netloc=f"{elsewhere}{port}")
    return str(asked).rstrip("/")


def is_only_here(request: AnyRequest) -> bool:
    """Whether the links that the house gives work on this machine only."""
    return is_loopback(urlsplit(own_address(request)).hostname)
