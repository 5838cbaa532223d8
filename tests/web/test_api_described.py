"""The API describes itself, and does what it says."""

from __future__ import annotations

import os
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

import handvoll
from handvoll.core.card import Trait
from handvoll.web.schema import Log, Past, Snapshot, Transcript

ROUTES = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLES = int(os.environ.get("HANDVOLL_FUZZ_EXAMPLES", "12"))
"""How many requests each route gets; a thorough run has more."""


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


def test_every_code_is_documented() -> None:
    """docs/api.md lists the status of every code there is."""
    from handvoll.web.errors import STATUS

    text = ROUTES.read_text("utf-8")
    for code, status in STATUS.items():
        row = next((line for line in text.splitlines() if line.startswith(f"| {status} |")), "")
        assert f"`{code}`" in row, f"{code} is not in the row of {status}"


@pytest.mark.parametrize("game", sorted(handvoll.cards()))
def test_what_is_sent_has_the_described_form(served: Any, game: str) -> None:
    """Snapshots of every game, from the waiting to the end, hold exactly the described fields."""
    card = handvoll.card(game)
    host = served.client("Anna")
    players = max(card.players[0], min(2, card.players[1]))
    table = host.open(game, ["host"] * players, pace={"kind": "total", "seconds": 600, "increment": 5})
    rng = random.Random(game)
    msgspec.convert(table.look(with_="view,scene"), Snapshot)
    table.sit()
    for _step in range(6):
        to_act = table.look(with_="")["to_act"]
        now = table.look(seat=to_act[0] if to_act else 0, with_="view,scene")
        msgspec.convert(now, Snapshot)
        if not now["moves"] or (Trait.CLOCK not in card.traits and "cover" in now["moves"]):
            break
        table.play(now, rng.choice(now["moves"]))
    msgspec.convert(table.look(seat=0, ply=0, with_="view,scene"), Past)
    msgspec.convert(host.ask("GET", f"/api/tables/{table.id}/log", seat=0), Log)
    msgspec.convert(host.ask("GET", f"/api/tables/{table.id}/transcript", seat=0), Transcript)
    table.do("resign", seat=0)
    for line in host.lines(f"/api/tables/{table.id}/stream", seat=0):
        msgspec.convert(line["data"], Snapshot)
        break


def a_running_table(served: Any) -> tuple[str, dict[str, str]]:
    """A table, and the cookie of who plays all its seats."""
    host = served.client("Anna")
    table = host.open("make-five", ["host", "host"])
    table.sit()
    return table.id, {"cookie": host._headers["cookie"]}


@pytest.mark.slow
def test_no_request_breaks_the_house(served: Any) -> None:
    """Schemathesis sends what the description allows and what it does not: no 5xx, only described statuses,
    and answers of the described form."""
    table, headers = a_running_table(served)
    schema = schemathesis.openapi.from_url(f"{served.url}/api")
    for found in schema.get_all_operations():
        if not found.ok().path.endswith("/stream"):  # it does not end; see test_streams.py
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                pester(served, found.ok(), table, headers, mode)
    assert httpx.get(f"{served.url}/readyz").text == "ok\n"


def pester(served: Any, operation: Any, table: str, headers: dict[str, str], mode: Any) -> None:
    """Send many requests to one route."""
    checks = (not_a_server_error, status_code_conformance, response_schema_conformance)

    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any, real: bool) -> None:
        if real and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table
        try:
            case.call_and_validate(base_url=served.url, headers=headers, checks=checks)
        except Failure as failure:
            raise AssertionError(f"{operation.method} {operation.path}: {failure}") from failure

    with suppress(Unsatisfiable):  # a route without parameters and body cannot be asked wrongly
        send()
