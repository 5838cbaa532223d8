"""The engine protocol, verb by verb and code by code."""

import io
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import handvoll
from handvoll.core.card import Trait
from handvoll.engine.lines import LONGEST_LINE
from handvoll.engine.session import Session

GAMES = sorted(handvoll.cards())
STATUS = {"game", "players", "to_act", "chance", "over", "result", "ply"}
CODES = {
    "bad-json",
    "bad-request",
    "unknown-game",
    "bad-option",
    "bad-players",
    "no-game",
    "not-your-turn",
    "illegal-move",
    "not-chance",
    "bad-outcome",
    "bad-position",
    "game-over",
    "nothing-to-undo",
    "unsupported",
}


class Engine:
    """Asks a session and keeps the manners of the protocol in sight."""

    def __init__(self, game: str | None = None, players: int = 2, **more: Any) -> None:
        self.session = Session()
        if game is not None:
            self.ok("new", game=game, players=players, **more)

    def ask(self, do: object, **fields: Any) -> dict[str, Any]:
        answer = self.session.answer(json.dumps({"do": do, **fields}).encode())
        json.dumps(answer, allow_nan=False)
        assert answer["ok"] is ("error" not in answer)
        return answer

    def ok(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(do, **fields)
        assert answer["ok"], answer
        return answer

    def code(self, do: object, **fields: Any) -> str:
        """The code of a refusal, after which everything stands as before."""
        before = self.snapshot()
        answer = self.ask(do, **fields)
        assert not answer["ok"], answer
        assert answer["error"]["message"]
        assert self.snapshot() == before
        assert answer["error"]["code"] in CODES
        return str(answer["error"]["code"])

    def snapshot(self) -> object:
        position = self.ask("position")
        return position, self.ask("record"), self.session._random.getstate()

    def play_on(self, luck: random.Random, most: int = 10_000) -> dict[str, Any]:
        status = self.ok("status")
        while not status["over"] and status["ply"] < most:
            if status["chance"]:
                status = self.ok("chance")
            else:
                seat = luck.choice(status["to_act"])
                status = self.ok("play", seat=seat, move=luck.choice(self.ok("legal", seat=seat)["moves"]))
        return status


# --- verbs -----------------------------------------------------------------------------------------


def test_games_lists_every_game_with_all_a_program_needs() -> None:
    listed = Engine().ok("games")["games"]
    assert [game["game"] for game in listed] == GAMES
    for game in listed:
        assert set(game) == {"game", "title", "players", "options", "traits"}
        assert set(game["title"]) == {"de", "en"}
        assert game["players"][0] <= game["players"][1]
        assert set(game["traits"]) <= {"chance", "hidden", "simultaneous", "clock", "solo"}
        for option in game["options"].values():
            assert option["default"] in option["values"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_goes_through_the_engine(game: str) -> None:
    """Status, legal moves, chance, view, position and record agree at every step, to the end and back."""
    card = handvoll.card(game)
    engine = Engine(game, card.players[0], seed=1)
    luck = random.Random(1)
    other = Engine()
    for _step in range(12):
        status = engine.play_on(luck, engine.ok("status")["ply"] + 1)
        shown = engine.ok("status")
        assert {name: shown[name] for name in STATUS} == {name: status[name] for name in STATUS}
        assert [bool(shown["to_act"]), shown["chance"] is not None, shown["over"]].count(True) == 1
        for seat in range(shown["players"]):
            moves = engine.ok("legal", seat=seat)["moves"]
            assert moves == sorted(moves)
            assert bool(moves) == (seat in shown["to_act"])
        position = engine.ok("position")
        assert position.get("history", False) is False
        loaded = other.ok("load", game=game, position=position["position"])
        assert {name: loaded[name] for name in STATUS} == {name: shown[name] for name in STATUS}
        assert other.code("undo") == "nothing-to-undo"
        for seat in (*range(shown["players"]), None):
            view = engine.ok("view", seat=seat)
            assert view["view"]["seat"] == seat
            assert view["text"].strip()
        if shown["over"]:
            break
    end = engine.play_on(luck)
    assert set(end["result"]) - {"tiebreak"} == {"scores", "places", "reason"}
    assert handvoll.replay(engine.ok("record")["record"]).status() == {name: end[name] for name in STATUS}
    assert engine.code("play", seat=0, move="x") == "game-over"
    assert engine.code("chance") == "not-chance"
    assert engine.code("outcomes") == "not-chance"
    assert engine.ok("undo")["ply"] == end["ply"] - 1


def test_an_id_is_echoed_whatever_it_is() -> None:
    engine = Engine()
    for identity in (0, "a", None, [1, {"b": 2.5}], True, "\ud800", 10**900):
        assert engine.ask("status", id=identity)["id"] == identity
        assert engine.ask("games", id=identity)["id"] == identity
    assert "id" not in engine.ask("games")


def test_the_same_seed_draws_the_same_and_a_refusal_draws_nothing() -> None:
    def course(seed: object, noisy: bool) -> str:
        engine = Engine("make-five", seed=seed)
        luck = random.Random(0)
        for _step in range(40):
            if noisy:
                assert engine.code("chance", outcome="no such thing") in ("bad-outcome", "not-chance")
                assert engine.code("new", game="make-five", players=9) == "bad-players"
            engine.play_on(luck, engine.ok("status")["ply"] + 1)
        return str(engine.ok("position")["position"])

    assert course(7, noisy=False) == course(7, noisy=True)
    assert course(7, noisy=False) != course(8, noisy=False)
    assert course(1, noisy=False) != course(-1, noisy=False)


def test_outcomes_are_exact_fractions_that_sum_to_one() -> None:
    engine = Engine("make-five")
    listed = engine.ok("outcomes")
    assert listed["event"] == "draw"
    assert listed["outcomes"] == {letter: [5, 25] for letter in "TYRGV"}
    assert engine.ok("chance", outcome="R")["outcome"] == "R"
    assert engine.ok("outcomes")["outcomes"]["R"] == [4, 24]
    assert engine.ok("chance")["outcome"] in "TYRGV"


def test_outcomes_that_are_too_many_to_list_are_null() -> None:
    engine = Engine("torris")
    listed = engine.ok("outcomes")
    assert (listed["event"], listed["outcomes"]) == ("deal", None)
    assert engine.ok("chance")["chance"] is None


def test_time_counts_only_in_games_with_a_clock() -> None:
    """A time that is none is refused, one before the last is illegal (SX11), elsewhere it is ignored."""
    engine = Engine("six", seed=3)
    engine.play_on(random.Random(0), 7)
    for at in (-1, 1.5, "5", True, None, [], 10**15):
        assert engine.code("play", seat=0, move="roll", at=at) == "bad-request"
    engine.ok("play", seat=0, move="roll", at=10**15 - 1)
    engine.ok("undo")
    engine.ok("play", seat=0, move="roll", at=500)
    status = engine.ok("chance")
    if not status["to_act"]:
        status = engine.ok("chance")
    seat = status["to_act"][0]
    refused = engine.ask("play", seat=seat, move=engine.ok("legal", seat=seat)["moves"][0], at=499)
    assert (refused["error"]["code"], refused["error"]["ruling"]) == ("illegal-move", "SX11")
    Engine("zahlenpoker").ok("play", seat=0, move="1", at="whatever")


def test_perft_counts_and_refuses_games_with_chance() -> None:
    assert [Engine("hnefatafl").ok("perft", depth=depth)["nodes"] for depth in (0, 1)] == [1, 116]
    assert Engine("abraeumen", 1).ok("perft", depth=2)["nodes"] > 0
    assert Engine("six").code("perft", depth=1) == "unsupported"
    for depth in (-1, 1.0, True, "1", None, 10**9):
        assert Engine("hnefatafl").code("perft", depth=depth) == "bad-request"


def test_positions_without_their_history_say_so() -> None:
    for game in GAMES:
        engine = Engine(game, handvoll.card(game).players[0])
        has_history = handvoll.new(game).state.has_history
        assert engine.ok("position").get("history", True) is has_history


def test_best_plays_a_legal_move_or_says_that_it_cannot() -> None:
    for game in GAMES:
        engine = Engine(game, handvoll.card(game).players[0], seed=1)
        while engine.ok("status")["chance"]:
            engine.ok("chance")
        seat = engine.ok("status")["to_act"][0]
        answer = engine.ask("best", seat=seat, level=1)
        if answer["ok"]:
            assert answer["move"] in engine.ok("legal", seat=seat)["moves"]
        else:
            assert answer["error"]["code"] == "unsupported"


def test_best_says_what_the_opponent_thinks() -> None:
    """A level or a time; and the same seed gives the same moves, whatever was drawn meanwhile."""
    engine = Engine("hnefatafl", 2, seed=5)
    answer = engine.ok("best", seat=0, level=2)
    assert 0 <= answer["value"] <= 1
    assert answer["unit"] == "win"
    assert answer["depth"] >= 1
    assert answer["nodes"] > 0
    assert answer["line"][0] == answer["move"]
    assert engine.ok("best", seat=0, seconds=0.2)["move"] in engine.ok("legal", seat=0)["moves"]


@pytest.mark.parametrize("effort", [{"level": None}, {"seconds": None}, {"seconds": "1"}, {"level": True}])
def test_best_takes_numbers_only(effort: dict[str, Any]) -> None:
    assert Engine("hnefatafl").code("best", seat=0, **effort) == "bad-request"


def test_a_refusal_quotes_what_came_as_it_was_written() -> None:
    engine = Engine("six")
    for came, said in ((None, "null"), ("0", '"0"'), (0.0, "0.0"), (True, "true"), ([0], "[0]")):
        assert engine.ask("legal", seat=came)["error"]["message"].endswith(f"from 0 to 1, not {said}.")
    refused = engine.ask("new", game="six", players=2, options={"pasch": "true"})
    assert refused["error"]["message"] == 'The option pasch of Six takes false, true, not "true".'


def test_the_same_seed_gives_the_same_opponents() -> None:
    """Level 1 errs by luck: by the same luck after the same seed, by other luck after another."""

    def first_moves(seed: int) -> list[str]:
        engine = Engine("zahlenpoker", 2, seed=seed)  # where no level looks at the clock
        moves = []
        for _ply in range(6):
            seat = engine.ok("status")["to_act"][0]
            moves.append(engine.ok("best", seat=seat, level=1)["move"])
            engine.ok("play", seat=seat, move=moves[-1])
        return moves

    played = {seed: first_moves(seed) for seed in range(3)}
    assert first_moves(0) == played[0]
    assert len({tuple(moves) for moves in played.values()}) > 1


@pytest.mark.parametrize(
    "effort",
    [
        {"level": 0},
        {"level": 6},
        {"level": 2.0},
        {"level": True},
        {"level": "3"},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": "1"},
        {"seconds": True},
        {"seconds": 10**400},
    ],
)
def test_best_refuses_an_effort_that_is_none(effort: dict[str, Any]) -> None:
    engine = Engine("hnefatafl", 2, seed=5)
    assert engine.code("best", seat=0, **effort) == "bad-request"
    assert engine.code("best", seat=1, level=1) == "not-your-turn"


def test_quit_ends_the_session_at_once() -> None:
    out = io.BytesIO()
    Session().serve(io.BytesIO(b'{"do": "quit", "id": 1}\n{"do": "games"}\n'), out)
    assert out.getvalue() == b'{"ok": true, "id": 1}\n'


# --- codes -----------------------------------------------------------------------------------------


def test_nothing_goes_without_a_game() -> None:
    engine = Engine()
    for do in ("status", "outcomes", "chance", "position", "record", "undo"):
        assert engine.code(do) == "no-game"
    assert engine.code("legal", seat=0) == "no-game"
    assert engine.code("play", seat=0, move="1") == "no-game"
    assert engine.code("view", seat=None) == "no-game"
    assert engine.code("perft", depth=1) == "no-game"
    assert engine.code("best", seat=0) == "no-game"


@pytest.mark.parametrize("running", [None, "zahlenpoker"])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess", "players": 2}, "unknown-game"),
        ({"game": "Six", "players": 2}, "unknown-game"),
        ({"game": "x" * 100_000, "players": 2}, "unknown-game"),
        ({"players": 2}, "bad-request"),
        ({"game": None, "players": 2}, "bad-request"),
        ({"game": "six"}, "bad-request"),
        ({"game": "six", "players": 6}, "bad-players"),
        ({"game": "six", "players": 0}, "bad-players"),
        ({"game": "six", "players": -(10**900)}, "bad-players"),
        ({"game": "six", "players": 2.0}, "bad-players"),
        ({"game": "six", "players": True}, "bad-players"),
        ({"game": "six", "players": "2"}, "bad-players"),
        ({"game": "six", "players": None}, "bad-players"),
        ({"game": "six", "players": 2, "options": None}, "bad-request"),
        ({"game": "six", "players": 2, "options": []}, "bad-request"),
        ({"game": "six", "players": 2, "options": {"pash": True}}, "bad-option"),
        ({"game": "six", "players": 2, "options": {"pasch": 1}}, "bad-option"),
        ({"game": "six", "players": 2, "options": {"pasch": None}}, "bad-option"),
        ({"game": "six", "players": 2, "options": {"pasch": {"a": []}}}, "bad-option"),
        ({"game": "make-five", "players": 2, "options": {"rounds_each": 3.0}}, "bad-option"),
        ({"game": "six", "players": 2, "seed": 1.5}, "bad-request"),
        ({"game": "six", "players": 2, "seed": True}, "bad-request"),
    ],
)
def test_a_failed_new_says_why_and_leaves_the_running_game(running: str, fields: dict, code: str) -> None:
    assert Engine(running).code("new", **fields) == code


@pytest.mark.parametrize("running", [None, "zahlenpoker"])
@pytest.mark.parametrize(
    ("position", "code"),
    [(None, "bad-request"), (5, "bad-request"), ("", "bad-position"), ("rules=1 players=2", "bad-position")],
)
def test_a_failed_load_says_where_and_leaves_the_running_game(running: str, position: Any, code: str) -> None:
    assert Engine(running).code("load", game="zahlenpoker", position=position) == code


def test_a_bad_position_names_the_place() -> None:
    position = handvoll.new("zahlenpoker").position()
    refused = Engine().ask("load", game="zahlenpoker", position=position.replace("hands=2222", "hands=2223"))
    assert refused["error"]["code"] == "bad-position"
    assert refused["error"]["place"] == position.index("hands=") + len("hands=") + 1


def test_of_several_faults_the_first_is_told() -> None:
    """In the order of docs/protocol.md."""
    assert Engine().code("play", seat=9, move=5, at="x") == "no-game"
    engine = Engine("six", seed=1)
    assert engine.code("play", seat=0, move="x", at=-1) == "bad-request"
    assert engine.code("play", seat=0, move="x", at=0) == "not-your-turn"
    engine.play_on(random.Random(0), 7)
    engine.ok("play", seat=0, move="roll", at=7)
    while engine.ok("status")["chance"]:
        engine.ok("chance")
    seat = engine.ok("status")["to_act"][0]
    assert engine.ask("play", seat=seat, move="x", at=6)["error"]["ruling"] == "SX4"
    engine = Engine("abraeumen", 1)
    while not engine.ok("status")["over"]:
        engine.ok("play", seat=0, move=engine.ok("legal", seat=0)["moves"][0])
    assert engine.code("play", seat=1, move="x") == "bad-request"
    assert engine.code("play", seat=0, move="x") == "game-over"
    for request, code in (
        ({"game": 5, "players": 9}, "bad-request"),
        ({"game": "x", "players": 9, "seed": None}, "bad-request"),
        ({"game": "x", "players": 9, "options": {"x": 1}}, "unknown-game"),
        ({"game": "six", "players": 9, "options": {"x": 1}}, "bad-players"),
        ({"game": "six", "players": 2, "options": {"x": 1}}, "bad-option"),
    ):
        assert engine.code("new", **request) == code


@pytest.mark.parametrize("seat", [2, -1, 0.0, True, "0", None, [], {}, 10**900])
def test_a_seat_is_a_whole_number_in_range(seat: Any) -> None:
    engine = Engine("zahlenpoker")
    assert engine.code("legal", seat=seat) == "bad-request"
    assert engine.code("play", seat=seat, move="1") == "bad-request"
    assert engine.code("best", seat=seat) == "bad-request"
    if seat is not None:
        assert engine.code("view", seat=seat) == "bad-request"


@pytest.mark.parametrize("move", ["01", " 1", "1 ", "5", "EMPTY", "", "x" * 1000, "\ud800", "\n"])
def test_only_exact_moves_count(move: str) -> None:
    refused = Engine("zahlenpoker").ask("play", seat=0, move=move)
    assert refused["error"]["code"] == "illegal-move"
    assert refused["error"]["ruling"] == "ZP1"


@pytest.mark.parametrize("move", [1, None, ["1"], True])
def test_a_move_is_a_text(move: Any) -> None:
    assert Engine("zahlenpoker").code("play", seat=0, move=move) == "bad-request"


def test_who_may_not_act_is_told_so() -> None:
    engine = Engine("zahlenpoker")
    engine.ok("play", seat=0, move="1")
    assert engine.code("play", seat=0, move="1") == "not-your-turn"
    assert engine.code("chance") == "not-chance"
    assert engine.code("outcomes") == "not-chance"
    assert engine.code("best", seat=0) in ("not-your-turn", "unsupported")
    assert Engine("make-five").code("play", seat=0, move="pass") == "not-your-turn"


@pytest.mark.parametrize("outcome", ["X", "", "r", None, 5, ["R"], {"R": 1}])
def test_an_outcome_is_one_of_those_possible(outcome: Any) -> None:
    assert Engine("make-five").code("chance", outcome=outcome) == "bad-outcome"


@pytest.mark.parametrize("do", ["", "Status", "jump", None, 5, ["status"], {}])
def test_an_unknown_request_is_refused(do: Any) -> None:
    assert Engine("zahlenpoker").code(do) == "bad-request"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad-json"),
        (b"   ", "bad-json"),
        (b"\r", "bad-json"),
        (b"nonsense", "bad-json"),
        (b"{'do': 'status'}", "bad-json"),
        (b'{"do": "status"', "bad-json"),
        (b'{"do": "status"} x', "bad-json"),
        (b'{"do": "status", "id": NaN}', "bad-json"),
        (b'{"do": "status", "id": -Infinity}', "bad-json"),
        (b'{"do": "\xff"}', "bad-json"),
        (b"\xef\xbb\xbf{}", "bad-json"),
        (b'{"do": "\xed\xa0\x80"}', "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b"[" * 100_000 + b"]" * 100_000, "bad-request"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "bad-request"),
        (b"[]", "bad-request"),
        (b"null", "bad-request"),
        (b"5", "bad-request"),
        (b'"status"', "bad-request"),
        (b"{}", "bad-request"),
        (b'{"Do": "status"}', "bad-request"),
        (b'{"do": "status", "do": "games"}', "bad-request"),
        (b'{"do": "status", "id": 1e999}', "bad-request"),
        (b'{"do": "status", "id": ' + b"9" * 100_000 + b"}", "bad-request"),
        (None, "bad-request"),
    ],
)
def test_what_is_no_request_is_refused(line: bytes | None, code: str) -> None:
    answer = Session().answer(line)
    assert (answer["ok"], answer["error"]["code"]) == (False, code)


def test_white_space_around_a_request_does_no_harm() -> None:
    assert Session().answer(b' {"do": "games"}\r')["ok"]


# --- the pipe --------------------------------------------------------------------------------------


def test_a_line_may_have_a_mebibyte_and_not_one_byte_more() -> None:
    room = LONGEST_LINE - len('{"do": "games", "id": ""}')
    fits, too_long = (json.dumps({"do": "games", "id": "x" * (room + more)}).encode() for more in (0, 1))
    assert len(fits) == LONGEST_LINE
    for end in (b"\n", b""):
        out = io.BytesIO()
        Session().serve(io.BytesIO(fits + b"\n" + too_long + b"\n" + b"y" * (3 * LONGEST_LINE) + end), out)
        codes = [json.loads(line).get("error", {}).get("code") for line in out.getvalue().splitlines()]
        assert codes == [None, "bad-request", "bad-request"]


def test_the_last_line_needs_no_end() -> None:
    out = io.BytesIO()
    Session().serve(io.BytesIO(b'{"do": "games"}\n{"do": "status"}'), out)
    assert out.getvalue().count(b"\n") == 2


def test_a_thousand_lines_of_noise_get_a_thousand_answers() -> None:
    luck = random.Random(1)
    noise = [
        bytes(luck.randrange(256) for _ in range(luck.randrange(200))).replace(b"\n", b"")
        for _ in range(1000)
    ]
    out = io.BytesIO()
    Session().serve(io.BytesIO(b"\n".join(noise) + b"\n"), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == 1000
    assert {answer["error"]["code"] for answer in answers} <= {"bad-json", "bad-request"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
VERBS = tuple(Session()._verbs)
requests = st.fixed_dictionaries(
    {"do": st.sampled_from([verb for verb in VERBS if verb not in ("quit", "best", "perft")])},
    optional={
        "game": st.sampled_from(GAMES) | json_values,
        "players": st.integers(0, 6) | json_values,
        "options": json_values,
        "seed": json_values,
        "seat": st.integers(-1, 4) | json_values,
        "move": st.sampled_from(["1", "4", "empty", "pass", "roll", "d1-d4", "0,0"]) | json_values,
        "at": st.integers() | json_values,
        "outcome": json_values,
        "position": json_values,
        "id": json_values,
    },
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(requests, min_size=1, max_size=30))
def test_whatever_is_asked_gets_an_answer_of_the_protocol(asked: list[dict[str, Any]]) -> None:
    """Any fields in any order, over a game that goes on: an answer for each, with a known code."""
    engine = Engine("zahlenpoker", 3)
    for request in asked:
        answer = engine.ask(**request)
        assert answer["ok"] or answer["error"]["code"] in CODES
        assert ("id" in request) == ("id" in answer)


@given(st.binary(max_size=300).filter(lambda line: b"\n" not in line))
def test_whatever_bytes_come_get_an_answer(line: bytes) -> None:
    answer = Session().answer(line)
    assert not answer["ok"]
    assert answer["error"]["code"] in ("bad-json", "bad-request")


def test_traits_are_named_as_the_protocol_names_them() -> None:
    assert {trait.value for trait in Trait} == {"chance", "hidden", "simultaneous", "clock", "solo"}
