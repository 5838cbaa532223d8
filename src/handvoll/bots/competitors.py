"""Who can play in the arena, as it is written: `level:3`, `random`, `engine:PROGRAM ARGUMENTS`,
`python:module:name`."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from typing import Protocol

from handvoll.bots import LEVELS, SECONDS, Effort, Seen, Thought, opponent
from handvoll.bots.guest import Answer, Guest, Think, ask, load, taken, unfit
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
        think: Think | None,
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
        return taken(ask(think, Seen.of(game, seat), effort))

    def close(self) -> None:
        """Nothing to end."""


def by_chance(seen: Seen, effort: Effort) -> Thought:
    """Any legal move: the competitor `random`."""
    return Thought(effort.rng.choice(seen.moves))


def check_competitor(text: str, deadline: float | None = None) -> str:
    """A competitor as written, if there is such a one; raises BadRequest otherwise."""
    player = new_player(text, deadline=deadline)
    if isinstance(player, Guest):
        try:
            player.enter()
        except Forfeit as fault:
            raise BadRequest(
                _("{competitor} cannot compete: {why}.", competitor=text[:80], why=fault.message)
            ) from None
    player.close()
    return text


def new_player(
    text: str, seconds: float | None = None, nodes: int | None = None, deadline: float | None = None
) -> Player:
    """The competitor that `text` names. A process of its own is started when it first plays."""
    kind, _colon, rest = text.partition(":")
    if text == "random":
        return Thinker(by_chance, 1, seconds, nodes)
    if kind == "level" and rest in map(str, LEVELS):
        return Thinker(None, int(rest), seconds, nodes)
    if kind == "engine" and rest.strip():
        return Engine(command_of(rest), SECONDS[5] if seconds is None else seconds, deadline)
    if kind == "python" and ":" in rest:
        module, _colon, name = rest.rpartition(":")
        return _python(module, name, seconds, nodes, deadline)
    raise BadRequest(
        _(
            "A competitor reads like level:1 to level:5, random, engine:PROGRAM or python:MODULE:NAME,"
            " not {came!r}.",
            came=text[:80],
        )
    )


def _python(
    module: str, name: str, seconds: float | None, nodes: int | None, deadline: float | None
) -> Player:
    """A Python competitor: in a process of its own, or here where only this process knows its module."""
    if not _is_known_here_only(module):
        return Guest(module, name, SECONDS[5] if seconds is None else seconds, nodes, deadline)
    found = load(module, name)
    if isinstance(found, Answer):
        raise BadRequest(unfit(module, name, found))
    return Thinker(found, 5, seconds, nodes)


def _is_known_here_only(module: str) -> bool:
    """Whether the module has no file that another process could find: what is typed into a notebook, say."""
    if module == "__main__":
        return True
    return module in sys.modules and PathFinder.find_spec(module.partition(".")[0]) is None
