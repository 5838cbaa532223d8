"""Writes the README's gallery by playing: every game on a phone and on a desk, light and dark.

    make pictures            all of them, into docs/pictures
    make pictures ARGS=six   those of some games

Opponents play to a lively moment of the game, a person at the same table looks at it, and Chromium takes the
picture. The games are dealt anew each time.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

import handvoll
from handvoll.core.card import Trait
from handvoll.web.app import Application
from handvoll.web.serve import listen, server
from handvoll.web.settings import Settings

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SIZES = {"phone": (360, 740), "desk": (1100, 700)}
QUALITY = 62
MOMENTS = {
    "abraeumen": 16,
    "fischkopf": 5,
    "fuenf-gewinnt": 7,
    "hnefatafl": 18,
    "make-five": 26,
    "zahlenpoker": 4,
}
"""How many touches of ours lead to a lively moment; others: USUAL."""
USUAL = 12
TRIES = 5
"""How many tables to open until a game is lively and not over."""
PICK = """() => {
  const lit = [...document.querySelectorAll("#stage [data-id].lit")].map((e) => e.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  return lit.length ? lit[Math.floor(Math.random() * lit.length)] : null;
}"""


class House:
    """A house of our own for as long as the pictures are taken."""

    def __enter__(self) -> str:
        self._folder = tempfile.TemporaryDirectory()
        settings = Settings(port=0, data=self._folder.name, opponent_pause_ms=0, actions_per_minute=1_000_000)
        listener = listen(settings)
        self._server = server(Application(settings), settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    def __exit__(self, *_exception: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._folder.cleanup()


async def play(page: Page, game: str) -> bool:
    """Touch what is lit until the game is lively, and the next choice is ours; False if it ended before."""
    for _touch in range(MOMENTS.get(game, USUAL)):
        for _wait in range(100):
            spot = await page.evaluate(PICK)
            if spot is not None:
                break
            await page.wait_for_timeout(100)
        else:
            return False
        await page.mouse.click(*spot)
        await page.wait_for_timeout(120)
    await page.keyboard.press("Escape")
    await page.wait_for_timeout(1500)
    return await page.evaluate(PICK) is not None


async def take(page: Page, name: str) -> None:
    """A picture of what stands on the screen, as small as it may be."""
    session = await page.context.new_cdp_session(page)
    shot: dict[str, Any] = await session.send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "optimizeForSpeed": False}
    )
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))
    await session.detach()


async def game_pictures(browser: Browser, address: str, game: str) -> None:
    """The four pictures of a game, all of the same moment."""
    card = handvoll.card(game)
    context = await browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = await context.new_page()
    await page.request.post(f"{address}/api/me", data={"name": "Anna"})
    chairs = (
        ["host"] if card.players[1] == 1 else ["host", "bot:2"] + ["bot:2"] * (Trait.CLOCK in card.traits)
    )
    for _table in range(TRIES):
        opened = await page.request.post(
            f"{address}/api/tables", data={"game": game, "chairs": chairs, "lot": False, "speed": 400}
        )
        await page.goto(f"{address}/t/{(await opened.json())['table']}")
        if await play(page, game):
            break
    for size, (width, height) in SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.wait_for_timeout(250)
            await take(page, f"{game}-{size}-{scheme}")
    await context.close()


async def shelf_pictures(browser: Browser, address: str) -> None:
    """The shelf, in both sizes and colours."""
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            context = await browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB"
            )
            page = await context.new_page()
            await page.goto(address, wait_until="networkidle")
            await take(page, f"shelf-{size}-{scheme}")
            await context.close()


async def main(games: Sequence[str]) -> None:
    """Take them all."""
    if CHROMIUM is None:
        sys.exit("there is no chromium: apt install chromium")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with House() as address:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM,
                args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
            )
            if not games:
                await shelf_pictures(browser, address)
            for game in games or sorted(handvoll.cards()):
                await game_pictures(browser, address, game)
                print(game, sum(file.stat().st_size for file in FOLDER.glob(f"{game}-*")) // 1024, "KiB")
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
