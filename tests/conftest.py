"""What tests of several layers share: real servers."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TESTS = Path(__file__).parent


def _load(name: str, folder: Path = TESTS) -> ModuleType:
    """A module that lies in no package: the tests' own, or a script."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


services = _load("services")


@pytest.fixture(scope="session")
def script() -> Callable[[str], ModuleType]:
    """Gives a script of `scripts/` by its name."""
    return lambda name: _load(name, TESTS.parent / "scripts")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A running PostgreSQL server (`services.Postgres`)."""
    try:
        server = services.Postgres()
    except services.MissingProgram as missing:
        pytest.skip(f"NOT TESTED AGAINST POSTGRESQL: {missing}")
    with server:
        yield server


@pytest.fixture
def redis() -> Iterator[Any]:
    """A running Redis or Valkey server (`services.Redis`)."""
    try:
        server = services.Redis()
    except services.MissingProgram as missing:
        pytest.skip(f"NOT TESTED WITH REDIS: {missing}")
    with server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind the house can use."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    server = request.getfixturevalue("postgres")
    url: str = server.url()
    return url
