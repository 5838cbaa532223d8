"""The contract of a game: one immutable moment of it.

A game's `rules.py` gives a class `State` that keeps this contract and two functions:

    start(players, options) -> State                     the first moment; both already checked
    parse_position(fields, players, options) -> State    the inverse of State.position

This is the *unchecked door*: fast, trusting, for search and simulation. Moves are any hashable values the
game likes (ints, tuples, strings). People and the network come through `handvoll.core.game.Game`, the
checked door, which speaks the move strings of the rulings.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, TypeAlias

from handvoll.core.card import Options
from handvoll.core.messages import Message
from handvoll.core.position import Fields

Move: TypeAlias = Any
"""A move inside the rules: a hashable value whose form is the game's own affair."""

View: TypeAlias = dict[str, Any]
"""What one seat may see, as JSON values."""

Below: TypeAlias = Callable[[int], int]
"""Gives a uniform whole number from 0 to n-1: `random.Random(seed).randrange`, or the fair dealer."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game came out. `places` is competition ranking, 1 the best, equal places shared."""

    scores: tuple[float, ...]
    places: tuple[int, ...]
    reason: str
    tiebreak: tuple[float, ...] | None = None


def rank(keys: Sequence[Any]) -> tuple[int, ...]:
    """Places for `keys` where the greater is the better: 1 + how many did strictly better."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened: a move of `seat`, or a chance outcome where `seat` is None."""

    seat: int | None
    text: str
    at: int | None = None
    """Milliseconds since the timer's flip, in games with a clock."""


HIDDEN = "?"
"""Stands in a step for what the reader may not know."""


class State(ABC):
    """One moment of a game, immutable.

    Exactly one of these holds at any time: `to_act` is not empty (seats are asked for a move), `chance`
    is set (the caller must feed an outcome), or `result` is not None (the game is over).

    Subclasses use `__slots__`; `players`, `to_act` and `chance` are plain attributes, because search loops
    read them at every step.
    """

    __slots__ = ()

    players: int
    to_act: tuple[int, ...]
    """The seats that are asked now, ascending. Several act at the same time, in any order, unseen by each
    other where the rulings say so; a seat that has answered leaves. Never holds a seat without a choice
    to make; holds one with a single legal move."""
    chance: str | None
    """The name of the pending chance event, or None."""
    now: ClassVar[int] = 0
    """Milliseconds since the flip at the last action; an instance attribute in games with a clock."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result when the game is over, None before."""

    # --- moves ---------------------------------------------------------------------------------

    @abstractmethod
    def moves(self, seat: int) -> Sequence[Move]:
        """All legal moves of `seat`, which must be in `to_act`."""

    @abstractmethod
    def after(self, seat: int, move: Move, at: int = 0) -> Self:
        """The state after `seat` plays `move`, one of `moves(seat)`: unchecked. `at` only counts in games
        with a clock, where it must not be less than `now`."""

    def move_text(self, move: Move) -> str:
        """The move as the rulings write it. Different legal moves of one seat have different texts."""
        return str(move)

    def tidy(self, seat: int, text: str) -> str:
        """What a person typed, with the habits of this game's notation put right; core has already dealt
        with case, spaces and dashes. Only a help for people: the result need not be a move."""
        return text

    @abstractmethod
    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        """Why `text` is no legal move of `seat` (which is in `to_act`): the ruling's number, such as "HN2",
        and one sentence that names what came and what is expected. Built only from what the seat may
        know. A text that is no move at all gets the ruling of the move asked for."""

    def check_time(self, at: int) -> tuple[str, Message] | None:
        """Why an action cannot come at `at`, or None: only games with a clock have something to say."""
        return None

    # --- chance --------------------------------------------------------------------------------

    def outcomes(self) -> Mapping[str, int] | None:
        """The outcomes of the pending chance event with whole-number weights (probability = weight / sum),
        or None where there are too many to list."""
        return {}

    def admits(self, outcome: str) -> bool:
        """Whether the pending chance event can come out as `outcome`; overridden where they are unlisted."""
        listed = self.outcomes()
        return listed is not None and outcome in listed

    def draw(self, below: Below) -> str:
        """An outcome of the pending chance event by its probabilities, all randomness taken from `below`."""
        listed = self.outcomes()
        if listed is None:
            raise NotImplementedError
        ticket = below(sum(listed.values()))
        for outcome, weight in listed.items():
            ticket -= weight
            if ticket < 0:
                return outcome
        raise AssertionError

    def after_chance(self, outcome: str) -> Self:
        """The state after the pending chance event came out as `outcome`: unchecked."""
        raise NotImplementedError

    # --- what is seen --------------------------------------------------------------------------

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What `seat` (None: a spectator) may see of this game's own things, as JSON values. Built from
        what is allowed, never by deleting what is secret. `Game.view` adds what all games have."""

    def seen(self, step: Step, seat: int | None) -> Step:
        """`step`, taken in this state, as `seat` may see it: with HIDDEN where the text is secret."""
        return step

    def shows(self, earlier: State) -> bool:
        """Whether what was chosen in secret in `earlier`, a state on the way to this one, lies open to all by
        now (a card that was turned up since)."""
        return False

    def forget(self, steps: Sequence[Step], seat: int | None) -> Sequence[Step]:
        """`steps` as `seat` saw them happen on the way to this state, with HIDDEN where the text may not be
        looked up any more (a face that has been turned down since). Every log that is shown or sent again
        goes through here; of the moment right after a forgotten step nothing else is shown again either."""
        return steps

    def redraw(self, seat: int | None, below: Below) -> Self:
        """Another state that `seat` cannot tell from this one: everything it may not know is drawn anew,
        uniformly from what is possible. Games without secrets return themselves."""
        return self

    # --- text ----------------------------------------------------------------------------------

    @abstractmethod
    def position(self) -> str:
        """The body of the position text: `name=value` fields parted by single spaces, from which
        `parse_position` restores the state exactly, hidden and random parts included."""

    has_history: ClassVar[bool] = True
    """False where `position` leaves out the history of repetitions."""


class Rules(Protocol):
    """What a game's `rules.py` offers."""

    def start(self, players: int, options: Options) -> State:
        """The first moment of a game."""
        ...

    def parse_position(self, fields: Fields, players: int, options: Options) -> State:
        """The state whose `position()` is given; raises BadPosition (through `fields.fault`)."""
        ...
