"""`handvoll replay RECORD`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("play a record again and show what happened")


def arguments(parser: Parser, say: Say) -> None:
    """The record and how much of it to show."""
    parser.add_argument(
        "record", metavar=say(_("RECORD")), help=say(_("the file of a record; - is standard input"))
    )
    parser.add_argument(
        "--pictures", action="store_true", help=say(_("show the picture after every step, not only the last"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Write every step with its sentence, and how it came out."""
    from pathlib import Path

    from handvoll.cli.retelling import retell
    from handvoll.cli.start import read_record

    record, game = read_record(Path(args.record))
    retell(terminal, record, game, every_picture=args.pictures)
    return 0
