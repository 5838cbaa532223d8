"""What the docstrings promise holds; the examples in docs/ are run by pytest itself or by their own tests."""

import doctest
import importlib
import pkgutil

import pytest

import handvoll

PARTS = ("core", "games", "words", "bots", "engine")


def _modules() -> list[str]:
    found = ["handvoll"]
    for part in PARTS:
        package = importlib.import_module(f"handvoll.{part}")
        found.append(package.__name__)
        # A game's own examples stand with its tests.
        deep = pkgutil.walk_packages if part != "games" else pkgutil.iter_modules
        found += [
            module.name for module in deep(package.__path__, f"{package.__name__}.") if not module.ispkg
        ]
    return found


@pytest.mark.parametrize("name", _modules())
def test_the_examples_of_the_module_hold(name: str) -> None:
    failed, _tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_there_are_examples_where_people_look_first() -> None:
    for name in ("handvoll", "handvoll.core.game", "handvoll.core.record", "handvoll.words"):
        assert doctest.DocTestFinder().find(importlib.import_module(name))[0].examples
    assert handvoll.__doc__
