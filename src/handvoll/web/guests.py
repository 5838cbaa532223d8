"""The API of who one is: name, language, theme; another device; tokens for programs."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import JSONBody, PathParameter

from handvoll import words
from handvoll.core.errors import BadRequest
from handvoll.core.messages import _
from handvoll.web import qr
from handvoll.web.errors import NotFound
from handvoll.web.house import House
from handvoll.web.identity import (
    SCOPES,
    Caller,
    Guest,
    Language,
    Name,
    NotAllowed,
    Scope,
    Theme,
    clean_name,
    new_token,
)
from handvoll.web.request import REFUSALS, AnyRequest, caller_of, house_of, own_address, welcome

LINK_SECONDS = 600
MOST_TOKENS = 20
ALL_SCOPES: tuple[Scope, ...] = ("create", "play", "read")


class Me(msgspec.Struct, frozen=True):
    """Who asks."""

    guest: str | None
    """The public id; null for somebody who has done nothing yet."""
    name: str
    language: str
    theme: Theme
    scopes: list[str]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be different; what is left out stays."""

    name: Name | None = None
    language: Language | None = None
    theme: Theme | None = None


class Link(msgspec.Struct, frozen=True):
    """Takes a guest to another device, once."""

    url: str
    qr: str
    """The same as a QR code, SVG."""
    expires: int


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last part of a link's address."""

    code: Annotated[str, msgspec.Meta(min_length=10, max_length=100)]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token is for."""

    label: Annotated[str, msgspec.Meta(max_length=80)] = ""
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=3)] = ALL_SCOPES


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token, without its secret; that is shown once, when it is made."""

    id: str
    label: str
    scopes: list[str]
    created: int
    token: str | None = None


@get("/api/me", summary="Who you are", responses=REFUSALS)
async def me(request: AnyRequest) -> Me:
    """Your public id, name, language and theme."""
    return _me(caller_of(request, "read"))


@post("/api/me", status_code=200, summary="Change your name, language or theme", responses=REFUSALS)
async def change(request: AnyRequest, data: JSONBody[Change]) -> Me:
    """The answer carries the cookie that says so from now on."""
    caller = _person(request)
    guest = welcome(request)
    if data.language and words.language(data.language) is None:
        raise BadRequest(
            _(
                "There is no language {came!r}; there are: {known}.",
                came=data.language,
                known=", ".join(words.languages()),
            )
        )
    caller.become(
        Guest(
            guest.id,
            guest.name if data.name is None else clean_name(data.name),
            guest.language if data.language is None else data.language,
            guest.theme if data.theme is None else data.theme,
        )
    )
    return _me(caller)


@post("/api/me/links", summary="Take me to another device", responses=REFUSALS)
async def make_link(request: AnyRequest) -> Link:
    """A link that works once, within ten minutes."""
    _person(request)
    guest, house = welcome(request), house_of(request)
    code = secrets.token_urlsafe(24)
    expires = house.now() + LINK_SECONDS * 1000
    await house.store.add_link(code, msgspec.json.encode(guest).decode(), expires)
    url = f"{own_address(request)}/enter/{code}"
    return Link(url, qr.svg(url).decode(), expires)


@post(
    "/api/enter", status_code=200, summary="Be on this device who you were on the other", responses=REFUSALS
)
async def enter(request: AnyRequest, data: JSONBody[Code]) -> Me:
    """Uses up the link; the answer carries the cookie."""
    caller, house = _person(request), house_of(request)
    found = await house.store.use_link(data.code, house.now())
    if found is None:
        raise NotFound(_("This link has been used already, or is too old. Make a new one."))
    caller.become(msgspec.json.decode(found, type=Guest))
    return _me(caller)


@get("/api/tokens", summary="Your tokens", responses=REFUSALS)
async def tokens(request: AnyRequest) -> list[Token]:
    """Without the secrets."""
    return await _tokens(house_of(request), _person(request))


@post("/api/tokens", summary="Make a token", responses=REFUSALS)
async def make_token(request: AnyRequest, data: JSONBody[NewToken]) -> Token:
    """For a program that is to play as you. Its secret is in this answer and nowhere else."""
    _person(request)
    guest, house = welcome(request), house_of(request)
    if len(await house.store.tokens_of(guest.id)) >= MOST_TOKENS:
        raise BadRequest(_("You have {most} tokens; revoke one first.", most=MOST_TOKENS))
    token, scopes = new_token(), sorted(set(data.scopes))
    await house.store.add_token(token, guest.id, guest.name, clean_name(data.label), scopes, house.now())
    made = await house.store.token(token)
    assert made is not None
    return Token(made.hash.hex()[:ID_DIGITS], made.label, list(scopes), made.created, token)


@delete("/api/tokens/{token_id:str}", status_code=200, summary="Revoke a token", responses=REFUSALS)
async def revoke(request: AnyRequest, token_id: Annotated[str, PathParameter(max_length=64)]) -> list[Token]:
    """It is refused from now on. The answer are the tokens that are left."""
    caller, house = _person(request), house_of(request)
    mine = [] if caller.guest is None else await house.store.tokens_of(caller.guest.id)
    for one in mine:
        if one.hash.hex()[:ID_DIGITS] == token_id:
            await house.store.revoke(one.guest, one.hash)
            house.tokens.forget(one.hash)
            return await _tokens(house, caller)
    raise NotFound(_("You have no such token."))


@post("/api/beats", status_code=204, summary="Answer a beat", responses=REFUSALS)
async def beat(request: AnyRequest, data: JSONBody[dict[str, str]]) -> None:
    """Send back at once the word of a `beat`, so that the server knows how long your line is: in Six an
    answer that was on its way counts."""
    caller = caller_of(request, "play")
    if caller.guest is not None:
        house_of(request).round_trips.answered(caller.guest.id, str(data.get("word", ""))[:40])


ID_DIGITS = 16


def _person(request: AnyRequest) -> Caller:
    """The caller, who must not be a program: a token cannot make tokens."""
    caller = caller_of(request, "read")
    if caller.by_token:
        raise NotAllowed(_("That is done in the browser, not with a token."))
    return caller


def _me(caller: Caller) -> Me:
    guest = caller.guest
    return Me(
        None if guest is None else guest.id,
        "" if guest is None else guest.name,
        caller.language,
        "auto" if guest is None else guest.theme,
        sorted(SCOPES.intersection(caller.scopes)),
    )


async def _tokens(house: House, caller: Caller) -> list[Token]:
    found = [] if caller.guest is None else await house.store.tokens_of(caller.guest.id)
    return [Token(one.hash.hex()[:ID_DIGITS], one.label, list(one.scopes), one.created) for one in found]


router = Router(
    path="/",
    route_handlers=[me, change, make_link, enter, tokens, make_token, revoke, beat],
    tags=["guests"],
)
