"""What a moment is worth to a seat, how sure that is, and both in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from handvoll.bots import Thought
from handvoll.core.card import Score
from handvoll.core.messages import Message, Seat, _, _n

LITTLE = {"win": 0.02, "points": 0.25}
"""Differences that are not spoken of."""
SURELY = 2.0
"""Standard errors by which two worths must differ before it is said that they do."""
SURELY_LUCK = 3.0
"""The same for luck, which is looked for at so many more steps."""
BLURRED = 5
"""Where the doubt is more than so many times a little, luck that does not stand out is not told."""
EQUAL = 1e-9
"""Worths that differ by less are the same: reckoned in another order they come out a little different."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a moment is worth to a seat."""

    value: float
    unit: str = "win"
    error: float | None = 0.0
    """Its standard error; None where it is an estimate of which nobody can tell how far it is off."""
    exact: bool = False

    def is_certain(self, value: float) -> bool:
        """Whether it is known to be a game that is won (1.0), or one that is lost (0.0)."""
        return self.exact and self.unit == "win" and self.value == value


def worth_of(thought: Thought) -> Worth | None:
    """What an opponent says of its move; None where it names no value."""
    if thought.value is None:
        return None
    # That games played on all came out alike makes nothing certain.
    return Worth(thought.value, thought.unit, 0.0 if thought.exact else thought.sure or None, thought.exact)


def is_noticeable(one: Worth, other: Worth, surely: float = SURELY) -> bool:
    """Whether two worths differ by more than their errors may have made of it."""
    return abs(one.value - other.value) >= max(LITTLE[one.unit], surely * _doubt(one, other))


def _doubt(one: Worth, other: Worth) -> float:
    """By how much the difference of two worths may be wrong: by a little at least where that cannot be
    told."""
    return math.hypot(*(LITTLE[worth.unit] if worth.error is None else worth.error for worth in (one, other)))


def is_loss(best: Worth, found: Worth) -> bool:
    """Whether a choice gave something away for certain, or more than its estimate may be wrong by."""
    if best.unit != found.unit or best.value - found.value < EQUAL:
        return False
    return (best.exact and found.exact) or is_noticeable(best, found)


def is_better(found: Worth, best: Worth) -> bool:
    """Whether what was played proves better than the best that was known."""
    if best.exact or best.unit != found.unit or found.value <= best.value:
        return False
    return found.exact or is_noticeable(best, found)


def corrected(best: Worth, found: Worth) -> tuple[Worth, Worth]:
    """The worth of the best move and of what was played, where that seems to be worth more than the best: the
    best is worth as much, or no move more than the best, if that is exact."""
    if best.unit != found.unit or found.value <= best.value:
        return best, found
    if best.exact:
        return best, replace(found, value=best.value)
    return (found if found.is_certain(1.0) else replace(best, value=found.value)), found


def is_clear_luck(expected: Worth, came: Worth) -> bool:
    """Whether it can be made out what chance did, be it nothing."""
    doubt = SURELY_LUCK * _doubt(expected, came)
    return doubt <= BLURRED * LITTLE[came.unit] or is_noticeable(expected, came, SURELY_LUCK)


# --- of one moment -----------------------------------------------------------------------------


def hint_words(
    thought: Thought, score: Score = Score.POINTS, choices: int = 0, players: int = 2
) -> Iterator[Message]:
    """A hint in sentences, where so many moves can be played and so many seats play."""
    worth = worth_of(thought)
    if thought.exact and choices > 1 and _are_alike(thought, choices):
        yield _("{move} is as good as any.", move=thought.move)
    else:
        yield _best_words(thought.move, thought.exact)
    if worth is not None:
        yield value_words(worth, score, players)
    if thought.why is not None:
        yield thought.why
    if thought.depth is not None and thought.depth > 1 and not thought.exact:
        yield _("This looks {depth} steps ahead.", depth=thought.depth)


def _best_words(move: str, is_exact: bool) -> Message:
    return _("{move} is best.", move=move) if is_exact else _("{move} looks best.", move=move)


def _are_alike(thought: Thought, choices: int) -> bool:
    """Whether all moves are known, and worth the same."""
    values = [option.value for option in thought.options if not option.is_rough]
    return len(values) == choices and max(values) - min(values) < EQUAL


def value_words(worth: Worth, score: Score = Score.POINTS, players: int = 2) -> Message:
    """A value in a sentence. Where more than two play, a game counts by the part of the others that one
    leaves behind."""
    if worth.unit == "win":
        percent = percent_of(worth)
        if players > 2 and not worth.exact:
            return _(
                "It leaves about {percent} % of the others behind; this is an estimate.", percent=percent
            )
        if worth.exact:
            return _("It wins {percent} of 100 games; this is exact.", percent=percent)
        return _("It wins about {percent} of 100 games; this is an estimate.", percent=percent)
    counted = _counted(worth.value, score)
    claim = _claim(worth, score, counted if worth.exact else _("about {counted}", counted=counted))
    if worth.exact:
        return _("{claim}; this is exact.", claim=claim)
    return _("{claim}; this is an estimate.", claim=claim)


def _claim(worth: Worth, score: Score, counted: Message) -> Message:
    """What a value says of the end: what is left of what one wants few of, what is still to be had, or by
    how much one is ahead."""
    if score.is_few:
        return _("It leaves {counted} at the end", counted=counted)
    if score.is_stones:
        return _("It brings {counted}", counted=counted)
    if round(worth.value, 1) == 0:
        return _("It ends level with the others")
    if worth.value < 0:
        return _("It ends {counted} behind the others", counted=counted)
    return _("It ends {counted} ahead of the others", counted=counted)


def percent_of(worth: Worth) -> Message:
    """A chance in hundredths; what is not certain is never called 0 or 100."""
    value = worth.value
    if not worth.exact:
        return number(min(max(100 * value, 1), 99))
    digits = 1 if 0 < value < 0.01 or 0.99 < value < 1 else 0
    return number(min(max(100 * value, 0.1), 99.9) if digits else 100 * value, digits)


def number(value: float, digits: int = 0) -> Message:
    """A number as the reader's language writes it, with a real minus sign where it is below 0."""
    shown = whole(value, digits)
    return Message("−{value}" if shown < 0 else "{value}", {"value": abs(shown)})


def whole(value: float, digits: int) -> float:
    """A value as it is shown: rounded, a whole number where nothing is left behind the point."""
    shown = round(value, digits)
    return int(shown) if shown == int(shown) else shown


# --- of a step ---------------------------------------------------------------------------------


def choice_words(
    move: str, thought: Thought, worth: Worth, found: Worth | None, score: Score = Score.POINTS
) -> Message | None:
    """What was chosen, worth `found`, beside what the opponent thinks best."""
    best = thought.move
    if move == best or found is None or found.unit != worth.unit:
        return _best_words(best, worth.exact)
    loss = worth.value - found.value
    if found.is_certain(1.0) and not worth.exact:
        return _best_words(move, is_exact=True)
    if found.exact and is_better(found, worth):
        return _best_words(move, is_exact=False)
    if worth.exact and found.exact and loss < EQUAL:
        return _("{move} is as good as any.", move=move)
    if not is_loss(worth, found) or not is_noticeable(worth, found):
        return _("{move} is about as good as {best}.", move=move, best=best)
    if worth.exact != found.exact or found.is_certain(0.0):
        return _uneven_words(move, best, worth, found)
    if worth.unit == "win":
        lost = round(100 * loss)
        if worth.exact:
            return _("{move} gives away {n} of 100 games; {best} was best.", move=move, n=lost, best=best)
        return _(
            "{move} gives away about {n} of 100 games; {best} looks better.", move=move, n=lost, best=best
        )
    points = _counted(loss, score)
    if worth.exact:
        return _("{move} gives away {points}; {best} was best.", move=move, points=points, best=best)
    return _("{move} gives away about {points}; {best} looks better.", move=move, points=points, best=best)


def _uneven_words(move: str, best: str, worth: Worth, found: Worth) -> Message:
    """Where what was best, or what was played, is certain."""
    if worth.is_certain(1.0) and found.is_certain(0.0):
        return _("{move} loses for certain, {best} would have won for certain.", move=move, best=best)
    if worth.is_certain(1.0):
        return _("{best} would have won for certain; after {move} that is open.", move=move, best=best)
    if found.is_certain(0.0):
        return _("{move} loses for certain; {best} looks better.", move=move, best=best)
    return _("{best} looks better than {move}.", move=move, best=best)


def _counted(value: float, score: Score) -> Message:
    """So many points, or stones."""
    shown = whole(abs(value), 1)
    if score.is_stones:
        return _n("one stone", "{n}\xa0stones", shown)
    return _n("one point", "{n}\xa0points", shown)


def answer_words(answer: Thought) -> Iterator[Message]:
    """What the other does about a move that gave something away."""
    yield _("The best answer is {move}.", move=answer.move)
    if answer.exact and answer.why is not None:
        yield answer.why


def luck_words(
    seat: int, expected: Worth | None, came: Worth | None, score: Score = Score.POINTS
) -> Message | None:
    """What chance did to a seat; nothing where that cannot be made out."""
    if expected is None or came is None or expected.unit != came.unit or not is_clear_luck(expected, came):
        return None
    if not is_noticeable(expected, came, SURELY_LUCK):
        return _("Neither good nor bad luck for {seat}.", seat=Seat(seat))
    brought = came.value - expected.value
    worth = _difference(brought, came.unit, score)
    if brought > 0:
        return _("Good luck for {seat}, worth about {worth}.", seat=Seat(seat), worth=worth)
    return _("Bad luck for {seat}, worth about {worth}.", seat=Seat(seat), worth=worth)


def _difference(value: float, unit: str, score: Score) -> Message:
    """By how much two worths differ."""
    if unit == "win":
        return _("{n} of 100 games", n=round(100 * abs(value)))
    return _counted(value, score)


def guess_words(
    guesses: Sequence[tuple[int, Worth, Worth]], score: Score = Score.POINTS
) -> Iterator[Message]:
    """Whom it brought most that hidden choices lie open now, as seat, what could be expected, what came;
    nothing where that cannot be made out."""
    clear = [guess for guess in guesses if is_noticeable(guess[1], guess[2], SURELY_LUCK)]
    if not clear:
        return
    seat, expected, came = max(clear, key=lambda guess: guess[2].value - guess[1].value)
    brought = came.value - expected.value
    worth = _difference(brought, came.unit, score)
    if brought > 0:
        yield _("Guessing brought {seat} about {worth}.", seat=Seat(seat), worth=worth)
    else:
        yield _("Guessing cost {seat} about {worth}.", seat=Seat(seat), worth=worth)
