"""How things at a table are set out in lines: legal moves, the result."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Sequence
from functools import partial

from handvoll.core.card import Card
from handvoll.core.game import Game
from handvoll.core.messages import seat_name
from handvoll.core.picture import Pen
from handvoll.words import reason

_HEAD = re.compile(r"(.+?[->]|\S+ )(.+)")
FEW = 12


def moves_text(moves: Sequence[str], width: int) -> str:
    """Moves in lines, counted as people count (a2 before a10); where there are many, those that begin alike
    (`d1-`, `frame `) share a line."""
    moves = sorted(moves, key=_as_people_count)
    if len(moves) <= FEW:
        return _wrapped("", moves, width)
    groups: dict[str, list[str]] = {}
    for move in moves:
        found = _HEAD.fullmatch(move)
        head, rest = (found[1], found[2]) if found else ("", move)
        groups.setdefault(head, []).append(rest)
    return "\n".join(_wrapped(head, rests, width) for head, rests in groups.items())


def _as_people_count(move: str) -> list[tuple[float, str]]:
    parts = re.findall(r"[0-9]+|[^0-9]+", move)
    return [(int(part), "") if part.isdigit() else (math.inf, part) for part in parts]


def _wrapped(head: str, words: Sequence[str], width: int) -> str:
    lead = f"  {head.strip()}{' …  ' if head else ''}"
    # A move may hold a space; it is not torn apart.
    text = "  ".join(word.replace(" ", "\xa0") for word in words)
    filled = textwrap.fill(
        text, width, initial_indent=lead, subsequent_indent=" " * len(lead), break_on_hyphens=False
    )
    return filled.replace("\xa0", " ")


def columns_text(text: str, width: int) -> str:
    """Lines such as `undo     take back`, broken where the screen ends, hung below the second column."""
    return "\n".join(map(partial(_hung, width=width), text.split("\n")))


def _hung(line: str, width: int) -> str:
    head = re.match(r".+? {2,}", line)
    indent = " " * len(head[0]) if head and len(head[0]) < width // 2 else ""
    return textwrap.fill(line, width, subsequent_indent=indent, drop_whitespace=True)


def result_text(game: Game, pen: Pen) -> str:
    """The finished game: how it came out, why, and a line for each place."""
    card, result = game.card, game.result
    assert result is not None
    said = pen.say(card.picture.tell_end(game.view(None)))
    why = pen.say(reason(card, result.reason))
    lines = [pen.paint(said, "bold"), *([why] if why not in said else [])]
    if game.players > 1:
        names = [pen.say(seat_name(seat)) for seat in range(game.players)]
        wide = max(map(len, names))
        for seat in sorted(range(game.players), key=lambda seat: result.places[seat]):
            score = "½" if result.scores[seat] == 0.5 else f"{result.scores[seat]:g}"
            lines.append(f"  {result.places[seat]}. {names[seat]:<{wide}}  {score:>4}{_tiebreak(game, seat)}")
    return "\n".join(lines)


def _tiebreak(game: Game, seat: int) -> str:
    if game.result is None or game.result.tiebreak is None:
        return ""
    return f"  ({game.result.tiebreak[seat]:g})"


def default_file(card: Card, stamp: str) -> str:
    """What a record is called where the user gives no name."""
    return f"{card.id}-{stamp}.txt"
