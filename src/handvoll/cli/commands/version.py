"""`handvoll version`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("say which Handvoll this is")


def arguments(parser: Parser, say: Say) -> None:
    """None of its own."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Write name and version."""
    import platform

    from handvoll import __version__

    terminal.print(f"handvoll {__version__} (Python {platform.python_version()})")
    return 0
