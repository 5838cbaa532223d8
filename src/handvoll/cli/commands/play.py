"""`handvoll play GAME`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser, checked, whole
from handvoll.cli.players import USUAL, read_level, read_seating
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("play a game in this terminal")


def arguments(parser: Parser, say: Say) -> None:
    """The game, who sits where, its options and its luck."""
    parser.add_argument(
        "game", metavar=say(_("GAME")), nargs="?", help=say(_("the game, such as six or make-five"))
    )
    parser.add_argument(
        "--players",
        "-p",
        type=checked(whole, say),
        metavar="N",
        help=say(_("how many seats (the fewest the game is for)")),
    )
    parser.add_argument(
        "--seat",
        "-s",
        action="append",
        default=[],
        type=checked(read_seating, say),
        metavar=say(_("SEAT=KIND")),
        help=say(
            _(
                "who sits on a seat, counted from 0: human, random or level:1 to level:5, an opponent of that"
                " strength (you on the first that is left, opponents on the others)"
            )
        ),
    )
    parser.add_argument(
        "--level",
        "-l",
        type=checked(read_level, say),
        default=USUAL,
        metavar="N",
        help=say(_("how strong the opponents are, from 1 (kind) to 5 (strong); 2 where not said")),
    )
    parser.add_argument(
        "--names",
        default="",
        metavar=say(_("NAME,NAME")),
        help=say(_("what the players are called, seat by seat")),
    )
    parser.add_argument(
        "--option",
        "--options",
        "-o",
        action="append",
        default=[],
        metavar=say(_("NAME=VALUE")),
        help=say(_("set an option of the game (several: again, or with commas)")),
    )
    parser.add_argument(
        "--seed",
        metavar=say(_("TEXT")),
        help=say(_("the luck of dice, cards and opponents; the same brings the same")),
    )
    parser.add_argument(
        "--from", dest="record", metavar=say(_("RECORD")), help=say(_("go on with the game of a record"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Seat the players and play."""
    from pathlib import Path

    from handvoll.cli.players import seated
    from handvoll.cli.session import Session
    from handvoll.cli.start import beginning, new_seed, read_record
    from handvoll.core.errors import BadRequest

    names = [name.strip() for name in args.names.split(",")] if args.names else []
    if args.record is not None:
        if args.game or args.players or args.option:
            raise BadRequest(_("A record brings its game, its players and its options with it."))
        record, game = read_record(Path(args.record))
        names = names or list(record.names)
        seed = args.seed or dict(record.extra).get("x-seed") or new_seed()
    else:
        if not args.game:
            raise BadRequest(_("Which game? handvoll games lists them."))
        game = beginning(args.game, args.players, args.option)
        seed = args.seed or new_seed()
    return Session(terminal, game, seated(game.players, args.seat, names, args.level), seed).run()
