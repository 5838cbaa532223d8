"""What Hnefatafl looks like: a carved board with throne and corners, dark attackers, light men, a crown."""

from __future__ import annotations

from collections.abc import Iterator

from handvoll.core.messages import Message, Seat, _, _n, seat_name
from handvoll.core.picture import Pen
from handvoll.core.scene import Scene, Symbol
from handvoll.core.state import Step, View
from handvoll.games.hnefatafl.notation import BLANK, EMPTY, FILES, SIDE, SQUARES

FRAME = 0.95
DRAWINGS = {"A": "attacker", "D": "defender", "K": "king"}
SIGNS = {"A": "●", "D": "○", "K": "♔", ".": "·"}
THRONE_SIGN = "×"
PAINTS = {"A": "red", "D": "bold", "K": "yellow", ".": "dim"}
SEAT_PIECES = (("A",), ("K", "D"))
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _last_squares(view: View) -> list[str]:
    """Where the last move began and ended."""
    return [name for step in view["last"] for name in step["text"].split("-")]


# --- text --------------------------------------------------------------------------------------


def text(view: View, pen: Pen) -> str:
    last = _last_squares(view)
    files = f"     {' '.join(FILES)}"
    lines = [files]
    for rank, row in zip(range(SIDE, 0, -1), view["board"], strict=True):
        line = f"  {rank:>2}"
        before = ""
        for file, letter in zip(FILES, row, strict=True):
            name = f"{file}{rank}"
            special = letter == "." and BLANK[SQUARES[name]] != EMPTY
            line += "[" if name in last else "]" if before in last and before else " "
            line += pen.paint(THRONE_SIGN if special else SIGNS[letter], PAINTS[letter])
            before = name
        lines.append(f"{line}{']' if before in last else ' '}{rank}")
    lines.append(files)
    lines.extend(_side_text(view, seat, pen) for seat in (0, 1))
    return "\n".join(lines)


def _side_text(view: View, seat: int, pen: Pen) -> str:
    turn = "»" if seat in view["to_act"] else " "
    letters = "".join(view["board"])
    counts = "  ".join(f"{SIGNS[kind]} {letters.count(kind)}" for kind in SEAT_PIECES[seat] if kind != "K")
    king = f"{SIGNS['K']}  " if seat == 1 else ""
    return f"{turn} {pen.say(seat_name(seat))[:20]}: {king}{counts}"


# --- scene -------------------------------------------------------------------------------------


def scene(view: View) -> Scene:
    size = SIDE + 2 * FRAME
    symbols = (Symbol("board", "board", SIDE / 2, SIDE / 2), *_square_symbols(view), *_piece_symbols(view))
    return Scene(-FRAME, -FRAME, size, size, symbols)


def _place(name: str) -> tuple[float, float]:
    """The middle of a square."""
    return FILES.index(name[0]) + 0.5, SIDE - int(name[1:]) + 0.5


def _square_symbols(view: View) -> Iterator[Symbol]:
    kinds = {piece["square"]: piece["kind"] for piece in view["pieces"]}
    for name in SQUARES:
        label = _square_label(name, kinds.get(name))
        yield Symbol(f"at-{name}", "square", *_place(name), layer=1, label=label)
    for name in _last_squares(view)[:1]:
        yield Symbol("trace", "trace", *_place(name), layer=1)


def _square_label(name: str, kind: str | None) -> Message:
    if kind is not None:
        return _("{square}: {piece}", square=name, piece=_piece_name(kind))
    if BLANK[SQUARES[name]] == EMPTY:
        return _("{square}: empty", square=name)
    return _("{square}: empty throne", square=name) if name == "f6" else _("{square}: corner", square=name)


def _piece_name(kind: str) -> Message:
    return _("attacker") if kind == "A" else _("defender") if kind == "D" else _("king")


def _piece_symbols(view: View) -> Iterator[Symbol]:
    last = _last_squares(view)[1:]
    marked = _marks_at_the_end(view) or _marks_of_danger(view)
    for piece in view["pieces"]:
        name = piece["square"]
        mark = marked.get(name, "last" if name in last else "")
        yield Symbol(
            f"piece-{piece['number']}",
            DRAWINGS[piece["kind"]],
            *_place(name),
            layer=2,
            marks=(mark,) if mark else (),
            label=_("{piece} on {square}", piece=_piece_name(piece["kind"]), square=name),
        )


def _marks_at_the_end(view: View) -> dict[str, str]:
    """What decided the game: the king in his corner, or the king and those who hold him."""
    king, sides = _king_and_sides(view)
    if view["king"] == "taken":
        return {king: "danger"} | {name: "won" for name, kind in sides.items() if kind == "A"}
    return {king: "won"} if BLANK[SQUARES[king]] != EMPTY and king != "f6" else {}


def _marks_of_danger(view: View) -> dict[str, str]:
    """The king, if one more attacker would capture him."""
    king, sides = _king_and_sides(view)
    empty_throne = view["options"]["king_beside_throne"] == "three" and sides.get("f6") == "."
    held = list(sides.values()).count("A") + empty_throne
    return {king: "danger"} if held == 3 and len(sides) == 4 else {}


def _king_and_sides(view: View) -> tuple[str, dict[str, str]]:
    """Where the king stands, and what stands on the squares around him."""
    kinds = {piece["square"]: piece["kind"] for piece in view["pieces"]}
    king = next(name for name, kind in kinds.items() if kind == "K")
    file, rank = FILES.index(king[0]), int(king[1:])
    sides = [
        f"{FILES[file + right]}{rank + up}"
        for right, up in NEIGHBOURS
        if 0 <= file + right < SIDE and 1 <= rank + up <= SIDE
    ]
    return king, {name: kinds.get(name, ".") for name in sides}


def paths(view: View) -> dict[str, tuple[str, ...]]:
    return {move: tuple(f"at-{name}" for name in move.split("-")) for move in view["moves"]}


# --- sentences ---------------------------------------------------------------------------------


def ask(view: View) -> Message:
    if view["seat"] == 0:
        return _("Move one of the dark attackers: surround the king before he reaches a corner.")
    if _marks_of_danger(view):
        return _("Take care: one more attacker beside the king, and he is captured.")
    return _("Move the king or one of his men: he is to reach a corner.")


def tell(before: View, step: Step, after: View) -> Message:
    player = Seat(step.seat or 0)
    start, target = step.text.split("-")
    kinds = {piece["square"]: piece["kind"] for piece in before["pieces"]}
    told = _("{player} moves from {start} to {target}.", player=player, start=start, target=target)
    if kinds[start] == "K":
        told = _("{player} moves the king to {target}.", player=player, target=target)
    standing = {piece["square"] for piece in after["pieces"]}
    captured = sorted(kinds.keys() - standing - {start})
    if captured:
        squares = ", ".join(captured)
        fallen = _n(
            "Captured: the man on {squares}.",
            "Captured: {n} men, on {squares}.",
            len(captured),
            squares=squares,
        )
        told = _("{first} {second}", first=told, second=fallen)
    if after["occurred"] == 2:
        again = _("This position stands for the second time; the third time is a draw.")
        told = _("{first} {second}", first=told, second=again)
    return told


def tell_end(view: View) -> Message:
    result = view["result"]
    king = _king_and_sides(view)[0]
    if result["reason"] == "king-escaped":
        return _("{player} wins: the king has reached the corner {square}.", player=Seat(1), square=king)
    if result["reason"] == "king-captured":
        return _("{player} wins: the king is captured on {square}.", player=Seat(0), square=king)
    if result["reason"] == "no-move":
        return _("A draw: {player} cannot move any more.", player=Seat(view["turn"]))
    return _("A draw: the same position stands for the third time.")
