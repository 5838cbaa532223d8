"""Wins by force in Hnefatafl: what trying everything finds, level 5 finds.

The positions come from games between lower levels. That they are won in so many moves, and in none fewer, is
shown by trying all moves and all answers, over the rules alone.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from handvoll.bots import Effort, Thought
from handvoll.bots.compiled import is_compiling, twins
from handvoll.core.position import Fields
from handvoll.games.hnefatafl import notation, opponent, root, rules
from handvoll.games.hnefatafl.notation import TARGET_MASK
from handvoll.games.hnefatafl.rules import BLACK, MOST_MOVES, MOST_TAKEN, RUNNING, WHITE, State

WINS = [
    # The king leaves for a line that nobody can close from both sides.
    (WHITE, 2, "...AAAA..../.......A.../.........../A....D.A..A/A...D.D...A/AA.DD.D..../"
               "A...D.....A/.....DD...D/.A..A...D.A/......D.K../.....A...A."),
    (WHITE, 2, "...AAAAA.../.....A...../.........../A....D...../A...DDD...A/A..DD.DD.AA/"
               "A...D.DD..A/A......DA../..K......../.........A./.A.AAA.AA.."),
    (WHITE, 2, "..A.AA.A.../.AA....D.../A..D....A.A/..A...D..../.D.......K./..A......A./"
               "........A../..A......../A....D....A/A........../.A..D.D...."),
    (WHITE, 2, "..A.....A../..........D/A........../.A.....D.../..A......../AA.DA...A../"
               "..AAD.A..../......A..A./.K........A/A.A.A....A./..A.....A.."),
    # The last side of the king is closed.
    (BLACK, 2, ".....A...D./...A.....A./.AAKD.....A/A..A...A.../.........../AA.A....A../"
               "A......A.../.....A...../..A.A.....A/.........A./..A.A....A."),
    # One threat makes room for the next.
    (WHITE, 3, ".....A.A.../.....A....A/A...A.A...K/......A..../..A.A.A..../A.DD..D.D.A/"
               "...A..D.D.A/.D.....A.../.........../....A.A..../...A.A..A.."),
    (WHITE, 3, "....AA.AA../..D...A..../A...A.D..../A....D.D.A./..A...D..A./AA..D.DA.AA/"
               "....A...K.A/...A......A/.....DD...D/.........../.A...AA.A.."),
    (WHITE, 4, "........A../...A......./..........A/.........../....AA...../A.D...AA..A/"
               ".....AA..../A........../...KA....../.A.......A./..A....AA.."),
]  # fmt: skip


def forced(board: Any, seat: int, three: int, moves: int) -> bool:
    """Whether `seat`, to move, wins within so many moves of its own whatever is answered."""
    own = np.empty(MOST_MOVES, np.int64)
    answers = np.empty(MOST_MOVES, np.int64)
    taken = np.empty(MOST_TAKEN, np.int64)
    count = list_moves(board, seat, own)
    for i in range(count):
        after = board.copy()
        make_move(after, own[i], taken)
        if ending(after, own[i] & TARGET_MASK, three) != RUNNING:
            return True
    if moves == 1:
        return False
    for i in range(count):
        after = board.copy()
        make_move(after, own[i], taken)
        wins = list_moves(after, 1 - seat, answers)
        j = 0
        while j < wins:
            answered = after.copy()
            make_move(answered, answers[j], taken)
            if ending(answered, answers[j] & TARGET_MASK, three) != RUNNING:
                break
            if not forced(answered, seat, three, moves - 1):
                break
            j += 1
        if wins and j == wins:
            return True
    return False


def compiled(function: Callable[..., Any]) -> Any:
    """The function compiled; calls itself, which the compiler's cache cannot keep."""
    import numba

    return numba.njit(function)


if is_compiling():
    TWINS = twins(notation, rules)
    list_moves, make_move, ending = (TWINS[name] for name in ("list_moves", "make_move", "ending"))
    forced = compiled(forced)
else:
    from handvoll.games.hnefatafl.rules import ending, list_moves, make_move


def position(seat: int, board: str) -> State:
    """A moment without a past."""
    cells = notation.parse_board(Fields(f"board={board}"))
    return State(cells, seat, bytes(len(cells)), three=False)


def thought_of(state: State) -> Thought:
    effort = Effort(5, 60, nodes=60_000)
    return opponent.think_plainly(state, effort, opponent.SEARCH.wait() or root.search_root)


@pytest.mark.parametrize(("seat", "moves", "board"), WINS)
def test_a_win_by_force_is_found(seat: int, moves: int, board: str) -> None:
    state = position(seat, board)
    if is_compiling() or moves == 2:
        cells = np.frombuffer(state.board, np.uint8)
        assert forced(cells, seat, 0, moves)
        assert not forced(cells, seat, 0, moves - 1)
    thought = thought_of(state)
    assert thought.exact
    assert thought.value == 1.0
    assert len(thought.line) <= 2 * moves


@pytest.mark.parametrize(("seat", "moves", "board"), WINS)
def test_a_win_by_force_is_played_out(seat: int, moves: int, board: str) -> None:
    """Whatever an opponent of the same strength tries, it is over in time."""
    state = position(seat, board)
    for _ply in range(2 * moves - 1):
        move = notation.read_move(thought_of(state).move)
        state = state.after(state.turn, move)
        if state.result is not None:
            break
    assert state.result is not None
    assert state.result.places[seat] == 1
