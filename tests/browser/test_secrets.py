"""Nothing in a page gives away what its reader may not know: source, network, memory."""

from __future__ import annotations

import json
from typing import Any

import pytest

import handvoll

pytestmark = pytest.mark.browser
in_session = pytest.mark.asyncio(loop_scope="session")

DESKTOP = (1280, 800)


class Ear:
    """Keeps all that a page is sent."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.bodies: list[str] = []
        page.on("response", self._keep)

    async def _keep(self, response: Any) -> None:
        if "/stream" not in response.url and response.request.resource_type in ("document", "fetch", "xhr"):
            self.bodies.append(await response.text())

    async def all_of_it(self) -> str:
        """Network, page and memory in one text."""
        session = await self.page.context.new_cdp_session(self.page)
        chunks: list[str] = []
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda chunk: chunks.append(chunk["chunk"]))
        await session.send("HeapProfiler.takeHeapSnapshot")
        strings = json.loads("".join(chunks))["strings"]
        return "\n".join([*self.bodies, await self.page.content(), *strings])


@in_session
async def test_the_cards_of_others_are_nowhere_in_the_page(house: Any, people: Any) -> None:
    """High Five!: the ids and labels of the other hand's cards are in no answer, no element, no memory."""
    anna, bert = await people(house, DESKTOP), await people(house, DESKTOP)
    ear = Ear(anna.page)
    table = await anna.open("high-five", ["host", "open"])
    await bert.sit(table)
    await anna.page.wait_for_selector("#stage [data-id].lit")
    await bert.page.wait_for_selector("#stage [data-id^=card-]")
    hands = [
        set(
            await person.page.evaluate(
                "[...document.querySelectorAll('#stage [data-id^=card-]')].map(e => e.dataset.id)"
            )
        )
        for person in (anna, bert)
    ]
    secret = hands[1] - hands[0]
    assert len(secret) == 4
    known = await ear.all_of_it()
    assert hands[0] - hands[1] <= {id for id in hands[0] if id in known}
    assert [id for id in secret if f'"{id}"' in known or f"\n{id}\n" in known] == []


@in_session
async def test_a_closed_fist_says_nothing(house: Any, people: Any) -> None:
    """Zahlenpoker: whatever Bert takes into his fist, Anna's page is sent and holds the same."""
    told = []
    for value in (1, 4):
        anna, bert = await people(house, DESKTOP), await people(house, DESKTOP)
        ear = Ear(anna.page)
        table = await anna.open("zahlenpoker", ["host", "open"])
        await bert.sit(table)
        await bert.page.wait_for_selector(f"#stage [data-id^=stone-1-{value}].lit")
        box = await bert.page.locator(f"#stage [data-id^=stone-1-{value}].lit").last.bounding_box()
        assert box is not None
        await bert.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await anna.until("document.querySelector('#log').textContent.includes('has chosen')")
        snapshot = await anna.page.request.get(f"{house.url}/api/tables/{table}")
        ear.bodies.append(await snapshot.text())
        shown = await anna.page.evaluate("document.querySelector('#stage .things').innerHTML")
        text = (await snapshot.json()) | dict.fromkeys(("table", "commitment", "now", "log"))
        told.append((shown, json.dumps(text, sort_keys=True)))
        assert '"mine": ' + str(value) not in await ear.all_of_it()
    assert told[0] == told[1]


@in_session
async def test_a_covered_face_is_forgotten_by_the_page(house: Any, people: Any) -> None:
    """Hütchenspieler: after the stones are turned over, no element, no answer to a look back and no label in
    memory tells which face lies where."""
    anna, bert = await people(house, DESKTOP), await people(house, DESKTOP)
    table = await anna.open("huetchenspieler", ["host", "open"], speed=400)
    await bert.sit(table)
    labels: set[str] = set()
    row = "[...document.querySelectorAll('#stage [data-id]')].filter(e => /place/i.test(e.ariaLabel ?? ''))"
    for _touch in range(200):
        seen = set(await bert.page.evaluate(f"{row}.map(e => e.getAttribute('aria-label'))"))
        covered = await bert.page.evaluate("document.querySelectorAll('#stage .mark-covered').length")
        if covered:
            break
        labels |= {
            label for label in seen if any(face in label for face in ("dot", "line", "triangle", "square"))
        }
        await anna.touch_something()
        await anna.page.wait_for_timeout(60)
    assert covered
    assert labels, "the faces were never to be seen"
    shown = await bert.page.evaluate("document.querySelector('#stage .things').outerHTML")
    assert [label for label in labels if label in shown] == []
    strings = (await Ear(bert.page).all_of_it()).split("\n")
    assert labels.isdisjoint(strings)
    session = await bert.page.request.get(f"{house.url}/api/tables/{table}")
    plies = [line["ply"] for line in (await session.json()).get("log", [])]
    for ply in plies:
        back = await bert.page.request.get(f"{house.url}/api/tables/{table}?ply={ply}")
        assert not any(label in await back.text() for label in labels)


def test_the_games_with_secrets_are_those() -> None:
    """A new game with secrets wants a test here."""
    hidden = {card.id for card in handvoll.cards().values() if "hidden" in card.traits}
    assert hidden == {"high-five", "huetchenspieler", "six", "zahlenpoker"}
