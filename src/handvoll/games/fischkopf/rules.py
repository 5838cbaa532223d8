"""The rules of Fischkopf, rulings FK1 to FK5.

The stones on the fish are one whole number: field 1 is its lowest bit.
"""

from __future__ import annotations

from functools import cache
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields
from handvoll.core.state import Below, Result, View, rank
from handvoll.core.state import State as BaseState

FIELDS = range(1, 13)
SUM_OF_ALL = sum(FIELDS)
"""The points of a seat that has not placed a stone."""

BIT = {field: 1 << (field - 1) for field in FIELDS}
HEAD = BIT[1] | BIT[2] | BIT[3]
BONE = BIT[2] | BIT[4] | BIT[6] | BIT[8] | BIT[10] | BIT[12]
FULL = (1 << 12) - 1

ROLL, STOP = 0, -1
"""The moves that are no field."""

NO_POINTS = -1
"""Stands for the points of a seat whose turn is not over."""

THROW, PLACE, FIRST, AGAIN, OVER = "throw", "place", "first", "again", "over"
"""What comes next: the dice; a stone; with `may_stop` the word for a turn's first throw, or for a further one
(which may be `stop`); nothing."""
PHASES = (THROW, PLACE, FIRST, AGAIN, OVER)


def _pairs() -> list[tuple[int, int]]:
    return [(low, high) for low in range(1, 7) for high in range(low, 7)]


# FK1: a double comes up in one of 36 ways, any other pair in two.
WEIGHTS = {f"{low}-{high}": 1 if low == high else 2 for low, high in _pairs()}
ORDERED_THROWS = tuple(f"{min(i, j)}-{max(i, j)}" for i in range(1, 7) for j in range(1, 7))
"""All 36 ways two dice can fall."""
FITTING = {f"{low}-{high}": tuple(sorted({low, high, low + high})) for low, high in _pairs()}
"""FK1: the fields equal to one die or to the sum."""


class State(BaseState):
    """One moment of Fischkopf."""

    __slots__ = (
        "chance",
        "dice",
        "first",
        "may_stop",
        "phase",
        "players",
        "playoff",
        "stones",
        "to_act",
        "turn",
    )

    def __init__(
        self,
        may_stop: bool,
        turn: int,
        phase: str,
        stones: int,
        dice: str,
        first: tuple[int, ...],
        playoff: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.players = len(first)
        self.may_stop = may_stop
        self.turn = turn
        """The seat whose turn it is, or whose turn was the last one."""
        self.phase = phase
        self.stones = stones
        self.dice = dice
        """The last throw, as its outcome is written; empty before the first."""
        self.first = first
        """The points of each seat's first turn."""
        self.playoff = playoff
        """The seats of the running playoff with their points in it; empty before one."""
        self.chance = "roll" if phase == THROW else None
        self.to_act = () if phase in (THROW, OVER) else (turn,)

    @property
    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        if self.stones == BONE:
            return self._bone_result()
        # FK5: the winner first, all others by the points of their first turn.
        points = tuple(points for _seat, points in self.playoff) or self.first
        seats = tuple(seat for seat, _points in self.playoff) or tuple(range(self.players))
        winner = seats[points.index(min(points))]
        keys = [(seat == winner, -points) for seat, points in enumerate(self.first)]
        return Result(self.first, rank(keys), "fewest")

    def _bone_result(self) -> Result:
        """FK4, FK5: its seat first, all others second; whoever had no turn has all fields free."""
        waiting = [SUM_OF_ALL if points == NO_POINTS else points for points in self.first]
        if self.first[self.turn] == NO_POINTS:
            waiting[self.turn] = free_sum(BONE)
        return Result(tuple(waiting), rank([seat == self.turn for seat in range(self.players)]), "graete")

    # --- moves ---------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[int]:
        if self.phase == PLACE:
            stones = self.stones
            return [field for field in FITTING[self.dice] if not stones >> (field - 1) & 1]  # FK1
        return [ROLL, STOP] if self.phase == AGAIN else [ROLL]  # FK2

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        if move == ROLL:
            return self._next(THROW, self.stones)
        if move == STOP:
            return self._turn_over(self.stones, self.dice)
        stones = self.stones | 1 << (move - 1)
        if stones == FULL:  # FK3: with the last field filled, the head stays
            return self._turn_over(stones, self.dice)
        if stones & HEAD == HEAD:  # FK3
            stones ^= HEAD
        if stones == BONE:  # FK4
            return self._next(OVER, stones)
        return self._next(AGAIN if self.may_stop else THROW, stones)

    def _next(self, phase: str, stones: int) -> Self:
        return type(self)(self.may_stop, self.turn, phase, stones, self.dice, self.first, self.playoff)

    def move_text(self, move: int) -> str:
        return "roll" if move == ROLL else "stop" if move == STOP else str(move)

    def tidy(self, seat: int, text: str) -> str:
        text = text.casefold()
        if self.phase == PLACE:
            return text.removeprefix("feld").removeprefix("field").strip()
        return {
            "r": "roll",
            "w": "roll",
            "würfeln": "roll",
            "weiter": "roll",
            "s": "stop",
            "stopp": "stop",
            "halt": "stop",
            "aufhören": "stop",
        }.get(text, text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        if self.phase == PLACE:
            return "FK1", self._explain_field(text)
        if self.phase == AGAIN:
            return "FK2", _("Throw again (roll) or end your turn (stop), not {text!r}.", text=text)
        if text == "stop":
            return "FK2", _("A turn begins with a throw (roll); stopping is possible before any further one.")
        return "FK2", _("Your turn begins with a throw: roll, not {text!r}.", text=text)

    def _explain_field(self, text: str) -> Message:
        dice = self.dice
        free = ", ".join(map(str, self.moves(self.turn)))
        if text not in map(str, FIELDS):
            return _("Place your stone for {dice} on {free}, not {text!r}.", dice=dice, free=free, text=text)
        if int(text) in FITTING[dice]:
            return _("Field {field} is taken; free for {dice}: {free}.", field=text, dice=dice, free=free)
        return _(
            "Field {field} is neither a die nor the sum of {dice}; free: {free}.",
            field=text,
            dice=dice,
            free=free,
        )

    # --- chance --------------------------------------------------------------------------------

    def outcomes(self) -> dict[str, int]:
        return WEIGHTS

    def draw(self, below: Below) -> str:
        return ORDERED_THROWS[below(36)]

    def after_chance(self, outcome: str) -> Self:
        stones = self.stones
        for field in FITTING[outcome]:
            if not stones >> (field - 1) & 1:
                return type(self)(self.may_stop, self.turn, PLACE, stones, outcome, self.first, self.playoff)
        return self._turn_over(stones, outcome)  # FK2

    # --- the end of a turn ---------------------------------------------------------------------

    def _turn_over(self, stones: int, dice: str) -> Self:
        """The state after the turn of `turn` ended with `stones` on the fish."""
        points = free_sum(stones)
        first, playoff = self.first, self.playoff
        if playoff:
            playoff = tuple([(s, points if s == self.turn else had) for s, had in playoff])
        else:
            first = (*first[: self.turn], points, *first[self.turn + 1 :])
        entries = playoff or tuple(enumerate(first))
        waiting = [seat for seat, had in entries if had == NO_POINTS]
        if not waiting:
            fewest = min(had for _seat, had in entries)
            waiting = [seat for seat, had in entries if had == fewest]
            if len(waiting) == 1:  # FK5: one seat alone has no playoff either
                return type(self)(self.may_stop, self.turn, OVER, stones, dice, first, playoff)
            playoff = tuple([(seat, NO_POINTS) for seat in waiting])
        return type(self)(
            self.may_stop, waiting[0], FIRST if self.may_stop else THROW, 0, dice, first, playoff
        )

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "stones": fields_of(self.stones),
            "dice": [int(die) for die in self.dice.split("-")] if self.dice else None,
            "points": [None if points == NO_POINTS else points for points in self.first],
            "playoff": [[seat, None if points == NO_POINTS else points] for seat, points in self.playoff],
        }

    # --- position text -------------------------------------------------------------------------

    def position(self) -> str:
        first = ",".join(map(_points_text, self.first))
        playoff = ",".join(f"{seat}:{_points_text(points)}" for seat, points in self.playoff) or "-"
        stones = ",".join(map(str, fields_of(self.stones))) or "-"
        return (
            f"turn={self.turn} phase={self.phase} dice={self.dice or '-'} stones={stones} "
            f"first={first} playoff={playoff}"
        )


def start(players: int, options: Options) -> State:
    """The beginning: an empty fish, nobody has had a turn."""
    may_stop = options["may_stop"] is True
    return State(may_stop, 0, FIRST if may_stop else THROW, 0, "", (NO_POINTS,) * players)


def fields_of(stones: int) -> list[int]:
    """The fields that bear a stone."""
    return [field for field in FIELDS if stones & BIT[field]]


def free_sum(stones: int) -> int:
    """FK2: the points of a turn that ends with `stones` on the fish."""
    return SUM_OF_ALL - sum(fields_of(stones))


def _points_text(points: int) -> str:
    return "." if points == NO_POINTS else str(points)


# --- position text -----------------------------------------------------------------------------


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    may_stop = options["may_stop"] is True
    turn = fields.number("turn", 0, players - 1)
    phase = fields.word("phase", PHASES if may_stop else (THROW, PLACE, OVER))
    dice = fields.word("dice", ["-", *WEIGHTS]).removeprefix("-")
    stones = _parse_stones(fields, phase)
    _check_throw(fields, phase, dice, stones, may_stop)
    ended = phase == OVER and stones != BONE
    first = _parse_first(fields, players, may_stop)
    had = [points != NO_POINTS for points in first]
    if not all(had):
        if had != [seat < turn for seat in range(players)]:
            raise fields.fault(_("points stand exactly before the seat in turn, seat {turn}", turn=turn))
        if ended:
            raise fields.fault(_("the game is over, so every seat has points"))
    playoff = _parse_playoff(fields, first, may_stop)
    entries = playoff or tuple(enumerate(first))
    if playoff or all(had):
        _check_turn(fields, entries, turn, ended)
    if ended and dict(entries)[turn] != free_sum(stones):
        raise fields.fault(
            _("seat {turn} has {points} points on the fish", turn=turn, points=free_sum(stones))
        )
    if not dice and (turn or playoff):
        raise fields.fault(_("there was a throw before, but dice=- says there was none"))
    if dice and not turn and not playoff and phase in (THROW, FIRST) and not _placed(stones, dice):
        raise fields.fault(_("the first throw of the game is still to come, so dice=- is expected"))
    return State(may_stop, turn, phase, stones, dice, first, playoff)


def _parse_stones(fields: Fields, phase: str) -> int:
    stones = sum(BIT[field] for field in set(fields.numbers("stones", 1, 12)))
    if phase == OVER:
        return stones
    if stones & HEAD == HEAD:
        raise fields.fault(_("with 1, 2 and 3 taken their stones would have been taken off (FK3)"))
    if stones == BONE:
        raise fields.fault(_("with exactly the bone taken the game would be over (FK4)"))
    return stones


def _check_throw(fields: Fields, phase: str, dice: str, stones: int, may_stop: bool) -> None:
    """Refuse stones that cannot lie after (before placing: under) the throw `dice`."""
    if phase == PLACE:
        if not dice or not _fits(stones, dice):
            raise fields.fault(_("no free field fits the throw {dice}", dice=dice or "-"))
    elif phase == FIRST:
        if stones:
            raise fields.fault(_("before the first throw of a turn no stones lie"))
    elif phase == OVER:
        blocked = bool(dice) and (not _fits(stones, dice) or (may_stop and _placed(stones, dice)))
        head_full = stones & HEAD == HEAD and stones != FULL
        if not (_placed(stones, dice) if stones == BONE else blocked) or head_full:
            raise fields.fault(_("no turn ends with these stones and the throw {dice}", dice=dice or "-"))
    elif (stones or phase == AGAIN) and not _placed(stones, dice):
        raise fields.fault(_("no stone lies that the throw {dice} could have placed", dice=dice or "-"))


def _fits(stones: int, dice: str) -> bool:
    return any(not stones & BIT[field] for field in FITTING[dice])


def _placed(stones: int, dice: str) -> bool:
    """Whether `stones` can lie right after a stone was placed for `dice`: it lies, or it filled the head."""
    cleared = not stones & HEAD
    return bool(dice) and any(stones & BIT[field] or (cleared and field <= 3) for field in FITTING[dice])


@cache
def _possible_points(may_stop: bool) -> frozenset[int]:
    """All points with which a turn can end."""
    ends = (
        stones
        for stones in range(FULL)
        if stones & HEAD != HEAD
        and stones != BONE
        and (may_stop or not all(_fits(stones, dice) for dice in WEIGHTS))
    )
    return frozenset(map(free_sum, ends)) | {0}


def _read_points(fields: Fields, text: str, may_stop: bool) -> int:
    if text == ".":
        return NO_POINTS
    if (
        not text.isascii()
        or not text.isdigit()
        or len(text) > 2
        or int(text) not in _possible_points(may_stop)
    ):
        raise fields.fault(_("a turn cannot end with {points!r} points", points=text[:40]))
    return int(text)


def _parse_first(fields: Fields, players: int, may_stop: bool) -> tuple[int, ...]:
    texts = fields.list("first")
    if len(texts) != players:
        raise fields.fault(
            _("the points (or .) of {n} seats are expected, not {found}", n=players, found=len(texts))
        )
    return tuple(_read_points(fields, text, may_stop) for text in texts)


def _parse_playoff(fields: Fields, first: tuple[int, ...], may_stop: bool) -> tuple[tuple[int, int], ...]:
    fewest = {str(seat): seat for seat, points in enumerate(first) if points == min(first)}
    entries: list[tuple[int, int]] = []
    for text in fields.list("playoff"):
        seat, _colon, points = text.partition(":")
        if seat not in fewest or NO_POINTS in first or (entries and fewest[seat] <= entries[-1][0]):
            raise fields.fault(
                _(
                    "a playoff is among seats that share the fewest points, in order, not {seat!r}",
                    seat=seat[:40],
                )
            )
        entries.append((fewest[seat], _read_points(fields, points, may_stop)))
    if len(entries) == 1:
        raise fields.fault(_("a playoff is among two seats or more"))
    return tuple(entries)


def _check_turn(fields: Fields, entries: tuple[tuple[int, int], ...], turn: int, ended: bool) -> None:
    """Refuse points that do not stop where `turn` is, or an end without a single best seat."""
    seats = [seat for seat, _points in entries]
    points = [points for _seat, points in entries]
    played = seats.index(turn) + ended if turn in seats else -1
    if [had != NO_POINTS for had in points] != [place < played for place in range(len(seats))]:
        raise fields.fault(_("these points do not go with seat {turn} in turn", turn=turn))
    if ended and (played != len(seats) or points.count(min(points)) > 1):
        raise fields.fault(_("the game is over, so all have had their turn and one has the fewest points"))
