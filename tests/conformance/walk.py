"""Random games for the shared suite: played once for every setting, then looked at by every check."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, settings

import handvoll
from handvoll.core.card import Card, OptionValue, Trait, show_option
from handvoll.core.game import Game

MOST_STEPS = 20_000
"""No random game is longer; one that is has lost its end."""

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
"""What all Hypothesis tests of the suite share: other programs may run on the machine, time says nothing."""

T = TypeVar("T")


class Setting(NamedTuple):
    """A way to set up a game: how many seats, with which options."""

    game: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def card(self) -> Card:
        """The card of the game."""
        return handvoll.card(self.game)

    def new(self) -> Game:
        """The game at its beginning."""
        return handvoll.new(self.game, self.players, dict(self.options))

    def __str__(self) -> str:
        """How the test is called."""
        options = "".join(f"-{name}={show_option(value)}" for name, value in self.options)
        return f"{self.game}-{self.players}{options}"


def all_settings() -> list[Setting]:
    """Every game for every number of seats, and with all combinations of options for the fewest and most."""
    return list(dict.fromkeys(itertools.chain.from_iterable(map(_settings_of, handvoll.cards().values()))))


def _settings_of(card: Card) -> Iterator[Setting]:
    fewest, most = card.players
    usual = tuple((name, option.default) for name, option in card.options.items())
    for players in range(fewest, most + 1):
        yield Setting(card.id, players, usual)
    for values in itertools.product(*(option.values for option in card.options.values())):
        for players in (fewest, most):
            yield Setting(card.id, players, tuple(zip(card.options, values, strict=True)))


each_setting = pytest.mark.parametrize("setting", all_settings(), ids=str)
each_game = pytest.mark.parametrize("game", list(handvoll.cards()))


def settings_with(trait: Trait) -> list[Setting]:
    """The settings of the games that have the trait."""
    return [setting for setting in all_settings() if trait in setting.card.traits]


class Line(NamedTuple):
    """A random game from its beginning to its end."""

    games: tuple[Game, ...]
    positions: tuple[str, ...]
    """The position texts, taken when each game came to be."""


@cache
def line(setting: Setting, seed: int = 5) -> Line:
    """A random game of the setting, played through the checked door to its end."""
    rng = random.Random(seed)
    games = [setting.new()]
    positions = [games[0].position()]
    while not games[-1].over:
        assert len(games) <= MOST_STEPS, f"{setting} does not end"
        games.append(take_step(games[-1], rng))
        positions.append(games[-1].position())
    return Line(tuple(games), tuple(positions))


def take_step(game: Game, rng: random.Random) -> Game:
    """The game after a random step: the pending chance event, or any move of any seat that is to act."""
    if game.chance is not None:
        return game.deal(rng.randrange)
    seat = rng.choice(game.to_act)
    move = game.state.move_text(rng.choice(game.state.moves(seat)))
    return game.play(seat, move, some_time(game, rng))


def some_time(game: Game, rng: random.Random) -> int | None:
    """A time at which an action may come, in games with a clock."""
    return game.state.now + rng.randrange(4000) if Trait.CLOCK in game.card.traits else None


def some(things: Sequence[T], count: int) -> list[T]:
    """At most `count` of `things`, spread evenly, the first and the last among them."""
    if len(things) <= count:
        return list(things)
    return [things[i * (len(things) - 1) // (count - 1)] for i in range(count)]


def moments(setting: Setting, count: int) -> list[Game]:
    """Moments of a random game, its beginning and its end among them."""
    return some(line(setting).games, count)


def readers(game: Game) -> list[int | None]:
    """Who looks at a game: a spectator, and at most four seats, the first and the last among them."""
    return [None, *some(range(game.players), 4)]


def as_json(value: Any) -> str:
    """The value as JSON text, to compare byte for byte; anything JSON has not is an error."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


ODD_TEXTS = (
    "",
    " ",
    "?",
    "-",
    "0",
    "-1",
    "007",
    "٣",
    "a0",
    "z9",
    "a1-a1",
    "A1-B1",
    "1,1",
    "0,0>0,0",
    "99999999999999999999",
    "1e3",
    "{}",
    "{text}",
    "{0!r}",
    "%s",
    "None",
    "\x00",
    "\n",
    "pass pass",
    "roll ",
    "PLAY R5",
    "play Z99",
    "frame a1-h8",
    "push 0>9",
    "push 1>1",
    "lay 1111",
    "lay 12345",
    "ask 9",
    "flip 7",
    "steal P9",
    "steal P1 P2",
    "cover 9",
    "drop J z9",
    "füge ein",
    "🎲",
    "x" * 5000,
)
"""Texts that are moves nowhere, or hardly anywhere, or of another kind than the one asked for."""


def illegal_texts(game: Game, seat: int) -> list[str]:
    """Texts that are no legal move of the seat: odd ones, and legal ones slightly changed."""
    legal = game.legal(seat)
    near = [
        changed
        for move in some(legal, 6)
        for changed in (
            f" {move}",
            f"{move} ",
            move.upper(),
            move.lower(),
            move.replace("-", "–"),
            f"0{move}",
            f"{move}{move}",
            move[:-1],
            move[1:],
            move[::-1],
        )
    ]
    earlier = [step.text for step in game.steps()[-30:]]
    return [text for text in dict.fromkeys([*ODD_TEXTS, *near, *earlier]) if text not in legal]
