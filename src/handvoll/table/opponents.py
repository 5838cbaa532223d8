"""Which opponents of the house are to play, and what they may know."""

from __future__ import annotations

from typing import NamedTuple

from handvoll.core.game import Game
from handvoll.table.table import Table


class Task(NamedTuple):
    """An opponent has to answer a question."""

    seat: int
    level: int
    question: int
    game: Game | None
    """The game to think about, for `bots.Seen.of`; None where there is nothing to think about."""
    move: str | None
    """What it plays then without thinking."""
    wait_ms: int
    """How long it holds its action back, counted from the last step: people are to have their time."""


def to_think(table: Table) -> list[Task]:
    """What the opponents at this table have to do now."""
    if table.phase != "running":
        return []
    tasks: list[Task] = []
    for seat in table.asked:
        level, question = table.seats[seat].level, table.questions[seat]
        if level is None or question is None:
            continue
        game: Game = table.playing
        span = table.live.span(game, table.opened.speed)
        wait = 0 if span is None else span.start
        given = () if seat in game.to_act else table.live.overtakes(game)[seat]
        if any(table.seats[answer.seat].level is not None for answer in given):
            continue  # its fellows answer for themselves first
        for answer in given:
            game = game.play(*answer)
            wait = table.live.patience(level)
        thinks = seat in game.to_act
        move = None if thinks else table.live.hand_over
        tasks.append(Task(seat, level, question.number, game if thinks else None, move, wait))
    return tasks
