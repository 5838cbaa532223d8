"""What a game was worth, step by step: hints for a person, and verdicts on a finished game.

A value is for one seat and in one unit: "win" (the part of the others it beats, 0 to 1; with two seats the
chance to win, a draw half) or "points". A move is judged by what its player could know then: the opponent
that judges gets the view of that seat. Values are exact where the opponent has solved the moment; elsewhere
their error is the opponent's own standard error, or how far its value moved when it had twice the time.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from handvoll.bots import LEVELS, Effort, Seen, Thought, best, opponent
from handvoll.bots.standings import estimate, shared_places
from handvoll.core.errors import GameOver, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.messages import Message, Seat, _
from handvoll.core.state import Step

SECONDS = 0.3
"""The time to judge a step where none is given."""
LITTLE = {"win": 0.02, "points": 0.25}
"""Differences that are not spoken of."""
MOST_OUTCOMES = 60
"""How many outcomes of a chance event are looked at one by one."""
PLAYOUTS, FEWEST_PLAYOUTS = 40, 8
QUICK = 0.005
"""Seconds for a move of a playout."""
PATIENCE = 4
"""For how many times the time of a judgement playouts go on, once there are the fewest."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a moment is worth to a seat."""

    value: float
    unit: str = "win"
    error: float = 0.0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """What to play, for a person: the best move, others with their values, how sure, in words."""

    seat: int
    thought: Thought
    worth: Worth | None
    words: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one step of a game did to a seat."""

    step: Step
    seat: int | None
    """Whose value is told: who chose, or at a chance step who plays on; None where nothing can be said."""
    before: Worth | None = None
    """At a choice the worth of the best move, at a chance step what could be expected."""
    after: Worth | None = None
    """The worth of what was played, or of what came."""
    best: str | None = None
    """The best move, at a choice."""
    words: Message | None = None

    @property
    def is_luck(self) -> bool:
        """Whether chance made this step."""
        return self.step.seat is None

    @property
    def change(self) -> float | None:
        """What the step did: given away by choice (never more than nothing), or brought by luck."""
        if self.before is None or self.after is None or self.before.unit != self.after.unit:
            return None
        difference = self.after.value - self.before.value
        return difference if self.is_luck else min(0.0, difference)


@dataclass(frozen=True, slots=True)
class Sum:
    """All of a game's verdicts for one seat."""

    seat: int
    unit: str
    choice: float
    """What it gave away, as a number below 0."""
    luck: float
    """What luck brought it, as far as it was measured."""


# --- hints -------------------------------------------------------------------------------------


def hint(game: Game, seat: int | None = None, seconds: float | None = None, *, seed: int = 0) -> Hint:
    """What the strongest opponent would play for `seat` (the first that is asked), from what that seat may
    know."""
    if seat is None:
        seat = _first_asked(game)
    thought = best(game, seat, LEVELS[-1], seconds, seed=seed)
    worth = None
    if thought.value is not None:
        worth = Worth(thought.value, thought.unit, thought.sure or 0.0, thought.exact)
    return Hint(seat, thought, worth, tuple(_hint_words(thought)))


def _first_asked(game: Game) -> int:
    if game.over:
        raise GameOver(_("The game is over; nothing more can be played."))
    if not game.to_act:
        raise NotYourTurn(_("Nobody is asked now: the event {event} comes first.", event=game.chance or ""))
    return game.to_act[0]


def _hint_words(thought: Thought) -> Iterator[Message]:
    yield _("{move} looks best.", move=thought.move)
    if thought.value is not None:
        yield value_words(Worth(thought.value, thought.unit, thought.sure or 0.0, thought.exact))
    if thought.why is not None:
        yield thought.why
    if thought.depth is not None and thought.depth > 1 and not thought.exact:
        yield _("This looks {depth} steps ahead.", depth=thought.depth)


def value_words(worth: Worth) -> Message:
    """A value in a sentence."""
    if worth.unit == "win":
        percent = _percent(worth.value)
        if worth.exact:
            return _("It wins {percent} of 100 games; this is exact.", percent=percent)
        return _("It wins about {percent} of 100 games; this is an estimate.", percent=percent)
    points = round(worth.value, 1)
    if worth.exact:
        return _("It is worth {points} points; this is exact.", points=points)
    return _("It is worth about {points} points; this is an estimate.", points=points)


def _percent(value: float) -> str:
    """In hundredths; what is not certain is never called 0 or 100."""
    if 0 < value < 0.01 or 0.99 < value < 1:
        return f"{100 * value:.1f}"
    return f"{100 * value:.0f}"


# --- verdicts ----------------------------------------------------------------------------------


class Judge:
    """Judges moments of a game, with so much time for each."""

    def __init__(self, seconds: float = SECONDS, nodes: int | None = None, seed: int = 0) -> None:
        self.seconds = seconds
        self.nodes = nodes
        self.seed = seed

    def verdict(self, before: Game, after: Game) -> Verdict:
        """What the step from `before` to `after` did."""
        step = after.step
        assert step is not None
        return self._luck(before, after, step) if step.seat is None else self._choice(before, step, step.seat)

    def _choice(self, game: Game, step: Step, seat: int) -> Verdict:
        thought, worth = self.think(game, seat)
        if worth is None:
            return Verdict(step, seat, best=thought.move)
        values = {option.move: option.value for option in thought.options} | {thought.move: worth.value}
        found: Worth | None
        if step.text in values:
            found = Worth(values[step.text], worth.unit, worth.error, worth.exact)
        else:
            found = self.worth(game.play(seat, step.text, step.at), seat)
        words = _choice_words(step.text, thought, worth, found)
        return Verdict(step, seat, worth, found, thought.move, words)

    def _luck(self, before: Game, after: Game, step: Step) -> Verdict:
        seat = (after.to_act or before.to_act or (0,))[0]
        came, expected = self.worth(after, seat), self.worth(before, seat)
        words = _luck_words(seat, expected, came)
        return Verdict(step, seat, expected, came, words=words)

    def think(self, game: Game, seat: int) -> tuple[Thought, Worth | None]:
        """What the strongest opponent thinks of a choice, and the value with its error."""
        thought = self._thought(game, seat, 1.0)
        if thought.value is None:
            return thought, None
        error = thought.sure
        if error is None and not thought.exact:
            rough = self._thought(game, seat, 0.5)
            error = 0.0 if rough.value is None else abs(thought.value - rough.value)
            error = max(error, LITTLE[thought.unit])
        return thought, Worth(thought.value, thought.unit, error or 0.0, thought.exact)

    def _thought(self, game: Game, seat: int, part: float) -> Thought:
        nodes = None if self.nodes is None else max(1, int(self.nodes * part))
        return best(game, seat, LEVELS[-1], self.seconds * part, nodes=nodes, seed=self.seed)

    # --- what a moment is worth ----------------------------------------------------------------

    def worth(self, game: Game, seat: int, events: int = 1) -> Worth | None:
        """What a moment is worth to `seat`, averaging over so many chance events in a row at most."""
        if game.over:
            return _ended(game, seat)
        if seat in game.to_act:
            worth = self.think(game, seat)[1]
            if worth is not None:
                return worth
        elif game.to_act and game.players == 2:
            worth = self.think(game, 1 - seat)[1]
            if worth is not None and worth.unit == "win":
                return Worth(1 - worth.value, "win", worth.error, worth.exact)
        elif game.chance is not None and events:
            worth = self._expected(game, seat, events - 1)
            if worth is not None:
                return worth
        return self.play_out(game, seat)

    def _expected(self, game: Game, seat: int, events: int) -> Worth | None:
        """The mean over the outcomes of a chance event; None where they are too many."""
        outcomes = game.outcomes()
        if not outcomes or len(outcomes) > MOST_OUTCOMES:
            return None
        found = [
            (weight, self.worth(game.happen(outcome), seat, events)) for outcome, weight in outcomes.items()
        ]
        worths = [(weight, worth) for weight, worth in found if worth is not None]
        if len(worths) < len(found) or len({worth.unit for _weight, worth in worths}) > 1:
            return None
        total = sum(weight for weight, _worth in worths)
        return Worth(
            sum(weight * worth.value for weight, worth in worths) / total,
            worths[0][1].unit,
            sum(weight * worth.error for weight, worth in worths) / total,
            all(worth.exact for _weight, worth in worths),
        )

    def play_out(self, game: Game, seat: int) -> Worth | None:
        """The mean over games played on quickly by opponents of the house, from moments that `seat` cannot
        tell from this one."""
        if game.players == 1:
            return None
        rng = random.Random(f"{self.seed} {game.ply} {seat}")
        effort = Effort(3, QUICK, None if self.nodes is None else max(1, self.nodes // 50))
        end = time.perf_counter() + PATIENCE * self.seconds
        found: list[float] = []
        while len(found) < PLAYOUTS:
            if len(found) >= FEWEST_PLAYOUTS and self.nodes is None and time.perf_counter() > end:
                break
            state = game.state.redraw(seat, rng.randrange)
            found.append(_share(_played(Game(game.card, game.options, state, game.ply), effort, rng), seat))
        mean = estimate(found)
        return Worth(mean.mean, "win", mean.error or 0.0)


def judge(
    game: Game, seconds: float = SECONDS, *, nodes: int | None = None, seed: int = 0
) -> Iterator[Verdict]:
    """A verdict on every step that led to `game`, one after the other."""
    judging = Judge(seconds, nodes, seed)
    for before, after in itertools.pairwise(game.line()):
        yield judging.verdict(before, after)


def sums(verdicts: list[Verdict], players: int) -> list[Sum]:
    """What each seat gave away by choice and what luck brought it, in each unit that was told. With two
    seats what one wins by luck the other loses."""
    found: dict[tuple[int, str], list[float]] = {}
    for verdict in verdicts:
        change = verdict.change
        if change is None or verdict.seat is None or verdict.before is None:
            continue
        unit = verdict.before.unit
        total = found.setdefault((verdict.seat, unit), [0.0, 0.0])
        total[verdict.is_luck] += change
        if verdict.is_luck and players == 2 and unit == "win":
            found.setdefault((1 - verdict.seat, unit), [0.0, 0.0])[1] -= change
    return [Sum(seat, unit, *found[seat, unit]) for seat, unit in sorted(found)]


def _played(game: Game, effort: Effort, rng: random.Random) -> Game:
    """The end of a game that opponents play on from here."""
    think = opponent(game.card).think
    while not game.over:
        if game.chance is not None:
            game = game.deal(rng.randrange)
        else:
            seat = game.to_act[0]
            own = Effort(effort.level, effort.seconds, effort.nodes, rng.getrandbits(31))
            at = game.state.now + rng.randrange(700, 3000)
            game = game.play(seat, think(Seen.of(game, seat), own).move, at)
    return game


def _share(game: Game, seat: int) -> float:
    assert game.result is not None
    place = shared_places(game.result.places)[seat]
    return (game.players - place) / (game.players - 1)


def _ended(game: Game, seat: int) -> Worth | None:
    return None if game.players == 1 else Worth(_share(game, seat), "win", 0.0, True)


# --- words -------------------------------------------------------------------------------------


def _choice_words(move: str, thought: Thought, worth: Worth, found: Worth | None) -> Message | None:
    if move == thought.move:
        return _("{move} is best.", move=move) if worth.exact else _("{move} looks best.", move=move)
    if found is None or found.unit != worth.unit:
        return None
    loss = worth.value - found.value
    if worth.exact and loss < 1e-9:
        return _("{move} is as good as any.", move=move)
    if loss < max(LITTLE[worth.unit], worth.error):
        return _("{move} is about as good as {best}.", move=move, best=thought.move)
    if worth.unit == "win":
        lost = round(100 * loss)
        if worth.exact:
            return _(
                "{move} gives away {n} of 100 games; {best} was best.", move=move, n=lost, best=thought.move
            )
        return _(
            "{move} gives away about {n} of 100 games; {best} looks better.",
            move=move,
            n=lost,
            best=thought.move,
        )
    points = round(loss, 1)
    if worth.exact:
        return _(
            "{move} gives away {points} points; {best} was best.", move=move, points=points, best=thought.move
        )
    return _(
        "{move} gives away about {points} points; {best} looks better.",
        move=move,
        points=points,
        best=thought.move,
    )


def _luck_words(seat: int, expected: Worth | None, came: Worth | None) -> Message | None:
    if expected is None or came is None or expected.unit != came.unit:
        return None
    brought = came.value - expected.value
    if abs(brought) < max(LITTLE[came.unit], 0.0 if came.exact else came.error):
        return _("Neither good nor bad luck for {seat}.", seat=Seat(seat))
    if came.unit == "win":
        worth = _("{n} of 100 games", n=round(100 * abs(brought)))
    else:
        worth = _("{points} points", points=round(abs(brought), 1))
    if brought > 0:
        return _("Good luck for {seat}, worth about {worth}.", seat=Seat(seat), worth=worth)
    return _("Bad luck for {seat}, worth about {worth}.", seat=Seat(seat), worth=worth)
