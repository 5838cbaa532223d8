"""What is due at a table, and when: the time of a seat, or what a game does by itself. The server's clock
decides; nothing here reads it."""

from __future__ import annotations

from typing import NamedTuple

from handvoll.core.live import Span
from handvoll.table import events as ev
from handvoll.table.table import Table

DAY = 24 * 3600 * 1000
PATIENCE_MS = DAY
"""How long a seat may be silent at a table without a pace before the others may claim."""
PATIENCE_AWAY_MS = 5 * 60 * 1000
"""The same for a seat that has left."""


class Due(NamedTuple):
    """What happens at a time if nothing happens before: the time of `seat` is over, or (None) the game goes
    on by itself."""

    at: int
    seat: int | None


def time_left(table: Table, seat: int, now: int) -> int | None:
    """What is left of a seat's time, in milliseconds; None where there is no clock for it now."""
    pace = table.opened.pace
    question = table.questions[seat] if table.questions and seat not in table.optional else None
    if isinstance(pace, ev.Total):
        left = table.left_ms[seat]
        return left if question is None else left - (now - question.at)
    if question is None or isinstance(pace, ev.NoPace):
        return None
    allowed = pace.seconds * 1000 if isinstance(pace, ev.PerMove) else pace.days * DAY
    return allowed - (now - question.at)


def next_due(table: Table) -> Due | None:
    """The first thing that time will do at this table, or None."""
    if table.phase != "running":
        return None
    due: list[Due] = []
    if not isinstance(table.opened.pace, ev.NoPace):
        for seat in set(table.asked) - table.optional:
            left = time_left(table, seat, 0)
            if left is not None and table.seats[seat].is_person:  # an opponent is the house's own affair
                due.append(Due(left, seat))
    span = running_span(table)
    if span is not None and span.end is not None:
        due.append(Due(table.step_at + span.end, None))
    return min(due, key=lambda one: one.at, default=None)


def running_span(table: Table) -> Span | None:
    """The time that the game itself measures now, counted from `table.step_at`."""
    if table.phase != "running" or table.playing.over:
        return None
    return table.live.span(table.playing, table.opened.speed)


def claimable_at(table: Table, seat: int) -> int | None:
    """When the others may claim that `seat` holds up the game; None where they need not or may not."""
    if table.phase != "running" or not isinstance(table.opened.pace, ev.NoPace):
        return None
    question = table.questions[seat]
    if question is None or seat in table.optional or not table.seats[seat].is_person:
        return None
    return question.at + (PATIENCE_AWAY_MS if table.seats[seat].away else PATIENCE_MS)
