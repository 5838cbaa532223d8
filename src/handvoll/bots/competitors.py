"""Who can play in the arena, as it is written: `level:3`, `random`, `engine:PROGRAM ARGUMENTS`,
`python:module:name`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from handvoll.bots import LEVELS, SECONDS, Effort, Seen, Thought, opponent
from handvoll.bots.outside import Engine, Forfeit, command_of
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.core.messages import _


class Player(Protocol):
    """A competitor on a seat. Each verb may raise Forfeit."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins, `game` its first moment."""

    def observe(self, game: Game) -> None:
        """A step was taken, which led to `game`."""

    def choose(self, game: Game, seat: int, seed: int) -> str:
        """The move of `seat`, which is to act."""
        ...

    def close(self) -> None:
        """No further game comes."""


class Thinker:
    """An opponent in this process: it is given what its seat may know, nothing else."""

    def __init__(
        self,
        think: Callable[[Seen, Effort], Any] | None,
        level: int,
        seconds: float | None,
        nodes: int | None,
    ) -> None:
        self._think = think
        self._level = level
        self._seconds = SECONDS[level] if seconds is None else seconds
        self._nodes = nodes

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Nothing to prepare: an opponent has no memory but what it saw."""

    def observe(self, game: Game) -> None:
        """It sees all steps when it is asked."""

    def choose(self, game: Game, seat: int, seed: int) -> str:
        """Its move."""
        think = self._think or opponent(game.card).think
        effort = Effort(self._level, self._seconds, self._nodes, seed)
        try:
            answer = think(Seen.of(game, seat), effort)
        except Exception as error:  # whatever it is: its game is lost, the match goes on
            raise Forfeit(
                "error", _("failed: {error}", error=f"{type(error).__name__}: {error}"[:200])
            ) from error
        move = answer.move if isinstance(answer, Thought) else answer
        if not isinstance(move, str):
            raise Forfeit("nonsense", _("answered without a move: {answer}", answer=repr(answer)[:200]))
        return move

    def close(self) -> None:
        """Nothing to end."""


def by_chance(seen: Seen, effort: Effort) -> Thought:
    """Any legal move: the competitor `random`."""
    return Thought(effort.rng.choice(seen.moves))


def check_competitor(text: str) -> str:
    """A competitor as written, if there is such a one; raises BadRequest otherwise."""
    new_player(text).close()
    return text


def new_player(
    text: str, seconds: float | None = None, nodes: int | None = None, deadline: float | None = None
) -> Player:
    """The competitor that `text` names. An engine is started when it first plays."""
    kind, _colon, rest = text.partition(":")
    if text == "random":
        return Thinker(by_chance, 1, seconds, nodes)
    if kind == "level" and rest in map(str, LEVELS):
        return Thinker(None, int(rest), seconds, nodes)
    if kind == "engine" and rest.strip():
        return Engine(command_of(rest), SECONDS[5] if seconds is None else seconds, deadline)
    if kind == "python" and ":" in rest:
        return Thinker(_load(*rest.rsplit(":", 1)), 5, seconds, nodes)
    raise BadRequest(
        _(
            "A competitor reads like level:1 to level:5, random, engine:PROGRAM or python:MODULE:NAME,"
            " not {came!r}.",
            came=text[:80],
        )
    )


def _load(module: str, name: str) -> Callable[[Seen, Effort], Any]:
    """The object `name` of `module`: it has `think`, or is itself called with what a seat knows."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` would
    try:
        found = getattr(importlib.import_module(module), name)
        found = found() if isinstance(found, type) else found
    except Exception as error:  # a module of the user's may fail in any way
        raise BadRequest(
            _(
                "There is no {name} in the Python module {module}: {why}.",
                name=name[:40],
                module=module[:80],
                why=f"{type(error).__name__}: {error}"[:200],
            )
        ) from error
    think = getattr(found, "think", found)
    if not callable(think):
        raise BadRequest(
            _("{module}:{name} can neither think nor be called.", module=module[:80], name=name[:40])
        )
    return think  # type: ignore[no-any-return]
