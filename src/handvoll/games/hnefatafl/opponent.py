"""How the opponent plays Hnefatafl: the search of `search.py`, compiled as soon as it can be.

Levels 1 to 4 look less far ahead and misjudge positions a little; level 5 thinks until its time is up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from handvoll.bots import Effort, Option, Seen, Thought, picking
from handvoll.bots.alarm import alarm
from handvoll.bots.compiled import Later, twins
from handvoll.bots.desk import Desk, on_desk
from handvoll.core.messages import Message, _
from handvoll.games.hnefatafl import evaluation, frames, memory, notation, ordering, root, rules, search
from handvoll.games.hnefatafl.notation import ATTACKER, DEFENDER, KING, move_text
from handvoll.games.hnefatafl.rules import State

DEPTHS = {1: 1, 2: 2, 3: 3, 4: 4}
"""How many plies a level looks ahead at most."""
NOISE = {1: 160, 2: 70, 3: 30, 4: 20}
"""By how much (standard deviation, hundredths of an attacker) a level misjudges what a move leads to."""
LONGEST_PATH = 3_000
TIRED = 100
"""After so many moves without a capture it begins to give up a lead from which nothing came: it is content
with a position that has stood before, so that games end (HN8)."""
GIVEN_UP = 4
"""How much of a lead it gives up for each further move."""
SCALE = 400.0
"""A lead of so many hundredths of an attacker means winning about three games of four."""


def _compile() -> Callable[..., int]:
    modules = (picking, notation, rules, frames, memory, evaluation, ordering, search, root)
    look = on_desk(twins(*modules)["search_root"])
    start = rules.start(2, {"king_beside_throne": "four"})
    think_plainly(start, Effort(level=2, seconds=60, nodes=500), look)
    return look


SEARCH = Later(_compile)


def think(seen: Seen, effort: Effort) -> Thought:
    """A move by search."""
    state = seen.state
    assert isinstance(state, State)
    return think_plainly(state, effort, SEARCH.ready() or root.search_root)


def think_plainly(state: State, effort: Effort, look: Callable[..., int]) -> Thought:
    """A move by search with the given root search (compiled or not)."""
    seat = state.turn
    desk = memory.new_desk()
    desk.board[:] = np.frombuffer(state.board, np.uint8)
    earlier = state.earlier[-LONGEST_PATH:]
    for i, board in enumerate(earlier):
        desk.path[i] = memory.board_key(board, (seat + len(earlier) - i) % 2, desk.keys)
    key = memory.board_key(state.board, seat, desk.keys)
    men = state.board.count(ATTACKER), state.board.count(DEFENDER)
    here = (seat, state.board.index(KING), *men, key, len(earlier), False, False)
    rng = np.random.default_rng(effort.seed)
    # In any order, but what wins at once comes first, however little time there is.
    shuffled = rng.permutation(state.moves(seat)).tolist()
    moves = np.array(sorted(shuffled, key=lambda move: not _wins(state, move)))
    noise = np.rint(rng.normal(0, NOISE.get(effort.level, 0), len(moves))).astype(np.int64)
    desk.counts[memory.LIMIT] = effort.nodes or 1 << 60
    worths = np.zeros(len(moves), np.int64)
    reached = 0
    line: tuple[int, ...] = (int(moves[0]),)
    shown = [(int(moves[0]), 0)]
    with alarm(effort, lambda: _stop(desk)):
        for depth in range(1, DEPTHS.get(effort.level, memory.DEEPEST - 20) + 1):
            frames.push(desk, 0, depth, -memory.INFINITE, memory.INFINITE, *here)
            done = look(desk, int(state.three), moves, worths, noise)
            if done:
                line = tuple(int(move) for move in desk.line[0][: _length(desk.line[0])])
                shown = [(int(moves[i]), int(worths[i])) for i in range(done)]
            if done < len(moves):
                break
            reached = depth
            if abs(worths[0]) > memory.SURE:
                break
    again = _again(state, shown[0][1])
    if again is not None:
        shown = [(again, 0), *(other for other in shown if other[0] != again)]
        line = (again,)
    return _thought(shown, line, reached, int(desk.counts[memory.NODES]))


def _again(state: State, lead: int) -> int | None:
    """A move that brings back what has stood before, where nothing has come of many moves."""
    if lead > memory.SURE or lead > (len(state.earlier) - TIRED) * GIVEN_UP:
        return None
    for move in state.moves(state.turn):
        after = state.after(state.turn, move)
        if after.earlier and after.occurred > 1:
            return move
    return None


def _wins(state: State, move: int) -> bool:
    result = state.after(state.turn, move).result
    return result is not None and result.scores[state.turn] == 1


def _stop(desk: Desk) -> None:
    desk.counts[memory.STOP] = 1


def _length(line: Any) -> int:
    (ends,) = np.nonzero(line == memory.NO_MOVE)
    return int(ends[0]) if len(ends) else len(line)


def _thought(shown: list[tuple[int, int]], line: tuple[int, ...], depth: int, nodes: int) -> Thought:
    move, worth = shown[0]
    certain = abs(worth) > memory.SURE
    return Thought(
        move_text(move),
        win_chance(worth),
        "win",
        0.0 if certain else None,
        certain,
        depth,
        nodes,
        tuple(Option(move_text(other), win_chance(value), other != move) for other, value in shown[:5]),
        tuple(map(move_text, line or (move,))),
        _why(worth),
    )


def win_chance(worth: int) -> float:
    """A worth as a chance to win."""
    if abs(worth) > memory.SURE:
        return 1.0 if worth > 0 else 0.0
    return float(1 / (1 + 3 ** (-worth / SCALE)))


def _why(worth: int) -> Message | None:
    plies = memory.WON - abs(worth)
    if worth > memory.SURE:
        return _("This wins by force; moves to go: {moves}.", moves=(plies + 1) // 2)
    if worth < -memory.SURE:
        return _("This loses by force; moves to go: {moves}.", moves=(plies + 1) // 2)
    return None
