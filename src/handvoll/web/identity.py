"""Who asks: a guest with a signed cookie, or a program with a token. No account, no address, no password.

The cookie holds all that the house knows of a guest (public id, name, language, theme), signed with a secret
of the house. The public id stands in the logs of tables; only who holds the cookie, or a token made with it,
acts for it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from handvoll import words
from handvoll.core.errors import Refusal
from handvoll.core.messages import _

COOKIE = "handvoll"
COOKIE_AGE = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""
RENEW_AFTER = 30 * 24 * 3600
LONGEST_COOKIE = 1000
SIGNATURE_BYTES = 18
COOKIES_KEPT = 5000
TOKEN_PREFIX = "hv_"
DAY = 24 * 3600

Scope = Literal["read", "play", "create"]
SCOPES: frozenset[Scope] = frozenset(("read", "play", "create"))
Theme = Literal["auto", "light", "dark"]
Name = Annotated[str, msgspec.Meta(max_length=40)]
Language = Annotated[str, msgspec.Meta(max_length=10, pattern="^[a-z]*$")]


class NotAllowed(Refusal):
    """The token may not do that, or is none."""

    code = "not-allowed"


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person, or the program of one."""

    id: str
    name: str = ""
    language: str = ""
    """Empty: what the browser asks for."""
    theme: Theme = "auto"


class _Cookie(msgspec.Struct, frozen=True, array_like=True):
    """What the cookie says, signed."""

    id: Annotated[str, msgspec.Meta(min_length=8, max_length=40)]
    name: Name
    language: Language
    theme: Theme
    issued: int


def new_guest() -> Guest:
    """A guest nobody has seen before."""
    return Guest(secrets.token_urlsafe(12))


def clean_name(name: str) -> str:
    """A name as it is shown: one line of what can be seen, no longer than 40 characters."""
    seen = "".join(letter if letter.isprintable() else " " for letter in name)
    return re.sub(r"\s+", " ", seen).strip()[:40]


class Signer:
    """Makes and reads cookies with the house's secret."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"handvoll cookie 1", "sha256")
        self._checked = lru_cache(COOKIES_KEPT)(self._check)

    def cookie(self, guest: Guest, now: float | None = None) -> str:
        """The cookie's value for a guest."""
        issued = int(time.time() if now is None else now)
        body = msgspec.json.encode(_Cookie(guest.id, guest.name, guest.language, guest.theme, issued))
        return f"{_text(body)}.{_text(self._signature(body))}"

    def read(self, value: str) -> tuple[Guest, int] | None:
        """The guest of a cookie and when it was issued; None if it is not ours or too old."""
        if len(value) > LONGEST_COOKIE:
            return None
        read = self._checked(value)
        return None if read is None or time.time() - read[1] > COOKIE_AGE else read

    def _check(self, value: str) -> tuple[Guest, int] | None:
        """The same but for the age; remembered, since a signature takes a tenth of a millisecond."""
        try:
            body, signature = (_bytes(part) for part in value.split("."))
            if not hmac.compare_digest(signature, self._signature(body)):
                return None
            read = msgspec.json.decode(body, type=_Cookie)
        except ValueError:  # not two parts, not base64, not such JSON
            return None
        return Guest(read.id, read.name, read.language, read.theme), read.issued

    def _signature(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")[:SIGNATURE_BYTES]


def set_cookie(value: str, secure: bool) -> bytes:
    """The Set-Cookie header that gives a browser its guest."""
    mark = "; Secure" if secure else ""
    return (
        f"{cookie_name(secure)}={value}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{mark}".encode()
    )


def cookie_name(secure: bool) -> str:
    """Under TLS browsers promise by the prefix that no other host has set it."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def new_token() -> str:
    """A token for a program; the house keeps only its hash."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What the house keeps of a token or a one-time code."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_value(header: str, name: str) -> str | None:
    """The value of one cookie in a Cookie header."""
    for part in header.split(";"):
        key, _equals, value = part.partition("=")
        if key.strip() == name:
            return value.strip()
    return None


def preferred_language(accept: str) -> str:
    """The best of our languages for an Accept-Language header."""
    best, best_weight = words.SOURCE_LANGUAGE, 0.0
    for part in accept[:200].split(","):
        tag, _semicolon, quality = part.partition(";")
        spoken = words.language(tag.strip())
        try:
            weight = float(quality.replace("q=", "").strip() or 1)
        except ValueError:
            continue
        if spoken is not None and weight > best_weight:
            best, best_weight = spoken, weight
    return best


@dataclass(slots=True)
class Caller:
    """Who makes a request, and in which language it wants its answer."""

    address: str
    language: str
    guest: Guest | None = None
    scopes: Collection[Scope] = SCOPES
    by_token: bool = False
    changed: bool = field(default=False)
    """Whether the answer must carry a new cookie."""

    def must(self, scope: Scope) -> None:
        """Refuse a token that does not reach so far."""
        if scope not in self.scopes:
            raise NotAllowed(_("This token may not do that; it lacks the scope {scope}.", scope=scope))

    def become(self, guest: Guest) -> Guest:
        """Be that guest from now on."""
        self.guest, self.changed = guest, True
        if guest.language:
            self.language = guest.language
        return guest


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
