"""The exact solution of Zahlenpoker for two seats, by backward induction over matrix games.

Two seats have always shown equally many hands, so the game is a ladder of rounds. What counts in a round is
what each seat still has (its *kind*: hand and empty hand) and the lead (prizes ahead, values ahead). The
worth of every such moment is the worth of a small matrix game whose entries are worths one round later. What
a round does is not written here again: the tables come from playing choices through `rules`.

Worths are the first seat's chance to win, a draw counting half.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from handvoll.bots.compiled import cache_folder, is_compiling, source_hash, twins
from handvoll.games.zahlenpoker import matrix, rules
from handvoll.games.zahlenpoker.matrix import solve
from handvoll.games.zahlenpoker.rules import EMPTY, PASS, UNDECIDED, VALUES, Hand, State

Array: TypeAlias = "np.ndarray[Any, Any]"
Kind: TypeAlias = tuple[Hand, bool]
Lead: TypeAlias = tuple[int, int]

CHOICES = (PASS, EMPTY, *VALUES)
"""What a seat can do in a round; the index is the choice's place in all tables."""
LAST_ROUND = rules.MOST_ROUNDS
MOST_AHEAD = LAST_ROUND
MOST_VALUE = 24
"""Nobody can be further ahead in prizes, or in the sum of their values (2 × (1+2+3+4), and a stolen 4)."""
NOWHERE = -1


@dataclass(frozen=True)
class Ladder:
    """The kinds that a seat can be after each round, and what every pair of choices does."""

    kinds: tuple[tuple[Kind, ...], ...]
    index: tuple[dict[Kind, int], ...]
    leads_to: tuple[Array, ...]
    """[round][kind, choice] -> kind one round later, or NOWHERE where the kind does not have the choice."""
    ahead: Array
    """[choice, choice] -> how many prizes the first seat gains on the second."""
    value: Array
    """[choice, choice] -> how much value it gains."""


@cache
def ladder() -> Ladder:
    """The tables, made by playing through the rules."""
    hands: list[Hand] = [(a, b, c, d) for a, b, c, d in product(range(rules.COPIES + 1), repeat=4)]
    kinds = tuple(
        tuple((hand, unused) for hand in hands for unused in (True, False) if _is_kind(hand, unused, played))
        for played in range(LAST_ROUND + 1)
    )
    index = tuple({kind: i for i, kind in enumerate(level)} for level in kinds)
    leads_to = tuple(_leads_to(kinds[played], index[played + 1]) for played in range(LAST_ROUND))
    ahead = np.zeros((len(CHOICES), len(CHOICES)), np.int64)
    value = np.zeros_like(ahead)
    for (i, first), (j, second) in product(enumerate(CHOICES), repeat=2):
        ahead[i, j], value[i, j] = _gain(first, second)
    return Ladder(kinds, index, leads_to, ahead, value)


def _is_kind(hand: Hand, unused: bool, played: int) -> bool:
    """Whether a seat can be of that kind after so many rounds (one that is through stays as it is)."""
    shown = rules.rounds_played((hand,), (unused,))
    return shown == played or (played == LAST_ROUND and not any(hand))


def _leads_to(kinds: tuple[Kind, ...], later: dict[Kind, int]) -> Array:
    table = np.full((len(kinds), len(CHOICES)), NOWHERE, np.int64)
    for i, (hand, unused) in enumerate(kinds):
        state = State((hand, hand), (unused, unused), ((), ()), (UNDECIDED, UNDECIDED), None)
        for choice in state.moves(0):
            after_hand, after_unused = _spent(hand, unused, choice)
            table[i, CHOICES.index(choice)] = later[after_hand, after_unused]
    return table


def _spent(hand: Hand, unused: bool, choice: int) -> Kind:
    """What is left of a hand after showing `choice`, by the rules (against itself, where nothing is stolen
    but by an empty hand, which two empty hands prevent)."""
    state = State((hand, hand), (unused, unused), ((), ()), (UNDECIDED, choice), None).after(0, choice)
    return state.hands[0], state.empty[0]


@cache
def _gain(first: int, second: int) -> Lead:
    """How many prizes, and how much value, the first seat gains on the second by a round."""
    full: Hand = (rules.COPIES,) * 4
    state = State((full, full), (True, True), ((), ()), (UNDECIDED, second), None).after(0, first)
    if state.is_stealing:
        thief = state.to_act[0]
        (only,) = state.moves(thief)  # with two seats there is one stone to take (ZP4)
        state = state.after(thief, only)
    mine, theirs = state.prizes
    return len(mine) - len(theirs), sum(p.value for p in mine) - sum(p.value for p in theirs)


# --- solving -----------------------------------------------------------------------------------

Worths: TypeAlias = tuple[Array, ...]
"""[round][first seat's kind, second's, prizes ahead, values ahead] -> worth; leads shifted to be >= 0."""


def final_worths() -> Array:
    """Worths after the last round (ZP6): prizes decide, then their values."""
    kinds = len(ladder().kinds[LAST_ROUND])
    ahead = np.arange(-MOST_AHEAD, MOST_AHEAD + 1)[:, None] * 100 + np.arange(-MOST_VALUE, MOST_VALUE + 1)
    worth = 0.5 + 0.5 * np.sign(ahead)
    return np.broadcast_to(worth, (kinds, kinds, *worth.shape)).copy()


def fill_game(
    leads_to: Any, ahead: Any, value: Any, later: Any, spot: Any, game: Any, rows: Any, columns: Any
) -> None:
    """Write the matrix game of a moment into `game` and which choices its rows and columns are.

    `spot` is (kind of the first seat, kind of the second, prizes ahead, values ahead), the leads shifted.
    rows[-1] and columns[-1] become their numbers.
    """
    most_ahead = later.shape[2] - 1
    most_value = later.shape[3] - 1
    rows[-1] = 0
    for i in range(leads_to.shape[1]):
        if leads_to[spot[0], i] < 0:
            continue
        columns[-1] = 0
        for j in range(leads_to.shape[1]):
            if leads_to[spot[1], j] < 0:
                continue
            lead = min(max(spot[2] + ahead[i, j], 0), most_ahead)
            values = min(max(spot[3] + value[i, j], 0), most_value)
            game[rows[-1], columns[-1]] = later[leads_to[spot[0], i], leads_to[spot[1], j], lead, values]
            columns[columns[-1]] = j
            columns[-1] += 1
        rows[rows[-1]] = i
        rows[-1] += 1


def solve_round(leads_to: Any, ahead: Any, value: Any, later: Any, worths: Any, reach: int) -> None:
    """Fill in the worths of one round from those of the next, for leads of up to `reach` prizes."""
    choices = leads_to.shape[1]
    game = np.zeros((choices, choices))
    tableau = np.zeros((choices + 1, 2 * choices + 1))
    row_mix = np.zeros(choices)
    column_mix = np.zeros(choices)
    rows = np.zeros(choices + 1, np.int64)
    columns = np.zeros(choices + 1, np.int64)
    spot = np.zeros(4, np.int64)
    middle = worths.shape[2] // 2
    for first in range(worths.shape[0]):
        for second in range(worths.shape[1]):
            for lead in range(max(middle - reach, 0), min(middle + reach, 2 * middle) + 1):
                for values in range(worths.shape[3]):
                    spot[0] = first
                    spot[1] = second
                    spot[2] = lead
                    spot[3] = values
                    fill_game(leads_to, ahead, value, later, spot, game, rows, columns)
                    worths[first, second, lead, values] = solve(
                        game, rows[-1], columns[-1], tableau, row_mix, column_mix
                    )


class Solution:
    """The worths of all moments, solved round by round from the end and kept in the user's cache."""

    def __init__(self, *, keep: bool = True) -> None:
        self._worths: dict[int, Array] = {LAST_ROUND: final_worths()}
        self._file = cache_folder() / f"zahlenpoker-{source_hash(rules, matrix, _this_module())}.npz"
        self._keep = keep
        if keep and self._file.exists():
            try:
                with np.load(self._file) as stored:
                    self._worths |= {int(name): stored[name] for name in stored.files}
            except (OSError, ValueError):  # a damaged file is solved anew
                self._file.unlink(missing_ok=True)

    def is_solved(self, played: int) -> bool:
        """Whether the worths after so many rounds are known already."""
        return played in self._worths

    def worths(self, played: int) -> Array:
        """[first's kind, second's kind, prizes ahead, values ahead] -> the first seat's worth."""
        if played not in self._worths:
            later = self.worths(played + 1)
            tables = ladder()
            kinds = len(tables.kinds[played])
            worths = np.full((kinds, kinds, *later.shape[2:]), 0.5)
            _solver()(tables.leads_to[played], tables.ahead, tables.value, later, worths, played)
            self._worths[played] = worths
            if self._keep and played == 0:
                self._store()
        return self._worths[played]

    def play(self, state: State, seat: int) -> tuple[float, dict[int, float], dict[int, float]]:
        """The worth of an undecided round to `seat`, how it should mix its choices, and what each of them is
        worth against the other seat's best mix."""
        tables = ladder()
        played = rules.rounds_played(state.hands, state.empty)
        later = self.worths(played + 1)
        other = 1 - seat
        mine, theirs = state.prizes[seat], state.prizes[other]
        spot = np.array(
            [
                tables.index[played][state.hands[seat], state.empty[seat]],
                tables.index[played][state.hands[other], state.empty[other]],
                len(mine) - len(theirs) + MOST_AHEAD,
                sum(p.value for p in mine) - sum(p.value for p in theirs) + MOST_VALUE,
            ]
        )
        size = len(CHOICES)
        game, tableau = np.zeros((size, size)), np.zeros((size + 1, 2 * size + 1))
        row_mix, column_mix = np.zeros(size), np.zeros(size)
        rows, columns = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
        fill_game(tables.leads_to[played], tables.ahead, tables.value, later, spot, game, rows, columns)
        worth = solve(game, int(rows[-1]), int(columns[-1]), tableau, row_mix, column_mix)
        choices = [CHOICES[rows[i]] for i in range(rows[-1])]
        against = game[: rows[-1], : columns[-1]] @ column_mix[: columns[-1]]
        return (
            worth,
            {choice: float(row_mix[i]) for i, choice in enumerate(choices)},
            {choice: float(against[i]) for i, choice in enumerate(choices)},
        )

    def _store(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self._file.with_suffix(".part.npz")
            np.savez_compressed(unfinished, **{str(played): w for played, w in self._worths.items()})  # type: ignore[arg-type]
            unfinished.replace(self._file)
        except OSError:
            return  # no room to keep it: it is solved again next time


@cache
def _solver() -> Callable[..., None]:
    return twins(matrix, _this_module())["solve_round"] if is_compiling() else solve_round


def _this_module() -> Any:
    return sys.modules[__name__]
