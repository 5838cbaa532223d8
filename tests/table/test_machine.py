"""Random tables: whatever is asked in whatever order, a table's promises hold."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from playing import GUESTS, SECRET, ask, is_same, new_table, settings_of

import handvoll
from handvoll.table import clock, dealer
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.decide import Decision, open_rematch, tick
from handvoll.table.opponents import to_think
from handvoll.table.requests import Asker
from handvoll.table.table import Table
from handvoll.table.verify import record_of, verify_record, verify_table

PACES = (ev.NoPace(), ev.PerMove(20), ev.Total(60, 2), ev.Days(1))
STRANGER = "zoe"


class TableMachine(RuleBasedStateMachine):
    """Guests, the house and strangers ask for things, time passes, requests are repeated and come late."""

    @initialize(seed=st.integers(0, 2**32))
    def open(self, seed: int) -> None:
        self.rng = random.Random(seed)
        card = self.rng.choice(list(handvoll.cards().values()))
        players = self.rng.randint(*card.players)
        kinds = ["host", *self.rng.choices(["open", "open", "host", "bot:2"], k=players - 1)]
        chosen: dict[str, Any] = settings_of(card, self.rng)
        chosen["pace"] = self.rng.choice(PACES)
        chosen["on_timeout"] = self.rng.choice(["lose", "bot"])
        note(f"{card.id} {kinds} {chosen}")
        self.table = new_table(card.id, tuple(kinds), **chosen)
        self.log = list(self.table.events())
        self.asked: list[tuple[rq.Request, str | None, str | None, Decision]] = []
        self.keys = 0

    # --- what is asked -------------------------------------------------------------------------

    def ask(self, request: rq.Request, guest: str | None, wait: int = 10) -> Decision:
        key = None
        if guest is not None and self.rng.random() < 0.5:
            self.keys += 1
            key = f"k{self.keys}"
        decision = ask(self.table, request, guest, self.table.at + wait, key)
        self.keep(decision)
        if decision.refusal is None:
            self.asked.append((request, guest, key, decision))
        return decision

    def keep(self, decision: Decision) -> None:
        before = self.table
        assert decision.table.number == before.number + len(decision.events)
        assert tuple(decision.table.events(before.number)) == tuple(decision.events)
        self.table = decision.table
        self.log += decision.events

    @rule(guest=st.sampled_from((*GUESTS, STRANGER)), chair=st.none() | st.integers(0, 13))
    def sit(self, guest: str, chair: int | None) -> None:
        self.ask(rq.Sit(word=guest, chair=chair), guest)

    @precondition(lambda self: self.table.phase == "waiting")
    @rule()
    def fill(self) -> None:
        for guest in GUESTS:
            self.ask(rq.Sit(word=guest), guest)

    @rule(guest=st.sampled_from(GUESTS))
    def leave(self, guest: str) -> None:
        if self.rng.random() < 0.1:
            self.ask(rq.Leave(), guest)

    @rule()
    def start(self) -> None:
        self.ask(rq.Start(level=1), "anna")

    @precondition(lambda self: bool(self.table.asked))
    @rule(moves=st.integers(1, 12), wait=st.sampled_from([0, 10, 2_000, 12_000]))
    def play(self, moves: int, wait: int) -> None:
        for _move in range(moves):
            if not self.table.asked:
                return
            seat = self.rng.choice(self.table.asked)
            question = self.table.questions[seat]
            assert question is not None
            legal = self.table.moves(seat)
            assert legal, "a seat is asked that has nothing to play"
            request = rq.Play(seat=seat, move=self.rng.choice(legal), question=question.number)
            sitter = self.table.seats[seat]
            decision = self.ask(request, sitter.guest if sitter.is_person else None, wait)
            # Nothing but time stands between a legal move and the table.
            codes = ("too-early", "game-over", "stale", "not-seated", "not-your-turn", "illegal-move")
            assert decision.refusal is None or decision.events or decision.refusal.code == "too-early", codes

    @precondition(lambda self: self.table.phase != "waiting")
    @rule(
        seat=st.integers(-1, 12),
        move=st.sampled_from(["", "pass", "roll", "1", "d1-d4", "swap", "x" * 200]),
        question=st.integers(1, 400),
        guest=st.sampled_from((*GUESTS, STRANGER, None)),
    )
    def play_nonsense(self, seat: int, move: str, question: int, guest: str | None) -> None:
        self.ask(rq.Play(seat=max(0, seat), move=move, question=question), guest)

    @precondition(lambda self: bool(self.asked))
    @rule(which=st.integers(0, 10**6))
    def repeat(self, which: int) -> None:
        """A request that was carried out comes again: with its key it is answered alike, without it, it may
        happen anew, but a move never does."""
        request, guest, key, first = self.asked[which % len(self.asked)]
        before = self.table.number
        decision = ask(self.table, request, guest, self.table.at, key)
        if key is not None:
            assert (decision.events, decision.answer, decision.refusal) == ((), first.answer, None)
        elif isinstance(request, rq.Play):
            assert decision.refusal is not None
        self.keep(decision)
        assert key is None or self.table.number == before

    @rule(seat=st.integers(0, 4), guest=st.sampled_from(GUESTS))
    def undo(self, seat: int, guest: str) -> None:
        self.ask(rq.Undo(seat=seat), guest)

    @rule(seat=st.integers(0, 4), guest=st.sampled_from(GUESTS))
    def offer_draw(self, seat: int, guest: str) -> None:
        self.ask(rq.OfferDraw(seat=seat), guest)

    @precondition(lambda self: self.table.proposal is not None)
    @rule(accept=st.booleans())
    def respond(self, accept: bool) -> None:
        number = self.table.proposal.number  # type: ignore[union-attr]
        for seat, sitter in enumerate(self.table.seats):
            self.ask(rq.Respond(seat=seat, offer=number, accept=accept), sitter.guest)

    @rule(seat=st.integers(0, 4))
    def resign(self, seat: int) -> None:
        if seat < self.table.players and self.rng.random() < 0.15:
            self.ask(rq.Resign(seat=seat), self.table.seats[seat].guest)

    @rule(seat=st.integers(0, 4), guest=st.sampled_from(GUESTS), wait=st.sampled_from([0, clock.DAY]))
    def claim(self, seat: int, guest: str, wait: int) -> None:
        if self.rng.random() < 0.1:
            self.ask(rq.Claim(seat=seat), guest, wait)

    @rule()
    def pass_time(self) -> None:
        due = clock.next_due(self.table)
        if due is not None and self.rng.random() < 0.3:
            assert tick(self.table, now=due.at - 1, secret=SECRET).events == ()
            decision = tick(self.table, now=due.at, secret=SECRET)
            assert decision.events, "what is due does not happen"
            self.keep(decision)

    @precondition(lambda self: self.table.phase == "over")
    @rule(guest=st.sampled_from(GUESTS))
    def rematch(self, guest: str) -> None:
        if not self.table.seats_of(guest):
            return
        by = Asker(guest, guest)
        old, new = open_rematch(
            self.table, "next", by, now=self.table.at, secret=SECRET, card_of=handvoll.card
        )
        assert old.table.rematch == "next"
        assert (old.events == ()) == (new.events == ())
        self.keep(old)

    # --- what always holds ---------------------------------------------------------------------

    @invariant()
    def the_log_is_the_table(self) -> None:
        """Folded from its stored events, the table is the same; none was lost or changed."""
        stored = [ev.decode(ev.encode(event), number) for number, event in enumerate(self.log, 1)]
        assert list(self.table.events()) == self.log
        assert is_same(Table.fold(self.table.id, stored, handvoll.card), self.table)
        times = [event.at for event in self.log]
        assert times == sorted(times)

    @invariant()
    def somebody_is_asked_or_it_is_over(self) -> None:
        """The log never ends where only chance or nobody could go on."""
        if self.table.phase == "running":
            assert self.table.playing.chance is None
            assert set(self.table.playing.to_act) <= set(self.table.asked)
            assert self.table.asked
        else:
            assert self.table.asked == ()

    @invariant()
    def questions_are_events_that_are_open(self) -> None:
        """A question bears the number of an event after which the seat was asked, without a break since."""
        for seat, question in enumerate(self.table.questions):
            if question is not None:
                assert self.table.event(question.number).at == question.at
                for number in range(question.number, self.table.number + 1):
                    game = self.table.log.game(number)
                    assert game is not None
                    assert seat in game.to_act or seat in self.table.live.overtakes(game)

    @invariant()
    def opponents_are_told_to_play(self) -> None:
        """A table that waits for opponents only has something for one of them to do."""
        if self.table.phase == "running" and not any(
            self.table.seats[seat].is_person for seat in self.table.asked
        ):
            assert to_think(self.table)

    @invariant()
    def the_end_proves_the_dealing(self) -> None:
        """The secret is out exactly when the table is over, and all verifies, record and table alike."""
        assert (self.table.secret is not None) == (self.table.phase == "over")
        if self.table.phase == "over":
            assert dealer.commitment(bytes.fromhex(self.table.secret or "")) == self.table.opened.commitment
            assert verify_table(self.table).fair
            assert verify_record(record_of(self.table, None).text(), handvoll.card).fair


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=100, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
