"""A record told again on the terminal."""

from __future__ import annotations

from itertools import pairwise

from handvoll.cli.show import result_text
from handvoll.cli.terminal import Terminal
from handvoll.core.game import Game
from handvoll.core.messages import _
from handvoll.core.picture import Pen
from handvoll.core.record import Record
from handvoll.core.state import HIDDEN


def retell(terminal: Terminal, record: Record, game: Game, *, every_picture: bool) -> None:
    """Every step of the record with a sentence about it, pictures, and the result. A step is told to the seat
    that took it, so that nothing is kept back."""
    card = game.card
    words = terminal.words_of(card, record.names)
    pen = terminal.pen(words)
    date = record.date.isoformat()
    terminal.print(f"{pen.paint(words.title(card), 'bold')}  {pen.paint(date, 'dim')}")
    wide = max((len(line.text()) for line in record.lines), default=0)
    last = len(str(len(record.lines)))
    for number, (line, (before, after)) in enumerate(
        zip(record.lines, pairwise(game.line()), strict=True), 1
    ):
        reader = line.step.seat
        step = line.step if reader is not None else before.state.seen(line.step, None)
        said = words.say(card.picture.tell(before.view(reader), step, after.view(reader)))
        shown = (
            line.text() if step.text != HIDDEN or game.over else line.text().replace(line.step.text, HIDDEN)
        )
        terminal.print(f"{number:{last}}. {shown:<{min(wide, 24)}}  {said}")
        if every_picture:
            _picture(terminal, after, reader, pen)
    if not every_picture:
        _picture(terminal, game, None, pen)
    if game.over:
        terminal.print(result_text(game, pen))
    else:
        terminal.print(words.say(_("The game is not over: the record ends here.")))


def _picture(terminal: Terminal, game: Game, seat: int | None, pen: Pen) -> None:
    terminal.print()
    terminal.print(game.card.picture.text(game.view(seat), pen))
    terminal.print()
