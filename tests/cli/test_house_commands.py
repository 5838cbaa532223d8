"""`handvoll verify` and `handvoll admin`."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path

import pytest

import handvoll
from handvoll.cli.main import main
from handvoll.core.record import Record
from handvoll.store.append import Append
from handvoll.store.store import Store
from handvoll.table import requests as rq
from handvoll.table.decide import decide, open_table
from handvoll.table.requests import Asker
from handvoll.table.table import Table
from handvoll.table.verify import record_of

SECRET = bytes(range(32))
ANNA = Asker("anna", "Anna")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs handvoll over a data folder of its own; gives exit code, output and errors."""
    monkeypatch.setenv("HANDVOLL_LANG", "en")
    monkeypatch.setenv("HANDVOLL_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)

    def runner(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return runner


def finished(id: str = "table1") -> Table:
    """A table of Fischkopf that was given up after its first throw."""
    request = rq.Open(game="fischkopf", chairs=("host",))
    table = open_table(id, request, ANNA, now=1000, secret=SECRET, card_of=handvoll.card).table
    table = decide(table, rq.Sit(word="x"), ANNA, now=1001, secret=SECRET).table
    return decide(table, rq.Resign(seat=0), ANNA, now=1002, secret=SECRET).table


def keep(folder: Path, *tables: Table) -> None:
    """Put tables into the house's database."""

    async def put() -> None:
        store = await Store.connect(folder / "handvoll.sqlite")
        for table in tables:
            await store.append(Append(table, tuple(table.events()), SECRET))
        await store.close()

    asyncio.run(put())


def test_a_fair_record_is_told_so_and_a_doctored_one_named(run: Run, tmp_path: Path) -> None:
    """Exit code 0 and a sentence for a fair record; 1 and the step for one dealt otherwise."""
    fair = tmp_path / "fair.txt"
    fair.write_text(record_of(finished(), None).text(), encoding="utf-8")
    assert run("verify", str(fair)) == (0, "All was dealt as promised: 1 chance event.\n", "")
    other = tmp_path / "other.txt"
    table = finished("another")
    opened = table.event(1)
    moved = Table.fold("table1", [opened, *table.events(1)], handvoll.card)
    other.write_text(record_of(moved, None).text(), encoding="utf-8")
    code, out, _err = run("verify", str(other))
    assert code == 1
    assert out.startswith("Step 1, roll: the record says ")


def test_what_is_no_table_record_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of a game at one terminal has no dealing to verify; garbage is refused with its line."""
    plain = Record.of(handvoll.new("zahlenpoker", 2)).text()
    monkeypatch.setattr("sys.stdin", io.StringIO(plain))
    code, _out, err = run("verify", "-")
    assert code == 1
    assert "does not say how it was dealt" in err
    monkeypatch.setattr("sys.stdin", io.StringIO("garbage"))
    assert run("verify", "-")[0] == 1


def test_admin_counts_exports_purges_and_imports(run: Run, tmp_path: Path) -> None:
    """What is exported, purged and imported again is there as before."""
    keep(tmp_path, finished("one"), finished("two"))
    code, out, _err = run("admin", "stats")
    assert code == 0
    assert out.splitlines()[2] == "2 games are over"
    _code, everything, _err = run("admin", "export")
    _code, single, _err = run("admin", "export", "one")
    assert everything.startswith(single)
    assert run("admin", "purge", "--days", "1")[1] == "2 tables were removed.\n"
    file = tmp_path / "tables.jsonl"
    file.write_text(everything, encoding="utf-8")
    assert run("admin", "import", str(file))[1] == "2 tables were added.\n"
    assert run("admin", "export")[1] == everything
    code, _out, err = run("admin", "import", str(file))
    assert code == 1
    assert "there is a table one already" in err


def test_tables_move_into_a_house_that_was_never_open(run: Run, tmp_path: Path) -> None:
    """Importing makes the database; anything else wants to be told of a house that is there."""
    keep(tmp_path, finished("one"))
    file = tmp_path / "tables.jsonl"
    file.write_text(run("admin", "export")[1], encoding="utf-8")
    other = str(tmp_path / "other")
    assert run("admin", "--data", other, "stats")[0] == 1
    assert run("admin", "--data", other, "import", str(file))[1] == "1 table was added.\n"
    assert run("admin", "--data", other, "stats")[1].splitlines()[2] == "1 game is over"


def test_admin_backs_up_and_restores(run: Run, tmp_path: Path) -> None:
    """A backup brings back what was purged afterwards."""
    keep(tmp_path, finished("one"))
    backup = str(tmp_path / "backup.sqlite")
    assert run("admin", "backup", backup)[0] == 0
    run("admin", "purge", "--days", "1")
    assert run("admin", "restore", backup)[0] == 0
    assert run("admin", "stats")[1].splitlines()[2] == "1 game is over"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("admin",), 2),
        (("admin", "purge"), 2),
        (("admin", "purge", "--days", "0"), 2),
        (("admin", "export", "nothing"), 1),
        (("admin", "stats", "--data"), 2),
        (("admin", "backup", "x"), 1),
        (("admin", "restore", "/nowhere/x"), 1),
    ],
)
def test_wrong_orders_get_a_sentence(run: Run, arguments: tuple[str, ...], code: int) -> None:
    """Missing or impossible arguments and databases end with their exit codes and a sentence."""
    found, _out, err = run(*arguments)
    assert found == code
    assert err
