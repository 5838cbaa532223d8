"""The clock that stops a search."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from handvoll.bots import Effort

RESERVE = 0.06
"""The part of a time budget that is kept for stopping."""


@contextmanager
def alarm(effort: Effort, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` (which sets a flag that the search reads) when the effort's time is up; never where
    the effort is counted in nodes."""
    if effort.nodes is not None:
        yield
        return
    timer = threading.Timer(max(0.001, effort.left() - RESERVE * effort.seconds), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
