"""How a game in the terminal begins: from the words of the command line, or from a record."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from handvoll import games
from handvoll.cli.names import find_card
from handvoll.core.card import Card, show_option
from handvoll.core.errors import BadOption
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.core.record import LONGEST_RECORD, Record, read_game


def new_seed() -> str:
    """A seed that is easily written down."""
    return str(secrets.randbelow(10**8))


def beginning(name: str, players: int | None, settings: Sequence[str]) -> Game:
    """A new game from what was typed."""
    card = find_card(name)
    return Game.new(card, players, read_options(card, settings))


def read_options(card: Card, settings: Sequence[str]) -> dict[str, object]:
    """Options from `name=value`, several parted by commas."""
    options: dict[str, object] = {}
    for setting in (part for text in settings for part in text.split(",")):
        name, sign, shown = setting.strip().partition("=")
        if not sign:
            raise BadOption(_("An option reads like name=value, not {came!r}.", came=setting[:40]))
        values = card.options[name].values if name in card.options else ()
        by_text = {show_option(value): value for value in values}
        options[name] = by_text.get(shown.lower(), shown)
    return options


def read_record(path: Path) -> tuple[Record, Game]:
    """A record from a file (`-` is standard input) and the game it leads to."""
    return read_game(record_text(path), games.card)


def record_text(path: Path) -> str:
    """What stands in the file of a record (`-` is standard input), at most more than one can hold."""
    if str(path) == "-":
        return sys.stdin.read(LONGEST_RECORD + 1)
    with path.open(encoding="utf-8", newline="") as file:
        return file.read(LONGEST_RECORD + 1)
