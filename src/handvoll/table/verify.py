"""Recomputing what chance decided: of a finished table, or of its record. Whoever has the record needs
nothing else: it carries the promise, the secret, the words and the table's id."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from typing import NamedTuple

from handvoll.core.errors import BadRecord
from handvoll.core.game import Game
from handvoll.core.messages import Message, _, _n
from handvoll.core.record import Record, read_game
from handvoll.table import dealer
from handvoll.table.table import CardOf, Table
from handvoll.table.views import names, seat_for


class Verdict(NamedTuple):
    """Whether all was dealt as promised; how many chance events were recomputed; what to say about it."""

    fair: bool
    checked: int
    message: Message
    ply: int | None = None
    """The step that differs, counted from 1; None where the promise itself does not fit, or all does."""


def record_of(table: Table, guest: str | None) -> Record:
    """The record of a table: whole when it is over, before that what the guest's seat may keep of it."""
    extra = [("x-table", table.id), ("x-promise", table.opened.commitment)]
    date = datetime.datetime.fromtimestamp(table.opened.at / 1000, datetime.UTC).date()
    known = [name or "" for name in names(table)]
    if table.ended is None:
        return Record.seen(table.playing, seat_for(table, guest), date=date, names=known, extra=extra)
    if table.secret is not None:
        extra.append(("x-secret", table.secret))
    extra.append(("x-words", json.dumps(table.words)))
    extra.append(("x-order", " ".join(str(chair + 1) for chair in table.order or ())))
    extra.append(("x-lot", "drawn" if table.opened.lot else "chosen"))
    if not table.ended.by_rules:
        places = " ".join(map(str, table.ended.places))
        extra.append(("x-ended", f"{table.ended.reason}; places {places}"))
    return Record.of(table.playing, date=date, names=known, extra=extra)


def verify_record(text: str, card_of: CardOf) -> Verdict:
    """Recompute all chance events of a record. Raises BadRecord where it is none, is damaged, or was not
    played at a table."""
    record, game = read_game(text, card_of)
    extra = dict(record.extra)
    missing = [
        name
        for name in ("x-table", "x-promise", "x-secret", "x-words", "x-order", "x-lot")
        if name not in extra
    ]
    if missing:
        raise BadRecord(
            1,
            _(
                "The record does not say how it was dealt ({missing} is missing): only the whole record of a "
                "finished table does.",
                missing=", ".join(missing),
            ),
        )
    try:
        secret = bytes.fromhex(extra["x-secret"])
        words = json.loads(extra["x-words"])
        order = [int(chair) - 1 for chair in extra["x-order"].split()]
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError("the words are no list of texts")
        if len(words) != game.players or sorted(order) != list(range(game.players)):
            raise ValueError("there are not as many words or chairs as players")
    except ValueError as error:
        raise BadRecord(
            1, _("What the record says about its dealing cannot be read: {why}.", why=str(error))
        ) from error
    drawn = extra["x-lot"] == "drawn"
    return _verify(extra["x-table"], extra["x-promise"], secret, words, order, drawn, game)


def verify_table(table: Table) -> Verdict:
    """Recompute all chance events of a finished table."""
    if table.secret is None or table.order is None:
        return Verdict(False, 0, _("The dealer's secret is revealed when the game is over."))
    opened = table.opened
    return _verify(
        table.id,
        opened.commitment,
        bytes.fromhex(table.secret),
        table.words,
        table.order,
        opened.lot,
        table.playing,
    )


def _verify(
    table: str,
    promise: str,
    secret: bytes,
    words: Sequence[str],
    order: Sequence[int],
    drawn: bool,
    game: Game,
) -> Verdict:
    if dealer.commitment(secret) != promise:
        return Verdict(False, 0, _("The secret is not the one that was promised before the start."))
    if drawn and dealer.first_chair(secret, words, table) != order[0]:
        return Verdict(False, 0, _("The lot for the first seat fell otherwise."))
    line = [game]
    while line[-1].before is not None:
        line.append(line[-1].before)
    checked = 0
    for before, after in zip(line[:0:-1], line[-2::-1], strict=True):
        if before.chance is None or after.step is None:
            continue
        hand = dealer.below(secret, words, table, dealer.at_ply(before.ply))
        expected = before.state.draw(hand)
        if expected != after.step.text:
            message = _(
                "Step {step}, {event}: the record says {came}, the dealer's secret gives {expected}.",
                step=after.ply,
                event=before.chance,
                came=after.step.text,
                expected=expected,
            )
            return Verdict(False, checked, message, after.ply)
        checked += 1
    message = _n(
        "All was dealt as promised: {n} chance event.",
        "All was dealt as promised: {n} chance events.",
        checked,
    )
    return Verdict(True, checked, message)
