"""Where tables are kept: in SQLite, or in PostgreSQL where several nodes share them. What was acknowledged is
durable, and no two processes can write the same event."""
