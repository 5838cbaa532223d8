"""A table as it stands: the fold of its log, one event after the other.

Folding the whole log and adding events to a table that a process still has give the same table. A table is
immutable; the list behind its log is shared between a table and those that follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from handvoll.core.card import Card
from handvoll.core.errors import Refusal
from handvoll.core.game import Game
from handvoll.core.live import Live
from handvoll.core.messages import Message, _, player
from handvoll.table import events as ev
from handvoll.table.errors import BadLog
from handvoll.table.log import Log

CardOf: TypeAlias = Callable[[str], Card]
"""Gives the card of a game's id: `handvoll.card`."""
Phase: TypeAlias = Literal["waiting", "running", "over"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a chair."""

    guest: str | None = None
    name: str = ""
    level: int | None = None
    """The level of the opponent that plays here; None: a person does, or nobody yet."""
    word: str = ""
    away: bool = False
    """Whether the guest has left a running game; it may come back."""
    lost: bool = False
    """Whether the seat has given up or run out of time, and comes last whatever its opponent plays."""

    @property
    def is_free(self) -> bool:
        return self.guest is None and self.level is None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here now (and not an opponent for it)."""
        return self.guest is not None and self.level is None


class Question(NamedTuple):
    """What a seat is asked: the number of the event that asked it, and when that was."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer on the table, and who has agreed so far."""

    number: int
    seat: int
    what: Literal["draw", "undo"]
    ply: int | None
    agreed: frozenset[int]


@dataclass(frozen=True)
class Table:
    """A live table after event `number`."""

    id: str
    card: Card
    log: Log = field(repr=False, compare=False)
    number: int
    at: int
    """When the last event happened, Unix milliseconds."""
    opened: ev.Opened
    chairs: tuple[Sitter, ...]
    order: tuple[int, ...] | None = None
    """Which chair plays which seat, once the game runs."""
    words: tuple[str, ...] = ()
    game: Game | None = field(default=None, compare=False)
    questions: tuple[Question | None, ...] = ()
    left_ms: tuple[int, ...] = ()
    """What is left of each seat's total time, not counting the running question."""
    step_at: int = 0
    """When the last step of the game happened."""
    flip_at: int | None = None
    """When the game's own timer was last flipped."""
    proposal: Proposal | None = None
    offered: frozenset[int] = frozenset()
    """The seats that have offered a draw since their last move."""
    ended: ev.Ended | None = None
    secret: str | None = None
    """The dealer's secret, once it is revealed."""
    rematch: str | None = None

    # --- folding -------------------------------------------------------------------------------

    @classmethod
    def fold(cls, id: str, events: Iterable[ev.Event], card_of: CardOf) -> Table:
        """The table of that log, from its first event."""
        rest = iter(events)
        first = next(rest, None)
        if not isinstance(first, ev.Opened):
            raise BadLog(_("A table's log begins with the event that opens it."))
        card = card_of(first.game)
        if card.rules_version != first.rules_version:
            raise BadLog(
                _(
                    "The table was opened with rules version {came} of {game}, this is version {known}.",
                    came=first.rules_version,
                    game=card.name,
                    known=card.rules_version,
                )
            )
        chairs = tuple(Sitter(level=chair.level) for chair in first.chairs)
        return cls(id, card, Log.of(first), 1, first.at, first, chairs).extend(rest)

    def extend(self, events: Iterable[ev.Event]) -> Table:
        """The table after further events, in their order."""
        table = self
        for event in events:
            table = table.apply(event)
        return table

    def apply(self, event: ev.Event) -> Table:
        """The table after one more event."""
        number = self.number + 1
        try:
            changed = _FOLDS[type(event)](self, event, number)
        except (Refusal, KeyError, IndexError, TypeError, ValueError) as error:
            raise BadLog(
                _("Event {number} of the log does not follow: {why}.", number=number, why=str(error))
            ) from error
        log = self.log.extended(self.number, event, changed.game)
        return replace(changed, number=number, at=event.at, log=log)

    # --- what stands ---------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return "waiting" if self.order is None else "running" if self.ended is None else "over"

    @cached_property
    def seats(self) -> tuple[Sitter, ...]:
        """Who plays which seat; before the start, who sits on which chair."""
        return self.chairs if self.order is None else tuple(self.chairs[chair] for chair in self.order)

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return len(self.chairs)

    @property
    def live(self) -> Live:
        """How the game behaves in real time."""
        return self.card.live

    @property
    def playing(self) -> Game:
        """The game; only asked for once it has begun."""
        if self.game is None:
            raise ValueError("the game has not begun")
        return self.game

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats (before the start: chairs) that belong to a guest."""
        if guest is None:
            return ()
        return tuple(seat for seat, sitter in enumerate(self.seats) if sitter.guest == guest)

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The seats that may play now."""
        return tuple(seat for seat, question in enumerate(self.questions) if question is not None)

    @cached_property
    def optional(self) -> frozenset[int]:
        """The seats that are asked but need not answer, since another may go on without them: no clock of
        theirs runs."""
        if self.game is None or self.ended is not None:
            return frozenset()
        given = self.live.overtakes(self.game).values()
        return frozenset(answer.seat for answers in given for answer in answers)

    def moves(self, seat: int) -> list[str]:
        """What a seat may play now, its action standing for the answers of others where the live table reads
        the game so."""
        game = self.playing
        if self.ended is not None or game.over:
            return []
        if seat in game.to_act:
            return game.legal(seat)
        given = self.live.overtakes(game).get(seat)
        if given is None:
            return []
        for answer in given:
            game = game.play(*answer)
        if seat in game.to_act:
            return game.legal(seat)
        return [] if self.live.hand_over is None else [self.live.hand_over]

    def answer_to(self, guest: str, key: str) -> tuple[str | None, int] | None:
        """The hash and the first event of the request that this guest made with this key, or None."""
        return self.log.answer_to(guest, key, self.number)

    def event(self, number: int) -> ev.Event:
        """The event of that number, counted from 1."""
        return self.log.event(number)

    def events(self, after: int = 0) -> Sequence[ev.Event]:
        """The events after the one of that number."""
        return self.log.events(after, self.number)

    def name_of(self, seat: int) -> str | Message:
        """What the seat is called in sentences."""
        sitter = self.seats[seat]
        if sitter.guest is not None and sitter.name:
            return sitter.name
        if sitter.level is not None:
            return _("Opponent {number}", number=seat + 1)
        return player(seat)


# --- one function per kind of event ------------------------------------------------------------


def _sat(table: Table, event: ev.Sat, number: int) -> Table:
    chair = table.chairs[event.chair]
    if table.order is None:
        chair = Sitter(event.guest, event.name, word=event.word)
    else:
        # Somebody comes back: its seat is its own again, and what it lost stays lost.
        chair = replace(chair, away=False, level=chair.level if chair.lost else None)
    return _reasked(table, number, event.at, chairs=_with(table.chairs, event.chair, chair))


def _left(table: Table, event: ev.Left, number: int) -> Table:
    chair = Sitter() if table.order is None else replace(table.chairs[event.chair], away=True)
    return replace(table, chairs=_with(table.chairs, event.chair, chair))


def _started(table: Table, event: ev.Started, number: int) -> Table:
    if sorted(event.order) != list(range(table.players)):
        raise ValueError("the order of seats is none")
    chairs = tuple(replace(chair, level=event.filled) if chair.is_free else chair for chair in table.chairs)
    pace = table.opened.pace
    total = pace.seconds * 1000 if isinstance(pace, ev.Total) else 0
    game = Game.new(table.card, table.players, table.opened.options)
    begun = replace(
        table,
        chairs=chairs,
        order=event.order,
        words=event.words,
        game=game,
        questions=(None,) * table.players,
        left_ms=(total,) * table.players,
        step_at=event.at,
    )
    return _reasked(begun, number, event.at)


def _move(table: Table, event: ev.Move, number: int) -> Table:
    game = table.playing
    if not (event.text == table.live.hand_over and event.seat not in game.to_act):
        game = game.play(event.seat, event.text, event.ms)
    return _reasked(
        table,
        number,
        event.at,
        answered=event.seat,
        game=game,
        step_at=event.at,
        proposal=None,
        offered=table.offered - {event.seat},
    )


def _chance(table: Table, event: ev.Chance, number: int) -> Table:
    game = table.playing
    if game.chance != event.event:
        raise ValueError(f"the event {event.event} is not pending")
    flip_at = event.at if event.event == table.live.flip else table.flip_at
    return _reasked(
        table, number, event.at, game=game.happen(event.outcome), step_at=event.at, flip_at=flip_at
    )


def _offer(table: Table, event: ev.Offer, number: int) -> Table:
    proposal = Proposal(number, event.seat, event.what, event.ply, frozenset({event.seat}))
    offered = table.offered | {event.seat} if event.what == "draw" else table.offered
    return replace(table, proposal=proposal, offered=offered)


def _answer(table: Table, event: ev.Answer, number: int) -> Table:
    proposal = table.proposal
    if proposal is None or proposal.number != event.offer:
        raise ValueError("there is no such offer")
    if not event.accept:
        return replace(table, proposal=None)
    return replace(table, proposal=replace(proposal, agreed=proposal.agreed | {event.seat}))


def _undone(table: Table, event: ev.Undone, number: int) -> Table:
    game = table.playing
    while game.ply > event.ply:
        game = game.undo()
    # A puzzle that was over goes on; its dealer, who dealt nothing, keeps nothing secret.
    return _reasked(
        table,
        number,
        event.at,
        anew=True,
        game=game,
        step_at=event.at,
        proposal=None,
        offered=frozenset(),
        ended=None,
    )


def _resigned(table: Table, event: ev.Resigned, number: int) -> Table:
    return replace(table, proposal=None)


def _timeout(table: Table, event: ev.Timeout, number: int) -> Table:
    return replace(table, proposal=None)


def _replaced(table: Table, event: ev.Replaced, number: int) -> Table:
    assert table.order is not None
    chair = table.order[event.seat]
    sitter = table.chairs[chair]
    sitter = replace(sitter, level=event.level, lost=sitter.lost or event.lost)
    return _reasked(
        table, number, event.at, anew_for=event.seat, chairs=_with(table.chairs, chair, sitter), proposal=None
    )


def _ended(table: Table, event: ev.Ended, number: int) -> Table:
    return _reasked(table, number, event.at, ended=event, proposal=None)


def _revealed(table: Table, event: ev.Revealed, number: int) -> Table:
    return replace(table, secret=event.secret)


def _rematch(table: Table, event: ev.Rematch, number: int) -> Table:
    return replace(table, rematch=event.table)


_FOLDS: dict[type, Callable[[Table, Any, int], Table]] = {
    ev.Sat: _sat,
    ev.Left: _left,
    ev.Started: _started,
    ev.Move: _move,
    ev.Chance: _chance,
    ev.Offer: _offer,
    ev.Answer: _answer,
    ev.Undone: _undone,
    ev.Resigned: _resigned,
    ev.Timeout: _timeout,
    ev.Replaced: _replaced,
    ev.Ended: _ended,
    ev.Revealed: _revealed,
    ev.Rematch: _rematch,
}


def _reasked(
    table: Table,
    number: int,
    at: int,
    *,
    answered: int | None = None,
    anew: bool = False,
    anew_for: int | None = None,
    **changes: Any,
) -> Table:
    """`table` with `changes`, its questions and clocks brought up to them: a seat that is asked on keeps its
    question, unless it has just `answered` it or all (`anew`) or one (`anew_for`) are asked again."""
    changed = replace(table, **changes)
    if changed.game is None:
        return changed
    asked = _asked(changed)
    pace = changed.opened.pace
    optional = table.optional if isinstance(pace, ev.Total) else frozenset()
    questions: list[Question | None] = []
    left = list(table.left_ms or changed.left_ms)
    for seat, question in enumerate(changed.questions):
        kept = question if seat in asked and not anew and seat not in (answered, anew_for) else None
        if question is not None and kept is None and isinstance(pace, ev.Total) and seat not in optional:
            left[seat] = max(0, left[seat] - (at - question.at))
            left[seat] += pace.increment * 1000 if seat == answered else 0
        questions.append(kept or (Question(number, at) if seat in asked else None))
    return replace(changed, questions=tuple(questions), left_ms=tuple(left))


def _asked(table: Table) -> frozenset[int]:
    game = table.game
    if game is None or game.over or game.chance is not None or table.ended is not None:
        return frozenset()
    return frozenset(game.to_act) | frozenset(table.live.overtakes(game))


def _with(chairs: tuple[Sitter, ...], place: int, chair: Sitter) -> tuple[Sitter, ...]:
    if not 0 <= place < len(chairs):
        raise ValueError("there is no such chair")
    return (*chairs[:place], chair, *chairs[place + 1 :])
