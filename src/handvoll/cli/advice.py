"""Hints and verdicts in lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from handvoll.bots.compiled import are_kernels_ready
from handvoll.bots.verdicts import Hint, Sum, Verdict
from handvoll.bots.worth import Worth, number, percent_of, whole
from handvoll.cli.terminal import Terminal, wrapped
from handvoll.core.card import Card, Score
from handvoll.core.errors import BadRequest
from handvoll.core.game import Game
from handvoll.core.messages import Message, Say, Seat, _, _n
from handvoll.core.picture import Pen

FEW = 5
PATIENCE = 2.0
"""After how many seconds of compiling something is said."""
WIDE = 96
"""From so many columns on a step's sentence stands beside its worths."""


def get_ready(card: Card, terminal: Terminal, patience: float = PATIENCE) -> None:
    """Wait until the opponent thinks at its full speed, and knows what is solved: who asks for advice wants
    good advice, and a command that ends would never see the compiler done."""
    if not are_kernels_ready(card, patience):
        terminal.tell(
            terminal.say(_("The opponent is compiled first. That happens once, and may take a minute.")),
            "dim",
        )
        terminal.flush()
        are_kernels_ready(card)


def moment(game: Game, step: int | None) -> Game:
    """The game after so many of its steps."""
    line = game.line()
    if step is None:
        return game
    if not 0 <= step < len(line):
        raise BadRequest(_("The record has {most} steps, not {came}.", most=len(line) - 1, came=step))
    return line[step]


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The players' names, with the seat where several have the same."""
    return tuple(
        f"{name} (P{seat + 1})" if name and names.count(name) > 1 else name for seat, name in enumerate(names)
    )


def hint_text(found: Hint, say: Say) -> Iterator[str]:
    """A hint: its sentences, the alternatives, what is expected to follow."""
    yield " ".join(map(say, found.words))
    thought = found.thought
    others = [option for option in thought.options if option.move != thought.move][: FEW - 1]
    if others:
        others.sort(key=lambda option: -option.value)
        worths = (
            Worth(option.value, thought.unit, exact=thought.exact and not option.is_rough)
            for option in others
        )
        values = (say(_value(worth, found.score)) for worth in worths)
        shown = [f"{option.move} ({value})" for option, value in zip(others, values, strict=True)]
        is_rough = any(option.is_rough for option in others)
        moves = ", ".join(shown)
        yield say(
            _("Others, judged roughly: {moves}", moves=moves)
            if is_rough
            else _("Others: {moves}", moves=moves)
        )
    if len(thought.line) > 1:
        yield say(_("It could go on like this: {moves}", moves=" ".join(thought.line[:8])))


def verdict_lines(
    place: int, text: str, verdict: Verdict, pen: Pen, width: int, score: Score = Score.POINTS
) -> Iterator[str]:
    """One step: what happened, its worth before and after, and what there is to say, beside it or below."""
    before, after = verdict.before, verdict.after
    worths = ""
    if before is not None and after is not None and before.unit == after.unit:
        worths = _worths(before, after, score, pen.say)
    elif before is not None:
        worths = _worth(before, score, pen.say)
    said = " ".join(pen.say(message) for message in (verdict.words, *verdict.how) if message is not None)
    is_wide = width >= WIDE
    lead = f"{place:4}. {text:<16} {pen.paint(f'{worths:<20}' if is_wide else worths, 'dim')}".rstrip()
    column = 44 if is_wide else 6
    lines = wrapped(said, width - column)
    if is_wide and lines and len(text) <= 16:
        lead += f"{'' if worths else ' ' * 21} {lines.pop(0)}"
    yield from wrapped(lead, width, " " * 6) if len(lead) > width else (lead.replace("\xa0", " "),)
    yield from (" " * column + line for line in lines)


def _worth(worth: Worth, score: Score, say: Say) -> str:
    """What the best was worth, where nothing can be told of what was played."""
    value = _value(worth, score)
    return say(value if worth.exact else _("about {counted}", counted=value))


def _worths(before: Worth, after: Worth, score: Score, say: Say) -> str:
    """Two worths, and how far the less certain of them may be off, as far as that can be told."""
    told = f"{say(_value(before, score))} → {say(_value(after, score))}"
    if before.exact and after.exact:
        return told
    if before.error is None or after.error is None:
        return say(_("about {counted}", counted=told))
    return f"{told} ±{say(_error(max(before.error, after.error), before.unit))}"


def sum_text(total: Sum, say: Say, score: Score = Score.POINTS) -> str:
    """What choice, luck and guessing came to for a seat, in sentences."""
    said = [_given_away(total, score)]
    if total.luck is not None:
        luck = _amount(total.luck, total.unit, score)
        if not luck.values["n"]:
            said.append(_("Neither good nor bad luck."))
        elif total.luck > 0:
            said.append(_("Luck brought {luck}.", luck=luck))
        else:
            said.append(_("Bad luck cost {luck}.", luck=luck))
    if total.guess is not None:
        guess = _amount(total.guess, total.unit, score)
        if not guess.values["n"]:
            said.append(_("Guessing brought as much as it cost."))
        elif total.guess > 0:
            said.append(_("Guessing brought {guess}.", guess=guess))
        else:
            said.append(_("Guessing cost {guess}.", guess=guess))
    return " ".join(map(say, said))


def _given_away(total: Sum, score: Score) -> Message:
    seat, given = Seat(total.seat), _amount(total.choice, total.unit, score)
    if given.values["n"]:
        if total.exact:
            return _("{seat}: {given} given away by choice.", seat=seat, given=given)
        return _("{seat}: about {given} given away by choice.", seat=seat, given=given)
    if total.exact:
        return _("{seat}: nothing given away by choice.", seat=seat)
    return _("{seat}: nothing given away by choice, as far as can be told.", seat=seat)


def _amount(value: float, unit: str, score: Score) -> Message:
    """So many games, points or stones."""
    if unit == "win":
        return _n("{n}\xa0game", "{n}\xa0games", whole(abs(value), 2))
    shown = whole(abs(value), 1)
    if score.is_stones:
        return _n("{n}\xa0stone", "{n}\xa0stones", shown)
    return _n("{n}\xa0point", "{n}\xa0points", shown)


def _value(worth: Worth, score: Score) -> Message:
    """A value in short: in hundredths of a game, or in what the game counts."""
    if worth.unit == "win":
        return _("{percent}\xa0%", percent=percent_of(worth))
    return number(-worth.value if score.is_few else worth.value, 1)


def _error(error: float, unit: str) -> Message:
    """An error in short, rounded up: never nothing."""
    if unit == "win":
        return _("{percent}\xa0%", percent=math.ceil(round(100 * error, 6)))
    return number(math.ceil(round(10 * error, 6)) / 10, 1)
