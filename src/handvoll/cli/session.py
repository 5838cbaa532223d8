"""A game at one terminal: shows, asks, tells, throws the dice, and lets the opponents play."""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from handvoll.cli import orders
from handvoll.cli.files import file_fault, typed_path
from handvoll.cli.pages import rules_text
from handvoll.cli.players import Player
from handvoll.cli.show import columns_text, default_file, moves_text, result_text
from handvoll.cli.terminal import Terminal
from handvoll.core.card import Trait
from handvoll.core.errors import IllegalMove, NothingToUndo, Refusal
from handvoll.core.game import Game
from handvoll.core.messages import Message, Seat, _, seat_name
from handvoll.core.record import Record
from handvoll.core.state import Step, View
from handvoll.words import ruling

MOST_NEWS = 12
"""How many of the last things that happened are told at once."""


LONG_WAIT = 3.0
"""Seconds from which a wait is announced."""


class Left(Exception):
    """Somebody ended the session before the game was over."""


class Session:
    """One game at one terminal, from its first question to its record."""

    def __init__(
        self,
        terminal: Terminal,
        game: Game,
        players: Sequence[Player],
        seed: str,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.game = game
        self.terminal = terminal
        self.players = players
        self.seed = seed
        self.words = terminal.words_of(game.card, [player.name for player in players])
        self.pen = terminal.pen(self.words)
        self.people = [seat for seat, player in enumerate(players) if player.is_human]
        self._clock = clock
        self._sleep = sleep
        self._flipped = clock() - game.state.now / 1000
        self._told: dict[int | None, int] = {}
        self._asked: int | None = None
        self._has_shown = False
        self._taken_back = 0
        self._saved: tuple[Path, Game] | None = None

    def run(self) -> int:
        """Play to the end, or until somebody leaves; returns the exit code."""
        self._begin()
        try:
            while not self.game.over:
                self._next()
            self._end()
        except Left:
            self._offer_record()
        except EOFError:
            self.terminal.print()
            self._offer_record()
        except KeyboardInterrupt:
            self.terminal.print()
            self._offer_record()
            return 130
        return 0

    def _next(self) -> None:
        """One step: of chance, of an opponent, or of a person."""
        if self.game.chance:
            self._let_chance()
            return
        for seat in self.game.to_act:
            if seat not in self.people:
                self._let_opponent(seat)
                return
        self._ask(self.game.to_act[0])

    # --- steps ---------------------------------------------------------------------------------

    def _let_chance(self) -> None:
        event = self.game.chance
        # Each step has its own luck, so that nothing is thrown anew by taking back.
        self.game = self.game.deal(random.Random(f"{self.seed} {self.game.ply}").randrange)
        if event == self.game.card.live.flip:
            self._flipped = self._clock()

    def _let_opponent(self, seat: int) -> None:
        self._show_what_passes(seat)
        luck = f"{self.seed} {self.game.ply} {seat} {self._taken_back}"
        move = self.players[seat].choose(self.game, seat, luck)
        wait = self.game.card.live.earliest(self.game, seat, move, 100)
        if wait and self.terminal.is_interactive:
            self._wait(wait / 1000)
        self.game = self.game.play(seat, move, self._time())
        if not self.people:
            self._tell(None)

    def _wait(self, seconds: float) -> None:
        if seconds >= LONG_WAIT:
            self.terminal.tell(
                self.words.say(_("Look closely: it goes on in {seconds} seconds.", seconds=round(seconds))),
                "dim",
            )
        self.terminal.flush()
        self._sleep(seconds)
        self.terminal.forget_typed()

    def _show_what_passes(self, seat: int) -> None:
        """The picture before an opponent's move that has to wait, because there is something to look at."""
        if any(
            self.game.card.live.earliest(self.game, seat, move, 100) for move in self.game.legal(seat)[:1]
        ):
            self._show(self.people[0] if len(self.people) == 1 else None)

    def _time(self) -> int | None:
        """Milliseconds since the flip, in games with a clock."""
        if Trait.CLOCK not in self.game.card.traits:
            return None
        return max(self.game.state.now, int((self._clock() - self._flipped) * 1000))

    # --- asking --------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Ask a person until there is a move or another state of things."""
        if self._needs_curtain(seat):
            self._curtain(seat)
        self._asked = seat
        self._show(seat)
        self.terminal.tell(self.words.say(self.game.card.picture.ask(self.game.view(seat))))
        others = [other for other in self.game.to_act if other != seat and self._may_answer_for(other)]
        if others:
            self.terminal.tell(
                self.words.say(
                    _(
                        "Asked at the same time: {others}. P{number} before a move answers for {player}.",
                        others=", ".join(self.words.say(seat_name(other)) for other in others),
                        number=others[0] + 1,
                        player=Seat(others[0]),
                    )
                )
            )
        before = self.game
        while self.game is before:
            line = self.terminal.ask(f"{self.words.say(seat_name(seat))}> ")
            if line.strip():
                self._obey(line, seat)

    def _obey(self, line: str, seat: int) -> None:
        order = orders.read_order(line)
        try:
            if order is None:
                self._play(line, seat)
            else:
                self._carry_out(order, seat)
        except IllegalMove as refusal:
            self.terminal.tell(f"{self.words.say(refusal.message)} ({refusal.ruling})")
            self.terminal.tell(self.words.say(ruling(self.game.card, refusal.ruling)), "dim")
        except Refusal as refusal:
            self.terminal.tell(self.words.say(refusal.message))
        except OSError as error:
            self.terminal.print(self.words.say(file_fault(error)))

    def _play(self, line: str, seat: int) -> None:
        other, text = orders.read_seat(line)
        if other is not None and (other == seat or self._may_answer_for(other)):
            seat, line = other, text
        self.game = self.game.play(seat, self.game.read_move(seat, line), self._time())

    def _carry_out(self, order: orders.Order, seat: int) -> None:
        match order.name:
            case orders.MOVES:
                self.terminal.print(moves_text(self.game.legal(seat), self.terminal.width))
            case orders.HELP:
                self.terminal.print(columns_text(self.words.say(_HELP), self.terminal.width))
            case orders.HINT:
                self._hint(seat)
            case orders.RULES:
                self.terminal.print(rules_text(self.game.card, self.terminal))
            case orders.SHOW:
                self._show(seat)
            case orders.UNDO:
                self._undo()
            case orders.SAVE:
                self._save(order.rest)
            case orders.QUIT:
                raise Left

    def _hint(self, seat: int) -> None:
        """What a strong player would do, from what this seat may know."""
        from handvoll.bots.analysis import hint
        from handvoll.cli.advice import get_ready, hint_text

        get_ready(self.game.card, self.terminal)
        for line in hint_text(hint(self.game, seat), self.words.say):
            self.terminal.tell(line)

    def _undo(self) -> None:
        """Back to where a person last had the choice."""
        game = self.game
        while True:
            step, game = game.step, game.undo()
            if step is not None and step.seat in self.people:
                break
            if game.before is None:
                raise NothingToUndo(_("There is no step to take back."))
        self.game = game
        self._taken_back += 1
        self._told = {reader: min(ply, game.ply) for reader, ply in self._told.items()}

    # --- showing -------------------------------------------------------------------------------

    def _show(self, seat: int | None) -> None:
        """What happened since the reader last looked, and how things stand."""
        if self._has_shown and Trait.HIDDEN in self.game.card.traits:
            # What may be seen no more (a card of another, a face that was turned down) leaves the screen.
            self.terminal.clear()
        self._has_shown = True
        self._tell(seat)
        self.terminal.print()
        self.terminal.print(self.game.card.picture.text(self.game.view(seat), self.pen))
        self.terminal.print()

    def _tell(self, seat: int | None) -> None:
        for message in self._news(seat)[-MOST_NEWS:]:
            self.terminal.tell(self.words.say(message))

    def _news(self, seat: int | None) -> list[Message]:
        """What happened since the reader was last told, as far as it may still be looked up."""
        reader = seat if self._is_private() else None
        since = self._told.get(reader, 0)
        self._told[reader] = self.game.ply
        line = self.game.line()
        first = line[0].ply
        steps = zip(self.game.seen_steps(seat), self.game.witnessed(seat), strict=True)
        tell = self.game.card.picture.tell
        return [
            tell(before.view(seat), seen, after.view(seat))
            for before, after, (seen, witnessed) in zip(line, line[1:], steps, strict=False)
            if after.ply > max(since, first) and seen == witnessed
        ]

    def _is_private(self) -> bool:
        """Whether people at this terminal have secrets from each other in this game."""
        return len(self.people) > 1 and Trait.HIDDEN in self.game.card.traits

    def _needs_curtain(self, seat: int) -> bool:
        """Whether what was on the screen, or is to come, is for one pair of eyes only."""
        if not self._is_private() or self._asked == seat:
            return False
        return self._knows_more(seat) or (self._asked is not None and self._knows_more(self._asked))

    def _may_answer_for(self, seat: int) -> bool:
        """Whether what a person is asked now is no secret, so that anybody at the keyboard may type it."""
        if seat not in self.people or seat not in self.game.to_act or self._knows_more(seat):
            return False
        step = Step(seat, self.game.legal(seat)[0])
        return self.game.state.seen(step, None) == step

    def _knows_more(self, seat: int) -> bool:
        """Whether a seat sees anything now that a spectator does not."""
        return _common(self.game.view(seat)) != _common(self.game.view(None))

    def _curtain(self, seat: int) -> None:
        self.terminal.clear()
        self.terminal.print(self.words.say(_("Hand the keyboard to {player}.", player=Seat(seat))))
        if self.terminal.is_interactive:
            self.terminal.ask(
                self.words.say(_("{player}: press Enter when nobody else is looking. ", player=Seat(seat)))
            )

    # --- beginning and end ---------------------------------------------------------------------

    def _begin(self) -> None:
        self.terminal.print(self.pen.paint(self.words.title(self.game.card), "bold"))
        opponents = [
            self.words.say(seat_name(seat)) for seat in range(len(self.players)) if seat not in self.people
        ]
        if opponents:
            self.terminal.print(
                self.words.say(_("Played by Handvoll: {opponents}.", opponents=", ".join(opponents)))
            )
        if opponents or Trait.CHANCE in self.game.card.traits:
            self.terminal.print(
                self.words.say(_("Seed {seed} (--seed {seed} brings the same luck again).", seed=self.seed))
            )
        self.terminal.print(self.words.say(_("? lists the moves, help says what else there is.")))

    def _end(self) -> None:
        self._show(self.people[0] if len(self.people) == 1 else None)
        self.terminal.print(result_text(self.game, self.pen))
        self._offer_record()

    def _offer_record(self) -> None:
        """Ask whether to keep the record, where there is somebody to answer and something to keep."""
        if not self.terminal.is_interactive or not self.game.step or self._is_saved():
            return
        try:
            name = self.terminal.ask(
                self.words.say(_("Keep the record? Type a file name, or press Enter to leave without it: "))
            ).strip()
            if name:
                self._save(name)
        except (EOFError, KeyboardInterrupt):
            self.terminal.print()
        except Refusal as refusal:
            self.terminal.complain(self.words.say(refusal.message))
        except OSError as error:
            self.terminal.complain(self.words.say(file_fault(error)))

    def _is_saved(self) -> bool:
        return self._saved is not None and self._saved[1] is self.game

    def _save(self, name: str) -> None:
        stamp = datetime.datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        path = typed_path(name or default_file(self.game.card, stamp))
        # A file of this session is written again; any other is left alone.
        own = self._saved is not None and self._saved[0] == path
        names = [player.name for player in self.players]
        text = Record.of(self.game, names=names, extra=[("x-seed", self.seed)]).text()
        with path.open("w" if own else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        self._saved = (path, self.game)
        self.terminal.print(self.words.say(_("The record is in {file}.", file=str(path))))


def _common(view: View) -> View:
    """A view without what differs between readers although it is no secret."""
    return {name: value for name, value in view.items() if name not in ("seat", "moves", "last")}


_HELP = _(
    "?            the moves that are possible (also: moves)\n"
    "help         this text\n"
    "hint         what a strong player would do\n"
    "rules        the rules of the game\n"
    "show         the picture once more\n"
    "undo         take back to your last move\n"
    "save FILE    write the record to a file\n"
    "quit         leave the game\n"
    "P2 MOVE      a move of player 2, where several are asked at the same time\n"
    "Anything else is a move, written as the rules page says; capitals and spaces do not matter."
)
