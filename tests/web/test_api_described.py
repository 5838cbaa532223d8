"""The API describes itself, and does what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

ROUTES = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A house for all of it, with a token and a running table to ask about."""
    from handvoll.web.settings import Settings

    from .conftest import QUICK, UNLIMITED, Served

    served = Served(Settings(port=0, data=str(tmp_path_factory.mktemp("data")), **QUICK, **UNLIMITED))
    yield served
    served.close()


def test_every_route_is_described_and_documented(served: Any) -> None:
    """OpenAPI names every route of the API, and docs/api.md tells of each."""
    schema = httpx.get(f"{served.url}/api").json()
    text = ROUTES.read_text("utf-8")
    assert len(schema["paths"]) > 20
    for path, methods in schema["paths"].items():
        shown = path.replace("{table_id}", "{id}").replace("{token_id}", "{id}")
        assert shown in text, shown
        for method, route in methods.items():
            assert route.get("summary"), f"{method} {path}"
