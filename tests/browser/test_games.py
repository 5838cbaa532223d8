"""Whole games in the browser, by touching what is lit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import handvoll
from handvoll.core.card import Trait

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DESKTOP = (1280, 800)
LONG = "hnefatafl"
"""Played by a record: by chance it lasts all evening."""
ONE_DEVICE = sorted(
    card.id for card in handvoll.cards().values() if Trait.CLOCK not in card.traits and card.id != LONG
)
TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
SHORTER: dict[str, Any] = {"make-five": {"options": {"rounds_each": 1}}, "huetchenspieler": {"speed": 400}}
MOST_TOUCHES = 400


@pytest.mark.parametrize("game", ONE_DEVICE)
async def test_every_game_is_played_to_its_end_at_one_device(
    house: Any, people: Any, play_on: Any, game: str
) -> None:
    """One phone, all seats; with a curtain between the turns where hands are secret."""
    family = await people(house)
    seats = 1 if game == "abraeumen" else 2
    await family.open(game, ["host"] * seats, **SHORTER.get(game, {}))
    await play_on(family, seconds=90)
    assert await family.page.inner_text("#end h2")
    assert await family.page.is_visible("[data-do=rematch]")


async def test_a_recorded_game_is_played_again_by_touch(house: Any, people: Any) -> None:
    """Every move of a record is made by touching its squares, to the same end."""
    game = handvoll.replay((TRANSCRIPTS / LONG / "king-escaped.txt").read_text("utf-8"))
    family = await people(house)
    table = await family.open(LONG, ["host", "host"])
    for number, step in enumerate(game.steps(), 1):
        for square in step.text.split("-"):
            await family.touch(f"at-{square}")
        await family.until(f"document.querySelectorAll('#log [data-ply=\"{number}\"]').length === 1")
    await family.until("!document.getElementById('end').hidden")
    answer = await family.page.request.get(f"{house.url}/api/tables/{table}")
    assert (await answer.json())["end"]["reason"] == "king-escaped"


@pytest.mark.parametrize(("game", "players"), [("zahlenpoker", 3), ("fuenf-gewinnt", 2), ("six", 3)])
async def test_friends_play_at_browsers_of_their_own(
    house: Any, people: Any, play_on: Any, game: str, players: int
) -> None:
    """The host opens a table, the others come by the link; all see the same end."""
    friends = [await people(house, DESKTOP if number else (360, 740)) for number in range(players)]
    table = await friends[0].open(game, ["host", *["open"] * (players - 1)])
    for friend in friends[1:]:
        await friend.sit(table)
    await play_on(*friends, seconds=90)
    titles = [await friend.page.inner_text("#end h2") for friend in friends]
    won = [title for title in titles if title in ("You won!", "You share the win.", "A draw.")]
    assert won, titles


async def test_two_taps_from_the_shelf_one_is_playing(house: Any, people: Any, play_on: Any) -> None:
    """Play now, then the first touch of the game itself; an opponent sits opposite, and the game ends."""
    person = await people(house, lang="de-DE")
    await person.go("/")
    await person.page.click("#fischkopf [data-open=play]")
    await person.page.wait_for_selector("#stage [data-id].lit")
    await play_on(person, seconds=60)
    assert await person.page.inner_text("#end h2") in (
        "Du hast gewonnen!",
        "Du hast verloren.",
        "Unentschieden.",
    )


@pytest.mark.parametrize("game", ["abraeumen", "zahlenpoker", "fischkopf"])
async def test_the_keyboard_alone_is_enough(house: Any, people: Any, game: str) -> None:
    """From the shelf to the end without a mouse: Tab, page keys, Enter."""
    person = await people(house, DESKTOP)
    await person.go("/")
    await person.page.focus(f"#{game} [data-open=play]")
    await person.page.keyboard.press("Enter")
    await person.page.wait_for_selector("#stage [data-id].lit")
    on_stage = "document.getElementById('stage').contains(document.activeElement)"
    for _tab in range(30):
        if await person.page.evaluate(on_stage):
            break
        await person.page.keyboard.press("Tab")
    assert await person.page.evaluate(on_stage)
    for _touch in range(MOST_TOUCHES):
        if await person.is_over():
            break
        await person.page.keyboard.press(person.rng.choice(("PageDown", "PageUp", "ArrowLeft", "PageDown")))
        await person.page.keyboard.press("Enter")
        await person.page.wait_for_timeout(30)
    assert await person.is_over()


async def test_a_move_can_be_typed_and_a_wrong_one_is_explained(house: Any, people: Any) -> None:
    """The box takes the rules' notation; a refusal names its ruling and opens the rules there."""
    person = await people(house, DESKTOP)
    await person.open("hnefatafl", ["host", "host"])
    await person.page.wait_for_selector("#type:not([hidden])")
    await person.page.fill("#type input", "d1-e5")
    await person.page.keyboard.press("Enter")
    await person.page.wait_for_selector("#alert:not([hidden]) a")
    await person.page.click("#alert a")
    await person.page.wait_for_selector("#rules[open] .here")
    assert "HN" in await person.page.inner_text("#rules .here")
    await person.page.keyboard.press("Escape")
    await person.page.fill("#type input", "D1 – d4")
    await person.page.keyboard.press("Enter")
    await person.until("document.querySelector('#log').textContent.includes('d4')")
    assert not await person.page.is_visible("#alert")


async def test_a_stone_is_dragged_with_a_finger(house: Any, people: Any) -> None:
    """On a phone the page stays where it is; the stone goes with the finger and lies where it is let go."""
    person = await people(house)
    await person.open("abraeumen", ["host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    finger = await person.context.new_cdp_session(person.page)

    async def touch(kind: str, *at: dict[str, float]) -> None:
        await finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": list(at)})

    async def place(id: str) -> dict[str, float]:
        box = await person.page.locator(f"[data-id={id}]").bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    start, target = await place("at-c1"), await place("at-a1")
    await touch("Start", start)
    for part in (0.1, 0.4, 0.7, 1.0):
        await touch("Move", {way: start[way] + part * (target[way] - start[way]) for way in "xy"})
    await touch("End")
    await person.until("document.querySelector('#log').textContent.includes('c1 to a1')")


async def test_a_touch_on_a_square_where_nothing_goes_says_why(house: Any, people: Any) -> None:
    """Also on one that no move of mine leads to: the throne is the king's. Both squares are shown."""
    person = await people(house)
    await person.open("hnefatafl", ["host", "host"])
    await person.touch("at-d1")
    throne = await person.page.locator("#stage [data-id=at-f6]").bounding_box()
    assert throne is not None
    await person.page.mouse.click(throne["x"] + throne["width"] / 2, throne["y"] + throne["height"] / 2)
    await person.page.wait_for_selector("#alert:not([hidden]) [data-rule=HN2]")
    assert await person.page.locator("#stage .refused").count() == 2
    await person.touch("at-d3")
    await person.until("document.querySelector('#log').textContent.includes('d1 to d3')")


async def test_everybody_may_look_into_a_tower(house: Any, people: Any) -> None:
    """TO4: a touch lays the tower out in a row, whosever it is, and is no attempt to move; keys and readers
    get at it too."""
    person = await people(house)
    await person.open("torris", ["host", "host"])
    for _touch in range(2):
        await person.page.wait_for_selector("#stage [data-id].lit")
        await person.touch_something()
    towers = person.page.locator("#stage [data-id^=at-][aria-description]")
    await person.until("document.querySelectorAll('#stage [aria-description]').length > 0")
    box = await towers.first.bounding_box()
    assert box is not None
    await person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await person.page.wait_for_selector(".stack:not([hidden])")
    assert await person.page.locator(".stack use").count() == 2
    said = await towers.first.get_attribute("aria-description")
    assert said is not None
    assert "level 2" in said.split("; ")[0]
    assert "level 1" in said.split("; ")[1]
    assert not await person.page.is_visible("#alert")
    await towers.first.focus()
    assert await person.page.is_visible(".stack")


async def test_friends_around_one_device_see_the_shells_alike(house: Any, people: Any) -> None:
    """Nobody has to look away where all know the same: there is no curtain, and who is asked is named."""
    person = await people(house)
    await person.open("huetchenspieler", ["host", "host"])
    await person.page.wait_for_selector("#stage [data-id].lit")
    assert not await person.page.is_visible("#curtain")
    assert (await person.page.inner_text("#status")).startswith("Player 1: ")


async def test_two_play_again_with_one_touch_each(house: Any, people: Any) -> None:
    """The other sees that he is awaited, and sits down at the next table by the same touch."""
    anna, bob = await people(house), await people(house, DESKTOP)
    table = await anna.open("torris", ["host", "open"])
    await bob.sit(table)
    await anna.page.wait_for_selector("#stage [data-id].lit")
    answer = await bob.page.request.post(f"{house.url}/api/tables/{table}", data={"do": "resign", "seat": 1})
    assert answer.ok
    await anna.page.click("[data-do=rematch]")
    await bob.until("document.querySelector('[data-do=rematch]').textContent.includes('awaited')")
    await bob.page.click("[data-do=rematch]")
    await bob.page.wait_for_selector("#stage [data-id].lit")
    assert bob.page.url == anna.page.url != f"{house.url}/t/{table}"


async def test_who_is_stuck_alone_takes_back_and_goes_on(house: Any, people: Any, play_on: Any) -> None:
    """AB3: the end of the puzzle is no end; it is cheered only where it is solved."""
    person = await people(house)
    await person.open("abraeumen", ["host"])
    await play_on(person)
    assert await person.page.inner_text("#end h2") == "The game is over."
    await person.page.click("[data-do=undo]")
    await person.page.wait_for_selector("#stage [data-id].lit")
    assert not await person.page.is_visible("#end")


async def test_what_happened_can_be_looked_back_at(house: Any, people: Any) -> None:
    """A line of the log shows its moment; the way back leads to the game as it is."""
    person = await people(house, DESKTOP)
    await person.open("abraeumen", ["host"])
    for _jump in range(6):
        await person.page.wait_for_selector("#stage [data-id].lit")
        await person.touch_something()
        await person.page.wait_for_timeout(60)
    stones = "document.querySelectorAll('#stage .thing[data-id^=stone]').length"
    now = await person.page.evaluate(stones)
    await person.page.locator("#log button").last.click()
    await person.page.wait_for_selector("#looking:not([hidden])")
    assert await person.page.evaluate(stones) > now
    await person.page.click("[data-look=now]")
    await person.until(f"{stones} === {now}")
    await person.page.click("[data-do=undo]")
    await person.until(f"{stones} === {now + 1}")
