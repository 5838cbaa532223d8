"""Sentences as data: an English template and its values, put into a language only when shown.

The English text is the message id that translators see (gettext's habit). Rules code makes a message
with `_`, never a finished string; `handvoll.words` renders it in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

Value: TypeAlias = "str | int | float | Message | Seat"


class Seat(NamedTuple):
    """A seat named in a sentence: shown as the player's name, as White or Black, or as "Player 1"."""

    number: int


class Message(NamedTuple):
    """A sentence to a person, not yet in a language."""

    text: str
    values: Mapping[str, Value] = {}  # never written to
    plural: str | None = None
    """The text for values["n"] != 1, where the sentence counts something."""

    def __str__(self) -> str:
        """The sentence in English, the language of the ids."""
        return self.render(lambda text, plural, n: text if plural is None or n == 1 else plural, player)

    def render(self, translate: Translate, name: NameSeat) -> str:
        """The sentence, with `translate(text, plural, n)` giving the template in some language and
        `name(seat)` what a seat is called."""
        n = self.values.get("n", 1)
        template = translate(self.text, self.plural, n if isinstance(n, int) else 2)
        shown = {
            key: inner.render(translate, name) if isinstance(inner, Message) else inner
            for key, value in self.values.items()
            for inner in [name(value.number) if isinstance(value, Seat) else value]
        }
        return template.format(**shown) if shown else template


Translate: TypeAlias = Callable[[str, "str | None", int], str]
NameSeat: TypeAlias = "Callable[[int], str | Message]"
Say: TypeAlias = Callable[[Message], str]
"""Renders a message in the reader's language."""


def _(text: str, /, **values: Value) -> Message:
    """Mark `text` for translation and make a message of it; `{name}` in it stands for a value."""
    return Message(text, values)


def _n(one: str, many: str, /, n: float, **values: Value) -> Message:
    """A message that counts: `one` is for the whole number 1, `many` for any other n (also the value
    `{n}`)."""
    return Message(one, {"n": n, **values}, many)


def quoted(value: object) -> str:
    """A value that came where another was expected, as JSON writes it: texts in quotes, `null` for none."""
    import json  # only for faults

    return json.dumps(value, ensure_ascii=False, default=str)[:40]


def player(seat: int) -> Message:
    """What a seat is called where it has no name: seat 0 is player 1."""
    return _("Player {number}", number=seat + 1)


def seat_name(seat: int) -> Message:
    """A sentence that is just the seat's name."""
    return Message("{seat}", {"seat": Seat(seat)})
