"""What must hold before a request is carried out."""

from __future__ import annotations

from handvoll.core.errors import BadRequest, GameOver
from handvoll.core.messages import Seat, _
from handvoll.table.errors import NotSeated, NotStarted
from handvoll.table.requests import Asker
from handvoll.table.table import Table


def guest_of(by: Asker) -> str:
    """The guest who asks; the house itself cannot."""
    if by.guest is None:
        raise NotSeated(_("Only a guest can do that."))
    return by.guest


def check_holds(table: Table, seat: int, by: Asker) -> None:
    """The asker holds the seat: the guest it belongs to, or the house where an opponent plays."""
    if not 0 <= seat < table.players:
        raise BadRequest(_("There is no seat {seat} at this table.", seat=seat))
    sitter = table.seats[seat]
    mine = sitter.level is not None if by.guest is None else sitter.is_person and sitter.guest == by.guest
    if not mine:
        raise NotSeated(_("{player} is not your seat.", player=Seat(seat)))


def check_runs(table: Table) -> None:
    """The game has begun and is not over."""
    if table.phase == "waiting":
        raise NotStarted(_("The game has not begun: somebody is still missing."))
    if table.phase == "over":
        raise GameOver(_("The game is over; nothing more can be played."))
