"""An opponent outside: any program that speaks the engine protocol (docs/protocol.md), asked over pipes.

Each of its answers has a deadline. Whatever it does wrong ends in a `Forfeit` that says what it was.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from handvoll.core.card import Trait
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.core.messages import Message, _

LONGEST_ANSWER = 1024 * 1024
HANGING = 10.0
"""Seconds for an answer, beyond the time to think, where no other deadline is set."""
STARTING = 30.0
"""Seconds for a program's first answer, where no other deadline is set."""
PARTING = 1.0
"""Seconds that it has to end when told so."""

LONGEST_TOLD = 200
"""How much is told of what a program says."""

T = TypeVar("T")


class Forfeit(Exception):
    """A competitor lost a game by what it did; `code` (one of CODES) names it,
    `seat` is set by who runs the game."""

    CODES: ClassVar = ("deadline", "died", "nonsense", "refused", "illegal", "error")

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.seat = -1


def command_of(text: str) -> list[str]:
    """The program and its arguments; raises BadRequest where there is no such program."""
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError:
        words = []
    program = shutil.which(os.path.expanduser(words[0])) if words else None
    if program is None:
        raise BadRequest(_("There is no program {program!r} to start.", program=text[:80]))
    return [program, *words[1:]]


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds an answer may take, beyond the time to think."""

    deadline: float | None
    """None: the usual ones."""

    @property
    def first(self) -> float:
        """For the first answer of a program, which has to start."""
        return STARTING if self.deadline is None else self.deadline

    @property
    def later(self) -> float:
        """For any other."""
        return HANGING if self.deadline is None else self.deadline


class Program:
    """A process that answers a line with a line. It is started at once; raises Forfeit where it cannot be."""

    def __init__(self, command: Sequence[str], *, is_heard: bool = False) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if is_heard else subprocess.DEVNULL,
                # Ctrl-C is for the arena, which then ends its programs in good order.
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise Forfeit(
                "died", _("could not be started: {why}", why=error.strerror or str(error))
            ) from None
        self.runs = True
        """Whether it can be asked."""
        self._answers: queue.Queue[bytes] = queue.Queue()
        reader = threading.Thread(
            target=_read, args=(self._process, self._answers), name="handvoll-engine", daemon=True
        )
        reader.start()

    def ask(
        self, request: str, line: bytes, read: Callable[[bytes], T], patience: float, time: float = 0.0
    ) -> T:
        """What `read` makes of its answer to the line, which is to come within so many seconds beyond its
        time to think. Whatever goes wrong ends it: it may still be busy with what it was asked."""
        try:
            return read(self._answer(request, line, patience, time))
        except BaseException:
            self.end()
            raise

    def _answer(self, request: str, line: bytes, patience: float, time: float) -> bytes:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
            answer = self._answers.get(timeout=time + patience)
        except OSError:
            answer = b""
        except queue.Empty:
            raise Forfeit("deadline", _late(request, patience, time)) from None
        if not answer:
            raise Forfeit("died", _("ended by itself when asked {request}", request=request))
        return answer

    def leave(self, farewell: bytes = b"") -> None:
        """Say farewell, and end it where it does not end."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(farewell)
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self.end()

    def end(self) -> None:
        """End it at once, with what it started."""
        self.runs = False
        _kill(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class Engine:
    """The program while it runs, playing one seat of one game after the other."""

    def __init__(self, command: Sequence[str], seconds: float, deadline: float | None) -> None:
        self._command = list(command)
        self._seconds = seconds
        self._patience = Patience(deadline)
        self._program: Program | None = None
        self._seat = 0

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a new game."""
        self._seat = seat
        if self._program is None or not self._program.runs:
            self._program = Program(self._command)
            patience = self._patience.first
        else:
            patience = self._patience.later
        if _is_open(game) and game.ply == 0:
            self._ask(
                patience,
                do="new",
                game=game.card.id,
                players=game.players,
                options=dict(game.options),
                seed=seed,
            )
        else:
            self._show(game, patience)

    def observe(self, game: Game) -> None:
        """See the step that led to `game`."""
        step = game.step
        assert step is not None
        if not _is_open(game):
            self._show(game, self._patience.later)
        elif step.seat is None:
            self._ask(self._patience.later, do="chance", outcome=step.text)
        else:
            at = {} if step.at is None else {"at": step.at}
            self._ask(self._patience.later, do="play", seat=step.seat, move=step.text, **at)

    def choose(self, game: Game, seat: int, seed: int) -> str:
        """Its move."""
        answer = self._ask(self._patience.later, self._seconds, do="best", seat=seat, seconds=self._seconds)
        move = answer.get("move")
        if not isinstance(move, str):
            raise Forfeit("nonsense", _("answered without a move: {answer}", answer=_short(answer)))
        return move

    def close(self) -> None:
        """Ask it to end, and end it where it does not."""
        program, self._program = self._program, None
        if program is not None and program.runs:
            program.leave(b'{"do": "quit"}\n')

    # --- inside --------------------------------------------------------------------------------

    def _show(self, game: Game, patience: float) -> None:
        """Give it a position. Where there are secrets it is one that its seat cannot tell from the real one:
        drawn anew, the same each time it is shown the same step."""
        below = random.Random(f"{self._seat} {game.ply}").randrange
        shown = Game(game.card, game.options, game.state.redraw(self._seat, below), game.ply)
        self._ask(patience, do="load", game=game.card.id, position=shown.position())

    def _ask(self, patience: float, time: float = 0.0, **request: Any) -> dict[str, Any]:
        """Its answer to a request, within so many seconds beyond its time to think."""
        assert self._program is not None
        do = request["do"]
        line = json.dumps(request).encode("ascii")
        return self._program.ask(do, line, lambda answer: _checked(answer, do), patience, time)


def _late(request: str, patience: float, time: float) -> Message:
    if not time:
        text = _("gave no answer to {request} within {seconds} seconds")
    else:
        text = _("gave no answer to {request} within {seconds} seconds beyond its time")
    return text._replace(
        values={
            "request": request,
            "seconds": int(patience) if patience == int(patience) else round(patience, 2),
        }
    )


def _checked(line: bytes, request: str) -> dict[str, Any]:
    """The answer on a line, where it is one and says ok."""
    try:
        answer = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
        shown = line[:60].decode("utf-8", "replace").strip()
        raise Forfeit("nonsense", _("answered {request} with {answer!r}", request=request, answer=shown))
    if not answer["ok"]:
        error = answer.get("error")
        said = error.get("message", error) if isinstance(error, dict) else error
        raise Forfeit("refused", _("refused {request}: {why}", request=request, why=_short(said)))
    return answer


def _is_open(game: Game) -> bool:
    return Trait.HIDDEN not in game.card.traits


def _short(value: Any) -> str:
    return shortened(value if isinstance(value, str) else json.dumps(value, default=str))


def shortened(text: str) -> str:
    """A text of somebody else's, cut between two words where it is too long."""
    if len(text) <= LONGEST_TOLD:
        return text
    kept = text[: LONGEST_TOLD - 1]
    at_word = kept[: kept.rfind(" ") + 1]
    return f"{(at_word if len(at_word) > LONGEST_TOLD // 2 else kept).rstrip()}…"


def _read(process: subprocess.Popen[bytes], answers: queue.Queue[bytes]) -> None:
    """Hand over line by line what the program writes; b"" when it ends."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the program, and what it started, at once."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
