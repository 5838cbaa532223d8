"""Real servers for tests and benchmarks: PostgreSQL and Redis or Valkey, started here from Debian's programs
in folders of their own, and the house itself; and stopped again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

ACCOUNT = "postgres"
"""PostgreSQL refuses to run as root; then it runs as this account, which its package makes."""


class MissingProgram(Exception):
    """A server's programs are not installed."""


def postgres_programs() -> Path:
    """Where PostgreSQL's server programs lie, the newest version's."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("postgres")
    if not found and on_path is None:
        raise MissingProgram("PostgreSQL's server programs are missing: install the package `postgresql`")
    return found[-1].parent if found else Path(str(on_path)).parent


def free_port() -> int:
    """A TCP port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Postgres:
    """A PostgreSQL server with a fresh cluster. `durable=False` leaves out flushing: tests kill processes,
    not machines."""

    def __init__(self, durable: bool = False) -> None:
        self._programs = postgres_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="handvoll-postgres-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam(ACCOUNT)
            os.chown(self._folder, account.pw_uid, account.pw_gid)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self.port = free_port()
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        try:
            self._run(
                "initdb", "-D", str(self._data), "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--no-sync"
            )
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        flush = "on" if self._durable else "off"
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": flush}
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port), "-N", "60"]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=log, cwd=self._folder, **self._as
            )
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: at once but orderly, or (SIGKILL, SIGQUIT) as if it had died."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def url(self) -> str:
        """The URL of a new, empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", ACCOUNT, name)
        return f"postgresql://{ACCOUNT}@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        """Stop the server and remove what it wrote."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._programs / program), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **self._as,
        )

    def _wait(self) -> None:
        assert self._process is not None
        ready = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        for _attempt in range(300):
            if subprocess.run(ready, check=False).returncode == 0:
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"PostgreSQL did not start: {(self._folder / 'log').read_text()}")


class Redis:
    """A server that speaks the Redis protocol, Valkey or Redis; it keeps nothing."""

    def __init__(self) -> None:
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        if program is None:
            raise MissingProgram("a Redis server is missing: install the package `redis-server`")
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="handvoll-redis-"))
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server and wait until it listens."""
        settings = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [self._program, *settings], cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(self.port, self._process)

    def kill(self) -> None:
        """Let it die at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


class HouseProcess:
    """`handvoll serve` in a process of its own, which can be killed."""

    LIMITS: ClassVar[Mapping[str, str]] = {
        "HANDVOLL_REQUESTS_PER_MINUTE": "10000000",
        "HANDVOLL_ACTIONS_PER_MINUTE": "10000000",
        "HANDVOLL_TABLES_PER_HOUR": "10000000",
        "HANDVOLL_TABLES_PER_ADDRESS": "10000000",
        "HANDVOLL_GUESTS_PER_HOUR": "10000000",
        "HANDVOLL_OPPONENT_PAUSE_MS": "0",
        "HANDVOLL_OPPONENTS": "1",
        "HANDVOLL_LOG_LEVEL": "warning",
    }

    def __init__(self, folder: Path, **environment: str) -> None:
        self._folder = folder
        self._environment = {**os.environ, **self.LIMITS, "HANDVOLL_DATA": str(folder), **environment}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the house, on the port it had, and wait until it answers."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "handvoll", "serve", "--port", str(self.port)],
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        wait_for(self.port, self._process)

    def kill(self) -> None:
        """SIGKILL: it can do nothing any more."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None

    def stop(self) -> None:
        """SIGTERM, as service managers send it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    @property
    def log(self) -> str:
        """What it has written."""
        return (self._folder / "log").read_text()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


def wait_for(port: int, process: subprocess.Popen[bytes], seconds: float = 30) -> None:
    """Wait until a process listens on its port."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} has ended with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"nobody listens on port {port}")
