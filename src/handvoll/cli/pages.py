"""Rules pages on the terminal."""

from __future__ import annotations

import re

from handvoll.cli.terminal import Terminal
from handvoll.core.card import Card
from handvoll.core.game import Game
from handvoll.words import rules_page, with_pictures

_MARK = re.compile(r"^\x00([0-9]+)\x00$", re.MULTILINE)


def rules_text(card: Card, terminal: Terminal) -> str:
    """The rules of a game with its pictures drawn: set for the screen, or as plain Markdown where the output
    is none."""
    pen = terminal.pen(terminal.words_of(card))
    pictures: list[str] = []

    def draw(game: Game, seat: int | None) -> str:
        pictures.append(card.picture.text(game.view(seat), pen))
        return f"\x00{len(pictures) - 1}\x00"

    page = with_pictures(rules_page(card, terminal.lang), draw)
    if not terminal.target.isatty():
        return _MARK.sub(lambda mark: f"```\n{pictures[int(mark[1])]}\n```", page).rstrip("\n")
    parts = _MARK.split(page)
    return "\n".join(
        _indented(pictures[int(part)]) if place % 2 else _set(part, terminal)
        for place, part in enumerate(parts)
    )


def _indented(picture: str) -> str:
    return "\n".join(["", *(f"  {line}" if line else "" for line in picture.split("\n")), ""])


def _set(page: str, terminal: Terminal) -> str:
    """Markdown, set by Rich."""
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Heading, Markdown

    class LeftHeading(Heading):
        """A heading where the eye looks for it."""

        def __rich_console__(self, console: Console, options: object) -> object:  # type: ignore[override]
            self.text.justify = "left"
            self.text.stylize("bold")
            yield self.text

    class Page(Markdown):
        elements = {**Markdown.elements, "heading_open": LeftHeading}  # noqa: RUF012

    target = StringIO()
    console = Console(
        file=target,
        width=min(terminal.width, 80),
        force_terminal=terminal.has_colours,
        no_color=not terminal.has_colours,
        highlight=False,
    )
    console.print(Page(page))
    return target.getvalue().rstrip("\n")
