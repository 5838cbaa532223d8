"""The same exchange at a boardgame.io server and at a house, in one run: a move by one client until the other
client has it. Only here is Node.js wanted; what npm installs is kept in .cache, with the versions and hashes
of bench/boardgame/package-lock.json.

At boardgame.io the game knows no rules but whose turn it is, and with its own store in files nothing is
flushed to the disk; the house plays Torris by its rules, and every move is flushed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from _house import free_port, houses, wait_for_answer

HERE = Path(__file__).parent / "boardgame"
INSTALLED = Path(".cache/boardgame")
GAME = "torris"


class Came(NamedTuple):
    """How much came to the other client, and how fast (milliseconds)."""

    rate: float
    median: float
    p99: float


def compare(folder: Path, tables: int, seconds: float) -> None:
    """Measure all, and tell the ratios."""
    print("\nA move until the other client has it, beside boardgame.io (load in Node.js)")
    if (why := _installed()) is not None:
        print(f"  not measured: {why}")
        return
    with houses(folder / "beside", 0) as (server,):
        ours = _load("house", server.port, GAME, tables, seconds)
    _tell("the house, every move durable", ours, ours)
    for name, files in (("boardgame.io in memory", None), ("boardgame.io, FlatFile", folder / "matches")):
        with _boardgame(files) as (port, api_port):
            _tell(name, _load("boardgame", port, str(api_port), tables, seconds), ours)


def _tell(name: str, came: Came, ours: Came) -> None:
    ratio = (
        ""
        if came is ours
        else f"   house : this = {ours.rate / came.rate:.2f} moves, {ours.p99 / came.p99:.2f} p99"
    )
    print(f"  {name:30}{came.rate:6.0f} /s{came.median:8.1f} ms median{came.p99:8.1f} ms p99{ratio}")


def _installed() -> str | None:
    """Install boardgame.io, unless it is there; why it cannot be."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "there is no Node.js with npm here"
    lock = (HERE / "package-lock.json").read_bytes()
    done = INSTALLED / "package-lock.json.done"
    if not done.is_file() or done.read_bytes() != lock:
        INSTALLED.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, INSTALLED / name)
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(command, cwd=INSTALLED, check=False).returncode:
            return "npm could not install boardgame.io"
        done.write_bytes(lock)
    for script in HERE.glob("*.cjs"):
        shutil.copy(script, INSTALLED / script.name)  # beside the modules it loads
    return None


@contextmanager
def _boardgame(files: Path | None) -> Iterator[tuple[int, int]]:
    """A running boardgame.io server."""
    port, api_port = free_port(), free_port()
    command = ["node", "server.cjs", str(port), str(api_port)]
    if files is not None:
        files.mkdir()
        command.append(str(files.resolve()))
    process = subprocess.Popen(command, cwd=INSTALLED, stdout=subprocess.DEVNULL)
    try:
        wait_for_answer(process, api_port, b"GET /games HTTP/1.0\r\n\r\n")
        yield port, api_port
    finally:
        process.kill()
        process.wait(30)


def _load(kind: str, port: int, where: str, tables: int, seconds: float) -> Came:
    command = ["node", "load.cjs", kind, str(port), where, str(tables), str(seconds)]
    done = subprocess.run(command, cwd=INSTALLED, check=True, capture_output=True, timeout=seconds + 60)
    return Came(**json.loads(done.stdout))
