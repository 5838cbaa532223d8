"""`handvoll engine`."""

from __future__ import annotations

import sys
from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("speak the engine protocol on standard input and output, for programs")


def arguments(parser: Parser, say: Say) -> None:
    """None of its own."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Answer requests until the input ends. The sentences in its answers are English, in any language."""
    from handvoll.engine.session import Session

    Session().serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
