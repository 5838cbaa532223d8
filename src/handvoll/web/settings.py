"""What can be set: by the environment (`HANDVOLL_PORT=8000`) or a TOML file (`port = 8000`), the environment
first. docs/hosting.md lists all of it; a test keeps both together."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from handvoll.core.errors import BadRequest
from handvoll.core.messages import _

PREFIX = "HANDVOLL_"
PLAIN_NAMES = {"DATABASE_URL": "database_url", "REDIS_URL": "redis_url"}
"""Names that hosting services set without our prefix."""
CONFIG = "HANDVOLL_CONFIG"
CONFIG_NAME = "handvoll.toml"


def _meta(what: str, **bounds: Any) -> msgspec.Meta:
    return msgspec.Meta(description=what, **bounds)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a house."""

    host: Annotated[str, _meta("The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1"
    port: Annotated[int, _meta("The port to listen on; 0 takes a free one.", ge=0, le=65535)] = 5555
    data: Annotated[str, _meta("The folder for the SQLite database. Empty: the user's data folder.")] = ""
    database_url: Annotated[
        str, _meta("A PostgreSQL database, for example postgresql://user@host/name. Empty: SQLite in `data`.")
    ] = ""
    redis_url: Annotated[
        str,
        _meta("A Redis or Valkey server that tells several nodes of each other's events. Empty: one node."),
    ] = ""
    public_url: Annotated[
        str, _meta("The address people type, as https://play.example.org. Empty: what the request says.")
    ] = ""
    trusted_proxies: Annotated[
        str, _meta("Addresses of reverse proxies whose X-Forwarded headers are believed, parted by commas.")
    ] = "127.0.0.1"
    opponents: Annotated[
        int, _meta("Processes in which opponents think. 0: one less than there are cores.", ge=0, le=64)
    ] = 0
    workers: Annotated[
        bool,
        _meta("Whether worker nodes (`handvoll worker`) think for the opponents, asked by way of Redis."),
    ] = False
    opponent_pause_ms: Annotated[
        int, _meta("How long an opponent waits at least before it moves.", ge=0, le=10_000)
    ] = 700
    streams_per_guest: Annotated[int, _meta("Open streams per identity.", ge=1, le=100_000)] = 32
    streams_per_address: Annotated[int, _meta("Open streams per network address.", ge=1, le=100_000)] = 200
    streams: Annotated[int, _meta("Open streams in all of this process.", ge=1, le=1_000_000)] = 20_000
    actions_per_minute: Annotated[
        int, _meta("Requests that change something, per identity and minute.", ge=1, le=10_000_000)
    ] = 240
    requests_per_minute: Annotated[
        int, _meta("Requests per network address and minute.", ge=1, le=10_000_000)
    ] = 3000
    tables_per_hour: Annotated[
        int, _meta("Tables that one identity may open per hour.", ge=1, le=10_000_000)
    ] = 60
    tables_per_address: Annotated[
        int, _meta("Tables that may be opened per network address and hour.", ge=1, le=10_000_000)
    ] = 600
    guests_per_hour: Annotated[
        int, _meta("New identities per network address and hour.", ge=1, le=10_000_000)
    ] = 120
    heartbeat_seconds: Annotated[
        float, _meta("How often a quiet stream shows that it lives.", ge=0.1, le=300)
    ] = 15.0
    poll_seconds: Annotated[
        float, _meta("How often the log is asked for news while Redis does not answer.", ge=0.05, le=60)
    ] = 1.0
    tables_in_memory: Annotated[
        int, _meta("Tables that a process keeps folded in memory.", ge=1, le=1_000_000)
    ] = 2000
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _meta("What is logged.")] = "info"
    log_format: Annotated[Literal["text", "json"], _meta("One line of text or of JSON per entry.")] = "text"
    metrics: Annotated[bool, _meta("Whether /metrics answers.")] = True

    @property
    def folder(self) -> Path:
        """Where the house keeps what it must not lose."""
        return Path(self.data).expanduser() if self.data else data_folder()

    @property
    def database(self) -> str | Path:
        """Where the tables are kept."""
        return self.database_url or self.folder / "handvoll.sqlite"

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same tables."""
        return bool(self.redis_url) or self.database_url.startswith("postgres")

    @property
    def secure(self) -> bool:
        """Whether people come by TLS, so that cookies may insist on it."""
        return self.public_url.startswith("https://")


def data_folder() -> Path:
    """The user's data folder for Handvoll, by the habits of the system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "handvoll"


def load(environ: Mapping[str, str] | None = None, **given: object) -> Settings:
    """The settings of the TOML file, overruled by the environment, overruled by what is `given`."""
    environ = os.environ if environ is None else environ
    found: dict[str, object] = {}
    for name, value in environ.items():
        field = PLAIN_NAMES.get(name) or (
            name.removeprefix(PREFIX).lower() if name.startswith(PREFIX) and name != CONFIG else None
        )
        if field in Settings.__struct_fields__:
            found[field] = value
    found |= {name: value for name, value in given.items() if value is not None}
    settings = _converted(found, "the environment")
    file = Path(environ[CONFIG]) if CONFIG in environ else settings.folder / CONFIG_NAME
    if CONFIG in environ or file.is_file():
        settings = _converted(_read(file) | found, str(file))
    return settings


def _read(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadRequest(
            _("The settings in {file} cannot be read: {why}.", file=str(file), why=str(error))
        ) from error


def _converted(found: Mapping[str, object], source: str) -> Settings:
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(
            _("A setting of {source} cannot be used: {why}.", source=source, why=str(error))
        ) from error
