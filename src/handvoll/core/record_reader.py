"""Reads the text of a record, line by line; what is wrong with it is refused with its line."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import NoReturn

from handvoll.core.messages import Message, _
from handvoll.core.record import (
    EXTRA_NAME,
    LONGEST_HEADER,
    LONGEST_NAME,
    LONGEST_RECORD,
    SPECTATORS,
    TITLE,
    VERSION,
    Line,
    Record,
    clean_name,
    digest,
    is_one_line,
    refuse_line,
    result_text,
)
from handvoll.core.state import HIDDEN, Result, Step

_HEADER = re.compile(r"([a-z][a-z0-9 -]*): (.*)")
_STEP = re.compile(r"([1-9][0-9]{0,8})\. (?:P([1-9][0-9]?) (.+?)(?: @(0|[1-9][0-9]{0,14}))?|\* (\S+) (.+))")
_OPTION = re.compile(r"([a-z_][a-z0-9_]*)=([^\s=]+)")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
_RESULT = re.compile(
    r"(?P<reason>[a-z][a-z-]*); places (?P<places>[0-9 ]+); scores (?P<scores>[0-9. -]+)"
    r"(?:; tiebreak (?P<tiebreak>[0-9. -]+))?"
)


class Reader:
    """Takes a record's text apart, line by line."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_RECORD:
            refuse_line(
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
        refuse_line(self._at, why)

    # --- headers -------------------------------------------------------------------------------

    def _header(self, name: str) -> str:
        found = _HEADER.fullmatch(self._next())
        if found is None or found[1] != name:
            self._fault(
                _("expected {name}: …, found {found!r}.", name=name, found=self._lines[self._at - 1][:40])
            )
        return self._value(found[2])

    def _value(self, value: str) -> str:
        if not is_one_line(value) or value != value.strip() or not value:
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
            if found is None or not EXTRA_NAME.fullmatch(found[1]) or len(found[2]) > LONGEST_HEADER:
                self._fault(_("a further header reads like x-name: value."))
            extra.append((found[1], self._value(found[2])))
        return tuple(extra)

    def _result(self, players: int) -> Result | None:
        value = self._header("result")
        if value == "running":
            return None
        result = _parse_result(value)
        if result is None or len(result.scores) != players or result_text(result) != value:
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
            if found is None or not is_one_line(text):
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
        return check == f"check: {digest(body)}"


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
