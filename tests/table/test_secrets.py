"""The law of secrets at a table: whatever is sent to a seat follows from what its view may tell."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from playing import SECRET, play, random_moves, running, settings_of

import handvoll
from handvoll.core.card import Trait
from handvoll.core.errors import Refusal
from handvoll.core.game import Game
from handvoll.table import events as ev
from handvoll.table.history import history
from handvoll.table.table import Table
from handvoll.table.verify import record_of
from handvoll.table.views import look_back, shown_events, snapshot
from handvoll.words import Words

HIDDEN_GAMES = sorted(game for game, card in handvoll.cards().items() if Trait.HIDDEN in card.traits)


def all_that_is_sent(table: Table, seat: int | None) -> str:
    """Everything a seat (or a spectator) can get of a table, in both languages, as one text."""
    guest = "watcher" if seat is None else table.seats[seat].guest
    sent: list[Any] = []
    for lang in ("en", "de"):
        say = Words(lang, table.card).say
        sent.append(snapshot(table, guest, say, now=table.at))
        sent.append(history(table, seat, say))
    sent += [look_back(table, guest, ply, str) for ply in range(table.playing.ply + 1)]
    sent.append(shown_events(table, seat))
    sent.append(record_of(table, guest).text())
    return json.dumps(sent, default=str)


def other_ways(game: Game, event: ev.Event) -> list[ev.Event]:
    """Some other ways in which an event could have come out."""
    if isinstance(event, ev.Move) and event.seat in game.to_act:
        field, others = "text", game.legal(event.seat)
    elif isinstance(event, ev.Chance):
        field, others = "outcome", list(game.outcomes() or {}) or ["110001", "120002"]
    else:
        return []
    others = [text for text in others if text != getattr(event, field)]
    return [msgspec.structs.replace(event, **{field: text}) for text in others[:3]]


def knows_alike(one: Game, other: Game, seat: int | None) -> bool:
    """Whether a seat cannot tell the two games apart by what it sees now and could look up."""
    return one.view(seat) == other.view(seat) and one.seen_steps(seat) == other.seen_steps(seat)


@pytest.mark.parametrize("game", HIDDEN_GAMES)
def test_what_a_seat_may_not_know_is_in_nothing_it_is_sent(game: str) -> None:
    """At random steps of random tables something comes out otherwise, and the next steps come as they came:
    as long as a seat's view and steps do not differ, neither does anything else it is sent, byte for byte."""
    compared = sum(compare_worlds(game, random.Random(f"{game} {seed}")) for seed in range(3))
    assert compared > 10


def compare_worlds(game: str, rng: random.Random) -> int:
    """Play a table, then compare; tells how often two worlds looked alike."""
    card = handvoll.card(game)
    players = rng.randint(max(2, card.players[0]), min(4, card.players[1]))
    whole = random_moves(running(game, players, **settings_of(card, rng)), rng, 14, step_ms=15_000)
    begun = next(n for n in range(1, whole.number) if whole.log.game(n) is not None)
    numbers = list(range(begun + 1, whole.number + 1))
    rng.shuffle(numbers)
    compared = 0
    for number in numbers:
        compared += _compare(whole, number)
        if compared > 30:
            break
    return compared


def _compare(whole: Table, number: int) -> int:
    table = Table.fold(whole.id, whole.events()[: number - 1], handvoll.card)
    compared = 0
    for event in other_ways(table.playing, whole.event(number)):
        here, there = table.apply(whole.event(number)), table.apply(event)
        for after in range(number + 1, min(number + 4, whole.number + 1)):
            compared += _count_alike(here, there)
            try:
                here, there = here.apply(whole.event(after)), there.apply(whole.event(after))
            except Refusal:
                break  # in that world it could not have come like this
    return compared


def _count_alike(here: Table, there: Table) -> int:
    if here.playing.over or here.playing.chance is not None or here.ended is not None:
        return 0
    alike = [seat for seat in (None, *range(here.players)) if knows_alike(here.playing, there.playing, seat)]
    for seat in alike:
        assert all_that_is_sent(here, seat) == all_that_is_sent(there, seat)
    return len(alike)


def test_what_was_turned_over_is_gone_from_everything() -> None:
    """HS9: after `cover` neither the log, the sentences, the earlier moments nor the record of the running
    round betray the row."""
    rows = ("1234", "4321")
    tables = []
    for row in rows:
        table = play(running("huetchenspieler", 2), 0, f"lay {row}")
        assert f"lay {row}" in all_that_is_sent(table, 1)
        tables.append(play(table, 0, "cover", table.at + 10_000))
    for seat in (None, 0, 1):
        assert all_that_is_sent(tables[0], seat) == all_that_is_sent(tables[1], seat)
    ply = 1
    assert look_back(tables[0], "bob", ply, str)["hidden"]
    assert not look_back(tables[0], "bob", ply - 1, str)["hidden"]


@pytest.mark.parametrize("game", sorted(handvoll.cards()))
def test_the_dealers_secret_and_private_marks_are_never_sent(game: str) -> None:
    """While a table runs nothing that is sent holds the secret, the guests' words or their keys."""
    table = running(game, max(1, handvoll.card(game).players[0]))
    sent = all_that_is_sent(table, 0) + all_that_is_sent(table, None)
    for private in (SECRET.hex(), "word of anna", '"key"', '"request"', '"by"'):
        assert private not in sent


def test_the_timer_of_six_is_in_nothing_that_is_sent() -> None:
    """SX3: the running time is hidden until the tube is lifted."""
    table = running("six", 2)
    sand = next(
        event.outcome for event in table.events() if isinstance(event, ev.Chance) and event.event == "sand"
    )
    for seat in (None, 0, 1):
        assert sand not in all_that_is_sent(table, seat)
