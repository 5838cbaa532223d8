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

_HEADER = re.compile(r"([a-z][a-z0-9 -]*): (.*)")
_EXTRA_NAME = re.compile(r"x-[a-z0-9][a-z0-9-]{0,39}")
_STEP = re.compile(r"([1-9][0-9]{0,8})\. (?:P([1-9][0-9]?) (.+?)(?: @(0|[1-9][0-9]{0,11}))?|\* (\S+) (.+))")
_OPTION = re.compile(r"([a-z_][a-z0-9_]*)=([^\s=]+)")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
_RESULT = re.compile(
    r"(?P<reason>[a-z][a-z-]*); places (?P<places>[0-9 ]+); scores (?P<scores>[0-9. -]+)"
    r"(?:; tiebreak (?P<tiebreak>[0-9. -]+))?"
)
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
    _intact: bool = field(default=True, compare=False, repr=False)
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
        return f"{body}check: {_digest(body)}\n"

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
        yield "result", _result_text(self.result)

    # --- reading -------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str) -> Record:
        """The record that `text` is. Raises BadRecord with the line of the first fault."""
        record = _Reader(text).record()
        record._check()
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
                    found=_result_text(game.result),
                    written=_result_text(self.result),
                ),
            )
        self._check()
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

    def _check(self) -> None:
        if not self._intact:
            self._refuse_step(
                len(self.lines) + 1,
                _("the check does not fit what stands above: the record is damaged or was changed."),
            )

    def _refuse(self, header: str, why: Message) -> NoReturn:
        names = [name for name, _value in self._headers("")]
        _refuse_line(names.index(header) + 2, why)

    def _refuse_step(self, number: int, why: Message) -> NoReturn:
        _refuse_line(len(list(self._headers(""))) + 2 + number, why)


def read_game(text: str, card_of: Callable[[str], Card]) -> tuple[Record, Game]:
    """A record and the game it leads to; `card_of` gives the card of a game's id (`handvoll.card`). Where a
    record was changed, the fault is named in the line where it shows."""
    record = _Reader(text).record()
    try:
        card = card_of(record.game)
    except Refusal as refusal:
        _refuse_line(2, refusal.message)
    if record.seen_by is not None:
        record._check()
    return record, record.replay(card)


def clean_name(name: str) -> str:
    """A name as it can stand on one line: composed, without line breaks and direction marks, not too long."""
    name = unicodedata.normalize("NFC", name)
    kept = (
        " " if unicodedata.category(char) in _LINE_BREAKERS else char for char in name if char not in _BIDI
    )
    return " ".join("".join(kept).split())[:LONGEST_NAME].strip()


# --- inside ------------------------------------------------------------------------------------


class _Reader:
    """Takes a record's text apart, line by line."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_RECORD:
            _refuse_line(
                1, _("a record has at most {most} characters, not {n}.", most=LONGEST_RECORD, n=len(text))
            )
        # What editors and mail do to a text file: a mark at its beginning, other line ends.
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        self._lines = text.split("\n")
        self._at = 0

    def record(self) -> Record:
        self._title()
        game = self._header("game")
        rules = self._number("rules", 0, 10**6)
        players = self._number("players", 1, 99)
        options = self._options()
        date = self._date()
        names = self._names(players)
        seen_by = self._optional("seen by")
        if seen_by not in (None, SPECTATORS, *(f"P{seat + 1}" for seat in range(players))):
            self._fault(_("expected the seat of a player or {spectators}.", spectators=SPECTATORS))
        start = self._optional("start")
        extra = self._extra()
        result = self._result(players)
        if self._next() != "":
            self._fault(_("an empty line stands between the headers and the steps."))
        lines = tuple(self._steps(players, hidden=seen_by is not None))
        intact = self._check_line()
        return Record(
            game, rules, players, options, date, result, lines, names, extra, start, seen_by, intact
        )

    def _title(self) -> None:
        title, _space, version = self._next().rpartition(" ")
        if title != TITLE:
            self._fault(_("a record begins with {title!r}.", title=f"{TITLE} {VERSION}"))
        if version != str(VERSION):
            self._fault(
                _(
                    "this Handvoll reads records of version {known}, not {came!r}.",
                    known=VERSION,
                    came=version[:20],
                )
            )

    def _next(self) -> str:
        if self._at >= len(self._lines) or (self._at == len(self._lines) - 1 and not self._lines[-1]):
            self._at = max(self._at, 1)
            self._fault(_("the record breaks off here."))
        self._at += 1
        return self._lines[self._at - 1]

    def _peek(self) -> str:
        return self._lines[self._at] if self._at < len(self._lines) else ""

    def _fault(self, why: Message) -> NoReturn:
        _refuse_line(self._at, why)

    # --- headers -------------------------------------------------------------------------------

    def _header(self, name: str) -> str:
        found = _HEADER.fullmatch(self._next())
        if found is None or found[1] != name:
            self._fault(
                _("expected {name}: …, found {found!r}.", name=name, found=self._lines[self._at - 1][:40])
            )
        return self._value(found[2])

    def _value(self, value: str) -> str:
        if not _is_one_line(value) or value != value.strip() or not value:
            self._fault(_("a header has a value on one line, without spaces around it."))
        return value

    def _optional(self, name: str) -> str | None:
        return self._header(name) if self._peek().startswith(f"{name}: ") else None

    def _number(self, name: str, low: int, high: int) -> int:
        value = self._header(name)
        if not _WHOLE.fullmatch(value) or not low <= int(value) <= high:
            self._fault(
                _(
                    "{name} takes whole numbers from {low} to {high}, not {value!r}.",
                    name=name,
                    low=low,
                    high=high,
                    value=value[:40],
                )
            )
        return int(value)

    def _options(self) -> dict[str, str]:
        value = self._header("options")
        found = [] if value == "-" else [_OPTION.fullmatch(part) for part in value.split(" ")]
        options = {match[1]: match[2] for match in found if match is not None}
        if len(options) != len(found):
            self._fault(
                _("options read like name=value name=value, each once, not {came!r}.", came=value[:40])
            )
        return options

    def _date(self) -> datetime.date:
        value = self._header("date")
        try:
            date = datetime.date.fromisoformat(value)
        except ValueError:
            date = None
        if date is None or date.isoformat() != value:
            self._fault(_("a date reads like 2026-07-04, not {came!r}.", came=value[:40]))
        return date

    def _names(self, players: int) -> tuple[str, ...]:
        names = [self._optional(f"player {seat + 1}") or "" for seat in range(players)]
        if any(clean_name(name) != name for name in names):
            self._fault(
                _("a name has at most {most} characters and no control characters.", most=LONGEST_NAME)
            )
        return tuple(names) if any(names) else ()

    def _extra(self) -> tuple[tuple[str, str], ...]:
        extra: list[tuple[str, str]] = []
        while self._peek().startswith("x-"):
            found = _HEADER.fullmatch(self._next())
            if found is None or not _EXTRA_NAME.fullmatch(found[1]) or len(found[2]) > LONGEST_HEADER:
                self._fault(_("a further header reads like x-name: value."))
            extra.append((found[1], self._value(found[2])))
        return tuple(extra)

    def _result(self, players: int) -> Result | None:
        value = self._header("result")
        if value == "running":
            return None
        result = _parse_result(value)
        if result is None or len(result.scores) != players or _result_text(result) != value:
            self._fault(
                _(
                    "a result reads like {example!r}, with a number for each of {n} players, not {came!r}.",
                    example="rounds; places 1 2; scores 5 3",
                    n=players,
                    came=value[:60],
                )
            )
        return result

    # --- steps ---------------------------------------------------------------------------------

    def _steps(self, players: int, hidden: bool) -> Iterable[Line]:
        number = 0
        while not self._peek().startswith("check:"):
            number += 1
            text = self._next()
            found = _STEP.fullmatch(text)
            if found is None or not _is_one_line(text):
                self._fault(
                    _("expected step {number} or the check, found {found!r}.", number=number, found=text[:40])
                )
            if found[1] != str(number):
                self._fault(_("expected step {number}, found step {found}.", number=number, found=found[1]))
            if found[2] is not None and int(found[2]) > players:
                self._fault(_("there is no seat P{seat} among {n} players.", seat=found[2], n=players))
            if HIDDEN in (found[3], found[6]) and not hidden:
                self._fault(
                    _("step {number} is hidden, but the record does not say from whom.", number=number)
                )
            if found[2] is None:
                yield Line(Step(None, found[6]), found[5])
            else:
                at = None if found[4] is None else int(found[4])
                yield Line(Step(int(found[2]) - 1, found[3], at))

    def _check_line(self) -> bool:
        body = "".join(f"{line}\n" for line in self._lines[: self._at])
        check = self._next()
        if not re.fullmatch("check: [0-9a-f]{64}", check):
            self._fault(_("the check is a number of 64 hexadecimal digits."))
        if self._lines[self._at :] != [""]:
            self._at += 1
            self._fault(_("nothing but a line end follows the check."))
        return check == f"check: {_digest(body)}"


def _refuse_line(line: int, why: Message) -> NoReturn:
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
    if not _EXTRA_NAME.fullmatch(name):
        raise BadRequest(_("A further header of a record is called x-…, not {name!r}.", name=name[:40]))
    if not _is_one_line(value) or value != value.strip() or not 0 < len(value) <= LONGEST_HEADER:
        raise BadRequest(_("The header {name} takes a value on one line.", name=name))
    return name, value


def _is_one_line(value: str) -> bool:
    return value.isprintable() or not any(
        unicodedata.category(char) in _LINE_BREAKERS or char in _BIDI for char in value
    )


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def _result_text(result: Result | None) -> str:
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


def _parse_result(text: str) -> Result | None:
    found = _RESULT.fullmatch(text)
    if found is None:
        return None
    try:
        places = tuple(int(place) for place in found["places"].split())
        scores = tuple(map(_parse_score, found["scores"].split()))
        tiebreak = None if found["tiebreak"] is None else tuple(map(_parse_score, found["tiebreak"].split()))
    except ValueError:
        return None
    return Result(scores, places, found["reason"], tiebreak) if len(places) == len(scores) else None


def _parse_score(text: str) -> float:
    if len(text) > 20:
        raise ValueError(text)
    return float(text) if "." in text else int(text)
