"""The script that measures the levels, and its table in the documentation."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import handvoll

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def ladder(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("ladder")


def test_a_row_is_measured_and_takes_its_place(ladder: ModuleType, tmp_path: Path) -> None:
    """Hütchenspieler in a few games: each level is ahead of the one below, level 5 always of chance."""
    effort = ladder.Effort(games=24, jobs=1)
    row = ladder.measured(handvoll.card("huetchenspieler"), 2, effort, tmp_path)
    shares = [int(cell.split("%")[0].strip()) for cell in row[2:7]]
    assert min(shares) > 50
    assert shares[-1] == 100
    table = "| game | seats |\n| --- | --- |\n| six | 2 | old |"
    text = f"Before.\n\n{ladder.BEGIN}\n\n{table}\n\n{ladder.END}\nAfter."
    after = ladder.updated(text, [row])
    assert after.startswith("Before.\n\n")
    assert after.endswith("\nAfter.")
    assert f"| {' | '.join(row)} |" in after
    assert "| six | 2 | old |" in after
    assert ladder.updated(after, []) == after


def test_level_5_may_play_fewer_games(ladder: ModuleType) -> None:
    effort = ladder.Effort(games=300, top=60)
    assert [effort.games_of(pair) for pair in ladder.PAIRS] == [300, 300, 300, 60, 60]
    assert effort.counts == "300; of level 5 60"
    assert ladder.Effort(games=24).counts == "24"


def test_the_documentation_has_a_row_for_every_game(ladder: ModuleType) -> None:
    text = (ROOT / "docs/opponents.md").read_text("utf-8")
    assert ladder.updated(text, []) == text
    for card in handvoll.cards().values():
        for seats in ladder.seatings(card):
            assert f"| {card.id} | {seats} |" in text
