"""`handvoll analyse RECORD`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser, checked, seconds
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("go through a record: what each step was worth, how much was luck and how much choice")


def arguments(parser: Parser, say: Say) -> None:
    """The record and how long to think about each step."""
    parser.add_argument(
        "record", metavar=say(_("RECORD")), help=say(_("the file of a record; - is standard input"))
    )
    parser.add_argument(
        "--seconds",
        type=checked(seconds, say),
        default=0.3,
        metavar="S",
        help=say(_("time to think about a step (0.3)")),
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Write a line for each step as it is judged, then what came together for each seat."""
    from pathlib import Path

    from handvoll.bots.analysis import judge, sums
    from handvoll.cli.advice import sum_text, verdict_lines
    from handvoll.cli.start import read_record

    record, game = read_record(Path(args.record))
    words = terminal.words_of(game.card, record.names)
    pen = terminal.pen(words)
    terminal.print(
        f"{pen.paint(words.title(game.card), 'bold')}  {pen.paint(record.date.isoformat(), 'dim')}"
    )
    found = []
    for number, verdict in enumerate(judge(game, args.seconds), 1):
        found.append(verdict)
        text = record.lines[number - 1].text()
        for line in verdict_lines(number, text, verdict, pen, terminal.width):
            terminal.print(line)
        terminal.flush()
    terminal.print()
    for total in sums(found, game.players):
        terminal.tell(words.say(sum_text(total)))
    if not any(verdict.before for verdict in found):
        terminal.tell(words.say(_("Nobody can judge this game yet.")))
    return 0
