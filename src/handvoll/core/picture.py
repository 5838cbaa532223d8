"""The contract of a game's `picture.py`: what a view looks like and how it reads.

Everything here is made from a *view* (`Game.view(seat)`), never from a state: what is not in the view cannot
leak into a picture. A view holds the game's own fields (`State.view`) and those of all games: `game`,
`options`, `players`, `seat` (None: spectator), `to_act`, `chance`, `over`, `result`, `ply`, `moves` (what
this seat may play now, as texts) and `last` (the last move and the chance outcomes after it, as seen by it).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from handvoll.core.messages import Message, Say
from handvoll.core.scene import Scene
from handvoll.core.state import Step, View

PAINTS = (
    "white",
    "black",
    "red",
    "green",
    "blue",
    "yellow",
    "violet",
    "turquoise",
    "brown",
    "orange",
    "dim",
    "bold",
    "light",
    "dark",
)
"""The colours and weights a text picture may ask for."""


def _plain(text: str, paint: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Pen:
    """What a text picture is written with: a language and, on terminals that have them, colours."""

    say: Say = str
    paint: Callable[[str, str], str] = field(default=_plain)
    """`paint(text, name)` gives `text` in one of PAINTS, or unchanged where there are no colours. A picture
    must be readable without."""


PLAIN = Pen()


class Picture(Protocol):
    """What a game's `picture.py` offers."""

    def text(self, view: View, pen: Pen) -> str:
        """The view as lines for a terminal, at most 78 columns wide."""
        ...

    def scene(self, view: View) -> Scene:
        """The view as placed symbols."""
        ...

    def paths(self, view: View) -> Mapping[str, Sequence[str]]:
        """For each of the view's `moves` the ids of symbols to touch in order. No path is the beginning of
        another, no two are equal."""
        ...

    def ask(self, view: View) -> Message:
        """One sentence to the view's seat, which is to act: what is asked of it now."""
        ...

    def tell(self, before: View, step: Step, after: View) -> Message:
        """One sentence about a step, for the log, from the two views of one reader around it; `step` is as
        that reader may see it (text HIDDEN where it is secret)."""
        ...

    def tell_end(self, view: View) -> Message:
        """One or two sentences about how the finished game came out and why."""
        ...
