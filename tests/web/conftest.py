"""A real server for each test that asks for one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from handvoll.client import House as Client
from handvoll.web.app import Application
from handvoll.web.house import House, unix_ms
from handvoll.web.serve import listen, server
from handvoll.web.settings import Settings

ClientKind = TypeVar("ClientKind")

UNLIMITED = {
    "requests_per_minute": 10_000_000,
    "actions_per_minute": 10_000_000,
    "tables_per_hour": 10_000_000,
    "tables_per_address": 10_000_000,
    "guests_per_hour": 10_000_000,
    "streams_per_guest": 1000,
    "streams_per_address": 1000,
}
QUICK = {"opponent_pause_ms": 0, "opponents": 1}


class Served:
    """A house that runs in a thread of this process, behind a real uvicorn on a free port."""

    def __init__(self, settings: Settings, now: Callable[[], int] = unix_ms) -> None:
        self.settings = settings
        self._now = now
        self._clients: list[Any] = []
        self._start()

    def _start(self) -> None:
        self.application = Application(self.settings, now=self._now)
        listener = listen(self.settings)
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = server(self.application, self.settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
            assert self._thread.is_alive(), "the server has died"

    @property
    def house(self) -> House:
        assert self.application.house is not None
        return self.application.house

    def close(self) -> None:
        """The end of the test."""
        for client in self._clients:
            client.close()
        self.stop()

    def stop(self) -> None:
        """As SIGTERM does."""
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()

    def restart(self) -> None:
        """Stop, and start anew over the same data and on the same port."""
        self.stop()
        self.begin()

    def begin(self) -> None:
        """Start anew after `stop`."""
        self.settings = Settings(**{**vars_of(self.settings), "port": self.port})
        self._start()

    def client(self, name: str = "") -> Client:
        """A guest of its own."""
        return self._hung_up_later(Client(self.url, name=name))

    def browser(self, **headers: str) -> httpx.Client:
        """Something that keeps cookies."""
        return self._hung_up_later(httpx.Client(base_url=self.url, headers=headers, timeout=20))

    def _hung_up_later(self, client: ClientKind) -> ClientKind:
        self._clients.append(client)
        return client


def vars_of(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in Settings.__struct_fields__}


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start houses with these settings; they are stopped after the test."""
    running: list[Served] = []

    def start(now: Callable[[], int] = unix_ms, **settings: Any) -> Served:
        given = {"host": "127.0.0.1", "port": 0, "data": str(tmp_path / "data"), **QUICK, **UNLIMITED}
        served = Served(Settings(**{**given, **settings}), now)
        running.append(served)
        return served

    yield start
    for served in running:
        served.close()


@pytest.fixture
def served(serve: Serve) -> Served:
    """A house with SQLite, its limits out of the way."""
    return serve()


@pytest.fixture(name="services")
def shared_services() -> Any:
    """`tests/services.py`: real servers in processes of their own."""
    return sys.modules["services"]
