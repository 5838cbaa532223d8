"""The card on the box: which seats and options a game takes, and what the registry finds."""

from __future__ import annotations

import pytest

import handvoll
from handvoll.core.card import Card, Option, show_option
from handvoll.core.errors import BadOption, BadPlayers, UnknownGame
from handvoll.core.messages import _

CARD = Card(
    id="example",
    title={"de": "Beispiel", "en": "Example"},
    players=(2, 4),
    traits=frozenset(),
    rules_version=1,
    package="nowhere",
    minutes=(1, 2),
    age=6,
    blurb=_("An example."),
    options={
        "fast": Option(False, (False, True), _("Fast"), (_("no"), _("yes"))),
        "rounds": Option(3, (1, 2, 3), _("Rounds"), (_("one"), _("two"), _("three"))),
        "edge": Option("four", ("three", "four"), _("Edge"), (_("three sides"), _("four sides"))),
    },
)


def test_options_left_out_are_at_their_defaults() -> None:
    """All options come back, in the card's order."""
    assert list(CARD.check_options({"rounds": 1}).items()) == [
        ("fast", False),
        ("rounds", 1),
        ("edge", "four"),
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"fast": 1},
        {"fast": "true"},
        {"fast": None},
        {"rounds": True},
        {"rounds": 1.0},
        {"rounds": 4},
        {"edge": "Three"},
        {"edge": ["three"]},
        {"slow": True},
        {"": 1},
    ],
)
def test_options_take_exactly_their_values(given: dict[str, object]) -> None:
    """A value of another type or an option of another name is refused with what would be right."""
    with pytest.raises(BadOption, match=r"takes|has no option") as refused:
        CARD.check_options(given)
    assert refused.value.code == "bad-option"


def test_an_option_is_refused_with_what_it_takes() -> None:
    """The sentence names the option, the values and what came."""
    with pytest.raises(BadOption) as refused:
        CARD.check_options({"fast": "no"})
    assert str(refused.value) == 'The option fast of Example takes false, true, not "no".'


@pytest.mark.parametrize("players", [1, 5, 0, -2, True, 2.0, "3", None, 10**30])
def test_players_are_whole_numbers_in_range(players: object) -> None:
    """Seat counts outside the box, or no counts at all, are refused."""
    with pytest.raises(BadPlayers, match="Example is for 2–4 players"):
        CARD.check_players(players)  # type: ignore[arg-type]


def test_a_game_for_one_number_says_just_that() -> None:
    """The sentence has no range where there is none."""
    solo = Card(**{**{name: getattr(CARD, name) for name in CARD.__slots__}, "players": (1, 1)})
    solo.check_players(1)
    with pytest.raises(BadPlayers, match="is for one player, not 2"):
        solo.check_players(2)


def test_option_values_are_written_small() -> None:
    """Truth values read as in records and on the command line."""
    assert [show_option(value) for value in (True, False, 3, "four")] == ["true", "false", "3", "four"]


def test_every_game_is_found_in_its_folder() -> None:
    """The registry finds each game by its folder, in the order of ids, its card telling the truth."""
    cards = handvoll.cards()
    assert list(cards) == sorted(cards)
    assert "zahlenpoker" in cards
    for id, card in cards.items():
        assert card.id == id == card.package.rpartition(".")[2].replace("_", "-")
        assert set(card.title) == {"de", "en"}
        assert 1 <= card.players[0] <= card.players[1]
        for option in card.options.values():
            assert option.default in option.values
            assert len(option.names) == len(option.values) == len(set(option.values))


@pytest.mark.parametrize("name", ["", "chess", "zahlenpoke", "Zahlenpoker", "../six", None, 3, "x" * 10_000])
def test_an_unknown_game_is_refused(name: object) -> None:
    """Anything but an id is refused with the games there are, or the one that is near."""
    with pytest.raises(UnknownGame, match="There is no game") as refused:
        handvoll.new(name)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 300


def test_a_near_miss_is_named() -> None:
    """A typing mistake gets the game that was meant."""
    with pytest.raises(UnknownGame, match="did you mean zahlenpoker"):
        handvoll.new("zahlen poker")
