"""Records: a game written down step by step, readable like a chess score, exact enough to play it again.

    Handvoll record 1
    game: zahlenpoker
    rules: 1
    players: 2
    options: -
    date: 2026-07-04
    player 1: Anna
    result: running

    1. P1 4
    2. P2 empty
    3. P2 steal P1
    check: 5f2c…

A line is a header (`name: value`), a step, or the check: the SHA-256 of all that stands before it. A step is
a seat with its move (`P1 roll @1532`, the milliseconds where there is a clock) or a chance event with its
outcome (`* draw R12`). There is one way to write a record; whatever is written otherwise is refused with its
line. docs/records.md tells it at length.

>>> import handvoll
>>> g = handvoll.new("zahlenpoker").play(0, "4").play(1, "empty").play(1, "steal P1")
>>> record = Record.of(g, names=["Anna"])
>>> Record.read(record.text()) == record
True
>>> record.replay(g.card).position() == g.position()
True
"""

from __future__ import annotations

import datetime
import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from handvoll.core.card import Card, Trait, show_option
from handvoll.core.errors import BadRecord, BadRequest, Refusal
from handvoll.core.game import Game
from handvoll.core.messages import Message, _
from handvoll.core.state import HIDDEN, Result, Step

TITLE = "Handvoll record"
VERSION = 1
SPECTATORS = "spectators"
LONGEST_RECORD = 16 * 1024 * 1024
LONGEST_NAME = 80
LONGEST_HEADER = 2000

EXTRA_NAME = re.compile(r"x-[a-z0-9][a-z0-9-]{0,39}")
# What could end a line, or turn the text that follows it around.
_LINE_BREAKERS = {"Cc", "Cs", "Zl", "Zp"}
_BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Line:
    """One step as a record writes it: `event` is the chance event where `step.seat` is None."""

    step: Step
    event: str = ""

    def text(self) -> str:
        """The step without its number."""
        if self.step.seat is None:
            return f"* {self.event} {self.step.text}"
        at = "" if self.step.at is None else f" @{self.step.at}"
        return f"P{self.step.seat + 1} {self.step.text}{at}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game written down. `of` makes one of a game, `seen` what one seat may keep of a running game, `read`
    takes one from its text, `replay` plays it again through the checked door."""

    game: str
    rules: int
    players: int
    options: Mapping[str, str]
    """The options as they are written (`show_option`)."""
    date: datetime.date
    result: Result | None
    """None while the game runs."""
    lines: tuple[Line, ...]
    names: tuple[str, ...] = ()
    """What the players are called, seat by seat; "" for one without a name."""
    extra: tuple[tuple[str, str], ...] = ()
    """Further headers, whose names begin with `x-`, in their order."""
    start: str | None = None
    """The position text the game went on from; None from the beginning."""
    seen_by: str | None = None
    """Whose eyes the record is for where it is not the whole: "P2", or SPECTATORS."""
    intact: bool = field(default=True, compare=False, repr=False)
    """Whether the check line fits."""

    # --- writing -------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        game: Game,
        *,
        date: datetime.date | None = None,
        names: Sequence[str] = (),
        extra: Iterable[tuple[str, str]] = (),
    ) -> Record:
        """The whole record of a game, finished or running, its secrets included. `date` is today's where
        none is given; line breaks and the like in `names` become spaces."""
        lines = _lines(game, game.steps())
        start = _start(game.line()[0])
        return cls._with_headers(game, lines, start, None, date, names, extra)

    @classmethod
    def seen(
        cls,
        game: Game,
        seat: int | None,
        *,
        date: datetime.date | None = None,
        names: Sequence[str] = (),
        extra: Iterable[tuple[str, str]] = (),
    ) -> Record:
        """What `seat` (None: a spectator) may keep of a running game: what it may not know reads `?`. Such
        a record can be read, not replayed. When the game is over nothing is secret any more, and this is
        the whole record. What is in `extra` is the caller's affair."""
        if game.over:
            return cls.of(game, date=date, names=names, extra=extra)
        lines = _lines(game, game.seen_steps(seat))
        start = None if _start(game.line()[0]) is None else HIDDEN
        reader = SPECTATORS if seat is None else f"P{seat + 1}"
        return cls._with_headers(game, lines, start, reader, date, names, extra)

    @classmethod
    def _with_headers(
        cls,
        game: Game,
        lines: tuple[Line, ...],
        start: str | None,
        seen_by: str | None,
        date: datetime.date | None,
        names: Sequence[str],
        extra: Iterable[tuple[str, str]],
    ) -> Record:
        names = [clean_name(name) for name in names[: game.players]]
        names += [""] * (game.players - len(names))
        return cls(
            game=game.card.id,
            rules=game.card.rules_version,
            players=game.players,
            options={name: show_option(value) for name, value in game.options.items()},
            date=date or datetime.datetime.now().astimezone().date(),
            result=game.result,
            lines=lines,
            names=tuple(names) if any(names) else (),
            extra=tuple(_checked_extra(name, value) for name, value in extra),
            start=start,
            seen_by=seen_by,
        )

    def text(self) -> str:
        """The record as text, its check line included."""
        body = "".join(f"{line}\n" for line in self._body())
        return f"{body}check: {digest(body)}\n"

    def _body(self) -> list[str]:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return [
            f"{TITLE} {VERSION}",
            *(f"{name}: {value}" for name, value in self._headers(options)),
            "",
            *(f"{number}. {line.text()}" for number, line in enumerate(self.lines, 1)),
        ]

    def _headers(self, options: str) -> Iterable[tuple[str, str]]:
        yield "game", self.game
        yield "rules", str(self.rules)
        yield "players", str(self.players)
        yield "options", options or "-"
        yield "date", self.date.isoformat()
        for seat, name in enumerate(self.names):
            if name:
                yield f"player {seat + 1}", name
        if self.seen_by is not None:
            yield "seen by", self.seen_by
        if self.start is not None:
            yield "start", self.start
        yield from self.extra
        yield "result", result_text(self.result)

    # --- reading -------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str) -> Record:
        """The record that `text` is. Raises BadRecord with the line of the first fault."""
        from handvoll.core.record_reader import Reader  # which knows records

        record = Reader(text).record()
        record.check()
        return record

    def replay(self, card: Card) -> Game:
        """The game, played again from its beginning through the checked door. Raises BadRecord where a step
        is none of `card`'s rules or the result is another."""
        if card.id != self.game:
            raise ValueError(f"a record of {self.game} is not replayed with the card of {card.id}")
        if self.seen_by is not None:
            self._refuse(
                "seen by",
                _(
                    "this is what {reader} saw of a running game, with hidden steps; only the whole record"
                    " can be replayed.",
                    reader=self.seen_by,
                ),
            )
        game = self._beginning(card)
        for number, line in enumerate(self.lines, 1):
            game = self._played(game, number, line)
        if game.result != self.result:
            self._refuse(
                "result",
                _(
                    "the steps lead to {found!r}, not to {written!r}.",
                    found=result_text(game.result),
                    written=result_text(self.result),
                ),
            )
        self.check()
        return game

    def _beginning(self, card: Card) -> Game:
        if self.rules != card.rules_version:
            self._refuse(
                "rules",
                _(
                    "this was played with version {written} of the rules of {game}; this Handvoll plays"
                    " version {known} and would read it wrongly.",
                    written=self.rules,
                    game=card.name,
                    known=card.rules_version,
                ),
            )
        values = {
            name: {show_option(value): value for value in option.values}
            for name, option in card.options.items()
        }
        try:
            options = {name: values.get(name, {}).get(shown, shown) for name, shown in self.options.items()}
            beginning = Game.new(card, self.players, options)
        except Refusal as refusal:
            self._refuse("players" if refusal.code == "bad-players" else "options", refusal.message)
        if self.start is None:
            return beginning
        try:
            game = Game.load(card, self.start)
        except Refusal as refusal:
            self._refuse("start", refusal.message)
        if (game.players, game.options) != (beginning.players, beginning.options):
            self._refuse("start", _("the position has other players or options than the record."))
        return game

    def _played(self, game: Game, number: int, line: Line) -> Game:
        step = line.step
        try:
            if step.seat is not None:
                after = game.play(step.seat, step.text, step.at)
            else:
                after = game.happen(step.text)
        except Refusal as refusal:
            self._refuse_step(
                number, _("step {number} is not possible: {why}", number=number, why=refusal.message)
            )
        if step.seat is None and line.event != game.chance:
            self._refuse_step(
                number,
                _(
                    "step {number} is the event {expected}, not {came}.",
                    number=number,
                    expected=game.chance or "",
                    came=line.event,
                ),
            )
        if after.step != step:
            clock = Trait.CLOCK in game.card.traits
            self._refuse_step(
                number,
                _("step {number} needs its time (@…).", number=number)
                if clock
                else _("step {number} has a time, but this game has no clock.", number=number),
            )
        return after

    # --- faults --------------------------------------------------------------------------------

    def check(self) -> None:
        """Refuse a record whose check line does not fit what stands above it."""
        if not self.intact:
            self._refuse_step(
                len(self.lines) + 1,
                _("the check does not fit what stands above: the record is damaged or was changed."),
            )

    def _refuse(self, header: str, why: Message) -> NoReturn:
        names = [name for name, _value in self._headers("")]
        refuse_line(names.index(header) + 2, why)

    def _refuse_step(self, number: int, why: Message) -> NoReturn:
        refuse_line(len(list(self._headers(""))) + 2 + number, why)


def read_game(text: str, card_of: Callable[[str], Card]) -> tuple[Record, Game]:
    """A record and the game it leads to; `card_of` gives the card of a game's id (`handvoll.card`). Where a
    record was changed, the fault is named in the line where it shows."""
    from handvoll.core.record_reader import Reader

    record = Reader(text).record()
    try:
        card = card_of(record.game)
    except Refusal as refusal:
        refuse_line(2, refusal.message)
    if record.seen_by is not None:
        record.check()
    return record, record.replay(card)


def clean_name(name: str) -> str:
    """A name as it can stand on one line: composed, without line breaks and direction marks, not too long."""
    return clean_line(name)[:LONGEST_NAME].strip()


def clean_line(text: str) -> str:
    """A text as it can stand on one line: composed, without line breaks and direction marks."""
    text = unicodedata.normalize("NFC", text)
    kept = (
        " " if unicodedata.category(char) in _LINE_BREAKERS else char for char in text if char not in _BIDI
    )
    return " ".join("".join(kept).split())


# --- inside ------------------------------------------------------------------------------------


def refuse_line(line: int, why: Message) -> NoReturn:
    """Refuse a record for what stands in that line."""
    raise BadRecord(line, _("The record cannot be read (line {line}): {why}", line=line, why=why))


def _lines(game: Game, steps: Sequence[Step]) -> tuple[Line, ...]:
    """`steps`, which led to `game`, each with the event it answered."""
    return tuple(
        Line(step, "" if step.seat is not None else before.chance or "")
        for before, step in zip(game.line(), steps, strict=False)
    )


def _start(first: Game) -> str | None:
    """The position a game began with, where it is not the beginning of the rules."""
    position = first.position()
    return None if position == Game.new(first.card, first.players, first.options).position() else position


def _checked_extra(name: str, value: str) -> tuple[str, str]:
    if not EXTRA_NAME.fullmatch(name):
        raise BadRequest(_("A further header of a record is called x-…, not {name!r}.", name=name[:40]))
    if not is_one_line(value) or value != value.strip() or not 0 < len(value) <= LONGEST_HEADER:
        raise BadRequest(_("The header {name} takes a value on one line.", name=name))
    return name, value


def is_one_line(value: str) -> bool:
    """Whether nothing in `value` could end a line or turn the text around."""
    return value.isprintable() or not any(
        unicodedata.category(char) in _LINE_BREAKERS or char in _BIDI for char in value
    )


def digest(body: str) -> str:
    """The check of what stands above it."""
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def result_text(result: Result | None) -> str:
    """A result as the header writes it."""
    if result is None:
        return "running"
    parts = [
        result.reason,
        f"places {_numbers_text(result.places)}",
        f"scores {_numbers_text(result.scores)}",
    ]
    if result.tiebreak is not None:
        parts.append(f"tiebreak {_numbers_text(result.tiebreak)}")
    return "; ".join(parts)


def _numbers_text(numbers: Sequence[float]) -> str:
    return " ".join(str(int(n)) if n == int(n) else str(n) for n in numbers)
