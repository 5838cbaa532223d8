"""The arena: equal luck, fair seats, records kept, and whoever misbehaves loses by name."""

from __future__ import annotations

import dataclasses
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from joblib.externals.loky import get_reusable_executor

import handvoll
from handvoll.bots import Effort, Seen, Thought
from handvoll.bots.arena import MATCH, STOP, Match, Stopped, Table, play_group, run
from handvoll.bots.competitors import new_player
from handvoll.bots.standings import Outcome
from handvoll.bots.task import Task
from handvoll.core.card import Card
from handvoll.core.errors import BadRequest, Refusal
from handvoll.core.messages import Message
from handvoll.core.record import Record
from handvoll.core.state import HIDDEN

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')}"


def engine(kind: str, after: int = 0) -> str:
    """A competitor that misbehaves in that way."""
    return f"engine:{FAKE} {kind} {after}"


class Lowest:
    """Plays the first of its moves."""

    def think(self, seen: Seen, effort: Effort) -> Thought:
        return Thought(seen.moves[0])


class Broken:
    """Fails at its first move."""

    def think(self, seen: Seen, effort: Effort) -> Thought:
        raise KeyError("lost")


def leaving(seen: Seen, effort: Effort) -> str:
    """Ends its process at its first move."""
    sys.exit(3)


def lowest(seen: Seen, effort: Effort) -> str:
    """Plays the first of its moves, and answers by its bare text."""
    return seen.moves[0]


def guess(seen: Seen, effort: Effort) -> str:
    """Plays any of its moves."""
    return effort.rng.choice(seen.moves)


def highest(seen: Seen, effort: Effort) -> str:
    """Plays the last of its moves: in Six it goes on rolling."""
    return seen.moves[-1]


@pytest.fixture(autouse=True)
def _here_is_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "arena_guests", sys.modules[__name__])


# --- who sits where, with which luck -----------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players", "competitors"),
    [("zahlenpoker", 2, 2), ("zahlenpoker", 2, 3), ("zahlenpoker", 3, 2), ("zahlenpoker", 4, 4)],
)
def test_everybody_sits_equally_often_on_each_seat(game: str, players: int, competitors: int) -> None:
    match = Match(game, ("random",) * competitors, players).checked()
    seats = Counter(
        (who, seat) for group in range(12) for order in match.group(group) for seat, who in enumerate(order)
    )
    assert len(seats) == players * competitors
    assert len(set(seats.values())) == 1


def test_three_competitors_for_two_seats_all_meet_each_other() -> None:
    match = Match("hnefatafl", ("random",) * 3).checked()
    meetings = Counter(order for group in range(3) for order in match.group(group))
    assert meetings == Counter([(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)])


def test_the_games_of_a_group_meet_the_same_chance(tmp_path: Path) -> None:
    """Whoever sits there: the n-th draw of each game of a group is the same, and another group's is not."""
    match = Match("make-five", ("random", "python:arena_guests:Lowest"), seed=4).checked()
    run(match, 4, tmp_path, jobs=1)

    def draws(name: str) -> list[str]:
        lines = Record.read((tmp_path / f"{name}.txt").read_text("utf-8")).lines
        return [line.step.text for line in lines if line.step.seat is None][:20]

    assert draws("000001-1") == draws("000001-2")
    assert draws("000002-1") == draws("000002-2")
    assert draws("000001-1") != draws("000002-1")


def test_a_clock_runs_while_they_play() -> None:
    """In a game with a timer every action takes its time, so that the sand runs out."""
    table = Table(handvoll.new("six", 2), "3", "0")
    with pytest.raises(Stopped):
        table.play([new_player("python:arena_guests:highest")] * 2, lambda: table.game.state.now > 60_000)
    assert 20 < table.game.ply < 400


# --- records, stopping, resuming ---------------------------------------------------------------


def test_a_match_is_the_same_each_time_and_on_all_cores(tmp_path: Path) -> None:
    match = Match("zahlenpoker", ("random", "python:arena_guests:lowest"), seed=9)
    alone = run(match, 8, tmp_path / "alone", jobs=1)
    # Guests of this test's own module are not known in other processes.
    match = Match("zahlenpoker", ("random", "random"), seed=9)
    together = run(match, 8, tmp_path / "together", jobs=2)
    again = run(match, 8, tmp_path / "again", jobs=1)
    assert together == again
    assert len(alone) == len(together) == 8


def test_every_record_can_be_replayed(tmp_path: Path) -> None:
    outcomes = run(Match("fischkopf", ("random", "random"), seed=2), 2, tmp_path, jobs=1)
    for outcome in outcomes:
        record = Record.read((tmp_path / f"000001-{outcome.rotation + 1}.txt").read_text("utf-8"))
        game = record.replay(handvoll.card("fischkopf"))
        assert game.result is not None
        assert game.result.scores == outcome.scores
        assert sorted(record.names) == ["random (1)", "random (2)"]


def test_a_match_goes_on_from_its_folder(tmp_path: Path) -> None:
    """What is kept is not played again; what is missing or damaged is, and comes out as it did."""
    match = Match("zahlenpoker", ("random", "random"), seed=1)
    before = run(match, 6, tmp_path, jobs=1)
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.txt")}
    (tmp_path / "000002-1.txt").unlink()
    damaged = tmp_path / "000003-2.txt"
    damaged.write_text(damaged.read_text("utf-8").replace("P1", "P2", 1), "utf-8")
    news: list[int] = []
    after = run(match, 8, tmp_path, jobs=1, news=lambda outcomes: news.append(len(outcomes)))
    assert after[:6] == before
    assert news[0] == 4
    changed = {path.name for path in tmp_path.glob("*.txt") if kept.get(path.name) != path.stat().st_mtime_ns}
    assert changed == {"000002-1.txt", "000003-2.txt", "000004-1.txt", "000004-2.txt"}


def test_a_folder_of_another_match_is_refused(tmp_path: Path) -> None:
    run(Match("zahlenpoker", ("random", "random"), seed=1), 2, tmp_path, jobs=1)
    with pytest.raises(BadRequest, match="another match"):
        run(Match("zahlenpoker", ("random", "random"), seed=2), 2, tmp_path, jobs=1)
    (tmp_path / MATCH).unlink()
    with pytest.raises(BadRequest, match="other files"):
        run(Match("zahlenpoker", ("random", "random"), seed=1), 2, tmp_path, jobs=1)


def test_told_to_stop_a_group_keeps_what_is_finished(tmp_path: Path) -> None:
    match = Match("zahlenpoker", ("random", "random"), seed=1).checked()
    run(match, 2, tmp_path, jobs=1)
    (tmp_path / "000001-2.txt").unlink()
    (tmp_path / STOP).touch()
    assert [outcome.rotation for outcome in play_group(match, 0, tmp_path)] == [0]
    assert not (tmp_path / "000001-2.txt").exists()


# --- who misbehaves ----------------------------------------------------------------------------


def played_against(villain: str, folder: Path, deadline: float = 20.0) -> list[Outcome]:
    return run(
        Match("zahlenpoker", (villain, "random"), seed=1, seconds=0.05, deadline=deadline), 2, folder, jobs=1
    )


@pytest.mark.parametrize(
    ("kind", "code", "told"),
    [
        ("dies", "died", "ended by itself when asked best"),
        ("no-json", "nonsense", "my move is d1-d4"),
        ("no-object", "nonsense", "answered best"),
        ("no-ok", "nonsense", "answered best"),
        ("no-move", "nonsense", "without a move"),
        ("bytes", "nonsense", "answered best"),
        ("illegal", "illegal", "z9-z8"),
        ("refuses", "refused", "I do not feel like it."),
    ],
)
def test_an_engine_that_misbehaves_forfeits_by_name(kind: str, code: str, told: str, tmp_path: Path) -> None:
    """It loses each game in which it does so, for the reason that is written into the record; both games of
    the group are played."""
    outcomes = played_against(engine(kind, 1), tmp_path)
    assert [outcome.places for outcome in outcomes] == [(2.0, 1.0), (1.0, 2.0)]
    for outcome in outcomes:
        assert outcome.forfeit is not None
        seat, named, detail = outcome.forfeit
        assert outcome.order[seat] == 0
        assert named == code
        assert told in detail
        record = Record.read((tmp_path / f"000001-{outcome.rotation + 1}.txt").read_text("utf-8"))
        assert dict(record.extra)["x-forfeit"].startswith(f"P{seat + 1} {code} ")
        assert record.lines  # the steps before it are kept
    assert played_against(engine(kind, 1), tmp_path) == outcomes


def test_an_engine_that_hangs_is_not_waited_for(tmp_path: Path) -> None:
    """It forfeits when its deadline is over, is ended, and the next game begins with a fresh one."""
    outcomes = played_against(engine("hangs", 2), tmp_path, deadline=0.5)
    assert [outcome.forfeit and outcome.forfeit[1] for outcome in outcomes] == ["deadline", "deadline"]
    assert "0.5 seconds" in outcomes[0].forfeit[2]  # type: ignore[index]


def test_a_deadline_counts_for_the_first_answer_too(tmp_path: Path) -> None:
    began = time.monotonic()
    outcomes = played_against("engine:sleep 60", tmp_path, deadline=0.5)
    assert time.monotonic() - began < 10
    assert outcomes[0].forfeit == (0, "deadline", "gave no answer to load within 0.5 seconds")


def test_a_deadline_begins_where_the_time_to_think_ends(tmp_path: Path) -> None:
    """An engine that uses its second is not lost by a deadline of half a second."""
    match = Match("zahlenpoker", (engine("slow"), "random"), seed=1, seconds=0.6, deadline=0.5)
    assert [outcome.forfeit for outcome in run(match, 2, tmp_path, jobs=1)] == [None, None]


def test_a_good_engine_plays_to_the_end(tmp_path: Path) -> None:
    for game in ("hnefatafl", "make-five", "zahlenpoker"):
        match = Match(game, (engine("good"), engine("good")), seed=1)
        outcomes = run(match, 2, tmp_path / game, jobs=1)
        assert [outcome.forfeit for outcome in outcomes] == [None, None], game
        assert all(outcome.scores for outcome in outcomes)


def test_an_opponent_that_fails_forfeits(tmp_path: Path) -> None:
    outcomes = played_against("python:arena_guests:Broken", tmp_path)
    assert outcomes[0].forfeit == (0, "error", "failed: KeyError: 'lost'")


BAD = """
import os, sys, time
from pathlib import Path

def exits(seen, effort): sys.exit(3)
def leaves(seen, effort): raise SystemExit
def interrupts(seen, effort): raise KeyboardInterrupt
def crashes(seen, effort): os._exit(9)
def hangs(seen, effort): time.sleep(3600)
def odd(seen, effort): raise ValueError("\\ud800")
def asks(seen, effort): return input("move? ")
def talks(seen, effort):
    print('{"move": "none"}')
    os.write(1, b"nonsense")
    return seen.moves[0]

class Counts:
    def __init__(self): self.asked = 0
    def think(self, seen, effort):
        self.asked += 1
        with Path("asked").open("a") as file:
            print(self.asked, file=file)
        return effort.rng.choice(seen.moves)
"""


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that it runs in has a module of competitors, as a user's may."""
    (tmp_path / "bad_guests.py").write_text(BAD, "utf-8")
    monkeypatch.chdir(tmp_path)
    get_reusable_executor().shutdown()  # its processes run in the folder of another test
    return tmp_path


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("exits", "error", "failed: SystemExit: 3"),
        ("leaves", "error", "failed: SystemExit"),
        ("interrupts", "error", "failed: KeyboardInterrupt"),
        ("crashes", "died", "ended by itself when asked think"),
        ("hangs", "deadline", "gave no answer to think within 1 seconds beyond its time"),
        ("odd", "error", r"failed: ValueError: \ud800"),
        ("asks", "error", "failed: EOFError: EOF when reading a line"),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_python_competitor_that_leaves_or_hangs_forfeits(
    name: str, code: str, told: str, jobs: int, guests: Path
) -> None:
    """Whatever it does to its process, it loses its games by name, and the match goes on."""
    match = Match("zahlenpoker", (f"python:bad_guests:{name}", "random"), seed=1, seconds=0.05, deadline=1)
    outcomes = run(match, 2, guests / "kept", jobs=jobs)
    assert [outcome.forfeit for outcome in outcomes] == [(0, code, told), (1, code, told)]
    assert len(list((guests / "kept").glob("*.txt"))) == 2


def test_what_a_python_competitor_prints_is_no_answer(guests: Path) -> None:
    outcomes = run(Match("zahlenpoker", ("python:bad_guests:talks", "random")), 2, guests / "kept", jobs=1)
    assert [outcome.forfeit for outcome in outcomes] == [None, None]


def test_a_python_competitor_plays_the_same_in_its_own_process_as_here(guests: Path) -> None:
    """What it is sent is what it would be given: the same seed gives the same match, on all cores too."""
    for game in ("zahlenpoker", "make-five", "abraeumen"):
        here = run(Match(game, ("python:arena_guests:guess", "random")), 4, guests / f"{game}-1", jobs=1)
        (guests / "elsewhere.py").write_text(
            "def guess(seen, effort):\n    return effort.rng.choice(list(seen.moves))\n", "utf-8"
        )
        there = run(Match(game, ("python:elsewhere:guess", "random")), 4, guests / f"{game}-2", jobs=2)
        assert here == there
        assert not any(outcome.forfeit for outcome in there)


def test_a_forfeit_is_kept_as_a_message_and_only_one_that_can_be_said_is_taken(tmp_path: Path) -> None:
    """The record holds it for any language, the game's own sentence and its seats included."""
    (outcome, _other) = played_against(engine("illegal"), tmp_path)
    assert outcome.why is not None
    assert outcome.forfeit is not None
    assert str(outcome.why) == outcome.forfeit[2]
    assert isinstance(outcome.why.values["why"], Message)
    path = tmp_path / "000001-1.txt"
    record = Record.read(path.read_text("utf-8"))
    for doubtful in ("{", "1", "{}", '{"text": "{x}", "values": {"y": 1}, "plural": null}'):
        changed = dataclasses.replace(record, extra=(*record.extra[:-1], ("x-why", doubtful)))
        path.write_text(changed.text(), "utf-8")
        (again, _other) = played_against(engine("illegal"), tmp_path)
        assert again == dataclasses.replace(outcome, why=None), doubtful


def test_a_python_competitor_is_a_new_one_in_each_group(guests: Path) -> None:
    """Its process stays, since loading may take long; who plays in it does not."""
    run(Match("zahlenpoker", ("python:bad_guests:Counts", "random")), 4, guests / "kept", jobs=1)
    asked = Path("asked").read_text("utf-8").split()
    assert asked.count("1") == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("raise SystemExit", "There is no x in the Python module loading: SystemExit."),
        ("import os; os._exit(1)", "python:loading:x cannot compete: ended by itself when asked load."),
        (
            "import time; time.sleep(3600)",
            "python:loading:x cannot compete: gave no answer to load within 2 seconds.",
        ),
        ("x = 3", "loading:x can neither think nor be called."),
    ],
)
def test_a_module_that_does_not_load_is_refused(text: str, told: str, guests: Path) -> None:
    (guests / "loading.py").write_text(text, "utf-8")
    with pytest.raises(BadRequest) as refusal:
        Match("zahlenpoker", ("random", "python:loading:x"), deadline=2.0).checked()
    assert str(refusal.value) == told


@pytest.mark.parametrize("card", handvoll.cards().values(), ids=lambda card: card.id)
def test_what_a_seat_may_know_is_told_whole(card: Card) -> None:
    """A task names all of it, as JSON values, whichever the game."""
    game = handvoll.new(card.id)
    luck = random.Random(1)
    for turn in range(6):
        if game.over:
            break
        seat = game.to_act[0] if game.to_act else None
        game = game.deal(luck.randrange) if seat is None else game.play(seat, game.legal(seat)[-1])
        for seat in game.to_act:
            seen = Seen.of(game, seat)
            task = msgspec.json.decode(msgspec.json.encode(Task.of(seen, 3, turn, 0.5, 7)), type=Task)
            assert task.seen.card is card
            assert (task.seen.seat, task.seen.position) == (seat, seen.position)
            assert list(task.seen.steps) == list(seen.steps)
            assert task.seen.view == json.loads(json.dumps(seen.view))
            effort = task.effort
            assert (effort.level, effort.seconds, effort.nodes, effort.seed) == (3, 0.5, 7, turn)


def test_one_that_leaves_in_the_arenas_own_process_forfeits_too(tmp_path: Path) -> None:
    outcomes = played_against("python:arena_guests:leaving", tmp_path)
    assert outcomes[0].forfeit == (0, "error", "failed: SystemExit: 3")


def test_a_forfeit_among_many_seats_leaves_the_others_equal(tmp_path: Path) -> None:
    match = Match("zahlenpoker", ("python:arena_guests:Broken", "random", "random"), 3)
    assert run(match, 3, tmp_path, jobs=1)[0].places == (3.0, 1.5, 1.5)


def test_an_engine_is_shown_no_secret() -> None:
    """In a game with secrets it gets positions drawn anew: over many, the hidden choice takes every value."""

    class Overheard:
        def __init__(self) -> None:
            self.positions: list[str] = []

        def __call__(self, patience: float, **request: str) -> dict[str, object]:
            self.positions.append(request.get("position", HIDDEN))
            return {"ok": True}

    game = handvoll.new("zahlenpoker", 3).play(0, "4")
    chosen = set()
    for ply in range(60):
        player = new_player(engine("good"))
        player._ask = overheard = Overheard()  # type: ignore[attr-defined]
        player._seat = 1  # type: ignore[attr-defined]
        player.observe(handvoll.Game(game.card, game.options, game.state, ply, game.before, game.step))
        (position,) = overheard.positions
        chosen.add(position.split("chosen=")[1][0])
    assert chosen == set("1234e")


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "level:0",
        "level:6",
        "level:",
        "strong",
        "",
        "engine:",
        "engine:/no/such/program",
        "engine:'",
        "python:os",
        "python:no_such_module:x",
        "python:os:no_such_name",
        "python:os:sep",
    ],
)
def test_who_cannot_compete_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        Match("zahlenpoker", ("random", text)).checked()


@pytest.mark.parametrize(
    "match",
    [
        Match("zahlenpoker", ("random",)),
        Match("zahlenpoker", ("random", "random"), 7),
        Match("chess", ("random", "random")),
        Match("zahlenpoker", ("random", "random"), seconds=0),
        Match("zahlenpoker", ("random", "random"), deadline=float("nan")),
        Match("zahlenpoker", ("random", "random"), nodes=0),
        Match("zahlenpoker", ("random", "random"), options={"x": 1}),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(match: Match, tmp_path: Path) -> None:
    with pytest.raises(Refusal):
        run(match, 2, tmp_path / "new", jobs=1)
    assert not (tmp_path / "new").exists()


def test_no_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="At least one game"):
        run(Match("zahlenpoker", ("random", "random")), 0, tmp_path / "new", jobs=1)
