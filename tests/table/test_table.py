"""A table from its opening to its end, request by request."""

from __future__ import annotations

import msgspec
import pytest
from playing import SECRET, after, ask, is_same, new_table, play, play_request, running

import handvoll
from handvoll.core.errors import (
    BadOption,
    BadPlayers,
    GameOver,
    IllegalMove,
    NotYourTurn,
    Refusal,
    UnknownGame,
)
from handvoll.table import clock, dealer
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.decide import open_rematch, open_table, tick
from handvoll.table.errors import BadLog
from handvoll.table.opponents import to_think
from handvoll.table.requests import Asker
from handvoll.table.table import Question, Table


def code(table: Table, request: rq.Request, guest: str | None, now: int | None = None) -> str | None:
    """The code with which a request is refused; None if it is not."""
    refusal = ask(table, request, guest, now).refusal
    return None if refusal is None else refusal.code


# --- opening and sitting ------------------------------------------------------------------------


def test_a_table_begins_by_itself_when_all_sit() -> None:
    """It waits for the last chair, draws the lot, and asks every seat with the number of that event."""
    table = new_table("zahlenpoker", ("host", "open", "bot:3"))
    assert table.phase == "waiting"
    table = after(table, rq.Sit(), "anna")
    assert table.phase == "waiting"
    table = after(table, rq.Sit(), "bob")
    assert table.phase == "running"
    assert sorted(table.order or ()) == [0, 1, 2]
    assert table.questions == (Question(4, table.at),) * 3
    assert table.opened.commitment == dealer.commitment(SECRET)


def test_the_lot_moves_all_chairs_round_and_can_be_left_out() -> None:
    """Whoever the lot makes first, neighbours stay neighbours; by choice the first chair begins."""
    firsts = set()
    for index in range(40):
        secret = bytes([index]) * 32
        request = rq.Open(game="zahlenpoker", chairs=("bot:1", "bot:2", "bot:3"))
        table = open_table("t", request, Asker("anna"), now=1, secret=secret, card_of=handvoll.card).table
        assert table.order in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        firsts.add(table.order[0])
    assert firsts == {0, 1, 2}
    assert new_table("zahlenpoker", ("bot:1", "bot:2"), lot=False).order == (0, 1)


def test_one_guest_can_hold_several_seats_at_one_device() -> None:
    """All chairs kept for the host are taken by one sit."""
    table = after(new_table("zahlenpoker", ("host", "host", "bot:1"), lot=False), rq.Sit(), "anna")
    assert table.seats_of("anna") == (0, 1)
    assert table.phase == "running"


def test_chairs_are_kept_for_whom_they_are_kept() -> None:
    """Nobody takes the host's chair, a taken chair, or a second one; whoever finds none free is told."""
    table = new_table("zahlenpoker", ("host", "open"))
    assert code(table, rq.Sit(chair=0), "bob") == "table-full"
    table = after(table, rq.Sit(chair=1), "bob")
    assert code(table, rq.Sit(), "cleo") == "table-full"
    assert code(table, rq.Sit(), "bob") == "already-started"
    table = after(table, rq.Leave(), "bob")
    assert after(table, rq.Sit(), "cleo").seats_of("cleo") == (1,)
    assert code(table, rq.Leave(), "bob") == "not-seated"


def test_the_host_can_fill_the_table_with_opponents() -> None:
    """Only the host, seated, starts early; the chairs left free are played by the house."""
    table = new_table("zahlenpoker", ("host", "open", "open"), lot=False)
    assert code(table, rq.Start(level=4), "anna") == "not-seated"
    table = after(table, rq.Sit(), "anna")
    assert code(table, rq.Start(level=4), "bob") == "not-host"
    table = after(table, rq.Start(level=4), "anna")
    assert [sitter.level for sitter in table.seats] == [None, 4, 4]
    assert [(task.seat, task.level) for task in to_think(table)] == [(1, 4), (2, 4)]
    assert code(table, rq.Start(level=4), "anna") == "already-started"


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (rq.Open(game="chess", chairs=("host",)), UnknownGame),
        (rq.Open(game="zahlenpoker", chairs=("host",)), BadPlayers),
        (rq.Open(game="zahlenpoker", chairs=("host", "open"), options={"x": 1}), BadOption),
    ],
)
def test_a_table_no_game_fits_is_not_opened(request_: rq.Open, error: type[Refusal]) -> None:
    """Unknown games, wrong numbers of chairs and unknown options are refused with their codes."""
    with pytest.raises(error):
        open_table("t", request_, Asker("anna"), now=1, secret=SECRET, card_of=handvoll.card)


@pytest.mark.parametrize(
    "body",
    [
        b'{"do": "play", "seat": "0", "move": "1", "question": 1}',
        b'{"do": "play", "seat": 0, "move": "1"}',
        b'{"do": "play", "seat": 0, "move": "1", "question": 1, "more": 1}',
        b'{"do": "sit", "word": "' + b"x" * 65 + b'"}',
        b'{"do": "sit", "word": "\\u202e"}',
        b'{"do": "fly"}',
        b"[]",
    ],
)
def test_requests_are_read_strictly(body: bytes) -> None:
    """A request with wrong types, missing, unknown or overlong fields is none."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=rq.Request)


# --- playing ------------------------------------------------------------------------------------


def test_seats_that_act_at_the_same_time_do_not_trip_over_each_other() -> None:
    """A question stays open while others answer theirs; once answered, or never asked, it is stale."""
    table = running("zahlenpoker", 3)
    asked = [play_request(table, seat, "4") for seat in range(3)]
    table = after(table, asked[0], "anna")
    assert code(table, asked[0], "anna") == "stale"
    table = after(table, asked[2], "cleo")
    table = after(table, asked[1], "bob")
    assert table.playing.ply == 3
    assert code(table, asked[1], "bob") == "stale"
    assert code(table, rq.Play(seat=0, move="3", question=1), "anna") == "stale"


def test_who_is_not_asked_or_not_seated_there_is_refused() -> None:
    """Another's seat, no seat, a seat out of turn, an illegal move, a waiting table: each has its code."""
    table = running("hnefatafl", 2)
    number = table.number
    move = rq.Play(seat=0, move="d1-d4", question=number)
    assert code(table, move, "bob") == "not-seated"
    assert code(table, move, None) == "not-seated"
    assert code(table, rq.Play(seat=7, move="x", question=1), "anna") == "bad-request"
    assert code(table, rq.Play(seat=1, move="f4-e4", question=number), "bob") == NotYourTurn.code
    assert code(table, rq.Play(seat=0, move="d1-e2", question=number), "anna") == IllegalMove.code
    waiting = new_table("hnefatafl", ("host", "open"))
    assert code(waiting, rq.Play(seat=0, move="d1-d4", question=1), "anna") == "not-seated"
    waiting = after(waiting, rq.Sit(), "anna")
    assert code(waiting, rq.Play(seat=0, move="d1-d4", question=1), "anna") == "not-started"


def test_a_repeated_request_is_answered_alike_and_happens_once() -> None:
    """The same key with the same request gives the same answer, in a table folded elsewhere too; with another
    request it is refused; another guest's key is another key."""
    table = running("zahlenpoker", 2)
    request = play_request(table, 0, "4")
    first = ask(table, request, "anna", key="k")
    folded = Table.fold(table.id, first.table.events(), handvoll.card)
    again = ask(folded, request, "anna", key="k")
    assert (again.answer, again.events, again.refusal) == (first.answer, (), None)
    other = ask(folded, rq.Resign(seat=0), "anna", key="k")
    assert other.refusal is not None
    assert other.refusal.code == "key-reused"
    assert ask(folded, play_request(folded, 1, "3"), "bob", key="k").refusal is None


def test_a_refused_request_leaves_nothing() -> None:
    """No event, no used-up key: the same request can succeed later."""
    table = running("huetchenspieler", 2)
    table = play(table, 0, "lay 1234")
    cover = play_request(table, 0, "cover")
    early = ask(table, cover, "anna", now=table.at + 9_999, key="k")
    assert early.refusal is not None
    assert early.refusal.code == "too-early"
    assert early.events == ()
    assert ask(early.table, cover, "anna", now=table.at + 10_000, key="k").refusal is None


# --- giving up, agreeing, going on -------------------------------------------------------------


def test_with_two_seats_whoever_gives_up_has_lost() -> None:
    """The table ends at once, with the places and the reason, and the secret is revealed."""
    table = after(running("hnefatafl", 2), rq.Resign(seat=1), "bob")
    assert table.ended is not None
    assert (table.ended.reason, table.ended.places, table.ended.by_rules) == ("resigned", (1, 2), False)
    assert table.secret == SECRET.hex()
    assert code(table, rq.Resign(seat=0), "anna") == GameOver.code
    assert table.asked == ()


def test_with_more_seats_an_opponent_plays_on_and_the_seat_comes_last() -> None:
    """Others go on; whatever the opponent reaches, the seat that gave up is last, and cannot come back."""
    table = after(running("zahlenpoker", 3), rq.Resign(seat=2), "cleo")
    assert table.phase == "running"
    assert table.seats[2].level == 3
    assert code(table, rq.Sit(), "cleo") == "already-started"
    while table.phase == "running":
        seat = table.asked[0]
        table = play(table, seat, table.moves(seat)[-1 if seat == 2 else 0])
    assert table.ended is not None
    assert table.ended.places[2] == 3
    assert table.ended.by_rules


def test_when_the_last_person_gives_up_the_table_ends() -> None:
    """Opponents do not play on among themselves."""
    table = after(running("zahlenpoker", 3, bots=2), rq.Resign(seat=0), "anna")
    assert table.ended is not None
    assert table.ended.places == (3, 1, 1)


def test_a_draw_needs_everybody_and_a_game_that_knows_draws() -> None:
    """Offered once per move, taken by the other, gone with the next move, declined by opponents at once."""
    table = running("hnefatafl", 2)
    offered = after(table, rq.OfferDraw(seat=1), "bob")
    assert offered.proposal is not None
    assert code(offered, rq.OfferDraw(seat=1), "bob") == "no-draw"
    assert code(offered, rq.Respond(seat=1, offer=offered.proposal.number, accept=True), "bob") == "no-offer"
    agreed = after(offered, rq.Respond(seat=0, offer=offered.proposal.number, accept=True), "anna")
    assert agreed.ended is not None
    assert (agreed.ended.reason, agreed.ended.places, agreed.ended.scores) == ("agreed", (1, 1), (0.5, 0.5))
    both = after(offered, rq.OfferDraw(seat=0), "anna")
    assert both.ended is not None
    declined = after(offered, rq.Respond(seat=0, offer=offered.proposal.number, accept=False), "anna")
    assert declined.proposal is None
    assert play(offered, 0, "d1-d4").proposal is None
    alone = after(running("hnefatafl", 2, bots=1), rq.OfferDraw(seat=0), "anna")
    assert (alone.phase, alone.proposal) == ("running", None)
    assert code(running("zahlenpoker", 2), rq.OfferDraw(seat=0), "anna") == "no-draw"


def test_a_rematch_keeps_the_people_and_moves_the_first_seat_on() -> None:
    """The next table keeps its chairs for the same guests, the second seat first, and is made only once."""
    table = after(running("zahlenpoker", 3, bots=1), rq.Resign(seat=0), "anna")
    table = after(table, rq.Resign(seat=1), "bob") if table.phase == "running" else table
    old, new = open_rematch(table, "table2", Asker("anna"), now=9000, secret=SECRET, card_of=handvoll.card)
    assert old.table.rematch == "table2"
    assert [(chair.kept_for, chair.level) for chair in new.table.opened.chairs] == [
        ("bob", None),
        (None, 2),
        ("anna", None),
    ]
    seated = after(after(new.table, rq.Sit(), "anna"), rq.Sit(), "bob")
    assert [sitter.guest for sitter in seated.seats] == ["bob", None, "anna"]
    late, none = open_rematch(
        old.table, "table3", Asker("bob"), now=9000, secret=SECRET, card_of=handvoll.card
    )
    assert (late.events, none.events, late.table.rematch) == ((), (), "table2")
    with pytest.raises(Refusal):
        open_rematch(new.table, "t", Asker("anna"), now=1, secret=SECRET, card_of=handvoll.card)


def test_who_leaves_a_running_game_can_come_back() -> None:
    """The seat stays the guest's, marked as left, until it sits down again."""
    table = after(running("hnefatafl", 2), rq.Leave(), "bob")
    assert table.seats[1].away
    assert table.phase == "running"
    assert not after(table, rq.Sit(), "bob").seats[1].away
    assert code(table, rq.Sit(), "cleo") == "already-started"


# --- time ---------------------------------------------------------------------------------------


def test_seconds_per_move_run_for_who_is_asked() -> None:
    """The deadline is the question's; after it the seat has lost, and its late move is refused."""
    table = running("hnefatafl", 2, pace=ev.PerMove(30))
    asked_at = table.at
    assert clock.next_due(table) == clock.Due(asked_at + 30_000, 0)
    assert clock.time_left(table, 0, asked_at + 10_000) == 20_000
    assert clock.time_left(table, 1, asked_at) is None
    table = play(table, 0, "d1-d4", asked_at + 29_999)
    late = ask(table, play_request(table, 1, "f4-e4"), "bob", now=table.at + 30_000)
    assert late.refusal is not None
    assert late.refusal.code == "game-over"
    assert [event.kind_name for event in late.events] == ["timeout", "ended", "revealed"]
    assert late.table.ended is not None
    assert (late.table.ended.reason, late.table.ended.places) == ("timeout", (1, 2))


def test_total_time_is_used_up_and_grows_by_the_increment() -> None:
    """Each answer takes its time off the seat's total and gives the increment back."""
    table = running("hnefatafl", 2, pace=ev.Total(60, 5))
    table = play(table, 0, "d1-d4", table.at + 20_000)
    assert table.left_ms == (45_000, 60_000)
    table = play(table, 1, "f4-e4", table.at + 1_000)
    assert table.left_ms == (45_000, 64_000)
    assert clock.next_due(table) == clock.Due(table.at + 45_000, 0)
    assert tick(table, now=table.at + 44_999, secret=SECRET).events == ()
    over = tick(table, now=table.at + 45_000, secret=SECRET).table
    assert over.ended is not None
    assert over.ended.places == (2, 1)


def test_an_opponent_can_play_on_for_the_late() -> None:
    """With on_timeout "bot" the game goes on, and the guest takes its seat again by sitting down."""
    table = running("hnefatafl", 2, pace=ev.Days(2), on_timeout="bot", bot_level=4)
    late = tick(table, now=table.at + 2 * clock.DAY, secret=SECRET).table
    assert late.phase == "running"
    assert late.seats[0].level == 4
    assert [task.seat for task in to_think(late)] == [0]
    assert code(late, rq.Resign(seat=0), "anna") == "not-seated"
    back = after(late, rq.Sit(), "anna")
    assert back.seats[0].is_person
    assert play(back, 0, "d1-d4").playing.ply == 1


def test_nobody_freezes_a_table_for_ever() -> None:
    """Without a pace the others may claim after a day, or five minutes after the seat has left."""
    table = running("hnefatafl", 2)
    claim = rq.Claim(seat=0)
    assert code(table, claim, "bob", table.at + clock.DAY - 1) == "no-claim"
    assert code(table, claim, "anna", table.at + clock.DAY) == "no-claim"
    assert code(table, claim, "cleo", table.at + clock.DAY) == "not-seated"
    assert after(table, claim, "bob", table.at + clock.DAY).phase == "over"
    left = after(table, rq.Leave(), "anna", table.at)
    assert after(left, claim, "bob", table.at + 5 * 60_000).phase == "over"


def test_opponents_have_no_deadline() -> None:
    """An opponent that is slow is the house's affair, not a reason to lose."""
    table = running("hnefatafl", 2, bots=1, pace=ev.PerMove(30))
    table = play(table, 0, "d1-d4")
    assert clock.next_due(table) is None


# --- logs ---------------------------------------------------------------------------------------


def test_events_are_json_that_reads_back() -> None:
    """Every event of a table survives its stored form; unknown fields are passed over."""
    table = after(running("hnefatafl", 2, pace=ev.Total(60, 5)), rq.Resign(seat=1), "bob")
    for number, event in enumerate(table.events(), 1):
        stored = ev.encode(event)
        assert ev.decode(stored, number) == event
        assert ev.decode(stored[:-1] + b',"from_the_future":1}', number) == event


@pytest.mark.parametrize("text", [b"", b"{}", b'{"kind":"flown","at":1}', b'{"kind":"left","at":1}'])
def test_a_log_that_cannot_be_read_is_refused(text: bytes) -> None:
    """Damage, and kinds that a newer Handvoll added, are refused with the number of the event."""
    with pytest.raises(BadLog, match="Event 7"):
        ev.decode(text, 7)


def test_a_log_that_does_not_follow_is_refused() -> None:
    """An event that cannot come here names its number; so does a log that begins in the middle."""
    table = running("hnefatafl", 2)
    with pytest.raises(BadLog, match="Event 5"):
        table.apply(ev.Move(at=1, seat=1, text="f4-e4", question=4))
    with pytest.raises(BadLog, match="begins with"):
        Table.fold("t", table.events(1), handvoll.card)
    old = msgspec.structs.replace(table.opened, rules_version=99)
    with pytest.raises(BadLog, match="version 99"):
        Table.fold("t", [old], handvoll.card)


def test_a_draft_that_lost_its_race_leaves_the_table_as_it_was() -> None:
    """Two tables that go on differently from the same one do not mix, although they share their list."""
    table = running("zahlenpoker", 2)
    one = play(table, 0, "4")
    other = play(table, 0, "3")
    third = play(one, 1, "2")
    assert [table.number, one.number, other.number, third.number] == [4, 5, 5, 6]
    for each in (table, one, other, third):
        assert is_same(Table.fold(each.id, each.events(), handvoll.card), each)
    assert [event.text for event in other.events(4) if isinstance(event, ev.Move)] == ["3"]
