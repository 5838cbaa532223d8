"""Templates as pages: in the reader's language, with the addresses of what a page needs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response
from markupsafe import Markup

from handvoll.core.card import Card
from handvoll.core.messages import Message
from handvoll.web.files import static_url
from handvoll.web.games import palette_url
from handvoll.web.pages.page_words import COMMON
from handvoll.web.request import AnyRequest, caller_of, own_address
from handvoll.words import Words, languages

_HARMLESS = {"&": "\\u0026", "<": "\\u003c", ">": "\\u003e"}
"""What could end a <script> early, as JSON may write it, too."""


@cache
def environment() -> Environment:
    """The templates: escaped by themselves, and strict about names that are not there."""
    return Environment(
        loader=PackageLoader("handvoll.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def page(
    request: AnyRequest,
    template: str,
    *,
    card: Card | None = None,
    status_code: int = 200,
    page_words: dict[str, Message] | None = None,
    **values: Any,
) -> Response[str]:
    """A template as an answer. `page_words` are the sentences that its scripts say."""
    caller = caller_of(request, "read")
    words = Words(caller.language, card)
    guest = caller.guest
    text = (
        environment()
        .get_template(template)
        .render(
            _=lambda text, **given: words.say(Message(text, given)),
            say=words.say,
            lang=words.lang,
            languages=languages(),
            chosen_language="" if guest is None else guest.language,
            theme="auto" if guest is None else guest.theme,
            name="" if guest is None else guest.name,
            static=static_url,
            palette=palette_url(),
            address=own_address(request),
            path=request.url.path,
            words_json=json_block(
                {key: words.say(message) for key, message in (COMMON | (page_words or {})).items()}
            ),
            **values,
        )
    )
    return Response(text, media_type="text/html", status_code=status_code)


def json_block(value: Any) -> Markup:
    """JSON that can stand inside a <script type="application/json">."""
    text = msgspec.json.encode(value).decode()
    return Markup("".join(_HARMLESS.get(letter, letter) for letter in text))
