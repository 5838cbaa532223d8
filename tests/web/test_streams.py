"""Streams: what a reader missed, what it is told of others, and that none holds up the house."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from handvoll.client import Refused, Table


def events(browser: httpx.Client, path: str, **headers: str) -> Iterator[dict[str, Any]]:
    """The server-sent events of a stream, as a browser would part them."""
    with browser.stream("GET", path, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        event: dict[str, Any] = {}
        for line in answer.iter_lines():
            if line:
                name, _colon, value = line.partition(": ")
                event[name] = value
            elif event:
                yield event
                event = {}


def two_at_a_table(served: Any, game: str = "zahlenpoker") -> tuple[Table, Table]:
    anna, bob = served.client("Anna"), served.client("Bob")
    table = anna.open(game, ["open", "open"], lot=False)
    other = Table(bob, table.id)
    table.sit()
    other.sit()
    return table, other


def in_thread(work: Any) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_a_stream_tells_the_table_at_once_and_each_event_after(served: Any) -> None:
    """The first message is the table as it is; every acknowledged move comes with its number and sentence."""
    anna, bob = two_at_a_table(served)
    with served.browser() as watcher:
        stream = events(watcher, f"/api/tables/{anna.id}/stream")
        first = next(stream)
        before = json.loads(first["data"])
        assert first["id"] == str(before["event"])
        assert "event" not in first
        assert before["log_from"] == 0
        assert [line["kind"] for line in before["log"]] == ["sat", "sat", "started"]
        done = anna.play(anna.look(), "2")
        after = json.loads(next(stream)["data"])
        assert after["event"] == done["number"]
        assert after["log_from"] == before["event"]
        assert [(line["kind"], line["seat"]) for line in after["log"]] == [("move", 0)]
        stream.close()
    bob.play(bob.look(), "3")


def test_who_comes_back_is_told_what_it_missed_and_nothing_twice(served: Any) -> None:
    """With Last-Event-ID (or `after`) the log goes on where it stopped."""
    anna, bob = two_at_a_table(served)
    with served.browser() as watcher:
        stream = events(watcher, f"/api/tables/{anna.id}/stream")
        seen = next(stream)["id"]
        stream.close()
        anna.play(anna.look(), "2")
        bob.play(bob.look(), "3")
        for headers, query in (({"Last-Event-ID": seen}, ""), ({}, f"?after={seen}")):
            stream = events(watcher, f"/api/tables/{anna.id}/stream{query}", **headers)
            caught_up = json.loads(next(stream)["data"])
            stream.close()
            assert caught_up["log_from"] == int(seen)
            assert [line["event"] for line in caught_up["log"]] == [int(seen) + 1, int(seen) + 2]


def test_a_step_taken_back_replaces_the_whole_log(served: Any) -> None:
    """The reader's log has no line of a step that was undone."""
    host = served.client("Anna")
    table = host.open("make-five", ["host", "host"])
    table.sit()
    now = table.look()
    table.play(now, now["moves"][0])
    after = table.look()["event"]
    table.do("undo", seat=now["seat"])
    shown = host.ask("GET", f"/api/tables/{table.id}/log", after=after)
    assert shown["log_from"] == 0
    assert "move" not in [line["kind"] for line in shown["log"]]


def test_lines_of_json_carry_the_same(served: Any) -> None:
    """A program gets type, id and data on one line each."""
    anna, _bob = two_at_a_table(served)
    lines = anna.house.lines(f"/api/tables/{anna.id}/stream", **{"with": "view"})
    first = next(lines)
    lines.close()  # type: ignore[attr-defined]
    assert first["type"] == "table"
    assert first["id"] == first["data"]["event"]
    assert "scene" not in first["data"]
    assert first["data"]["moves"] == ["1", "2", "3", "4", "empty"]


def test_others_are_told_who_is_here(serve: Any) -> None:
    """Who opens a stream is shown as present, who closes it is not any more; a quiet stream beats."""
    served = serve(heartbeat_seconds=0.3)
    anna, bob = two_at_a_table(served)
    with served.browser() as watcher:
        stream = events(watcher, f"/api/tables/{anna.id}/stream")
        assert [seat["here"] for seat in json.loads(next(stream)["data"])["seats"]] == [False, False]
        lines = bob.house.lines(f"/api/tables/{bob.id}/stream")
        next(lines)
        come = next(event for event in stream if event.get("event") == "here")
        assert json.loads(come["data"]) == {"here": [1], "spectators": 1}
        lines.close()  # type: ignore[attr-defined]
        gone = next(event for event in stream if event.get("event") == "here")
        assert json.loads(gone["data"]) == {"here": [], "spectators": 1}
        assert next(event for event in stream if event.get("event") == "beat")["data"] == "{}"
        stream.close()


def test_a_closing_house_says_goodbye_and_its_streams_go_on_after_the_restart(served: Any) -> None:
    """`bye` comes before the end; the client takes up the line where it broke; the game is still there."""
    anna, bob = two_at_a_table(served)
    told: list[dict[str, Any]] = []
    follower = in_thread(lambda: told.extend(anna.follow()))
    with served.browser() as watcher:
        stream = events(watcher, f"/api/tables/{anna.id}/stream")
        next(stream)
        closing = in_thread(served.restart)
        assert [event for event in stream if event.get("event") == "bye"]
        closing.join(20)
    before = bob.look()
    assert before["phase"] == "running"
    while len(told) < 2 and follower.is_alive():
        time.sleep(0.01)  # until the line is taken up again
    anna.do("resign", seat=0)
    follower.join(20)
    assert not follower.is_alive()
    numbers = [now["event"] for now in told]
    assert numbers == sorted(numbers)
    assert numbers.count(numbers[0]) == 2  # shown once more after the restart, as it is
    assert told[-1]["phase"] == "over"


def test_a_reader_that_takes_nothing_does_not_hold_up_the_others(served: Any) -> None:
    """Somebody opens a stream and never reads; moves are acknowledged as fast as ever."""
    host = served.client("Anna")
    table = host.open("make-five", ["host", "host"])
    table.sit()
    deaf = socket.create_connection(("127.0.0.1", served.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.sendall(f"GET /api/tables/{table.id}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    began = time.monotonic()
    for _move in range(30):
        now = table.look()
        if now["phase"] != "running":
            break
        table.play(now, now["moves"][0])
    assert time.monotonic() - began < 10
    deaf.close()


def test_there_are_only_so_many_streams(serve: Any) -> None:
    """One identity and one address may keep only so many open; the next is refused with a time to wait."""
    served = serve(streams_per_guest=2)
    anna, _bob = two_at_a_table(served)
    kept = [anna.house.lines(f"/api/tables/{anna.id}/stream") for _stream in range(3)]
    next(kept[0])
    next(kept[1])
    with pytest.raises(Refused) as refused:
        next(kept[2])
    assert (refused.value.status, refused.value.code) == (429, "too-many")
    for stream in kept:
        stream.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "noise",
    [
        "Last-Event-ID: x",
        "Last-Event-ID: -1",
        "Last-Event-ID: 99999999",
        "Accept: */*;q=nonsense",
        "Cookie: handvoll=..",
    ],
)
def test_nonsense_in_a_streams_headers_does_no_harm(served: Any, noise: str) -> None:
    """Whatever a reader claims to have seen, it gets the table."""
    anna, _bob = two_at_a_table(served)
    name, _colon, value = noise.partition(": ")
    with served.browser() as watcher:
        stream = events(watcher, f"/api/tables/{anna.id}/stream", **{name: value})
        assert json.loads(next(stream)["data"])["table"] == anna.id
        stream.close()


def test_a_table_without_spectators_is_seen_by_its_players_alone(served: Any) -> None:
    """For everybody else it does not exist: not the table, its stream, its record or its log."""
    anna, bob = served.client("Anna"), served.client("Bob")
    table = anna.open("zahlenpoker", ["open", "open"], spectators=False)
    table.sit()
    Table(bob, table.id).sit()
    carl = served.client("Carl")
    for path in ("", "/stream", "/log", "/record", "/transcript", "/verify", "/qr.svg"):
        with pytest.raises(Refused) as refused:
            carl.ask("GET", f"/api/tables/{table.id}{path}")
        assert refused.value.code == "not-found", path
    assert Table(bob, table.id).look()["phase"] == "running"


def test_what_is_long_comes_packed_to_who_unpacks_it(served: Any) -> None:
    """Streams, JSON and files are packed for a reader that says so, and plain for one that does not."""
    anna, _bob = two_at_a_table(served, "make-five")
    for accepted, packed in (("gzip", "gzip"), ("identity", None), ("gzip;q=0", None)):
        with served.browser(**{"accept-encoding": accepted}) as browser:
            for path in (f"/api/tables/{anna.id}", "/api/games", "/palette.css", "/symbols/make-five.svg"):
                answer = browser.get(path)
                assert answer.headers.get("content-encoding") == packed, path
                assert len(answer.text) > 600
            with browser.stream("GET", f"/api/tables/{anna.id}/stream") as stream:
                assert stream.headers.get("content-encoding") == packed
                line = next(line for line in stream.iter_lines() if line.startswith("data: "))
                assert json.loads(line.removeprefix("data: "))["table"] == anna.id
