"""The rules of Fünf gewinnt, rulings FG1 to FG8; `field` holds what of them a search needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields, join
from handvoll.core.state import Result, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.fuenf_gewinnt.explain import explain_laying, explain_lifting
from handvoll.games.fuenf_gewinnt.field import (
    FARTHEST,
    MOST_MOVES,
    MOST_TARGETS,
    NOWHERE,
    QUIET_MOVES,
    SCRATCH,
    STONES,
    can_lift,
    is_material,
    joined,
    lay_moves,
    lift_and_lay,
    lift_moves,
    makes_five,
    survey,
)
from handvoll.games.fuenf_gewinnt.notation import WRAP, point_of, point_text, read_points, tidied, xy

Footprint = tuple[int, tuple[int, ...], tuple[int, ...]]
Survey = tuple[list[int], list[int], list[int]]
"""What `survey` wrote into `targets`, `touching` and `stays`."""


class State(BaseState):
    """One moment of Fünf gewinnt."""

    __slots__ = (
        "_survey",
        "chance",
        "footprints",
        "laid",
        "plane",
        "players",
        "points",
        "quiet",
        "reason",
        "to_act",
        "winner",
    )

    def __init__(
        self,
        plane: bytes,
        points: tuple[int, ...],
        laid: int,
        seat: int,
        quiet: tuple[tuple[int, int], ...] = (),
        footprints: tuple[Footprint, ...] = (),
        reason: str | None = None,
        winner: int | None = None,
    ) -> None:
        self.players = 2
        self.chance = None
        self.plane = plane
        self.points = points
        self.laid = laid
        """How many stones were laid from the hand."""
        self.quiet = quiet
        """The moves since the second phase began or a capture: stone number and where from."""
        self.footprints = footprints
        """The positions since then, this one included."""
        self.reason = reason
        self.winner = winner
        self.to_act = () if reason else (seat,)
        self._survey: Survey | None = None

    @property
    def result(self) -> Result | None:
        if self.reason is None:
            return None
        if self.winner is None:
            return Result((0.5, 0.5), (1, 1), self.reason)
        scores = (1, 0) if self.winner == 0 else (0, 1)
        return Result(scores, rank(scores), self.reason)

    def moves(self, seat: int) -> list[int]:
        if self.laid < STONES:
            moves = [0] * MOST_TARGETS
            return moves[: lay_moves(bytearray(self.plane), self.points, self.laid, moves)]
        moves = [0] * MOST_MOVES
        targets, touching, stays = self.survey()
        return moves[: lift_moves(seat, targets, touching, stays, moves)]

    def survey(self) -> Survey:
        """What `survey` finds here; only in the second phase."""
        if self._survey is None:
            targets, touching, stays = [0] * MOST_TARGETS, [0] * MOST_TARGETS, [0] * (STONES + 1)
            count = survey(bytearray(self.plane), self.points, targets, touching, stays, [0] * SCRATCH)
            self._survey = targets[:count], touching[:count], stays
        return self._survey

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        plane, points = bytearray(self.plane), list(self.points)
        target, number = move >> 6, move & 63
        if number == 0:
            return self._laid(seat, target, plane, points)
        captured = lift_and_lay(plane, points, number, target, self.survey()[2][number])
        quiet = () if captured else (*self.quiet, (number, self.points[number]))
        return self._next(
            seat, target, bytes(plane), tuple(points), quiet, () if captured else self.footprints
        )

    def _laid(self, seat: int, target: int, plane: bytearray, points: list[int]) -> Self:
        laid = self.laid + 1
        plane[target & WRAP] = laid
        points[laid] = target
        if laid == STONES:
            return self._next(seat, target, bytes(plane), tuple(points), (), ())
        if makes_five(plane, target):
            return type(self)(bytes(plane), tuple(points), laid, seat, reason="five", winner=seat)
        return type(self)(bytes(plane), tuple(points), laid, 1 - seat)

    def _next(
        self,
        seat: int,
        target: int,
        plane: bytes,
        points: tuple[int, ...],
        quiet: tuple[tuple[int, int], ...],
        footprints: tuple[Footprint, ...],
    ) -> Self:
        """The state of the second phase after `seat` has laid a stone on `target`: FG8 gives the order."""
        if makes_five(plane, target):
            return type(self)(plane, points, STONES, seat, quiet, footprints, "five", seat)
        if not quiet and is_material(points):
            return type(self)(plane, points, STONES, seat, quiet, footprints, "material")
        # FG7: who cannot lift sits out. The other then can: an outermost stone has an empty side, and it may
        # go to another point around the rest, so that nobody is ever stuck.
        if can_lift(plane, points, 1 - seat):
            seat = 1 - seat
        here = footprint(points, seat)
        reason = None
        if footprints.count(here) == 2:
            reason = "repetition"
        elif len(quiet) == QUIET_MOVES:
            reason = "hundred"
        return type(self)(plane, points, STONES, seat, quiet, (*footprints, here), reason)

    # --- texts ---------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        target = point_text(move >> 6)
        return f"{point_text(self.points[move & 63])}>{target}" if move & 63 else target

    def tidy(self, seat: int, text: str) -> str:
        return tidied(text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        lying = {xy(point): seat_of(number) for number, point in enumerate(self.points) if point != NOWHERE}
        moves = self.moves(seat)
        if self.laid < STONES:
            return explain_laying(lying, [xy(move >> 6) for move in moves], text)
        return explain_lifting(
            seat, lying, [(xy(self.points[move & 63]), xy(move >> 6)) for move in moves], text
        )

    def view(self, seat: int | None) -> View:
        lying = [number for number in range(1, self.laid + 1) if self.points[number] != NOWHERE]
        return {
            "moving": self.laid == STONES,
            "stones": [
                {"stone": number, "seat": seat_of(number), "at": list(xy(self.points[number]))}
                for number in lying
            ],
            "hands": [STONES // 2 - (self.laid + 1 - side) // 2 for side in (0, 1)],
            "captured": [
                sum(self.points[number] == NOWHERE for number in range(side + 1, self.laid + 1, 2))
                for side in (0, 1)
            ],
            "quiet": len(self.quiet),
            "five": [
                list(xy(self.points[number]))
                for number in lying
                if self.reason == "five"
                and seat_of(number) == self.winner
                and makes_five(self.plane, self.points[number])
            ],
        }

    def position(self) -> str:
        stones = ["x" if point == NOWHERE else point_text(point) for point in self.points[1 : self.laid + 1]]
        quiet, points = [], list(self.points)
        for number, start in reversed(self.quiet):
            quiet.append(f"{point_text(start)}>{point_text(points[number])}")
            points[number] = start
        turn = join(self.to_act)
        return f"stones={join(stones, '/')} quiet={join(quiet[::-1], '/')} turn={turn}"


def seat_of(number: int) -> int:
    """The seat that owns the stone of that number."""
    return (number - 1) % 2


def footprint(points: Sequence[int], seat: int) -> Footprint:
    """FG8: what makes two positions the same: stones up to translation, and the seat to move."""
    least = min(points)
    white = [point - least for point in points[1::2] if point != NOWHERE]
    black = [point - least for point in points[2::2] if point != NOWHERE]
    return seat, tuple(sorted(white)), tuple(sorted(black))


def start(players: int, options: Options) -> State:
    """The beginning: an empty table, all stones in the hands."""
    return State(bytes(WRAP + 1), (NOWHERE,) * (STONES + 1), 0, 0)


# --- position text -----------------------------------------------------------------------------


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to: the laying is played
    again while nothing is captured, and so are the moves since the last capture."""
    points = _parse_stones(fields)
    if len(points) < STONES:
        state = _laid_again(fields, points)
        fields.word("quiet", ["-"])
    else:
        moves = _parse_quiet(fields, points)
        if NOWHERE not in points:
            state = _moved_again(fields, _laid_again(fields, points), moves)
        else:
            state = _parse_after_capture(fields, points, moves)
            if not moves and not state.reason:
                return state
            state = _moved_again(fields, state, moves)
    fields.word("turn", [join(state.to_act)])
    return state


def _parse_stones(fields: Fields) -> list[int]:
    """The points of the stones in the order they were laid."""
    texts = fields.list("stones", sep="/")
    if len(texts) > STONES:
        raise fields.fault(_("there are {most} stones, not {came}", most=STONES, came=len(texts)))
    points: list[int] = []
    column = 0
    for text in texts:
        place = read_points(text)
        if text == "x" and len(texts) == STONES:
            points.append(NOWHERE)
        elif len(place) != 1 or max(map(abs, place[0])) > FARTHEST:
            raise fields.fault(
                _(
                    "a stone lies on a point such as -1,2, or is x when captured, not {came!r}",
                    came=text[:40],
                ),
                column,
            )
        elif point_of(*place[0]) in points:
            raise fields.fault(_("two stones on {point}", point=text), column)
        else:
            points.append(point_of(*place[0]))
        column += len(text) + 1
    return points


def _laid_again(fields: Fields, points: list[int]) -> State:
    """The state after stones were laid on `points` one after the other."""
    state = start(2, {})
    for point in points:
        if state.reason or point << 6 not in state.moves(state.to_act[0]):
            raise fields.fault(
                _("the stone on {point} cannot have been laid after those before it", point=point_text(point))
            )
        state = state.after(state.to_act[0], point << 6)
    return state


def _parse_quiet(fields: Fields, points: list[int]) -> list[tuple[int, int]]:
    """The moves since the last capture as stone numbers and targets, taken back on `points`."""
    moves: list[tuple[int, int]] = []
    texts = fields.list("quiet", sep="/")
    if len(texts) > QUIET_MOVES:
        raise fields.fault(_("the game ends after {most} moves without capture", most=QUIET_MOVES))
    for text in reversed(texts):
        places = read_points(text)
        if len(places) != 2 or max(abs(n) for place in places for n in place) > FARTHEST:
            raise fields.fault(_("a move reads like 1,0>-2,3, not {came!r}", came=text[:40]))
        origin, target = point_of(*places[0]), point_of(*places[1])
        if target not in points or origin in points:
            raise fields.fault(_("the move {move} cannot have led to these stones", move=text))
        number = points.index(target) + 1
        points[number - 1] = origin
        moves.append((number, target))
    return moves[::-1]


def _moved_again(fields: Fields, state: State, moves: list[tuple[int, int]]) -> State:
    """`state` after quiet moves, each checked."""
    for number, target in moves:
        move = target << 6 | number
        seat = seat_of(number)
        if state.to_act != (seat,) or move not in state.moves(seat):
            raise fields.fault(_("the move {move} was not possible then", move=state.move_text(move)))
        before, state = state, state.after(seat, move)
        if len(state.quiet) != len(before.quiet) + 1:
            raise fields.fault(_("the move {move} captured stones then", move=before.move_text(move)))
    return state


def _parse_after_capture(fields: Fields, points: list[int], moves: list[tuple[int, int]]) -> State:
    """The state right after stones were captured last."""
    plane = bytearray(WRAP + 1)
    for number, point in enumerate(points, 1):
        if point != NOWHERE:
            plane[point & WRAP] = number
    lying = sum(1 << number for number, point in enumerate(points, 1) if point != NOWHERE)
    anywhere = min(points)
    whole = (NOWHERE, *points)
    if 1 << plane[anywhere & WRAP] | joined(plane, whole, anywhere, lying) != lying or not lying & lying - 1:
        raise fields.fault(_("after a capture two or more stones lie, connected side to side"))
    reach = STONES - 1 + QUIET_MOVES * points.count(NOWHERE)
    if any(abs(x) + abs(y) > reach for x, y in (xy(point) for point in points if point != NOWHERE)):
        raise fields.fault(_("no stone can have come that far from the centre in so few moves"))
    reason, winner = _outcome(fields, plane, whole)
    if moves:
        seat = seat_of(moves[0][0])
    elif reason:
        seat = 0
    else:
        seat = int(fields.word("turn", [str(seat) for seat in (0, 1) if can_lift(plane, whole, seat)]))
    footprints = () if reason else (footprint(whole, seat),)
    return State(bytes(plane), whole, STONES, seat, (), footprints, reason, winner)


def _outcome(fields: Fields, plane: bytearray, points: Sequence[int]) -> tuple[str | None, int | None]:
    """How the game stands right after a capture."""
    rows = [point for point in points if point != NOWHERE and makes_five(plane, point)]
    if not rows:
        return ("material" if is_material(points) else None), None
    for last in rows:  # FG3: the stone just laid is in every five
        without = bytearray(plane)
        without[last & WRAP] = 0
        if not any(makes_five(without, point) for point in rows if point != last):
            return "five", seat_of(plane[last & WRAP])
    raise fields.fault(_("the game ended with the first five; no stone is part of all that lie here"))
