"""The tables of the database, as they are now. How they came to be so stands in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),  # of the last event
    Column("game", String(40), nullable=False),
    Column("phase", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger),  # when time does something here by itself
    Column("thinking", Boolean, nullable=False),  # whether an opponent is to play
    Column("secret", LargeBinary, nullable=False),  # the dealer's
    Index("ix_tables_due", "due"),
    Index("ix_tables_updated", "updated"),
    Index("ix_tables_listed", "listed", "phase", "updated"),
)
"""The head of each table: what lists and timers need without folding the log, and the dealer's secret."""

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The logs. The primary key is what makes one order of all that happens at a table."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(40), primary_key=True),
    Index("ix_seats_guest", "guest"),
)
"""Which guests sit at which tables."""

made = Table(
    "made",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("request", String(64), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
)
"""Which table a guest's request with an idempotency key has made."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("guest", String(40), nullable=False),
    Column("name", String(80), nullable=False),  # of the guest
    Column("label", String(80), nullable=False),
    Column("scopes", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("ix_tokens_guest", "guest"),
)
"""Keys for programs; only their hashes."""

links = Table(
    "links",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("guest", Text, nullable=False),  # whom it takes to another device, as JSON
    Column("expires", BigInteger, nullable=False),
)
"""One-time links; only their hashes."""

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all nodes share: the key that signs cookies."""
