"""Running a house with uvicorn."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Iterator
from typing import Any

import uvicorn

from handvoll.core.errors import BadRequest
from handvoll.core.messages import Message, Say, _
from handvoll.web.app import Application
from handvoll.web.network import EVERYWHERE, address_in_network, is_loopback
from handvoll.web.settings import Settings

GOODBYE_SECONDS = 5
BACKLOG = 2048


def run(settings: Settings, say: Say, *, browser: bool = False) -> None:
    """Serve until told to stop; `say` puts what is told into the user's language."""
    set_up_logging(settings)
    if browser and is_open(settings):
        there = address(settings, settings.port)
        _tell(say(_("The house is open already: {address}", address=there)))
        if has_display():
            webbrowser.open(there)
        return
    listener = listen(settings)
    port = listener.getsockname()[1]
    for message in greeting(settings, port):
        _tell(say(message))
    if browser and has_display():
        threading.Timer(1.0, webbrowser.open, [address(settings, port)]).start()
    server(Application(settings), settings).run(sockets=[listener])


def greeting(settings: Settings, port: int) -> Iterator[Message]:
    """Where the house is open, for whom, and how it is closed."""
    yield _("The house is open: {address}", address=settings.public_url or address(settings, port))
    if not settings.public_url and is_loopback(settings.host):
        yield _("Only this computer gets in; `handvoll serve --host 0.0.0.0` lets in your whole network.")
    elif not settings.public_url and settings.host in EVERYWHERE and (elsewhere := address_in_network()):
        yield _("For other devices in your network: http://{host}:{port}", host=elsewhere, port=port)
    if settings.database_url:
        yield _("Ctrl-C closes it. No table is lost.")
    else:
        yield _("Ctrl-C closes it. No table is lost: all are kept in {folder}.", folder=str(settings.folder))


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def server(application: Application, settings: Settings) -> uvicorn.Server:
    """The server for an application; run it with the sockets to listen on."""
    return _Server(
        application,
        uvicorn.Config(
            application,
            log_config=None,
            access_log=False,
            lifespan="on",
            ws="none",
            server_header=False,
            date_header=False,
            timeout_keep_alive=65,
            timeout_graceful_shutdown=GOODBYE_SECONDS,
            forwarded_allow_ips=settings.trusted_proxies,
            backlog=BACKLOG,
        ),
    )


class _Server(uvicorn.Server):
    """uvicorn waits for open answers before it lets the application know that it is over; streams never end
    by themselves, so they are told first."""

    def __init__(self, application: Application, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._application = application

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then close."""
        if self._application.house is not None:
            self._application.house.hub.close()
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """The socket to listen on; says plainly why there is none."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise BadRequest(
            _(
                "The house cannot listen on {host}:{port}: {why}.",
                host=settings.host,
                port=settings.port,
                why=error.strerror or str(error),
            )
        ) from error
    listener.listen(BACKLOG)  # who comes before the house is ready waits, instead of being turned away
    listener.set_inheritable(True)
    return listener


def address(settings: Settings, port: int) -> str:
    """What to type into a browser on this machine."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_open(settings: Settings) -> bool:
    """Whether a house answers there already."""
    if not settings.port:
        return False
    try:
        with urllib.request.urlopen(f"{address(settings, settings.port)}/healthz", timeout=1) as answer:
            return bool(answer.read(10) == b"ok\n")
    except OSError:
        return False


def has_display() -> bool:
    """Whether a browser could show itself."""
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


class _JsonLines(logging.Formatter):
    """One JSON object per entry."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["fault"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up_logging(settings: Settings) -> None:
    """Entries go to standard error. They name tables and faults, never cookies, tokens, names or moves."""
    handler = logging.StreamHandler()
    if settings.log_format == "json":
        handler.setFormatter(_JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    if sys.stderr.isatty() and settings.log_level != "debug":
        # Who opens a house at a terminal has been told what these say.
        for name in ("uvicorn.error", "alembic.runtime.migration"):
            logging.getLogger(name).setLevel(logging.WARNING)
