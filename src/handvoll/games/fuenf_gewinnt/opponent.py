"""How the opponent plays Fünf gewinnt: the search of `search.py`, compiled as soon as it can be.

Levels 1 to 4 look less far ahead and misjudge positions a little, the lowest also overlook what threatens;
level 5 thinks until its time is up.
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
from handvoll.games.fuenf_gewinnt import field, lines, memory, notation, ordering, rules, search
from handvoll.games.fuenf_gewinnt.field import NOWHERE, STONES
from handvoll.games.fuenf_gewinnt.rules import State, seat_of

DEPTHS = {1: 1, 2: 1, 3: 2, 4: 3}
"""How many plies a level looks ahead at most."""
FOLLOWED = {1: 0, 2: 0, 3: 2, 4: 6, 5: 16}
"""How many plies beyond that it follows fours."""
NOISE = {1: 110, 2: 20, 3: 45, 4: 22}
"""By how much (standard deviation; an open three is about 110) a level misjudges what a move leads to."""
OVERLOOKS = {1: 0.25, 2: 0.05}
"""How often a level goes by the look of the lines alone and thinks of no answer."""
SCALE = 300.0
"""A lead of so much means winning about three games of four."""

Root = Callable[..., int]


def _compile() -> Root:
    root = on_desk(twins(picking, notation, field, lines, memory, ordering, search)["search_root"])
    think_plainly(rules.start(2, {}), Effort(2, 60, 200), root)
    return root


SEARCH = Later(_compile)


def think(seen: Seen, effort: Effort) -> Thought:
    """A move by search."""
    state = seen.state
    assert isinstance(state, State)
    return think_plainly(state, effort, SEARCH.ready() or search.search_root)


def think_plainly(state: State, effort: Effort, root: Root) -> Thought:
    """A move by search with the given root search (compiled or not)."""
    desk = lay_out(state)
    desk.counts[memory.LIMIT] = effort.nodes or 1 << 60
    desk.counts[memory.FOLLOWED] = FOLLOWED[effort.level]
    rng = np.random.default_rng(effort.seed)
    moves, guesses = _in_order(desk, state, rng)
    noise = np.rint(rng.normal(0, NOISE.get(effort.level, 0), len(moves))).astype(np.int64)
    if rng.random() < OVERLOOKS.get(effort.level, 0.0):
        return Thought(state.move_text(int(moves[np.argmax(guesses / 8 + 2 * noise)])))
    worths = np.zeros(len(moves), np.int64)
    reached = 0
    line: tuple[int, ...] = (int(moves[0]),)
    shown: list[tuple[int, int]] = []
    with alarm(effort, lambda: _stop(desk)):
        for depth in range(1, DEPTHS.get(effort.level, memory.DEEPEST - 30) + 1):
            done = root(desk, depth, moves, worths, noise)
            if done:
                line = tuple(int(move) for move in desk.line[0][: _length(desk.line[0])])
                shown = [(int(moves[i]), int(worths[i])) for i in range(done)]
            if done < len(moves):
                break
            reached = depth
            if len(moves) == 1 or abs(worths[0]) > memory.SURE:
                break
    if not shown:  # too little time for a single look
        return Thought(state.move_text(line[0]), depth=0)
    return _thought(state, shown, line, reached, int(desk.counts[memory.NODES]))


def lay_out(state: State) -> Desk:
    """A desk with the stones of `state` on it."""
    desk = memory.new_desk()
    desk.plane[:] = np.frombuffer(state.plane, np.uint8)
    points = list(state.points)
    desk.points[0, :] = points
    seat, frame = state.to_act[0], desk.frames[0]
    frame[memory.SEAT] = seat
    frame[memory.LAID] = state.laid
    frame[memory.QUIET] = frame[memory.LENGTH] = len(state.quiet)
    frame[memory.LINES_NOW] = lines.all_lines(points)
    if state.laid == STONES:
        lying = [number for number in range(1, STONES + 1) if points[number] != NOWHERE]
        frame[memory.LEAD] = sum(1 if seat_of(number) == 0 else -1 for number in lying)
    frame[memory.KEY_NOW] = memory.position_key(desk, 0, seat, state.laid)
    for i in reversed(range(len(state.quiet))):
        number, before = state.quiet[i]
        points[number] = before
        desk.points[1, :] = points
        desk.path[i] = memory.position_key(desk, 1, seat_of(number), STONES)
    return desk


def _in_order(desk: Desk, state: State, rng: np.random.Generator) -> tuple[Any, Any]:
    """All moves and how promising they look, the best first; what wins at once before all others."""
    if state.laid < STONES:
        known = ordering.list_laying(desk, 0)
    else:
        known = ordering.list_moving(desk, 0)
        ordering.guess_moving(desk, 0)
    guesses = dict(zip(desk.moves[0].tolist(), desk.guess[0].tolist(), strict=True))
    legal = state.moves(state.to_act[0])
    if known != memory.UNKNOWN:
        guesses[int(desk.line[0, 0])] = 1 << 40
    elif state.laid < STONES and desk.frames[0, memory.PRESSING]:
        legal = [int(desk.moves[0, 0])]
    shuffled = rng.permutation(legal).tolist()
    order = sorted(shuffled, key=lambda move: -guesses.get(move, 0))
    return np.array(order), np.array([guesses.get(move, 0) for move in order])


def _stop(desk: Desk) -> None:
    desk.counts[memory.STOP] = 1


def _length(line: Any) -> int:
    (ends,) = np.nonzero(line == memory.NO_MOVE)
    return int(ends[0]) if len(ends) else len(line)


def _thought(
    state: State, shown: list[tuple[int, int]], line: tuple[int, ...], depth: int, nodes: int
) -> Thought:
    move, worth = shown[0]
    certain = abs(worth) > memory.SURE
    return Thought(
        state.move_text(move),
        win_chance(worth),
        "win",
        0.0 if certain else None,
        certain,
        depth,
        nodes,
        tuple(Option(state.move_text(other), win_chance(value), other != move) for other, value in shown[:5]),
        tuple(_line_texts(state, line or (move,))),
        _why(worth),
    )


def _line_texts(state: State, line: tuple[int, ...]) -> list[str]:
    """The moves of a line as texts, as far as they can be played."""
    texts: list[str] = []
    for move in line:
        if not state.to_act or move not in state.moves(state.to_act[0]):
            break
        texts.append(state.move_text(move))
        state = state.after(state.to_act[0], move)
    return texts


def win_chance(worth: int) -> float:
    """A worth as a chance to win."""
    if abs(worth) > memory.SURE:
        return 1.0 if worth > 0 else 0.0
    return float(1 / (1 + 3 ** (-worth / SCALE)))


def _why(worth: int) -> Message | None:
    moves = (memory.WON - abs(worth) + 1) // 2
    if worth > memory.SURE:
        return _("This wins by force; moves to go: {moves}.", moves=moves)
    if worth < -memory.SURE:
        return _("This loses by force; moves to go: {moves}.", moves=moves)
    return None
