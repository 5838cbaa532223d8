"""People at real browsers, at a real house."""

from __future__ import annotations

import importlib.util
import random
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESKTOP = (360, 740), (1280, 800)
LOOK = """() => {
  const stage = document.getElementById("stage");
  const middle = (e) => {
    const box = () => e.getBoundingClientRect();
    if (box().bottom > innerHeight || box().top < 0) e.scrollIntoView({block: "center"});
    return [box().x + box().width / 2, box().y + box().height / 2];
  };
  const hits = (e, [x, y]) => e.contains(document.elementFromPoint(x, y));
  const spot = (e) => {
    const place = middle(e);
    const label = e.getAttribute("aria-label") ?? e.textContent;
    return {id: e.dataset.id, label, place: hits(e, place) ? place : null};
  };
  const buttons = "#curtain button, #moves button:not([disabled]), #offers .main, [data-look=now]";
  return {
    lit: [...(stage?.querySelectorAll("[data-id].lit") ?? [])].map(spot),
    buttons: [...document.querySelectorAll(buttons)].filter((e) => e.checkVisibility()).map(spot),
    over: !document.getElementById("end").hidden,
    status: document.getElementById("status").textContent,
    alert: document.getElementById("alert").textContent,
  };
}"""
"""What can be touched now, and where; only what a finger would hit."""


def _neighbour(path: str) -> ModuleType:
    """A module of the other tests, which are no package."""
    file = Path(__file__).parent.parent / path
    spec = importlib.util.spec_from_file_location(f"borrowed_{file.parent.name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


web = _neighbour("web/conftest.py")


def hurrying(times: int) -> Callable[[], int]:
    """A clock that runs so many times faster than the sun."""
    began = time.time_ns()
    return lambda: (began + (time.time_ns() - began) * times) // 1_000_000


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A house for all tests that do not break it. Its clock hurries, so that times to remember are short."""
    served = web.Served(settings(tmp_path_factory.mktemp("house")), hurrying(20))
    yield served
    served.close()


@pytest.fixture
def breakable(tmp_path: Path) -> Iterator[Any]:
    """A house of its own, to be killed."""
    served = web.Served(settings(tmp_path))
    yield served
    served.close()


def settings(folder: Path) -> Any:
    return web.Settings(
        **{"host": "127.0.0.1", "port": 0, "data": str(folder), **web.QUICK, **web.UNLIMITED, "streams": 1000}
    )


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("THE BROWSER IS NOT TESTED: there is no chromium (`apt install chromium`)")
    async with async_playwright() as play:
        running = await play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        await running.close()


class Person:
    """Somebody at a browser of her own."""

    def __init__(self, context: BrowserContext, page: Page, address: str, seed: int) -> None:
        self.context = context
        self.page = page
        self.address = address
        self.rng = random.Random(seed)
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    async def go(self, path: str) -> None:
        await self.page.goto(self.address + path)

    async def open(self, game: str, chairs: list[str], **wanted: Any) -> str:
        """Open a table and go there; its id."""
        answer = await self.page.request.post(
            f"{self.address}/api/tables", data={"game": game, "chairs": chairs, "lot": False, **wanted}
        )
        assert answer.ok, await answer.text()
        table: str = (await answer.json())["table"]
        await self.go(f"/t/{table}")
        return table

    async def sit(self, table: str) -> None:
        """Come by the link and sit down."""
        await self.go(f"/t/{table}")
        await self.page.click("#sit-form button")

    async def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = await self.page.evaluate(LOOK)
        return seen

    async def touch_something(self) -> bool:
        """Touch any one thing that is lit, as a finger does; whether there was one. Raises if what is lit
        cannot be hit."""
        seen = await self.look()
        if seen["over"]:
            return False
        reachable = [one for one in seen["lit"] + seen["buttons"] if one["place"]]
        if reachable:
            await self.page.mouse.click(*self.rng.choice(reachable)["place"])
            return True
        assert not seen["lit"], f"nobody could touch {seen['lit']}"
        return False

    async def touch(self, id: str) -> None:
        """Touch that thing as soon as it is lit."""
        place = None
        deadline = time.monotonic() + 15
        while place is None:
            assert time.monotonic() < deadline, f"{id} never could be touched: {await self.look()}"
            lit = (await self.look())["lit"]
            place = next((one["place"] for one in lit if one["id"] == id), None)
        await self.page.mouse.click(*place)

    async def until(self, holds: str, seconds: float = 15) -> None:
        """Wait until that is so in her page. (Playwright's own way wants `eval`, which the house forbids.)"""
        deadline = time.monotonic() + seconds
        while not await self.page.evaluate(holds):
            assert time.monotonic() < deadline, f"it never came to {holds}"
            await self.page.wait_for_timeout(20)

    async def is_over(self) -> bool:
        return bool((await self.look())["over"])


People = Callable[..., Any]


@pytest_asyncio.fixture(loop_scope="session")
async def people(browser: Browser) -> AsyncIterator[People]:
    """Makes people; nobody may have had a fault on her page."""
    made: list[Person] = []

    async def person(
        served: Any,
        size: tuple[int, int] = PHONE,
        *,
        dark: bool = False,
        lang: str = "en-GB",
        still: bool = True,
    ) -> Person:
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            locale=lang,
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size == PHONE,
        )
        one = Person(context, await context.new_page(), served.url, len(made))
        made.append(one)
        return one

    yield person
    for one in made:
        await one.context.close()
    assert [fault for one in made for fault in one.faults] == []


@pytest.fixture
def play_on() -> Callable[..., Any]:
    """Lets people play on, each touching anything that is lit."""
    return _play_on


async def _play_on(*all_of_them: Person, seconds: float = 60) -> None:
    """Everybody touches what is lit, until the game is over."""
    deadline = time.monotonic() + seconds
    while True:
        touched = [await person.touch_something() for person in all_of_them]
        if not any(touched):
            if all([await person.is_over() for person in all_of_them]):
                return
            await all_of_them[0].page.wait_for_timeout(25)
        seen = "" if time.monotonic() < deadline else str([await person.look() for person in all_of_them])
        assert not seen, f"the game does not end: {seen[:800]}"
