"""Alembic comes in here; the connection is the one that `handvoll.store.migrate` opened."""

from alembic import context

from handvoll.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
# The transaction is the caller's: all steps together, or none.
context.run_migrations()
