"""How a game of Six stands for a seat: which part of the others it is likely to beat, now, and after the tube
is lifted or the dice are rolled on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handvoll.core.state import View
from handvoll.games.six.chances import beats, chance_over, daring, worth
from handvoll.games.six.notation import ROUNDS
from handvoll.games.six.rules import STROKES
from handvoll.games.six.timing import Timing

SPREADS = {1: 9.0, 2: 7.0, 3: 5.0, ROUNDS + 1: 0.0}
"""By how many strokes (standard deviation) two equal players move apart from somewhere in that round on; less
than whole rounds would make it, for whoever is ahead may end them."""
SOON, PART = 4, 0.5
"""What lies open counts with that part of what it is likely to bring in so many turns."""


def standing(view: View, seat: int, more: float = 0.0) -> float:
    """The part of the others that `seat` is likely to beat, with so many strokes `more`."""
    return _share(view, seat, view["round"], {seat: more})


def after_lift(view: View, seat: int, timing: Timing) -> float:
    """The same, once `seat` has lifted the tube and somebody has given back a card (SX8)."""
    before = (seat - view["direction"]) % view["players"]
    over = chance_over(timing.elapsed)
    right, wrong = (
        _share(view, seat, view["round"] + 1, {payer: -top_strokes(view, payer)}) for payer in (before, seat)
    )
    return over * right + (1 - over) * wrong


def after_roll(view: View, seat: int, timing: Timing) -> float:
    """The same, if it rolls on, with the danger that the next one is right to lift the tube."""
    danger = dare(view, seat, timing)[1] if chance_over(timing.elapsed) else 0.0
    return standing(view, seat, danger)


def dare(view: View, seat: int, timing: Timing) -> tuple[float, float]:
    """What lifting and rolling on is worth in strokes, of nothing but the cards that can be given back."""
    players, direction = view["players"], view["direction"]
    tops = [top_strokes(view, (seat + step * direction) % players) for step in range(players)]
    return daring(tops, timing.elapsed, timing.turn)


def top_strokes(view: View, seat: int) -> int:
    """What a seat would give back (SX8)."""
    secured = view["secured"][seat]
    return STROKES[secured[-1]] if secured else 0


def wins_by_lifting(view: View, seat: int) -> bool:
    """Whether lifting the tube wins the game alone, even if the timer still runs."""
    strokes = [*view["strokes"]]
    left = strokes.pop(seat) - top_strokes(view, seat)
    return bool(view["round"] == ROUNDS and left > max(strokes))


def _share(view: View, seat: int, game_round: int, changes: Mapping[int, float]) -> float:
    """The part of the others that `seat` is likely to beat in a game that is in that round (or over), with
    the strokes of some changed."""
    is_over = game_round > ROUNDS
    likely = [
        strokes + changes.get(other, 0.0) + (0.0 if is_over else PART * _soon(places))
        for other, (strokes, places) in enumerate(zip(view["strokes"], view["places"], strict=True))
    ]
    mine = likely.pop(seat)
    return sum(beats(mine - other, SPREADS[game_round]) for other in likely) / len(likely)


def _soon(places: Sequence[Sequence[int]]) -> float:
    """What a seat's open cards are likely to bring soon."""
    return sum(worth(tuple(stack), SOON) for stack in places)
