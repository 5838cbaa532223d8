"""`handvoll rules GAME`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("explain a game")


def arguments(parser: Parser, say: Say) -> None:
    """The game."""
    parser.add_argument("game", metavar=say(_("GAME")), help=say(_("the game, such as six or make-five")))


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the rules page."""
    from handvoll.cli.names import find_card
    from handvoll.cli.pages import rules_text

    terminal.print(rules_text(find_card(args.game), terminal))
    return 0
