"""Under which address a house tells people to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from handvoll.web import request as requests_asked
from handvoll.web import serve as serving
from handvoll.web.network import is_loopback
from handvoll.web.settings import Settings
from handvoll.words import Words

ELSEWHERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is in a network, under an address of the examples."""
    for module in (serving, requests_asked):
        monkeypatch.setattr(module, "address_in_network", lambda: ELSEWHERE)


@pytest.mark.parametrize(
    ("host", "is_it"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("localhost", True),
        ("192.168.1.2", False),
        ("play.example.org", False),
        (None, False),
    ],
)
def test_who_comes_by_a_loopback_address(host: str | None, is_it: bool) -> None:
    assert is_loopback(host) is is_it


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, ["http://127.0.0.1:5555", "--host 0.0.0.0"]),
        ({"host": "0.0.0.0"}, ["http://127.0.0.1:5555", f"http://{ELSEWHERE}:5555"]),
        ({"host": "192.0.2.9"}, ["http://192.0.2.9:5555"]),
        ({"public_url": "https://play.example.org"}, ["https://play.example.org"]),
    ],
)
def test_the_greeting_says_where_the_house_is_and_for_whom(settings: dict[str, str], told: list[str]) -> None:
    """In the order: the address, who else gets in, how it is closed; nothing that cannot be used."""
    said = [Words("en").say(message) for message in serving.greeting(Settings(**settings), 5555)]
    assert len(said) == len(told) + 1
    assert all(part in line for part, line in zip(told, said, strict=False))
    assert "Ctrl-C" in said[-1]


@pytest.mark.parametrize(
    ("host", "asked_as", "link", "is_warned"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1", True),
        ("0.0.0.0", "127.0.0.1", ELSEWHERE, False),
        ("0.0.0.0", "192.0.2.20", "192.0.2.20", False),
    ],
)
def test_an_invitation_names_an_address_that_others_can_use(
    serve: Callable[..., Any], host: str, asked_as: str, link: str, is_warned: bool
) -> None:
    """…or says that the link works on this computer only."""
    house = serve(host=host)
    headers = {"Host": f"{asked_as}:{house.port}"}
    with house.browser(**headers) as browser:
        opened = browser.post("/api/tables", json={"game": "torris", "chairs": ["host", "open"]}).json()
        page = browser.get(f"/t/{opened['table']}").text
    url = f"http://{link}:{house.port}/t/{opened['table']}"
    assert opened["url"] == url
    assert f'id="link" readonly value="{url}"' in page
    assert ("--host 0.0.0.0" in page) is is_warned
