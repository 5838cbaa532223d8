"""The store, the same over SQLite and PostgreSQL: what it acknowledged is there, once, and in one order."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator

import pytest

import handvoll
from handvoll.store.append import Append
from handvoll.store.errors import Conflict
from handvoll.store.store import Store
from handvoll.table import requests as rq
from handvoll.table.decide import decide, open_rematch, open_table
from handvoll.table.events import PerMove
from handvoll.table.requests import Asker
from handvoll.table.table import Table

SECRET = bytes(range(32))
ANNA, BOB = Asker("anna", "Anna"), Asker("bob", "Bob")


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.connect(database)
    yield store
    await store.close()


async def opened(store: Store, by: Asker = ANNA, now: int = 1000, **settings: object) -> Table:
    """A new table of Zahlenpoker, kept."""
    request = rq.Open(game="zahlenpoker", chairs=("host", "open"), **settings)  # type: ignore[arg-type]
    decision = open_table(secrets.token_hex(8), request, by, now=now, secret=SECRET, card_of=handvoll.card)
    await store.append(Append(decision.table, decision.events, SECRET))
    return decision.table


async def asked(store: Store, table: Table, request: rq.Request, by: Asker, now: int = 2000) -> Table:
    """The table after a request, kept."""
    decision = decide(table, request, by, now=now, secret=SECRET)
    assert decision.refusal is None
    await store.append(Append(decision.table, decision.events))
    return decision.table


async def started(store: Store) -> Table:
    table = await asked(store, await opened(store), rq.Sit(word="a"), ANNA)
    return await asked(store, table, rq.Sit(word="b"), BOB)


def a_move(table: Table, rng: random.Random) -> tuple[rq.Play, Asker]:
    seat = rng.choice(table.asked)
    question = table.questions[seat]
    assert question is not None
    return (
        rq.Play(seat=seat, move=rng.choice(table.moves(seat)), question=question.number),
        Asker(table.seats[seat].guest),
    )


async def test_a_log_reads_back_as_it_was_written(store: Store) -> None:
    """What was appended is loaded in order, whole or after any event, and folds to the same table."""
    table = await started(store)
    rng = random.Random(5)
    while table.phase != "over":
        table = await asked(store, table, *a_move(table, rng))
    events = await store.load(table.id)
    assert tuple(events) == tuple(table.events())
    assert await store.load(table.id, 7) == events[7:]
    assert Table.fold(table.id, events, handvoll.card) == table


async def test_a_lost_race_is_told_and_writes_nothing(store: Store) -> None:
    """Of two processes that go on from the same event, one gets Conflict and leaves no trace."""
    table = await started(store)
    rng = random.Random(1)
    one = decide(table, *a_move(table, rng), now=3000, secret=SECRET)
    other = decide(table, *a_move(table, rng), now=3001, secret=SECRET)
    results = await asyncio.gather(
        store.append(Append(one.table, one.events)),
        store.append(Append(other.table, other.events)),
        return_exceptions=True,
    )
    assert [type(result) for result in results].count(Conflict) == 1
    winner = one if results[0] is None else other
    assert await store.load(table.id) == list(winner.table.events())


async def test_many_at_once_lose_nothing(store: Store) -> None:
    """Thirty tables that play at the same time, two writers each, keep every event once."""

    async def play(index: int) -> Table:
        table = await started(store)
        rng = random.Random(index)
        while table.phase != "over":
            seat_moves = [a_move(table, rng) for _writer in range(2)]
            decisions = [decide(table, *move, now=5000, secret=SECRET) for move in seat_moves]
            await asyncio.gather(
                *(store.append(Append(one.table, one.events)) for one in decisions), return_exceptions=True
            )
            table = table.extend(await store.load(table.id, table.number))
        return table

    for table in await asyncio.gather(*map(play, range(30))):
        assert await store.load(table.id) == list(table.events())


async def test_two_tables_change_together_or_not_at_all(store: Store) -> None:
    """A rematch that was too late leaves neither its new table nor an event in the old one."""
    table = await started(store)
    table = await asked(store, table, rq.Resign(seat=0), Asker(table.seats[0].guest))
    first = open_rematch(table, "next1", ANNA, now=4000, secret=SECRET, card_of=handvoll.card)
    second = open_rematch(table, "next2", BOB, now=4000, secret=SECRET, card_of=handvoll.card)
    for old, new in (first, second):
        group = (Append(old.table, old.events), Append(new.table, new.events, SECRET))
        if new.table.id == "next1":
            await store.append(*group)
        else:
            with pytest.raises(Conflict):
                await store.append(*group)
    assert await store.head("next1") is not None
    assert await store.head("next2") is None
    assert (await store.load(table.id))[-1].kind_name == "rematch"


async def test_a_table_is_opened_once(store: Store) -> None:
    """The same id, or the same guest's idempotency key, opens no second table."""
    table = await opened(store, Asker("anna", "Anna", key="k1"))
    with pytest.raises(Conflict):
        await store.append(Append(table, tuple(table.events()), SECRET))
    with pytest.raises(Conflict):
        await opened(store, Asker("anna", "Anna", key="k1"))
    await opened(store, Asker("bob", "Bob", key="k1"))
    made = await store.made_with("anna", "k1")
    assert made is not None
    assert made[1] == table.id
    assert await store.made_with("anna", "k2") is None


async def test_heads_tell_what_lists_and_timers_need(store: Store) -> None:
    """A guest's tables, the listed ones, those where time runs, and those where an opponent is to play."""
    table = await opened(store, listed=True, pace=PerMove(10))
    quiet = await opened(store, BOB, now=1001)
    assert [head.id for head in await store.listed()] == [table.id]
    table = await asked(store, table, rq.Sit(), ANNA)
    assert [head.id for head in await store.tables_of("bob")] == [quiet.id]
    table = await asked(store, table, rq.Start(level=2), ANNA, now=2500)
    assert await store.listed() == []
    assert await store.due(2500 + 10_000) == [(table.id, 12_500)]
    assert await store.due(2500 + 9_999) == []
    assert await store.thinking() == [table.id]
    head = await store.head(table.id)
    assert head is not None
    assert (head.secret, head.number, head.phase) == (SECRET, table.number, "running")
    assert await store.ids() == [table.id, quiet.id]


async def test_keys_are_kept_as_hashes_and_can_be_revoked(store: Store) -> None:
    """A token is found by the key alone, is not in the database, and is gone when its guest revokes it."""
    await store.add_token("secret-key", "anna", "Anna", "my bot", ("read", "play"), 7)
    token = await store.token("secret-key")
    assert token is not None
    assert (token.guest, token.scopes, token.label) == ("anna", ("read", "play"), "my bot")
    assert b"secret-key" not in token.hash
    assert await store.tokens_of("anna") == [token]
    assert not await store.revoke("bob", token.hash)
    assert await store.revoke("anna", token.hash)
    assert await store.token("secret-key") is None


async def test_work_that_fails_takes_nobody_along(store: Store) -> None:
    """A key that is there already fails alone; the moves written at the same time are kept."""
    table = await started(store)
    await store.add_token("key", "anna", "Anna", "bot", ("play",), 7)
    decision = decide(table, *a_move(table, random.Random(2)), now=3000, secret=SECRET)
    failed, kept = await asyncio.gather(
        store.add_token("key", "bob", "Bob", "bot", ("play",), 8),
        store.append(Append(decision.table, decision.events)),
        return_exceptions=True,
    )
    assert isinstance(failed, Exception)
    assert kept is None
    assert await store.load(table.id) == list(decision.table.events())
    assert [token.guest for token in await store.tokens_of("anna")] == ["anna"]


async def test_a_link_works_once_and_not_too_late(store: Store) -> None:
    """A one-time link takes its guest along the first time only, and not after it has expired."""
    await store.add_link("fresh", '{"id":"anna"}', expires=100)
    await store.add_link("stale", '{"id":"bob"}', expires=10)
    assert await store.use_link("fresh", 50) == '{"id":"anna"}'
    assert await store.use_link("fresh", 50) is None
    assert await store.use_link("stale", 50) is None


async def test_all_nodes_share_what_the_first_one_made(store: Store, database: str) -> None:
    """The key that signs cookies is made once, whichever node asks first."""
    other = await Store.connect(database)
    try:
        values = await asyncio.gather(
            store.house_value("cookies", lambda: "one"), other.house_value("cookies", lambda: "two")
        )
        assert len(set(values)) == 1
        assert await store.house_value("cookies", lambda: "three") == values[0]
    finally:
        await other.close()


async def test_two_processes_write_the_same_tables(store: Store, database: str) -> None:
    """Two stores over one database: each sees what the other wrote, and only one wins a race."""
    other = await Store.connect(database)
    try:
        table = await started(store)
        rng = random.Random(9)
        while table.phase != "over":
            decisions = [decide(table, *a_move(table, rng), now=5000, secret=SECRET) for _node in range(2)]
            results = await asyncio.gather(
                *(
                    node.append(Append(one.table, one.events))
                    for node, one in zip((store, other), decisions, strict=True)
                ),
                return_exceptions=True,
            )
            assert [type(result) for result in results].count(Conflict) == 1
            table = table.extend(await other.load(table.id, table.number))
        assert await store.load(table.id) == list(table.events())
    finally:
        await other.close()


async def test_idle_tables_are_purged_with_their_logs(store: Store) -> None:
    """A purge removes tables where nothing happened since, and all that belongs to them."""
    old = await opened(store, Asker("anna", "Anna", key="k"), now=1000)
    young = await opened(store, BOB, now=9000)
    assert await store.purge(5000) == 1
    assert await store.ids() == [young.id]
    assert await store.load(old.id) == []
    assert await store.tables_of("anna") == []
    assert await store.made_with("anna", "k") is None
    assert (await store.stats()).events == 1
