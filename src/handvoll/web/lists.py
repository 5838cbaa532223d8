"""Lists of tables: one's own, and those at which anybody may sit down."""

from __future__ import annotations

import msgspec
from litestar import get

from handvoll.store.store import Head
from handvoll.table.table import Table
from handvoll.table.views import free_chairs, names
from handvoll.web.house import House
from handvoll.web.identity import Caller
from handvoll.web.request import REFUSALS, AnyRequest, caller_of, house_of

LISTED = 50


class Row(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    phase: str
    players: int
    names: list[str | None]
    levels: list[int | None]
    """The level of the opponent on each seat; None: a person's, or free."""
    my_seats: list[int]
    """Which seats are the asker's."""
    free: int
    """How many chairs the asker could take."""
    mine: bool
    my_turn: bool
    updated: int


class Lists(msgspec.Struct, frozen=True):
    """The tables one sees."""

    mine: list[Row]
    """Those that wait for me first."""
    open: list[Row]
    """Those at which anybody may sit down."""


@get("/api/tables", summary="My tables and the open ones", responses=REFUSALS)
async def lists(request: AnyRequest) -> Lists:
    """The latest first; of mine, those that wait for me before the others."""
    return await lists_for(house_of(request), caller_of(request, "read"))


async def lists_for(house: House, caller: Caller) -> Lists:
    """The lists of one caller."""
    mine = [] if caller.guest is None else await house.store.tables_of(caller.guest.id, LISTED)
    rows = await _rows(house, mine, caller)
    rows.sort(key=lambda row: (not row.my_turn, row.phase == "over", -row.updated))
    others = [head for head in await house.store.listed("waiting", LISTED) if head not in mine]
    return Lists(rows, [row for row in await _rows(house, others, caller) if row.free])


async def _rows(house: House, heads: list[Head], caller: Caller) -> list[Row]:
    await house.tables.heard({head.id: head.number for head in heads})
    return [_row(await house.tables.get(head.id), head, caller) for head in heads]


def _row(table: Table, head: Head, caller: Caller) -> Row:
    guest = caller.guest.id if caller.guest else None
    mine = table.seats_of(guest)
    return Row(
        table.id,
        table.card.id,
        table.phase,
        table.players,
        names(table),
        [sitter.level for sitter in table.seats],
        list(mine),
        len(free_chairs(table, guest)),
        bool(mine),
        any(seat in table.asked for seat in mine),
        head.updated,
    )
