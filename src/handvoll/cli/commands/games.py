"""`handvoll games`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("list the games")


def arguments(parser: Parser, say: Say) -> None:
    """None of its own."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the shelf."""
    from handvoll.cli.shelf import shelf

    terminal.print(shelf(terminal))
    return 0
