"""`handvoll analyse RECORD`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser, checked, seconds
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _, _n

SECONDS = 0.3
HELP = _("go through a record: what each step was worth, how much was luck and how much choice")


def arguments(parser: Parser, say: Say) -> None:
    """The record and how long to think about each step."""
    parser.add_argument(
        "record", metavar=say(_("RECORD")), help=say(_("the file of a record; - is standard input"))
    )
    parser.add_argument(
        "--seconds",
        type=checked(seconds, say),
        default=SECONDS,
        metavar="S",
        help=say(_("time to think about a step ({seconds})", seconds=SECONDS)),
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Write a line for each step as it is judged, then what came together for each seat; Ctrl-C ends the
    judging, and what is known by then is summed up."""
    from pathlib import Path

    from handvoll.bots.analysis import judge
    from handvoll.bots.verdicts import Verdict, sums
    from handvoll.cli.advice import get_ready, sum_text, told_apart, verdict_lines
    from handvoll.cli.main import INTERRUPTED
    from handvoll.cli.start import read_record

    record, game = read_record(Path(args.record))
    words = terminal.words_of(game.card, told_apart(record.names))
    pen = terminal.pen(words)
    steps = words.say(_n("{n} step", "{n} steps", len(record.lines)))
    about = pen.paint(f"{record.date.isoformat()}  {steps}", "dim")
    terminal.print(f"{pen.paint(words.title(game.card), 'bold')}  {about}")
    terminal.flush()  # the first step may take a while
    found: list[Verdict] = []
    code = 0
    try:
        get_ready(game.card, terminal)
        for verdict in judge(game, args.seconds):
            found.append(verdict)
            text = record.lines[len(found) - 1].text()
            for line in verdict_lines(len(found), text, verdict, pen, terminal.width, game.card.score):
                terminal.print(line)
            terminal.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    terminal.print()
    if code == INTERRUPTED:
        terminal.tell(
            words.say(_("Stopped; {n} of {total} steps are judged.", n=len(found), total=len(record.lines)))
        )
    for total in sums(found, game.players):
        terminal.tell(sum_text(total, words.say, game.card.score))
    if not code and not any(verdict.before for verdict in found):
        terminal.tell(words.say(_("Nobody can judge this game yet.")))
    return code
