"""The arena: opponents against each other, many games, with the luck taken out.

The games of a match come in *groups*. In one group every competitor sits once on every seat that its order
gives it, and each game of the group meets the same luck: the first throw is the same throw, the second draw
the same draw, whoever sits there. Every game's record is kept in the match's folder; a match that was stopped
goes on from there.

    match = Match("hnefatafl", ("level:3", "level:2"), nodes=2000)
    outcomes = run(match, games=100, folder=Path("levels"))
    print(duel(outcomes, 0, 1))

Games run side by side through joblib, so that another backend (`joblib.parallel_config`) spreads them over
the machines of a cluster, as long as all see the folder.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handvoll import games as shelf
from handvoll.bots.competitors import Player, check_competitor, new_player
from handvoll.bots.compiled import wait_for_kernels
from handvoll.bots.guest import dismiss
from handvoll.bots.outside import HANGING, Forfeit
from handvoll.bots.results import SHARED, forfeit_headers, outcome_of
from handvoll.bots.standings import Outcome, Sequential
from handvoll.core.card import Options, Trait
from handvoll.core.errors import BadRequest, Refusal
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.core.record import Record

LONGEST_GAME = 20_000
"""Steps after which a game that does not end is taken as shared."""
PACE = (700, 3000)
"""Milliseconds that an action takes in games with a clock, drawn anew for each."""
STOP = "stop"
"""The file in a match's folder that tells all who play to stop after the move they think about."""
MATCH = "match.json"


@dataclass(frozen=True)
class Match:
    """What is played, between whom, and with which luck. All of it can be written down."""

    game: str
    competitors: tuple[str, ...]
    players: int | None = None
    """How many seats; two or as near to it as the game goes where not said."""
    options: Options = field(default_factory=dict)
    seconds: float | None = None
    """The budget for a move; each level's own where not said."""
    nodes: int | None = None
    """Where set, levels stop by nodes, so that the match comes out the same each time."""
    deadline: float | None = None
    """Seconds an engine or Python competitor has for any answer, beyond its time to think; where not said,
    HANGING, and STARTING for its first."""
    seed: int = 0

    def checked(self) -> Match:
        """The match with all defaults filled in; raises a Refusal where it cannot be played."""
        card = shelf.card(self.game)
        low, high = card.players
        players = min(max(low, 2), high) if self.players is None else self.players
        game = Game.new(card, players, self.options)
        if len(self.competitors) < 2:
            raise BadRequest(_("A match takes two competitors or more."))
        for name in ("seconds", "deadline"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= 86_400:
                raise BadRequest(
                    _(
                        "A time to think is more than 0 seconds and at most a day, not {came}.",
                        came=str(value),
                    )
                )
        if self.nodes is not None and self.nodes < 1:
            raise BadRequest(_("A search takes at least one node, not {came}.", came=self.nodes))
        for text in self.competitors:
            check_competitor(text, self.deadline)
        return dataclasses.replace(self, players=game.players, options=game.options)

    @property
    def seats(self) -> int:
        """How many seats the (checked) match has."""
        assert self.players is not None
        return self.players

    def names(self) -> list[str]:
        """What the competitors are called, each by a name of its own."""
        count = Counter(self.competitors)
        seen: Counter[str] = Counter()
        names = []
        for text in self.competitors:
            seen[text] += 1
            names.append(text if count[text] == 1 else f"{text} ({seen[text]})")
        return names

    def group(self, number: int) -> list[tuple[int, ...]]:
        """Who sits where in each game of a group: all take turns on the seats. Where there are more
        competitors than seats, groups take turns in who plays; every second time round the table runs the
        other way, so that everybody sits behind everybody."""
        everybody = range(len(self.competitors))
        tables = list(itertools.combinations(everybody, min(self.seats, len(everybody))))
        table = tables[number % len(tables)]
        if number // len(tables) % 2:
            table = table[::-1]
        return [
            tuple(table[(seat + turn) % len(table)] for seat in range(self.seats))
            for turn in range(len(table))
        ]

    @property
    def group_size(self) -> int:
        """How many games a group has."""
        return len(self.group(0))

    def description(self) -> dict[str, Any]:
        """The match as JSON values, by which a folder is known again."""
        rules = shelf.card(self.game).rules_version
        shown = json.loads(json.dumps(dataclasses.asdict(self)))
        shown["deadline"] = self.deadline or HANGING  # as folders say that were begun without one
        return {"arena": 1, "rules": rules, **shown}


class Stopped(Exception):
    """The match was told to stop while this game ran."""


# --- a match -----------------------------------------------------------------------------------


def run(
    match: Match,
    games: int,
    folder: Path,
    *,
    jobs: int = -1,
    test: Sequential | None = None,
    news: Callable[[list[Outcome]], None] = lambda outcomes: None,
) -> list[Outcome]:
    """Play the match until there are `games` games (whole groups), or the test has its answer, or Ctrl-C is
    pressed; what stands in `folder` counts as played. Returns the outcomes in order; `news` hears of all
    outcomes there are each time some come in.

    `jobs` is joblib's: how many groups are played at once, -1 for one per core.
    """
    match = match.checked()
    if games < 1:
        raise BadRequest(_("At least one game is to be played, not {came}.", came=games))
    if type(jobs) is not int or jobs == 0:
        raise BadRequest(
            _("The games at once are 1 or more, or -1 for one per core, not {came}.", came=str(jobs)[:40])
        )
    if test is not None and len(match.competitors) != 2:
        raise BadRequest(_("A sequential test is of two competitors."))
    if test is not None and match.seats == 1:
        raise BadRequest(_("A sequential test asks who beats whom, and in a game for one nobody does."))
    _open(match, folder)
    outcomes = kept(match, games, folder)
    news(outcomes)
    done = Counter(outcome.group for outcome in outcomes)
    waiting = [group for group in _groups(match, games) if done[group] < match.group_size]
    with _stopping(folder) as is_stopped:

        def is_over() -> bool:
            return is_stopped() or (test is not None and test.verdict(_whole(match, outcomes)) is not None)

        try:
            for found in _spread(match, waiting, folder, jobs, is_over):
                new = {(outcome.group, outcome.rotation) for outcome in found}
                outcomes = [old for old in outcomes if (old.group, old.rotation) not in new] + found
                news(outcomes)
        finally:
            dismiss()
    outcomes.sort(key=lambda outcome: (outcome.group, outcome.rotation))
    return outcomes


def kept(match: Match, games: int, folder: Path) -> list[Outcome]:
    """The outcomes that are in the folder, of the first `games` games (whole groups) of a checked match."""
    found = (outcome for group in _groups(match, games) for outcome in _kept(match, group, folder))
    return [outcome for outcome in found if outcome is not None]


def _groups(match: Match, games: int) -> range:
    return range(-(-games // match.group_size))


def _whole(match: Match, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes of the groups that are complete."""
    done = Counter(outcome.group for outcome in outcomes)
    return [outcome for outcome in outcomes if done[outcome.group] == match.group_size]


def _spread(
    match: Match, groups: Sequence[int], folder: Path, jobs: int, is_over: Callable[[], bool]
) -> Iterator[list[Outcome]]:
    """The outcomes of the groups as they come in, played side by side."""
    import joblib

    def tasks() -> Iterator[Any]:
        for group in groups:
            if is_over():
                return
            yield joblib.delayed(_at_work)(match, group, folder)

    yield from joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", pre_dispatch="n_jobs")(tasks())


def _open(match: Match, folder: Path) -> None:
    """Make the match's folder, or see that it is this match's."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, PermissionError):
        raise
    except OSError:
        raise BadRequest(_("The folder {folder} cannot be made.", folder=str(folder))) from None
    described = match.description()
    path = folder / MATCH
    (folder / STOP).unlink(missing_ok=True)
    if path.exists():
        try:
            there = json.loads(path.read_text("utf-8"))
        except ValueError:
            there = None
        if there != described:
            raise BadRequest(
                _("{folder} holds another match; choose another folder, or remove it.", folder=str(folder))
            )
    elif any(folder.iterdir()):
        raise BadRequest(_("{folder} holds other files; choose an empty folder.", folder=str(folder)))
    else:
        _write(path, json.dumps(described, indent=1) + "\n")


@contextlib.contextmanager
def _stopping(folder: Path) -> Iterator[Callable[[], bool]]:
    """While it is open, the first Ctrl-C tells all who play to stop after their move, and a second one ends
    at once."""
    pressed = threading.Event()
    here = threading.current_thread() is threading.main_thread()

    def stop(number: int, frame: object) -> None:
        pressed.set()
        (folder / STOP).touch()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop) if here else None
    try:
        yield lambda: pressed.is_set() or (folder / STOP).exists()
    finally:
        if here:
            signal.signal(signal.SIGINT, before)
        (folder / STOP).unlink(missing_ok=True)


# --- a group -----------------------------------------------------------------------------------


def play_group(match: Match, group: int, folder: Path) -> list[Outcome]:
    """Play the games of a group that are not in the folder yet, and keep their records there. Told to stop,
    it returns those that are finished."""
    outcomes = _kept(match, group, folder)
    rows: dict[int, list[Player]] = {who: [] for who in range(len(match.competitors))}
    try:
        for rotation, order in enumerate(match.group(group)):
            if outcomes[rotation] is None:
                outcomes[rotation] = _play(match, group, rotation, _seat(match, order, rows), folder)
    except Stopped:
        pass
    finally:
        for player in itertools.chain.from_iterable(rows.values()):
            player.close()
    return [outcome for outcome in outcomes if outcome is not None]


def _at_work(match: Match, group: int, folder: Path) -> list[Outcome]:
    """`play_group` in whatever process it is: in one of its own Ctrl-C is none of its affair, the arena says
    when to stop."""
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return play_group(match, group, folder)


def _seat(match: Match, order: Sequence[int], rows: dict[int, list[Player]]) -> list[Player]:
    """A player for every seat: those there are, and new ones where a competitor sits more than once."""
    used: Counter[int] = Counter()
    players = []
    for who in order:
        if used[who] == len(rows[who]):
            text = match.competitors[who]
            rows[who].append(new_player(text, match.seconds, match.nodes, match.deadline))
        players.append(rows[who][used[who]])
        used[who] += 1
    return players


def _play(match: Match, group: int, rotation: int, players: Sequence[Player], folder: Path) -> Outcome:
    """A game from its beginning to its end, or to its forfeit; its record is kept."""
    order = match.group(group)[rotation]
    card = shelf.card(match.game)
    if any(match.competitors[who].startswith("level:") for who in order):
        wait_for_kernels(card)
    table = Table(Game.new(card, match.seats, match.options), f"{match.seed} {group}", f"{rotation}")
    forfeit = None
    try:
        table.play(players, lambda: (folder / STOP).exists())
    except Forfeit as fault:
        forfeit = fault
    names = match.names()
    extra = [("x-seed", f"{match.seed} {group}")]
    if forfeit is not None:
        extra += forfeit_headers(forfeit)
    elif not table.game.over:
        extra.append((SHARED, f"after {LONGEST_GAME} steps"))
    record = Record.of(table.game, names=[names[who] for who in order], extra=extra)
    _write(_path(folder, group, rotation), record.text())
    return outcome_of(record, group, rotation, order)


class Table:
    """One game, with luck that is the same for all games of its group."""

    def __init__(self, game: Game, luck: str, own: str) -> None:
        self.game = game
        self._luck = luck
        """Of chance: what comes depends on it, on the event and on how often that event took place."""
        self._own = own
        self._events: Counter[str] = Counter()

    def play(self, players: Sequence[Player], is_stopped: Callable[[], bool]) -> None:
        """To the end; raises Forfeit (with its seat) or Stopped."""
        for seat, player in enumerate(players):
            with _charged(seat):
                player.begin(
                    self.game, seat, random.Random(f"{self._luck} {self._own} {seat}").getrandbits(31)
                )
        while not self.game.over and self.game.ply < LONGEST_GAME:
            if is_stopped():
                raise Stopped
            if self.game.chance is not None:
                self._happen(self.game.chance)
            else:
                self._ask(players)
            for seat, player in enumerate(players):
                with _charged(seat):
                    player.observe(self.game)

    def _happen(self, event: str) -> None:
        luck = random.Random(f"{self._luck} {event} {self._events[event]}")
        self._events[event] += 1
        self.game = self.game.deal(luck.randrange)

    def _ask(self, players: Sequence[Player]) -> None:
        """Seats asked at the same time answer in their order, none seeing the others' answers."""
        seat = self.game.to_act[0]
        luck = random.Random(f"{self._luck} {self._own} {self.game.ply} {seat}")
        with _charged(seat):
            move = players[seat].choose(self.game, seat, luck.getrandbits(31))
            try:
                self.game = self.game.play(seat, move, self._time())
            except Refusal as refusal:
                raise Forfeit(
                    "illegal", _("played {move!r}: {why}", move=move[:40], why=refusal.message)
                ) from None

    def _time(self) -> int | None:
        if Trait.CLOCK not in self.game.card.traits:
            return None
        low, high = PACE
        return self.game.state.now + random.Random(f"{self._luck} time {self.game.ply}").randrange(low, high)


@contextlib.contextmanager
def _charged(seat: int) -> Iterator[None]:
    """Whatever goes wrong inside is that seat's."""
    try:
        yield
    except Forfeit as fault:
        fault.seat = seat
        raise


# --- records -----------------------------------------------------------------------------------


def _path(folder: Path, group: int, rotation: int) -> Path:
    return folder / f"{group + 1:06}-{rotation + 1}.txt"


def _kept(match: Match, group: int, folder: Path) -> list[Outcome | None]:
    """The outcome of each game of a group, None where it has no record that can be read."""
    found: list[Outcome | None] = []
    for rotation, order in enumerate(match.group(group)):
        try:
            record = Record.read(_path(folder, group, rotation).read_text("utf-8"))
            found.append(outcome_of(record, group, rotation, order))
        except (OSError, UnicodeDecodeError, Refusal):
            found.append(None)
    return found


def _write(path: Path, text: str) -> None:
    """All of it or nothing, whatever happens meanwhile."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, "utf-8", newline="\n")
    part.replace(path)
