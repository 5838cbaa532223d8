"""Words: messages put into the reader's language, rules pages, ruling sentences.

English is the language of the message ids. For any other language there is a gettext catalogue of the house
(`words/<lang>.po` here) and one in each game's folder (`games/<game>/words/<lang>.po`).

>>> from handvoll.core.messages import Seat, _
>>> Words("en", names=["Anna"]).say(_("{player} keeps the {value}.", player=Seat(0), value=4))
'Anna keeps the 4.'
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import TYPE_CHECKING

from handvoll.core.messages import Message, player

if TYPE_CHECKING:
    from handvoll.core.card import Card
    from handvoll.core.game import Game

# Folders are plain texts here: `handvoll --help` has no time to import pathlib.
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE_LANGUAGE = "en"

_POSITION = re.compile(r"^```position (\S+)(?: ([1-9][0-9]?))?\n(.+)\n```$", re.MULTILINE)
# Control characters, but for line ends and the colours that a painted picture puts into a sentence.
_CONTROLS = re.compile(r"(?!\x1b\[[0-9;]*m)[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Words:
    """One reader's language: says messages, with the players' names where they are known."""

    def __init__(
        self, lang: str = SOURCE_LANGUAGE, card: Card | None = None, names: Sequence[str | None] = ()
    ) -> None:
        self.lang = language(lang) or SOURCE_LANGUAGE
        self.card = card
        self.names = tuple(names)

    def say(self, message: Message) -> str:
        """The message in this language. Fits `handvoll.core.messages.Say`."""
        said = _localized(message, self.lang).render(self._translate, self._name)
        # What a player is called or typed must not drive the terminal.
        return _CONTROLS.sub("�", said)

    def title(self, card: Card) -> str:
        """What the game is called."""
        return card.title.get(self.lang, card.title[SOURCE_LANGUAGE])

    def _name(self, seat: int) -> str | Message:
        if seat < len(self.names) and (given := self.names[seat]):
            return given.replace("\x1b", "�")
        if self.card is not None and seat < len(self.card.seat_names):
            return self.card.seat_names[seat]
        return player(seat)

    def _translate(self, text: str, plural: str | None, n: int) -> str:
        if self.lang == SOURCE_LANGUAGE:
            return text if plural is None or n == 1 else plural
        for catalogue in self._catalogues():
            if plural is None:
                translated = catalogue.gettext(text)
            else:
                translated = catalogue.ngettext(text, plural, n)
            if translated not in (text, plural):
                return translated
        return _titles(self.lang).get(text, text if plural is None or n == 1 else plural)

    def _catalogues(self) -> Sequence[GNUTranslations]:
        if self.card is None:
            return (_house(self.lang),)
        return (_catalogue(folder(self.card), self.lang), _catalogue(HERE, self.lang))


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, the source language first."""
    catalogues = [name.removesuffix(".po") for name in os.listdir(HERE) if name.endswith(".po")]
    return (SOURCE_LANGUAGE, *sorted(catalogues))


def language(tag: str | None) -> str | None:
    """The language of a tag such as `de`, `de-AT` or `de_DE.UTF-8`, if it is one there is."""
    spoken = re.match("[a-z]+", (tag or "").lower())
    return spoken[0] if spoken and spoken[0] in languages() else None


def folder(card: Card) -> str:
    """Where the words of a game lie."""
    return os.path.dirname(os.path.abspath(str(card.load("words").__file__)))


def ruling(card: Card, number: str) -> Message:
    """What a ruling says, in one sentence."""
    return _entry(card, "RULINGS", number)


def reason(card: Card, code: str) -> Message:
    """How a game ended, from the reason code of its result."""
    return _entry(card, "REASONS", code)


def rules_page(card: Card, lang: str) -> str:
    """The rules of a game as Markdown, its pictures as `position` blocks (see `with_pictures`)."""
    path = os.path.join(folder(card), f"rules.{lang}.md")
    if not os.path.exists(path):
        path = os.path.join(folder(card), f"rules.{SOURCE_LANGUAGE}.md")
    with open(path, encoding="utf-8") as file:
        return file.read()


def with_pictures(page: str, draw: Callable[[Game, int | None], str]) -> str:
    """A rules page with every `position` block replaced by what `draw(game, seat)` makes of it.

    A block names the game and, where a seat's own view is to be shown, the player's number (from 1); it
    holds a position text.
    """
    from handvoll.games import load

    def drawn(block: re.Match[str]) -> str:
        seat = None if block[2] is None else int(block[2]) - 1
        return draw(load(block[1], block[3]), seat)

    return _POSITION.sub(drawn, page)


# --- inside ------------------------------------------------------------------------------------


class _CommaFloat(float):
    """A number that is written with a decimal comma."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(".", ",")


def _localized(message: Message, lang: str) -> Message:
    if not any(isinstance(value, float | Message) for value in message.values.values()):
        return message
    values = {
        name: _localized(value, lang)
        if isinstance(value, Message)
        else _number(value, lang)
        if isinstance(value, float)
        else value
        for name, value in message.values.items()
    }
    return Message(message.text, values, message.plural)


def _number(value: float, lang: str) -> float:
    if value == int(value):
        return int(value)
    return _CommaFloat(value) if lang == "de" else value


def _entry(card: Card, table: str, key: str) -> Message:
    entry: Message = getattr(card.load("words"), table)[key]
    return entry


@cache
def _titles(lang: str) -> dict[str, str]:
    """The titles of the games, which `Card.name` puts into sentences, by the English one."""
    from handvoll.games import cards

    return {
        card.title[SOURCE_LANGUAGE]: card.title.get(lang, card.title[SOURCE_LANGUAGE])
        for card in cards().values()
    }


@cache
def _house(lang: str) -> GNUTranslations:
    """The catalogue of the house where no game is known, which asks the games for what it does not hold."""
    catalogue = copy(_catalogue(HERE, lang))
    catalogue.add_fallback(_OfAnyGame(lang))
    return catalogue


class _OfAnyGame(NullTranslations):
    """The catalogues of all games: a record's fault is told before anybody can know which game it is of."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang

    def gettext(self, message: str) -> str:
        found = (catalogue.gettext(message) for catalogue in self._catalogues(message))
        return next((text for text in found if text != message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = (catalogue.ngettext(msgid1, msgid2, n) for catalogue in self._catalogues(msgid1))
        return next((text for text in found if text not in (msgid1, msgid2)), msgid1 if n == 1 else msgid2)

    def _catalogues(self, message: str) -> Iterator[GNUTranslations]:
        from handvoll.games import cards

        if message not in _titles(self._lang):
            yield from (_catalogue(folder(card), self._lang) for card in cards().values())


@cache
def _catalogue(where: str, lang: str) -> GNUTranslations:
    """The catalogue `<lang>.po` of a folder, compiled once into `<lang>.mo` beside it, if that can be
    written: reading the compiled one takes a hundredth of the time."""
    try:
        source = _read(os.path.join(where, f"{lang}.po"))
    except FileNotFoundError:
        source = b""
    digest = f"{zlib.crc32(source):08x}"
    compiled = os.path.join(where, f"{lang}.mo")
    try:
        catalogue = GNUTranslations(BytesIO(_read(compiled)))
        if catalogue.gettext(_DIGEST_ID) == digest:
            return catalogue
    except (OSError, ValueError):
        pass
    binary = _compiled(source, lang, digest)
    try:
        beside = f"{compiled}.{os.getpid()}"
        with open(beside, "wb") as file:
            file.write(binary)
        os.replace(beside, compiled)
    except OSError:
        pass
    return GNUTranslations(BytesIO(binary))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


_DIGEST_ID = "\x02checksum of the source"


def _compiled(source: bytes, lang: str, digest: str) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue = read_po(BytesIO(source), locale=lang)
    catalogue.add(_DIGEST_ID, digest)
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()
