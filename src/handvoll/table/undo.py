"""Taking back a step: how far, and whether somebody must be asked.

A step is taken back freely as long as no other person at the table learned anything by it: as long as the
view of everybody else would be the same, had the seat played something else. Otherwise all others must agree.
An opponent of the house always agrees, and so does one's own other seat at the same device.
"""

from __future__ import annotations

from typing import NamedTuple

from handvoll.core.card import Trait
from handvoll.core.errors import Refusal
from handvoll.core.game import Game
from handvoll.core.state import Step
from handvoll.table.table import Table


class Way(NamedTuple):
    """How a seat may go back: to which ply, which steps of others are laid down again, and who must agree."""

    ply: int
    again: tuple[Step, ...]
    must_agree: tuple[int, ...]


def way_back(table: Table, seat: int) -> Way | None:
    """How `seat` can take back its last move, or None where it has none or the game does not go back (time
    that has run on cannot: games with a clock of their own; nor can what is over, but for a puzzle)."""
    if Trait.CLOCK in table.card.traits or table.live.flip is not None:
        return None
    if table.phase != "running" and not _is_puzzle_over(table):
        return None
    guest = table.seats[seat].guest
    mine = table.seats_of(guest)
    others = tuple(
        other for other, sitter in enumerate(table.seats) if sitter.is_person and sitter.guest != guest
    )
    own = (seat,) if others else mine  # alone at the table one goes back step by step, whoever's it was
    after = _last_move(table.playing, own)
    if after is None or after.before is None:
        return None
    if not others:
        return Way(after.before.ply, (), ())
    if Trait.HIDDEN in table.card.traits:  # in an open game everybody learns by every step
        again = _unseen(table.playing, after, seat, others)
        if again is not None:
            return Way(after.before.ply, again, ())
    return Way(after.before.ply, (), others)


def _is_puzzle_over(table: Table) -> bool:
    """Whether somebody alone is at the end of a game without luck, and may still try another way (AB3)."""
    by_rules = table.ended is not None and table.ended.by_rules and table.rematch is None
    return by_rules and table.players == 1 and Trait.CHANCE not in table.card.traits


def _last_move(game: Game, seats: tuple[int, ...]) -> Game | None:
    """The game right after the last move of any of `seats`."""
    later: Game | None = game
    while later is not None and (later.step is None or later.step.seat not in seats):
        later = later.before
    return later


def _unseen(now: Game, after: Game, seat: int, others: tuple[int, ...]) -> tuple[Step, ...] | None:
    """The steps of others since `after` that can be laid down again without the one that led there, if no
    other could see which it was; None if somebody could."""
    before = after.before
    if before is None or after.step is None or before.chance is not None:
        return None
    later: list[Step] = []
    game = now
    while game is not after and game.before is not None and game.step is not None:
        if game.step.seat is None or game.step.seat == seat:
            return None  # chance has spoken, or the seat itself went on
        later.insert(0, game.step)
        game = game.before
    choices = [text for text in before.legal(seat) if text != after.step.text]
    if not choices:
        return None
    try:
        return tuple(later) if _alike(before, seat, choices, later, now, others) else None
    except Refusal:
        return None


def _alike(
    before: Game, seat: int, choices: list[str], later: list[Step], now: Game, others: tuple[int, ...]
) -> bool:
    """Whether each of `others` sees the same whichever of `choices` the seat had played; and whether what
    came later could come without it."""
    without = before
    for step in later:
        assert step.seat is not None
        without = without.play(step.seat, step.text, step.at)
    if seat not in without.to_act:
        return False
    seen = [now.view(other) for other in others]
    for text in choices:
        game = before.play(seat, text)
        for step in later:
            assert step.seat is not None
            game = game.play(step.seat, step.text, step.at)
        if [game.view(other) for other in others] != seen:
            return False
    return True
