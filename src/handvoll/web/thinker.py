"""A process in which opponents think: `python -m handvoll.web.thinker`. One JSON line in, one out.

It is given what a seat may know (`handvoll.bots.Seen`) and nothing else, so no opponent can peek at a secret.
"""

from __future__ import annotations

import sys

import msgspec

from handvoll import words
from handvoll.bots import Seen, Thought, opponent
from handvoll.bots.task import Task


class Idea(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came out: a move, or the name of the fault."""

    move: str = ""
    value: float | None = None
    unit: str = "win"
    exact: bool = False
    why: dict[str, str] = {}
    """A sentence about the move, by language."""
    fault: str | None = None


def task(seen: Seen, level: int, seed: int) -> bytes:
    """The line that asks for a move."""
    return msgspec.json.encode(Task.of(seen, level, seed))


def think(line: bytes) -> Idea:
    """The answer to such a line."""
    asked = msgspec.json.decode(line, type=Task)
    seen = asked.seen
    thought = opponent(seen.card).think(seen, asked.effort)
    return Idea(thought.move, thought.value, thought.unit, thought.exact, _why(thought, seen))


def _why(thought: Thought, seen: Seen) -> dict[str, str]:
    if thought.why is None:
        return {}
    return {lang: words.Words(lang, seen.card).say(thought.why) for lang in words.languages()}


def main() -> None:
    """Answer line by line until the house hangs up."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # what an opponent prints must not look like an answer
    for line in sys.stdin.buffer:
        try:
            idea = think(line)
        except Exception as error:  # the house must hear of it whatever it is, and choose another way
            idea = Idea(fault=f"{type(error).__name__}: {error}"[:500])
        out.write(msgspec.json.encode(idea) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
