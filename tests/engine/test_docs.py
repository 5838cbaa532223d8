"""The session and the record that the documentation shows are real."""

import datetime
import json
import re
from pathlib import Path

import handvoll
from handvoll.core.record import Record
from handvoll.engine.session import Session

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def block(page: str, kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_session_in_the_documentation_goes_exactly_so() -> None:
    lines = block("protocol.md", "engine").splitlines()
    session = Session()
    assert len(lines) > 20
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert (request[:2], answer[:2]) == ("> ", "< ")
        assert session.answer(request[2:].encode()) == json.loads(answer[2:])
    assert session.ended


def test_every_verb_and_every_code_is_documented() -> None:
    page = (DOCS / "protocol.md").read_text("utf-8")
    for verb in Session()._verbs:
        assert f"\n| `{verb}` |" in page
    for code in ("bad-json", "bad-request", "no-game", "unsupported", "illegal-move", "internal"):
        assert f"`{code}`" in page


def test_the_record_in_the_documentation_is_one() -> None:
    game = handvoll.new("zahlenpoker").play(0, "4").play(1, "empty").play(1, "steal P1").play(0, "3")
    record = Record.of(game, date=datetime.date(2026, 7, 4), names=["Anna"], extra=[("x-seed", "42")])
    assert block("records.md", "record") == record.text()
