"""A session of the engine: one game at a time, and the verbs of the protocol."""

from __future__ import annotations

import importlib.util
import json
import random
import secrets
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, ClassVar, Final

from handvoll import games
from handvoll.core.card import Card, Trait
from handvoll.core.errors import BadPosition, BadRequest, IllegalMove, Refusal, Unsupported
from handvoll.core.game import Game
from handvoll.core.messages import Message, _, quoted
from handvoll.core.perft import perft
from handvoll.core.picture import PLAIN
from handvoll.engine.lines import lines, parse

Answer = dict[str, Any]


class NoGame(Refusal):
    """Nothing was begun or loaded yet."""

    code: ClassVar[str] = "no-game"


class _Missing:
    """Stands for a field that a request does not have."""


MISSING: Final = _Missing()


class Session:
    """Answers requests, one after the other. A refused request changes nothing, chance included."""

    def __init__(self) -> None:
        self.ended = False
        self._game: Game | None = None
        self._random = random.Random()
        self._luck = secrets.token_hex(8)
        """The opponents' own, apart from chance: asking one changes no dice."""
        self._verbs: dict[str, Callable[[Answer], Answer]] = {
            "games": self._games,
            "new": self._new,
            "load": self._load,
            "status": self._status,
            "legal": self._legal,
            "play": self._play,
            "outcomes": self._outcomes,
            "chance": self._chance,
            "view": self._view,
            "position": self._position,
            "record": self._record,
            "undo": self._undo,
            "perft": self._perft,
            "best": self._best,
            "quit": self._quit,
        }

    def serve(self, source: BinaryIO, target: BinaryIO) -> None:
        """Answer every line of `source` on `target`, until `quit` or the end."""
        for line in lines(source):
            target.write(json.dumps(self.answer(line), allow_nan=False).encode("ascii") + b"\n")
            target.flush()
            if self.ended:
                return

    def answer(self, line: bytes | None) -> Answer:
        """The answer to one line (None: one that is too long)."""
        echo: Answer = {}
        try:
            request = parse(line)
            echo = {"id": request["id"]} if "id" in request else {}
            return {"ok": True, **echo, **self._verb(request)(request)}
        except Refusal as refusal:
            return {"ok": False, **echo, "error": _error(refusal)}
        except Exception:  # the one who asks waits for a line, whatever is wrong with us
            traceback.print_exc(file=sys.stderr)
            message = "Handvoll made a mistake; what happened stands on its standard error."
            return {"ok": False, **echo, "error": {"code": "internal", "message": message}}

    def _verb(self, request: Answer) -> Callable[[Answer], Answer]:
        do = _field(request, "do", str)
        if do not in self._verbs:
            raise BadRequest(
                _("There is no request {do!r}; there are: {known}.", do=do[:40], known=", ".join(self._verbs))
            )
        return self._verbs[do]

    @property
    def game(self) -> Game:
        """The running game."""
        if self._game is None:
            raise NoGame(_("There is no game yet; begin one with new or load."))
        return self._game

    # --- games ---------------------------------------------------------------------------------

    def _games(self, request: Answer) -> Answer:
        return {"games": [_card_json(card) for card in games.cards().values()]}

    def _new(self, request: Answer) -> Answer:
        game, players = _field(request, "game", str), _field(request, "players")
        options = _field(request, "options", dict) if "options" in request else {}
        seed = _seed(request)
        card = games.card(game)
        card.check_players(players)  # null is no number here, where Python's None means the fewest
        self._game = Game.new(card, players, options)
        self._sow(seed or secrets.token_hex(8))
        return self._game.status()

    def _load(self, request: Answer) -> Answer:
        game, position = _field(request, "game", str), _field(request, "position", str)
        seed = _seed(request)
        self._game = Game.load(games.card(game), position)
        if seed is not None:
            self._sow(seed)
        return self._game.status()

    def _sow(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._luck = seed

    def _status(self, request: Answer) -> Answer:
        return self.game.status()

    # --- playing -------------------------------------------------------------------------------

    def _legal(self, request: Answer) -> Answer:
        return {"moves": self.game.legal(_field(request, "seat"))}

    def _play(self, request: Answer) -> Answer:
        game = self.game
        seat, move = _field(request, "seat"), _field(request, "move", str)
        game.check_seat(seat)
        at = None
        if "at" in request and Trait.CLOCK in game.card.traits:
            at = _field(request, "at", int)
        self._game = game.play(seat, move, at)
        return self._game.status()

    def _outcomes(self, request: Answer) -> Answer:
        listed = self.game.outcomes()
        if listed is None:
            return {"event": self.game.chance, "outcomes": None}
        total = sum(listed.values())
        outcomes = {outcome: [weight, total] for outcome, weight in listed.items()}
        return {"event": self.game.chance, "outcomes": outcomes}

    def _chance(self, request: Answer) -> Answer:
        if "outcome" in request:
            after = self.game.happen(request["outcome"])
        else:
            after = self.game.deal(self._random.randrange)
        self._game = after
        return {**after.status(), "outcome": after.step.text if after.step is not None else None}

    def _undo(self, request: Answer) -> Answer:
        self._game = self.game.undo()
        return self._game.status()

    # --- looking -------------------------------------------------------------------------------

    def _view(self, request: Answer) -> Answer:
        view = self.game.view(_field(request, "seat"))
        return {"view": view, "text": self.game.card.picture.text(view, PLAIN)}

    def _position(self, request: Answer) -> Answer:
        history = {} if self.game.state.has_history else {"history": False}
        return {"position": self.game.position(), **history}

    def _record(self, request: Answer) -> Answer:
        return {"record": self.game.record()}

    def _perft(self, request: Answer) -> Answer:
        return {"nodes": perft(self.game, _field(request, "depth"))}

    def _best(self, request: Answer) -> Answer:
        from handvoll.bots import best

        game = self.game
        seat = _field(request, "seat")
        game.check_seat(seat)
        effort = {name: _number(request, name) for name in ("level", "seconds") if name in request}
        if importlib.util.find_spec(f"{game.card.package}.opponent") is None:
            raise Unsupported(_("There is no opponent for {game} yet.", game=game.card.name))
        luck = random.Random(f"{self._luck} {game.ply} {seat}").randrange(2**32)
        thought = best(game, seat, **effort, seed=luck)
        said = {
            "value": thought.value,
            "unit": thought.unit if thought.value is not None else None,
            "exact": thought.exact or None,
            "depth": thought.depth,
            "nodes": thought.nodes,
            "line": list(thought.line) or None,
        }
        return {"move": thought.move, **{name: what for name, what in said.items() if what is not None}}

    def _quit(self, request: Answer) -> Answer:
        self.ended = True
        return {}


# --- inside ------------------------------------------------------------------------------------

_KINDS: dict[type, Message] = {str: _("a text"), dict: _("an object"), int: _("a whole number")}


def _field(request: Answer, name: str, kind: type | None = None) -> Any:
    """The field of that name, of that kind; what is asked of its value beyond is the game's to check."""
    value = request.get(name, MISSING)
    if value is MISSING:
        raise BadRequest(_("The request lacks {name!r}.", name=name))
    if kind is not None and type(value) is not kind:
        raise BadRequest(_("{name} is {kind}, not {came}.", name=name, kind=_KINDS[kind], came=quoted(value)))
    return value


def _number(request: Answer, name: str) -> Any:
    """The field of that name, a number of whatever kind; how large it may be is the asked one's to check."""
    value = _field(request, name)
    if type(value) not in (int, float):
        raise BadRequest(
            _("{name} is {kind}, not {came}.", name=name, kind=_("a number"), came=quoted(value))
        )
    return value


def _seed(request: Answer) -> str | None:
    """The seed that a request names, as a text of its own for each."""
    seed = request.get("seed", MISSING)
    if seed is MISSING:
        return None
    if type(seed) not in (int, str):
        raise BadRequest(_("A seed is a whole number or a text, not {came}.", came=quoted(seed)))
    return json.dumps(seed)


def _error(refusal: Refusal) -> Answer:
    error: Answer = {"code": refusal.code, "message": str(refusal)}
    if isinstance(refusal, IllegalMove):
        error["ruling"] = refusal.ruling
    if isinstance(refusal, BadPosition):
        error["place"] = refusal.place
    return error


def _card_json(card: Card) -> Answer:
    return {
        "game": card.id,
        "title": dict(card.title),
        "players": list(card.players),
        "options": {
            name: {"default": option.default, "values": list(option.values)}
            for name, option in card.options.items()
        },
        "traits": sorted(card.traits),
    }
