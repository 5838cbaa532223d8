"""`handvoll print GAME`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.errors import BadRequest
from handvoll.core.messages import Say, _

HELP = _("write sheets to print, board and pieces, as a page for the browser")

PAGE = (
    '<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
    "<style>@page{{size:A4;margin:0}}body{{margin:0}}svg{{display:block;break-after:page}}"
    "svg svg{{break-after:auto}}</style></head>\n<body>\n{pages}\n</body></html>"
)


def arguments(parser: Parser, say: Say) -> None:
    """The game, and where one plays it."""
    parser.add_argument("game", metavar=say(_("GAME")), help=say(_("the game, such as six or make-five")))
    parser.add_argument(
        "--address", default="", help=say(_("the address of your house, for a QR code on each sheet"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the sheets."""
    from handvoll.cli.names import find_card
    from handvoll.core.paper import pages
    from handvoll.web import qr

    card = find_card(args.game)
    words = terminal.words_of(card)
    title = words.title(card)
    address = f"{args.address.rstrip('/')}/#{card.id}" if args.address else ""
    found = pages(card, title, words.say, qr=qr.svg(address).decode() if address else "", address=address)
    if not found:
        raise BadRequest(_("There is nothing of {game} to print.", game=card.name))
    terminal.print(PAGE.format(lang=words.lang, title=title, pages="\n".join(found)))
    return 0
