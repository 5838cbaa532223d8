"""Opponents: one interface for every seat of every game.

A game's `opponent.py` offers

    think(seen, effort) -> Thought

and gets a `Seen`: what one seat may see and what it saw happen, never a state with its secrets. How strong it
plays is in `Effort`: a level from 1 (a kind child) to 5 (as strong as we can), a time budget, a seed. A game
without an `opponent.py` is played by chance, so that every table can be filled.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast

from handvoll.core.card import Card, Options, Trait
from handvoll.core.errors import BadRequest, GameOver, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.messages import Message, _
from handvoll.core.state import State, Step, View

LEVELS = (1, 2, 3, 4, 5)
SECONDS = {1: 0.2, 2: 0.2, 3: 0.25, 4: 0.6, 5: 1.0}
"""What a level may think for one move where no budget is given."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All that an opponent gets to know: the view of its seat and the steps as that seat saw them."""

    card: Card
    seat: int
    view: View
    steps: Sequence[Step]
    """As the seat saw them happen, what it would have to remember by now included; what was chosen in secret
    is told once it lies open."""
    position: str | None
    """The position text, in games without hidden things only."""

    @classmethod
    def of(cls, game: Game, seat: int) -> Seen:
        """What `seat` may know of `game`."""
        open_game = Trait.HIDDEN not in game.card.traits
        return cls(
            game.card,
            seat,
            game.view(seat),
            game.known_steps(seat),
            game.position() if open_game else None,
        )

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return cast("int", self.view["players"])

    @property
    def options(self) -> Options:
        """The game's options."""
        return cast("Options", self.view["options"])

    @property
    def moves(self) -> list[str]:
        """What the seat may play now."""
        return cast("list[str]", self.view["moves"])

    def after(self, move: str) -> State:
        """What comes of a move of this seat, in games without hidden things."""
        return self._game.play(self.seat, move).state

    @property
    def state(self) -> State:
        """The moment itself, in games without hidden things."""
        return self._game.state

    @property
    def _game(self) -> Game:
        assert self.position is not None
        return Game.load(self.card, self.position)


@dataclass(frozen=True)
class Effort:
    """How hard to think: the level, until when, and with which luck."""

    level: int = 5
    seconds: float = 1.0
    nodes: int | None = None
    """Where set, the search stops after this many nodes and not by the clock, so that the same seed gives
    the same move."""
    seed: int = 0
    clock: Callable[[], float] = field(default=time.perf_counter, repr=False)
    started: float = field(default_factory=time.perf_counter)

    @property
    def rng(self) -> random.Random:
        """A fresh generator of this effort's luck."""
        return random.Random(self.seed)

    def left(self) -> float:
        """Seconds of the budget that are left."""
        return self.started + self.seconds - self.clock()


@dataclass(frozen=True, slots=True)
class Option:
    """A move and what it is worth."""

    move: str
    value: float
    is_rough: bool = False
    """Known only as far as was needed to prefer another: a search leaves a move as soon as it is not the
    best."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What an opponent plays and thinks. Values are for the seat that thinks, in `unit`."""

    move: str
    value: float | None = None
    unit: str = "win"
    """"win": the chance to win, a draw half (0 to 1), with more than two seats the part of the others left
    behind; "points": points at the end (ahead of the others), below 0 where few points are good. More is
    better in either."""
    sure: float | None = None
    """The standard error of `value`; 0 where it is exact."""
    exact: bool = False
    """The position is solved: `value` is the truth."""
    depth: int | None = None
    nodes: int | None = None
    options: tuple[Option, ...] = ()
    """The best alternatives, the best first."""
    line: tuple[str, ...] = ()
    """The steps it expects, its own move first."""
    why: Message | None = None
    """One modest, true sentence about the move."""


class Opponent(Protocol):
    """What a game's `opponent.py` offers."""

    def think(self, seen: Seen, effort: Effort) -> Thought:
        """A move for the seat, which is to act, within the effort."""
        ...


def opponent(card: Card) -> Opponent:
    """The game's opponent, or one that plays by chance where it has none yet."""
    if importlib.util.find_spec(f"{card.package}.opponent") is None:
        return ByChance()
    return cast("Opponent", card.load("opponent"))


def remark(seen: Seen, played: str, better: str) -> Message | None:
    """What `played` gives up beside a better move, in a sentence that is true by the rules: what the game's
    `verdict.py` says, where it has one."""
    if importlib.util.find_spec(f"{seen.card.package}.verdict") is None:
        return None
    return cast("Message | None", seen.card.load("verdict").missed(seen, played, better))


class ByChance:
    """Plays any legal move."""

    def think(self, seen: Seen, effort: Effort) -> Thought:
        """Any legal move."""
        return Thought(effort.rng.choice(seen.moves))


def best(
    game: Game,
    seat: int,
    level: int | None = None,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    seed: int = 0,
) -> Thought:
    """What the opponent of that level would play for `seat` now, and what it thinks of it.

    Without a level it is 5; without a budget the level's own. What has to be loaded first takes of its time.
    """
    started = time.perf_counter()
    check_level(level)
    if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds <= 86_400):
        raise BadRequest(
            _("A time to think is more than 0 seconds and at most a day, not {came}.", came=str(seconds))
        )
    if nodes is not None and (type(nodes) is not int or nodes < 1):
        raise BadRequest(_("A search takes at least one node, not {came}.", came=str(nodes)[:40]))
    if type(seed) is not int or seed < 0:
        raise BadRequest(_("A seed is a whole number from 0 on, not {came}.", came=str(seed)[:40]))
    game.legal(seat)  # refuses a seat that does not exist
    if game.over:
        raise GameOver(_("The game is over; nothing more can be played."))
    if seat not in game.to_act:
        raise NotYourTurn(_("Seat {seat} is not asked now.", seat=seat))
    level = level or 5
    effort = Effort(level, seconds or SECONDS[level], nodes, seed, started=started)
    return opponent(game.card).think(Seen.of(game, seat), effort)


def check_level(level: int | None) -> None:
    """Refuse a level that does not exist."""
    if level is not None and (type(level) is not int or level not in LEVELS):
        raise BadRequest(_("A level is a whole number from 1 to 5, not {came}.", came=str(level)[:40]))


__all__ = ["LEVELS", "Effort", "Opponent", "Option", "Seen", "Thought", "best", "opponent", "remark"]
