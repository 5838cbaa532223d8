"""Lines of JSON, read strictly and within bounds: whatever comes in, out comes a request or a refusal."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, ClassVar, NoReturn

from handvoll.core.errors import BadRequest, Refusal
from handvoll.core.messages import _

LONGEST_LINE = 1024 * 1024
LONGEST_NUMBER = 1000
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class BadJson(Refusal):
    """A line that is not JSON."""

    code: ClassVar[str] = "bad-json"


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of `source` without their ends; None for one that is too long, which is skipped without being
    kept."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = source.readline(LONGEST_LINE)
            yield None
        else:
            yield line.removesuffix(b"\n")


def parse(line: bytes | None) -> dict[str, Any]:
    """The JSON object on a line; raises BadJson or BadRequest."""
    if line is None:
        raise BadRequest(_("A line has at most {most} bytes.", most=LONGEST_LINE))
    try:
        text = line.decode("utf-8")
        request = json.loads(
            text,
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_constant,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError as error:
        raise BadJson(_("Not JSON: byte {place} is not UTF-8.", place=error.start + 1)) from None
    except json.JSONDecodeError as error:
        raise BadJson(_("Not JSON: {why} at column {place}.", why=error.msg, place=error.pos + 1)) from None
    except RecursionError:
        raise _too_deep(text) from None
    if not isinstance(request, dict):
        raise BadRequest(_("A request is a JSON object."))
    return request


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadRequest(_("A number has at most {most} digits.", most=LONGEST_NUMBER))
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise BadRequest(_("The number {number} is too large.", number=digits[:40]))
    return number


def _constant(name: str) -> NoReturn:
    raise BadJson(_("Not JSON: {name} is no number.", name=name))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRequest(_("The name {name!r} stands twice in one object.", name=twice[:40]))
    return found


def _too_deep(text: str) -> Refusal:
    """Nested deeper than we read: no request of ours, and not even JSON where brackets stay open."""
    bare = _STRING.sub("", text)
    if bare.count("[") == bare.count("]") and bare.count("{") == bare.count("}"):
        return BadRequest(_("The request is nested too deeply."))
    return BadJson(_("Not JSON: brackets are left open."))
