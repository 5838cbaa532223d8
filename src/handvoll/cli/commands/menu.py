"""`handvoll menu`: what would you like to play?"""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("choose a game from the shelf and play it in the terminal")


def arguments(parser: Parser, say: Say) -> None:
    """None of its own."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Ask for the game and who plays, then play."""
    from handvoll.cli.menu import Menu

    try:
        return Menu(terminal).run()
    except EOFError:
        terminal.print()  # the question stands there yet
        return 0
