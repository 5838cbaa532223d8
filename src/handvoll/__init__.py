"""Handvoll: ten small table games as real software.

>>> import handvoll
>>> g = handvoll.new("hnefatafl")
>>> "d1-d4" in g.legal(0)
True
>>> g = g.play(0, "d1-d4")
>>> g.status()["to_act"]
[1]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Game", "__version__", "card", "cards", "load", "new", "replay"]

if TYPE_CHECKING:
    from handvoll.core.game import Game
    from handvoll.games import card, cards, load, new, replay


def __getattr__(name: str) -> Any:
    # Loaded when asked for: `handvoll --help` and `handvoll version` need none of it.
    if name == "Game":
        from handvoll.core.game import Game

        return Game
    if name in __all__:
        from handvoll import games

        return getattr(games, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
