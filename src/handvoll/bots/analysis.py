"""What a game was worth, step by step: hints for a person, and verdicts on a finished game.

A value is for one seat and in one unit: "win" (the part of the others it beats, 0 to 1; with two seats the
chance to win, a draw half) or "points". A move is judged by what its player could know then: the opponent
that judges gets the view of that seat. Values are exact where the opponent has solved the moment; elsewhere
their error is the opponent's own standard error, or how far its value moved when it had twice the time. Where
time changes nothing, no error can be told.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from handvoll.bots import LEVELS, Effort, Seen, Thought, best, opponent, remark
from handvoll.bots.standings import estimate, shared_places
from handvoll.bots.verdicts import Guess, Hint, Verdict
from handvoll.bots.worth import (
    EQUAL,
    LITTLE,
    Worth,
    answer_words,
    choice_words,
    corrected,
    guess_words,
    hint_words,
    is_better,
    is_loss,
    luck_words,
    worth_of,
)
from handvoll.core.card import Trait
from handvoll.core.errors import GameOver, NotYourTurn
from handvoll.core.game import Game
from handvoll.core.messages import Message, _
from handvoll.core.state import HIDDEN, Step

SECONDS = 0.3
"""The time to judge a step where none is given."""
MOST_OUTCOMES = 60
"""How many outcomes of a chance event are looked at one by one."""
PLAYOUTS, FEWEST_PLAYOUTS = 40, 8
QUICK = 0.005
"""Seconds for a move of a playout."""
LEAST_PART = 0.02
"""The least part of the time that each outcome of a chance event gets."""
MOST_KNOWN = 500
"""How many moments are kept in mind."""
PATIENCE = 4
"""For how many times the time of a judgement playouts go on, once there are the fewest."""


# --- hints -------------------------------------------------------------------------------------


def hint(game: Game, seat: int | None = None, seconds: float | None = None, *, seed: int = 0) -> Hint:
    """What the strongest opponent would play for `seat` (the first that is asked), from what that seat may
    know."""
    if seat is None:
        seat = _first_asked(game)
    thought = best(game, seat, LEVELS[-1], seconds, seed=seed)
    score = game.card.score
    words = tuple(hint_words(thought, score, len(game.legal(seat)), game.players))
    return Hint(seat, thought, worth_of(thought), words, score)


def _first_asked(game: Game) -> int:
    if game.over:
        raise GameOver(_("The game is over; nothing more can be played."))
    if not game.to_act:
        raise NotYourTurn(_("Nobody is asked now: the event {event} comes first.", event=game.chance or ""))
    return game.to_act[0]


# --- verdicts ----------------------------------------------------------------------------------


class Judge:
    """Judges moments of a game, with so much time for each."""

    def __init__(self, seconds: float = SECONDS, nodes: int | None = None, seed: int = 0) -> None:
        self.seconds = seconds
        self.nodes = nodes
        self.seed = seed
        self._known: dict[tuple[int, str, int, float], tuple[Thought, Worth | None]] = {}
        self._hidden: dict[int, Worth] = {}
        """What each seat has chosen that does not lie open yet."""

    def verdict(self, before: Game, after: Game) -> Verdict:
        """What the step from `before` to `after` did; the steps of a game come one after the other, so that
        what is chosen in secret can be followed until it lies open."""
        step = after.step
        assert step is not None
        if step.seat is not None:
            verdict = self._choice(before, after, step, step.seat)
            guesses = tuple(self._guesses(before, after, step, verdict))
            how = (
                *verdict.how,
                *guess_words([(guess.seat, guess.expected, guess.came) for guess in guesses]),
            )
            return replace(verdict, how=how, guesses=guesses)
        if after.chance is not None and not _ends_turn(_asked(before), after):
            return Verdict(step, None)  # of the draws of one moment only the last is judged
        return self._luck(before, after, step)

    def _choice(self, game: Game, after: Game, step: Step, seat: int) -> Verdict:
        thought, worth = self.think(game, seat)
        if worth is None:
            return Verdict(step, seat, best=thought.move)
        found = self._found(after, seat, step.text, thought, worth)
        if game.legal(seat) == [step.text]:
            words: Message | None = _("There was no other move.")
        else:
            words = choice_words(step.text, thought, worth, found, game.card.score)
        best = thought.move
        if found is not None:
            best = step.text if is_better(found, worth) else best
            worth, found = corrected(worth, found)
        how: tuple[Message, ...] = ()
        if found is not None and is_loss(worth, found):
            given_up = remark(Seen.of(game, seat), step.text, thought.move)
            how = (*(() if given_up is None else (given_up,)), *self._answer(after, seat))
        return Verdict(step, seat, worth, found, best, words, how)

    def _found(self, after: Game, seat: int, played: str, thought: Thought, best: Worth) -> Worth | None:
        """The worth of what was played. A rough value, whose error nobody knows, is taken only where a look
        of its own tells nothing in the same unit."""
        if played == thought.move:
            return best
        option = next((option for option in thought.options if option.move == played), None)
        if option is not None and not option.is_rough:
            return replace(best, value=option.value)
        found = self._judged(after, seat, 1, 1.0)
        if found is None and best.unit == "win":  # games played on tell who wins
            found = self.play_out(after, seat)
        if option is not None and (found is None or found.unit != best.unit):
            return Worth(option.value, best.unit, None)
        return found

    def _guesses(self, before: Game, after: Game, step: Step, verdict: Verdict) -> Iterator[Guess]:
        """What came of hidden choices, for every seat whose moment can be judged again."""
        if before.before is None:
            self._hidden.clear()
        seat = step.seat
        is_hidden = any(before.state.seen(step, other).text == HIDDEN for other in range(before.players))
        if is_hidden and seat is not None and verdict.after is not None:
            self._hidden[seat] = verdict.after
        if not after.state.shows(before.state):
            return
        for chosen, expected in sorted(self._hidden.items()):
            came = self._judged(after, chosen, 0, 1.0)
            if came is not None and came.unit == expected.unit:
                del self._hidden[chosen]
                yield Guess(chosen, expected, came)

    def _answer(self, after: Game, seat: int) -> Iterator[Message]:
        """What the other does about it, where nothing is hidden and nothing comes between."""
        if Trait.HIDDEN not in after.card.traits and after.players == 2 and after.to_act == (1 - seat,):
            yield from answer_words(self.think(after, 1 - seat)[0])

    def _luck(self, before: Game, after: Game, step: Step) -> Verdict:
        """What came beside what could be expected, both measured in the same way: as the opponent judges the
        moments, or by games that are played on. What that seat does not see come tells it nothing yet."""
        seat = after.to_act[0] if after.to_act else min(_asked(before), default=0)
        if before.state.seen(step, seat).text == HIDDEN:
            seats = range(before.players)
            is_seen = any(before.state.seen(step, other).text != HIDDEN for other in seats)
            return Verdict(step, None, words=None if is_seen else _("What came nobody can see yet."))
        part = _part(before)
        expected = self._judged(before, seat, 1, part)
        came = None if expected is None else self._judged(after, seat, 1, part)
        if expected is None or came is None or expected.unit != came.unit:
            expected, came = self.play_out(before, seat, 1.0), self.play_out(after, seat, 1.0)
        return Verdict(step, seat, expected, came, words=luck_words(seat, expected, came, before.card.score))

    def think(self, game: Game, seat: int, part: float = 1.0) -> tuple[Thought, Worth | None]:
        """What the strongest opponent thinks of a choice, given that part of the time, and the value with its
        error."""
        key = (game.ply, game.position(), seat, part)
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            thought = self._thought(game, seat, part)
            self._known[key] = thought, self._with_error(game, seat, part, thought)
        return self._known[key]

    def _with_error(self, game: Game, seat: int, part: float, thought: Thought) -> Worth | None:
        worth = worth_of(thought)
        if worth is None or worth.error is not None or thought.nodes is None:
            return worth  # who counts no nodes judges at a glance: time changes nothing
        rough = self._thought(game, seat, 0.5 * part)
        moved = 0.0 if rough.value is None else abs(worth.value - rough.value)
        if moved < EQUAL and worth.unit == "points":
            return worth  # whole stones stay what they are until a better way is found
        return replace(worth, error=max(moved, LITTLE[worth.unit]))

    def _thought(self, game: Game, seat: int, part: float) -> Thought:
        nodes = None if self.nodes is None else max(1, int(self.nodes * part))
        judge = getattr(opponent(game.card), "judge", None)
        if judge is not None:
            effort = Effort(LEVELS[-1], self.seconds * part, nodes, self.seed)
            return cast("Thought", judge(Seen.of(game, seat), effort))
        return best(game, seat, LEVELS[-1], self.seconds * part, nodes=nodes, seed=self.seed)

    # --- what a moment is worth ----------------------------------------------------------------

    def worth(self, game: Game, seat: int) -> Worth | None:
        """What a moment is worth to `seat`, averaging over the outcomes of a chance event that is due."""
        return self._judged(game, seat, 1, 1.0) or self.play_out(game, seat)

    def _judged(self, game: Game, seat: int, events: int, part: float) -> Worth | None:
        """What the opponent thinks a moment is worth to `seat`, over so many chance events in a row at most;
        None where it is asked nothing that tells."""
        if game.over:
            return _ended(game, seat)
        if seat in game.to_act:
            return self.think(game, seat, part)[1]
        if game.to_act and game.players == 2:
            worth = self.think(game, 1 - seat, part)[1]
            return None if worth is None or worth.unit != "win" else replace(worth, value=1 - worth.value)
        if game.to_act:
            return self._waiting(game, seat)
        if game.chance is not None and events:
            return self._expected(game, seat, events - 1, part)
        return None

    def _waiting(self, game: Game, seat: int) -> Worth | None:
        """What a seat among many can hope for while others play, where the game's opponent can tell."""
        hope = getattr(opponent(game.card), "hope", None)
        value = None if hope is None else hope(Seen.of(game, seat))
        return None if value is None else Worth(value, "win", None)

    def _expected(self, game: Game, seat: int, events: int, part: float) -> Worth | None:
        """The mean over the outcomes of a chance event; None where they are too many, or one of them cannot
        be judged like the others."""
        outcomes = game.outcomes()
        if not outcomes or len(outcomes) > MOST_OUTCOMES:
            return None
        part = min(part, _part(game))
        asked = _asked(game)
        found: list[tuple[int, Worth]] = []
        for outcome, weight in outcomes.items():
            came = game.happen(outcome)
            further = max(events, 1) if _ends_turn(asked, came) else events
            worth = self._judged(came, seat, further, part)
            if worth is None or (found and worth.unit != found[0][1].unit):
                return None
            found.append((weight, worth))
        total = sum(weight for weight, _worth in found)
        return Worth(
            sum(weight * worth.value for weight, worth in found) / total,
            found[0][1].unit,
            None
            if any(worth.error is None for _weight, worth in found)
            else sum(weight * (worth.error or 0.0) for weight, worth in found) / total,
            all(worth.exact for _weight, worth in found),
        )

    def play_out(self, game: Game, seat: int, patience: float = PATIENCE) -> Worth | None:
        """The mean over games played on quickly by opponents of the house, from moments that `seat` cannot
        tell from this one, for so many times the time of a judgement."""
        if game.players == 1:
            return None
        rng = random.Random(f"{self.seed} {game.ply} {seat}")
        effort = Effort(3, QUICK, None if self.nodes is None else max(1, self.nodes // 50))
        end = time.perf_counter() + patience * self.seconds
        found: list[float] = []
        while len(found) < PLAYOUTS:
            if len(found) >= FEWEST_PLAYOUTS and self.nodes is None and time.perf_counter() > end:
                break
            state = game.state.redraw(seat, rng.randrange)
            found.append(_share(_played(Game(game.card, game.options, state, game.ply), effort, rng), seat))
        # One game won and one lost more, so that whoever won all is not taken to be certain, nor the chance
        # of a few games for luck.
        mean = estimate([*found, 0.0, 1.0])
        return Worth(mean.mean, "win", mean.error or 0.0)


def judge(
    game: Game, seconds: float = SECONDS, *, nodes: int | None = None, seed: int = 0
) -> Iterator[Verdict]:
    """A verdict on every step that led to `game`, one after the other."""
    judging = Judge(seconds, nodes, seed)
    for before, after in itertools.pairwise(game.line()):
        yield judging.verdict(before, after)


def _part(game: Game) -> float:
    """Which part of the time each outcome of the event that is due gets, so that all of them do not take much
    longer than one choice."""
    return max(LEAST_PART, 1 / len(game.outcomes() or "1"))


def _asked(game: Game) -> frozenset[int]:
    """Who is asked next, as far as the chance event that is due decides it."""
    if game.chance is None:
        return frozenset(game.to_act)
    return frozenset(seat for outcome in game.outcomes() or () for seat in game.happen(outcome).to_act)


def _ends_turn(asked: frozenset[int], after: Game) -> bool:
    """Whether a chance event was for the seats `asked`, and the one that is due after it is for others:
    nobody chose in between, but the two are not one draw."""
    if after.chance is None or not asked:
        return False
    theirs = _asked(after)
    return bool(theirs) and not asked & theirs


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


def _ended(game: Game, seat: int) -> Worth:
    assert game.result is not None
    if game.players == 1:
        scored = float(game.result.scores[seat])
        return Worth(-scored if game.card.score.is_few else scored, "points", 0.0, True)
    return Worth(_share(game, seat), "win", 0.0, True)
