"""Taking back: freely what nobody learned from, else with everybody's consent, and never to roll again."""

from __future__ import annotations

from playing import after, ask, new_table, play, running

import handvoll
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.history import lines
from handvoll.table.table import Table


def undo(table: Table, seat: int, guest: str) -> Table:
    return after(table, rq.Undo(seat=seat), guest)


def refusal(table: Table, seat: int, guest: str) -> str | None:
    decision = ask(table, rq.Undo(seat=seat), guest)
    return None if decision.refusal is None else decision.refusal.code


def test_a_secret_choice_is_taken_back_freely_and_others_keep_theirs() -> None:
    """Nobody knows what anna chose, so she may choose again; what cleo chose in the meantime stays."""
    table = running("zahlenpoker", 3)
    table = play(table, 0, "4")
    table = play(table, 2, "2")
    table = undo(table, 0, "anna")
    assert table.phase == "running"
    assert table.proposal is None
    assert table.asked == (0, 1)
    assert table.playing.view(2)["mine"] == 2
    table = play(play(table, 0, "1"), 1, "1")
    assert table.playing.view(None)["last_round"]["shown"] == [1, 1, 2]


def test_an_open_move_needs_the_consent_of_the_others() -> None:
    """The other has seen it: it stays until the other agrees, and then goes back with the answer to it."""
    table = play(running("hnefatafl", 2), 0, "d1-d4")
    before = table.playing.before
    table = play(table, 1, "f4-e4")
    table = undo(table, 0, "anna")
    assert table.proposal is not None
    assert table.playing.ply == 2
    assert refusal(table, 0, "anna") == "no-undo"
    kept = after(table, rq.Respond(seat=1, offer=table.proposal.number, accept=False), "bob")
    assert (kept.playing.ply, kept.proposal) == (2, None)
    back = after(table, rq.Respond(seat=1, offer=table.proposal.number, accept=True), "bob")
    assert back.playing is before
    assert back.asked == (0,)


def test_a_puzzle_that_is_stuck_goes_on_from_where_one_likes() -> None:
    """AB3: who jumped into a dead end takes back and tries another way; the end is untold, and told anew."""
    table = running("abraeumen", 1)
    while table.phase == "running":
        table = play(table, 0, table.moves(0)[0])
    assert table.ended is not None
    stuck = lines(table, 0)[-1]
    back = undo(table, 0, "anna")
    assert (back.phase, back.ended, back.playing.ply) == ("running", None, table.playing.ply - 1)
    assert back.asked == (0,)
    assert stuck.kind not in [line.kind for line in lines(back, 0)]
    assert Table.fold(back.id, back.events(), handvoll.card) == back
    again = play(back, 0, table.playing.step.text if table.playing.step else "")
    assert again.ended is not None
    assert [line.message for line in lines(again, 0)].count(stuck.message) == 1


def test_what_is_over_among_several_stays_over() -> None:
    """Nobody may turn a lost game back."""
    table = after(running("hnefatafl", 2), rq.Resign(seat=0), "anna")
    assert refusal(table, 0, "anna") == "game-over"
    assert refusal(table, 1, "bob") == "game-over"


def test_an_offer_to_take_back_is_gone_when_somebody_plays() -> None:
    """An undo that was asked for before a further move can no longer be agreed to."""
    table = undo(play(running("hnefatafl", 2), 0, "d1-d4"), 0, "anna")
    assert table.proposal is not None
    number = table.proposal.number
    table = play(table, 1, "f4-e4")
    decision = ask(table, rq.Respond(seat=1, offer=number, accept=True), "bob")
    assert decision.refusal is not None
    assert decision.refusal.code == "no-offer"


def test_against_opponents_one_goes_back_as_one_likes() -> None:
    """Back to one's own last move, the opponent's answer included, again and again to the beginning."""
    table = running("hnefatafl", 2, bots=1)
    for move, answer in (("d1-d4", "f4-e4"), ("d4-d1", "e4-f4")):
        table = play(play(table, 0, move), 1, answer)
    table = undo(table, 0, "anna")
    assert table.playing.ply == 2
    table = undo(table, 0, "anna")
    assert (table.playing.ply, table.asked) == (0, (0,))
    assert refusal(table, 0, "anna") == "no-undo"


def test_alone_one_takes_back_any_number_of_steps() -> None:
    """AB3: taking back is part of the game."""
    table = running("abraeumen", 1)
    start = table.playing.position()
    for _move in range(5):
        table = play(table, 0, table.moves(0)[0])
    for _move in range(5):
        table = undo(table, 0, "anna")
    assert table.playing.position() == start


def test_who_plays_all_seats_at_one_device_takes_back_step_by_step() -> None:
    """At one device each undo takes back one move, whoever's it was."""
    two = after(new_table("hnefatafl", ("host", "host"), lot=False), rq.Sit(), "anna")
    two = play(play(two, 0, "d1-d4"), 1, "f4-e4")
    two = undo(two, 0, "anna")
    assert two.playing.ply == 1
    assert undo(two, 0, "anna").playing.ply == 0


def test_dice_taken_back_fall_the_same_again() -> None:
    """Taking back never gives a new roll: the same place in the game has the same dice."""
    table = running("fischkopf", 1)
    rolls = []
    for _try in range(3):
        table = play(table, 0, table.moves(0)[0])
        rolls.append([event.outcome for event in table.events() if isinstance(event, ev.Chance)][-1])
        table = undo(table, 0, "anna")
    assert len(set(rolls)) == 1


def test_time_that_has_run_on_does_not_come_back() -> None:
    """A game with a clock of its own knows no undo."""
    table = running("six", 2)
    table = play(table, 0, "roll")
    assert refusal(table, 0, "anna") == "no-undo"


def test_a_game_that_is_over_stays_over() -> None:
    """After the end nothing is taken back."""
    table = after(running("hnefatafl", 2), rq.Resign(seat=0), "anna")
    assert refusal(table, 0, "anna") == "game-over"
