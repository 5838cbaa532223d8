"""Files of ours: kept for ever by browsers under an address that holds a hash of them all."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from handvoll.core.messages import _
from handvoll.web.errors import NotFound
from handvoll.web.packing import takes_gzip
from handvoll.web.request import AnyRequest

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALLEST_PACKED = 300
_FOR_READERS = re.compile(rb"^\s*(?://.*|/\*\*(?s:.*?)\*/)\n|^[ ]+", re.MULTILINE)
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@get("/static/{digest:str}/{path:path}", include_in_schema=False)
async def static_file(request: AnyRequest, digest: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """A file below `static`. Modules find each other by relative addresses, under the same hash."""
    file = (STATIC / str(path).lstrip("/")).resolve()
    if not file.is_relative_to(STATIC) or not file.is_file():
        raise NotFound(_("There is nothing here."))
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return answer_bytes(request, content(file), kind, digest == tree_digest())


@lru_cache(256)
def content(file: Path) -> bytes:
    """A file as it is sent: scripts without the comments and the indentation that only readers want. (Our
    scripts hold no text of several lines; a test sees to it.)"""
    data = file.read_bytes()
    return _FOR_READERS.sub(b"", data) if file.suffix == ".js" else data


def static_url(path: str) -> str:
    """The address of a file below `static`: `static_url("js/table.js")`."""
    return f"/static/{tree_digest()}/{path}"


@cache
def tree_digest() -> str:
    """A hash of all files below `static`, made when the house starts."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(STATIC).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def answer_bytes(request: AnyRequest, data: bytes, kind: str, for_ever: bool) -> Response[bytes]:
    """Bytes with what caches need; packed where the reader unpacks and it pays."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
    headers: dict[str, Any] = {
        "cache-control": FOR_EVER if for_ever else ASK_AGAIN,
        "etag": tag,
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if (
        len(data) >= SMALLEST_PACKED
        and not kind.startswith("image/png")
        and takes_gzip(request.headers.get("accept-encoding", "").encode())
    ):
        data = packed(data)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)


@lru_cache(256)
def packed(data: bytes) -> bytes:
    """Packed as tightly as gzip can; kept, since it is asked for again."""
    return gzip.compress(data, 9, mtime=0)
