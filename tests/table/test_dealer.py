"""Fair dealing: recomputable by anybody, changeable by nobody."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter

import msgspec
import pytest
from playing import SECRET, after, new_table, random_moves, running

import handvoll
from handvoll.core.errors import BadRecord
from handvoll.table import dealer
from handvoll.table import requests as rq
from handvoll.table.table import Table
from handvoll.table.verify import record_of, verify_record, verify_table


def finished(game: str, players: int, seed: int = 1) -> Table:
    """A table that somebody gave up after forty random moves, or that is over."""
    table = random_moves(running(game, players, lot=True), random.Random(seed), 40)
    while table.phase == "running":
        seat = next(seat for seat, sitter in enumerate(table.seats) if sitter.is_person)
        table = after(table, rq.Resign(seat=seat), table.seats[seat].guest)
    return table


CHANCE_GAMES = [("six", 3), ("fischkopf", 2), ("make-five", 2), ("high-five", 3), ("torris", 2)]


@pytest.mark.parametrize(("game", "players"), CHANCE_GAMES)
def test_a_record_proves_how_it_was_dealt(game: str, players: int) -> None:
    """Every card and die of a finished table is recomputed from the record alone."""
    table = finished(game, players)
    verdict = verify_record(record_of(table, None).text(), handvoll.card)
    assert verdict.fair
    assert verdict.checked == sum(step.seat is None for step in table.playing.steps()) > 0
    assert verify_table(table) == verdict


def test_a_doctored_die_is_named() -> None:
    """Another roll in a record, its check made anew, is found with the step, both values named."""
    table = finished("fischkopf", 2)
    record = record_of(table, None)
    game = record.replay(table.card)
    rolled = next(one for one in _line(game) if one.step is not None and one.step.seat is None)
    before = rolled.before
    assert before is not None
    other = next(text for text in before.outcomes() or {} if text != rolled.step.text)  # type: ignore[union-attr]
    doctored = Table.fold(table.id, table.events(), handvoll.card)
    changed = [
        _with_outcome(event, other) if number == _number_of(doctored, rolled.ply) else event
        for number, event in enumerate(table.events(), 1)
    ]
    upto = _number_of(doctored, rolled.ply)
    cut = Table.fold(table.id, changed[:upto], handvoll.card)
    ended = after(cut, rq.Resign(seat=0), cut.seats[0].guest)
    while ended.phase == "running":
        ended = after(ended, rq.Resign(seat=1), ended.seats[1].guest)
    verdict = verify_record(record_of(ended, None).text(), handvoll.card)
    assert not verdict.fair
    assert verdict.ply == rolled.ply
    assert other in str(verdict.message)
    assert rolled.step.text in str(verdict.message)  # type: ignore[union-attr]


def _line(game: handvoll.Game) -> list[handvoll.Game]:
    line = [game]
    while line[-1].before is not None:
        line.append(line[-1].before)
    return line[::-1]


def _number_of(table: Table, ply: int) -> int:
    """The number of the event with which the game came to that ply."""
    return next(
        number
        for number in range(1, table.number + 1)
        if (game := table.log.game(number)) is not None and game.ply == ply
    )


def _with_outcome(event: object, outcome: str) -> object:
    return msgspec.structs.replace(event, outcome=outcome)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("x-secret: 00", "x-secret: ff", "not the one that was promised"),
        ("word of anna", "word of anne", "the dealer's secret gives|lot"),
        ("x-table: table1", "x-table: table2", "the dealer's secret gives|lot"),
    ],
)
def test_another_secret_word_or_table_does_not_fit(old: str, new: str, says: str) -> None:
    """Whatever the dealing followed from cannot be exchanged afterwards."""
    text = record_of(finished("make-five", 2), None).text()
    assert old in text
    verdict = verify_record(checked(text.replace(old, new)), handvoll.card)
    assert not verdict.fair
    assert re.search(says, str(verdict.message))


def checked(text: str) -> str:
    """A record with the check line that fits it."""
    body = text[: text.index("check: ")]
    return f"{body}check: {hashlib.sha256(body.encode()).hexdigest()}\n"


@pytest.mark.parametrize("header", ["x-secret", "x-words", "x-order"])
def test_a_record_without_its_dealing_is_refused(header: str) -> None:
    """What does not say how it was dealt, or not readably, is refused as a record of a table."""
    text = record_of(finished("make-five", 2), None).text()
    lines = text.splitlines(keepends=True)
    cut = "".join(line for line in lines if not line.startswith(header))
    broken = "".join(f"{header}: zz\n" if line.startswith(header) else line for line in lines)
    for wrong in (cut, broken):
        with pytest.raises(BadRecord):
            verify_record(checked(wrong), handvoll.card)


def test_a_running_table_proves_nothing_and_tells_nothing() -> None:
    """Before the end a record has the promise, but neither the secret nor hidden steps."""
    table = running("six", 2)
    text = record_of(table, "anna").text()
    assert table.opened.commitment in text
    assert SECRET.hex() not in text
    assert "* sand ?" in text
    with pytest.raises(BadRecord):
        verify_record(text, handvoll.card)
    assert not verify_table(table).fair


def test_the_words_of_all_seats_change_all_that_is_dealt() -> None:
    """One other word, and the game is dealt otherwise."""
    outcomes = set()
    for word in "abcdef":
        table = after(new_table("torris", ("host", "bot:1")), rq.Sit(word=word), "anna")
        outcomes.add(table.playing.steps()[0].text)
    assert len(outcomes) == 6


def test_the_dealer_is_uniform() -> None:
    """Numbers below n come equally often, for an n that a modulo would favour; always the same for the same
    place, and another sequence for another."""
    hand = dealer.below(SECRET, ["a"], "t", dealer.at_ply(3))
    drawn = Counter(hand(6) for _draw in range(6000))
    assert set(drawn) == set(range(6))
    assert all(abs(count - 1000) < 150 for count in drawn.values())
    again = dealer.below(SECRET, ["a"], "t", dealer.at_ply(3))
    assert Counter(again(6) for _draw in range(6000)) == drawn
    sequences = {
        tuple(dealer.below(secret, words, table, place)(1000) for _draw in range(3))
        for secret, words, table, place in (
            (SECRET, ["a", "b"], "t", "ply 1"),
            (SECRET, ["ab", ""], "t", "ply 1"),
            (SECRET, ["a", "b"], "t", "ply 2"),
            (SECRET, ["a", "b"], "u", "ply 1"),
            (bytes(32), ["a", "b"], "t", "ply 1"),
        )
    }
    assert len(sequences) == 5
    assert dealer.below(SECRET, [], "t", "x")(1) == 0
    with pytest.raises(ValueError, match="below 0"):
        dealer.below(SECRET, [], "t", "x")(0)


def test_a_known_value_does_not_change() -> None:
    """Records of today must verify for ever: the numbers for a fixed secret, written down here."""
    hand = dealer.below(bytes(range(32)), ["anna", "bob"], "table1", "ply 0")
    assert [hand(6) for _draw in range(8)] == [0, 1, 4, 2, 3, 2, 5, 1]
    assert dealer.commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
