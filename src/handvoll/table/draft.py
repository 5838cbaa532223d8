"""Events in the making: what a decision appends, and what follows from it by itself."""

from __future__ import annotations

from typing import Any

from handvoll.core.state import rank
from handvoll.table import dealer
from handvoll.table import events as ev
from handvoll.table.requests import Asker
from handvoll.table.table import Table


class Draft:
    """A table and the events that a decision adds to it."""

    def __init__(self, table: Table, secret: bytes, now: int) -> None:
        self.table = table
        self.events: list[ev.Event] = []
        self.now = max(now, table.at)
        self._secret = secret
        self._mark: dict[str, str | None] = {}

    def sign(self, by: Asker, request: str | None) -> None:
        """Let the next event carry who asked, with which key and what."""
        self._mark = {"by": by.guest, "key": by.key, "request": request if by.key else None}

    def add(self, kind: type[Any], **fields: Any) -> None:
        """Append an event of that kind."""
        event = kind(at=self.now, **fields, **self._mark)
        self.table = self.table.apply(event)
        self.events.append(event)
        self._mark = {}

    # --- what follows by itself ----------------------------------------------------------------

    def settle(self) -> None:
        """Let happen what chance decides until somebody is asked, and end the table when the game is over."""
        while self.table.phase == "running" and (game := self.table.playing).chance is not None:
            table = self.table
            hand = dealer.below(self._secret, table.words, table.id, dealer.at_ply(game.ply))
            self.add(ev.Chance, event=game.chance, outcome=game.state.draw(hand))
        if self.table.phase == "running" and self.table.playing.over:
            self._end_by_rules()

    def start(self, filled: int | None = None) -> None:
        """Begin the game: everybody sits, or the chairs still free are `filled` by opponents."""
        table = self.table
        words = tuple(chair.word for chair in table.chairs)
        order = list(range(table.players))
        if table.opened.lot:
            first = dealer.first_chair(self._secret, words, table.id)
            order = order[first:] + order[:first]
        self.add(ev.Started, order=tuple(order), words=words, filled=filled)
        self.settle()

    def end(self, reason: str, places: tuple[int, ...], scores: tuple[float, ...] | None = None) -> None:
        """End the table otherwise than by the game's rules."""
        self.add(ev.Ended, reason=reason, places=places, scores=scores, by_rules=False)
        self._reveal()

    def fall_out(self, seat: int, reason: str, lost: bool) -> None:
        """Go on without the person on `seat`, who has `lost` or is only late: with an opponent in its place
        where others still play, otherwise the table ends."""
        table = self.table
        others = [other for other, sitter in enumerate(table.seats) if sitter.is_person and other != seat]
        if others and not (lost and table.players == 2):
            self.add(ev.Replaced, seat=seat, level=table.opened.bot_level, lost=lost)
            return
        fallen = [other == seat or sitter.lost for other, sitter in enumerate(table.seats)]
        places = rank([not out for out in fallen])
        scores = None
        if table.card.draws:
            scores = tuple(0.0 if out else 1.0 for out in fallen)
        self.end(reason, places, scores)

    def _end_by_rules(self) -> None:
        result = self.table.playing.result
        assert result is not None
        # A seat that gave up comes last, however well its opponent has played on for it.
        lost = [sitter.lost for sitter in self.table.seats]
        places = rank([(not out, -place) for out, place in zip(lost, result.places, strict=True)])
        self.add(
            ev.Ended,
            reason=result.reason,
            places=places,
            scores=tuple(result.scores),
            tiebreak=None if result.tiebreak is None else tuple(result.tiebreak),
        )
        self._reveal()

    def _reveal(self) -> None:
        self.add(ev.Revealed, secret=self._secret.hex())
