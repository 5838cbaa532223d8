"""What goes out: what a seat, a guest without one, or a program gets to see of a table. Everything is built
from what that seat may see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from handvoll.core.card import Trait
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game, result_json
from handvoll.core.messages import Message, Say, Seat, _, seat_name
from handvoll.core.state import HIDDEN, Step, View
from handvoll.table import clock
from handvoll.table import events as ev
from handvoll.table.decide import can_come_back
from handvoll.table.errors import NotStarted
from handvoll.table.history import end_message, forgotten_plies, history_length
from handvoll.table.offers import must_agree
from handvoll.table.table import Table
from handvoll.table.undo import way_back


def seat_for(table: Table, guest: str | None) -> int | None:
    """The seat whose view a guest gets: of its seats the first that is asked, else its first; None for one
    who only watches, before the start, and where several seats with secrets of their own share a device: who
    looks at it now must be said."""
    mine = table.seats_of(guest) if table.order is not None else ()
    own_secrets = Trait.HIDDEN in table.card.traits and not table.card.alike
    if len(mine) > 1 and table.ended is None and own_secrets:
        return None
    return next((seat for seat in mine if seat in table.asked), mine[0] if mine else None)


def may_watch(table: Table, guest: str | None) -> bool:
    """Whether a guest may see the table: spectators are allowed, it sits there, or could still sit down."""
    if table.opened.spectators or table.phase == "waiting" or table.opened.host == guest:
        return True
    return bool(table.seats_of(guest))


def snapshot(
    table: Table,
    guest: str | None,
    say: Say,
    *,
    now: int,
    seat: int | None = None,
    here: Collection[str] = (),
    spectators: int = 0,
    with_view: bool = True,
    with_scene: bool = True,
) -> dict[str, Any]:
    """The table as a guest is sent it. `seat` chooses among the guest's own seats; `here` are the guests who
    are connected now. Sentences are put into the reader's language by `say` (see `names`)."""
    mine = table.seats_of(guest)
    if seat is None or table.order is None:
        seat = seat_for(table, guest)
    elif seat not in mine:
        raise BadRequest(_("{player} is not your seat.", player=Seat(seat)))
    question = None if seat is None else table.questions[seat]
    shown: dict[str, Any] = {
        "table": table.id,
        "event": table.number,
        "game": table.card.id,
        "options": dict(table.opened.options),
        "players": table.players,
        "phase": table.phase,
        "host": table.opened.host == guest,
        "pace": msgspec.to_builtins(table.opened.pace),
        "commitment": table.opened.commitment,
        "seats": [_seat_json(table, one, mine, now, here) for one in range(table.players)],
        "me": list(mine),
        "seat": seat,
        "question": None if question is None else question.number,
        "to_act": list(table.asked),
        "can": what_can(table, guest, seat, now),
        "offers": _offers_json(table, mine),
        "spectators": spectators,
        "timers": _timers_json(table),
        "ask": None,
        "line": say(_status_line(table)),
        "end": None if table.ended is None else _end_json(table, seat, say),
        "rematch": table.rematch,
        "log_length": history_length(table),
    }
    if table.game is not None:
        view = seat_view(table, seat)
        if view["moves"]:
            asked = view if table.playing.chance is None and seat in table.playing.to_act else None
            shown["ask"] = say(
                _("The others may still answer; go on when you like.")
                if asked is None
                else table.card.picture.ask(view)
            )
        shown |= picture_json(table, view, say, with_view, with_scene)
    return shown


def seat_view(table: Table, seat: int | None) -> View:
    """The view of a seat, with what the live table adds: who may act and what may be played now."""
    game = table.playing
    view = table.log.view(game, seat)
    if seat is None:
        moves = []
    elif seat in game.to_act and table.ended is None:
        moves = view["moves"]
    else:
        moves = table.moves(seat)
    return {**view, "moves": moves, "to_act": list(table.asked)}


def picture_json(table: Table, view: View, say: Say, with_view: bool, with_scene: bool) -> dict[str, Any]:
    """A view as programs get it (`view`, `moves`) and as browsers do (`scene`, `paths`)."""
    shown: dict[str, Any] = {}
    if with_view:
        shown |= {"view": view, "moves": view["moves"]}
    if with_scene:
        picture = table.card.picture
        shown |= {"scene": picture.scene(view).to_json(say), "paths": _paths(table, view)}
        label, hand_over = table.live.hand_over_label, table.live.hand_over
        if label is not None and hand_over in view["moves"]:
            shown["buttons"] = {hand_over: say(label)}
    return shown


def look_back(
    table: Table,
    guest: str | None,
    ply: int,
    say: Say,
    *,
    seat: int | None = None,
    with_view: bool = True,
    with_scene: bool = True,
) -> dict[str, Any]:
    """The game after `ply` steps as the guest's seat (`seat`, where it has several) saw it then, with nothing
    to play; without a picture where that may not be looked up any more."""
    if table.game is None:
        raise NotStarted(_("The game has not begun: somebody is still missing."))
    game: Game | None = table.game
    while game is not None and game.ply > ply:
        game = game.before
    if game is None or game.ply != ply:
        raise BadRequest(_("The game has {n} steps; there is no step {ply}.", n=table.game.ply, ply=ply))
    if seat is None:
        seat = seat_for(table, guest)
    elif seat not in table.seats_of(guest):
        raise BadRequest(_("{player} is not your seat.", player=Seat(seat)))
    shown: dict[str, Any] = {"table": table.id, "ply": ply, "seat": seat, "hidden": False}
    if ply in forgotten_plies(table, seat):
        return shown | {"hidden": True}
    view = {**game.view(seat), "moves": [], "to_act": []}
    return shown | picture_json(table, view, say, with_view, with_scene)


def names(table: Table) -> list[str | None]:
    """What the seats are called by name, for `handvoll.words.Words`; None where it has none."""
    return [sitter.name or None for sitter in table.seats]


def shown_event(table: Table, number: int, seat: int | None) -> dict[str, Any]:
    """An event as `seat` may have it now: hidden texts hidden, and without keys and who asked."""
    return shown_events(table, seat, number - 1, number)[0]


def shown_events(
    table: Table, seat: int | None, after: int = 0, until: int | None = None
) -> list[dict[str, Any]]:
    """The events after one number as `seat` may have them now: the transcript of what it was sent, without
    what it may not look up any more."""
    until = table.number if until is None else until
    forgotten = forgotten_plies(table, seat)
    return [
        _event_json(table, number, event, seat, forgotten)
        for number, event in enumerate(table.log.events(after, until), after + 1)
    ]


def _event_json(
    table: Table, number: int, event: ev.Event, seat: int | None, forgotten: Collection[int]
) -> dict[str, Any]:
    shown: dict[str, Any] = {"event": number} | msgspec.to_builtins(event)
    for private in ("by", "key", "request", "word", "words"):
        shown.pop(private, None)
    if isinstance(event, ev.Chance):
        # `event` is the number of it here, as everywhere; what happened is called `chance`.
        shown |= {"event": number, "chance": event.event}
    if isinstance(event, ev.Move | ev.Chance):
        _hide(table, number, event, seat, forgotten, shown)
    return shown


def _hide(
    table: Table,
    number: int,
    event: ev.Move | ev.Chance,
    seat: int | None,
    forgotten: Collection[int],
    shown: dict[str, Any],
) -> None:
    before, after = table.log.game(number - 1), table.log.game(number)
    if before is None or after is None or after is before:
        return
    field = "text" if isinstance(event, ev.Move) else "outcome"
    step = Step(event.seat if isinstance(event, ev.Move) else None, shown[field])
    if table.ended is None:
        lost = after.ply in forgotten and is_in_line(table.game, after)
        shown[field] = HIDDEN if lost else before.state.seen(step, seat).text


def is_in_line(game: Game | None, earlier: Game) -> bool:
    """Whether `earlier` is a moment of the game that was not taken back."""
    while game is not None and game.ply > earlier.ply:
        game = game.before
    return game is earlier


# --- parts of the snapshot ---------------------------------------------------------------------


def _seat_json(
    table: Table, seat: int, mine: Collection[int], now: int, here: Collection[str]
) -> dict[str, Any]:
    sitter = table.seats[seat]
    kept = table.opened.chairs[seat] if table.order is None else ev.Chair()
    shown: dict[str, Any] = {
        "seat": seat,
        "name": sitter.name or kept.name or None,
        "kind": "bot" if sitter.level is not None else "guest" if sitter.guest is not None else "open",
        "level": sitter.level,
        "mine": seat in mine,
        "here": sitter.guest in here and not sitter.away,
        "away": sitter.away,
        "lost": sitter.lost,
        "kept": sitter.is_free and kept.kept_for is not None,
        "clock": None,
        "score": None,
        "place": None,
    }
    if table.order is not None and table.ended is None:
        left = clock.time_left(table, seat, now)
        if left is not None:
            running = table.questions[seat] is not None and seat not in table.optional
            shown["clock"] = {"left_ms": max(0, left), "running": running}
    if table.ended is not None:
        shown["place"] = table.ended.places[seat]
        shown["score"] = None if table.ended.scores is None else table.ended.scores[seat]
    return shown


def what_can(table: Table, guest: str | None, seat: int | None, now: int) -> list[str]:
    """What a guest can do now besides playing a move."""
    can: list[str] = []
    mine = table.seats_of(guest)
    if table.phase == "waiting":
        if mine:
            can.append("leave")
        elif free_chairs(table, guest):
            can.append("sit")
        if mine and table.opened.host == guest:
            can.append("start")
    elif table.phase == "over":
        if mine:
            can.append("rematch")
        if seat in mine and way_back(table, seat) is not None:
            can.append("undo")
    elif seat is not None:
        can += _can_while_running(table, mine, seat, now)
    return can


def _can_while_running(table: Table, mine: Collection[int], seat: int, now: int) -> list[str]:
    can: list[str] = []
    if any(can_come_back(table, one) for one in mine):
        can.append("sit")
    if not table.seats[seat].is_person:
        return can
    has_asked = table.proposal is not None and table.proposal.seat == seat
    if not has_asked and way_back(table, seat) is not None:
        can.append("undo")
    if not table.seats[seat].lost:
        can.append("resign")
    if table.card.draws and seat not in table.offered:
        can.append("draw")
    if seat in table.asked:
        can.append("hint")
    for other in table.asked:
        since = clock.claimable_at(table, other)
        if other not in mine and since is not None and since <= now:
            can.append("claim")
            break
    return [*can, "leave"]


def free_chairs(table: Table, guest: str | None) -> list[int]:
    """The chairs that a guest could take; none once the game has begun."""
    if table.order is not None:
        return []
    return [
        place
        for place, (chair, opened) in enumerate(zip(table.chairs, table.opened.chairs, strict=True))
        if chair.is_free and opened.kept_for in (None, guest)
    ]


def _offers_json(table: Table, mine: Collection[int]) -> list[dict[str, Any]]:
    proposal = table.proposal
    if proposal is None:
        return []
    open_seats = [seat for seat in must_agree(table, proposal.seat) if seat not in proposal.agreed]
    return [
        {
            "offer": proposal.number,
            "what": proposal.what,
            "seat": proposal.seat,
            "waits_for": open_seats,
            "yours": [seat for seat in open_seats if seat in mine],
        }
    ]


def _timers_json(table: Table) -> list[dict[str, Any]]:
    timers: list[dict[str, Any]] = []
    span = clock.running_span(table)
    if span is not None:
        end = None if span.end is None else table.step_at + span.end
        timers.append({"kind": span.kind, "from": table.step_at + span.start, "until": end})
    if table.flip_at is not None and table.phase == "running":
        # When it was flipped is no secret; when it runs out is, until the tube is lifted.
        timers.append({"kind": "flip", "from": table.flip_at, "until": None})
    return timers


def _paths(table: Table, view: View) -> dict[str, list[str]]:
    # What only ends the waiting is no move of the rules, so the game's picture has no path for it: a browser
    # shows the button.
    known = [move for move in view["moves"] if move != table.live.hand_over]
    paths = table.card.picture.paths({**view, "moves": known})
    return {move: list(path) for move, path in paths.items()}


def _status_line(table: Table) -> Message:
    if table.phase == "waiting":
        free = sum(chair.is_free for chair in table.chairs)
        return _("The game begins when all sit; still free: {free}.", free=free)
    if table.ended is not None:
        return _("The game is over.")
    span = clock.running_span(table)
    if span is not None and span.tell is not None:
        return span.tell
    asked = table.asked
    if len(asked) == 1:
        return _("{player} is to play.", player=Seat(asked[0]))
    listed = seat_name(asked[0]) if asked else Message("")
    for seat in asked[1:]:
        listed = _("{players}, {player}", players=listed, player=Seat(seat))
    return _("To play: {players}.", players=listed)


def _end_json(table: Table, seat: int | None, say: Say) -> dict[str, Any]:
    ended = table.ended
    assert ended is not None
    return {
        "reason": ended.reason,
        "by_rules": ended.by_rules,
        "places": list(ended.places),
        "scores": None if ended.scores is None else list(ended.scores),
        "tiebreak": None if ended.tiebreak is None else list(ended.tiebreak),
        "result": result_json(table.playing.result),
        "text": say(end_message(table, seat)),
        "secret": table.secret,
    }
