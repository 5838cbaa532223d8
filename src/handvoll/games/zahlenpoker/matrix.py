"""The worth of a small two-person zero-sum matrix game and how to play it: the simplex method.

Plain loops over flat arrays, so that Numba compiles it as it stands.
"""

from __future__ import annotations

from typing import Any

TINY = 1e-12


def solve(game: Any, rows: int, columns: int, tableau: Any, row_mix: Any, column_mix: Any) -> float:
    """The worth of `game[:rows, :columns]` to the row player, who wants it high; fills in how both mix.

    `tableau` is scratch space of at least (rows + 1, rows + columns + 1).
    """
    lowest = game[0, 0]
    highest = game[0, 0]
    for i in range(rows):
        for j in range(columns):
            lowest = min(lowest, game[i, j])
            highest = max(highest, game[i, j])
    for i in range(rows):
        row_mix[i] = 0.0
    for j in range(columns):
        column_mix[j] = 0.0
    if highest - lowest < TINY:
        row_mix[0] = 1.0
        column_mix[0] = 1.0
        return float(lowest)

    # Entries shifted and scaled to 1..2, so that the worth is positive. The column player's programme is
    # then: the greatest sum of y with B y <= 1 and y >= 0; the worth of B is 1 / sum.
    scale = highest - lowest
    width = columns + rows + 1
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = (game[i, j] - lowest) / scale + 1.0
        for j in range(rows):
            tableau[i, columns + j] = 1.0 if i == j else 0.0
        tableau[i, width - 1] = 1.0
        row_mix[i] = columns + i  # for now: the variable that stands in this row
    for j in range(width):
        tableau[rows, j] = -1.0 if j < columns else 0.0

    while True:
        entering = -1
        for j in range(width - 1):  # Bland's rule: the first that helps, so that it cannot go in circles
            if tableau[rows, j] < -TINY:
                entering = j
                break
        if entering < 0:
            break
        leaving = -1
        least = 0.0
        for i in range(rows):
            if tableau[i, entering] > TINY:
                ratio = tableau[i, width - 1] / tableau[i, entering]
                if (
                    leaving < 0
                    or ratio < least - TINY
                    or (ratio < least + TINY and row_mix[i] < row_mix[leaving])
                ):
                    leaving = i
                    least = ratio
        pivot = tableau[leaving, entering]
        for j in range(width):
            tableau[leaving, j] /= pivot
        for i in range(rows + 1):
            factor = tableau[i, entering]
            if i != leaving and factor != 0.0:
                for j in range(width):
                    tableau[i, j] -= factor * tableau[leaving, j]
        row_mix[leaving] = entering

    total = tableau[rows, width - 1]
    for i in range(rows):
        variable = int(row_mix[i])
        if variable < columns:
            column_mix[variable] = tableau[i, width - 1] / total
    for i in range(rows):
        row_mix[i] = tableau[rows, columns + i] / total
    return float((1.0 / total - 1.0) * scale + lowest)
