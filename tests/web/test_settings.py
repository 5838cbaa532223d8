"""Settings: from where they come, what is refused, and that all of them are documented."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from handvoll.core.errors import BadRequest
from handvoll.web.settings import Settings, load

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_every_setting_is_documented_with_its_default() -> None:
    """docs/hosting.md lists exactly the settings there are, in order, with their defaults and meaning."""
    row = re.compile(r"^\| `HANDVOLL_([A-Z_]+)` \| (?:`([^`]*)`)? ?\| (.+) \|$", re.M)
    listed = row.findall(HOSTING.read_text("utf-8"))
    schema = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]

    def written(default: Any) -> str:
        return str(default).lower() if isinstance(default, bool) else str(default)

    expected = [
        (name.upper(), written(field["default"]), field["description"]) for name, field in schema.items()
    ]
    assert listed == expected


def test_the_environment_goes_before_the_file_and_what_is_given_before_both(tmp_path: Path) -> None:
    """A TOML file in the data folder is found by itself; DATABASE_URL needs no prefix."""
    (tmp_path / "handvoll.toml").write_text('port = 1000\nlog_level = "error"\nopponents = 2\n')
    environment = {
        "HANDVOLL_DATA": str(tmp_path),
        "HANDVOLL_PORT": "2000",
        "DATABASE_URL": "postgresql://x/y",
    }
    settings = load(environment, opponents=3, host=None)
    assert (settings.port, settings.log_level, settings.opponents) == (2000, "error", 3)
    assert settings.host == "127.0.0.1"
    assert settings.database == "postgresql://x/y"
    assert settings.shared


@pytest.mark.parametrize(
    ("environment", "file"),
    [
        ({"HANDVOLL_PORT": "many"}, None),
        ({"HANDVOLL_PORT": "70000"}, None),
        ({"HANDVOLL_LOG_LEVEL": "loud"}, None),
        ({}, "port = [1]"),
        ({}, "surprise = 1"),
        ({}, "port = "),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, environment: dict[str, str], file: str | None
) -> None:
    """One sentence names the file or the environment, and the setting."""
    if file is not None:
        (tmp_path / "handvoll.toml").write_text(file)
    with pytest.raises(BadRequest) as refused:
        load({"HANDVOLL_DATA": str(tmp_path), **environment})
    assert ("handvoll.toml" if file else "environment") in str(refused.value)


def test_a_missing_file_that_was_named_is_refused(tmp_path: Path) -> None:
    """Without a name a file need not be there; with one it must."""
    assert load({"HANDVOLL_DATA": str(tmp_path)}).port == 5555
    with pytest.raises(BadRequest):
        load({"HANDVOLL_CONFIG": str(tmp_path / "none.toml")})
