"""What the games of a match say: shares of wins, mean places, Elo, each with how far it can be trusted.

The unit that is counted is the *group*: the games with the same luck in which every competitor has sat on the
same seats. Averaging over it takes out seats and dice, and groups are independent of each other.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from handvoll.core.messages import Message

Z95 = 1.96
"""Standard errors on each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game of a match came out."""

    group: int
    rotation: int
    order: tuple[int, ...]
    """Which competitor sat on each seat."""
    places: tuple[float, ...]
    """Per seat, 1 the best; a shared place is the mean of the places it takes up."""
    scores: tuple[float, ...] = ()
    """Per seat; none where the game was not played to its end."""
    forfeit: tuple[int, str, str] | None = None
    """The seat that lost by what it did, the code of that, and what can be told of it (in English)."""
    why: Message | None = None
    """The same for any language; None where the record does not hold it."""

    def share(self, seat: int) -> float:
        """Which part of the other seats this one beat, a shared place counting half; 1 for a lone seat."""
        others = len(self.places) - 1
        return (len(self.places) - self.places[seat]) / others if others else 1.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over groups with its standard error (None: too few to tell)."""

    mean: float
    error: float | None

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % interval."""
        return None if self.error is None else Z95 * self.error


@dataclass(frozen=True, slots=True)
class Duel:
    """One competitor against another, over the games in which both sat."""

    games: int
    wins: int
    losses: int
    share: float
    low: float
    high: float
    """The 95 % interval of `share`."""

    @property
    def decided(self) -> float:
        """The part won of the games that were not shared."""
        return self.wins / (self.wins + self.losses) if self.wins + self.losses else 0.5


def shared_places(places: Sequence[int]) -> tuple[float, ...]:
    """Competition ranking (1, 1, 3) as mean places (1.5, 1.5, 3)."""
    return tuple(place + (places.count(place) - 1) / 2 for place in places)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    if len(values) < 2:
        return Estimate(fmean(values) if values else math.nan, None)
    return Estimate(fmean(values), stdev(values) / math.sqrt(len(values)))


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How far apart the means of independent values are."""
    errors = None if one.error is None or other.error is None else math.hypot(one.error, other.error)
    return Estimate(abs(one.mean - other.mean), errors)


def mean_place(outcomes: Iterable[Outcome], competitor: int) -> Estimate:
    """The competitor's mean place, averaged within each group first."""
    return _over_groups(outcomes, competitor, lambda outcome, seat: outcome.places[seat])


def mean_score(outcomes: Iterable[Outcome], competitor: int) -> Estimate:
    """The competitor's mean score over the games that were played out."""
    played = [outcome for outcome in outcomes if outcome.scores]
    return _over_groups(played, competitor, lambda outcome, seat: outcome.scores[seat])


def _over_groups(
    outcomes: Iterable[Outcome], competitor: int, value: Callable[[Outcome, int], float]
) -> Estimate:
    groups: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for seat, who in enumerate(outcome.order):
            if who == competitor:
                groups[outcome.group].append(value(outcome, seat))
    return estimate([fmean(values) for values in groups.values()])


def duel(outcomes: Iterable[Outcome], first: int, second: int) -> Duel:
    """`first` against `second`: in each game, every seat of the one against every seat of the other."""
    groups: dict[int, list[float]] = defaultdict(list)
    wins = losses = games = 0
    for outcome in outcomes:
        mine = [place for place, who in zip(outcome.places, outcome.order, strict=True) if who == first]
        theirs = [place for place, who in zip(outcome.places, outcome.order, strict=True) if who == second]
        if not mine or not theirs:
            continue
        games += 1
        results = [0.5 + 0.5 * ((b > a) - (b < a)) for a in mine for b in theirs]
        share = fmean(results)
        wins += share > 0.5
        losses += share < 0.5
        groups[outcome.group].append(share)
    means = [fmean(values) for values in groups.values()]
    share = fmean(means) if means else 0.5
    low, high = interval(share, estimate(means).error, games)
    return Duel(games, wins, losses, share, low, high)


def interval(share: float, error: float | None, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's formula, for as many independent games as would have given
    that standard error: it stays between 0 and 1 and does not shrink to nothing when all games are won."""
    if not games:
        return 0.0, 1.0
    spread = share * (1 - share)
    trials = spread / error**2 if error and spread else float(games)
    trials = min(max(trials, games / 4), 4.0 * games)
    square = Z95 * Z95 / trials
    middle = (share + square / 2) / (1 + square)
    half = Z95 / (1 + square) * math.sqrt(spread / trials + square / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(share: float) -> float:
    """The difference in Elo that such a share of the points stands for."""
    if share in (0.0, 1.0):
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def share_of(difference: float) -> float:
    """The share of the points that such a difference in Elo stands for."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def ratings(outcomes: Sequence[Outcome], competitors: int) -> list[Estimate]:
    """Elo of each competitor of two-seat games, around a mean of 0, by the model of Bradley and Terry; errors
    from its curvature. A drawn game of everybody against everybody is added, so that whoever won all has a
    number too."""
    points = [[0.0] * competitors for _row in range(competitors)]
    for a in range(competitors):
        for b in range(competitors):
            points[a][b] = 0.5 if a != b else 0.0
    for outcome in outcomes:
        a, b = outcome.order
        if a != b:
            points[a][b] += outcome.share(0)
            points[b][a] += outcome.share(1)
    strengths = [1.0] * competitors
    for _round in range(1000):
        for a in range(competitors):
            meetings = sum(
                (points[a][b] + points[b][a]) / (strengths[a] + strengths[b])
                for b in range(competitors)
                if b != a
            )
            strengths[a] = sum(points[a]) / meetings
        middle = math.exp(fmean(map(math.log, strengths)))
        strengths = [strength / middle for strength in strengths]
    scale = 400 / math.log(10)
    errors = _rating_errors(points, strengths)
    return [
        Estimate(scale * math.log(strength), scale * error)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _rating_errors(points: Sequence[Sequence[float]], strengths: Sequence[float]) -> list[float]:
    """The standard errors of the strengths' logarithms: the inverse of the likelihood's curvature, in all
    directions but the one in which all go up together, which no game tells anything of."""
    games = np.array(points) + np.array(points).T
    sums = np.add.outer(strengths, strengths)
    told = games * np.multiply.outer(strengths, strengths) / sums**2
    curvature = np.diag(told.sum(axis=1)) - told
    return [math.sqrt(variance) for variance in np.linalg.pinv(curvature).diagonal()]


@dataclass(frozen=True, slots=True)
class Sequential:
    """A sequential test of two competitors (SPRT): is the first stronger by `low` or by `high` Elo?"""

    low: float
    high: float
    risk: float = 0.05
    """How often either answer may be wrong."""

    @property
    def bound(self) -> float:
        """The logarithm of the likelihood ratio at which the test has its answer."""
        return math.log((1 - self.risk) / self.risk)

    def ratio(self, outcomes: Iterable[Outcome]) -> float:
        """The logarithm of the likelihood ratio, the groups' shares taken as normal with the variance they
        show (and never less than that of one lost game among them)."""
        groups: dict[int, list[float]] = defaultdict(list)
        for outcome in outcomes:
            for seat, who in enumerate(outcome.order):
                if who == 0:
                    groups[outcome.group].append(outcome.share(seat))
        means = [fmean(values) for values in groups.values()]
        count = len(means)
        if not count:
            return 0.0
        # Two further groups, one won and one lost, keep the variance from vanishing.
        means += [0.0, 1.0]
        mean = fmean(means)
        variance = fmean([(value - mean) ** 2 for value in means])
        low, high = share_of(self.low), share_of(self.high)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, outcomes: Iterable[Outcome]) -> bool | None:
        """Whether the first is stronger by `high` (True) or only by `low` (False); None: play on."""
        ratio = self.ratio(outcomes)
        return None if abs(ratio) < self.bound else ratio > 0
