"""Actions: once each, late ones refused with the truth, every refusal a code and a sentence."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import handvoll
from handvoll.client import House as Client
from handvoll.client import Refused, Table


def two_at_a_table(served: Any, game: str = "zahlenpoker", **settings: Any) -> tuple[Table, Table]:
    anna, bob = served.client("Anna"), served.client("Bob")
    table = anna.open(game, ["open", "open"], lot=False, **settings)
    table.sit()
    other = Table(bob, table.id)
    other.sit()
    return table, other


def refused(ask: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value


def test_the_same_request_with_the_same_key_happens_once(served: Any) -> None:
    """A repeated move gets the same answer; the key with another move is refused; a repeated opening finds
    the same table."""
    anna, _bob = two_at_a_table(served)
    now = anna.look()
    body = {"do": "play", "seat": 0, "move": "2", "question": now["question"]}
    with served.browser(**{"cookie": anna.house._headers["cookie"], "idempotency-key": "one"}) as browser:
        first = browser.post(f"/api/tables/{anna.id}", json=body)
        again = browser.post(f"/api/tables/{anna.id}", json=body)
        other = browser.post(f"/api/tables/{anna.id}", json={**body, "move": "3"})
        opened = [
            browser.post("/api/tables", json={"game": "six", "chairs": ["host"] * 2}).json() for _time in "12"
        ]
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["event"] == again.json()["event"]
    assert other.json()["error"]["code"] == "key-reused"
    assert opened[0] == opened[1]
    events = anna.house.ask("GET", f"/api/tables/{anna.id}/transcript")["events"]
    assert [event["kind"] for event in events].count("move") == 1


def test_the_same_request_sent_at_the_same_time_happens_once(served: Any) -> None:
    """Ten copies of one request in ten threads leave one event and one table."""
    anna, _bob = two_at_a_table(served)
    now = anna.look()
    body = {"do": "play", "seat": 0, "move": "2", "question": now["question"]}
    answers: list[Any] = []

    def send(path: str, body: dict[str, Any]) -> None:
        with served.browser(**{"cookie": anna.house._headers["cookie"], "idempotency-key": path}) as browser:
            answers.append(browser.post(path, json=body).json())

    for path, sent in (
        (f"/api/tables/{anna.id}", body),
        ("/api/tables", {"game": "six", "chairs": ["open"] * 2}),
    ):
        answers.clear()
        threads = [threading.Thread(target=send, args=(path, sent)) for _copy in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(answer == answers[0] for answer in answers), answers
    assert len(anna.house.tables()["mine"]) == 2


def test_a_stale_move_loses_with_the_current_state(served: Any) -> None:
    """A second answer to an answered question gets 409 and the table as it is now."""
    table, _other = two_at_a_table(served, "make-five")
    now = table.look()
    mine = table if now["seat"] in now["to_act"] else _other
    now = mine.look()
    mine.play(now, now["moves"][0])
    late = refused(lambda: mine.play(now, now["moves"][1]))
    assert (late.status, late.code) == (409, "stale")
    assert late.table is not None
    assert late.table["event"] > now["event"]


def test_simultaneous_answers_do_not_trip_over_each_other(served: Any) -> None:
    """Both seats answer the same question number, in any order, without a look in between."""
    anna, bob = two_at_a_table(served)
    first, second = anna.look(), bob.look()
    bob.play(second, "3")
    anna.play(first, "2")
    assert anna.look()["view"]["round"] == 2


def test_a_forbidden_move_names_its_ruling_in_the_askers_language(served: Any) -> None:
    """The refusal carries the stable code, the ruling and a sentence, German for who reads German."""
    anna, _bob = two_at_a_table(served)
    now = anna.look()
    english = refused(lambda: anna.play(now, "pass"))
    assert (english.status, english.code, english.ruling) == (422, "illegal-move", "ZP1")
    anna.house.ask("POST", "/api/me", {"language": "de"})
    german = refused(lambda: anna.play(now, "pass"))
    assert str(german) != str(english)
    assert german.ruling == "ZP1"


def test_nobody_plays_for_another(served: Any) -> None:
    """A seat is bound to its guest: others are refused, whatever they send."""
    anna, bob = two_at_a_table(served)
    now = anna.look()
    carl = Table(served.client("Carl"), anna.id)
    for thief in (bob, carl):
        for what, more in (
            ("play", {"move": "2", "question": now["question"]}),
            ("resign", {}),
            ("undo", {}),
        ):
            assert refused(lambda: thief.do(what, seat=0, **more)).code == "not-seated"  # noqa: B023
    assert refused(lambda: Table(bob.house, anna.id).look(seat=0)).code == "bad-request"
    assert (
        refused(lambda: carl.house.ask("POST", f"/api/tables/{anna.id}/hint", {"seat": 0})).code
        == "not-seated"
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "chairs": ["open"]}, "unknown-game"),
        ({"game": "six", "chairs": ["open"] * 9}, "bad-players"),
        ({"game": "six", "chairs": ["open"] * 13}, "bad-request"),
        ({"game": "six", "chairs": ["open"] * 2, "options": {"pasch": 7}}, "bad-option"),
        ({"game": "six", "chairs": ["bot:9"]}, "bad-request"),
        ({"game": "six", "chairs": ["open"] * 2, "pace": {"kind": "move", "seconds": 10**9}}, "bad-request"),
        ({"game": "six", "chairs": ["open"] * 2, "surprise": 1}, "bad-request"),
        ([], "bad-request"),
    ],
)
def test_a_table_that_cannot_be_is_refused(served: Any, body: Any, code: str) -> None:
    """Every fault in an opening has its code and a sentence."""
    error = refused(lambda: served.client().ask("POST", "/api/tables", body))
    assert error.code == code
    assert error.status in (400, 404)
    assert len(str(error)) > 20


def test_what_is_no_json_or_too_much_is_refused_without_a_fault(served: Any) -> None:
    """Broken bodies, wrong types, huge bodies and unknown routes: a clear 4xx in the house's form."""
    with served.browser() as browser:
        answers = [
            browser.post("/api/tables", content=b"{", headers={"content-type": "application/json"}),
            browser.post("/api/tables", content=b"\xff\xfe", headers={"content-type": "application/json"}),
            browser.post("/api/tables", content=b"game=six"),
            browser.post(
                "/api/tables", content=b"x" * (3 << 20), headers={"content-type": "application/json"}
            ),
            browser.post("/api/tables/nope", json={"do": "sit"}),
            browser.get("/api/tables/nope"),
            browser.get("/api/nothing/here"),
            browser.delete("/api/tables"),
            browser.get("/api/tables/nope?seat=x"),
            browser.get("/static/x/../../app.py"),
            browser.get("/static/x/%2e%2e/%2e%2e/app.py"),
            browser.get("/symbols/chess.svg"),
        ]
    for answer in answers:
        assert 400 <= answer.status_code < 500, (answer.request.url, answer.text)
        assert set(answer.json()["error"]) >= {"code", "message"}, answer.text


def test_what_is_wrong_with_a_request_is_said_in_the_askers_language(served: Any) -> None:
    """The sentence is German; what exactly is wrong with a field is for who wrote the program."""
    with served.browser(**{"accept-language": "de"}) as browser:
        body = {"game": "torris", "chairs": ["open", "open"], "pace": {"kind": "move", "seconds": 1}}
        error = browser.post("/api/tables", json=body).json()["error"]
    assert error["code"] == "bad-request"
    assert error["message"].startswith("So kann die Anfrage nicht gestellt werden: pace.seconds: ")


def test_a_move_is_explained_and_read_as_people_type_it(served: Any) -> None:
    """What was typed comes back as it is written; what was touched and is no move, with ruling and reason."""
    host = served.client("Anna")
    table = host.open("make-five", ["host", "host"])
    table.sit()
    now = table.look(with_="view,scene")
    path = f"/api/tables/{table.id}/explain"
    move, ids = next(iter(now["paths"].items()))
    typed = host.ask("POST", path, {"seat": now["seat"], "move": f" {move.upper()} "})
    assert typed == {"move": move}
    wrong = host.ask("POST", path, {"seat": now["seat"], "move": "z99"})
    assert wrong["error"]["code"] == "illegal-move"
    assert wrong["error"]["ruling"]
    touched = host.ask("POST", path, {"seat": now["seat"], "ids": ids})
    assert touched == {"move": move}


def test_touching_what_cannot_be_says_why(served: Any) -> None:
    """Two squares that make no move are refused by the ruling that forbids it, naming the square touched."""
    if "hnefatafl" not in handvoll.cards():
        pytest.skip("no such game")
    host = served.client("Anna")
    table = host.open("hnefatafl", ["host", "host"])
    table.sit()
    answer = host.ask("POST", f"/api/tables/{table.id}/explain", {"seat": 0, "ids": ["at-d1", "at-e3"]})
    assert answer["error"]["ruling"].startswith("HN")
    assert "e3" in answer["error"]["message"] or "d1" in answer["error"]["message"]


def test_a_hint_is_a_legal_move_with_its_path(served: Any) -> None:
    """The opponent thinks for the asker's seat and says what to touch."""
    anna, _bob = two_at_a_table(served)
    hint = anna.house.ask("POST", f"/api/tables/{anna.id}/hint", {"seat": 0})
    assert hint["move"] in anna.look()["moves"]
    assert hint["path"]


def test_a_rematch_is_one_table_for_all(served: Any) -> None:
    """Whoever asks first opens it, the others find it; the chairs are kept and the next seat begins."""
    anna, bob = two_at_a_table(served)
    assert refused(lambda: anna.do("rematch")).code == "not-over"
    bob.do("resign", seat=1)
    ids = {anna.do("rematch")["rematch"], bob.do("rematch")["rematch"]}
    assert len(ids) == 1
    again = Table(anna.house, ids.pop())
    assert [seat["name"] for seat in again.look()["seats"]] == ["Bob", "Anna"]
    again.sit()
    Table(bob.house, again.id).sit()
    assert again.look()["seat"] == 1
    assert anna.look()["rematch"] == again.id


def test_looking_back_shows_what_was_seen_then(served: Any) -> None:
    """An earlier step shows its picture, with nothing to play; a step that is not there is refused."""
    host = served.client("Anna")
    table = host.open("make-five", ["host", "host"])
    table.sit()
    before = table.look()
    table.play(before, before["moves"][0])
    back = table.look(seat=before["seat"], ply=before["view"]["ply"])
    assert {**back["view"], "moves": 0, "to_act": 0} == {**before["view"], "moves": 0, "to_act": 0}
    assert back["moves"] == []
    assert refused(lambda: table.look(ply=10**6)).code == "bad-request"


def test_lists_put_what_waits_for_me_first(served: Any) -> None:
    """My tables come with whose turn it is; listed ones with a free chair are there for everybody."""
    anna, bob = two_at_a_table(served)
    anna.play(anna.look(), "2")
    bob.house.open("six", ["open", "open"], listed=True)
    bob.house.open("six", ["open", "open"])
    mine = bob.house.tables()["mine"]
    assert [row["my_turn"] for row in mine] == [True, False, False]
    bob.house.open("six", ["host", "bot:2", "open"])
    newest = next(row for row in bob.house.tables()["mine"] if row["players"] == 3)
    assert (newest["levels"], newest["my_seats"]) == ([None, 2, None], [])
    others: Client = served.client("Carl")
    assert [(row["game"], row["free"]) for row in others.tables()["open"]] == [("six", 2)]
    assert others.tables()["mine"] == []


def test_a_listed_table_counts_only_chairs_that_anybody_may_take(served: Any) -> None:
    """A chair kept for the host is none, and a table with such chairs alone is not offered."""
    host: Client = served.client("Anna")
    host.open("six", ["host", "open", "open"], listed=True)
    host.open("torris", ["host", "host"], listed=True)
    others = served.client("Carl").tables()["open"]
    assert [(row["game"], row["free"]) for row in others] == [("six", 2)]
