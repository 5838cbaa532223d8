"""The gate in front of the house: every request passes it. It finds out who asks, keeps foreign pages and too
many requests out, and gives every answer its headers.

Against forged requests from foreign pages (docs/decisions/forged-requests.md): the cookie is SameSite=Lax;
what changes something must come from our own origin by the browser's own word (Sec-Fetch-Site, Origin);
bodies are JSON, which no form can send. Requests with a token carry no cookie and need none of this.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

from handvoll.core.errors import Refusal
from handvoll.core.messages import _
from handvoll.web import identity
from handvoll.web.errors import BadOrigin, NotJson, TooMany, answer_refusal
from handvoll.web.identity import Caller, Guest, NotAllowed, Scope, Signer
from handvoll.web.settings import Settings

Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Any, Receive, Send], Awaitable[None]]
Tokens: TypeAlias = Callable[[str], Awaitable["tuple[Guest, frozenset[Scope]] | None"]]

UNSAFE = frozenset(("POST", "PUT", "PATCH", "DELETE"))
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # A table's address is its key: no other site hears of it. (Not `no-referrer`, which would take the Origin
    # from our own forms.)
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
UNLIMITED = ("/healthz", "/readyz", "/metrics")
MOST_KEYS = 20_000


class Buckets:
    """Token buckets: each key may do so much per span, in one go or spread out."""

    def __init__(self, amount: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._amount = float(amount)
        self._rate = amount / seconds
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one: 0, or the seconds to wait until there is one."""
        now = self._clock()
        left, at = self._left.pop(key, (self._amount, now))
        left = min(self._amount, left + (now - at) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        self._left[key] = (left if wait else left - 1, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return wait


class Gate:
    """Wraps the application."""

    def __init__(self, app: App, settings: Settings, signer: Signer, tokens: Tokens) -> None:
        self._app = app
        self._settings = settings
        self._signer = signer
        self._tokens = tokens
        self._cookie = identity.cookie_name(settings.secure)
        self._headers = (*HEADERS, STRICT_TRANSPORT) if settings.secure else HEADERS
        self._requests = Buckets(settings.requests_per_minute, 60)
        self._actions = Buckets(settings.actions_per_minute, 60)
        self._guests = Buckets(settings.guests_per_hour, 3600)
        self._tables = Buckets(settings.tables_per_hour, 3600)
        self._tables_there = Buckets(settings.tables_per_address, 3600)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        caller = Caller(
            address=scope["client"][0] if scope.get("client") else "?",
            language=identity.preferred_language(headers.get(b"accept-language", b"").decode("latin-1")),
        )
        scope["caller"] = caller
        scope["gate"] = self
        answer = self._answering(send, caller)
        try:
            if scope["path"] not in UNLIMITED:
                _wait(self._requests.take(caller.address))
                await self._identify(caller, headers)
                if scope["method"] in UNSAFE:
                    self._check_change(scope, headers, caller)
        except Refusal as refusal:
            await answer_refusal(refusal, caller, answer)
            return
        if scope["method"] == "HEAD":
            # As RFC 9110, 9.3.2, has it: what GET says, without the body, which the server leaves out.
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, answer)

    def may_open_table(self, caller: Caller, guest: Guest) -> None:
        """Count a table that this guest opens."""
        _wait(self._tables.take(guest.id))
        _wait(self._tables_there.take(caller.address))

    def may_go_on(self, caller: Caller) -> None:
        """Count a rematch; of these one guest may have as many as it manages to play."""
        _wait(self._tables_there.take(caller.address))

    def welcome(self, caller: Caller) -> Guest:
        """The caller's guest; a new one for somebody we have not seen."""
        if caller.guest is not None:
            return caller.guest
        _wait(self._guests.take(caller.address))
        return caller.become(identity.new_guest())

    async def _identify(self, caller: Caller, headers: dict[bytes, bytes]) -> None:
        given = headers.get(b"authorization", b"").decode("latin-1")
        if given:
            kind, _space, token = given.partition(" ")
            found = await self._tokens(token.strip()) if kind.lower() == "bearer" else None
            if found is None:
                raise NotAllowed(_("This token is not known here."))
            caller.guest, caller.scopes = found
            caller.by_token = True
        else:
            value = identity.cookie_value(headers.get(b"cookie", b"").decode("latin-1"), self._cookie)
            read = None if value is None else self._signer.read(value)
            if read is None:
                return
            caller.guest, issued = read
            caller.changed = time.time() - issued > identity.RENEW_AFTER
        if caller.guest.language:
            caller.language = caller.guest.language

    def _check_change(self, scope: Any, headers: dict[bytes, bytes], caller: Caller) -> None:
        _wait(self._actions.take(caller.guest.id if caller.guest else caller.address))
        if caller.by_token:
            return
        site = headers.get(b"sec-fetch-site", b"")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if site in (b"cross-site", b"same-site") or (origin and origin != self._own_origin(scope, headers)):
            raise BadOrigin(_("This request came from another site."))
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        has_body = headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers
        if has_body and kind != b"application/json" and scope["path"].startswith("/api/"):
            raise NotJson(_("The body must be JSON, and say so in its content type."))

    def _own_origin(self, scope: Any, headers: dict[bytes, bytes]) -> str:
        if self._settings.public_url:
            parts = urlsplit(self._settings.public_url)
            return f"{parts.scheme}://{parts.netloc}"
        return f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"

    def _answering(self, send: Send, caller: Caller) -> Send:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                named = {name for name, _value in given}
                given += [header for header in self._headers if header[0] not in named]
                if b"cache-control" not in named:
                    given.append((b"cache-control", b"no-store"))
                if caller.changed and caller.guest is not None and not caller.by_token:
                    value = self._signer.cookie(caller.guest)
                    given.append((b"set-cookie", identity.set_cookie(value, self._settings.secure)))
                message = {**message, "headers": given}
            await send(message)

        return answer


def caller_of(scope: Any) -> Caller:
    """Who makes this request."""
    return cast("Caller", scope["caller"])


def gate_of(scope: Any) -> Gate:
    """The gate it came through."""
    return cast("Gate", scope["gate"])


def _wait(seconds: float) -> None:
    if seconds:
        raise TooMany(seconds)
