"""Plays tables over a store until it is killed, and tells each acknowledged event: table, number."""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
import sys

import handvoll
from handvoll.store.append import Append
from handvoll.store.store import Store
from handvoll.table import requests as rq
from handvoll.table.decide import decide, open_table
from handvoll.table.requests import Asker
from handvoll.table.table import Table

SECRET = bytes(32)
HOST = Asker("anna", "Anna")


def tell(table: Table) -> None:
    """One line in one piece: a kill cannot tear it."""
    os.write(sys.stdout.fileno(), f"{table.id} {table.number}\n".encode())


async def play(store: Store) -> None:
    """One table, from its opening to its end."""
    request = rq.Open(game="zahlenpoker", chairs=("host", "host"))
    decision = open_table(secrets.token_hex(8), request, HOST, now=1, secret=SECRET, card_of=handvoll.card)
    await store.append(Append(decision.table, decision.events, SECRET))
    table = decision.table
    tell(table)
    for now in itertools.count(2):
        if table.phase == "over":
            return
        action: rq.Request = rq.Sit()
        if table.phase == "running":
            seat = table.asked[0]
            question = table.questions[seat]
            assert question is not None
            action = rq.Play(seat=seat, move=table.moves(seat)[0], question=question.number)
        decision = decide(table, action, HOST, now=now, secret=SECRET)
        await store.append(Append(decision.table, decision.events))
        table = decision.table
        tell(table)


async def main() -> None:
    store = await Store.connect(sys.argv[1])
    while True:
        await asyncio.gather(*(play(store) for _table in range(8)))


asyncio.run(main())
