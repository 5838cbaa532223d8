"""Fields of a position text: taken in order, refused with their column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handvoll.core.errors import BadPosition
from handvoll.core.messages import _
from handvoll.core.position import Fields, join

EXAMPLE = "turn=1 stones=3,-2,0 none=- kind=red text=a=b"


def test_fields_are_taken_in_their_order() -> None:
    """Each kind of field gives its value; an empty list reads `-`."""
    fields = Fields(EXAMPLE)
    assert fields.number("turn", 0, 1) == 1
    assert fields.numbers("stones", -5, 5, count=3) == [3, -2, 0]
    assert fields.numbers("none", 0, 5) == []
    assert fields.word("kind", ["blue", "red"]) == "red"
    assert fields.text("text") == "a=b"
    fields.end()


def test_lists_take_their_own_separator() -> None:
    """Texts and numbers may be parted by something else than a comma."""
    fields = Fields("hands=ab/cd numbers=1:2 none=-")
    assert fields.list("hands", sep="/") == ["ab", "cd"]
    assert fields.numbers("numbers", 0, 9, sep=":") == [1, 2]
    assert fields.list("none") == []


@pytest.mark.parametrize(
    "value", ["", "-", "01", "+1", " 1", "1.0", "1e3", "٣", "²", "--1", "-0", "2", "9" * 40, "0x1"]
)
def test_numbers_have_one_spelling_and_their_range(value: str) -> None:
    """A number that is spelt another way or lies outside is refused, never read somehow."""
    with pytest.raises(BadPosition, match="whole numbers from 0 to 1") as refused:
        Fields(f"turn={value}").number("turn", 0, 1)
    assert refused.value.place == 6


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", 1, "expected the field turn=…, found ''"),
        ("turn", 1, "expected the field turn=…, found 'turn'"),
        ("trun=1", 1, "expected the field turn=…, found 'trun=1'"),
        (" turn=1", 1, "expected the field turn=…, found ''"),
        ("turn=1  kind=red", 8, "expected the field kind=…, found ''"),
        ("turn=1 kind=green", 13, "kind is one of blue, red, not 'green'"),
        ("turn=1 kind=red more", 17, "nothing is expected after the last field, found 'more'"),
    ],
)
def test_faults_are_named_with_their_column(text: str, place: int, sentence: str) -> None:
    """The refusal says what was expected, what came, and in which column (from 1)."""
    with pytest.raises(BadPosition) as refused:
        _read_turn_and_kind(text)
    assert refused.value.place == place
    assert str(refused.value) == f"Not a position (column {place}): {sentence}."
    assert refused.value.code == "bad-position"


def _read_turn_and_kind(text: str) -> None:
    fields = Fields(text)
    fields.number("turn", 0, 1)
    fields.word("kind", ["blue", "red"])
    fields.end()


def test_a_game_can_point_into_a_value() -> None:
    """`fault` names a place within the field taken last."""
    fields = Fields("hands=2222/3222", column=20)
    fields.text("hands")
    assert fields.fault(_("three of a kind"), 5).place == 20 + len("hands=") + 5


def test_how_many_numbers_are_expected() -> None:
    """A list of the wrong length is refused with both lengths."""
    with pytest.raises(BadPosition, match="stones has 3 numbers, not 2"):
        Fields("stones=1,2").numbers("stones", 0, 9, count=3)


@given(st.lists(st.integers(-(10**9) + 1, 10**9 - 1)))
def test_what_is_joined_is_read_back(numbers: list[int]) -> None:
    """`join` writes what `numbers` reads, the empty list too."""
    assert Fields(f"n={join(numbers)}").numbers("n", -(10**9), 10**9) == numbers
