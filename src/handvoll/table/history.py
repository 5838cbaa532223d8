"""What happened at a table, in sentences, as one seat may know it now.

The sentences of a seat are made once and kept with the log; an event adds those that it brings.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from handvoll.core.game import Game
from handvoll.core.messages import Message, Say, Seat, _, _n
from handvoll.core.state import HIDDEN, State, Step
from handvoll.table import events as ev
from handvoll.table.log import Log, Told
from handvoll.table.table import Table


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence about an event; `ply` is what the game has come to with it, None where it is no step."""

    event: int
    at: int
    kind: str
    seat: int | None
    ply: int | None
    message: Message


def history(table: Table, seat: int | None, say: Say) -> list[dict[str, Any]]:
    """The lines as JSON values, in the reader's language."""
    return [
        {
            "event": line.event,
            "at": line.at,
            "kind": line.kind,
            "seat": line.seat,
            "ply": line.ply,
            "text": say(line.message),
        }
        for line in lines(table, seat)
    ]


def lines(table: Table, seat: int | None) -> list[Line]:
    """What happened, without what was taken back; `seat` None is a spectator."""
    told: Told[Line] = table.log.told(seat, table.number)
    for number in range(told.number + 1, table.number + 1):
        _tell_event(table, number, seat, told.lines)
        told.number = number
    forgotten = forgotten_plies(table, seat)
    if not forgotten:
        return list(told.lines)
    return [_forgotten(table, line, seat) if line.ply in forgotten else line for line in told.lines]


def history_length(table: Table) -> int:
    """How many events the sentences are about: a log that a reader has is complete up to here."""
    return table.number


def forgotten_plies(table: Table, seat: int | None) -> Collection[int]:
    """The plies whose step may not be looked up any more, although it was open when it happened; nor may the
    moment right after it. When the table is over nothing is secret any more."""
    game = table.game
    if game is None or table.ended is not None or type(game.state).forget is State.forget:
        return ()
    seen, witnessed = game.seen_steps(seat), game.witnessed(seat)
    first = game.ply - len(seen)
    return {
        first + index
        for index, (now, then) in enumerate(zip(seen, witnessed, strict=True), 1)
        if now.text != then.text
    }


# --- one sentence per event --------------------------------------------------------------------


def _tell_event(table: Table, number: int, seat: int | None, told: list[Line]) -> None:
    """Add to `told` what event `number` says to `seat`."""
    event, log = table.event(number), table.log
    before = log.game(number - 1) if number > 1 else None
    after = log.game(number)
    if isinstance(event, ev.Move | ev.Chance):
        if before is None or after is None or after is before:
            return  # no step of the rules
        message = _tell_step(table, before, after, seat, log)
        who = event.seat if isinstance(event, ev.Move) else None
        told.append(Line(number, event.at, event.kind_name, who, after.ply, message))
        return
    if isinstance(event, ev.Undone):
        told[:] = [line for line in told if _stays(line, event)]
    said = _say_event(table, number, event)
    if said is not None:
        told.append(Line(number, event.at, event.kind_name, getattr(event, "seat", None), None, said))


def _stays(line: Line, undone: ev.Undone) -> bool:
    """Whether a line is still true after that step back."""
    return line.ply <= undone.ply if line.ply is not None else line.kind != "ended"


def _tell_step(table: Table, before: Game, after: Game, seat: int | None, log: Log) -> Message:
    assert after.step is not None
    step = before.state.seen(after.step, seat)
    return table.card.picture.tell(log.view(before, seat), step, log.view(after, seat))


def _forgotten(table: Table, line: Line, seat: int | None) -> Line:
    before, after = table.log.game(line.event - 1), table.log.game(line.event)
    assert before is not None
    assert after is not None
    step = Step(line.seat, HIDDEN)
    message = table.card.picture.tell(before.view(seat), step, after.view(seat))
    return replace(line, message=message)


def _say_event(table: Table, number: int, event: ev.Event) -> Message | None:
    match event:
        case ev.Sat():
            return _("{name} sits down.", name=event.name) if event.name else _("Somebody sits down.")
        case ev.Started():
            return _("The game begins.")
        case ev.Offer(what="draw"):
            return _("{player} offers a draw.", player=Seat(event.seat))
        case ev.Offer():
            return _("{player} would like to take back a step.", player=Seat(event.seat))
        case ev.Answer(accept=True):
            return _("{player} agrees.", player=Seat(event.seat))
        case ev.Answer():
            return _("{player} does not agree.", player=Seat(event.seat))
        case ev.Undone():
            return _("{player} takes back a step.", player=Seat(event.seat))
        case ev.Resigned():
            return _("{player} gives up.", player=Seat(event.seat))
        case ev.Timeout():
            return _("The time of {player} is over.", player=Seat(event.seat))
        case ev.Replaced():
            return _("An opponent plays on for {player}.", player=Seat(event.seat))
        case ev.Left():
            name = _who_left(table, number, event)
            return _("{name} leaves the table.", name=name) if name else _("Somebody leaves the table.")
        case ev.Ended():
            return _how_it_ended(table, event, table.log.game(number), None)
    return None


def _who_left(table: Table, number: int, event: ev.Left) -> str:
    """The name of who sat on the chair last before that event."""
    for earlier in range(number - 1, 0, -1):
        sat = table.event(earlier)
        if isinstance(sat, ev.Sat) and sat.chair == event.chair:
            return sat.name
    return ""


def end_message(table: Table, seat: int | None) -> Message:
    """How the table ended, in a sentence or two."""
    assert table.ended is not None
    return _how_it_ended(table, table.ended, table.playing, seat)


def _how_it_ended(table: Table, ended: ev.Ended, game: Game | None, seat: int | None) -> Message:
    """In a sentence or two how `game` came out, at a table that may have gone on since."""
    assert game is not None
    if ended.by_rules:
        return table.card.picture.tell_end(table.log.view(game, seat))
    if ended.reason == "agreed":
        return _("A draw, as both agreed.")
    winners = [player for player, place in enumerate(ended.places) if place == 1]
    if table.players == 1:
        return _("The game was given up.") if ended.reason == "resigned" else _("The time is over.")
    if len(winners) > 1:
        return _n(
            "Nobody plays on; {n} seat is ahead.", "Nobody plays on; {n} seats share the win.", len(winners)
        )
    winner = Seat(winners[0])
    if ended.reason == "resigned":
        return _("{player} wins: the other side has given up.", player=winner)
    return _("{player} wins: the other side's time is over.", player=winner)
