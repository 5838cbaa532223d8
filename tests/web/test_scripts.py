"""Scripts as they are sent."""

from __future__ import annotations

import re

import pytest

from handvoll.web.files import STATIC, content

SCRIPTS = sorted((STATIC / "js").glob("*.js"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_only_comments_and_indentation_are_left_out(script) -> None:  # type: ignore[no-untyped-def]
    """Line by line what is written is what is sent; no text runs over several lines, which would be hurt."""
    written = script.read_text("utf-8")
    assert all(line.count("`") % 2 == 0 for line in written.split("\n"))
    without = re.sub(r"/\*\*.*?\*/", "", written, flags=re.DOTALL)
    lines = [line.strip() for line in without.split("\n")]
    wanted = [line for line in lines if line and not line.startswith("//")]
    assert [line for line in content(script).decode().split("\n") if line] == wanted


def test_scripts_of_a_table_are_small() -> None:
    """Far less than a picture, even before they are packed."""
    assert sum(len(content(script)) for script in SCRIPTS) < 64 * 1024
