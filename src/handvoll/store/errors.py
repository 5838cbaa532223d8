"""What the store answers when it cannot do what was asked."""

from __future__ import annotations

from handvoll.core.errors import Refusal


class Conflict(Exception):
    """Somebody else was faster: a table has gone on, or there is one of that id already. Nothing of the group
    was written; look at the table as it is now and decide again."""


class StoreUnavailable(Refusal):
    """The database does not answer, or not as it should. Whether the last write took place is not known: ask
    again with the same idempotency key."""

    code = "store-unavailable"


class NewerDatabase(Refusal):
    """The database was made by a newer Handvoll."""

    code = "newer-database"


class BadExport(Refusal):
    """A file that is no exported table, or one that is here already."""

    code = "bad-export"
