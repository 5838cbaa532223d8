"""Brings the catalogues up to date with the code: `make words`, or `python -m handvoll.words.update [GAME …]`
for the catalogues of some games only (their folders' names; `house` for the house's own).

New messages come in untranslated (or with the translation another catalogue has for the same text), those
that are gone leave, translations stay. Entries are sorted and carry neither line numbers nor dates, so that
a catalogue changes only where a message did.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from handvoll.words import HERE, SOURCE_LANGUAGE, languages

HOUSE = Path(HERE)
PACKAGE = HOUSE.parent
GAMES = PACKAGE / "games"
KEYWORDS = {"_": 1, "_n": 2}
"""The functions that mark messages, with how many texts they take."""

_HEADER = """\
# The words of Handvoll.
msgid ""
msgstr ""
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals};\\n"

"""

Id = str | tuple[str, str]
"""A message's text, or its singular and plural."""


def word_folders() -> Iterator[tuple[Path, list[Path]]]:
    """Every folder that holds catalogues, with the sources whose messages they translate."""
    games = [path.parent for path in sorted(GAMES.glob("*/__init__.py"))]
    everything = sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("templates/*.html")])
    yield HOUSE, [path for path in everything if not any(game in path.parents for game in games)]
    for game in games:
        yield game / "words", [path for path in everything if game in path.parents]


def name_of(where: Path) -> str:
    """What a folder of words is called on the command line."""
    return "house" if where == HOUSE else where.parent.name


def extracted(sources: Sequence[Path]) -> set[Id]:
    """Every message in the sources, Python and templates. Read from the syntax trees, because Babel's own
    reader of Python does not look into f-strings."""
    found: set[Id] = set()
    for source in sources:
        calls = _template_calls if source.suffix == ".html" else _python_calls
        for name, line, arguments in calls(source):
            texts = arguments[: KEYWORDS[name]]
            if not all(isinstance(text, str) for text in texts):
                raise SyntaxError(f"{source}:{line}: a message is a plain text, its values apart")
            found.add(str(texts[0]) if len(texts) == 1 else (str(texts[0]), str(texts[1])))
    return found


Call = tuple[str, int, list[object]]
"""The function that marks a message, the line, and its arguments (None where one is no plain value)."""


def _python_calls(source: Path) -> Iterator[Call]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"), str(source))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            values = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
            yield node.func.id, node.lineno, list(values)


def _template_calls(source: Path) -> Iterator[Call]:
    for node in Environment().parse(source.read_text("utf-8"), filename=str(source)).find_all(nodes.Call):
        if isinstance(node.node, nodes.Name) and node.node.name in KEYWORDS:
            values = [one.value if isinstance(one, nodes.Const) else None for one in node.args]
            yield node.node.name, node.lineno, list(values)


def read(path: Path, lang: str) -> Catalog:
    """A catalogue, empty where there is none yet."""
    return read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), locale=lang, abort_invalid=True)


def entries(catalogue: Catalog) -> Iterator[tuple[Id, Message]]:
    """What a catalogue translates, without its header."""
    for entry in catalogue:
        if entry.id:
            yield (entry.id if isinstance(entry.id, str) else (entry.id[0], entry.id[1])), entry


def updated(old: Catalog, wanted: set[Id], elsewhere: Mapping[Id, str | Sequence[str]]) -> str:
    """The text of the catalogue `old`, made to hold the messages `wanted`."""
    known = {text: entry.string for text, entry in entries(old)}
    new = Catalog(locale=old.locale)
    for text in wanted:
        string = known.get(text) or elsewhere.get(text) or ""
        new.add(text, string if isinstance(string, str) else tuple(string))
    written = io.BytesIO()
    write_po(written, new, width=98, omit_header=True, sort_output=True)
    header = _HEADER.format(lang=old.locale_identifier, plurals=new.plural_forms.rstrip(";"))
    return header + written.getvalue().decode("utf-8").lstrip("\n")


def main(only: Sequence[str] = ()) -> int:
    """Update the catalogues (those of the games named in `only`); say what is left to translate."""
    missing = 0
    for lang in languages():
        if lang == SOURCE_LANGUAGE:
            continue
        folders = list(word_folders())
        unknown = set(only) - {name_of(where) for where, _sources in folders}
        if unknown:
            print(f"no such folder of words: {', '.join(sorted(unknown))}", file=sys.stderr)
            return 2
        old = {where: read(where / f"{lang}.po", lang) for where, _sources in folders}
        translated = {
            text: entry.string
            for catalogue in old.values()
            for text, entry in entries(catalogue)
            if entry.string and all(entry.string)
        }
        for where, sources in folders:
            path = where / f"{lang}.po"
            if only and name_of(where) not in only:
                continue
            text = updated(old[where], extracted(sources), translated)
            if where.exists() and (not path.exists() or path.read_text("utf-8") != text):
                path.write_text(text, "utf-8", newline="\n")
            for wanted, entry in entries(read(path, lang)):
                if not entry.string or not all(entry.string):
                    missing += 1
                    print(f"{path.relative_to(PACKAGE)}: {wanted!r}")
    if missing:
        print(f"{missing} to translate", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
