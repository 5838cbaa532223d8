"""Hints and verdicts in lines."""

from __future__ import annotations

from collections.abc import Iterator

from handvoll.bots.analysis import Hint, Sum, Verdict, Worth
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.core.messages import Message, Say, Seat, _
from handvoll.core.picture import Pen

FEW = 5


def moment(game: Game, step: int | None) -> Game:
    """The game after so many of its steps."""
    line = game.line()
    if step is None:
        return game
    if not 0 <= step < len(line):
        raise BadRequest(_("The record has {most} steps, not {came}.", most=len(line) - 1, came=step))
    return line[step]


def hint_text(found: Hint, say: Say) -> Iterator[str]:
    """A hint: its sentences, the alternatives, what is expected to follow."""
    yield " ".join(map(say, found.words))
    thought = found.thought
    others = [option for option in thought.options if option.move != thought.move][: FEW - 1]
    if others:
        shown = ", ".join(f"{option.move} ({_value(Worth(option.value, thought.unit))})" for option in others)
        yield say(_("Others: {moves}", moves=shown))
    if len(thought.line) > 1:
        yield say(_("It could go on like this: {moves}", moves=" ".join(thought.line[:8])))


def verdict_line(number: int, text: str, verdict: Verdict, pen: Pen) -> str:
    """One step: what happened, its worth before and after, and a sentence."""
    before, after = verdict.before, verdict.after
    worths = ""
    if before is not None and after is not None and before.unit == after.unit:
        error = max(before.error, after.error)
        margin = "" if before.exact and after.exact else f" ±{_value(Worth(error, before.unit))}"
        worths = f"{_value(before)} → {_value(after)}{margin}"
    said = "" if verdict.words is None else pen.say(verdict.words)
    return f"{number:4}. {text:<16} {pen.paint(f'{worths:<20}', 'dim')} {said}".rstrip()


def sum_text(total: Sum) -> Message:
    """What choice and luck came to for a seat."""
    if total.unit == "win":
        return _(
            "{seat}: given away by choice {choice}, brought by luck {luck} (hundredths of a game).",
            seat=Seat(total.seat),
            choice=f"{abs(100 * total.choice):.0f}",
            luck=f"{100 * total.luck:+.0f}",
        )
    return _(
        "{seat}: given away by choice {choice} points, brought by luck {luck}.",
        seat=Seat(total.seat),
        choice=f"{abs(total.choice):.1f}",
        luck=f"{total.luck:+.1f}",
    )


def _value(worth: Worth) -> str:
    return f"{100 * worth.value:.0f} %" if worth.unit == "win" else f"{worth.value:.1f}"
