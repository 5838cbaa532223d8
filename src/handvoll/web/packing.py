"""Answers packed with gzip for readers that unpack it: what is JSON or a page, and worth it."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

SMALLEST = 600
LEVEL = 6
KINDS = (b"application/json", b"text/html", b"text/plain", b"image/svg+xml")
STREAM_WINDOW = 12
"""2¹² bytes: an idle stream keeps 32 KB for it, where zlib's default would keep 256."""
STREAM_MEMORY = 5


class Packing:
    """Wraps an application."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not takes_gzip(dict(scope["headers"]).get(b"accept-encoding", b"")):
            await self._app(scope, receive, send)
            return
        await self._app(scope, receive, _Packed(send))


class _Packed:
    """Holds the beginning of an answer until it is known whether all of it comes at once."""

    def __init__(self, send: Callable[[Any], Awaitable[None]]) -> None:
        self._send = send
        self._begun: dict[str, Any] | None = None

    async def __call__(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._begun = message
            return
        begun, self._begun = self._begun, None
        if begun is not None:
            body = message.get("body", b"")
            if not message.get("more_body") and len(body) >= SMALLEST and _may_be_packed(begun):
                body = gzip.compress(body, LEVEL, mtime=0)
                begun = _as_packed(begun, len(body))
                message = {**message, "body": body}
            await self._send(begun)
        await self._send(message)


def takes_gzip(accepted: bytes) -> bool:
    """Whether an Accept-Encoding header allows gzip."""
    return b"gzip" in accepted and b"gzip;q=0" not in accepted.replace(b" ", b"")


def stream_packer() -> Any:
    """Packs a stream: what is flushed can be unpacked at once."""
    return zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + STREAM_WINDOW, STREAM_MEMORY)


def _may_be_packed(begun: dict[str, Any]) -> bool:
    headers = dict(begun["headers"])
    return b"content-encoding" not in headers and headers.get(b"content-type", b"").startswith(KINDS)


def _as_packed(begun: dict[str, Any], length: int) -> dict[str, Any]:
    kept = [header for header in begun["headers"] if header[0] != b"content-length"]
    packed = [
        (b"content-length", str(length).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"accept-encoding"),
    ]
    return {**begun, "headers": kept + packed}
