"""Writes what the solver of Fischkopf knows: docs/fischkopf.md, and all sets of fields in docs/fischkopf.txt.

python scripts/fischkopf.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from handvoll.games.fischkopf import rules, solver
from handvoll.games.fischkopf.rules import BIT, BONE, FIELDS, FITTING, HEAD, WEIGHTS

DOCS = Path(__file__).resolve().parent.parent / "docs"
THROWS = tuple(WEIGHTS)
NONE = "-"
FIELD_LETTERS = dict(zip(FIELDS, "123456789abc", strict=True))
RIVALS = (0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50)

PAGE = """# Fischkopf, solved

Written by `scripts/fischkopf.py`; a test compares it with the solver. The solver knows what each of the
4,096 sets of fields is worth, by dynamic programming: a Fischkopf frees fields, so the sets lead in circles,
and the worths are swept until nothing changes. The rules themselves lay every stone.

A turn played for as few points as possible ends with **{mean:.3f}** points on average ({may_stop:.3f} where
one may stop), in {zero:.2%} of all turns with none at all, and in {bone:.2%} with a Gräte. Playing for
nothing but the Gräte, one gets it in {gamble:.2%} of the turns.

## The first stone

| throw | on | then to be expected |
| --- | --- | --- |
{first}

## Against somebody's points

The chance to win of the last to play who plays for just that, a shared win half, a Gräte all; and of the one
who only wants few points.

| to beat | played to win | played for few points |
| --- | --- | --- |
{rivals}

## All sets

[fischkopf.txt](fischkopf.txt) has a line for every set of fields that can stand between two throws: which
fields are taken, the points to be expected from there, and where to put the next stone for each throw, in the
order of the first table (1 to 9, a, b, c for 10, 11, 12; `-` where none is free and the turn ends).
"""


def best_field(turn: solver.Turn, stones: int, throw: object) -> int | None:
    """Where the next stone goes; None where no field is free. Of equals the lowest."""
    free = [field for field in FITTING[throw] if field <= max(FIELDS) and not stones & BIT[field]]
    return max(free, key=lambda field: (round(turn.placing(stones, field), 9), -field), default=None)


def standing() -> Iterator[int]:
    """All sets that can stand before a throw."""
    full = sum(BIT.values())
    return (stones for stones in range(full) if stones & HEAD != HEAD and stones != BONE)


def table_lines() -> Iterator[str]:
    """A line for every set."""
    turn = solver.solve(solver.fewest_points())
    for stones in standing():
        taken = "".join(FIELD_LETTERS[field] if stones & BIT[field] else "." for field in FIELDS)
        fields = [best_field(turn, stones, throw) for throw in THROWS]
        plan = "".join(NONE if field is None else FIELD_LETTERS[field] for field in fields)
        yield f"{taken} {-turn.before_throw(stones):6.3f} {plan}"


def first_lines() -> Iterator[str]:
    """What to do with the first throw."""
    turn = solver.solve(solver.fewest_points())
    for throw in THROWS:
        field = best_field(turn, 0, throw)
        assert field is not None
        yield f"| {throw} | {field} | {-turn.placing(0, field):.3f} |"


def rival_lines() -> Iterator[str]:
    """The chance to win against somebody's points, in two ways of playing."""
    plain, bone = solver.solve(solver.fewest_points()).ends()
    for points in RIVALS:
        to_win = solver.solve(solver.winning(solver.Race(points, 1, 0))).before_throw(0)
        for_few = float(plain[:points].sum()) + float(plain[points]) / 2 + bone
        yield f"| {points} | {to_win:.1%} | {for_few:.1%} |"


def page() -> str:
    """The whole page."""
    turn = solver.solve(solver.fewest_points())
    chances, bone = turn.ends()
    only_bone = solver.Goal((0.0,) * (rules.SUM_OF_ALL + 1), 1.0)
    return PAGE.format(
        mean=-turn.before_throw(0),
        may_stop=-solver.solve(solver.fewest_points(may_stop=True)).before_throw(0),
        zero=float(chances[0]),
        bone=bone,
        gamble=solver.solve(only_bone).before_throw(0),
        first="\n".join(first_lines()),
        rivals="\n".join(rival_lines()),
    )


def main() -> None:
    """Write both."""
    (DOCS / "fischkopf.md").write_text(page(), "utf-8", newline="\n")
    (DOCS / "fischkopf.txt").write_text("\n".join([*table_lines(), ""]), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
