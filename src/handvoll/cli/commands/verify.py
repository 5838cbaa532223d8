"""`handvoll verify RECORD`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("recompute every card and die of a table's record")


def arguments(parser: Parser, say: Say) -> None:
    """The record."""
    parser.add_argument(
        "record", metavar=say(_("RECORD")), help=say(_("the file of a record; - is standard input"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Say whether all was dealt as promised before the start; exit code 1 if not."""
    from pathlib import Path

    from handvoll import games
    from handvoll.cli.start import record_text
    from handvoll.table.verify import verify_record

    verdict = verify_record(record_text(Path(args.record)), games.card)
    terminal.tell(terminal.say(verdict.message), "green" if verdict.fair else "red")
    return 0 if verdict.fair else 1
