"""A house in a process of its own, measured from outside, for bench/server.py."""

from __future__ import annotations

import importlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

LIMITS = {
    "HANDVOLL_REQUESTS_PER_MINUTE": "10000000",
    "HANDVOLL_ACTIONS_PER_MINUTE": "10000000",
    "HANDVOLL_TABLES_PER_HOUR": "10000000",
    "HANDVOLL_TABLES_PER_ADDRESS": "10000000",
    "HANDVOLL_GUESTS_PER_HOUR": "10000000",
    "HANDVOLL_STREAMS_PER_GUEST": "100000",
    "HANDVOLL_STREAMS_PER_ADDRESS": "100000",
    "HANDVOLL_LOG_LEVEL": "warning",
}


class Server:
    """A house that answers."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.port = free_port()
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "handvoll", "serve", "--port", str(self.port), "--data", str(folder)],
            env={**os.environ, **LIMITS, **environment},
            stderr=subprocess.DEVNULL,
        )
        wait_for_answer(self.process, self.port, b"GET /healthz HTTP/1.0\r\n\r\n")
        self.started_in = time.perf_counter() - began

    @property
    def memory(self) -> float:
        """Resident memory in MB."""
        for text in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if text.startswith("VmRSS"):
                return int(text.split()[1]) / 1024
        return 0.0

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Close the house."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


def free_port() -> int:
    """A TCP port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def wait_for_answer(process: subprocess.Popen[bytes], port: int, question: bytes) -> None:
    """Wait until a server answers at that port."""
    while process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), 1) as line:
                line.sendall(question)
                if line.recv(100):
                    return
        except OSError:
            time.sleep(0.01)
    raise RuntimeError(f"a server for the benchmark has ended: {process.args!r}")


@contextmanager
def houses(folder: Path, nodes: int) -> Iterator[list[Server]]:
    """One house with SQLite (`nodes` 0), or so many over a PostgreSQL and a Redis of their own."""
    with ExitStack() as stack:
        environment = _shared(stack) if nodes else {}
        servers: list[Server] = []
        for number in range(nodes or 1):
            server = Server(folder / f"{nodes}-{number}", environment)
            stack.callback(server.stop)
            servers.append(server)
        yield servers


def services() -> Any:
    """The tests' real servers."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    return importlib.import_module("services")


def _shared(stack: ExitStack) -> dict[str, str]:
    postgres = stack.enter_context(services().Postgres(durable=True))
    redis = stack.enter_context(services().Redis())
    return {"DATABASE_URL": postgres.url(), "REDIS_URL": redis.url}
