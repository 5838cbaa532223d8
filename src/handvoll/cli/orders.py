"""What can be typed at a table besides moves, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOVES, HELP, HINT, RULES, SHOW = "moves", "help", "hint", "rules", "show"
UNDO, SAVE, QUIT = "undo", "save", "quit"

_WORDS = {
    "?": MOVES,
    "moves": MOVES,
    "züge": MOVES,
    "help": HELP,
    "hilfe": HELP,
    "hint": HINT,
    "tipp": HINT,
    "rules": RULES,
    "regeln": RULES,
    "show": SHOW,
    "zeigen": SHOW,
    "undo": UNDO,
    "zurück": UNDO,
    "zurueck": UNDO,
    "save": SAVE,
    "speichern": SAVE,
    "quit": QUIT,
    "exit": QUIT,
    "ende": QUIT,
}
_FOR_SEAT = re.compile(r"[Pp]([1-9][0-9]?)\s+(.+)")


@dataclass(frozen=True, slots=True)
class Order:
    """One of the words above, with what was typed after it."""

    name: str
    rest: str = ""


def read_order(line: str) -> Order | None:
    """The order on a line, or None where it is meant as a move."""
    word, _space, rest = line.strip().partition(" ")
    name = _WORDS.get(word.casefold())
    if name is None or (rest.strip() and name != SAVE):
        return None
    return Order(name, rest.strip())


def read_seat(line: str) -> tuple[int | None, str]:
    """`P2 secure` is a move of seat 1; any other line is a move of whoever is asked."""
    found = _FOR_SEAT.fullmatch(line.strip())
    return (int(found[1]) - 1, found[2]) if found else (None, line)
