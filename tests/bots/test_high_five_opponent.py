"""The opponents of High Five!: all plays of a turn, what is weighed beyond its points, and no look at hidden
cards."""

import dataclasses
import itertools
import random
from pathlib import Path

import numpy as np
import pytest

import handvoll
from handvoll.bots import Effort, Seen, Thought, best
from handvoll.bots.arena import Match, run
from handvoll.bots.compiled import is_compiling
from handvoll.bots.desk import Desk
from handvoll.bots.luck import seed_luck
from handvoll.bots.standings import duel
from handvoll.core.game import Game
from handvoll.games.high_five import opponent, plays, search
from handvoll.games.high_five.board import FRAMES, SQUARES
from handvoll.games.high_five.combinations import CARDS, JOKER, points
from handvoll.games.high_five.notation import CARD_OF, card_name
from handvoll.games.high_five.rules import DROP, FRAME, State


def random_moment(seed: int, ply: int, players: int = 2) -> Game:
    """A game of random moves, the first moment from that step on at which a frame is to be named."""
    rng = random.Random(seed)
    game = handvoll.new("high-five", players)
    while game.ply < ply or game.chance or not game.legal(game.to_act[0])[0].startswith("frame"):
        if game.chance:
            game = game.deal(rng.randrange)
        else:
            game = game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])))
    return game


def midst(board: str, hand: str, scores: str = "40,40") -> Game:
    """A game of two in its midst: player 1 has `hand`, the other what else must have been drawn by then."""
    laid = board.count(" ") + 1 - 4
    turns = 2 + max(0, -((6 - laid) // 4))
    named = {part.partition(":")[2] for part in board.split()} | set(hand.split())
    spare = [card_name(card) for card in CARDS if card_name(card) not in named]
    pile = len(CARDS) - 12 - 2 * turns
    other = ",".join([*spare[pile:], *([] if "J2" in named else ["J"])]) or "-"
    held = ",".join(sorted(hand.split(), key=lambda name: CARD_OF.get(name, JOKER)))
    lying = ",".join(sorted(board.split(), key=lambda part: (part[1], part[0])))
    return handvoll.load(
        "high-five",
        f"rules=1 players=2 ply=50 board={lying} hands={held}/{other} turns={turns} "
        f"draws=0 turn=P1 frame=- scores={scores} bonus=- scored=-",
    )


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def turn(game: Game, level: int, nodes: int) -> tuple[Game, list[str]]:
    """A whole turn of the seat that is to act, played by a level."""
    seat = game.to_act[0]
    moves = []
    while game.to_act == (seat,):
        moves.append(thought_of(game, level, nodes).move)
        game = game.play(seat, moves[-1])
    return game, moves


def thought_of(game: Game, level: int, nodes: int, seed: int = 1) -> Thought:
    seen = Seen.of(game, game.to_act[0])
    return opponent.think_plainly(seen, Effort(level, 60, nodes, seed), _kernel())


def _kernel() -> opponent.Kernel:
    return opponent.SEARCH.wait() or opponent.PLAIN


# --- the plays of a turn -----------------------------------------------------------------------


def by_trying(state: State, frame: int) -> int:
    """The most points that any cards of the hand make of the frame, by the rules' own scoring."""
    lying = [state.board[square] for square in FRAMES[frame] if state.board[square]]
    hand = state.hands[state.turn]
    return max(points([*lying, *cards]) for cards in itertools.combinations(hand, 5 - len(lying)))


@pytest.mark.parametrize("seed", range(8))
def test_the_best_play_of_every_frame_is_found(seed: int) -> None:
    """Nothing in any frame of random moments is worth more than what is found, and that is really there."""
    game = random_moment(seed, 20 + 8 * seed, 2 + seed % 3)
    state = state_of(game)
    desk = opponent.lay_out(game.view(state.turn), state.turn)
    frames = [move - FRAME for move in state.moves(state.turn)]
    found = list(opponent._choices(desk, frames, opponent.PLAIN))
    for frame in frames:
        mine = [choice for choice in found if choice.frame == frame]
        assert mine[0].value == by_trying(state, frame) * plays.POINT
        for choice in mine:
            lying = [state.board[square] for square in FRAMES[frame] if state.board[square]]
            assert choice.value == points([*lying, *choice.cards]) * plays.POINT
            assert set(choice.cards) <= set(state.hands[state.turn])


def test_the_best_play_of_the_turn_is_found_with_prices() -> None:
    """Leaving out what cannot be best leaves out nothing that is: as if everything were tried."""
    prices = np.array(opponent.PRICES[0])
    for seed in range(12):
        game = random_moment(seed, 25 + 7 * seed)
        state = state_of(game)
        desk = opponent.lay_out(game.view(state.turn), state.turn)
        hand = state.hands[state.turn]
        best_value = max(
            points([*lying, *cards]) * plays.POINT - sum(plays.price(prices, card) for card in cards)
            for move in state.moves(state.turn)
            for lying in [[card for card in map(state.board.__getitem__, FRAMES[move - FRAME]) if card]]
            for cards in itertools.combinations(hand, 5 - len(lying))
        )
        is_first = state.turns < state.players
        row = desk.root_hands[state.turn]
        found = plays.best_play(
            desk.root_frames, desk.rows, desk.ways, row, len(hand), prices, is_first, desk.best
        )
        assert found == best_value


def test_frames_know_what_lies_in_them() -> None:
    """Cards added one by one in any order give the numbers that scoring counts."""
    rng = random.Random(4)
    for _again in range(200):
        cards = rng.sample([*CARDS, JOKER + 1, JOKER + 2], 5)
        rows = np.zeros((1, plays.COLUMNS), np.int64)
        for card in cards[:4]:
            plays.add_card(rows, 0, rows, 0, card)
        assert plays.worth_with(rows, 0, cards[4]) == points(cards)
        plays.add_card(rows, 0, rows, 0, cards[4])
        assert plays.most_worth(rows, 0) == points(cards)


# --- playing on --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_played_on_are_games_by_the_rules(players: int) -> None:
    """Turn by turn the search's game is replayed by the rules: every move is legal, the scores, the draws,
    the bonus and whose turn it is are the same, to the end."""
    state = state_of(random_moment(players, 0, players))
    desk = search.new_desk()
    desk.prices[:] = opponent.PRICES
    desk.counts[search.LIMIT] = 1 << 60
    seed_luck(desk.luck, 5)
    for square, card in enumerate(state.board):
        if card:
            plays.lay_card(desk.cards, desk.frames, square, card)
    for seat, hand in enumerate(state.hands):
        desk.hands[seat, : len(hand)] = hand
        desk.sizes[seat] = len(hand)
    desk.pile[: len(state.unseen)] = state.unseen
    desk.game[:] = (len(state.unseen), 0, 0, -1, players)
    while state.result is None:
        before, seat = desk.cards.copy(), state.turn
        search.play_on(desk, 1)
        laid = [square for square in range(SQUARES) if desk.cards[square] != before[square]]
        state = _replayed(state, seat, {square: int(desk.cards[square]) for square in laid}, desk)
        while state.chance:
            drawn = set(desk.hands[seat, : desk.sizes[seat]].tolist()) - set(state.hands[seat])
            state = state.after_chance(card_name(min(drawn)))
        assert state.scores == tuple(desk.scores[:players].tolist())
        assert state.turn == desk.game[search.TURN]
        assert state.bonus == desk.game[search.BONUS_TO]
        for other, hand in enumerate(state.hands):
            assert sorted(desk.hands[other, : desk.sizes[other]].tolist()) == list(hand)


def _replayed(state: State, seat: int, laid: dict[int, int], desk: Desk) -> State:
    """The state after the cards that the search laid: in the frame that gives its points."""
    moves = state.moves(seat)
    if moves[0] >= DROP:
        ((square, card),) = laid.items()
        assert DROP + card * SQUARES + square in moves
        return state.after(seat, DROP + card * SQUARES + square)
    for move in moves:
        frame = FRAMES[move - FRAME]
        if {square for square in frame if not state.board[square]} == set(laid):
            after = state.after(seat, move)
            for square in frame:
                if square in laid:
                    after = after.after(seat, laid[square])
            if after.scores[seat] == desk.scores[seat] - (after.bonus != desk.game[search.BONUS_TO]) * 2:
                return after
    raise AssertionError("no frame is filled by what was laid")


def test_compiled_and_plain_search_agree() -> None:
    """The same functions with and without the compiler think the same, node for node."""
    for seed, players, level in ((1, 2, 5), (2, 4, 5), (3, 3, 4), (4, 2, 3)):
        seen = Seen.of(game := random_moment(seed, 40, players), game.to_act[0])
        effort = Effort(level, 60, 150, seed)
        plain = opponent.think_plainly(seen, effort, opponent.PLAIN)
        assert opponent.think_plainly(seen, effort, _kernel()) == plain


# --- honest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_make_no_difference(players: int) -> None:
    """With other cards in the others' hands and in the pile every level thinks the same: none looks."""
    for seed in range(4):
        game = random_moment(seed, 35, players)
        seat = game.to_act[0]
        other = dataclasses.replace(game, state=game.state.redraw(seat, random.Random(seed).randrange))
        assert other.state.position() != game.state.position()
        for level in (1, 3, 5):
            assert best(game, seat, level, nodes=200, seed=2) == best(other, seat, level, nodes=200, seed=2)


# --- what to play ------------------------------------------------------------------------------

FOUR_FIVES = "b3:R9 c3:R5 d3:B5 f3:G5 g3:Y5 h3:B11 c6:G9 f6:Y13 c7:R2 b6:B8"


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_high_five_at_hand_is_taken(level: int) -> None:
    """Four fives lie in a row with one square between them: the joker makes them five."""
    after, moves = turn(midst(FOUR_FIVES, "R6 B7 Y2 J G12"), level, 1500)
    assert moves == ["frame c3-g3", "play J"]
    assert after.state.view(0)["scores"][0] == 70


@pytest.mark.parametrize("level", [4, 5])
def test_a_joker_that_wins_little_is_kept(level: int) -> None:
    """Where it makes three equal of two, and a plain card does nearly as well, the joker stays in hand."""
    board = "c3:R5 d3:B5 e3:G9 f3:Y13 c6:G2 f6:Y12 c7:R3 b6:B8 h8:R12 a8:G3"
    _after, moves = turn(midst(board, "R6 B9 Y4 J G12"), level, 1500)
    assert "play J" not in moves


"""Level 3 sees only points and a part of what cards are worth."""


@pytest.mark.parametrize("level", [4, 5])
def test_four_equal_are_not_left_with_a_gap_beside_them(level: int) -> None:
    """Three fives lie in a row, the fourth is in hand. Laid beside them it would leave four equal with one
    empty square to the next seat; with another card between them it scores the same."""
    board = "b3:R5 c3:B5 d3:G5 f3:Y13 c6:G9 f6:R12 c7:R2 b6:B8 h8:R3 a8:J1"
    after, _moves = turn(midst(board, "Y5 R11 B9 G2 Y7"), level, 1500)
    assert after.state.view(0)["scores"][0] == 55
    desk = opponent.lay_out(after.view(1), 1)
    left = [row for row in range(plays.FRAME_COUNT) if desk.root_frames[row, plays.FILLED] == 4]
    assert all(plays.most_worth(desk.root_frames, row) < 30 for row in left)


def test_thoughts_tell_what_is_planned() -> None:
    """The line is the whole turn, the options are moves one can play, and the words tell the points."""
    game = midst(FOUR_FIVES, "R6 B7 Y2 J G12")
    thought = thought_of(game, 5, 4000)
    assert thought.line == ("frame c3-g3", "play J")
    assert str(thought.why) == "This fills the frame: High Five, 30 points."
    assert thought.unit == "points"
    assert thought.sure is not None
    assert {option.move for option in thought.options} <= set(game.legal(0))
    assert [option.value for option in thought.options] == sorted(
        (option.value for option in thought.options), reverse=True
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_played_to_their_end(players: int) -> None:
    rng = random.Random(players)
    game = handvoll.new("high-five", players)
    while not game.over:
        if game.chance:
            game = game.deal(rng.randrange)
            continue
        seat = game.to_act[0]
        game = game.play(seat, best(game, seat, 1 + (seat + players) % 3, nodes=50, seed=game.ply).move)
    assert game.result is not None


def test_the_same_seed_and_nodes_give_the_same_move() -> None:
    game = random_moment(3, 40)
    first = thought_of(game, 5, 600, 9)
    assert first == thought_of(game, 5, 600, 9)


@pytest.mark.skipif(not is_compiling(), reason="would take many minutes")
@pytest.mark.parametrize(("stronger", "weaker"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_each_level_beats_the_one_below(stronger: int, weaker: int, tmp_path: Path) -> None:
    """A small ladder with fixed seeds (docs/opponents.md has more)."""
    match = Match("high-five", (f"level:{stronger}", f"level:{weaker}"), nodes=10_000, seed=5)
    found = duel(run(match, 6, tmp_path, jobs=1), 0, 1)
    assert found.share >= 0.6


def test_time_that_is_up_at_once_still_brings_a_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the clock may stop the search before the first frame is looked at."""

    def stopped(view: object, seat: int, lay_out: object = opponent.lay_out) -> Desk:
        desk = lay_out(view, seat)  # type: ignore[operator]
        desk.counts[search.STOP] = 1
        return desk  # type: ignore[no-any-return]

    monkeypatch.setattr(opponent, "lay_out", stopped)
    game = random_moment(1, 20)
    seat = game.to_act[0]
    thought = opponent.think_plainly(Seen.of(game, seat), Effort(5, 60.0), opponent.PLAIN)
    assert thought.move in game.legal(seat)
