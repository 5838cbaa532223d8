"""Pages about the reader and the house: devices, tokens, what Handvoll is."""

from __future__ import annotations

from litestar import Response, get

from handvoll.web.pages.render import page
from handvoll.web.request import AnyRequest


@get("/about")
async def about(request: AnyRequest) -> Response[str]:
    """What this is."""
    return page(request, "about.html")


handlers = [about]
