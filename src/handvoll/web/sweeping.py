"""When Python looks for garbage that refers to itself.

Its collector stops the house while it goes through everything that has lived long: with all that is imported
and a few hundred tables for a third of a second, in the middle of a game. But modules and tables live long
because they are used, and what is not used any more goes by itself, at once. So what a search has found alive
is set aside (`gc.freeze`), and the next search is a short one. All of it is gone through now and then, when
nobody plays.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping

THRESHOLDS = (2000, 5, 4)
"""A full search after so much (2000 · 5 · 4 new things) that it takes some milliseconds."""
ROUNDS_WITHOUT_REST = 360
"""After so many rounds a house that never rests is swept nevertheless: once an hour."""


class Sweeping:
    """Keeps the collector's searches short, for as long as the house is open."""

    def __init__(self) -> None:
        self._seen = 0
        self._swept = 0
        self._rounds = 0
        self._thresholds = gc.get_threshold()

    def start(self) -> None:
        """Set aside what there is, and from now on what each search leaves."""
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(_set_aside)

    def stop(self) -> None:
        """Leave the collector as it was."""
        gc.callbacks.remove(_set_aside)
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()

    def look_round(self, appended: int) -> None:
        """Called every few seconds with how much has happened in all: go through everything, if something
        has happened since the last time and it is quiet now."""
        quiet, self._seen = appended == self._seen, appended
        self._rounds += 1
        if appended != self._swept and (quiet or self._rounds >= ROUNDS_WITHOUT_REST):
            self._swept, self._rounds = appended, 0
            gc.unfreeze()
            gc.collect()


def _set_aside(phase: str, info: Mapping[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()
