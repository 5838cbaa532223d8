"""Bringing a database up to date, when the house starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from handvoll.core.messages import _
from handvoll.store.errors import NewerDatabase

_LOCK = 0x68616E64  # what nodes that start together wait for: "hand"


def migrate(connection: Connection, target: str = "head") -> None:
    """Run the steps the database lacks, inside the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    version = revision(connection)
    if version is not None and version not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabase(
            _("The database was made by a newer Handvoll (its version is {version}).", version=version)
        )
    if target == "head" and version == scripts.get_current_head():
        return
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def revision(connection: Connection) -> str | None:
    """The step that the database stands at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version
