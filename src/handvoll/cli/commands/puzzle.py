"""`handvoll puzzle`."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from handvoll.cli.parser import Parser, checked, whole
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

if TYPE_CHECKING:
    from pathlib import Path

    from handvoll.games.abraeumen.puzzles import Puzzle

HELP = _("make puzzles: positions of Abräumen with a single good jump")
MOST = 1000


def arguments(parser: Parser, say: Say) -> None:
    """How hard, how many, and what to do with them."""
    count = checked(whole, say)
    parser.add_argument(
        "--difficulty", "-d", type=count, default=2, metavar="N", help=say(_("from 1, easy, to 5 (2)"))
    )
    parser.add_argument("--count", "-n", type=count, default=1, metavar="N", help=say(_("how many (1)")))
    parser.add_argument(
        "--seed", type=count, metavar="N", help=say(_("the same number makes the same puzzles"))
    )
    parser.add_argument("--solution", "-s", action="store_true", help=say(_("show how they are solved")))
    parser.add_argument(
        "--save",
        metavar=say(_("FILE")),
        help=say(_("write the (last) puzzle's record; handvoll play --from FILE goes on from it")),
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Make the puzzles and show each as soon as it is found."""
    from itertools import islice
    from pathlib import Path

    from handvoll.cli.start import new_seed
    from handvoll.core.errors import BadRequest
    from handvoll.games.abraeumen.puzzles import puzzles

    if not 1 <= args.count <= MOST:
        raise BadRequest(_("From 1 to {most} puzzles can be made, not {came}.", most=MOST, came=args.count))
    seed = int(new_seed()) if args.seed is None else args.seed
    for puzzle in islice(puzzles(args.difficulty, seed), args.count):
        _show(terminal, puzzle, with_solution=args.solution)
        terminal.flush()
        if args.save is not None:
            _save(Path(args.save), puzzle)
    terminal.print(terminal.say(_("Again the same: --seed {seed}", seed=seed)))
    return 0


def _show(terminal: Terminal, puzzle: Puzzle, *, with_solution: bool) -> None:
    game = puzzle.game
    picture = game.card.picture
    terminal.print(picture.text(game.view(0), terminal.pen(terminal.words_of(game.card))))
    games = max(2, round(1 / puzzle.chance))
    terminal.print(
        terminal.say(
            _(
                "Difficulty {difficulty}: one good jump among {jumps}; one random game in {games} solves it.",
                jumps=len(game.legal(0)),
                difficulty=puzzle.difficulty,
                games=f"{games:,}",
            )
        )
    )
    if with_solution:
        terminal.print(terminal.say(_("Solution: {moves}", moves=" ".join(puzzle.solution))))
    terminal.print(f"{game.position()}\n")


def _save(path: Path, puzzle: Puzzle) -> None:
    path.write_text(puzzle.game.record(), "utf-8", newline="\n")
