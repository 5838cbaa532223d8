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
    name = f"  {terminal.paint(card.id, 'dim')}" if not lead.strip() else ""
    indent = " " * len(lead)
    blurb = textwrap.fill(
        words.say(card.blurb), terminal.width, initial_indent=indent, subsequent_indent=indent
    )
    head = f"{lead}{terminal.paint(title, 'bold')}{name}  {terminal.paint(f'({facts})', 'dim')}"
    return f"{head}\n{blurb}"


def players_text(card: Card) -> Message:
    """For how many a game is."""
    low, high = card.players
    if low == high:
        return _n("{n} player", "{n} players", low)
    return _("{low}–{high} players", low=low, high=high)


def _span(values: tuple[int, int]) -> str:
    low, high = values
    return str(low) if low == high else f"{low}–{high}"
