"""`handvoll arena GAME A B …`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser, checked, seconds, whole
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("let opponents and programs play many games against each other, and measure them")


def arguments(parser: Parser, say: Say) -> None:
    """The game, who competes, how much, and where the records go."""
    parser.add_argument("game", metavar=say(_("GAME")), help=say(_("the game, such as six or make-five")))
    parser.add_argument(
        "competitors",
        nargs="+",
        metavar=say(_("COMPETITOR")),
        help=say(
            _(
                "level:1 to level:5, random, engine:PROGRAM (one that speaks the engine protocol; quote it"
                " with its arguments) or python:MODULE:NAME"
            )
        ),
    )
    count = checked(whole, say)
    time = checked(seconds, say)
    parser.add_argument("--games", "-g", type=count, default=100, metavar="N", help=say(_("how many (100)")))
    parser.add_argument("--players", "-p", type=count, metavar="N", help=say(_("how many seats (2)")))
    parser.add_argument(
        "--option",
        "--options",
        "-o",
        action="append",
        default=[],
        metavar=say(_("NAME=VALUE")),
        help=say(_("set an option of the game (several: again, or with commas)")),
    )
    parser.add_argument("--seconds", type=time, metavar="S", help=say(_("time for a move")))
    parser.add_argument(
        "--nodes",
        type=count,
        metavar="N",
        help=say(_("let levels stop after so many nodes instead, so that a match can be repeated exactly")),
    )
    parser.add_argument(
        "--deadline",
        type=time,
        metavar="S",
        help=say(
            _(
                "how many seconds beyond its time to think an engine or Python competitor may take for any"
                " answer before it loses (10, and 30 for its first)"
            )
        ),
    )
    parser.add_argument(
        "--seed", type=count, default=0, metavar="N", help=say(_("the luck of the match (0)"))
    )
    parser.add_argument(
        "--sprt",
        metavar=say(_("LOW,HIGH")),
        help=say(_("stop as soon as it is clear which difference in Elo fits better, such as 0,50")),
    )
    parser.add_argument(
        "--jobs", "-j", type=count, default=-1, metavar="N", help=say(_("games at once (-1: one per core)"))
    )
    parser.add_argument(
        "--keep",
        metavar=say(_("FOLDER")),
        help=say(_("where the records go; a match that is there already goes on (a new folder here)")),
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Play, and write how it stands."""
    from pathlib import Path

    from handvoll.bots.arena import Match
    from handvoll.cli.matches import default_folder, play, read_test
    from handvoll.cli.names import find_card
    from handvoll.cli.start import read_options

    card = find_card(args.game)
    match = Match(
        card.id,
        tuple(args.competitors),
        args.players,
        card.check_options(read_options(card, args.option)),
        args.seconds,
        args.nodes,
        args.deadline,
        args.seed,
    ).checked()
    test = None if args.sprt is None else read_test(args.sprt)
    folder = Path(args.keep) if args.keep else default_folder(match)
    return play(terminal, match, args.games, folder, args.jobs, test)
