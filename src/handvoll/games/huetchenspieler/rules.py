"""The rules of Hütchenspieler, rulings HS1 to HS9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields
from handvoll.core.state import HIDDEN, Below, Result, Step, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.huetchenspieler.notation import parse, row_text, won_text
from handvoll.games.huetchenspieler.stones import (
    ASKS,
    COVER,
    FLIPS,
    LAYS,
    PUSHES,
    QUESTIONS,
    Piles,
    Row,
    Stone,
    asked_seats,
    pushed,
    pushes_in,
)

_LAY_MOVES = list(LAYS)
_PUSH_MOVES = list(PUSHES)


class State(BaseState):
    """One moment of Hütchenspieler."""

    __slots__ = ("asked", "chance", "covered", "players", "pushes", "round", "row", "to_act", "won")

    def __init__(
        self,
        number: int,
        row: Row,
        covered: bool,
        pushes: int,
        asked: int,
        won: Piles,
    ) -> None:
        self.players = len(won)
        self.round = number
        """From 1; one more than there are when the game is over."""
        self.row = row
        self.covered = covered
        self.pushes = pushes
        """How many pushes of this round are made."""
        self.asked = asked
        """The symbol that is being looked for, or 0."""
        self.won = won
        """The stones each seat holds, in the order they came."""
        self.chance = None
        if number > 2 * self.players:
            self.to_act: tuple[int, ...] = ()
        else:
            self.to_act = (self.searcher if asked else self.pusher,)

    @property
    def pusher(self) -> int:
        """The pusher of this round (HS1)."""
        return (self.round - 1) % self.players

    @property
    def questions(self) -> int:
        """How many questions of this round are answered: each took one stone."""
        return self.row.count(None)

    @property
    def searcher(self) -> int:
        """Whom the next question goes to, or the running one."""
        return asked_seats(self.pusher, self.players)[self.questions]

    @property
    def is_pushing(self) -> bool:
        """Whether the stones are turned over and not yet pushed often enough (HS4)."""
        return self.covered and self.pushes < pushes_in(self.round, self.players)

    @property
    def result(self) -> Result | None:
        if self.to_act:
            return None
        scores = tuple(map(len, self.won))
        return Result(scores, rank(scores), "rounds")  # HS8

    # --- moves ---------------------------------------------------------------------------------

    def moves(self, seat: int) -> Sequence[str]:
        if not self.row:
            return _LAY_MOVES  # HS2
        if not self.covered:
            return [COVER]  # HS3
        if self.is_pushing:
            return _PUSH_MOVES  # HS4
        if self.asked:
            return [move for move, place in FLIPS.items() if self.row[place] is not None]  # HS6
        hidden = {stone.symbol for stone in self.row if stone is not None}
        return [move for move, symbol in ASKS.items() if symbol in hidden]  # HS5

    def after(self, seat: int, move: str, at: int = 0) -> Self:
        if not self.row:
            row = tuple([Stone(self.round, number, symbol) for number, symbol in enumerate(LAYS[move])])
            return type(self)(self.round, row, False, 0, 0, self.won)
        if not self.covered:
            return type(self)(self.round, self.row, True, 0, 0, self.won)
        if self.is_pushing:
            return type(self)(self.round, pushed(self.row, *PUSHES[move]), True, self.pushes + 1, 0, self.won)
        if not self.asked:
            return type(self)(self.round, self.row, True, self.pushes, ASKS[move], self.won)
        return self._flipped(FLIPS[move])

    def _flipped(self, place: int) -> Self:
        """The state after the stone at `place` was turned over."""
        stone = self.row[place]
        assert stone is not None
        # HS6: the asked seat takes the stone it was asked for, the pusher any other.
        taker = self.searcher if stone.symbol == self.asked else self.pusher
        row = (*self.row[:place], None, *self.row[place + 1 :])
        taken: tuple[Stone, ...] = (stone,)
        if self.questions == QUESTIONS - 1:
            taken += tuple([last for last in row if last is not None])  # HS7: both last stones go together
        won = (*self.won[:taker], self.won[taker] + taken, *self.won[taker + 1 :])
        if len(taken) > 1:
            return type(self)(self.round + 1, (), False, 0, 0, won)
        return type(self)(self.round, row, True, self.pushes, 0, won)

    def tidy(self, seat: int, text: str) -> str:
        text = text.casefold()
        digits = [letter for letter in text if letter.isdigit()]
        if not self.row:
            return f"lay {''.join(digits)}" if digits else text
        if self.is_pushing and len(digits) == 2:
            return f"push {digits[0]}>{digits[1]}"
        if self.covered and not self.is_pushing and len(digits) == 1:
            return f"{'flip' if self.asked else 'ask'} {digits[0]}"
        return text

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        if not self.row:
            return "HS2", _(
                "Lay one stone of each symbol in a row, such as lay 3142 (1 dot, 2 line, 3 triangle, "
                "4 square), not {text!r}.",
                text=text,
            )
        if not self.covered:
            return "HS3", _("When all have looked, turn the stones over: cover, not {text!r}.", text=text)
        if self.is_pushing:
            come, sign, go = text.removeprefix("push ").partition(">")
            if text.startswith("push ") and sign and come == go and come in ("1", "2", "3", "4"):
                return "HS4", _("A push must change the row: place {place} is where it is.", place=come)
            return "HS4", _(
                "Push a stone from one place (1 to 4) to another, such as push 2>4, not {text!r}.", text=text
            )
        possible = ", ".join(self.moves(seat))
        if self.asked:
            if text in FLIPS:
                return "HS6", _(
                    "The stone at place {place} is taken already: choose one of {possible}.",
                    place=FLIPS[text] + 1,
                    possible=possible,
                )
            return "HS6", _(
                "Turn over one stone: one of {possible}, not {text!r}.", possible=possible, text=text
            )
        if text in ASKS:
            return "HS5", _(
                "That symbol has been revealed: ask for one that still lies face down, one of {possible}.",
                possible=possible,
            )
        return "HS5", _("Ask for a symbol: one of {possible}, not {text!r}.", possible=possible, text=text)

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        running = bool(self.to_act)
        row = [
            None
            if stone is None
            # HS9: a face that is down is in nobody's view, not in the pusher's either.
            else {"stone": stone.id, "symbol": None if self.covered else stone.symbol}
            for stone in self.row
        ]
        return {
            "round": min(self.round, 2 * self.players),
            "rounds": 2 * self.players,
            "pusher": self.pusher if running else None,
            "searcher": self.searcher if running and self.covered and not self.is_pushing else None,
            "row": row,
            "covered": self.covered,
            "pushes_left": pushes_in(self.round, self.players) - self.pushes if running else 0,
            "asked": self.asked or None,
            "hidden": self._hidden_symbols(),
            "won": [
                [
                    {"stone": stone.id, "symbol": stone.symbol, "owner": (stone.round - 1) % self.players}
                    for stone in stones
                ]
                for stones in self.won
            ],
        }

    def _hidden_symbols(self) -> list[int]:
        """The symbols that still lie face down, which all can tell from those revealed."""
        return sorted(stone.symbol for stone in self.row if stone is not None) if self.covered else []

    def forget(self, steps: Sequence[Step], seat: int | None) -> Sequence[Step]:
        if not self.covered:
            return steps
        # HS9: how the stones of the running round were laid cannot be looked up while they lie face down.
        laid = max((index for index, step in enumerate(steps) if step.text in LAYS), default=None)
        if laid is None:
            return steps
        return [*steps[:laid], Step(steps[laid].seat, HIDDEN, steps[laid].at), *steps[laid + 1 :]]

    def redraw(self, seat: int | None, below: Below) -> Self:
        if not self.covered:
            return self
        symbols = self._hidden_symbols()
        row: list[Stone | None] = []
        for stone in self.row:
            if stone is not None:
                stone = stone._replace(symbol=symbols.pop(below(len(symbols))))
            row.append(stone)
        return type(self)(self.round, tuple(row), True, self.pushes, self.asked, self.won)

    def position(self) -> str:
        return (
            f"round={self.round} row={row_text(self.row)} covered={int(self.covered)} pushes={self.pushes} "
            f"asked={self.asked} won={won_text(self.won)}"
        )


def start(players: int, options: Options) -> State:
    """The beginning: nothing laid, nothing won."""
    return State(1, (), False, 0, 0, ((),) * players)


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    return State(*parse(fields, players))
