"""The words: nothing untranslated, nothing stale, the same thing said the same way everywhere."""

import re
import string
from collections import defaultdict
from pathlib import Path

import pytest

import handvoll
from handvoll.core.card import Card
from handvoll.core.errors import BadRecord, UnknownGame
from handvoll.core.messages import Message, Seat, _, _n
from handvoll.core.picture import Pen
from handvoll.core.record import read_game
from handvoll.words import Words, language, languages, reason, rules_page, ruling, update, with_pictures

FOLDERS = dict(update.word_folders())
CATALOGUES = [(where, lang) for where in FOLDERS for lang in languages() if lang != "en"]
CARDS = list(handvoll.cards().values())

catalogues = pytest.mark.parametrize(
    ("where", "lang"),
    CATALOGUES,
    ids=lambda value: update.name_of(value) if isinstance(value, Path) else value,
)
games = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)


def placeholders(text: str) -> set[str]:
    return {name.split(".")[0] for _text, name, _spec, _conv in string.Formatter().parse(text) if name}


@catalogues
def test_every_message_is_translated_and_none_is_left_over(where: Path, lang: str) -> None:
    catalogue = update.read(where / f"{lang}.po", lang)
    translated = {
        text
        for text, entry in update.entries(catalogue)
        if entry.string and all(entry.string) and not entry.fuzzy
    }
    assert translated == update.extracted(FOLDERS[where])
    assert not catalogue.obsolete


@catalogues
def test_translations_keep_the_placeholders(where: Path, lang: str) -> None:
    for text, entry in update.entries(update.read(where / f"{lang}.po", lang)):
        ids = [text] if isinstance(text, str) else list(text)
        strings = [entry.string] if isinstance(entry.string, str) else list(entry.string)
        # A singular may say "one" instead of the number.
        wanted = set().union(*map(placeholders, ids))
        for shown in filter(None, strings):
            assert placeholders(shown) <= wanted, text
            assert isinstance(text, tuple) or placeholders(shown) == wanted, text


def test_the_same_message_is_said_the_same_way_in_every_catalogue() -> None:
    said = defaultdict(set)
    for where, lang in CATALOGUES:
        for text, entry in update.entries(update.read(where / f"{lang}.po", lang)):
            if entry.string and all(entry.string):
                said[lang, text].add(str(entry.string))
    assert [text for text, strings in said.items() if len(strings) > 1] == []


@catalogues
def test_catalogues_are_written_as_make_words_writes_them(where: Path, lang: str) -> None:
    path = where / f"{lang}.po"
    old = update.read(path, lang)
    assert update.updated(old, update.extracted(FOLDERS[where]), {}) == path.read_text("utf-8")


@games
def test_every_ruling_has_a_sentence_and_every_sentence_a_ruling(card: Card) -> None:
    """The rulings cited in the code of the folder, and those it explains refusals with."""
    sentences = set(card.load("words").RULINGS)
    prefix = next(iter(sentences)).rstrip("0123456789")
    folder = Path(str(card.rules.__file__)).parent
    code = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    cited = set(re.findall(rf"\b{prefix}[0-9]+\b", code))
    assert cited == sentences
    # Without gaps: the rulings of a game are numbered from 1.
    assert sentences == {f"{prefix}{number}" for number in range(1, len(sentences) + 1)}
    for number in sentences:
        assert str(ruling(card, number))


@games
def test_every_reason_to_end_has_a_sentence(card: Card) -> None:
    for code in card.load("words").REASONS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert str(reason(card, code))


@games
@pytest.mark.parametrize("lang", languages())
def test_the_rules_page_stands_in_every_language_and_its_positions_load(card: Card, lang: str) -> None:
    own = Path(str(card.load("words").__file__)).parent / f"rules.{lang}.md"
    assert own.exists()
    page = rules_page(card, lang)
    assert page.startswith(f"# {card.title[lang]}\n")
    pictures: list[str] = []

    def draw(game: handvoll.Game, seat: int | None) -> str:
        assert game.card is card
        pictures.append(card.picture.text(game.view(seat), Pen(Words(lang, card).say)))
        return ""

    drawn = with_pictures(page, draw)
    assert pictures
    assert "```position" not in drawn


@games
@pytest.mark.parametrize("lang", languages())
def test_the_rules_page_cites_no_ruling_that_is_not_there(card: Card, lang: str) -> None:
    told = set(re.findall(r"\b[A-Z]{2}[0-9]+\b", rules_page(card, lang)))
    assert told <= set(card.load("words").RULINGS)


# --- saying it -----------------------------------------------------------------------------------


def test_a_message_is_said_in_the_readers_language() -> None:
    card = handvoll.card("zahlenpoker")
    message = _("{player} keeps the {value}.", player=Seat(1), value=4)
    assert Words("en", card).say(message) == "Player 2 keeps the 4."
    assert Words("de", card).say(message) == "Spieler 2 behält die 4."
    assert Words("de_AT.UTF-8", card, ["Anna", "Bert"]).say(message) == "Bert behält die 4."


def test_plurals_follow_the_catalogue() -> None:
    words = Words("de", handvoll.card("zahlenpoker"))
    assert [words.say(_n("{n} stone", "{n} stones", n)) for n in (0, 1, 2)] == [
        "0 Steine",
        "1 Stein",
        "2 Steine",
    ]


def test_sentences_inside_sentences_and_titles_are_translated_too() -> None:
    with pytest.raises(UnknownGame) as refused:
        handvoll.card("zahlenpokr")
    assert (
        Words("de").say(refused.value.message)
        == "Ein Spiel „zahlenpokr“ gibt es nicht; meinst du zahlenpoker?"
    )
    assert Words("de").say(handvoll.card("zahlenpoker").name) == "Zahlenpoker"
    assert Words("en").say(handvoll.card("zahlenpoker").name) == "Number Poker"


def test_a_fault_in_a_record_is_told_in_the_readers_language_before_its_game_is_known() -> None:
    """What only a game's catalogue holds is found there, inside a sentence of the house."""
    path = Path(__file__).parent / "transcripts" / "hnefatafl" / "repetition.txt"
    doctored = path.read_text("utf-8").replace("1. P1 d1-d2", "1. P1 d1-e2")
    with pytest.raises(BadRecord) as refusal:
        read_game(doctored, handvoll.card)
    assert "Gezogen wird waagrecht oder senkrecht" in Words("de").say(refusal.value.message)
    assert Words("de").say(Message("nobody has said this", {})) == "nobody has said this"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    half = Message("{n} points", {"n": 0.5, "inner": Message("{x}", {"x": 1.0})})
    assert Words("de").say(half) == "0,5 points"
    assert Words("en").say(half) == "0.5 points"
    assert Words("de").say(Message("{x}", {"x": 2.0})) == "2"


def test_a_name_cannot_drive_the_terminal() -> None:
    said = Words("en", names=["\x1b[2J\x1b[31mEve\x07"]).say(_("{player} has chosen.", player=Seat(0)))
    assert "\x1b" not in said
    assert "\x07" not in said
    assert Words().say(_("Not {text}.", text="\x1b]0;x\x07\x9b2J")) == "Not �]0;x��2J."


def test_colours_of_a_picture_go_through_a_sentence() -> None:
    assert Words().say(_("In the bag: {stones}", stones="\x1b[31mR\x1b[0m")) == "In the bag: \x1b[31mR\x1b[0m"


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("de", "de"),
        ("de-CH", "de"),
        ("de_DE.UTF-8", "de"),
        ("DE", "de"),
        ("en_GB", "en"),
        ("C", None),
        ("", None),
    ],
)
def test_a_language_is_known_by_its_tag(tag: str, lang: str | None) -> None:
    assert language(tag) == lang


def test_a_message_that_is_no_plain_text_is_not_extracted_silently(tmp_path: Path) -> None:
    source = tmp_path / "bad.py"
    source.write_text('_(f"{x} is gone")')
    with pytest.raises(SyntaxError, match="plain text"):
        update.extracted([source])
    source.write_text("f\"{say(_('one' ' two', x=1))} {_n('a', 'b', 3)}\"")
    assert update.extracted([source]) == {"one two", ("a", "b")}
