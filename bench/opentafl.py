"""OpenTafl at the arena's table: a program that speaks Handvoll's engine protocol and lets OpenTafl think.

    handvoll arena hnefatafl level:5 "engine:.venv/bin/python bench/opentafl.py OpenTafl.jar" \\
        --seconds 0.5 --games 24 --jobs 1

OpenTafl (Java, by Jay Slater) is not part of Handvoll: make its jar from its own sources, with ini4j, JLine
2, javax.json and the Lanterna that lies beside them in it. Java 17 compiles them with `--add-exports` for
`java.xml/com.sun.org.apache.xerces.internal.impl.dv.util` and `java.base/sun.net`.

It stays a program of its own, asked through its own engine protocol (`opentafl-engine-protocol.txt`, with
it), and thinks in one thread. Before each move it gets the position after the last capture and the moves
since, so that both always see the same board and the same repetitions (but that this first position counts
for it only from its second time on).

Its rules are set to HN1 to HN8: corners escape; four attackers take the king, who takes part in captures;
corners and the empty throne stand in for a white piece against attackers; no encirclement, no forts at the
edge, no shield walls. Two things it cannot be told. It takes one man in each direction, never a chain (HN5),
so it foresees none; and to have no move is lost to it where HN8 says drawn.

The seconds are those of its search alone: what it does before and after (tables, rules, memory) is not
counted against it, and it is let think for some seconds before its first game, so that Java has compiled it.
It sets the last half second of its time aside, so it is told half a second more. `--times 10` gives it ten
times the time that the arena grants; `--log FILE` writes a line for each move: what it took, how deep it
looked.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TextIO

from handvoll.core.errors import Refusal, Unsupported
from handvoll.core.messages import _
from handvoll.engine.session import Session
from handvoll.games.hnefatafl.notation import SETUP, board_rows, move_between, move_text
from handvoll.games.hnefatafl.rules import State

JAVA_OPTIONS = ("-XX:+UseSerialGC",)  # memory is tidied up by the thread that thinks
SIDES = ("attackers", "defenders")
WARM_UP = 5
"""Searches of a second before the first game."""
MOST_SECONDS = 9.0
"""OpenTafl itself thinks ten seconds at most."""
SET_ASIDE, SAFETY = 500, 750
"""Milliseconds of its time that OpenTafl does not search, and that it keeps from its overtime."""
LAST_WORD = "Transposition table stats"


def record(board: Sequence[int]) -> str:
    """A board as OpenTafl writes it, rank 1 first."""
    rows = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(reversed(board_rows(board))))
    return f"/{rows.translate(str.maketrans('AD', 'tT'))}/"


RULES = (
    "dim:11 name:Handvoll esc:c surf:n atkf:y tfr:d ka:y ks:s"
    " corh:tcnkm cenh:tcnkm cenhe:tcnkm sw:n efe:n linc:n ber:n start:" + record(SETUP)
)


class NoOpenTafl(Refusal):
    """OpenTafl cannot be started, or has ended."""

    code: ClassVar[str] = "internal"


@dataclass
class Found:
    """A move and what OpenTafl says of its search."""

    move: str = ""
    depth: int = 0
    """To which depth it looked at everything."""
    nodes: int = 0
    """The ends of all lines it looked at."""
    line: tuple[str, ...] = ()
    asked: float = 0.0
    taken: float = 0.0
    """Seconds until the move came, by the clock."""
    cpu: float | None = None
    """Seconds of processor time until it was idle again, where the system tells."""

    def read(self, said: str) -> None:
        """Learn from a line that OpenTafl wrote."""
        if said.startswith("move "):
            self.move = said.split()[1]
        elif found := re.match(r"status Depth (\d+) explored", said):
            self.depth = int(found[1])
        elif found := re.match(r"status \t(\w+-\w+)", said):
            self.line += (found[1],)
        elif found := re.search(r"main search (-?\d+) nodes, extension searches (-?\d+) nodes", said):
            self.nodes = int(found[1]) + int(found[2])


class OpenTafl:
    """OpenTafl while it runs."""

    def __init__(self, java: str, jar: Path) -> None:
        program = shutil.which(java)
        if program is None:
            raise NoOpenTafl(_("There is no program {java!r} to run OpenTafl with.", java=java))
        if not jar.is_file():
            raise NoOpenTafl(_("There is no file {jar}.", jar=str(jar)))
        self._folder = tempfile.TemporaryDirectory(prefix="opentafl-")  # it writes where it is started
        self._process = subprocess.Popen(
            [program, *JAVA_OPTIONS, "-jar", str(jar.resolve()), "--engine", "--silent"],
            cwd=self._folder.name,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def warm_up(self) -> None:
        """Wait until it is there, and let it think until Java has compiled what it thinks with."""
        while self._listen() != "hello":
            pass
        for _turn in range(WARM_UP):
            self.think((SETUP,), 0, 1.0)

    def think(self, boards: Sequence[bytes], turn: int, seconds: float) -> Found:
        """Its move for `turn`, where `boards` are those since the last capture, the present one last."""
        found = Found(asked=seconds)
        first = (turn + len(boards) - 1) % 2
        self._tell(f"rules {RULES}")
        self._tell(f"position {record(boards[0])}")
        self._tell(f"side {SIDES[first]}")
        for pair in pairwise(boards):
            self._tell(f"opponent-move {move_text(move_between(*pair))}")
        clock = round(1000 * seconds) + SET_ASIDE + SAFETY
        self._tell(f"clock {clock}* {clock}* 1 2 2")
        cpu, began = cpu_seconds(self._process.pid), time.perf_counter()
        self._tell(f"play {SIDES[turn]}")
        said = ""
        while LAST_WORD not in said:
            said = self._listen()
            found.read(said)
            if said.startswith("move "):
                found.taken = round(time.perf_counter() - began, 3)
        after = cpu_seconds(self._process.pid)
        found.cpu = None if cpu is None or after is None else round(after - cpu, 3)
        return found

    def close(self) -> None:
        """End it; it has nothing to keep."""
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def _tell(self, command: str) -> None:
        """One command, written at once: OpenTafl does not put together what comes in pieces."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # if it has ended, listening tells
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()

    def _listen(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            raise NoOpenTafl(_("OpenTafl ended by itself, with status {status}.", status=status))
        if line.startswith("error "):
            raise NoOpenTafl(_("OpenTafl says: {line}", line=line.strip()[:200]))
        return line.rstrip()


def cpu_seconds(pid: int) -> float | None:
    """The processor time that a process and its threads have taken, where the system tells (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Bridge(Session):
    """Handvoll's engine, but for Hnefatafl alone, and OpenTafl thinks."""

    def __init__(self, java: str, jar: Path, times: float, log: TextIO | None) -> None:
        super().__init__()
        self._java, self._jar, self._times, self._log = java, jar, times, log
        self._opentafl: OpenTafl | None = None

    def _new(self, request: dict[str, Any]) -> dict[str, Any]:
        return self._begin(super()._new, request)

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        return self._begin(super()._load, request)

    def _begin(self, begin: Callable[[dict[str, Any]], Any], request: dict[str, Any]) -> dict[str, Any]:
        """Begin a game that OpenTafl can play, and get it ready."""
        before = self._game
        try:
            status: dict[str, Any] = begin(request)
            if not isinstance(self.game.state, State) or self.game.state.three:
                raise Unsupported(_("OpenTafl plays Hnefatafl with a king whom four attackers take."))
            self._running()
        except Refusal:
            self._game = before
            raise
        return status

    def _best(self, request: dict[str, Any]) -> dict[str, Any]:
        state, seconds = self.game.state, request.get("seconds")
        if not isinstance(state, State) or state.to_act != (request.get("seat"),):
            raise Unsupported(_("OpenTafl is asked for the seat that is to move."))
        if not isinstance(seconds, int | float) or not 0 < seconds * self._times <= MOST_SECONDS:
            raise Unsupported(_("OpenTafl is given more than 0 and up to {most} seconds.", most=MOST_SECONDS))
        opentafl = self._running()
        with self._closed_if_it_fails():
            found = opentafl.think((*state.earlier, state.board), state.turn, seconds * self._times)
        if self._log is not None:
            print(json.dumps({"ply": self.game.ply, **asdict(found)}), file=self._log, flush=True)
        return {"move": found.move, "depth": found.depth, "nodes": found.nodes, "line": list(found.line)}

    def _running(self) -> OpenTafl:
        """OpenTafl, started where it does not run."""
        if self._opentafl is None:
            self._opentafl = OpenTafl(self._java, self._jar)
            with self._closed_if_it_fails():
                self._opentafl.warm_up()
        return self._opentafl

    @contextlib.contextmanager
    def _closed_if_it_fails(self) -> Iterator[None]:
        """What has failed is not asked again: the next game gets a fresh one."""
        try:
            yield
        except NoOpenTafl:
            self.close()
            raise

    def close(self) -> None:
        """End OpenTafl, if it runs."""
        if self._opentafl is not None:
            self._opentafl.close()
            self._opentafl = None


def main() -> None:
    """Speak the engine protocol until it ends."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("jar", nargs="?", type=Path, help="OpenTafl, with the libraries it needs")
    parser.add_argument("--java", default="java", help="the program that runs it (java)")
    parser.add_argument("--times", type=float, default=1.0, help="how many times the time it gets (1)")
    parser.add_argument("--log", type=Path, help="a file to add a line to for each move")
    args = parser.parse_args()
    if args.jar is None:
        print("OpenTafl is played in the arena, with a jar of it: see the head of bench/opentafl.py.")
        return
    try:
        log = None if args.log is None else args.log.open("a", encoding="utf-8")
    except OSError as error:
        parser.error(f"cannot write to {args.log}: {error.strerror}")
    bridge = Bridge(args.java, args.jar, args.times, log)
    try:
        bridge.serve(sys.stdin.buffer, sys.stdout.buffer)
    finally:
        bridge.close()


if __name__ == "__main__":
    main()
