"""Help for a person at a table: why something is no move, and what would be a good one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from handvoll.bots import Seen
from handvoll.core.errors import GameOver, NotYourTurn, Refusal
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.table.errors import NotStarted
from handvoll.table.table import Table
from handvoll.table.views import seat_view
from handvoll.web.errors import Fault, fault
from handvoll.web.opponents import Opponents
from handvoll.words import Words

MOST_GUESSES = 20


class Explained(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as it is written, or why there is none."""

    move: str | None = None
    error: Fault | None = None


class Hint(msgspec.Struct, frozen=True):
    """What the opponent of a level would play."""

    move: str
    path: list[str]
    """What to touch for it."""
    value: float | None
    """What it is worth to the seat, in `unit`; null where the opponent does not say."""
    unit: str
    exact: bool
    why: str | None


def explained(table: Table, seat: int, move: str | None, ids: Sequence[str], words: Words) -> Explained:
    """What was typed or touched, as a move or as the reason why it is none."""
    try:
        game = asked_game(table, seat)
        guesses = [game.read_move(seat, move)] if move is not None else texts_of(table, seat, ids)
        for guess in guesses:
            if guess in game.legal(seat):
                return Explained(guess)
        game.play(seat, guesses[0] if guesses else "")
    except Refusal as refusal:
        return Explained(error=fault(refusal, words))
    return Explained(guesses[0])


async def hint(table: Table, seat: int, opponents: Opponents, level: int, words: Words) -> Hint:
    """What the opponent of that level would play, knowing what the seat may know."""
    game = asked_game(table, seat)
    idea = await opponents.think(Seen.of(game, seat), level)
    paths = table.card.picture.paths(seat_view(table, seat))
    return Hint(
        idea.move,
        list(paths.get(idea.move, ())),
        idea.value,
        idea.unit,
        idea.exact,
        idea.why.get(words.lang),
    )


def asked_game(table: Table, seat: int) -> Game:
    """The game in which `seat` is asked now."""
    if table.game is None:
        raise NotStarted(_("The game has not begun: somebody is still missing."))
    if table.ended is not None:
        raise GameOver(_("The game is over; nothing more can be played."))
    if seat not in table.playing.to_act:
        raise NotYourTurn(_("It is not your turn now."))
    return table.playing


def texts_of(table: Table, seat: int, ids: Sequence[str]) -> list[str]:
    """What moves the touched symbols can have meant, the likeliest first: a legal move whose symbols begin in
    the same way, with the names of the others put in place of its own."""
    paths = table.card.picture.paths(seat_view(table, seat))
    if not ids or not paths:
        return []
    same_length = [(move, path) for move, path in paths.items() if len(path) == len(ids)] or list(
        paths.items()
    )
    ranked = sorted(same_length, key=lambda one: -_common(one[1], ids))
    texts: list[str] = []
    for move, path in ranked[:MOST_GUESSES]:
        text = move
        for own, touched in zip(path, ids, strict=False):
            if own != touched:
                text = _replaced(text, _name(own), _name(touched))
        if text != move:
            texts.append(text)
    return texts


def _common(path: Sequence[str], ids: Sequence[str]) -> int:
    return sum(own == touched for own, touched in zip(path, ids, strict=False))


def _name(id: str) -> str:
    """What a symbol's id says of its place: `at-d4` is d4."""
    return id.partition("-")[2] or id


def _replaced(text: str, old: str, new: str) -> str:
    """`text` with the last `old` in it replaced."""
    before, found, after = text.rpartition(old)
    return f"{before}{new}{after}" if found else text
