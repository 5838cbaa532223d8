"""Imports point downwards only: the layers of the house, and what a game's own files may know."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "handvoll"

LAYERS = (
    "core",
    "games",
    "words",
    "bots",
    "table",
    "store",
    "engine",
    "lab",
    "web",
    "cli",
)
"""From the bottom to the top. Each may know itself and those before it."""

# Modules beside the layers' folders, and the highest layer each may know.
BESIDE = {"__init__": "games", "__main__": "cli", "client": "core"}

PLAYING = ("__init__", "rules", "picture", "live", "words")
"""What a game consists of without its opponent. These files, and what they import of the folder, know nothing
but core; the others are for thinking and may know bots and fast arrays."""

FAST = {"numpy", "numba"}


class Import(NamedTuple):
    """A module that a file names in an import, anywhere in it."""

    module: str
    line: int


def imports(text: str) -> Iterator[Import]:
    """Every absolute module name that a file imports, inside functions and for type checks too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative imports hide where they point"
            module = node.module or ""
            # `from handvoll.games.six import kernel` names a module as well.
            if module.startswith("handvoll") and module.count(".") < 3:
                for name in node.names:
                    yield Import(f"{module}.{name.name}", node.lineno)
            else:
                yield Import(module, node.lineno)


def fault(parts: tuple[str, ...], module: str, thinks: bool) -> str | None:
    """Why the file at `parts` (its path below the package, without .py) may not import `module`, or None;
    `thinks` says that it is a game's file for opponents."""
    top = module.split(".")[0]
    layer = BESIDE.get(parts[0], parts[0])
    if top == "handvoll":
        unit = module.removeprefix("handvoll").removeprefix(".").split(".")[0]
        if unit not in LAYERS:
            unit = "games"  # the package itself offers the games' five functions
        if LAYERS.index(unit) > LAYERS.index(layer) and not (thinks and unit == "bots"):
            return f"{unit} lies above {layer}"
    if layer == "core" and top != "handvoll" and top not in sys.stdlib_module_names:
        return "core imports the standard library only"
    if layer == "games" and len(parts) > 2 and top not in sys.stdlib_module_names:
        known = [f"handvoll.games.{parts[1]}", "handvoll.core", *(["handvoll.bots", *FAST] if thinks else [])]
        if not any(f"{module}.".startswith(f"{name}.") for name in known):
            return f"{parts[2]}.py of a game imports the standard library, core and its own folder only"
    return None


def playing_files(folder: Path) -> set[str]:
    """The modules of a game's folder that rules, pictures and words are made of."""
    prefix = f"handvoll.games.{folder.name}"
    found: set[str] = set()
    waiting = list(PLAYING)
    while waiting:
        name = waiting.pop()
        path = folder / f"{name}.py"
        if name in found or not path.exists():
            continue
        found.add(name)
        for module, _line in imports(path.read_text("utf-8")):
            if module.startswith(f"{prefix}."):
                waiting.append(module.removeprefix(f"{prefix}.").split(".")[0])
    return found | {"words"}


def faults(root: Path) -> list[str]:
    """All imports below `root`, laid out like the package, that point where they may not."""
    playing = {folder.name: playing_files(folder) for folder in root.glob("games/*") if folder.is_dir()}
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        thinks = parts[0] == "games" and len(parts) > 2 and parts[2] not in playing[parts[1]]
        for module, line in imports(path.read_text("utf-8")):
            why = fault(parts, module, thinks)
            if why is not None:
                found.append(f"{path.relative_to(root)}:{line}: {module}: {why}")
    return found


def test_imports_point_downwards() -> None:
    """No file of the package imports from a layer above its own, nor from outside what its kind may know."""
    assert faults(SOURCE) == []


def test_every_part_of_the_package_has_its_layer() -> None:
    """A new folder or file beside the layers must be given its place here."""
    parts = {
        path.stem
        for path in SOURCE.iterdir()
        if path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__")
    }
    assert parts <= {*LAYERS, *BESIDE}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("core/extra.py", "import numpy", "standard library only"),
        ("core/extra.py", "from handvoll.games import card", "games lies above core"),
        ("core/extra.py", "from handvoll import new", "games lies above core"),
        ("core/extra.py", "def f():\n    import handvoll.words", "words lies above core"),
        ("bots/extra.py", "from handvoll.table.log import Table", "table lies above bots"),
        ("table/extra.py", "import handvoll.store", "store lies above table"),
        ("engine/extra.py", "from handvoll.web import app", "web lies above engine"),
        ("games/six/rules.py", "import numpy as np", "six/rules.py:1"),
        ("games/six/rules.py", "from numba import njit", "own folder only"),
        ("games/six/picture.py", "from handvoll.games.torris.rules import State", "own folder only"),
        ("games/six/picture.py", "from handvoll.games import six, torris", "handvoll.games.torris"),
        ("games/six/words/__init__.py", "from handvoll.words import Words", "words lies above games"),
        ("games/six/__init__.py", "import handvoll.bots", "bots lies above games"),
        ("games/six/opponent.py", "from handvoll.web import app", "web lies above games"),
        ("games/six/opponent.py", "import scipy", "own folder only"),
        ("client.py", "import handvoll.web", "web lies above core"),
        ("__init__.py", "import handvoll.bots", "bots lies above games"),
    ],
)
def test_a_planted_import_is_found(tmp_path: Path, path: str, text: str, expected: str) -> None:
    """The check fails on each kind of import that it is to forbid."""
    planted = tmp_path / "handvoll" / path
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_text(text, "utf-8")
    (found,) = faults(tmp_path / "handvoll")
    assert expected in found


def test_what_the_rules_use_is_no_file_for_thinking(tmp_path: Path) -> None:
    """A file that the rules import may not know arrays, whatever it is called."""
    folder = tmp_path / "games" / "six"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text("from handvoll.games.six import kernel", "utf-8")
    (folder / "kernel.py").write_text("import numpy", "utf-8")
    (found,) = faults(tmp_path)
    assert "kernel.py:1: numpy" in found


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/extra.py", "import re\nfrom handvoll.core.card import Card"),
        (
            "games/six/rules.py",
            "from handvoll.core.state import State\nfrom handvoll.games.six.dice import sum",
        ),
        (
            "games/six/opponent.py",
            "import numpy\nfrom handvoll.bots import Seen\nfrom handvoll.games.six import rules",
        ),
        ("games/six/kernel.py", "import numba"),
        ("web/extra.py", "import litestar\nimport handvoll\nfrom handvoll.store import Store"),
        ("__main__.py", "from handvoll.cli import app"),
    ],
)
def test_what_is_allowed_is_let_through(tmp_path: Path, path: str, text: str) -> None:
    """Imports that point downwards are no faults."""
    allowed = tmp_path / "handvoll" / path
    allowed.parent.mkdir(parents=True, exist_ok=True)
    allowed.write_text(text, "utf-8")
    assert faults(tmp_path / "handvoll") == []
