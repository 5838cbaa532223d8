"""A client for programs that play at a house: a bot is a loop over `table.follow()` (docs/bots.md).

Only the standard library is used, so that this file can be taken along alone. Everything waits: for more than
one table at once take threads, or one process each.
"""

from __future__ import annotations

import http.client
import json
import secrets
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

TIMEOUT = 60.0
"""Seconds to wait for an answer, and for the next sign of life of a stream."""
ATTEMPTS = 8
LONGEST_WAIT = 10.0


class Refused(Exception):
    """The house says no: a stable `code`, a sentence, the `ruling` of a forbidden move, and the `table` as it
    is now where the request was late."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        error = answer.get("error", {})
        self.status = status
        self.code: str = error.get("code", "")
        self.ruling: str | None = error.get("ruling")
        self.table: dict[str, Any] | None = answer.get("table")
        super().__init__(f"{error.get('message', 'refused')} [{self.code or status}]")


class House:
    """A house at `url`. Programs bring a token; without one they are a guest for as long as this object
    lives, called `name`."""

    def __init__(self, url: str, token: str | None = None, name: str | None = None) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"a house's address is like http://127.0.0.1:5555, not {url!r}")
        self._parts = parts
        self._headers = {"accept": "application/json", "user-agent": "handvoll-client"}
        if token is not None:
            self._headers["authorization"] = f"Bearer {token}"
        self._line: http.client.HTTPConnection | None = None
        if name is not None:
            self.ask("POST", "/api/me", {"name": name})

    def games(self) -> list[dict[str, Any]]:
        """All games with their options."""
        found: list[dict[str, Any]] = self.ask("GET", "/api/games")
        return found

    def open(self, game: str, chairs: list[str], **settings: Any) -> Table:
        """Open a table: `house.open("six", ["host", "bot:3"], pace={"kind": "move", "seconds": 30})`. Nobody
        sits yet."""
        body = {"game": game, "chairs": chairs, **settings}
        return Table(self, self.ask("POST", "/api/tables", body)["table"])

    def table(self, id: str) -> Table:
        """The table of that id or address."""
        return Table(self, id.rstrip("/").rpartition("/")[2])

    def tables(self) -> dict[str, Any]:
        """My tables and the open ones."""
        found: dict[str, Any] = self.ask("GET", "/api/tables")
        return found

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """A request and its answer; raises Refused. It is sent again when the line breaks or the house is
        busy, with the same idempotency key, so that it happens once."""
        headers = {"content-type": "application/json", "idempotency-key": secrets.token_urlsafe(12)}
        data = None if body is None else json.dumps(body).encode()
        wait = 0.1
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer = self._send(method, _address(path, query), data, headers)
                content = answer.read()
            except (OSError, http.client.HTTPException):
                self.close()
                if attempt == ATTEMPTS:
                    raise
            else:
                if answer.status < 400:
                    return _read(answer, content)
                refused = Refused(answer.status, _told(content))
                if answer.status not in (429, 503) or attempt == ATTEMPTS:
                    raise refused
                wait = max(wait, float(answer.headers.get("retry-after") or 0))
            time.sleep(min(wait, LONGEST_WAIT))
            wait *= 2
        raise AssertionError

    def close(self) -> None:
        """Hang up; the next request opens another line."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def lines(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """The lines of a stream, on a line of its own, until it ends."""
        line = self._connect()
        try:
            line.request("GET", _address(path, query), headers={**self._headers, "accept": NDJSON})
            answer = line.getresponse()
            if answer.status >= 400:
                raise Refused(answer.status, _told(answer.read()))
            for text in answer:
                yield json.loads(text)
        finally:
            line.close()

    def _send(
        self, method: str, address: str, data: bytes | None, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        if self._line is None:
            self._line = self._connect()
        self._line.request(method, address, data, {**self._headers, **headers})
        answer = self._line.getresponse()
        for cookie in answer.headers.get_all("set-cookie") or ():
            self._headers["cookie"] = cookie.partition(";")[0]
        return answer

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        return kind(str(self._parts.hostname), self._parts.port, timeout=TIMEOUT)


NDJSON = "application/x-ndjson"


class Table:
    """A table of a house."""

    def __init__(self, house: House, id: str) -> None:
        self.house = house
        self.id = id
        self._path = f"/api/tables/{quote(id, safe='')}"

    def sit(self, chair: int | None = None, word: str | None = None) -> None:
        """Take a chair, the first free one unless said otherwise, and add a word to the dealer's luck."""
        word = secrets.token_urlsafe(12) if word is None else word
        self.do("sit", word=word, **({} if chair is None else {"chair": chair}))

    def play(self, now: Mapping[str, Any], move: str) -> dict[str, Any]:
        """Answer the question of a snapshot."""
        return self.do("play", seat=now["seat"], move=move, question=now["question"])

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        """Anything else: `table.do("resign", seat=0)`, `table.do("rematch")`."""
        done: dict[str, Any] = self.house.ask("POST", self._path, {"do": what, **fields})
        return done

    def look(self, seat: int | None = None, with_: str = "view", **query: Any) -> dict[str, Any]:
        """The table as it is now (`ply=12`: as it was)."""
        shown: dict[str, Any] = self.house.ask("GET", self._path, seat=seat, **{"with": with_}, **query)
        return shown

    def follow(self, seat: int | None = None, with_: str = "view") -> Iterator[dict[str, Any]]:
        """The table now, and again whenever something has happened, until it is over. A line that breaks is
        taken up where it broke."""
        after, wait = 0, 0.1
        while True:
            try:
                for line in self.house.lines(
                    f"{self._path}/stream", seat=seat, after=after, **{"with": with_}
                ):
                    wait = 0.1
                    if line["type"] == "beat" and "word" in line["data"]:
                        self.house.ask("POST", "/api/beats", line["data"])
                    if line["type"] != "table":
                        continue
                    after = line["id"]
                    yield line["data"]
                    if line["data"]["phase"] == "over":
                        return
            except Refused as refused:
                if refused.status not in (429, 503):
                    raise
            except (OSError, http.client.HTTPException, ValueError):
                pass  # the line broke, in the middle of a word perhaps
            time.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def record(self) -> str:
        """The record of the game."""
        text: str = self.house.ask("GET", f"{self._path}/record")
        return text


def _address(path: str, query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def _read(answer: http.client.HTTPResponse, content: bytes) -> Any:
    if "json" in (answer.headers.get("content-type") or ""):
        return json.loads(content)
    return content.decode()


def _told(content: bytes) -> dict[str, Any]:
    try:
        told = json.loads(content)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
