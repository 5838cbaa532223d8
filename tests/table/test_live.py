"""The two games that are played in real time."""

from __future__ import annotations

import random

import pytest
from playing import SECRET, ask, play, play_request, random_moves, running

from handvoll.bots import LEVELS
from handvoll.core.live import NOT_LIVE
from handvoll.table import clock
from handvoll.table import events as ev
from handvoll.table.decide import hold_ms, tick
from handvoll.table.opponents import to_think
from handvoll.table.table import Table
from handvoll.table.views import snapshot


def claiming(seed: int, last_roll: bool, **settings: object) -> Table:
    """Six with three seats where a throw can be secured; the active seat goes on, or hands the dice on."""
    for attempt in range(500):
        table = running("six", 3, options={"pasch": False, "auto_secure": False}, **settings)
        rng = random.Random(f"{seed} {attempt}")
        for _move in range(60):
            overtakes = table.live.overtakes(table.playing)
            if overtakes:
                active = next(iter(overtakes))
                if (table.moves(active) == ["swap"]) == last_roll:
                    return table
            table = random_moves(table, rng, 1, step_ms=400)
    raise AssertionError


def active_of(table: Table) -> int:
    return next(iter(table.live.overtakes(table.playing)))


def test_the_active_seat_does_not_wait_for_claims() -> None:
    """SX5: its next roll is the others' `skip`, written down as such, and they are too late."""
    table = claiming(1, last_roll=False)
    active, claimers = active_of(table), table.playing.to_act
    assert table.asked == tuple(sorted((active, *claimers)))
    assert table.moves(active) == ["roll"]
    rolled = play(table, active, "roll")
    new = rolled.events(table.number)
    implied = [event for event in new if isinstance(event, ev.Move) and event.how == "implied"]
    assert [(event.seat, event.text) for event in implied] == [(seat, "skip") for seat in claimers]
    late = ask(rolled, play_request(table, claimers[0], "secure"), table.seats[claimers[0]].guest)
    assert late.refusal is not None
    assert late.refusal.code == "stale"


def test_after_the_last_roll_the_dice_are_handed_on() -> None:
    """When its turn is over, the active seat ends the claims with `swap`, which is no move of the rules."""
    table = claiming(2, last_roll=True)
    active = active_of(table)
    shown = snapshot(table, table.seats[active].guest, str, now=table.at)
    assert shown["moves"] == ["swap"]
    assert shown["buttons"] == {"swap": "Hand the dice on"}
    assert shown["paths"] == {}
    swapped = play(table, active, "swap")
    moves = [event.text for event in swapped.events(table.number) if isinstance(event, ev.Move)]
    assert set(moves) == {"skip"}
    assert not swapped.live.overtakes(swapped.playing)


def test_a_claim_on_its_way_is_waited_for_a_little() -> None:
    """The action that would close the claims is held back for the slowest claimer's half round trip, 150 ms
    at most; a claim, or an action that closes nothing, is not."""
    table = claiming(3, last_roll=False)
    active, claimer = active_of(table), table.playing.to_act[0]
    assert hold_ms(table, active, {claimer: 60, active: 900}) == 60
    assert hold_ms(table, active, {claimer: 400}) == 150
    assert hold_ms(table, active, {}) == 0
    assert hold_ms(table, claimer, {claimer: 60}) == 0


def test_an_opponent_leaves_people_time_to_claim() -> None:
    """An opponent that is to roll waits a while, and then acts on the game as if all had declined."""
    table = claiming(4, last_roll=False)
    active = active_of(table)
    bots = {task.seat: task for task in to_think(with_bot(table, active))}
    assert bots[active].wait_ms > 0
    assert bots[active].game is not None
    assert active in bots[active].game.to_act


def with_bot(table: Table, seat: int) -> Table:
    """The table with an opponent in that seat's place."""
    return table.apply(ev.Replaced(at=table.at, seat=seat, level=2))


def test_levels_differ_in_how_fast_they_are() -> None:
    """In Six each level notices its cards sooner than the one below, and waits less for people; it is slow
    enough for eyes to follow. In other games nobody hurries."""
    table = claiming(6, last_roll=True)
    active, claimer = active_of(table), table.playing.to_act[0]
    for seat in (active, claimer):
        takes = [table.live.reaction(table.playing, seat, level) or 0 for level in LEVELS]
        assert takes == sorted(takes, reverse=True)
        assert len(set(takes)) == len(LEVELS)
        assert min(takes) >= 500
        assert 2 * takes[-1] < takes[0]
    waits = [table.live.patience(level) for level in LEVELS]
    assert waits == sorted(waits, reverse=True)
    assert min(waits) > 2000
    assert NOT_LIVE.reaction(table.playing, 0, 1) is None


def test_every_action_carries_the_time_since_the_flip() -> None:
    """SX11: milliseconds since the sand was flipped, by the server's clock, never less than before."""
    table = running("six", 2)
    flipped = table.flip_at
    assert flipped == table.at
    table = play(table, 0, "roll", flipped + 1_234)
    step = next(event for event in reversed(table.events()) if isinstance(event, ev.Move))
    assert step.ms == 1_234
    table = play(table, table.asked[0], table.moves(table.asked[0])[0], flipped + 1)
    assert table.playing.state.now == 1_234


def test_faces_stay_up_ten_to_twenty_seconds() -> None:
    """HS3: `cover` is refused before ten seconds and happens by itself after twenty, also if nobody looks."""
    table = play(running("huetchenspieler", 2), 0, "lay 1234")
    laid = table.at
    assert snapshot(table, "bob", str, now=laid)["timers"] == [
        {"kind": "cover", "from": laid + 10_000, "until": laid + 20_000}
    ]
    assert snapshot(table, "bob", str, now=laid)["line"].startswith("Look well and remember")
    assert clock.next_due(table) == clock.Due(laid + 20_000, None)
    assert tick(table, now=laid + 19_999, secret=SECRET).events == ()
    covered = tick(table, now=laid + 20_000, secret=SECRET).table
    last = covered.events()[-1]
    assert isinstance(last, ev.Move)
    assert (last.text, last.how) == ("cover", "itself")
    assert covered.moves(0)[0].startswith("push")


@pytest.mark.parametrize(("speed", "gap"), [(100, 1500), (200, 750), (50, 3000)])
def test_pushes_keep_the_distance_the_host_chose(speed: int, gap: int) -> None:
    """HS4 at a live table: the next push, and the first question, come no sooner than eyes can follow."""
    table = play(running("huetchenspieler", 2, speed=speed), 0, "lay 1234")
    table = play(table, 0, "cover", table.at + 10_000)
    for move in ("push 1>2", "push 2>3", "push 3>4", "ask 1"):
        if table.playing.step is not None and table.playing.step.text.startswith("push"):
            early = ask(table, play_request(table, 0, move), "anna", now=table.at + gap - 1)
            assert early.refusal is not None
            assert early.refusal.code == "too-early"
        table = play(table, 0, move, table.at + gap)
    assert table.asked == (1,)


def test_no_clock_runs_for_a_claim_that_can_be_overtaken() -> None:
    """Whoever could secure need not answer: its time does not run, that of the active seat does."""
    for pace in (ev.PerMove(10), ev.Total(600, 5)):
        table = claiming(5, last_roll=False, pace=pace)
        active, claimer = active_of(table), table.playing.to_act[0]
        due = clock.next_due(table)
        assert due is not None
        assert due.seat == active
        before = table.left_ms
        rolled = play(table, active, "roll", table.at + 3_000)
        if isinstance(pace, ev.Total):
            assert rolled.left_ms[claimer] == before[claimer]
            assert rolled.left_ms[active] == before[active] + 2_000
