"""Which tables wait for an opponent, so that a restart wakes it; and which request made a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Who was to play stands in the logs only. Every running table is looked at once after the upgrade.
    op.add_column("tables", sa.Column("thinking", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE tables SET thinking = (phase = 'running')")
    op.create_table(
        "made",
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("guest", "key", name="pk_made"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_made_table_id", ondelete="CASCADE"),
    )
