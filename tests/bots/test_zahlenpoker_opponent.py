"""The opponents of Zahlenpoker: what they know, how they differ, what they say."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import handvoll
from handvoll.bots import Effort, Seen, best
from handvoll.bots.arena import Match, run
from handvoll.bots.compiled import Later, is_compiling
from handvoll.bots.standings import duel
from handvoll.core.game import Game
from handvoll.core.state import HIDDEN
from handvoll.games.zahlenpoker import crowd, equilibrium, habits, opponent, rules
from handvoll.games.zahlenpoker.habits import Position

ALL_CHOICES = equilibrium.CHOICES


def played(*rounds: str, players: int = 2) -> Game:
    """A game after rounds of choices, written seat by seat: `4e` is a 4 and an empty hand that steals."""
    game = handvoll.new("zahlenpoker", players)
    for choices in rounds:
        for seat, letter in enumerate(choices):
            game = game.play(seat, {"e": "empty"}.get(letter, letter))
        while game.to_act and game.state.is_stealing:
            game = game.play(game.to_act[0], game.legal(game.to_act[0])[-1])
    return game


def drawn(game: Game, seat: int, level: int, times: int = 400) -> Counter[str]:
    """What a level plays, with so many seeds."""
    return Counter(best(game, seat, level, seed=seed).move for seed in range(times))


def test_what_lies_open_is_known_and_the_running_choice_is_not() -> None:
    game = played("42", "3e").play(0, "1")
    steps = Seen.of(game, 1).steps
    assert [step.text for step in steps] == ["4", "2", "3", "empty", "steal P1", HIDDEN]
    assert [step.text for step in Seen.of(game, 0).steps][-1] == "1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_level_depends_on_a_secret(players: int) -> None:
    """Whatever others have chosen in the running round, the same seed plays the same."""
    for level in (1, 3, 5):
        before = played("4" * players, "12" + "3" * (players - 2), players=players)
        answers = {best(before.play(0, choice), 1, level, seed=7).move for choice in before.legal(0)}
        assert len(answers) == 1


def test_a_child_shows_strong_stones_first() -> None:
    count = drawn(handvoll.new("zahlenpoker"), 0, 1)
    assert count["4"] > count["3"] > count["2"] > count["1"] > 0


def test_level_5_answers_what_somebody_always_does() -> None:
    """Somebody who has always shown the highest stone is taken for a child, and answered."""
    game = played("14", "14", "23")
    reading = opponent.read(Seen.of(game, 0), None, remember=True)
    assert reading.beliefs[1].argmax() == 0
    policies = habits.all_policies(reading.position, reading.beliefs, None)
    assert policies[1][0][ALL_CHOICES.index(3)] > 0.35
    count = drawn(game, 0, 5, 60)
    assert count["4"] + count["empty"] > count["1"] + count["2"]


def test_an_answer_among_four_counts_on_others_of_its_kind() -> None:
    """One answer to three children is the empty hand; two of them at a table would take nothing (ZP5), so
    level 2 seldom shows it."""
    position = Position.of(rules.start(4, {}))
    policies = crowd.all_policies(position, np.zeros((4, 6)))
    children = [own[0] for own in policies]
    alone = habits.answer(habits.worths(position, None)[0], 0, children, policies[0][-1], 0.05)
    empty = ALL_CHOICES.index(rules.EMPTY)
    assert alone[empty] > 0.6
    assert policies[0][1][empty] < 0.4


@pytest.mark.parametrize("players", [3, 4])
def test_every_policy_of_a_crowd_shows_only_what_the_seat_has(players: int) -> None:
    game = played("4321"[:players], "1e34"[:players], "33e3"[:players], players=players)
    reading = opponent.read(Seen.of(game, 0), None, remember=True)
    for seat, own in enumerate(crowd.all_policies(reading.position, reading.beliefs)):
        assert len(own) == reading.beliefs.shape[1]
        having = {int(move.replace("empty", "0")) for move in game.legal(seat)}
        for policy in own:
            assert policy.sum() == pytest.approx(1)
            assert {ALL_CHOICES[place] for place in np.flatnonzero(policy)} <= having


def test_among_four_a_child_is_known_by_what_it_shows() -> None:
    """Seat 1 has always shown its highest stone, seat 2 its lowest: level 5 expects the next strong stone of
    the one, and takes the other for somebody who shuffles rather than for a child."""
    game = played("2413", "3411", "1322", players=4)
    reading = opponent.read(Seen.of(game, 0), None, remember=True)
    assert reading.beliefs[1].argmax() == 0
    assert reading.beliefs[2, 0] < reading.beliefs[2, -1]
    policies = crowd.all_policies(reading.position, reading.beliefs)
    strong = ALL_CHOICES.index(3)
    assert crowd.guessed(policies, reading.beliefs)[1][strong] > 1.5 * policies[1][-1][strong]


@pytest.mark.skipif(not is_compiling(), reason="the solution needs the compiler")
def test_the_truth_is_told_where_the_game_is_solved() -> None:
    opponent.SOLUTION.wait()
    thought = best(handvoll.new("zahlenpoker"), 0)
    assert thought.exact
    assert thought.sure == 0.0
    assert thought.value == pytest.approx(0.5)
    assert [option.value for option in thought.options] == [pytest.approx(0.5)] * 5
    # One stone each, 4 against 1, and nothing won: the 4 wins whatever happens.
    text = "rules=1 players=2 ply=16 hands=0001/1000 empty=00 prizes=-/- chosen=.. last=11:0:0"
    game = Game.load(handvoll.card("zahlenpoker"), text)
    assert best(game, 0).value == 1.0
    assert best(game, 1).value == 0.0


def test_playing_on_agrees_with_the_solution() -> None:
    """What a round is worth by sampled games is what backward induction says, within the sample's error."""
    solution = equilibrium.Solution(keep=False)
    rng = random.Random(2)
    state = rules.start(2, {})
    while rules.rounds_played(state.hands, state.empty) < (3 if is_compiling() else 7) or state.is_stealing:
        seat = state.to_act[0]
        state = state.after(seat, rng.choice(state.moves(seat)))
    while len(state.to_act) < 2:
        state = state.after(state.to_act[0], rng.choice(state.moves(state.to_act[0])))
    position = Position.of(state)
    legal = [np.flatnonzero(habits.shuffled(*kind)) for kind in zip(state.hands, state.empty, strict=True)]
    sampled = habits.worths(position, None)[0][np.ix_(*legal)]
    exact = habits.worths(position, solution)[0][np.ix_(*legal)]
    assert np.abs(sampled - exact).max() < 5 * 0.5 / habits.GAMES[2] ** 0.5


def test_a_thief_takes_what_leaves_it_best() -> None:
    """Three seats, last round: taking the 4 leaves the 3 to win, taking the 3 leaves the 4; level 5 robs
    whoever would beat it."""
    game = handvoll.new("zahlenpoker", 3).play(0, "4").play(1, "3").play(2, "empty")
    for level in (1, 3, 5):
        assert best(game, 2, level).move in ("steal P1", "steal P2")
    assert best(game, 2, 1).move == "steal P1"
    assert len(best(game, 2, 5).options) == 2


def test_a_loaded_position_has_no_past() -> None:
    game = Game.load(handvoll.card("zahlenpoker"), played("14", "14").position())
    beliefs = opponent.read(Seen.of(game, 0), None, remember=True).beliefs
    assert np.ptp(beliefs[:, :4]) == 0
    assert best(game, 0, 5).move in game.legal(0)


@pytest.mark.skipif(not is_compiling(), reason="the solution takes the compiler")
def test_a_thought_counted_in_nodes_does_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the solution was there before, or is worked out for the first question."""
    monkeypatch.setattr(opponent, "SOLUTION", Later(opponent._solve))
    game = handvoll.new("zahlenpoker")
    first = [best(game, 0, level, nodes=100, seed=3) for level in (5, 4, 2)]
    assert opponent.SOLUTION.ready() is not None
    assert first == [best(game, 0, level, nodes=100, seed=3) for level in (5, 4, 2)]
    assert first[0].exact


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_seed_plays_the_same(players: int) -> None:
    game = played("4213"[:players], players=players)
    for level in (1, 2, 3, 4, 5):
        assert best(game, 0, level, nodes=100, seed=3) == best(game, 0, level, nodes=100, seed=3)


@pytest.mark.skipif(not is_compiling(), reason="measured at compiled speed")
@pytest.mark.parametrize(("stronger", "weaker"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_each_level_beats_the_one_below(stronger: int, weaker: int, tmp_path: Path) -> None:
    """A small ladder with fixed seeds: at least 60 % of the decided games (docs/opponents.md has more)."""
    match = Match("zahlenpoker", (f"level:{stronger}", f"level:{weaker}"), seed=5)
    assert duel(run(match, 60, tmp_path, jobs=1), 0, 1).decided >= 0.6


@pytest.mark.skipif(not is_compiling(), reason="measured at compiled speed")
@pytest.mark.parametrize(("stronger", "weaker"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_each_level_among_four_has_the_better_places(stronger: int, weaker: int, tmp_path: Path) -> None:
    """A small ladder with fixed seeds: more than half of the points (docs/opponents.md has more)."""
    match = Match("zahlenpoker", (f"level:{stronger}", f"level:{weaker}"), 4, seed=6)
    assert duel(run(match, 24, tmp_path, jobs=1), 0, 1).share > 0.5


def test_a_whole_game_of_four_is_quick_enough() -> None:
    """No choice of level 3 or 5 takes longer than its budget, history and all."""
    game = handvoll.new("zahlenpoker", 4)
    while not game.over:
        for seat in game.to_act:
            effort = Effort(5, 1.0, seed=game.ply)
            move = opponent.think(Seen.of(game, seat), effort).move
            assert effort.left() > -0.2
            game = game.play(seat, move)
