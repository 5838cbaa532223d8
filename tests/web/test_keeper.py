"""Two processes that keep the same tables, before either has heard of what the other did."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from handvoll.store.store import Store
from handvoll.table import requests as rq
from handvoll.table.events import PerMove
from handvoll.table.requests import Asker
from handvoll.table.table import Table
from handvoll.web.keeper import Keeper

ANNA, BOB = Asker("anna", "Anna"), Asker("bob", "Bob")


class Node:
    """A keeper over a line of its own to the database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told: list[tuple[str, int]] = []
        self.clock = 1000
        self.keeper = Keeper(store, now=lambda: self.clock, told=self._told, most=100, shared=True)

    def _told(self, table: Table, ours: bool) -> None:
        self.told.append((table.id, table.number))

    async def play(self, id: str, by: Asker) -> Any:
        """The first legal move, where this node thinks the game stands."""
        table = await self.keeper.get(id)
        (seat,) = table.seats_of(by.guest)
        question = table.questions[seat]
        assert question is not None
        move = table.playing.legal(seat)[0]
        return await self.keeper.act(id, rq.Play(seat=seat, move=move, question=question.number), by)


@pytest.fixture
async def nodes(database: str) -> AsyncIterator[tuple[Node, Node]]:
    stores = [await Store.connect(database) for _node in range(2)]
    yield Node(stores[0]), Node(stores[1])
    for store in stores:
        await store.close()


async def a_table(one: Node, two: Node) -> str:
    """Anna's seat is 0, Bob's 1; both nodes know that the game has begun."""
    table = await one.keeper.open(rq.Open(game="hnefatafl", chairs=("open", "open"), lot=False), ANNA)
    await one.keeper.act(table.id, rq.Sit(), ANNA)
    await one.keeper.act(table.id, rq.Sit(), BOB)
    await two.keeper.get(table.id)
    return table.id


async def test_an_answer_is_taken_by_a_node_that_has_not_heard_the_question(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    id = await a_table(one, two)
    moved = await one.play(id, ANNA)
    question = moved.table.questions[1].number
    move = moved.table.playing.legal(1)[0]
    answered = await two.keeper.act(id, rq.Play(seat=1, move=move, question=question), BOB)
    assert answered.refusal is None
    assert answered.table.number == moved.table.number + 1


async def test_what_does_not_follow_is_refused_with_the_newest_state(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    id = await a_table(one, two)
    moved = await one.play(id, ANNA)
    late = await two.play(id, ANNA)
    assert late.refusal is not None
    assert late.refusal.code == "stale"
    assert late.table.number == moved.table.number


async def test_a_key_used_at_one_node_is_known_at_the_other(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    id = await a_table(one, two)
    table = await one.keeper.get(id)
    question = table.questions[0]
    assert question is not None
    request = rq.Play(seat=0, move=table.playing.legal(0)[0], question=question.number)
    asker = Asker("anna", "Anna", key="k1")
    first = await one.keeper.act(id, request, asker)
    again = await two.keeper.act(id, request, asker)
    assert again.refusal is None
    assert again.answer == first.answer
    assert again.table.number == first.table.number


async def test_a_deadline_is_kept_by_a_node_that_has_not_heard_of_it(nodes: tuple[Node, Node]) -> None:
    """The node that set it may be dead, and its last news lost."""
    one, two = nodes
    request = rq.Open(game="torris", chairs=("open", "open"), lot=False, pace=PerMove(seconds=5))
    table = await one.keeper.open(request, ANNA)
    await two.keeper.get(table.id)
    for who in (ANNA, BOB):
        await one.keeper.act(table.id, rq.Sit(), who)
    two.clock += 6000
    assert (await two.keeper.tick(table.id)).table.phase == "over"


async def test_news_of_many_tables_is_read_together(nodes: tuple[Node, Node]) -> None:
    """Each table comes to its own number; a table that this node does not keep is left alone."""
    one, two = nodes
    ids = [await a_table(one, two) for _table in range(40)]
    unknown = await one.keeper.open(rq.Open(game="torris", chairs=("open", "open")), ANNA)
    news = {id: (await one.play(id, ANNA)).table.number for id in ids[1:]}
    two.told.clear()
    await two.keeper.heard({**news, ids[0]: two.keeper.known(ids[0]), unknown.id: 1})
    assert {id: two.keeper.known(id) for id in ids[1:]} == news
    assert sorted(two.told) == sorted(news.items())
    assert not two.keeper.known(unknown.id)
