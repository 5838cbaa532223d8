"""Records in a browser: replayed step by step, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import handvoll

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
GAMES = sorted(handvoll.cards())


def record_of(game: str) -> str:
    """The first finished game that is written down of a game."""
    return min((TRANSCRIPTS / game).glob("*.txt")).read_text("utf-8")


async def give(person: Any, path: str, record: str) -> None:
    """Put a record's text into the form of a page, and send it."""
    await person.go(path)
    await person.page.fill("[name=record]", record)
    await person.page.click("#record-form button")


async def test_a_record_of_every_game_is_replayed_to_its_end(house: Any, people: Any) -> None:
    """The slider leads to the end, by keys, too; there the page says how the game came out."""
    person = await people(house)
    for game in GAMES:
        await give(person, "/replay", record_of(game))
        await person.page.wait_for_selector("#replay:not([hidden])")
        await person.until("document.getElementById('slider').max > 1")
        await person.page.focus("#slider")
        await person.page.keyboard.press("End")
        last = await person.page.get_attribute("#slider", "max")
        await person.until(f"document.getElementById('count').textContent === 'Step {last} of {last}'")
        end = await person.page.inner_text("#status")
        assert await person.page.locator("#log [aria-current]").inner_text() == end
        await person.page.keyboard.press("ArrowLeft")
        before = f"Step {int(last) - 1} of {last}"
        await person.until(f"document.getElementById('count').textContent === '{before}'")
        assert await person.page.locator("#stage .thing").count() > 3


async def test_a_step_of_a_record_is_touched_to_be_looked_at(house: Any, people: Any) -> None:
    """The lines bear their seats' colours and lead to their moments."""
    person = await people(house)
    await give(person, "/replay", record_of("hnefatafl"))
    await person.page.click("#log li:nth-child(3) .of-seat")
    await person.until("document.getElementById('count').textContent.startsWith('Step 2 ')")
    assert await person.page.inner_text("#status") == await person.page.inner_text("#log li:nth-child(3)")


async def test_what_is_wrong_with_a_record_is_said_beside_it(house: Any, people: Any) -> None:
    """In the reader's language, and it stays there."""
    person = await people(house, lang="de-DE")
    await give(person, "/replay", record_of("hnefatafl").replace("1. P1 ", "1. P1 z"))
    wrong = person.page.locator("#record-form .alert")
    await wrong.wait_for()
    assert "Das Protokoll ist nicht lesbar (Zeile" in await wrong.inner_text()
    await give(person, "/verify", "no record at all")
    verdict = person.page.locator(".verdict")
    await verdict.wait_for()
    assert (await verdict.inner_text()).startswith("✗ Das Protokoll ist nicht lesbar (Zeile 1)")


async def test_dealing_that_was_doctored_is_found_out(house: Any, people: Any, play_on: Any) -> None:
    """A table's own record is fair; with another die in it, it is not."""
    person = await people(house)
    table = await person.open("fischkopf", ["host"])
    await play_on(person)
    answer = await person.page.request.get(f"{house.url}/api/tables/{table}/record")
    record = await answer.text()
    verdict = person.page.locator(".verdict")
    await give(person, "/verify", record)
    await verdict.wait_for()
    assert (await verdict.inner_text()).startswith("✓")
    secret = next(line for line in record.splitlines() if line.startswith("x-secret: "))
    other = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    await give(person, "/verify", record.replace(secret, other))
    await verdict.wait_for()
    assert (await verdict.inner_text()).startswith("✗")
