"""`handvoll perft GAME`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser, checked, whole
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("count the move sequences of a game without chance")


def arguments(parser: Parser, say: Say) -> None:
    """The game, how deep, and from where."""
    parser.add_argument("game", metavar=say(_("GAME")), help=say(_("the game")))
    parser.add_argument(
        "--depth",
        "-d",
        type=checked(whole, say),
        default=3,
        metavar="N",
        help=say(_("the longest sequences (3)")),
    )
    parser.add_argument(
        "--position",
        metavar=say(_("TEXT")),
        help=say(_("a position text to begin from, instead of the set-up")),
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the counts, depth by depth, as they are known."""
    import time

    from handvoll.cli.names import find_card
    from handvoll.core.game import Game
    from handvoll.core.perft import perft

    card = find_card(args.game)
    game = Game.new(card) if args.position is None else Game.load(card, args.position)
    if args.depth < 1:
        perft(game, args.depth)  # which refuses it
    for depth in range(1, args.depth + 1):
        started = time.perf_counter()
        nodes = perft(game, depth)
        seconds = time.perf_counter() - started
        terminal.print(f"{depth:3}  {nodes:>16,}  {seconds:9.3f} s")
        terminal.flush()
    return 0
