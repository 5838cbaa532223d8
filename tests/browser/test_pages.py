"""Every page: for everybody, on every screen, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

import handvoll

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGES = ["/", "/new/six", "/rules/hnefatafl", "/me", "/about", "/verify", "/replay", "/nowhere", "/print/six"]
GAMES = sorted(handvoll.cards())
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
SMALL = """() => [...document.querySelectorAll("button, a.button, select, input:not([type=checkbox])")]
  .filter((e) => e.checkVisibility() && !e.disabled)
  .map((e) => [e.textContent.trim() || e.id || e.name, e.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 40)
  .map(([name, box]) => `${name}: ${box.width} × ${box.height}`)"""


async def serious_faults(page: Any) -> list[str]:
    """What axe finds that keeps somebody out."""
    found = await Axe().run(page)
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("lang", ["de-DE", "en-GB"])
async def test_every_page_is_for_everybody(house: Any, people: Any, dark: bool, lang: str) -> None:
    """No serious fault for axe, nothing wider than a small phone, nothing too small for a thumb."""
    person = await people(house, dark=dark, lang=lang)
    found = []
    for path in PAGES:
        await person.go(path)
        found += [f"{path}: {fault}" for fault in await serious_faults(person.page)]
        found += [f"{path} is too wide"] if await person.page.evaluate(TOO_WIDE) else []
        found += [f"{path}: too small: {name}" for name in await person.page.evaluate(SMALL)]
        assert await person.page.get_attribute("html", "lang") == lang[:2]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
async def test_every_table_is_for_everybody(house: Any, people: Any, game: str) -> None:
    """The same for a table of every game in the middle of play, in light and in dark."""
    person = await people(house)
    await person.open(game, ["host"] + ["bot:1"] * (game != "abraeumen"))
    for _touch in range(6):
        await person.touch_something()
        await person.page.wait_for_timeout(60)
    found = []
    for scheme in ("light", "dark"):
        await person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {fault}" for fault in await serious_faults(person.page)]
    found += ["too wide"] if await person.page.evaluate(TOO_WIDE) else []
    found += await person.page.evaluate(SMALL)
    assert found == []


async def test_a_page_runs_nothing_of_its_own_and_nothing_of_others(house: Any, people: Any) -> None:
    """The strictest policy is sent, and nothing on any page has to be refused by it."""
    person = await people(house)
    foreign = []
    person.page.on("request", lambda request: foreign.append(request.url))
    for path in PAGES:
        await person.go(path)
    assert [url for url in foreign if not url.startswith((house.url, "data:"))] == []
    answer = await person.page.request.get(house.url)
    assert "unsafe" not in answer.headers["content-security-policy"]


async def test_the_choice_of_what_follows_is_a_tree_of_touches(house: Any, people: Any) -> None:
    """paths.js alone: what is lit, what completes a move, what drops or refuses a choice."""
    person = await people(house)
    await person.go("/")
    source = await person.page.evaluate("document.querySelector('script[src*=page]').src")
    said = await person.page.evaluate(
        """async (page) => {
          const { Paths } = await import(page.replace("page.js", "paths.js"));
          const paths = new Paths({ "a-b": ["a", "b"], "a-c": ["a", "c"], "d": ["d"] });
          const lit = () => [...paths.lit].sort().join("");
          const told = [lit(), paths.touch("a"), lit(), paths.touch("x"), paths.touch("c"), lit()];
          told.push(paths.touch("a"), paths.touch("a"), lit(), paths.touch("a"), paths.touch("d"));
          paths.touch("a");
          paths.reset();
          return [...told, lit(), [...paths.ids].sort().join("")];
        }""",
        source,
    )
    assert said == [
        "ad",
        {"more": True},
        "bc",
        {"refused": ["a", "x"]},
        {"move": "a-c"},
        "ad",
        {"more": True},
        {"again": True},
        "ad",
        {"more": True},
        {"move": "d"},
        "ad",
        "abcd",
    ]


async def test_a_devices_name_language_and_colours_are_kept(house: Any, people: Any) -> None:
    """Chosen on one page, they hold on all."""
    person = await people(house)
    await person.go("/me")
    await person.page.fill("[name=name]", "Anna")
    await person.page.select_option("[name=language]", "de")
    await person.page.select_option("[name=theme]", "dark")
    async with person.page.expect_navigation():
        await person.page.click("#me-form button")
    await person.go("/")
    assert await person.page.input_value("#name") == "Anna"
    assert await person.page.get_attribute("html", "lang") == "de"
    assert await person.page.get_attribute("html", "data-theme") == "dark"


async def test_one_goes_on_at_another_device(house: Any, people: Any) -> None:
    """The link makes the other browser the same person, with the same tables."""
    phone, desk = await people(house), await people(house, (1280, 800))
    table = await phone.open("abraeumen", ["host"])
    await phone.go("/me")
    await phone.page.click("#link-button")
    await phone.page.wait_for_selector("#device-link:not([hidden])")
    await desk.page.goto(await phone.page.input_value("#device-link input"))
    await desk.page.click("#enter button")
    await desk.page.wait_for_selector(f"a[href='/t/{table}']")


async def test_a_phone_on_its_side_shows_the_whole_board(house: Any, people: Any) -> None:
    """The board stands beside what is said, and both are in sight."""
    person = await people(house, (740, 360))
    await person.open("torris", ["host", "host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    for part in ("#stage", "#status"):
        box = await person.page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 360
