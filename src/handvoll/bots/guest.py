"""A Python competitor in a process of its own, `python -m handvoll.bots.guest`: one JSON line in, one out.

There it may hang, leave or crash as it likes, and the match goes on. It is sent what its seat may know
(`handvoll.bots.task`) and nothing else.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import queue
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from handvoll.bots import Effort, Seen, Thought
from handvoll.bots.outside import PARTING, Forfeit, Patience, Program, shortened
from handvoll.bots.task import Task
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.core.messages import Message, _

Think = Callable[[Seen, Effort], Any]
COMMAND = (sys.executable, "-P", "-m", "handvoll.bots.guest")
LEVEL = 5


class Invitation(msgspec.Struct, frozen=True, tag=True):
    """Who is to play: the object `name` of `module`, a new one with each invitation."""

    module: str
    name: str
    path: list[str]
    """Where modules are looked for."""


class Asked(Task, frozen=True, tag=True):
    """A move is asked for."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of it: a move, or the code of the fault (of `Forfeit.CODES`) and what is told of it."""

    move: str = ""
    fault: str | None = None
    told: str = ""


# --- asking ------------------------------------------------------------------------------------


class Guest:
    """The competitor on a seat."""

    def __init__(
        self, module: str, name: str, seconds: float, nodes: int | None, deadline: float | None
    ) -> None:
        self._invitation = Invitation(module, name, _path())
        self._seconds = seconds
        self._nodes = nodes
        self._patience = Patience(deadline)
        self._program: Program | None = None

    def enter(self) -> None:
        """Come in, ready to play. Raises BadRequest where there is no such competitor, and Forfeit where its
        module does not let itself be loaded at all."""
        idle = _IDLE[self._key()]
        patience = self._patience.later
        try:
            self._program = idle.pop()
        except IndexError:
            self._program = Program(COMMAND, is_heard=True)
            patience = self._patience.first
        self._program.ask("load", msgspec.json.encode(self._invitation), self._welcome, patience)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Come in, if it is not there."""
        if self._program is None or not self._program.runs:
            try:
                self.enter()
            except BadRequest as refusal:  # it was there when the match began
                raise Forfeit("error", refusal.message) from None

    def observe(self, game: Game) -> None:
        """It sees all steps when it is asked."""

    def choose(self, game: Game, seat: int, seed: int) -> str:
        """Its move."""
        assert self._program is not None
        asked = Asked.of(Seen.of(game, seat), LEVEL, seed, self._seconds, self._nodes)
        return self._program.ask(
            "think", msgspec.json.encode(asked), _move, self._patience.later, self._seconds
        )

    def close(self) -> None:
        """Let the process wait for who plays next: loading what a competitor needs may take long."""
        program, self._program = self._program, None
        if program is not None and program.runs:
            _IDLE[self._key()].append(program)

    def _key(self) -> tuple[str, ...]:
        return (self._invitation.module, self._invitation.name, os.getcwd(), *self._invitation.path)

    def _welcome(self, line: bytes) -> None:
        answer = _decoded(line)
        if answer.fault is not None:
            raise BadRequest(unfit(self._invitation.module, self._invitation.name, answer))


_IDLE: defaultdict[tuple[str, ...], list[Program]] = defaultdict(list)
"""The processes that wait for who plays next, by what they have loaded."""


@atexit.register
def dismiss() -> None:
    """End the processes that wait."""
    while _IDLE:
        for program in _IDLE.popitem()[1]:
            program.leave()


def unfit(module: str, name: str, answer: Answer) -> Message:
    """Why there is no such competitor, from what came of loading it."""
    module, name = module[:80], name[:40]
    if answer.fault == "nonsense":
        return _("{module}:{name} can neither think nor be called.", module=module, name=name)
    return _(
        "There is no {name} in the Python module {module}: {why}.", name=name, module=module, why=answer.told
    )


def taken(answer: Answer) -> str:
    """The move of an answer; raises Forfeit where it has none."""
    if answer.fault is None:
        return answer.move
    if answer.fault == "nonsense":
        raise Forfeit("nonsense", _("answered without a move: {answer}", answer=answer.told))
    raise Forfeit("error", _("failed: {error}", error=answer.told))


def _move(line: bytes) -> str:
    return taken(_decoded(line))


def _decoded(line: bytes) -> Answer:
    try:
        return msgspec.json.decode(line, type=Answer)
    except msgspec.MsgspecError:
        shown = line[:60].decode("utf-8", "replace").strip()
        raise Forfeit("nonsense", _("answered without a move: {answer}", answer=shown)) from None


def _path() -> list[str]:
    """Where modules are looked for: here as well, as `python -m` would."""
    here = os.getcwd()
    return sys.path if "" in sys.path or here in sys.path else [here, *sys.path]


# --- answering ---------------------------------------------------------------------------------


def load(module: str, name: str) -> Think | Answer:
    """The object `name` of `module`, which has `think` or is itself called with what a seat knows; or what
    is wrong with it."""
    try:
        found = getattr(importlib.import_module(module), name)
        found = found() if isinstance(found, type) else found
        think = getattr(found, "think", found)
    except (Exception, SystemExit) as error:  # a module of the user's may fail in any way
        return _failed(error)
    return think if callable(think) else Answer(fault="nonsense")


def ask(think: Think, seen: Seen, effort: Effort) -> Answer:
    """What comes of asking, whatever it is."""
    try:
        found = think(seen, effort)
        move = found.move if isinstance(found, Thought) else found
        if isinstance(move, str):
            return Answer(str(move))
        return Answer(fault="nonsense", told=_sent(repr(found)))
    except (Exception, SystemExit) as error:
        return _failed(error)


def _failed(error: BaseException) -> Answer:
    try:
        told = str(error)
    except Exception:
        told = ""
    name = type(error).__name__
    return Answer(fault="error", told=_sent(f"{name}: {told}" if told else name))


def _sent(text: str) -> str:
    """A text as it can be sent, whatever is in it."""
    return shortened(text).encode("utf-8", "backslashreplace").decode()


class Host:
    """The process's side: it answers lines."""

    def __init__(self) -> None:
        self._think: Think | None = None

    def answer(self, line: bytes) -> bytes:
        """The answer to a line."""
        try:
            return msgspec.json.encode(self._answer(line))
        except BaseException as error:  # Ctrl-C is not heard here: this one is the competitor's own
            return msgspec.json.encode(_failed(error))

    def _answer(self, line: bytes) -> Answer:
        asked = msgspec.json.decode(line, type=Invitation | Asked)
        if isinstance(asked, Invitation):
            sys.path[:] = asked.path
            found = load(asked.module, asked.name)
            if isinstance(found, Answer):
                return found
            self._think = found
            return Answer()
        assert self._think is not None
        return ask(self._think, asked.seen, asked.effort)


def main() -> None:
    """Answer until the arena hangs up."""
    source, target = _pipes()
    lines: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(source, lines), daemon=True).start()
    host = Host()
    while line := lines.get():
        target.write(host.answer(line) + b"\n")
        target.flush()


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the arena, for us alone: what a competitor prints must not look like an answer, nor may it
    read what is meant for us."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2 if sys.stderr is not None else nothing, 1)
    os.close(nothing)
    return source, target


def _read(source: BinaryIO, lines: queue.Queue[bytes]) -> None:
    """Hand over line by line. Where no more come, nobody waits for an answer, and a competitor that hangs
    must not go on for ever."""
    with contextlib.suppress(OSError):
        for line in source:
            lines.put(line)
    lines.put(b"")
    time.sleep(PARTING)
    os._exit(0)


if __name__ == "__main__":
    main()
