"""Measures the pages as people get them: bytes of a first visit, time to the first board on a slow phone, how
soon the other browser shows a tap, and whether anything jumps.

    .venv/bin/python bench/browser.py
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import tempfile
import threading
import time
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

import handvoll
from handvoll.web.app import Application
from handvoll.web.serve import listen, server
from handvoll.web.settings import Settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
KIB = 1024
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOW_DOWN = 4
TAPS = 28
SLIDES = 6
BUDGET = {
    "page": 70 * KIB,
    "script": 20 * KIB,
    "board": 1000.0,
    "tap": 100.0,
    "shift": 0.01,
    "frame": 1000 / 60 + 0.2,  # clocks of browsers are coarse
}
WATCH = """
  window.shift = 0;
  window.board = null;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shift += e.value; })
    .observe({ type: "layout-shift", buffered: true });
  new MutationObserver(() => {
    if (window.board === null && document.querySelector("#stage .thing"))
      requestAnimationFrame(() => requestAnimationFrame(() => (window.board ??= performance.now())));
  }).observe(document, { childList: true, subtree: true });
"""


async def person(browser: Browser) -> tuple[BrowserContext, Page]:
    """Somebody on a phone."""
    context = await browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB")
    return context, await context.new_page()


async def open_table(page: Page, address: str, game: str, chairs: list[str]) -> str:
    """A table, already begun where all chairs are the host's or opponents'."""
    answer = await page.request.post(
        f"{address}/api/tables", data={"game": game, "chairs": chairs, "lot": False}
    )
    table: str = (await answer.json())["table"]
    await page.request.post(f"{address}/api/tables/{table}", data={"do": "sit"})
    return table


async def first_visit(browser: Browser, address: str, game: str) -> dict[str, float]:
    """A table seen for the first time, on a slow phone with a slow line."""
    context, page = await person(browser)
    chairs = ["host"] + ["bot:1"] * (handvoll.card(game).players[1] > 1)
    table = await open_table(page, address, game, chairs)
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", FAST_3G)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
    kinds: dict[str, str] = {}
    sizes = {"page": 0.0, "script": 0.0}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))

    def count(event: dict[str, Any]) -> None:
        sizes["page"] += event["encodedDataLength"]

    def count_script(event: dict[str, Any]) -> None:
        if kinds.get(event["requestId"]) == "Script":
            sizes["script"] += event["encodedDataLength"]  # packed, without the headers

    session.on("Network.loadingFinished", count)
    session.on("Network.dataReceived", count_script)
    await page.add_init_script(WATCH)
    await page.goto(f"{address}/t/{table}")
    while not await page.evaluate("window.board !== null && Boolean(document.querySelector('#seats li'))"):
        await page.wait_for_timeout(50)
    await page.wait_for_timeout(2500)
    shown = await page.evaluate("() => ({ board: window.board, shift: window.shift })")
    await context.close()
    return sizes | shown


async def taps(browser: Browser, address: str) -> list[float]:
    """Milliseconds from a tap in one browser to the other browser's next frame with the stone."""
    contexts = [await person(browser) for _ in range(2)]
    pages = [page for _context, page in contexts]
    for page in pages:
        await page.emulate_media(reduced_motion="reduce")
    table = await open_table(pages[0], address, "fuenf-gewinnt", ["host", "open"])
    await pages[1].request.post(f"{address}/api/tables/{table}", data={"do": "sit"})
    for page in pages:
        await page.goto(f"{address}/t/{table}")
    took: list[float] = []
    for turn in range(TAPS):
        mover, watcher = pages[turn % 2], pages[1 - turn % 2]
        try:
            await mover.wait_for_selector("#stage [data-id].lit", timeout=5000)
        except Exception:
            break  # somebody has won
        count = await watcher.evaluate("document.querySelectorAll('#log button').length")
        painted = asyncio.create_task(
            watcher.evaluate(
                """(count) => new Promise((done) => {
                  const look = () => document.querySelectorAll("#log button").length > count
                    ? requestAnimationFrame(() => done(Date.now())) : requestAnimationFrame(look);
                  look();
                })""",
                count,
            )
        )
        spot = await mover.evaluate(
            """() => {
              const lit = [...document.querySelectorAll("#stage [data-id].lit")];
              const box = lit[Math.floor(Math.random() * lit.length)].getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }"""
        )
        began = time.time() * 1000
        await mover.mouse.click(*spot)
        took.append(await asyncio.wait_for(painted, 10) - began)
    for context, _page in contexts:
        await context.close()
    return took


async def frame_gaps(browser: Browser, address: str, game: str) -> list[float]:
    """Milliseconds between frames while things slide, at the same slow-down. Counted is from the first frame
    in which something moves: the one before, which takes in the news, is seen as a later start only."""
    context, page = await person(browser)
    table = await open_table(page, address, game, ["host", "bot:1"])
    await page.goto(f"{address}/t/{table}")
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
    gaps: list[float] = []
    for _move in range(SLIDES):
        await page.wait_for_selector("#stage .lit")
        answer = await page.request.get(f"{address}/api/tables/{table}?with=scene")
        await page.fill("#type input", next(iter((await answer.json())["paths"])))
        await page.keyboard.press("Enter")
        gaps += await page.evaluate(
            """() => new Promise((done) => {
              const gaps = [];
              const began = performance.now();
              let last = null;
              const frame = (now) => {
                const moves = document.getElementById("stage").getAnimations({ subtree: true }).some(
                  ({ playState, currentTime }) => playState === "running" && currentTime > 0);
                if (moves && last !== null) gaps.push(now - last);
                last = moves ? now : null;
                if (now - began < 1200) requestAnimationFrame(frame);
                else done(gaps);
              };
              requestAnimationFrame(frame);
            })"""
        )
    await context.close()
    return gaps


def percentile(values: list[float], per_cent: int) -> float:
    """A percentile of some values."""
    return statistics.quantiles(values, n=100)[per_cent - 1]


def tell(what: str, value: float, unit: str, budget: float) -> bool:
    """One line; whether it is within the budget."""
    good = value <= budget
    print(f"{what:<44} {value:>9.1f} {unit:<4} (at most {budget:.2f}) {'' if good else '  TOO MUCH'}")
    return good


async def measure(address: str) -> bool:
    """All of it."""
    good = True
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        for game in sorted(handvoll.cards()):
            seen = await first_visit(browser, address, game)
            good &= tell(f"{game}: first visit", seen["page"] / KIB, "KiB", BUDGET["page"] / KIB)
            good &= tell(f"{game}: JavaScript of it", seen["script"] / KIB, "KiB", BUDGET["script"] / KIB)
            good &= tell(f"{game}: first board", seen["board"], "ms", BUDGET["board"])
            good &= tell(f"{game}: layout shift", seen["shift"], "", BUDGET["shift"])
        took = await taps(browser, address)
        good &= tell(
            f"from tap to the other's paint, p95 of {len(took)}", percentile(took, 95), "ms", BUDGET["tap"]
        )
        for game in ("torris", "fuenf-gewinnt"):
            gaps = await frame_gaps(browser, address, game)
            for part in (50, 95):
                what = f"{game}: between {len(gaps)} frames, p{part}"
                good &= tell(what, percentile(gaps, part), "ms", BUDGET["frame"])
        await browser.close()
    return good


def main() -> int:
    """Measure a house of our own."""
    if CHROMIUM is None:
        print("there is no chromium: apt install chromium", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(port=0, data=folder, opponent_pause_ms=0, tables_per_hour=10_000)
        listener = listen(settings)
        running = server(Application(settings), settings)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        good = asyncio.run(measure(f"http://127.0.0.1:{listener.getsockname()[1]}"))
        running.should_exit = True
        thread.join(20)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
