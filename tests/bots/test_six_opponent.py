"""The opponents of Six: what they reckon with, and that they know no more than their seat does."""

import dataclasses
import itertools
import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import handvoll
from handvoll.bots import LEVELS, Effort, Seen, best
from handvoll.bots.arena import Match, run
from handvoll.bots.standings import duel
from handvoll.core.game import Game
from handvoll.engine.session import Session
from handvoll.games.six import opponent
from handvoll.games.six.chances import HIT, chance_over, cover_costs, daring, worth
from handvoll.games.six.notation import CLAIM, COVER, RECEIVE
from handvoll.games.six.rules import LIFT, ROLL, SECURE, SKIP, STROKES
from handvoll.games.six.standing import after_lift
from handvoll.games.six.timing import PACE, Timing, felt, timing_of

OPTIONS = (
    {"pasch": False, "auto_secure": False},
    {"pasch": True, "auto_secure": False},
    {"pasch": True, "auto_secure": True},
)
CHOICES = (CLAIM, COVER, RECEIVE)


def moments(players: int, seed: int, options: dict[str, bool] | None = None) -> Iterator[tuple[Game, int]]:
    """Every choice of a game of level 3, with the seat that has it."""
    rng = random.Random(seed)
    game = handvoll.new("six", players, options)
    while not game.over:
        if game.chance:
            game = game.deal(rng.randrange)
            continue
        seat = game.to_act[0]
        if len(game.legal(seat)) > 1:
            yield game, seat
        thought = best(game, seat, 3, seed=rng.getrandbits(31))
        game = game.play(seat, thought.move, game.state.now + rng.randrange(700, 3000))


def moment(phase: str, players: int = 2, seed: int = 0, options: dict[str, bool] | None = None) -> Game:
    """The third choice of that kind in a game."""
    found = (game for game, _seat in moments(players, seed, options) if game.view(None)["phase"] == phase)
    return next(itertools.islice(found, 2, None))


def received(
    now: int, secured: str, game_round: int = 3, places: str = "5,8,16/6,2,17", lift: str = ""
) -> Game:
    """Seat 0 has just been given the dice."""
    seats = len(places.split("/"))
    lift = lift or {1: "-", 2: "1:0:118000:120000:0:0", 3: "2:0:118000:120000:0:0"}[game_round]
    return Game.load(
        handvoll.card("six"),
        f"rules=1 players={seats} pasch=false auto_secure=false ply=200 round={game_round} phase=receive"
        f" active=0 direction=1 dice=3 throw=4 asked=- drawing=- sand=121000 now={now} lift={lift}"
        f" places={places} secured={secured} returned={'/'.join('-' * seats)}"
        f" drawn={','.join('0' * seats)}",
    )


def lifts(game: Game, level: int, seeds: int = 20) -> int:
    """In how many of so many tries the level lifts the tube."""
    return sum(best(game, 0, level, seed=seed).move == LIFT for seed in range(seeds))


# --- what is reckoned --------------------------------------------------------------------------


def test_the_chance_of_a_card_is_that_of_three_throws() -> None:
    """Counted out over all 6⁶ ways in which a turn's three throws can fall."""
    counts = dict.fromkeys(STROKES, 0)
    for dice in itertools.product(range(1, 7), repeat=6):
        for number in {sum(dice[:3]), sum(dice[3:5]), dice[5]}:
            counts[number] += 1
    assert {number: pytest.approx(count / 6**6) for number, count in counts.items()} == HIT


def test_the_worth_of_a_stack_is_what_is_likely_to_be_secured() -> None:
    """A stack of three over four turns, by going through all of what may be hit when."""

    def by_hand(stack: tuple[int, ...], turns: int) -> Fraction:
        if not stack or not turns:
            return Fraction(0)
        hit = Fraction(HIT[stack[-1]])
        secured = STROKES[stack[-1]] + by_hand(stack[:-1], turns - 1)
        return hit * secured + (1 - hit) * by_hand(stack, turns - 1)

    for stack in ((4, 18, 6), (17,), (1, 2, 3)):
        assert worth(stack, 4) == pytest.approx(float(by_hand(stack, 4)))


@pytest.mark.parametrize("seed", range(3))
def test_the_place_is_covered_whose_loss_costs_least(seed: int) -> None:
    """Levels 4 and 5 cover as a simulation says: the place after which most strokes are secured."""
    rng = random.Random(seed)
    numbers = rng.sample(sorted(STROKES), 6)
    places, card = [(numbers[0], numbers[1]), (numbers[2],), (numbers[3], numbers[4])], numbers[5]
    costs = cover_costs(places, card, 6)
    before = sum(worth(stack, 6) for stack in places)
    for place, cost in enumerate(costs):
        after = [(*stack, card) if each == place else stack for each, stack in enumerate(places)]
        gained = sum(worth(stack, 6) for stack in after) - before
        assert gained == pytest.approx(worth((card,), 6) - cost)
        assert cost == pytest.approx(_loss(places[place], card), abs=1e-9)


def _loss(stack: tuple[int, ...], card: int) -> float:
    """What a stack brings in six turns less than without a card on it, by when that card is secured."""
    hit = HIT[card]
    open_again = [hit * (1 - hit) ** turn for turn in range(6)]
    brings = sum(chance * worth(stack, 5 - turn) for turn, chance in enumerate(open_again))
    return worth(stack, 6) - brings


def test_the_timer_runs_out_between_110_and_130_seconds() -> None:
    assert [chance_over(seconds * 1000) for seconds in (0, 110, 115, 120, 130, 200)] == [
        0,
        0,
        0.25,
        0.5,
        1,
        1,
    ]


def test_nobody_dares_early_and_everybody_late() -> None:
    """Two who count the time: between sure loss and sure gain they lift once waiting gets too dangerous,
    sooner than when it is even."""
    lifting = [lift > roll for lift, roll in (daring((2, 2), 1000.0 * at, 9000) for at in range(60, 140))]
    first = 60 + lifting.index(True)
    assert 110 < first < 120
    assert all(lifting[first - 60 :])
    assert daring((1, 7), 112_000, 9000)[0] > daring((7, 1), 112_000, 9000)[0]


@pytest.mark.parametrize("tops", [(2, 2), (1, 4), (3, 1, 2)])
def test_daring_is_the_value_of_a_small_game(tops: tuple[int, ...]) -> None:
    """Against backward induction that builds the whole tree of who lifts when."""
    turn, elapsed = 7000.0, 99_000.0

    def losses(step: int, must: bool | None = None) -> list[float]:
        own, before = step % len(tops), (step - 1) % len(tops)
        over = chance_over(elapsed + step * turn)
        lifted = [0.0] * len(tops)
        lifted[before] += over * tops[before]
        lifted[own] += (1 - over) * tops[own]
        if must or step > 6:
            return lifted
        rolled = losses(step + 1)
        if must is not None:
            return rolled
        return max(lifted, rolled, key=lambda lost: _ahead(lost, own))

    lift, roll = daring(tops, elapsed, turn)
    assert lift == pytest.approx(_ahead(losses(0, True), 0))
    assert roll == pytest.approx(_ahead(losses(0, False), 0))


def _ahead(lost: list[float], seat: int) -> float:
    others = [each for other, each in enumerate(lost) if other != seat]
    return sum(others) / len(others) - lost[seat]


# --- honesty -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_no_level_knows_how_long_the_timer_runs(players: int) -> None:
    """The same thought whatever the hidden running time, over a whole game."""
    rng = random.Random(players)
    for game, seat in itertools.islice(moments(players, 4), 0, None, 6):
        other = dataclasses.replace(game, state=game.state.redraw(seat, rng.randrange))
        for level in LEVELS:
            assert best(game, seat, level, seed=1) == best(other, seat, level, seed=1)


def test_a_feeling_for_the_time_stays_for_the_round() -> None:
    """Who thinks in a round that time flies, thinks so throughout; in other games otherwise."""
    factors = set()
    for seed in range(4):
        seen = [Seen.of(game, 0) for game, seat in moments(2, seed) if seat == 0]
        rounds: dict[int, set[float]] = {}
        for each in seen:
            timing = timing_of(each)
            rounds.setdefault(each.view["round"], set()).add(
                round(felt(each, timing, 0.2).elapsed / timing.elapsed, 9)
            )
        assert all(len(found) == 1 for found in rounds.values())
        factors |= set.union(*rounds.values())
    assert len(factors) > 8


# --- playing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("options", OPTIONS)
def test_every_level_answers_every_question(players: int, options: dict[str, bool]) -> None:
    """Also without the steps, as after loading a position."""
    kinds = set()
    for game, seat in itertools.islice(moments(players, 1, options), 0, None, 5):
        kinds.add(game.view(seat)["phase"])
        for level in LEVELS:
            for asked in (game, Game.load(game.card, game.position())):
                thought = best(asked, seat, level)
                assert thought.move in game.legal(seat)
                assert thought.value is None or 0 <= thought.value <= 1
    assert kinds == ({COVER, RECEIVE} if options["auto_secure"] else set(CHOICES))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 4])
def test_games_come_to_an_end(level: int, players: int) -> None:
    """At a usual pace after three rounds of about two minutes, and where actions carry no times as well."""
    for pace in (1800, None):
        rng = random.Random(level)
        game = handvoll.new("six", players)
        lifted = []
        while not game.over:
            assert game.ply < 1500
            if game.chance:
                game = game.deal(rng.randrange)
                continue
            seat = game.to_act[0]
            move = opponent.think(Seen.of(game, seat), Effort(level, seed=rng.getrandbits(31))).move
            if move == LIFT:
                lifted.append(game.state.now)
            game = game.play(seat, move, None if pace is None else game.state.now + pace)
        assert len(lifted) == 3


def test_what_is_thrown_is_secured_or_overlooked() -> None:
    """Level 5 overlooks nothing; each lower level more, level 1 by far not all."""
    game = moment(CLAIM)
    seat = game.to_act[0]
    missed = [sum(best(game, seat, level, seed=seed).move == SKIP for seed in range(300)) for level in LEVELS]
    assert missed == sorted(missed, reverse=True)
    assert missed[-1] == 0
    assert 50 < missed[0] < 150


def test_securing_is_never_worse() -> None:
    """What it is worth is told: a secured card brings its strokes."""
    game = moment(CLAIM)
    thought = best(game, game.to_act[0], 5)
    assert thought.move == SECURE
    assert [option.move for option in thought.options] == [SECURE, SKIP]
    assert thought.options[0].value > thought.options[1].value


def test_children_keep_the_big_numbers_and_masters_those_that_come() -> None:
    """With 18, 6 and 12 open, level 1 covers the 6; from level 2 on the 18 goes."""
    position = (
        "rules=1 players=2 pasch=false auto_secure=false ply=25 round=1 phase=cover active=1 direction=1"
        " dice=3 throw=4 asked=- drawing=- sand=121000 now=14000 lift=- places=18,6,12/9,2,17"
        " secured=-/- returned=-/- drawn=10,0"
    )
    game = Game.load(handvoll.card("six"), position)
    covered = {level: [best(game, 0, level, seed=seed).move for seed in range(40)] for level in LEVELS}
    assert covered[1].count("cover 2") > 30
    for level in (2, 3, 4, 5):
        assert covered[level].count("cover 1") > 35


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_lifts_at_fifty_seconds(level: int) -> None:
    """With cards to lose and nothing to win: neither in the first round nor, behind, in the last."""
    assert lifts(received(50_000, "9,10/9,10", 1), level, 10) == 0
    assert lifts(received(50_000, "3,10/9,15"), level, 10) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_when_the_time_is_surely_over_the_tube_is_lifted(level: int) -> None:
    """The one before pays, and this decides the game."""
    expected = {1: 12, 2: 18}.get(level, 20)  # the lowest levels do not feel the time so well
    assert sum(lifts(received(150_000 + ply, "3,10/9,13"), level, 1) for ply in range(20)) >= expected


def test_level_5_ends_the_game_when_that_wins() -> None:
    """In the last round, so far ahead that a card to give back does not matter; level 4 minds the time."""
    ahead = received(30_000, "15,14,3/9,10")
    thought = best(ahead, 0, 5)
    assert (thought.move, thought.value, thought.exact) == (LIFT, 1.0, True)
    assert str(thought.why) == "This ends the game, and wins it even if a card has to be given back."
    assert ahead.play(0, LIFT, 31_000).result.places == (1, 2)  # type: ignore[union-attr]
    assert best(ahead, 0, 4).move == ROLL
    even = received(30_000, "3,15/9,10")  # four strokes at stake, two ahead
    assert best(even, 0, 5).move == ROLL


def test_level_5_lets_people_play() -> None:
    """Where nothing is to be lost by it, and open cards look better than the other's, it still does not lift
    the tube while the timer runs: only to win."""
    game = received(30_000, "-/-", 1, places="6,5,10/18,17,16")
    thought = best(game, 0, 5)
    assert thought.move == ROLL
    assert str(thought.why) == "The timer should still be running."


def test_where_it_is_clear_all_agree() -> None:
    """The chance to win and the strokes at stake lead to the same."""
    for now, move in ((60_000, ROLL), (128_000, LIFT)):
        game = received(now, "3,13/4,13", 2)
        assert {best(game, 0, level).move for level in (3, 4, 5)} == {move}


@pytest.mark.parametrize("seed", range(4))
def test_what_a_lift_leads_to_is_what_the_rules_say(seed: int) -> None:
    """In the last round the value of lifting is the exact mean over all running times of the timer."""
    rng = random.Random(seed)
    cards = rng.sample(range(1, 19), 6), rng.sample(range(1, 19), 6), rng.sample(range(1, 19), 6)
    now = rng.randrange(105_000, 135_000)
    game = received(
        now,
        "/".join(",".join(map(str, own[3:])) for own in cards),
        places="/".join(",".join(map(str, own[:3])) for own in cards),
    )
    value = after_lift(game.view(0), 0, Timing(now, PACE, 9000))
    results = []
    for sand in range(110_000, 130_001, 500):
        game = Game.load(game.card, re.sub("sand=[0-9]+", f"sand={sand}", game.position()))
        result = game.play(0, LIFT, now).result
        assert result is not None
        mine, *others = result.scores
        results.append(sum(0.5 + 0.5 * ((mine > other) - (mine < other)) for other in others) / 2)
    assert value == pytest.approx(sum(results) / len(results), abs=0.03)


# --- effort ------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_thought() -> None:
    for phase in CHOICES:
        game = moment(phase, 3)
        for level in LEVELS:
            assert len({best(game, game.to_act[0], level, seed=8).move for _again in range(3)}) == 1


def test_engines_are_told_what_it_thinks() -> None:
    """`best` with the game in the middle of a round: the move, its value and the alternatives."""
    game = received(128_000, "3,13/4,13", 2)
    session = Session()

    def ask(**request: object) -> dict[str, object]:
        return dict(session.answer(json.dumps(request).encode()))

    assert ask(do="load", game="six", position=game.position())["ok"]
    answer = ask(do="best", seat=0, level=5)
    assert answer["move"] == LIFT
    assert isinstance(answer["value"], float)
    assert 0.5 < answer["value"] < 1
    assert ask(do="best", seat=1)["error"]


def test_time_is_told_from_what_was_seen() -> None:
    """The pace from the times of the actions; without times by counting; without steps as usual."""
    timed = moment(RECEIVE, 2)
    timing = timing_of(Seen.of(timed, timed.to_act[0]))
    assert timing.elapsed == pytest.approx(timed.state.now + timing.pace)
    assert 1000 < timing.pace < 3000
    loaded = Game.load(timed.card, timed.position())
    assert timing_of(Seen.of(loaded, timed.to_act[0])).pace == PACE
    game = handvoll.new("six", 2)
    rng = random.Random(1)
    actions = 0
    while not game.over and actions < 10:
        if game.chance:
            game = game.deal(rng.randrange)
        else:
            game = game.play(game.to_act[0], game.legal(game.to_act[0])[-1].replace(SKIP, SECURE))
            actions += 1
    if not game.chance:
        assert timing_of(Seen.of(game, game.to_act[0])).elapsed > 5 * PACE


@pytest.mark.parametrize(("stronger", "weaker"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_each_level_beats_the_one_below(stronger: int, weaker: int, tmp_path: Path) -> None:
    """A small ladder with fixed seeds and the same dice for both (docs/opponents.md has more)."""
    match = Match("six", (f"level:{stronger}", f"level:{weaker}"), seed=5)
    found = duel(run(match, 40, tmp_path, jobs=1), 0, 1)
    assert found.share > 0.5


def test_level_5_beats_chance(tmp_path: Path) -> None:
    match = Match("six", ("level:5", "random"), seed=5)
    assert duel(run(match, 30, tmp_path, jobs=1), 0, 1).share > 0.75
