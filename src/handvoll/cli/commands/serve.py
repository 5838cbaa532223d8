"""`handvoll serve`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("open the house: tables for people in browsers and for programs")


def arguments(parser: Parser, say: Say) -> None:
    """The settings one changes most; all of them stand in docs/hosting.md."""
    parser.add_argument(
        "--host", metavar=say(_("ADDRESS")), help=say(_("the address to listen on (127.0.0.1)"))
    )
    parser.add_argument("--port", type=int, metavar="N", help=say(_("the port to listen on (5555)")))
    parser.add_argument("--data", metavar=say(_("FOLDER")), help=say(_("where the tables are kept")))
    parser.add_argument(
        "--browser", action="store_true", help=say(_("open a browser, if there is a display"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Serve until told to stop."""
    from handvoll.web import serve
    from handvoll.web.settings import load

    serve.run(load(host=args.host, port=args.port, data=args.data), terminal.say, browser=args.browser)
    return 0
