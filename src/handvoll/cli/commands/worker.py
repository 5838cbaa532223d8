"""`handvoll worker`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("be a worker node: think for the opponents of a house on other machines")


def arguments(parser: Parser, say: Say) -> None:
    """What most change; the rest are settings, as for `serve`."""
    parser.add_argument(
        "--processes", type=int, metavar="N", help=say(_("how many opponents think at the same time"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Think until told to stop."""
    import asyncio

    from handvoll.web import workers
    from handvoll.web.opponents import Opponents
    from handvoll.web.serve import set_up_logging
    from handvoll.web.settings import load

    settings = load(opponents=args.processes)
    set_up_logging(settings)

    async def work() -> None:
        await workers.work(settings.redis_url, Opponents(settings.opponents))

    asyncio.run(work())
    return 0
