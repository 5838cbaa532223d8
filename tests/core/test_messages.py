"""Messages: sentences as data, rendered in a reader's language with what its players are called."""

from __future__ import annotations

import pytest

from handvoll.core.messages import Message, Seat, _, _n, player, seat_name


def test_a_message_is_english_with_its_values() -> None:
    """Without a language a message is its English template, filled in."""
    assert str(_("Lay {n} stones on {square}.", n=2, square="d4")) == "Lay 2 stones on d4."


def test_a_message_without_values_is_not_a_template() -> None:
    """Braces stay where there is nothing to fill in."""
    assert str(_("a set is written {1, 2}")) == "a set is written {1, 2}"


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 stones"), (1, "one stone"), (2, "2 stones"), (-1, "-1 stones")]
)
def test_counting_takes_the_singular_for_one_only(n: int, said: str) -> None:
    """`_n` gives its first text for exactly one."""
    assert str(_n("one stone", "{n} stones", n)) == said


def test_values_that_are_not_whole_count_as_many() -> None:
    """A score of a half takes the plural."""
    assert str(Message("{n} point", {"n": 0.5}, "{n} points")) == "0.5 points"


def test_a_seat_is_shown_by_its_name() -> None:
    """A seat in a sentence is what the reader calls the player, at any depth."""
    inner = _("{player} keeps it", player=Seat(1))
    message = _("{first}; {player} goes on.", first=inner, player=Seat(0))
    names = ("Anna", "Ben")
    said = message.render(lambda text, plural, n: text, lambda seat: names[seat])
    assert said == "Ben keeps it; Anna goes on."
    assert str(message) == "Player 2 keeps it; Player 1 goes on."
    assert str(seat_name(2)) == str(player(2)) == "Player 3"


def test_inner_messages_are_translated_too() -> None:
    """`translate` is asked for every template, with its plural and its number."""
    asked = []

    def translate(text: str, plural: str | None, n: int) -> str:
        asked.append((text, plural, n))
        return {"stone": "Stein", "{n} of {what}": "{n} × {what}"}[text]

    message = Message("{n} of {what}", {"n": 3, "what": _("stone")}, "{n} of {what}s")
    assert message.render(translate, lambda seat: str(seat)) == "3 × Stein"
    assert asked == [("{n} of {what}", "{n} of {what}s", 3), ("stone", None, 1)]


def test_a_seat_name_may_be_a_message() -> None:
    """Seats with names of their own (White, Black) are translated like any sentence."""
    said = seat_name(0).render(
        lambda text, plural, n: text.upper() if text == "White" else text, lambda seat: _("White")
    )
    assert said == "WHITE"


def test_what_was_typed_is_never_a_template() -> None:
    """Braces in a value stay braces."""
    assert str(_("not {text!r}", text="{n}{0}")) == "not '{n}{0}'"
