"""Bad lines: a house that dies, a phone without a net, the same seat in two tabs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DESKTOP = (1280, 800)


async def moves(person: Any, table: str) -> int:
    """How many moves the house knows of."""
    answer = await person.page.request.get(f"{person.address}/api/tables/{table}/transcript")
    return sum(event["kind"] == "move" for event in (await answer.json())["events"])


async def test_a_move_chosen_while_the_house_is_dead_arrives_once(breakable: Any, people: Any) -> None:
    """The page says quietly that there is no line, keeps the move, and sends it when the house is back."""
    person = await people(breakable)
    table = await person.open("abraeumen", ["host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    await asyncio.to_thread(breakable.stop)
    await person.page.wait_for_selector("#line:not([hidden])")
    before = (await person.look())["status"]
    while "on its way" not in (await person.look())["status"]:
        await person.touch_something()
        await person.page.wait_for_timeout(60)
    await person.page.wait_for_timeout(700)
    assert "kept" in await person.page.inner_text("#line")
    await asyncio.to_thread(breakable.begin)
    await person.page.wait_for_selector("#line", state="hidden", timeout=20_000)
    await person.page.wait_for_selector("#stage [data-id].lit")
    assert await moves(person, table) == 1
    assert (await person.look())["status"] == before


async def test_a_move_on_its_way_survives_a_reload(breakable: Any, people: Any) -> None:
    """What was chosen without a line is sent after the page was loaded anew, too."""
    person = await people(breakable)
    table = await person.open("abraeumen", ["host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    await person.page.route("**/api/tables/*", lambda route: route.abort())
    while "on its way" not in (await person.look())["status"]:
        await person.touch_something()
        await person.page.wait_for_timeout(60)
    await person.page.unroute("**/api/tables/*")
    await person.page.reload()
    await person.until("document.querySelectorAll('#log button').length === 1")
    assert await moves(person, table) == 1


async def test_an_answer_that_is_lost_does_not_double_the_move(breakable: Any, people: Any) -> None:
    """The house carries the move out, but its answer never arrives: asked again, it counts once."""
    person = await people(breakable)
    table = await person.open("abraeumen", ["host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    lost = []

    async def lose_the_first_answer(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(await route.fetch())
            await route.abort()
        else:
            await route.continue_()

    await person.page.route("**/api/tables/*", lose_the_first_answer)
    while not lost:
        await person.touch_something()
        await person.page.wait_for_timeout(50)
    await person.page.wait_for_selector("#stage [data-id].lit", timeout=10_000)
    await person.page.wait_for_timeout(600)
    assert await moves(person, table) == 1


async def test_two_tabs_of_a_seat_show_the_same(house: Any, people: Any) -> None:
    """What one tab plays the other shows; the page that was late says so instead of playing on."""
    person = await people(house, DESKTOP)
    table = await person.open("abraeumen", ["host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    second = await person.context.new_page()
    await second.goto(f"{person.address}/t/{table}")
    await second.wait_for_selector("#stage [data-id].lit")
    # The second tab hears nothing for a while, and plays on an old table.
    await second.evaluate("dispatchEvent(new Event('offline'))")
    old = await second.evaluate("JSON.parse(document.getElementById('now').textContent)")
    while not await person.page.locator("#log button").count():
        await person.touch_something()
        await person.page.wait_for_timeout(30)
    late = await second.request.post(
        f"{person.address}/api/tables/{table}",
        data={"do": "play", "seat": 0, "move": next(iter(old["paths"])), "question": old["question"]},
    )
    assert late.status == 409
    await second.wait_for_selector("#log button")
    assert await second.inner_text("#status") == await person.page.inner_text("#status")
