"""Refusals as pages, for people who followed a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from litestar import Response

from handvoll.web.errors import Refused
from handvoll.web.pages.render import page
from handvoll.web.request import AnyRequest

Handler: TypeAlias = Callable[[AnyRequest, Any], Response[Any]]


def for_people(handler: Handler) -> Handler:
    """An exception handler whose answers are pages where a person looks at them."""

    def answer(request: AnyRequest, error: Any) -> Response[Any]:
        plain = handler(request, error)
        wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if not wants_page or request.url.path.startswith("/api"):
            return plain
        told = msgspec.json.decode(plain.content, type=Refused).error
        status = plain.status_code or 500
        return page(request, "fault.html", status_code=status, status=status, message=told.message)

    return answer
