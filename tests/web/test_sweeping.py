"""The collector's searches stay short, and find everything in the end."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from handvoll.web.sweeping import ROUNDS_WITHOUT_REST, Sweeping


class Ring:
    """Refers to itself, so that only the collector finds it when nobody else does."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def sweeping() -> Iterator[Sweeping]:
    made = Sweeping()
    made.start()
    yield made
    made.stop()


def test_what_a_search_leaves_is_not_searched_again(sweeping: Sweeping) -> None:
    gc.collect()
    assert not gc.get_objects(generation=2)


def left_over() -> weakref.ref[Ring]:
    """A ring that was in use while the collector searched, and is not any more."""
    ring = Ring()
    gc.collect()
    gone = weakref.ref(ring)
    del ring
    gc.collect()
    assert gone() is not None, "it was searched after all"
    return gone


def test_what_was_set_aside_is_swept_when_the_house_rests(sweeping: Sweeping) -> None:
    gone = left_over()
    sweeping.look_round(5)
    assert gone() is not None, "a house that plays is not held up"
    sweeping.look_round(5)
    assert gone() is None


def test_a_house_where_nothing_has_happened_is_not_swept_again(sweeping: Sweeping) -> None:
    for _round in range(2):
        sweeping.look_round(5)
    gone = left_over()
    sweeping.look_round(5)
    assert gone() is not None


def test_a_house_that_never_rests_is_swept_too(sweeping: Sweeping) -> None:
    gone = left_over()
    for appended in range(1, ROUNDS_WITHOUT_REST + 1):
        assert gone() is not None
        sweeping.look_round(appended)
    assert gone() is None


def test_a_closed_house_leaves_the_collector_as_it_was() -> None:
    before = list(gc.callbacks), gc.get_threshold()
    sweeping = Sweeping()
    sweeping.start()
    sweeping.stop()
    assert (gc.callbacks, gc.get_threshold()) == before
    assert not gc.get_freeze_count()
