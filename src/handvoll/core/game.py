"""A game being played: the checked door, with the verbs of the engine protocol.

>>> import handvoll
>>> g = handvoll.new("hnefatafl")
>>> len(g.legal(0)), g.to_act
(116, (0,))
>>> g = g.play(0, "d1-d4")
>>> g.ply, g.to_act
(1, (1,))
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handvoll.core.card import Card, Options, Trait, show_option
from handvoll.core.errors import (
    BadOutcome,
    BadRequest,
    GameOver,
    IllegalMove,
    NotChance,
    NothingToUndo,
    NotYourTurn,
)
from handvoll.core.messages import _, _n, quoted
from handvoll.core.position import Fields
from handvoll.core.state import Below, Result, State, Step, View

DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
LONGEST_MOVE = 200
LONGEST_TIME = 10**15 - 1
"""The most milliseconds since the flip: 15 digits, which every reader of JSON reads exactly."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment, with all that happened before. Immutable: every verb that changes something
    returns a new one, and the old one stays as it was."""

    card: Card
    options: Options
    state: State
    ply: int = 0
    """How many steps were played, moves and chance alike."""
    before: Game | None = field(default=None, repr=False)
    """The game one step earlier; None at the start and right after a position was loaded."""
    step: Step | None = None
    """The step that led here from `before`."""

    # --- making one ----------------------------------------------------------------------------

    @classmethod
    def new(cls, card: Card, players: int | None = None, options: Mapping[str, object] | None = None) -> Game:
        """A game from its beginning. `players` defaults to the fewest, options to those on the card."""
        players = card.players[0] if players is None else players
        card.check_players(players)
        checked = card.check_options(options or {})
        return cls(card, checked, card.rules.start(players, checked))

    @classmethod
    def load(cls, card: Card, position: str) -> Game:
        """The game that `position()` wrote. Raises BadPosition with the column of the fault."""
        fields = Fields(position)
        if fields.number("rules", 0, 10**6) != card.rules_version:
            raise fields.fault(
                _(
                    "this is Handvoll's rules version {version} of the game, no other can be read",
                    version=card.rules_version,
                )
            )
        players = fields.number("players", *card.players)
        options: dict[str, Any] = {}
        for name, option in card.options.items():
            shown = {show_option(value): value for value in option.values}
            options[name] = shown[fields.word(name, list(shown))]
        ply = fields.number("ply", 0, 10**8)
        state = card.rules.parse_position(fields, players, options)
        fields.end()
        game = cls(card, options, state, ply)
        if game.position() != position:
            # Canonical form is the last guard against a doctored text.
            place = next(
                (i for i, (a, b) in enumerate(zip(game.position(), position, strict=False)) if a != b),
                min(len(game.position()), len(position)),
            )
            raise Fields(position[place:], place + 1).fault(
                _("written exactly, it would read …{there}", there=game.position()[place : place + 30] or "∅")
            )
        return game

    # --- what stands ---------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return self.state.players

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats asked for a move now."""
        return self.state.to_act

    @property
    def chance(self) -> str | None:
        """The pending chance event, or None."""
        return self.state.chance

    @property
    def result(self) -> Result | None:
        """How the game came out, or None while it runs."""
        return self.state.result

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def status(self) -> dict[str, Any]:
        """What the engine protocol calls the status."""
        return {
            "game": self.card.id,
            "players": self.players,
            "to_act": list(self.to_act),
            "chance": self.chance,
            "over": self.over,
            "result": result_json(self.result),
            "ply": self.ply,
        }

    def legal(self, seat: int) -> list[str]:
        """All moves of `seat` now, sorted by code point; empty if it may not act."""
        self.check_seat(seat)
        if seat not in self.state.to_act:
            return []
        return sorted(map(self.state.move_text, self.state.moves(seat)))

    def view(self, seat: int | None) -> View:
        """All that `seat` (None: a spectator) may see, as JSON values."""
        if seat is not None:
            self.check_seat(seat)
        return {
            "game": self.card.id,
            "options": dict(self.options),
            "players": self.players,
            "seat": seat,
            "to_act": list(self.to_act),
            "chance": self.chance,
            "over": self.over,
            "result": result_json(self.result),
            "ply": self.ply,
            "moves": [] if seat is None else self.legal(seat),
            "last": [step_json(step) for step in self._last_seen(seat)],
            **self.state.view(seat),
        }

    def line(self) -> list[Game]:
        """The game at every moment from its beginning to this one."""
        games = [self]
        while games[-1].before is not None:
            games.append(games[-1].before)
        return games[::-1]

    def steps(self) -> list[Step]:
        """Everything that happened, in order, with nothing hidden."""
        return [game.step for game in self.line() if game.step is not None]

    def seen_steps(self, seat: int | None) -> list[Step]:
        """Everything that happened, in order, as `seat` may look it up now: for logs, records, pages."""
        return list(self.state.forget(self.witnessed(seat), seat))

    def witnessed(self, seat: int | None) -> list[Step]:
        """Everything that happened, in order, as `seat` saw it happen, what it would have to remember by now
        included: for an opponent's memory, never for anything that is shown."""
        return [
            game.before.state.seen(game.step, seat)
            for game in self.line()
            if game.step is not None and game.before is not None
        ]

    def known_steps(self, seat: int) -> list[Step]:
        """What `seat` witnessed, and what has been laid open to all since: all that an opponent may reckon
        with, never for anything that is shown."""
        return [
            game.step if self.state.shows(game.before.state) else seen
            for game, seen in zip(self.line()[1:], self.witnessed(seat), strict=True)
            if game.step is not None and game.before is not None
        ]

    def position(self) -> str:
        """One line from which `load` restores the game exactly, its secrets included."""
        options = "".join(f"{name}={show_option(value)} " for name, value in self.options.items())
        return (
            f"rules={self.card.rules_version} players={self.players} {options}ply={self.ply} "
            f"{self.state.position()}"
        )

    def _repr_svg_(self) -> str:
        """The game as a spectator sees it, drawn by notebooks."""
        from handvoll.core.drawing import draw  # an XML parser that play itself does not need

        return draw(self.card, self.card.picture.scene(self.view(None)), width=480)

    def record(self) -> str:
        """The game so far in the record format, secrets included; `handvoll.core.record` can do more."""
        from handvoll.core.record import Record  # which knows games

        return Record.of(self).text()

    # --- the checked door ----------------------------------------------------------------------

    def play(self, seat: int, move: str, at: int | None = None) -> Game:
        """The game after `seat` plays `move`, written exactly as in the rulings; `at` are the milliseconds
        since the timer's flip (only games with a clock look at it). Raises a Refusal otherwise."""
        self.check_seat(seat)
        self._check_at(at)
        state = self.state
        if self.over:
            raise GameOver(_("The game is over; nothing more can be played."))
        if seat not in state.to_act:
            raise NotYourTurn(self._whose_turn(seat))
        found = self._find(seat, move)
        if found is None:
            ruling, message = state.explain(seat, move[:LONGEST_MOVE])
            raise IllegalMove(ruling, message)
        at = self._check_time(at)
        step = Step(seat, move, at)
        return Game(self.card, self.options, state.after(seat, found[0], at or 0), self.ply + 1, self, step)

    def read_move(self, seat: int, text: str) -> str:
        """What a person typed, as the exact move string if it is one but for case, spaces and dashes;
        otherwise as near as one gets (`play` then says what is wrong with it)."""
        self.check_seat(seat)
        text = re.sub(r"\s+", " ", text[:LONGEST_MOVE].translate(DASHES)).strip()
        if seat not in self.state.to_act:
            return text
        texts = self.legal(seat)
        for guess in (text, self.state.tidy(seat, text)):
            if guess in texts:
                return guess
            near = [legal for legal in texts if _folded(legal) == _folded(guess)]
            if len(near) == 1:
                return near[0]
        return self.state.tidy(seat, text)

    def outcomes(self) -> Mapping[str, int] | None:
        """The outcomes of the pending chance event with their weights; None where too many to list."""
        self._check_chance()
        return self.state.outcomes()

    def happen(self, outcome: str) -> Game:
        """The game after the pending chance event came out as `outcome`."""
        self._check_chance()
        if type(outcome) is not str or not self.state.admits(outcome):
            raise BadOutcome(
                _(
                    "The event {event} cannot come out as {outcome!r}.",
                    event=self.chance or "",
                    outcome=str(outcome)[:LONGEST_MOVE],
                )
            )
        return Game(
            self.card, self.options, self.state.after_chance(outcome), self.ply + 1, self, Step(None, outcome)
        )

    def deal(self, below: Below) -> Game:
        """The game after the pending chance event took place, by its probabilities."""
        self._check_chance()
        return self.happen(self.state.draw(below))

    def undo(self) -> Game:
        """The game one step earlier."""
        if self.before is None:
            raise NothingToUndo(_("There is no step to take back."))
        return self.before

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that does not exist."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise BadRequest(
                _(
                    "A seat is a whole number from 0 to {highest}, not {came}.",
                    highest=self.players - 1,
                    came=quoted(seat),
                )
            )

    # --- inside --------------------------------------------------------------------------------

    def _last_seen(self, seat: int | None) -> Sequence[Step]:
        """The last move and the chance outcomes after it, as `seat` may see them."""
        seen: list[Step] = []
        game = self
        while game.step is not None and game.before is not None:
            seen.append(game.before.state.seen(game.step, seat))
            if game.step.seat is not None:
                break
            game = game.before
        return seen[::-1]

    def _find(self, seat: int, move: str) -> tuple[Any] | None:
        if type(move) is not str:
            raise BadRequest(_("A move is a text, not {came}.", came=type(move).__name__))
        for candidate in self.state.moves(seat):
            if self.state.move_text(candidate) == move:
                return (candidate,)
        return None

    def _check_chance(self) -> None:
        if self.over:
            raise NotChance(_("The game is over; no chance event is pending."))
        if self.chance is None:
            raise NotChance(
                _n(
                    "No chance event is pending; seat {seats} is to act.",
                    "No chance event is pending; seats {seats} are to act.",
                    len(self.to_act),
                    seats=", ".join(map(str, self.to_act)),
                )
            )

    def _check_at(self, at: int | None) -> None:
        if Trait.CLOCK not in self.card.traits or at is None:
            return
        if type(at) is not int or not 0 <= at <= LONGEST_TIME:
            raise BadRequest(
                _(
                    "A time is a whole number of milliseconds from 0 to {most}, not {came}.",
                    most=LONGEST_TIME,
                    came=quoted(at),
                )
            )

    def _check_time(self, at: int | None) -> int | None:
        if Trait.CLOCK not in self.card.traits:
            return None
        if at is None:
            return self.state.now
        refusal = self.state.check_time(at)
        if refusal is not None:
            raise IllegalMove(*refusal)
        return at

    def _whose_turn(self, seat: int) -> Any:
        if self.chance is not None:
            return _(
                "Seat {seat} is not asked now: the event {event} comes first.", seat=seat, event=self.chance
            )
        return _n(
            "Seat {seat} is not asked now; seat {seats} is to act.",
            "Seat {seat} is not asked now; seats {seats} are to act.",
            len(self.to_act),
            seat=seat,
            seats=", ".join(map(str, self.to_act)),
        )


def result_json(result: Result | None) -> dict[str, Any] | None:
    """A result as JSON values; whole numbers as such."""
    if result is None:
        return None
    shown: dict[str, Any] = {
        "scores": list(result.scores),
        "places": list(result.places),
        "reason": result.reason,
    }
    if result.tiebreak is not None:
        shown["tiebreak"] = list(result.tiebreak)
    return shown


def step_json(step: Step) -> dict[str, Any]:
    """A step as JSON values."""
    return {"seat": step.seat, "text": step.text} | ({} if step.at is None else {"at": step.at})


def _folded(text: str) -> str:
    return re.sub(r"\s", "", text).casefold()
