"""Pages about the reader and the house: name, devices, tokens, what Handvoll is."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

import handvoll
from handvoll.core.messages import _
from handvoll.web.pages.render import page
from handvoll.web.request import AnyRequest, caller_of

WORDS = {
    "may-read": _("look at tables"),
    "may-play": _("play"),
    "may-create": _("open tables"),
    "revoke": _("Revoke"),
    "no-tokens": _("There are none yet."),
    "token-once": _("Copy it now; it is shown only this once:"),
    "one-use": _("This works once, within ten minutes."),
}


@get(["/me", "/tokens"])
async def me(request: AnyRequest) -> Response[str]:
    """Who one is, on which devices, and what may play in one's place."""
    caller = caller_of(request, "read")
    return page(request, "me.html", page_words=WORDS, known=caller.guest is not None)


@get("/enter/{code:str}")
async def enter(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """The end of a link to another device. Following it changes nothing yet: messengers follow links, too."""
    return page(request, "enter.html", code=code)


@get("/about")
async def about(request: AnyRequest) -> Response[str]:
    """What this is."""
    return page(request, "about.html", version=handvoll.__version__)


handlers = [me, enter, about]
