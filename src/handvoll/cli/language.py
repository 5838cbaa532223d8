"""Which language to speak: `--lang`, HANDVOLL_LANG, what the system's variables say, English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handvoll.core.errors import Refusal
from handvoll.core.messages import _
from handvoll.words import SOURCE_LANGUAGE, language, languages

VARIABLES = ("HANDVOLL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguage(Refusal):
    """`--lang` names a language there is no catalogue for."""


def spoken(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language to speak. It is needed before the arguments are parsed, to say what is wrong with them."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang":
            return _asked("".join(arguments[place + 1 : place + 2]))
        if argument.startswith("--lang="):
            return _asked(argument.removeprefix("--lang="))
    for variable in VARIABLES:
        if environ.get(variable):
            return language(environ[variable]) or SOURCE_LANGUAGE
    return SOURCE_LANGUAGE


def _asked(tag: str) -> str:
    found = language(tag)
    if found is None:
        raise UnknownLanguage(
            _("There is no language {tag!r}; there are: {known}.", tag=tag[:20], known=", ".join(languages()))
        )
    return found
