"""`handvoll hint GAME` and `handvoll hint --from RECORD`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser, checked, seconds, whole
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("say what to play, from a position or a record")


def arguments(parser: Parser, say: Say) -> None:
    """The moment, whose hint it is, and how long to think."""
    count = checked(whole, say)
    parser.add_argument("game", metavar=say(_("GAME")), nargs="?", help=say(_("the game")))
    parser.add_argument(
        "--position",
        metavar=say(_("TEXT")),
        help=say(_("a position text to begin from, instead of the set-up")),
    )
    parser.add_argument(
        "--from",
        dest="record",
        metavar=say(_("RECORD")),
        help=say(_("the game of a record, instead of a position")),
    )
    parser.add_argument(
        "--step", type=count, metavar="N", help=say(_("after so many steps of the record (all)"))
    )
    parser.add_argument(
        "--seat", "-s", type=count, metavar="N", help=say(_("for this seat, counted from 0 (who is asked)"))
    )
    parser.add_argument("--seconds", type=checked(seconds, say), metavar="S", help=say(_("time for a move")))


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the picture and the hint."""
    from pathlib import Path

    from handvoll.bots.analysis import hint
    from handvoll.cli.advice import get_ready, hint_text, moment, told_apart
    from handvoll.cli.names import find_card
    from handvoll.cli.start import read_record
    from handvoll.core.errors import BadRequest
    from handvoll.core.game import Game

    if (args.game is None) == (args.record is None):
        raise BadRequest(_("A hint is for a game (with its position) or for a record (--from)."))
    if args.record is not None and args.position is not None:
        raise BadRequest(
            _("A record has positions of its own: --position goes with a game, not with --from.")
        )
    if args.record is None and args.step is not None:
        raise BadRequest(_("The steps are those of a record: --step goes with --from, not with a game."))
    names: tuple[str, ...] = ()
    if args.record is not None:
        record, game = read_record(Path(args.record))
        game, names = moment(game, args.step), told_apart(record.names)
    else:
        card = find_card(args.game)
        game = Game.new(card) if args.position is None else Game.load(card, args.position)
    get_ready(game.card, terminal)
    found = hint(game, args.seat, args.seconds)
    words = terminal.words_of(game.card, names)
    terminal.print(game.card.picture.text(game.view(found.seat), terminal.pen(words)))
    terminal.print()
    for line in hint_text(found, words.say):
        terminal.tell(line)
    return 0
