"""Forced wins of Fünf gewinnt that level 5 finds, proved by the rules: every answer there is loses."""

import pytest

import handvoll
from handvoll.bots import best
from handvoll.bots.compiled import is_compiling
from handvoll.core.game import Game

MOVING = (
    "rules=1 players=2 ply=40 stones=0,0/1,0/1,-1/0,1/2,-1/-1,1/-1,-2/4,1/3,1/1,-2/0,-1/3,-1/0,-2/-1,-1/4,-1/"
    "2,3/3,3/-1,0/2,-2/2,0/4,-2/4,0/0,-3/0,-4/2,-3/3,2/3,0/1,1/5,0/x/2,1/x"
    " quiet=-2,0>-1,-4/0,2>3,2/-1,-4>3,3/1,-3>2,3 turn=0"
)
WINS = {
    "an open three becomes an open four": (2, "0,0 -1,0 0,1 -2,0 -2,-1 -1,1 0,2 -1,-1 -1,-2 -3,0 1,1 1,0"),
    "fours one after the other": (4, "0,0 0,1 0,2 1,2 1,1 0,-1 -1,-1 2,2 1,3 -1,0 -1,1"),
    "a quiet move before the fours": (5, "0,0 0,-1 1,0 2,0 1,-1 -1,0 1,1 1,-2 -1,1 1,-3"),
    "a stone lifted makes two fours": (3, MOVING),
}
"""Within how many moves the seat to move wins, and how it came to that: moves, or a position."""


def game_of(text: str) -> Game:
    """The game of a row of moves, or of a position."""
    if text.startswith("rules="):
        return Game.load(handvoll.card("fuenf-gewinnt"), text)
    game = handvoll.new("fuenf-gewinnt")
    for move in text.split():
        game = game.play(game.to_act[0], move)
    return game


def wins_at_once(game: Game, seat: int) -> bool:
    """By the rules: whether `seat`, which is to move, has a move that makes five."""
    ends = (game.state.after(seat, move).result for move in game.state.moves(seat))
    return any(end is not None and end.places[seat] == 1 for end in ends)


def is_won(game: Game, seat: int, moves: int) -> bool:
    """Whether `seat`, to move, wins in that many moves playing what level 5 says, whatever is answered."""
    if wins_at_once(game, seat):
        return True
    if moves == 1:
        return False
    thought = best(game, seat, 5, nodes=40_000)
    after = game.play(seat, thought.move)
    other = 1 - seat
    return (
        after.to_act == (other,)
        and not wins_at_once(after, other)
        and all(is_won(after.play(other, answer), seat, moves - 1) for answer in after.legal(other))
    )


@pytest.mark.skipif(not is_compiling(), reason="thousands of positions are looked at")
@pytest.mark.parametrize("name", WINS)
def test_a_forced_win_is_found_and_no_answer_helps(name: str) -> None:
    moves, text = WINS[name]
    game = game_of(text)
    seat = game.to_act[0]
    thought = best(game, seat, 5, nodes=40_000)
    assert thought.exact
    assert thought.value == 1.0
    assert str(thought.why) == f"This wins by force; moves to go: {moves}."
    assert is_won(game, seat, moves)
