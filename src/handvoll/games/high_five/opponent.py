"""How the opponent plays High Five!: all plays of a turn are found (`plays.py`) and weighed (`search.py`),
compiled as soon as it can be.

Levels 1 to 3 see only some of the frames, misjudge what they see, and think more of what cards are worth in
hand the higher they are: level 1 thinks of points alone. Level 4 knows what cards and joker are worth and
looks at what a play offers the next seat, but takes it too lightly and misjudges a little; level 5 does
neither, and also plays on, many times, with hands that the others may have, until its time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, permutations
from typing import Any, NamedTuple

import numpy as np

from handvoll.bots import Effort, Option, Seen, Thought, luck
from handvoll.bots.alarm import alarm
from handvoll.bots.compiled import Later, twins
from handvoll.bots.desk import Desk, on_desk
from handvoll.core.game import Game
from handvoll.core.messages import Message, _, _n
from handvoll.core.state import View
from handvoll.games.high_five import CARD, board, combinations, plays, search
from handvoll.games.high_five.board import FRAME_NAMES, FRAME_OF, MOST_LAID, SQUARE_NAMES, SQUARE_OF
from handvoll.games.high_five.combinations import CARDS, JOKER, points
from handvoll.games.high_five.notation import CARD_OF, card_name
from handvoll.games.high_five.picture import COMBINATIONS
from handvoll.games.high_five.plays import POINT


class Habit(NamedTuple):
    """How a level plays."""

    frames: float = 1.0
    """Which part of the frames it sees."""
    noise: float = 0.0
    """By how many points (standard deviation) it misjudges a play."""
    thrift: float = 1.0
    """Which part of what cards are worth in hand it thinks of."""
    caution: float = 0.0
    """How much counts what a play offers the next seat, if it looks at that at all."""
    plays_on: bool = False
    """Whether it plays the game on."""


HABITS = {
    1: Habit(0.25, 3.0, 0.0),
    2: Habit(0.5, 2.0, 0.2),
    3: Habit(0.9, 1.5, 0.5),
    4: Habit(1.0, 0.8, 1.0, 0.35),
    5: Habit(1.0, 0.0, 1.0, 1.0, True),
}
PRICES = (((6 * POINT, 16 * POINT)), (4 * POINT, 9 * POINT))
"""What a card and a joker are worth in hand: as long as there is a pile, and after. Learnt from games against
itself."""
CHOICES = 12
"""How many choices of cards are kept for each frame."""
WEIGHED = 40
"""How many of them all are weighed by what they leave."""
TRIED = 16
"""How many plays are played on."""
TRUST = 30
"""How many games played on outweigh what a play looks like at once."""
FIRST_SAMPLES = 12
"""How many games are played on after each play before some are left out; twice as many each time after."""
SURE = 2.5
"""A play that is so many standard errors worse is given up."""


class Kernel(NamedTuple):
    """The roots of the search."""

    list_plays: Callable[..., None]
    weigh_plays: Callable[..., int]
    try_plays: Callable[..., int]


PLAIN = Kernel(search.list_plays, search.weigh_plays, search.try_plays)


def _compile() -> Kernel:
    compiled = twins(luck, board, combinations, plays, search)
    kernel = Kernel(*[on_desk(compiled[name]) for name in Kernel._fields])
    game = Game.new(CARD)
    while game.chance is not None:
        game = game.deal(lambda below: below // 2)
    think_plainly(Seen.of(game, 0), Effort(5, 60, 4000), kernel)
    return kernel


SEARCH = Later(_compile)


def think(seen: Seen, effort: Effort) -> Thought:
    """A move by search."""
    return think_plainly(seen, effort, SEARCH.ready() or PLAIN)


class Choice(NamedTuple):
    """Which cards go into a frame, in any order."""

    value: float
    frame: int
    cards: tuple[int, ...]


def think_plainly(seen: Seen, effort: Effort, kernel: Kernel) -> Thought:
    """A move by search with the given kernel (compiled or not)."""
    habit = HABITS[effort.level]
    desk = lay_out(seen.view, seen.seat)
    set_prices(desk, seen.seat, habit.thrift)
    desk.counts[search.LIMIT] = effort.nodes or 1 << 60
    rng = np.random.default_rng(effort.seed)
    with alarm(effort, lambda: _stop(desk)):
        found = plays_of(seen, desk, habit, kernel, rng)
        is_filling = seen.view["frame"] is not None
        weighing = Weighing(desk, found, is_filling, int(rng.integers(1 << 31)))
        if habit.caution:
            weighing.look_on(kernel, habit.caution)
        if habit.plays_on:
            weighing.play_on(kernel)
    return weighing.thought()


def _stop(desk: Desk) -> None:
    desk.counts[search.STOP] = 1


# --- what the seat knows -----------------------------------------------------------------------


def lay_out(view: View, seat: int) -> Desk:
    """A desk with what the seat sees."""
    desk = search.new_desk()
    for name, card in view["board"].items():
        plays.lay_card(desk.root_cards, desk.root_frames, SQUARE_OF[name], _card(card, 0))
    hand = [_card(name, seat) for name in view["hand"]]
    for other, size in enumerate(view["cards"]):
        desk.root_sizes[other] = size
        # What the others hold is sampled later, but who has a joker is known.
        desk.root_hands[other, :size] = 1
        if view["jokers"][other]:
            desk.root_hands[other, 0] = JOKER + 1 + other
    desk.root_hands[seat, : len(hand)] = hand
    known = {*desk.root_cards.tolist(), *hand}
    unseen = [card for card in CARDS if card not in known]
    desk.root_pile[: len(unseen)] = unseen
    desk.root_scores[: len(view["scores"])] = view["scores"]
    seats = len(view["cards"])
    desk.root_game[search.PILE] = view["pile"]
    desk.root_game[search.TURNS] = seat if view["first_turn"] else seats
    desk.root_game[search.TURN] = seat
    desk.root_game[search.BONUS_TO] = -1 if view["bonus"] is None else view["bonus"]
    desk.root_game[search.SEATED] = seats
    return desk


def _card(name: str, seat: int) -> int:
    return JOKER + 1 + seat if name.startswith("J") else CARD_OF[name]


def set_prices(desk: Desk, seat: int, thrift: float) -> None:
    """What cards are worth to everybody, and to a seat that thinks only of a part of it."""
    desk.prices[:] = PRICES
    desk.prices[seat] = np.rint(desk.prices[seat] * thrift).astype(np.int64)


# --- the plays it thinks of --------------------------------------------------------------------


def plays_of(seen: Seen, desk: Desk, habit: Habit, kernel: Kernel, rng: Any) -> Any:
    """The plays a level thinks of, the most promising first: rows of `search`, with what each looks worth."""
    moves = seen.moves
    if moves[0].startswith("drop"):
        return list(_drops(moves, seen.seat, desk))
    if seen.view["frame"] is not None:
        squares = seen.view["frame"]["squares"]
        frames = [FRAME_OF[f"{squares[0]}-{squares[-1]}"]]
    else:
        frames = [FRAME_OF[move.removeprefix("frame ")] for move in moves]
        if habit.frames < 1:
            frames = rng.permutation(frames)[: max(3, round(habit.frames * len(frames)))].tolist()
    choices = list(_choices(desk, frames, kernel))
    if habit.noise and len(frames) > 1:
        noise = rng.normal(0, habit.noise * POINT, len(choices))
        choices = [choice._replace(value=choice.value + noise[i]) for i, choice in enumerate(choices)]
    choices.sort(key=lambda choice: -choice.value)
    choices = choices[: WEIGHED if habit.caution else 5]
    orders = 24 if habit.caution else 1
    return [(choice.value, row) for choice in choices for row in islice(_arranged(desk, choice), orders)]


def _drops(moves: Sequence[str], seat: int, desk: Desk) -> Iterator[tuple[float, list[int]]]:
    prices = desk.prices[seat, 0 if desk.root_game[search.PILE] else 1]
    for move in moves:
        _drop, name, square = move.split()
        card = _card(name, seat)
        yield -float(plays.price(prices, card)), _row(-1, [SQUARE_OF[square]], [card])


def _choices(desk: Desk, frames: Sequence[int], kernel: Kernel) -> Iterator[Choice]:
    hand = desk.root_hands[desk.root_game[search.TURN]]
    values = np.full(CHOICES, plays.NOT_FOUND, np.int64)
    kept = np.zeros((CHOICES, MOST_LAID), np.int64)
    for frame in frames:
        if desk.counts[search.STOP] and values[0] > plays.NOT_FOUND:
            return
        kernel.list_plays(desk, frame, values, kept)
        for value, places in zip(values.tolist(), kept.tolist(), strict=True):
            if value > plays.NOT_FOUND:
                yield Choice(value, frame, tuple([int(hand[place]) for place in places if place >= 0]))


def _arranged(desk: Desk, choice: Choice) -> Iterator[list[int]]:
    """Every order in which the cards can be laid."""
    squares = [square for square in board.FRAMES[choice.frame] if not desk.root_cards[square]]
    for cards in permutations(choice.cards):
        yield _row(choice.frame, squares, cards)


def _row(frame: int, squares: Sequence[int], cards: Sequence[int]) -> list[int]:
    spare = [0] * (MOST_LAID - len(cards))
    return [len(cards), frame, *squares, *spare, *cards, *spare]


# --- weighing them -----------------------------------------------------------------------------


class Weighing:
    """What is found out about the plays of a turn."""

    def __init__(self, desk: Desk, found: list[tuple[float, list[int]]], is_filling: bool, seed: int) -> None:
        self.desk = desk
        self.is_filling = is_filling
        self.rows = np.array([row for _value, row in found], np.int64)
        self.looks = np.array([value for value, _row in found]) / POINT
        self.seed = seed
        self.replies = np.zeros(len(self.rows), np.int64)
        self.sums = np.zeros((len(self.rows), 2))
        self.tried = np.zeros(len(self.rows), np.int64)

    def look_on(self, kernel: Kernel, caution: float) -> None:
        """Weigh what each play offers the next seat, one of those that one wants to be ahead of; what there
        was no time for counts as the others do."""
        done = kernel.weigh_plays(self.desk, self.seed, self.rows, self.replies)
        if done:
            self.replies[done:] = self.replies[:done].mean()
            others = int(self.desk.root_game[search.SEATED]) - 1
            self.looks -= caution * self.replies / POINT / others

    def play_on(self, kernel: Kernel) -> None:
        """Play on after the most promising plays, longer after those that do well, until the time is up or
        one move is left."""
        alive = np.array(self._promising())
        turns = int(self.desk.root_game[search.SEATED])  # the others', and the next of its own
        first, count = 0, FIRST_SAMPLES
        while not self.desk.counts[search.STOP]:
            last = kernel.try_plays(
                self.desk, self.rows, alive, self.seed, first, first + count, turns, self.sums
            )
            self.tried[alive] = last
            alive = self._still_good(alive)
            first, count = last, count * 2
            if len(self._moves(alive)) == 1:
                return

    def _still_good(self, alive: Any) -> Any:
        """The better half of the plays, or three, but for those that are clearly worse than the best."""
        values = self.values()[alive]
        order = np.argsort(-values, kind="stable")[: max(3, (len(alive) + 1) // 2)]
        best = alive[order[0]]
        margin = SURE * (self.error(best) or 0.0)
        return alive[order[values[order] >= values[order[0]] - margin]]

    def _promising(self) -> list[int]:
        """The plays that look best, no more than two orders of the same cards."""
        found: dict[tuple[int, ...], int] = {}
        promising = []
        for i in np.argsort(-self.looks, kind="stable").tolist():
            row = self.rows[i]
            key = (int(row[search.FRAME]), *sorted(row[search.CARD :].tolist()))
            found[key] = found.get(key, 0) + 1
            if found[key] <= 2:
                promising.append(i)
        return promising[:TRIED]

    def _moves(self, alive: Any) -> set[str]:
        return {self._text(i) for i in alive.tolist()}

    def values(self) -> Any:
        """What each play is worth: how the games ended, and what it looks like, by how much was tried."""
        tried = self.tried > 0
        looks = self.looks
        if tried.any():
            looks = looks + (self.sums[tried, 0] / self.tried[tried]).mean() - looks[tried].mean()
        else:
            looks = looks + self._lead()
        return (TRUST * looks + self.sums[:, 0]) / (TRUST + self.tried)

    def _lead(self) -> float:
        desk = self.desk
        seats, seat = int(desk.root_game[search.SEATED]), int(desk.root_game[search.TURN])
        others = (desk.root_scores[:seats].sum() - desk.root_scores[seat]) / (seats - 1)
        return float(desk.root_scores[seat] - others)

    def _text(self, i: int) -> str:
        return self._line(i)[0]

    def _line(self, i: int) -> list[str]:
        row = self.rows[i].tolist()
        cards = row[search.CARD : search.CARD + row[search.LAID]]
        if row[search.FRAME] < 0:
            return [f"drop {card_name(cards[0])} {SQUARE_NAMES[row[search.SQUARE]]}"]
        line = [f"play {card_name(card)}" for card in cards]
        return line if self.is_filling else [f"frame {FRAME_NAMES[row[search.FRAME]]}", *line]

    def thought(self) -> Thought:
        """The best play, and what is thought of it."""
        values = self.values()
        order = np.argsort(-values, kind="stable").tolist()
        best = order[0]
        options: dict[str, Option] = {}
        for i in order:
            move, is_rough = self._text(i), bool(self.tried[i] < self.tried[best])
            options.setdefault(move, Option(move, round(float(values[i]), 2), is_rough))
        return Thought(
            self._text(best),
            round(float(values[best]), 2),
            "points",
            self.error(best),
            nodes=int(self.desk.counts[search.NODES]),
            options=tuple(islice(options.values(), 5)),
            line=tuple(self._line(best)),
            why=self._why(best),
        )

    def error(self, i: int) -> float | None:
        """The standard error of what a play is worth."""
        count = int(self.tried[i])
        if count < 2:
            return None
        mean = self.sums[i, 0] / count
        spread = max(0.0, self.sums[i, 1] / count - mean * mean)
        return float(round((spread / count) ** 0.5, 2))

    def _why(self, i: int) -> Message | None:
        row = self.rows[i].tolist()
        if row[search.FRAME] < 0:
            return _("No frame is possible, so a card is laid for no points.")
        cards = self.desk.root_cards
        squares = [*board.FRAMES[row[search.FRAME]]]
        laid = [int(cards[square]) for square in squares if cards[square]]
        laid += row[search.CARD : search.CARD + row[search.LAID]]
        worth = points(laid)
        if worth == 0:
            return _("This fills a frame without points.")
        return _n(
            "This fills the frame: {combination}, one point.",
            "This fills the frame: {combination}, {n} points.",
            worth,
            combination=COMBINATIONS[worth],
        )
