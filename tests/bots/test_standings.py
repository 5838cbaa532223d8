"""What the arena reckons, against numbers that can be worked out by hand or by trying."""

import math
import random
from statistics import fmean

import pytest

from handvoll.bots.standings import (
    Estimate,
    Outcome,
    Sequential,
    difference,
    duel,
    elo,
    estimate,
    interval,
    mean_place,
    mean_score,
    ratings,
    share_of,
    shared_places,
)


def won(group: int, first: bool) -> Outcome:
    """A two-seat game between competitors 0 and 1, won by the first or the second."""
    return Outcome(group, 0, (0, 1), (1.0, 2.0) if first else (2.0, 1.0), (1, 0) if first else (0, 1))


def test_shared_places_are_the_mean_of_what_they_take_up() -> None:
    assert shared_places((1, 1, 3)) == (1.5, 1.5, 3)
    assert shared_places((1, 2, 2, 2)) == (1, 3, 3, 3)
    assert shared_places((1, 1)) == (1.5, 1.5)


def test_an_estimate_is_the_mean_and_its_standard_error() -> None:
    found = estimate([1, 2, 3, 4])
    assert found.mean == 2.5
    assert found.error == pytest.approx(math.sqrt(5 / 3) / 2)
    assert estimate([7]).error is None


def test_a_difference_has_the_errors_of_both() -> None:
    found = difference(Estimate(3, 0.3), Estimate(5, 0.4))
    assert (found.mean, found.error) == (2, pytest.approx(0.5))
    assert difference(Estimate(3, None), Estimate(5, 0.4)).error is None


def test_elo_and_share_are_each_others_inverse() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert share_of(elo(0.64)) == pytest.approx(0.64)
    assert elo(1.0) == math.inf


def test_a_duel_counts_games_and_shares() -> None:
    outcomes = [won(0, True), won(1, True), won(2, False), Outcome(3, 0, (1, 0), (1.5, 1.5))]
    found = duel(outcomes, 0, 1)
    assert (found.games, found.wins, found.losses) == (4, 2, 1)
    assert found.share == 0.625
    assert found.decided == pytest.approx(2 / 3)
    assert found.low < 0.625 < found.high


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(3)
    held = 0
    for _ in range(400):
        results = [float(rng.random() < 0.8) for _ in range(50)]
        error = estimate(results).error
        low, high = interval(sum(results) / 50, error, 50)
        held += low <= 0.8 <= high
    assert 0.91 <= held / 400 <= 0.985


def test_winning_all_is_no_proof_of_always_winning() -> None:
    low, high = interval(1.0, 0.0, 10)
    assert high == 1.0
    assert 0.65 < low < 0.8


def test_pairs_that_always_split_are_not_taken_for_certainty() -> None:
    low, high = interval(0.5, 0.0, 20)
    assert low < 0.4 < 0.6 < high


def test_ratings_find_the_differences_that_made_the_games() -> None:
    """Three players 100 Elo apart, each pair 4000 games: the ratings come out within their errors."""
    rng = random.Random(8)
    truth = [100.0, 0.0, -100.0]
    outcomes = []
    for group in range(4000):
        for a, b in ((0, 1), (1, 2), (2, 0)):
            first = rng.random() < share_of(truth[a] - truth[b])
            outcomes.append(Outcome(group, 0, (a, b), (1.0, 2.0) if first else (2.0, 1.0)))
    for found, true in zip(ratings(outcomes, 3), truth, strict=True):
        assert found.mean == pytest.approx(true, abs=4 * (found.error or 0))
        assert 0 < (found.error or 0) < 10


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_errors_of_ratings_are_those_that_come_about(players: int) -> None:
    """Equal players, many matches of 60 games a pair: the ratings lie about as far from 0 as is told."""
    rng = random.Random(9)
    pairs = [(a, b) for a in range(players) for b in range(a)]
    found = []
    for _match in range(60):
        won = [(pair if rng.random() < 0.5 else pair[::-1]) for pair in pairs for _game in range(60)]
        found += ratings([Outcome(0, 0, pair, (1.0, 2.0)) for pair in won], players)
    away = fmean([rating.mean**2 for rating in found]) ** 0.5
    assert away == pytest.approx(fmean([rating.error or 0 for rating in found]), rel=0.25)


def test_places_and_scores_are_averaged_by_group() -> None:
    outcomes = [
        Outcome(0, 0, (0, 1, 0), (1.0, 2.0, 3.0), (5, 4, 3)),
        Outcome(1, 0, (1, 0, 1), (1.0, 3.0, 2.0), (5, 1, 3)),
        Outcome(1, 1, (0, 1, 1), (3.0, 1.5, 1.5), (), (0, "died", "")),
    ]
    assert mean_place(outcomes, 0).mean == pytest.approx((2 + 3) / 2)
    assert mean_score(outcomes, 0).mean == pytest.approx((4 + 1) / 2)


def test_the_sequential_test_answers_both_ways_and_seldom_wrongly() -> None:
    """Matches of players 0 and 100 Elo apart: the right answer nearly always, and long before the end."""
    rng = random.Random(2)
    test = Sequential(0, 100)
    for truth, right in ((0.0, False), (100.0, True)):
        answers = []
        for _match in range(60):
            outcomes: list[Outcome] = []
            while (answer := test.verdict(outcomes)) is None and len(outcomes) < 600:
                outcomes.append(won(len(outcomes), rng.random() < share_of(truth)))
            answers.append(answer)
        assert answers.count(right) >= 52
        assert answers.count(None) <= 3


def test_the_sequential_test_does_not_answer_by_a_few_lucky_games() -> None:
    assert Sequential(0, 100).verdict([won(group, True) for group in range(3)]) is None
    assert Sequential(0, 100).verdict([]) is None
