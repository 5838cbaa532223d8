"""Every game keeps the contract of its rules: turns, moves, chance, refusals, results."""

from __future__ import annotations

import math
import random

import pytest

from handvoll.core.errors import (
    BadOutcome,
    BadRequest,
    GameOver,
    IllegalMove,
    NotChance,
    NothingToUndo,
    NotYourTurn,
    Refusal,
)
from handvoll.core.game import Game
from handvoll.core.state import rank

from .walk import Setting, each_setting, illegal_texts, line, moments, readers, some, some_time, take_step

MOST_MOVES_TRIED = 30


@each_setting
def test_both_doors_agree_at_every_step(setting: Setting) -> None:
    """The unchecked door comes to the same states as the checked one."""
    games = line(setting).games
    state = games[0].state
    for game in games[1:]:
        assert game.step is not None
        seat, text, at = game.step.seat, game.step.text, game.step.at
        if seat is None:
            state = state.after_chance(text)
        else:
            (move,) = [move for move in state.moves(seat) if state.move_text(move) == text]
            assert hash(move) == hash(move)
            state = state.after(seat, move, at or 0)
        assert state.position() == game.state.position()
        assert (state.to_act, state.chance, state.result) == (game.to_act, game.chance, game.result)


@each_setting
def test_exactly_one_thing_is_awaited(setting: Setting) -> None:
    """At every moment seats are to act, or a chance event is pending, or the game is over."""
    for ply, game in enumerate(line(setting).games):
        assert game.ply == ply
        assert game.players == setting.players
        assert [bool(game.to_act), game.chance is not None, game.over].count(True) == 1
        assert list(game.to_act) == sorted({*game.to_act} & {*range(game.players)})
        for seat in range(game.players):
            legal = game.legal(seat)
            assert bool(legal) == (seat in game.to_act)
            assert legal == sorted(set(legal))
            if legal:
                assert len(legal) == len(game.state.moves(seat))


@each_setting
def test_every_legal_move_is_accepted(setting: Setting) -> None:
    """What is offered can be played, leads one step on and leaves the game before as it was."""
    rng = random.Random(1)
    for game in moments(setting, 12):
        before = game.position()
        for seat in game.to_act:
            for move in some(game.legal(seat), MOST_MOVES_TRIED):
                after = game.play(seat, move, some_time(game, rng))
                assert after.ply == game.ply + 1
                assert after.steps()[-1].text == move
                assert after.undo() is game
        assert game.position() == before


@each_setting
def test_everything_else_is_refused_with_a_known_ruling(setting: Setting) -> None:
    """A text that is no legal move is answered with a ruling that the game explains, and a sentence."""
    rulings = setting.card.load("words").RULINGS
    for game in moments(setting, 10):
        before = game.position()
        for seat in some(game.to_act, 3):
            for text in illegal_texts(game, seat):
                with pytest.raises(IllegalMove) as refused:
                    game.play(seat, text)
                assert refused.value.ruling in rulings, (text, refused.value.ruling)
                assert 0 < len(str(refused.value)) < 600
            for nonsense in (None, 3, b"pass", ["pass"]):
                with pytest.raises(BadRequest):
                    game.play(seat, nonsense)  # type: ignore[arg-type]
        assert game.position() == before


@each_setting
def test_who_is_not_asked_is_told_so(setting: Setting) -> None:
    """Seats that are not to act get NotYourTurn, at a chance step too; seats that do not exist BadRequest."""
    for game in moments(setting, 20)[:-1]:
        for seat in set(range(game.players)) - {*game.to_act}:
            with pytest.raises(NotYourTurn, match=f"Seat {seat} "):
                game.play(seat, "pass")
        for seat in (-1, game.players, True, "0", None):
            with pytest.raises(BadRequest):
                game.play(seat, "pass")  # type: ignore[arg-type]
        if game.chance is None:
            with pytest.raises(NotChance):
                game.happen("1")
            with pytest.raises(NotChance):
                game.outcomes()


@each_setting
def test_after_the_end_nothing_goes_on(setting: Setting) -> None:
    """A finished game refuses moves with GameOver and chance with NotChance, for every seat."""
    game = line(setting).games[-1]
    for seat in range(game.players):
        with pytest.raises(GameOver):
            game.play(seat, "pass")
    for ask in (game.outcomes, lambda: game.happen("1"), lambda: game.deal(random.Random(1).randrange)):
        with pytest.raises(NotChance):
            ask()


@each_setting
def test_chance_is_what_its_outcomes_say(setting: Setting) -> None:
    """Weights are positive whole numbers, each listed outcome can take place, nothing else can."""
    rng = random.Random(1)
    pending = [game for game in line(setting).games if game.chance is not None]
    for game in some(pending, 12):
        drawn = {game.state.draw(rng.randrange) for _draw in range(20)}
        assert all(map(game.state.admits, drawn))
        listed = game.outcomes()
        possible = sorted(drawn if listed is None else listed)
        if listed is not None:
            assert drawn <= {*listed}
            assert all(type(weight) is int and weight > 0 for weight in listed.values())
            assert _drawn_by_every_ticket(game) == dict(listed)
        for outcome in some(possible, 8):
            assert game.happen(outcome).steps()[-1].text == outcome
        for odd in ("", " ", "?", "x", "-1", "9" * 40, possible[0] + " ", possible[0] * 40, None, 3):
            if odd not in possible:
                with pytest.raises(BadOutcome):
                    game.happen(odd)  # type: ignore[arg-type]


def _drawn_by_every_ticket(game: Game) -> dict[str, int]:
    """How often each outcome comes when the one random number takes every value once."""
    counts: dict[str, int] = {}
    total = sum((game.outcomes() or {}).values())
    for ticket in range(total):
        outcome = game.state.draw(lambda n, ticket=ticket: ticket if n == total else 0)  # type: ignore[misc]
        counts[outcome] = counts.get(outcome, 0) + 1
    return counts


@each_setting
def test_results_are_consistent(setting: Setting) -> None:
    """Places are a competition ranking for every seat, scores are finite, the reason has its sentence."""
    reasons = setting.card.load("words").REASONS
    for seed in (5, 6, 7):
        result = line(setting, seed).games[-1].result
        assert result is not None
        assert result.reason in reasons
        assert len(result.scores) == len(result.places) == setting.players
        assert all(map(math.isfinite, result.scores))
        assert result.places == rank([-place for place in result.places])
        if result.tiebreak is not None:
            assert len(result.tiebreak) == setting.players
            assert all(map(math.isfinite, result.tiebreak))


@each_setting
def test_the_card_says_which_scores_are_better(setting: Setting) -> None:
    """Whoever comes first has more points than whoever comes last, or fewer where the card says so; now and
    then something else decides (a clean bone, MAKE FIVE), but not in most games."""
    leads = []
    for seed in (5, 6, 7):
        result = line(setting, seed).games[-1].result
        assert result is not None
        worst = max(result.places)
        leads.append(result.scores[result.places.index(1)] - result.scores[result.places.index(worst)])
    sign = -1 if setting.card.score.is_few else 1
    assert sign * sum(leads) >= 0


@each_setting
def test_earlier_moments_stay_as_they_were(setting: Setting) -> None:
    """Playing on changes nothing in the games before: their texts and views are the same afterwards."""
    games, positions = line(setting)
    assert tuple(game.position() for game in games) == positions
    for game in some(games, 6):
        seen = [game.view(reader) for reader in readers(game)]
        position = game.position()
        rng = random.Random(2)
        later = game
        for _step in range(10):
            if not later.over:
                later = take_step(later, rng)
        assert [game.view(reader) for reader in readers(game)] == seen
        assert game.position() == position


@each_setting
def test_the_steps_replay_to_the_same_game(setting: Setting) -> None:
    """Everything that happened, played again from the start, comes to the same end."""
    last = line(setting).games[-1]
    game = setting.new()
    with pytest.raises(NothingToUndo):
        game.undo()
    for step in last.steps():
        game = game.happen(step.text) if step.seat is None else game.play(step.seat, step.text, step.at)
    assert game.position() == last.position()
    assert game.status() == last.status()


@each_setting
def test_what_people_type_is_understood(setting: Setting) -> None:
    """Case, spaces and long dashes do not matter to a person's input; nonsense comes back as text."""
    for game in moments(setting, 12):
        for seat in some(game.to_act, 3):
            for move in some(game.legal(seat), 12):
                for typed in (
                    move,
                    move.upper(),
                    move.title(),
                    f"  {move}\t",
                    move.replace(" ", "   "),
                    move.replace("-", "–"),
                    " – ".join(move.split("-")),
                    " > ".join(move.split(">")),
                ):
                    assert game.read_move(seat, typed) == move, typed
            for text in illegal_texts(game, seat):
                read = game.read_move(seat, text)
                assert isinstance(read, str)
                try:
                    game.play(seat, read)
                except Refusal as refused:
                    assert isinstance(refused, IllegalMove)  # noqa: PT017
