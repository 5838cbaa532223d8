"""The bot of the documentation, against a live server; and the client it is made with."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from handvoll.client import House, Refused

BOTS = Path(__file__).parents[2] / "docs" / "bots.md"


def documented_bot() -> dict[str, Any]:
    """What the bot in docs/bots.md defines."""
    found = re.search(r"```python\n(.+?)```", BOTS.read_text("utf-8"), re.S)
    assert found is not None
    lines = found[1].splitlines()
    assert len([line for line in lines if line.strip()]) <= 40
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(found[1], str(BOTS), "exec"), names)
    return names


@pytest.mark.parametrize("game", ["zahlenpoker", "make-five"])
def test_two_documented_bots_play_a_game_to_its_end(served: Any, game: str) -> None:
    """Two programs with tokens of two people sit down and play; both hear the same end."""
    bot = documented_bot()
    tokens = []
    for name in ("Anna", "Bob"):
        with served.browser() as browser:
            browser.post("/api/me", json={"name": name})
            tokens.append(browser.post("/api/tokens", json={"label": "bot"}).json()["token"])
    with House(served.url, tokens[0]) as house:
        table = house.open(game, ["open", "open"]).id
    ends: list[dict[str, Any]] = []
    bots = [
        threading.Thread(target=lambda token=token: ends.append(bot["play"](served.url, token, table)))
        for token in tokens
    ]
    for thread in bots:
        thread.start()
    for thread in bots:
        thread.join(60)
    assert len(ends) == 2
    assert ends[0]["places"] == ends[1]["places"]
    assert ends[0]["by_rules"]


def test_a_request_is_sent_again_when_the_house_comes_back(served: Any) -> None:
    """A line that broke, or a house that restarts, is no matter: the answer comes, and the thing happened
    once."""
    client = served.client("Anna")
    table = client.open("make-five", ["host", "host"])
    table.sit()
    now = table.look()
    served.stop()
    again = threading.Timer(0.5, served.begin)
    again.start()
    done = table.play(now, now["moves"][0])
    again.join()
    assert done["event"] == now["event"] + 1


@pytest.mark.parametrize("address", ["", "ftp://x", "http://"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """A sentence says what an address looks like."""
    with pytest.raises(ValueError, match=r"127\.0\.0\.1:5555"):
        House(address)


def test_what_is_no_house_is_told_as_such(served: Any) -> None:
    """An answer that is no refusal of ours still becomes one, with its status."""
    with pytest.raises(Refused) as refused:
        served.client().ask("GET", "/static/none/none.js")
    assert refused.value.status == 404
    assert httpx.get(f"{served.url}/healthz").text == "ok\n"
