"""The memory of a compiled search: many arrays that are handed over as one.

Numba hands a tuple of arrays over piece by piece, and counts the references to each of them at each call: the
search of Hnefatafl spent five sixths of its time with that. A NumPy record of the same arrays is one pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handvoll.bots.compiled import is_compiling

Layout: TypeAlias = Sequence[tuple[str, Any, tuple[int, ...]]]
"""Per array its name, the type of its numbers and its shape."""


class Desk:
    """All memory of a search, all zero at first; each array is an attribute.

    `memory` is the same as one record: what a compiled function is given for a desk."""

    def __init__(self, layout: Layout) -> None:
        self.memory: Any = np.zeros(1, np.dtype(list(layout), align=True))[0]
        for name, _kind, _shape in layout:
            setattr(self, name, self.memory[name])

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def on_desk(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function whose first argument is a desk's memory, called as the plain one is."""
    if not is_compiling():
        return kernel

    def called(desk: Desk, *rest: Any) -> Any:
        return kernel(desk.memory, *rest)

    return called
