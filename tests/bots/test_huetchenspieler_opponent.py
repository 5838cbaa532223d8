"""The opponents of Hütchenspieler: memories that fade by level, and pushers that know it."""

import dataclasses
import random
from collections import Counter
from pathlib import Path

import pytest

import handvoll
from handvoll.bots import Seen, best
from handvoll.bots.analysis import Judge, hint
from handvoll.bots.arena import Match, run
from handvoll.bots.standings import duel
from handvoll.core.game import Game
from handvoll.core.state import HIDDEN
from handvoll.games.huetchenspieler import opponent
from handvoll.games.huetchenspieler.memory import MINDS
from handvoll.games.huetchenspieler.rules import State
from handvoll.games.huetchenspieler.stones import FLIPS, LAYS, PUSHES


def asked(seed: int, pushes: int = 3) -> Game:
    """A random first round up to its first question."""
    rng = random.Random(seed)
    game = handvoll.new("huetchenspieler").play(0, rng.choice(list(LAYS))).play(0, "cover")
    for _push in range(pushes):
        game = game.play(0, rng.choice(list(PUSHES)))
    return game.play(0, rng.choice(game.legal(0)))


def is_right(game: Game, move: str) -> bool:
    """Whether that stone is the one that was asked for."""
    assert isinstance(game.state, State)
    stone = game.state.row[FLIPS[move]]
    return stone is not None and stone.symbol == game.state.asked


def share_found(level: int, games: int = 150) -> float:
    found = [is_right(game, best(game, 1, level, seed=7).move) for game in map(asked, range(games))]
    return sum(found) / games


def test_memories_fade_by_level() -> None:
    """After three pushes level 5 finds nearly every stone, each lower level fewer, level 1 far from all."""
    shares = [share_found(level) for level in (1, 2, 3, 4, 5)]
    assert shares == sorted(shares)
    assert shares[4] > 0.97
    assert 0.3 < shares[0] < 0.7


def test_longer_pushes_are_harder_to_follow() -> None:
    """Level 2 after three pushes from end to end, and after three to the next place."""

    def lost(push: tuple[str, str, str]) -> int:
        count = 0
        for lay in LAYS:
            game = handvoll.new("huetchenspieler").play(0, lay).play(0, "cover")
            for move in push:
                game = game.play(0, move)
            memory = opponent.memory_of(Seen.of(game, 1), MINDS[2])
            assert memory is not None
            truth = [stone and stone.symbol for stone in game.state.row]  # type: ignore[attr-defined]
            count += memory.row != truth
        return count

    assert lost(("push 1>4", "push 4>1", "push 1>4")) > lost(("push 1>2", "push 3>4", "push 1>2"))


def test_a_memory_is_one_thing_throughout_a_round() -> None:
    """Asked again with other luck of the moment, it has lost the same stones."""
    for seed in range(20):
        game = asked(seed)
        memories = {
            tuple(opponent.memory_of(Seen.of(game, 1), MINDS[1]).row)  # type: ignore[union-attr]
            for _again in range(3)
        }
        assert len(memories) == 1


def test_a_memory_holds_what_was_seen_not_what_lies_there() -> None:
    """Stones exchanged under their backs change nothing for anybody: no level looks."""
    for seed in range(15):
        game = asked(seed)
        other = dataclasses.replace(game, state=game.state.redraw(None, random.Random(seed).randrange))
        for level in (1, 3, 5):
            assert best(game, 1, level, seed=2) == best(other, 1, level, seed=2)


def test_the_steps_an_opponent_gets_are_those_it_witnessed() -> None:
    """How the stones were laid is not shown again to anybody, but an opponent has to have seen it."""
    game = asked(1)
    assert game.seen_steps(1)[0].text == HIDDEN
    assert Seen.of(game, 1).steps[0].text.startswith("lay ")


def test_what_was_revealed_is_put_right() -> None:
    """When a face is shown, whoever took it to lie elsewhere knows better; a last gap fills itself."""
    game = handvoll.new("huetchenspieler").play(0, "lay 1234").play(0, "cover")
    for move in ("push 1>2", "push 1>2", "push 1>2"):  # leads to 2 1 3 4
        game = game.play(0, move)
    game = game.play(0, "ask 3").play(1, "flip 3").play(0, "ask 2").play(1, "flip 1").play(0, "ask 1")
    assert best(game, 1, 5).move == "flip 2"
    memory = opponent.memory_of(Seen.of(game, 1), MINDS[5])
    assert memory is not None
    assert memory.guess() == [None, 1, None, 4]


def test_pushers_are_not_to_be_foreseen() -> None:
    """Long pushes come more often, none comes always, and none only takes back the last."""
    game = handvoll.new("huetchenspieler").play(0, "lay 1234").play(0, "cover")
    first = Counter(best(game, 0, 5, seed=seed).move for seed in range(300))
    assert max(first.values()) < 150
    assert first["push 1>4"] + first["push 4>1"] > first["push 1>2"] + first["push 2>1"]
    game = game.play(0, "push 1>3")
    assert "push 3>1" not in {best(game, 0, 5, seed=seed).move for seed in range(300)}
    lays = Counter(best(handvoll.new("huetchenspieler"), 0, 5, seed=seed).move for seed in range(300))
    assert len(lays) == 24


def test_a_pusher_asks_for_what_was_hard_to_follow() -> None:
    """One stone was pushed from end to end three times, the others only made room: it is asked for."""
    game = handvoll.new("huetchenspieler").play(0, "lay 1234").play(0, "cover")
    for move in ("push 1>4", "push 4>1", "push 1>4"):
        game = game.play(0, move)
    assert best(game, 0, 5).move == "ask 1"


def test_who_sat_down_in_the_middle_guesses() -> None:
    """A position loaded after the stones were turned over holds nothing to remember."""
    game = Game.load(handvoll.card("huetchenspieler"), asked(3).position())
    assert {best(game, 1, 5, seed=seed).move for seed in range(60)} == set(FLIPS)
    assert "guesses" in str(best(game, 1, 5).why)


@pytest.mark.parametrize(("stronger", "weaker"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_each_level_beats_the_one_below(stronger: int, weaker: int, tmp_path: Path) -> None:
    """A small ladder with fixed seeds (docs/opponents.md has more)."""
    match = Match("huetchenspieler", (f"level:{stronger}", f"level:{weaker}"), seed=5)
    found = duel(run(match, 60, tmp_path, jobs=1), 0, 1)
    assert found.decided >= 0.6
    assert found.share > 0.5


def test_a_seeker_is_judged_by_the_stones_it_can_hope_for() -> None:
    """With two stones left the third question is about both (HS7); whoever turns over the wrong one gives
    them away, and who believes the right thing nothing."""
    game = asked(3)
    while game.to_act == (0,) or len(game.legal(1)) > 2:
        seat = game.to_act[0]
        game = game.play(seat, best(game, seat, 5).move)
    found = hint(game)
    assert found.worth is not None
    assert found.worth.value == pytest.approx(2, abs=0.1)
    wrong = next(move for move in game.legal(1) if move != found.thought.move)
    verdict = Judge().verdict(game, game.play(1, wrong))
    assert str(verdict.words).startswith(f"{wrong} gives away about 2")
