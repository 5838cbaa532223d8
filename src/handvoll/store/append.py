"""Writing events: a batch of groups at once, in one transaction, each group whole or not at all.

That the log goes on where the writer thinks is asked of the head's number, in the same statement that moves
it; the primary key of the events stands behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, text
from sqlalchemy.exc import IntegrityError

from handvoll.store.schema import events as events_table
from handvoll.store.schema import made, seats, tables
from handvoll.table import events as ev
from handvoll.table.clock import next_due
from handvoll.table.opponents import to_think
from handvoll.table.table import Table

_MOVES_SEATS = (ev.Opened, ev.Sat, ev.Left)


@dataclass(frozen=True, slots=True)
class Append:
    """What is added to one table: its new events, already part of `table`; `secret` for a new one."""

    table: Table
    events: Sequence[ev.Event]
    secret: bytes | None = None

    @property
    def expected(self) -> int:
        """The number of the event that must be the last so far; 0 for a new table."""
        return self.table.number - len(self.events)

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the head and the log changes."""
        return bool(self.expected) and not any(isinstance(event, _MOVES_SEATS) for event in self.events)

    def head(self) -> dict[str, Any]:
        """The row of the head, but for what never changes."""
        due = next_due(self.table)
        return {
            "number": self.table.number,
            "phase": self.table.phase,
            "updated": self.table.at,
            "due": None if due is None else due.at,
            "thinking": bool(to_think(self.table)),
        }

    def rows(self) -> list[tuple[str, int, str]]:
        """The rows of the new events."""
        return [
            (self.table.id, number, ev.encode(event).decode())
            for number, event in enumerate(self.events, self.expected + 1)
        ]


Group = tuple[Append, ...]
"""What is written whole or not at all."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A group with its rows made, outside the writer."""

    group: Group
    heads: tuple[dict[str, Any], ...]
    rows: tuple[list[tuple[str, int, str]], ...]

    @property
    def is_plain(self) -> bool:
        """Whether it is one table of which nothing but the head and the log changes."""
        return len(self.group) == 1 and self.group[0].is_plain

    @classmethod
    def of(cls, group: Group) -> Ready:
        """Make the rows."""
        return cls(group, tuple(one.head() for one in group), tuple(one.rows() for one in group))


def write_batch(connection: Connection, batch: Sequence[Ready]) -> list[bool]:
    """Write groups inside the connection's transaction; tells for each whether it was written."""
    if connection.dialect.name == "sqlite":
        return [_write_sqlite(connection, ready) for ready in batch]
    return [_write_guarded(connection, ready) for ready in batch]


# --- SQLite: one writer, a statement costs microseconds -----------------------------------------

_MOVE_HEAD = "UPDATE tables SET number=?, phase=?, updated=?, due=?, thinking=? WHERE id=? AND number=?"
_ADD_EVENTS = "INSERT INTO events (table_id, number, body) VALUES (?, ?, ?)"


def _write_sqlite(connection: Connection, ready: Ready) -> bool:
    if not ready.is_plain:
        return _write_guarded(connection, ready)
    cursor = connection.connection.cursor()
    head = ready.heads[0]
    cursor.execute(_MOVE_HEAD, (*head.values(), ready.group[0].table.id, ready.group[0].expected))
    if cursor.rowcount != 1:
        return False
    cursor.executemany(_ADD_EVENTS, ready.rows[0])
    return True


# --- PostgreSQL: a round trip costs more than a row ---------------------------------------------

# Two nodes that write at the same time take the heads in the same order, so that none waits in a circle. A
# head that has gone on while its lock was waited for is compared anew, and not moved.
_WRITE_PLAIN = text(
    """
    WITH locked AS MATERIALIZED (
        SELECT id FROM tables WHERE id = ANY(CAST(:id AS text[])) ORDER BY id FOR NO KEY UPDATE
    ), moved AS (
        UPDATE tables SET number = new.number, phase = new.phase, updated = new.updated, due = new.due,
            thinking = new.thinking
        FROM unnest(CAST(:id AS text[]), CAST(:expected AS int[]), CAST(:number AS int[]),
            CAST(:phase AS text[]), CAST(:updated AS bigint[]), CAST(:due AS bigint[]),
            CAST(:thinking AS boolean[]))
            AS new (id, expected, number, phase, updated, due, thinking)
            JOIN locked ON locked.id = new.id
        WHERE tables.id = new.id AND tables.number = new.expected
        RETURNING tables.id
    ), added AS (
        INSERT INTO events (table_id, number, body)
        SELECT event.* FROM unnest(CAST(:of AS text[]), CAST(:place AS int[]), CAST(:body AS text[]))
            AS event (table_id, number, body)
            JOIN moved ON moved.id = event.table_id
    )
    SELECT id FROM moved
    """
)


def write_plain(connection: Connection, batch: Sequence[Ready]) -> list[bool]:
    """Write plain groups to PostgreSQL in one statement, which is a transaction by itself."""
    first: dict[str, Ready] = {}
    for ready in batch:
        # Of two that would go on from the same event only one can.
        first.setdefault(ready.group[0].table.id, ready)
    heads = [ready.heads[0] for ready in first.values()]
    columns = {name: [head[name] for head in heads] for name in heads[0]}
    rows = [row for ready in first.values() for row in ready.rows[0]]
    of, place, body = (list(column) for column in zip(*rows, strict=True))
    expected = [ready.group[0].expected for ready in first.values()]
    given = {"id": list(first), "expected": expected, **columns, "of": of, "place": place, "body": body}
    moved = set(connection.execute(_WRITE_PLAIN, given).scalars())
    return [first[id] is ready and id in moved for ready in batch for id in [ready.group[0].table.id]]


# --- both: what happens seldom ------------------------------------------------------------------


def _write_guarded(connection: Connection, ready: Ready) -> bool:
    """Write a group that opens tables or moves seats, and undo it alone where it does not fit."""
    savepoint = connection.begin_nested()
    try:
        for one, head, rows in zip(ready.group, ready.heads, ready.rows, strict=True):
            _write_one(connection, one, head, rows)
    except (IntegrityError, _Moved):
        savepoint.rollback()
        return False
    savepoint.commit()
    return True


class _Moved(Exception):
    """The table has gone on."""


def _write_one(
    connection: Connection, one: Append, head: dict[str, Any], rows: list[tuple[str, int, str]]
) -> None:
    table = one.table
    if one.expected:
        changed = connection.execute(
            tables.update().where(tables.c.id == table.id, tables.c.number == one.expected).values(**head)
        )
        if changed.rowcount != 1:
            raise _Moved
    else:
        _open(connection, one, head)
    connection.execute(
        insert(events_table),
        [{"table_id": id, "number": number, "body": body} for id, number, body in rows],
    )
    if not one.is_plain:
        connection.execute(delete(seats).where(seats.c.table_id == table.id))
        guests = {sitter.guest for sitter in table.chairs if sitter.guest is not None}
        guests.add(table.opened.host)
        connection.execute(insert(seats), [{"table_id": table.id, "guest": guest} for guest in guests])


def _open(connection: Connection, one: Append, head: dict[str, Any]) -> None:
    opened, table = one.table.opened, one.table
    assert one.secret is not None
    connection.execute(
        insert(tables).values(
            id=table.id,
            game=opened.game,
            listed=opened.listed,
            host=opened.host,
            created=opened.at,
            secret=one.secret,
            **head,
        )
    )
    if opened.key is not None:
        connection.execute(
            insert(made).values(
                guest=opened.by, key=opened.key, request=opened.request or "", table_id=table.id
            )
        )
