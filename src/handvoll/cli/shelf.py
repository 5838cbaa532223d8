"""The shelf: every game with its seats, its time and a sentence that invites."""

from __future__ import annotations

import textwrap

from handvoll.cli.terminal import Terminal
from handvoll.core.card import Card
from handvoll.core.messages import Message, _, _n
from handvoll.games import cards


def shelf(terminal: Terminal, numbered: bool = False) -> str:
    """All games, two or three lines each."""
    return "\n".join(
        _entry(terminal, card, f"{number:2}  " if numbered else "  ")
        for number, card in enumerate(cards().values(), 1)
    )


def _entry(terminal: Terminal, card: Card, lead: str) -> str:
    words = terminal.words_of(card)
    facts = words.say(
        _(
            "{players}, {minutes} minutes, from {age} years",
            players=players_text(card),
            minutes=_span(card.minutes),
            age=card.age,
        )
    )
    title = words.title(card)
    name = "" if lead.strip() else f"  {card.id}"
    head = f"{lead}{terminal.paint(title, 'bold')}{terminal.paint(name, 'dim')}"
    blurb = _indented(words.say(card.blurb), len(lead), terminal.width)
    if len(f"{lead}{title}{name}  ({facts})") <= terminal.width:
        return f"{head}  {terminal.paint(f'({facts})', 'dim')}\n{blurb}"
    below = _indented(facts, len(lead), terminal.width)
    return f"{head}\n{terminal.paint(below, 'dim')}\n{blurb}"


def _indented(text: str, columns: int, width: int) -> str:
    indent = " " * columns
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def players_text(card: Card) -> Message:
    """For how many a game is."""
    low, high = card.players
    if low == high:
        return _n("{n} player", "{n} players", low)
    return _("{low}–{high} players", low=low, high=high)


def _span(values: tuple[int, int]) -> str:
    low, high = values
    return str(low) if low == high else f"{low}–{high}"
