"""`handvoll admin`: caring for the tables that a house keeps."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from handvoll.cli.parser import Parser, checked, whole
from handvoll.cli.terminal import Terminal
from handvoll.core.errors import BadRequest
from handvoll.core.messages import Message, Say, _, _n

if TYPE_CHECKING:
    from handvoll.store.store import Store
    from handvoll.web.settings import Settings

HELP = _("care for the tables of a house: counts, backups, moving, clearing up")

DAY_MS = 24 * 3600 * 1000
ORDERS: dict[str, Message] = {
    "stats": _("say how much there is"),
    "backup": _("copy the SQLite database into FILE while the house runs"),
    "restore": _("put the backup FILE in the place of the SQLite database; stop the house before"),
    "export": _("write a table, or all of them, as JSON lines, their dealers' secrets included"),
    "import": _("add the tables of exported FILE"),
    "purge": _("remove the tables where nothing has happened for N days"),
}


def arguments(parser: Parser, say: Say) -> None:
    """What to do, with what each needs; which database is a setting, as for `serve`."""
    parser.add_argument(
        "--data",
        metavar=say(_("FOLDER")),
        help=say(_("where the tables are kept, if not where the settings say")),
    )
    orders = parser.add_subparsers(
        dest="order", required=True, metavar=say(_("ORDER")), title=say(_("orders"))
    )
    found = {
        name: orders.add_parser(name, say=say, width=parser.width, help=say(help_), description=say(help_))
        for name, help_ in ORDERS.items()
    }
    for name in ("backup", "restore", "import"):
        found[name].add_argument(
            "file", metavar=say(_("FILE")), help=say(_("the file; import reads - as well"))
        )
    found["export"].add_argument(
        "table", metavar=say(_("TABLE")), nargs="?", help=say(_("the id of one table; without it, all"))
    )
    found["purge"].add_argument(
        "--days", metavar="N", type=checked(_days, say), required=True, help=say(_("how long, at least 1"))
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Do it."""
    from pathlib import Path

    from handvoll.store import care
    from handvoll.web.settings import load

    settings = load(data=args.data)
    if args.order == "backup":
        care.backup(settings.database, Path(args.file))
        terminal.tell(terminal.say(_("The backup stands in {file}.", file=args.file)))
    elif args.order == "restore":
        care.restore(Path(args.file), settings.database)
        terminal.tell(terminal.say(_("The house has the tables of {file} again.", file=args.file)))
    else:
        _check_there(settings, args.order)
        _with_store(settings, lambda store: _ORDERS[args.order](store, args, terminal))
    return 0


def _check_there(settings: Settings, order: str) -> None:
    """Refuse to care for a house that is nowhere; only importing makes a new one."""
    from pathlib import Path

    database = settings.database
    if order != "import" and isinstance(database, Path) and not database.exists():
        raise BadRequest(_("There is no database {file}.", file=str(database)))


def _days(text: str) -> int:
    days = whole(text)
    if days < 1:
        raise BadRequest(_("at least one day, not {days}", days=days))
    return days


def _with_store(settings: Settings, work: Callable[[Store], Awaitable[None]]) -> None:
    """Open the house's database and do the work."""
    import asyncio

    from handvoll.store.store import Store

    async def do() -> None:
        store = await Store.connect(settings.database)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(do())


async def _stats(store: Store, args: Namespace, terminal: Terminal) -> None:
    stats = await store.stats()
    for message in (
        _n("{n} table waits for players", "{n} tables wait for players", stats.waiting),
        _n("{n} game runs", "{n} games run", stats.running),
        _n("{n} game is over", "{n} games are over", stats.over),
        _n("{n} event in all logs", "{n} events in all logs", stats.events),
        _n("{n} key of a program", "{n} keys of programs", stats.tokens),
    ):
        terminal.print(terminal.say(message))


async def _export(store: Store, args: Namespace, terminal: Terminal) -> None:
    from handvoll.store.care import export_table

    for table in [args.table] if args.table else await store.ids():
        for line in await export_table(store, table):
            terminal.print(line)


async def _import(store: Store, args: Namespace, terminal: Terminal) -> None:
    import sys

    from handvoll import games
    from handvoll.store.care import import_tables

    if args.file == "-":
        count = await import_tables(store, sys.stdin, games.card)
    else:
        with open(args.file, encoding="utf-8") as file:  # noqa: ASYNC230  # nobody else waits
            count = await import_tables(store, file, games.card)
    terminal.tell(terminal.say(_n("{n} table was added.", "{n} tables were added.", count)))


async def _purge(store: Store, args: Namespace, terminal: Terminal) -> None:
    import time

    count = await store.purge(int(time.time() * 1000) - args.days * DAY_MS)
    terminal.tell(terminal.say(_n("{n} table was removed.", "{n} tables were removed.", count)))


_ORDERS: dict[str, Callable[[Store, Namespace, Terminal], Awaitable[None]]] = {
    "stats": _stats,
    "export": _export,
    "import": _import,
    "purge": _purge,
}
