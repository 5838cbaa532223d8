"""Reading the body of a position text: `name=value` fields in their fixed order, faults with their column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from handvoll.core.errors import BadPosition
from handvoll.core.messages import Message, _

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,14}")


class Fields:
    """The fields of a position text, taken one after the other in the order they are written.

    >>> fields = Fields("stones=3,4 turn=1")
    >>> fields.numbers("stones", 0, 9), fields.number("turn", 0, 1)
    ([3, 4], 1)
    >>> fields.end()
    """

    def __init__(self, text: str, column: int = 1) -> None:
        self._rest = text
        self._column = column
        self._place = column

    def text(self, name: str) -> str:
        """The value of the next field, which must be called `name`."""
        self._place = self._column
        field, _sep, rest = self._rest.partition(" ")
        found, sign, value = field.partition("=")
        if found != name or not sign:
            raise self.fault(_("expected the field {name}=…, found {found!r}", name=name, found=field[:40]))
        self._place += len(found) + 1
        self._rest = rest
        self._column += len(field) + 1
        return value

    def word(self, name: str, allowed: Sequence[str]) -> str:
        """The value of the next field, one of `allowed`."""
        value = self.text(name)
        if value not in allowed:
            raise self.fault(
                _(
                    "{name} is one of {allowed}, not {value!r}",
                    name=name,
                    allowed=", ".join(allowed),
                    value=value[:40],
                )
            )
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """The value of the next field, a whole number from `low` to `high`."""
        return self._whole(name, self.text(name), low, high)

    def numbers(
        self, name: str, low: int, high: int, *, count: int | None = None, sep: str = ","
    ) -> list[int]:
        """The value of the next field, whole numbers parted by `sep` (`-` for none), `count` of them."""
        value = self.text(name)
        parts = [] if value == "-" else value.split(sep)
        if count is not None and len(parts) != count:
            raise self.fault(
                _("{name} has {count} numbers, not {found}", name=name, count=count, found=len(parts))
            )
        return [self._whole(name, part, low, high) for part in parts]

    def list(self, name: str, *, sep: str = ",") -> list[str]:
        """The value of the next field, texts parted by `sep` (`-` for none)."""
        value = self.text(name)
        return [] if value == "-" else value.split(sep)

    def end(self) -> None:
        """Refuse anything that is left."""
        if self._rest:
            self._place = self._column
            raise self.fault(
                _("nothing is expected after the last field, found {found!r}", found=self._rest[:40])
            )

    def fault(self, why: Message, offset: int = 0) -> BadPosition:
        """The error to raise about the field taken last, `offset` characters into its value."""
        place = self._place + offset
        return BadPosition(place, _("Not a position (column {place}): {why}.", place=place, why=why))

    def _whole(self, name: str, value: str, low: int, high: int) -> int:
        if not _NUMBER.fullmatch(value) or not low <= int(value) <= high:
            raise self.fault(
                _(
                    "{name} takes whole numbers from {low} to {high}, not {value!r}",
                    name=name,
                    low=low,
                    high=high,
                    value=value[:40],
                )
            )
        return int(value)


def join(values: Sequence[object], sep: str = ",") -> str:
    """Values as `Fields.list` and `Fields.numbers` read them."""
    return sep.join(map(str, values)) or "-"
