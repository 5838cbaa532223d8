"""The contract's own few functions: ranking, drawing, what stands where a game says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handvoll.core.messages import Message, _
from handvoll.core.state import Result, State, Step, rank


class Bag(State):
    """A bag from which something is drawn, for ever."""

    __slots__ = ("chance", "players", "things", "to_act")

    def __init__(self, things: Mapping[str, int] | None) -> None:
        self.players = 1
        self.to_act = ()
        self.chance = "draw"
        self.things = things

    @property
    def result(self) -> Result | None:
        return None

    def moves(self, seat: int) -> Sequence[Any]:
        return []

    def after(self, seat: int, move: Any, at: int = 0) -> Self:
        return self

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        return "XX1", _("No.")

    def outcomes(self) -> Mapping[str, int] | None:
        return self.things

    def view(self, seat: int | None) -> dict[str, Any]:
        return {}

    def position(self) -> str:
        return "bag=x"


@pytest.mark.parametrize(
    ("keys", "places"),
    [
        ([], ()),
        ([5], (1,)),
        ([3, 1, 2], (1, 3, 2)),
        ([2, 2, 1], (1, 1, 3)),
        ([1, 2, 2, 0], (3, 1, 1, 4)),
        ([(2, 5), (2, 7), (3, 0)], (3, 2, 1)),
        ([0.5, 0.5], (1, 1)),
    ],
)
def test_ranking_is_competition_ranking(keys: list[Any], places: tuple[int, ...]) -> None:
    """A place is one more than the number of seats that did strictly better."""
    assert rank(keys) == places


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.integers(1, 9), min_size=1, max_size=8))
def test_drawing_follows_the_weights_exactly(weights: dict[str, int]) -> None:
    """When the random number takes each value once, each outcome comes as often as it weighs."""
    bag = Bag(weights)
    total = sum(weights.values())
    drawn = Counter(bag.draw(lambda n, ticket=ticket: ticket) for ticket in range(total))  # type: ignore[misc]
    assert drawn == weights


def test_a_draw_asks_for_one_number_below_the_sum() -> None:
    """All luck comes from the one argument, with the right bound."""
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return n - 1

    assert Bag({"a": 2, "b": 3}).draw(below) == "b"
    assert asked == [5]


def test_what_is_not_listed_is_not_admitted() -> None:
    """Without a game's own `admits`, only listed outcomes can come."""
    assert Bag({"a": 1}).admits("a")
    assert not Bag({"a": 1}).admits("b")
    assert not Bag(None).admits("a")
    with pytest.raises(NotImplementedError):
        Bag(None).draw(lambda n: 0)


def test_a_game_that_says_nothing_hides_nothing() -> None:
    """Steps are seen and stay to be looked up, worlds are not redrawn, times do not matter."""
    bag = Bag({"a": 1})
    step = Step(0, "x", 3)
    assert bag.seen(step, None) is step
    assert bag.forget([step], None) == [step]
    assert bag.redraw(None, lambda n: 0) is bag
    assert bag.check_time(-5) is None
    assert bag.tidy(0, "X") == "X"
