"""What a request does to a table: the events to append, or a refusal. Pure: the same table, request, time and
secret always decide alike, so that a lost race for the next event number is simply decided again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from handvoll.core.card import Card
from handvoll.core.errors import BadRequest, GameOver, NotYourTurn, Refusal
from handvoll.core.game import LONGEST_TIME
from handvoll.core.messages import Seat, _
from handvoll.table import clock, dealer
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.checks import check_holds, check_runs, guest_of
from handvoll.table.draft import Draft
from handvoll.table.errors import (
    AlreadyStarted,
    BadLog,
    KeyReused,
    NoClaim,
    NotHost,
    NotOver,
    NotSeated,
    NoUndo,
    Stale,
    TableFull,
    TooEarly,
)
from handvoll.table.offers import offer_draw, respond
from handvoll.table.requests import Asker
from handvoll.table.table import CardOf, Table
from handvoll.table.undo import way_back


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be appended to the log, and what to tell the asker once that is durable. A refusal may come
    with events, too: those of a time that had run out before."""

    table: Table
    """The table with the events."""
    events: Sequence[ev.Event]
    answer: int = 0
    """The number of the event that carried out the request (an old one, if the request is a repeated one)."""
    refusal: Refusal | None = None


def decide(table: Table, request: rq.Action, by: Asker, *, now: int, secret: bytes) -> Decision:
    """Carry out a request at `now` (Unix milliseconds)."""
    print_ = fingerprint(request)
    if by.guest is not None and by.key is not None:
        known = table.answer_to(by.guest, by.key)
        if known is not None:
            if known[0] != print_:
                refusal = KeyReused(_("This idempotency key was used for another request."))
                return Decision(table, (), refusal=refusal)
            return Decision(table, (), answer=known[1])
    draft = Draft(table, secret, now)
    _let_time_pass(draft)
    base, passed = draft.table, tuple(draft.events)
    draft.sign(by, print_)
    try:
        _HANDLERS[type(request)](draft, request, by)
        draft.settle()
    except Refusal as refusal:
        return Decision(base, passed, refusal=refusal)
    return Decision(draft.table, tuple(draft.events), answer=base.number + 1)


def tick(table: Table, *, now: int, secret: bytes) -> Decision:
    """Let happen what is due at `now`: see `clock.next_due` for when to call this."""
    draft = Draft(table, secret, now)
    _let_time_pass(draft)
    return Decision(draft.table, tuple(draft.events), answer=draft.table.number)


def open_table(id: str, request: rq.Open, by: Asker, *, now: int, secret: bytes, card_of: CardOf) -> Decision:
    """Open a table. Nobody sits yet: each guest, the host too, brings its word to a dealer whose promise
    already stands. A table of opponents alone begins at once."""
    card = card_of(request.game)
    card.check_players(len(request.chairs))
    options = card.check_options(request.options)
    if by.guest is None:
        raise BadRequest(_("A table is opened by a guest."))
    chairs = tuple(_chair(kind, by) for kind in request.chairs)
    opened = ev.Opened(
        at=now,
        by=by.guest,
        key=by.key,
        request=fingerprint(request) if by.key else None,
        game=card.id,
        rules_version=card.rules_version,
        options=dict(options),
        chairs=chairs,
        host=by.guest,
        commitment=dealer.commitment(secret),
        pace=request.pace,
        lot=request.lot,
        listed=request.listed,
        spectators=request.spectators,
        on_timeout=request.on_timeout,
        bot_level=request.bot_level,
        speed=request.speed,
    )
    return _opened(id, opened, card_of, secret)


def open_rematch(
    old: Table, id: str, by: Asker, *, now: int, secret: bytes, card_of: CardOf
) -> tuple[Decision, Decision]:
    """The same people at a new table, its chairs kept for them and the next seat first: what is appended to
    the old table, and the new one. Where somebody was faster, the old table's `rematch` names the table to go
    to and nothing is appended."""
    if old.phase != "over":
        raise NotOver(_("The game still runs; a rematch comes after it."))
    if not old.seats_of(by.guest):
        raise NotSeated(_("Only those who played can go on together."))
    if old.rematch is not None:
        return Decision(old, (), answer=old.number), Decision(old, ())
    turned = (*old.seats[1:], old.seats[0])
    chairs = tuple(
        ev.Chair(level=sitter.level)
        if sitter.guest is None
        else ev.Chair(kept_for=sitter.guest, name=sitter.name)
        for sitter in turned
    )
    at = max(now, old.at)
    opened = msgspec.structs.replace(
        old.opened,
        at=at,
        by=by.guest,
        key=None,
        request=None,
        chairs=chairs,
        host=by.guest or old.opened.host,
        lot=False,
        commitment=dealer.commitment(secret),
        rematch_of=old.id,
    )
    draft = Draft(old, b"", now)
    draft.sign(by, fingerprint(rq.PlayAgain()))
    draft.add(ev.Rematch, table=id)
    decision = Decision(draft.table, tuple(draft.events), answer=draft.table.number)
    return decision, _opened(id, opened, card_of, secret)


def fingerprint(request: rq.Request | rq.Open) -> str:
    """A hash by which a repeated request is told from another."""
    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()[:32]


def hold_ms(table: Table, seat: int, half_round_trips: dict[int, int]) -> int:
    """How long the house holds back an action of `seat` that would end the time for others to answer, so that
    an answer already on its way still counts: the greatest half round trip of those others, `LONGEST_HOLD_MS`
    at most. `half_round_trips` are the measured ones, by seat."""
    if table.phase != "running" or seat in table.playing.to_act:
        return 0
    waited_for = [answer.seat for answer in table.live.overtakes(table.playing).get(seat, ())]
    return max((min(half_round_trips.get(other, 0), LONGEST_HOLD_MS) for other in waited_for), default=0)


LONGEST_HOLD_MS = 150

# --- what time does ----------------------------------------------------------------------------


def _let_time_pass(draft: Draft) -> None:
    while (due := clock.next_due(draft.table)) is not None and due.at <= draft.now:
        if due.seat is not None:
            _time_is_over(draft, due.seat, claimed=False)
        else:
            span = clock.running_span(draft.table)
            assert span is not None
            for given in span.does:
                _lay(draft, given.seat, given.move, "itself")
        draft.settle()


def _time_is_over(draft: Draft, seat: int, claimed: bool) -> None:
    draft.add(ev.Timeout, seat=seat, claimed=claimed)
    draft.fall_out(seat, "timeout", lost=draft.table.opened.on_timeout == "lose")


def _lay(draft: Draft, seat: int, text: str, how: str) -> None:
    """Play a move whose question the table itself knows."""
    table = draft.table
    question = table.questions[seat]
    number = table.number if question is None else question.number
    draft.add(ev.Move, seat=seat, text=text, question=number, ms=_game_time(draft), how=how)


def _game_time(draft: Draft) -> int | None:
    """Milliseconds since the flip, in games with a clock; never less than at the action before."""
    table = draft.table
    if table.flip_at is None:
        return None
    return min(LONGEST_TIME, max(table.playing.state.now, draft.now - table.flip_at))


# --- one function per request ------------------------------------------------------------------


def _sit(draft: Draft, request: rq.Sit, by: Asker) -> None:
    table, guest = draft.table, guest_of(by)
    if table.phase != "waiting":
        _come_back(draft, guest)
        return
    if table.seats_of(guest):
        raise AlreadyStarted(_("You already sit at this table."))
    kept = [place for place, chair in enumerate(table.opened.chairs) if chair.kept_for == guest]
    free = [
        place
        for place, chair in enumerate(table.opened.chairs)
        if table.chairs[place].is_free and chair.kept_for is None
    ]
    if request.chair is not None and not kept:
        free = [place for place in free if place == request.chair]
    chosen = kept or free[:1]
    if not chosen:
        raise TableFull(_("There is no free chair for you at this table."))
    for place in chosen:
        draft.add(ev.Sat, chair=place, guest=guest, name=by.name, word=request.word)
    if not any(chair.is_free for chair in draft.table.chairs):
        draft.start()


def _come_back(draft: Draft, guest: str) -> None:
    table = draft.table
    mine = table.seats_of(guest)
    if not mine:
        raise AlreadyStarted(_("The game has already begun, without you."))
    if table.phase == "over":
        raise GameOver(_("The game is over; nothing more can be played."))
    assert table.order is not None
    back = [seat for seat in mine if can_come_back(table, seat)]
    if not back:
        raise AlreadyStarted(_("You already sit at this table."))
    for seat in back:
        draft.add(ev.Sat, chair=table.order[seat], guest=guest, name=table.seats[seat].name)


def can_come_back(table: Table, seat: int) -> bool:
    """A guest takes its seat again, unless it has lost or used up the time for the whole game."""
    sitter = table.seats[seat]
    if sitter.level is None:
        return sitter.away
    return not sitter.lost and not isinstance(table.opened.pace, ev.Total)


def _leave(draft: Draft, request: rq.Leave, by: Asker) -> None:
    table = draft.table
    mine = [seat for seat in table.seats_of(guest_of(by)) if not table.seats[seat].away]
    if not mine:
        raise NotSeated(_("You do not sit at this table."))
    if table.phase == "over":
        raise GameOver(_("The game is over; nothing more can be played."))
    for seat in mine:
        draft.add(ev.Left, chair=seat if table.order is None else table.order[seat])


def _start(draft: Draft, request: rq.Start, by: Asker) -> None:
    table = draft.table
    if table.phase != "waiting":
        raise AlreadyStarted(_("The game has already begun."))
    if table.opened.host != guest_of(by):
        raise NotHost(_("Only who opened the table can do that."))
    if not table.seats_of(by.guest):
        raise NotSeated(_("Sit down before the game begins."))
    draft.start(request.level)


def _play(draft: Draft, request: rq.Play, by: Asker) -> None:
    table, seat = draft.table, request.seat
    check_holds(table, seat, by)
    check_runs(table)
    question = table.questions[seat]
    if question is None:
        if _was_asked(table, seat, request.question):
            raise Stale(_("The question you answer is gone; look at the table as it is now."))
        raise NotYourTurn(_("{player} is not asked for anything now.", player=Seat(seat)))
    if question.number != request.question:
        raise Stale(_("The question you answer is gone; look at the table as it is now."))
    wait = table.step_at + table.live.earliest(table.playing, seat, request.move, table.opened.speed)
    if draft.now < wait:
        raise TooEarly(_("That is possible in {ms} milliseconds.", ms=wait - draft.now))
    if seat not in table.playing.to_act:
        if request.move not in table.moves(seat):
            raise NotYourTurn(_("{player} is not asked for that now.", player=Seat(seat)))
        for answer in table.live.overtakes(table.playing)[seat]:
            _lay(draft, answer.seat, answer.move, "implied")
        draft.settle()
        if request.move == table.live.hand_over:
            return
    move = {"seat": seat, "text": request.move, "question": request.question, "ms": _game_time(draft)}
    try:
        draft.add(ev.Move, **move)
    except BadLog as fault:
        if isinstance(fault.__cause__, Refusal):
            raise fault.__cause__ from None  # the rules do not allow it
        raise


def _was_asked(table: Table, seat: int, question: int) -> bool:
    """Whether that event did once ask the seat something."""
    if question > table.number:
        return False
    game = table.log.game(question)
    return game is not None and (seat in game.to_act or seat in table.live.overtakes(game))


def _resign(draft: Draft, request: rq.Resign, by: Asker) -> None:
    table, seat = draft.table, request.seat
    check_holds(table, seat, by)
    check_runs(table)
    if table.seats[seat].lost:
        raise GameOver(_("You have already given up this game."))
    draft.add(ev.Resigned, seat=seat)
    draft.fall_out(seat, "resigned", lost=True)


def _undo(draft: Draft, request: rq.Undo, by: Asker) -> None:
    table, seat = draft.table, request.seat
    check_holds(table, seat, by)
    way = way_back(table, seat)
    if way is None:
        check_runs(table)
        raise NoUndo(_("There is no step of yours that can be taken back."))
    if way.must_agree:
        if table.proposal is not None and table.proposal.seat == seat:
            raise NoUndo(_("You have already asked; the others have not answered yet."))
        draft.add(ev.Offer, seat=seat, what="undo", ply=way.ply)
        return
    draft.add(ev.Undone, seat=seat, ply=way.ply)
    for step in way.again:
        assert step.seat is not None
        _lay(draft, step.seat, step.text, "again")


def _claim(draft: Draft, request: rq.Claim, by: Asker) -> None:
    table, seat = draft.table, request.seat
    check_runs(table)
    if not any(table.seats[mine].is_person for mine in table.seats_of(guest_of(by))):
        raise NotSeated(_("You do not sit at this table."))
    if not 0 <= seat < table.players:
        raise BadRequest(_("There is no seat {seat} at this table.", seat=seat))
    since = clock.claimable_at(table, seat)
    if since is None or since > draft.now or table.seats[seat].guest == by.guest:
        raise NoClaim(_("{player} may still take time.", player=Seat(seat)))
    _time_is_over(draft, seat, claimed=True)


_HANDLERS: dict[type, Callable[[Draft, Any, Asker], None]] = {
    rq.Sit: _sit,
    rq.Leave: _leave,
    rq.Start: _start,
    rq.Play: _play,
    rq.Resign: _resign,
    rq.OfferDraw: offer_draw,
    rq.Undo: _undo,
    rq.Respond: respond,
    rq.Claim: _claim,
}

# --- opening -----------------------------------------------------------------------------------


def _chair(kind: rq.ChairKind, by: Asker) -> ev.Chair:
    if kind == "host":
        return ev.Chair(kept_for=by.guest, name=by.name)
    return ev.Chair() if kind == "open" else ev.Chair(level=int(kind.removeprefix("bot:")))


def _opened(id: str, opened: ev.Opened, card_of: Callable[[str], Card], secret: bytes) -> Decision:
    draft = Draft(Table.fold(id, [opened], card_of), secret, opened.at)
    draft.events.append(opened)
    if not any(chair.is_free for chair in draft.table.chairs):
        draft.start()
    return Decision(draft.table, tuple(draft.events), answer=1)
