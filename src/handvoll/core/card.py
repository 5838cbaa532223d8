"""The card on the box: what a game is called, for how many it is, what it can be set to."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, cast

from handvoll.core.errors import BadOption, BadPlayers
from handvoll.core.live import NOT_LIVE, Live
from handvoll.core.messages import Message, _, _n, quoted

if TYPE_CHECKING:
    from handvoll.core.picture import Picture
    from handvoll.core.state import Rules

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, OptionValue]


class Trait(StrEnum):
    """What a game has, so that a program can refuse what it cannot play."""

    CHANCE = "chance"
    HIDDEN = "hidden"
    SIMULTANEOUS = "simultaneous"
    CLOCK = "clock"
    SOLO = "solo"


class Score(StrEnum):
    """What a seat's score counts, and whether it is good to have many of them or few."""

    POINTS = "points"
    FEW_POINTS = "few points"
    STONES = "stones"
    FEW_STONES = "few stones"

    @property
    def is_few(self) -> bool:
        """Whether the fewest are best."""
        return self in (Score.FEW_POINTS, Score.FEW_STONES)

    @property
    def is_stones(self) -> bool:
        """Whether stones are counted."""
        return self in (Score.STONES, Score.FEW_STONES)


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game: the values it can take, and how to name them to a person."""

    default: OptionValue
    values: tuple[OptionValue, ...]
    label: Message
    names: tuple[Message, ...]
    """How each of `values` is called, in the same order."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game as the shelf shows it. Made once in the game's `__init__.py`, cheap to import."""

    id: str
    title: Mapping[str, str]
    """The title in "de" and "en"."""
    players: tuple[int, int]
    traits: frozenset[Trait]
    rules_version: int
    """Goes up when a rule changes, so that old records are not read with new rules."""
    package: str
    """The package of the game's folder (`__name__`), from which rules and picture are loaded."""
    minutes: tuple[int, int]
    age: int
    blurb: Message
    """One inviting sentence for the shelf."""
    seat_names: tuple[Message, ...] = ()
    """What the seats are called where they have names of their own (White, Black)."""
    options: Mapping[str, Option] = field(default_factory=dict)
    seat_colours: tuple[str, ...] = ()
    """The house's colours (`core.drawing`) in which the seats' things are drawn, where they are not the usual
    ones."""
    draws: bool = False
    """Whether the players may agree on a draw."""
    score: Score = Score.POINTS
    """What the seats' scores count."""
    alike: bool = False
    """Whether all seats always know the same: what is hidden is hidden from everybody, so that nobody at a
    shared device has to look away."""

    @property
    def name(self) -> Message:
        """The title as a message, to be named in sentences."""
        return Message(self.title["en"])

    def load(self, name: str) -> ModuleType:
        """The module `name` of the game's folder, imported when first asked for."""
        return importlib.import_module(f"{self.package}.{name}")

    @property
    def rules(self) -> Rules:
        """The game's `rules.py`."""
        return cast("Rules", self.load("rules"))

    @property
    def picture(self) -> Picture:
        """The game's `picture.py`."""
        return cast("Picture", self.load("picture"))

    @property
    def live(self) -> Live:
        """The game's `live.py`, where it has something to say about real time."""
        return _live(self.package)

    def check_players(self, players: int) -> None:
        """Refuse a number of seats that the game is not for."""
        low, high = self.players
        if type(players) is not int or not low <= players <= high:
            came = quoted(players)
            if low < high:
                raise BadPlayers(
                    _(
                        "{game} is for {expected} players, not {came}.",
                        game=self.name,
                        expected=f"{low}–{high}",
                        came=came,
                    )
                )
            raise BadPlayers(
                _n(
                    "{game} is for one player, not {came}.",
                    "{game} is for {n} players, not {came}.",
                    low,
                    game=self.name,
                    came=came,
                )
            )

    def check_options(self, given: Mapping[str, object]) -> Options:
        """All options of the game, those of `given` set and the others at their defaults."""
        for name, value in given.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "–"
                raise BadOption(
                    _(
                        "{game} has no option {name!r}; it has: {known}.",
                        game=self.name,
                        name=name[:40],
                        known=known,
                    )
                )
            # True == 1 in Python, but not to somebody who sets an option.
            if not any(type(value) is type(allowed) and value == allowed for allowed in option.values):
                raise BadOption(
                    _(
                        "The option {name} of {game} takes {expected}, not {came}.",
                        name=name,
                        game=self.name,
                        expected=", ".join(show_option(v) for v in option.values),
                        came=quoted(value),
                    )
                )
        return {
            name: cast("OptionValue", given.get(name, option.default))
            for name, option in self.options.items()
        }


@cache
def _live(package: str) -> Live:
    if importlib.util.find_spec(f"{package}.live") is None:
        return NOT_LIVE
    return cast("Live", importlib.import_module(f"{package}.live").LIVE)


def show_option(value: object) -> str:
    """An option's value as records, positions and the command line write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
