"""How the opponent plays Hütchenspieler: with a memory that fades (`memory.py`), more the lower its level.

As seeker it turns over the stone it believes to be the right one, or guesses among those it is not sure of.
As pusher it pushes so that a memory like its own gets lost, never twice alike, and asks for what the seeker
has most likely lost, as far as it still knows itself where that lies.
"""

from __future__ import annotations

from typing import cast

from handvoll.bots import Effort, Option, Seen, Thought
from handvoll.core.messages import Message, _
from handvoll.games.huetchenspieler.memory import MINDS, Memory, Mind, remember
from handvoll.games.huetchenspieler.stones import ASKS, FLIPS, PUSHES, SYMBOLS

TRICKINESS = {1: -1.0, 2: -0.3, 3: 0.2, 4: 0.7, 5: 1.2}
"""How much a pusher prefers each further place of a push (in the exponent)."""
MISSED = 3.0
"""How much likelier a symbol that was just looked for in the wrong place is to be missed again."""


def think(seen: Seen, effort: Effort) -> Thought:
    """A move of whatever kind is asked for."""
    move = seen.moves[0]
    if move in PUSHES:
        return _push(seen, effort)
    if move in ASKS:
        return _ask(seen, effort)
    if move in FLIPS:
        return _seek(seen, effort)
    return Thought(effort.rng.choice(seen.moves))


def _push(seen: Seen, effort: Effort) -> Thought:
    """Long pushes confuse; a push that only takes back the last one does not."""
    trick = TRICKINESS[effort.level]
    last = PUSHES.get(seen.steps[-1].text) if seen.steps else None
    weights = [
        0.0 if last == (go, come) and effort.level > 1 else 2.718 ** (trick * abs(go - come))
        for come, go in map(PUSHES.__getitem__, seen.moves)
    ]
    return Thought(effort.rng.choices(seen.moves, weights)[0])


def _ask(seen: Seen, effort: Effort) -> Thought:
    """For the symbol whose stone was hardest to follow."""
    memory = memory_of(seen, MINDS[effort.level])
    rng = effort.rng
    if memory is None or effort.level == 1:
        return Thought(rng.choice(seen.moves))
    row = memory.guess()
    hard = {}
    for move in seen.moves:
        symbol = ASKS[move]
        hard[move] = memory.moved[row.index(symbol)] if symbol in row else 1.5
        if symbol in memory.missed:
            hard[move] += MISSED
    best = max(seen.moves, key=lambda move: (hard[move] + rng.random() * (5 - effort.level), move))
    return Thought(best)


def _seek(seen: Seen, effort: Effort) -> Thought:
    """The stone it believes to be the right one; its value is how many stones it hopes to take now."""
    memory = memory_of(seen, MINDS[effort.level])
    wanted = cast("int", seen.view["asked"])
    row: list[int | None] = [None] * 4 if memory is None else memory.guess()
    sure = [move for move in seen.moves if row[FLIPS[move]] == wanted]
    lost = [move for move in seen.moves if row[FLIPS[move]] is None]
    move = effort.rng.choice(sure or lost or seen.moves)
    chances = _chances(seen, memory, sure, lost)
    stones = 2 if len(seen.moves) == 2 else 1  # HS7
    options = tuple(
        Option(each, stones * chances[each])
        for each in sorted(seen.moves, key=lambda each: (-chances[each], each != move))
    )
    return Thought(move, stones * chances[move], "points", options=options, why=_why(move, bool(sure)))


def _chances(seen: Seen, memory: Memory | None, sure: list[str], lost: list[str]) -> dict[str, float]:
    """How likely each stone is the right one, by how well it trusts its memory."""
    trust = 0.0
    if memory is not None and sure:
        slips = memory.moved[FLIPS[sure[0]]] * memory.mind.slip
        trust = max(0.3, 1 - slips)
    fallback = lost or seen.moves
    others = [move for move in seen.moves if move not in sure] or sure
    if sure:
        return {move: trust / len(sure) if move in sure else (1 - trust) / len(others) for move in seen.moves}
    return {move: 1 / len(fallback) if move in fallback else 0.0 for move in seen.moves}


def _why(move: str, is_sure: bool) -> Message:
    place = FLIPS[move] + 1
    if is_sure:
        return _("Memory says that it lies at place {place}.", place=place)
    return _("Memory has lost track, and guesses place {place}.", place=place)


def memory_of(seen: Seen, mind: Mind) -> Memory | None:
    """What the seat has in mind of the running round."""
    running = f"stone-{seen.view['round']}-"
    faces = {
        int(stone["stone"].removeprefix(running)) - 1: int(stone["symbol"])
        for pile in seen.view["won"]
        for stone in pile
        if stone["stone"].startswith(running)
    }
    memory = remember(seen.steps, faces, mind, f"{seen.seat} {mind.slip}")
    if memory is not None:
        # What lies open need not be remembered: which places are empty, and which symbols are still hidden.
        memory.taken = [stone is None for stone in seen.view["row"]]
        memory.revealed = set(SYMBOLS) - set(seen.view["hidden"])
    return memory
