"""What a move of Fünf gewinnt gives up beside the best one, found by playing both and the answers to them."""

from __future__ import annotations

from handvoll.bots import Seen
from handvoll.core.messages import Message, Seat, _, _n
from handvoll.games.fuenf_gewinnt.field import NOWHERE, STONES, makes_five
from handvoll.games.fuenf_gewinnt.notation import WRAP
from handvoll.games.fuenf_gewinnt.rules import State, seat_of


def missed(seen: Seen, played: str, best: str) -> Message | None:
    """One sentence, the weightiest there is."""
    state = seen.state
    assert isinstance(state, State)
    poor, good = map(seen.after, (played, best))
    assert isinstance(poor, State)
    assert isinstance(good, State)
    if good.winner == seen.seat:
        return _("{best} would have made five in a row.", best=best)
    return (
        _allowed_five(poor, good, seen.seat, played, best)
        or _allowed_fork(poor, good, seen.seat, played, best)
        or _losses(state, poor, good, 1 - seen.seat, best, played)
        or _losses(state, good, poor, seen.seat, played, best)
    )


def _allowed_five(poor: State, good: State, seat: int, played: str, best: str) -> Message | None:
    """That the other can now make a five."""
    found = fives(poor, 1 - seat)
    if not found or fives(good, 1 - seat):
        return None
    return _(
        "After {move} {player} can make five with {answer}, after {best} not at once.",
        move=played,
        best=best,
        player=Seat(1 - seat),
        answer=poor.move_text(found[0]),
    )


def fives(state: State, seat: int) -> list[int]:
    """The moves by which `seat`, if it is asked, wins at once."""
    if state.to_act != (seat,):
        return []
    return [move for move in state.moves(seat) if state.after(seat, move).winner == seat]


def _allowed_fork(poor: State, good: State, seat: int, played: str, best: str) -> Message | None:
    """That the other can now make a four that becomes a five on two points, of which only one can be
    blocked."""
    found = forks(poor, 1 - seat)
    if not found or forks(good, 1 - seat):
        return None
    return _(
        "After {move} {player} can lay {answer} and threatens five on two points, after {best} not at once.",
        move=played,
        best=best,
        player=Seat(1 - seat),
        answer=poor.move_text(found[0]),
    )


def forks(state: State, seat: int) -> list[int]:
    """The moves by which `seat`, if it is asked, threatens two fives, and the other has none of its own."""
    if state.to_act != (seat,) or state.laid + 3 > STONES:
        return []
    found = []
    for move in state.moves(seat):
        after = state.after(seat, move)
        if not after.reason and len(_five_points(after, seat)) > 1 and not _five_points(after, 1 - seat):
            found.append(move)
    return found


def _five_points(state: State, seat: int) -> list[int]:
    """The points on which a stone of `seat` would make a five, while stones are laid from the hand."""
    found = []
    plane = bytearray(state.plane)
    for move in state.moves(state.to_act[0]):
        cell = move >> 6 & WRAP
        plane[cell] = seat + 1  # any stone of that colour
        if makes_five(plane, move >> 6):
            found.append(move >> 6)
        plane[cell] = 0
    return found


def _losses(before: State, few: State, many: State, seat: int, one: str, other: str) -> Message | None:
    """That `one` costs `seat` more stones, as in the state `many`, than `other`, as in `few`."""
    more, less = (_captured(after, seat) - _captured(before, seat) for after in (many, few))
    if more <= less:
        return None
    return _n(
        "{one} costs {player} one stone, {other} {less}.",
        "{one} costs {player} {n} stones, {other} {less}.",
        more,
        one=one,
        other=other,
        player=Seat(seat),
        less=less if less > 1 else (_("none"), _("one"))[less],
    )


def _captured(state: State, seat: int) -> int:
    """How many stones of `seat` are off the table (FG5)."""
    laid = range(1, state.laid + 1)
    return sum(seat_of(number) == seat and state.points[number] == NOWHERE for number in laid)
