"""How the opponent plays Torris: the search of `search.py`, compiled as soon as it can be.

Levels 1 to 4 look less far ahead and misjudge positions a little; level 5 thinks until its time is up or
the game is solved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from handvoll.bots import Effort, Option, Seen, Thought, picking
from handvoll.bots.alarm import alarm
from handvoll.bots.compiled import Later, twins
from handvoll.bots.desk import Desk, on_desk
from handvoll.core.messages import Message, Seat, _
from handvoll.games.torris import memory, notation, rules, search, towers
from handvoll.games.torris.notation import SQUARES, move_text
from handvoll.games.torris.rules import State

DEPTHS = {1: 1, 2: 1, 3: 3, 4: 5}
"""How many plies a level looks ahead at most."""
NOISE = {1: 1800, 2: 220, 3: 60, 4: 20}
"""By how much (standard deviation, hundredths of a point) a level misjudges what a move leads to."""
SCALE = 500.0
"""A lead of so many hundredths of a point means winning about three games of four."""

Root = Callable[..., int]


def _compile() -> Root:
    root = on_desk(twins(picking, notation, towers, memory, search)["search_root"])
    dealt = rules.start(2, {}).after_chance("1" * 8 + "2" * 8 + "3" * 8 + "4" * 8)
    think_plainly(dealt, Effort(2, 60, 200), root)
    return root


SEARCH = Later(_compile)


def think(seen: Seen, effort: Effort) -> Thought:
    """A move by search."""
    state = seen.state
    assert isinstance(state, State)
    return think_plainly(state, effort, SEARCH.ready() or search.search_root)


def think_plainly(state: State, effort: Effort, root: Root) -> Thought:
    """A move by search with the given root search (compiled or not)."""
    seat = state.to_act[0]
    desk = lay_out(state)
    rng = np.random.default_rng(effort.seed)
    moves = rng.permutation(state.moves(seat))
    noise = np.rint(rng.normal(0, NOISE.get(effort.level, 0), len(moves))).astype(np.int64)
    desk.counts[memory.LIMIT] = effort.nodes or 1 << 60
    worths = np.zeros(len(moves), np.int64)
    reached, is_solved = 0, False
    line: tuple[int, ...] = (int(moves[0]),)
    shown: list[tuple[int, int]] = []
    with alarm(effort, lambda: _stop(desk)):
        for depth in range(1, DEPTHS.get(effort.level, memory.DEEPEST) + 1):
            done = root(desk, depth, seat, moves, worths, noise)
            if done:
                line = tuple(int(move) for move in desk.line[0][: _length(desk.line[0])])
                shown = [(int(moves[i]), int(worths[i])) for i in range(done)]
            if done < len(moves):
                break
            reached = depth
            is_solved = bool(desk.frames[0, memory.IS_FULL]) and not noise.any()
            if is_solved:
                break
    if not shown:  # too little time for a single look
        return Thought(_text(line[0]), depth=0)
    return _thought(seat, shown, line, reached, int(desk.counts[memory.NODES]), is_solved)


def lay_out(state: State) -> Desk:
    """A desk with the towers of `state` on it."""
    desk = memory.new_desk()
    desk.tops[0, :] = np.frombuffer(state.tops, np.uint8)
    desk.heights[0, :] = np.frombuffer(state.heights, np.uint8)
    desk.under[0, :] = np.frombuffer(state.under, np.uint8)
    desk.values[:] = np.frombuffer(state.values, np.uint8)
    return desk


def _stop(desk: Desk) -> None:
    desk.counts[memory.STOP] = 1


def _length(line: Any) -> int:
    (ends,) = np.nonzero(line == memory.NO_MOVE)
    return int(ends[0]) if len(ends) else len(line)


def _thought(
    seat: int, shown: list[tuple[int, int]], line: tuple[int, ...], depth: int, nodes: int, is_solved: bool
) -> Thought:
    move, worth = shown[0]
    certain = is_solved or abs(worth) >= memory.WON
    return Thought(
        _text(move),
        win_chance(worth),
        "win",
        0.0 if certain else None,
        certain,
        depth,
        nodes,
        tuple(Option(_text(other), win_chance(value), other != move) for other, value in shown[:5]),
        tuple(map(_text, line or (move,))),
        _why(seat, worth, is_solved),
    )


def _text(move: int) -> str:
    return move_text(move >> 5, move & 31)


def win_chance(worth: int) -> float:
    """A worth as a chance to win."""
    if abs(worth) >= memory.WON:
        return 1.0 if worth > 0 else 0.0
    return float(1 / (1 + 3 ** (-worth / SCALE)))


def _why(seat: int, worth: int, is_solved: bool) -> Message | None:
    """What is certain about the end of the game."""
    winner = seat if worth > 0 else 1 - seat
    more = (SQUARES + max(abs(worth) - memory.WON, 0)) // 2
    if is_solved and worth == 0:
        return _("Solved: a draw, {points} points each.", points=more)
    if is_solved and more == SQUARES // 2:
        return _(
            "Solved: {points} points each, and {player} wins with the highest tower.",
            points=more,
            player=Seat(winner),
        )
    if is_solved:
        return _(
            "Solved: {player} wins {more} to {less}.", player=Seat(winner), more=more, less=SQUARES - more
        )
    if abs(worth) >= memory.WON:
        return _("{player} can force a win, however the other moves.", player=Seat(winner))
    return None
