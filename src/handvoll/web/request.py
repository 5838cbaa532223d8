"""What handlers ask of a request."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from litestar import Request

from handvoll.web import safety
from handvoll.web.house import House
from handvoll.web.identity import Caller, Guest, Scope

AnyRequest: TypeAlias = Request[Any, Any, Any]


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
    """The house's address as people type it, without a slash at the end."""
    public = house_of(request).settings.public_url
    return (public or str(request.base_url)).rstrip("/")
