"""The product and the referee play the same games and agree at every step.

HANDVOLL_REFEREE=N plays N games of each kind instead of the few below.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from .base import Referee
from .pipe import Pipe
from .steering import PLAYERS, Player

GAMES = {referee.name: referee for referee in PLAYERS}
FEW = {
    "abraeumen": 40,
    "fischkopf": 40,
    "fuenf-gewinnt": 20,
    "high-five": 60,
    "hnefatafl": 60,
    "huetchenspieler": 30,
    "make-five": 30,
    "six": 18,
    "torris": 60,
    "zahlenpoker": 60,
}
"""How many games are played of each kind, unless HANDVOLL_REFEREE says otherwise."""

TEXTS = [
    "",
    " ",
    "pass",
    "stop",
    "roll",
    "lift",
    "cover",
    "cover 1",
    "cover 4",
    "secure",
    "skip",
    "empty",
    "1",
    "0",
    "5",
    "12",
    "13",
    "06",
    "a",
    "f",
    "a1>b",
    "lay 1234",
    "lay 1123",
    "push 1>2",
    "push 1>1",
    "push 0>5",
    "ask 1",
    "ask 5",
    "flip 1",
    "flip 5",
    "steal P1",
    "steal P9",
    "play J",
    "play R14",
    "play R1",
    "drop J a1",
    "drop R1 i9",
    "frame a1-e1",
    "frame e1-a1",
    "frame a1-a5",
    "a1-a2",
    "f6-f7",
    "d1-d4",
    "d1-d1",
    "c1-a1",
    "0,0",
    "1,0",
    "-0,1",
    "+1,0",
    "0,0>1,1",
    "0,0>0,0",
    "99,99",
    "1/2",
    "²",
    "１",
]
"""Moves of some game or other; hardly ever legal in the one that runs."""

NO_MOVES = ["", " ", "²", "1/2", "?", "\\", "--", "nothing at all", "\ud800"]
"""Texts that are no move of any game."""

NO_OUTCOMES = [
    "",
    "0-0",
    "R14",
    "19",
    "X",
    "-1",
    "01",
    "1.0",
    "1e3",
    " 5",
    "6-1",
    "6-5-4",
    "1-1-1-1",
    "11111111111111111111111111111111",
    "²",
    "٥",
]

RARE = {
    "abraeumen": ["reason solved"],
    "fischkopf": [
        *("FK2 stop in a playoff", "FK3 off again", "FK3 all twelve", "FK4 before others had a turn"),
        *("FK4 in a playoff", "FK5 playoff", "FK5 playoff of a playoff"),
    ],
    "fuenf-gewinnt": [
        *("FG3 in the second phase", "FG5 captures both colours", "FG5 the laid stone joins largest groups"),
        *("FG5 the laid stone touches a smaller group", "reason five", "reason material"),
        *("reason repetition", "reason hundred", "FG8 elsewhere on the plane", "FG7 without a stone"),
    ],
    "high-five": [
        *("HF4 2", "HF4 3", "HF5 2 jokers", "HF6 drop", "HF8 bonus, and the others play on", "HF8 skipped"),
    ],
    "hnefatafl": [
        *("HN2 over the empty throne", "HN3 the king captures", "HN4 a corner closes"),
        *("HN4 the empty throne closes", "HN5 white captures 2 in a row", "HN5 black captures 2 in a row"),
        *("HN5 enemies beyond stay", "HN5 the king closes", "HN6 by four", "HN6 by three beside the throne"),
        *("HN5 the empty throne ends a row that would go on", "HN6 three beside the throne do not do"),
        *("reason king-escaped", "reason no-move", "reason repetition"),
    ],
    "huetchenspieler": ["HS7 right", "HS7 wrong"],
    "make-five": [
        *("MF3 into its own lane", "MF4 a lane is full", "MF5 a last move", "MF7 in the last round"),
        *("MF7 with the lower total", "reason make-five", "reason rounds"),
    ],
    "six": [
        *("SX4 several could secure", "SX4 uncovers a card", "SX7 a returned card comes back"),
        *("SX7 an empty pile", "SX7 several cover", "SX8 over", "SX8 not over", "SX8 nothing to return"),
        *("SX7 the second of several returned cards", "SX10 pasch with its own card"),
        *("SX10 turned back again", "SX11 over in this very millisecond", "SX11 a millisecond too early"),
    ],
    "torris": [
        *("TO3 five high", "TO5 a block", "TO5 towers slide", "TO5 an older gap in front", "TO6 skipped"),
        "TO7 by the highest tower",
    ],
    "zahlenpoker": ["ZP3 nobody", "ZP4 and a second winner", "ZP5", "ZP6 by the sum", "ZP6 equal in both"],
}
"""What must have come about in the games played."""


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    engine = Pipe()
    yield engine
    assert engine.close() == 0


def few(name: str) -> int:
    return int(os.environ.get("HANDVOLL_REFEREE", FEW[name]))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_both_see_the_same_games(name: str, pipe: Pipe) -> None:
    """Who is to act, every legal move, every probability, every refusal and every result."""
    seen: set[str] = set()
    for number in range(few(name)):
        match = Match(GAMES[name], number, pipe)
        match.run()
        seen |= {*match.referee.notes, f"reason {match.referee.reason}"}
    if few(name) >= FEW[name]:
        assert set(RARE[name]) - seen == set(), "the games played do not show this"


@dataclass(frozen=True)
class Illegal:
    """The answer to a move that the rules do not allow: the number of the ruling."""

    ruling: str | None


class Match:
    """One game, played through the engine and on the referee's paper."""

    def __init__(self, kind: type[Referee], number: int, pipe: Pipe) -> None:
        self.rng = random.Random(f"{kind.name} {number}")
        self.pipe = pipe
        self.number = number
        self.player: Player = PLAYERS[kind](self.rng, number)
        options = self.player.options()
        self.referee = kind(self.player.players(kind), options)
        players = self.referee.players
        self.told: list[dict[str, Any]] = [
            {"do": "new", "game": kind.name, "players": players, "options": options, "seed": number}
        ]
        self.known = list(TEXTS)  # moves seen so far, to be tried at the wrong time
        self.before: tuple[dict[str, Any], dict[str, Any]] | None = None
        """The status before the last step, and the step."""

    # What the referee says

    def status(self) -> dict[str, Any]:
        referee = self.referee
        return {
            "ok": True,
            "game": referee.name,
            "players": referee.players,
            "to_act": referee.to_act(),
            "chance": referee.chance(),
            "over": referee.reason is not None,
            "result": referee.result(),
            "ply": referee.ply,
        }

    def agree(self, what: str, ours: object, theirs: object) -> None:
        assert ours == theirs, (
            f"{what} in game {self.number}: the referee says\n{ours}\nand the engine\n{theirs}\n"
            + "\n".join(str(request) for request in self.told)
        )

    # The game

    def run(self) -> None:
        answer = self.pipe.ask_all(self.told)[0]
        changed = self.player.prepare(self.referee)
        if changed is not None:
            answer = self.load(changed)
        self.agree("status", self.status(), answer)
        while self.referee.reason is None and self.referee.ply < self.player.longest:
            self.look_closely()
            self.step()
        self.look_closely()

    def load(self, changed: dict[str, str]) -> dict[str, Any]:
        """Starts from the position that the player has set up."""
        fields = dict(field.split("=", 1) for field in self.pipe.ask("position")["position"].split())
        position = " ".join(f"{name}={value}" for name, value in {**fields, **changed}.items())
        request = {"do": "load", "game": self.referee.name, "position": position}
        self.told.append(request)
        return self.pipe.ask_all([request])[0]

    def step(self) -> None:
        """One step on both sides."""
        referee = self.referee
        request: dict[str, Any]
        if referee.chance() is not None:
            outcome = self.player.outcome(referee, referee.outcomes())
            request = {"do": "chance"} if outcome is None else {"do": "chance", "outcome": outcome}
            answer = self.pipe.ask_all([request])[0]
            happened = answer.pop("outcome", None)
            if outcome is None:
                table = referee.outcomes()
                known = referee.may_happen(happened) if table is None else happened in table
                self.agree("outcome", True, known)
            else:
                self.agree("outcome", outcome, happened)
            request["outcome"] = happened
            referee.happen(happened)
        else:
            seat = self.rng.choice(referee.to_act())
            move = self.player.move(referee, seat, referee.legal(seat))
            at = self.player.at(referee)
            request = {"do": "play", "seat": seat, "move": move}
            if at is not None:
                request["at"] = at
            answer = self.pipe.ask_all([request])[0]
            self.known.append(move)
            referee.play(seat, move, at)
        before = self.status_before
        self.told.append(request)
        self.agree("status", self.status(), answer)
        self.before = (before, request)

    # Questions that change nothing

    def look_closely(self) -> None:
        """Asks everything that can be asked here, and for things that must be refused."""
        self.status_before = self.status()
        asked: list[tuple[dict[str, Any], Any]] = []
        others = self.rng.sample(range(self.referee.players), min(3, self.referee.players))
        for seat in sorted({*others, *self.referee.to_act()}):
            asked.append(({"do": "legal", "seat": seat}, {"ok": True, "moves": self.referee.legal(seat)}))
        asked += self.questions_of_chance()
        asked += self.refusals()
        if self.rng.random() < 0.01:
            self.reload()
        if self.rng.random() < 0.02:
            asked += self.there_and_back()
        answers = self.pipe.ask_all([request for request, _ in asked])
        for (request, expected), answer in zip(asked, answers, strict=True):
            self.compare(request, expected, answer)

    def compare(self, request: dict[str, Any], expected: Any, answer: dict[str, Any]) -> None:
        if isinstance(expected, Illegal):
            self.agree(str(request), expected, Illegal(answer.get("error", {}).get("ruling")))
            expected = "illegal-move"
        if isinstance(expected, str):  # a code
            error = answer.get("error", {})
            self.agree(str(request), expected, error.get("code"))
            assert error["message"]
            if expected == "illegal-move":
                self.agree(str(request), self.referee.letters, error["ruling"].rstrip("0123456789"))
            else:
                assert set(error) == {"code", "message"}
            return
        if answer.get("outcomes"):
            answer["outcomes"] = {text: Fraction(*pair) for text, pair in answer["outcomes"].items()}
        self.agree(str(request), expected, answer)

    def questions_of_chance(self) -> list[tuple[dict[str, Any], Any]]:
        event = self.referee.chance()
        if event is None:
            return [({"do": "outcomes"}, "not-chance"), ({"do": "chance"}, "not-chance")]
        table = self.referee.outcomes()
        asked: list[tuple[dict[str, Any], Any]] = [
            ({"do": "outcomes"}, {"ok": True, "event": event, "outcomes": table})
        ]
        wrong = list(NO_OUTCOMES)
        if table is not None:
            wrong += [self.spoil(text) for text in self.rng.sample(sorted(table), 1)]
        for text in self.rng.sample(wrong, 2):
            happens = self.referee.may_happen(text) if table is None else text in table
            if not happens:
                asked.append(({"do": "chance", "outcome": text}, "bad-outcome"))
        return asked

    def refusals(self) -> list[tuple[dict[str, Any], Any]]:
        rng, referee = self.rng, self.referee
        text = self.near_miss()
        seat = rng.randrange(referee.players)
        acting = referee.to_act()
        asked: list[tuple[dict[str, Any], Any]] = []
        if referee.reason is not None:
            return [({"do": "play", "seat": seat, "move": text}, "game-over")]
        if seat not in acting:
            legal = [move for other in acting for move in referee.legal(other)] or [text]
            asked.append(({"do": "play", "seat": seat, "move": rng.choice(legal)}, "not-your-turn"))
        for other in acting:
            for attempt in (text, self.near_miss()):
                if attempt not in referee.legal(other):
                    asked.append(({"do": "play", "seat": other, "move": attempt}, "illegal-move"))
            nothing = {"do": "play", "seat": other, "move": rng.choice(NO_MOVES)}
            asked.append((nothing, Illegal(referee.ruling(other))))
            now = getattr(referee, "now", 0)
            if now > 0:
                early = {
                    "do": "play",
                    "seat": other,
                    "move": referee.legal(other)[0],
                    "at": rng.randrange(now),
                }
                asked.append((early, "illegal-move"))
        if rng.random() < 0.05:
            nobody: Any = rng.choice([-1, referee.players, 10**30, 0.5, "0", None, True, [0]])
            asked.append(({"do": "legal", "seat": nobody}, "bad-request"))
            if acting:
                asked.append(({"do": "play", "seat": nobody, "move": text}, "bad-request"))
            if acting and hasattr(referee, "now"):
                move = referee.legal(acting[0])[0]
                when: Any = rng.choice([-1, 0.5, "7", True, [1]])
                asked.append(({"do": "play", "seat": acting[0], "move": move, "at": when}, "bad-request"))
        return asked

    def near_miss(self) -> str:
        """A text that is nearly a move, or one of another moment."""
        legal = [move for seat in range(self.referee.players) for move in self.referee.legal(seat)]
        text = self.rng.choice(self.rng.choice([self.known, legal or self.known]))
        return self.spoil(text) if self.rng.random() < 0.7 else text

    def spoil(self, text: str) -> str:
        """Changes a character or two; now and then into a legal text again."""
        rng = self.rng
        place = rng.randrange(len(text) + 1)
        letters = "0123456789abcdefghijkPRBGYTVJ-,> "
        changed = text[:place] + rng.choice(letters) + text[place + rng.randint(0, 1) :]
        others = [text.upper(), f" {text}", f"{text} ", f"{text}\n", text[:-1]]
        return rng.choice([changed, rng.choice(others)])

    def there_and_back(self) -> list[tuple[dict[str, Any], Any]]:
        """The last step taken back and done again."""
        if self.before is None:
            return []
        status, request = self.before
        again = self.status()
        if request["do"] == "chance":
            again["outcome"] = request["outcome"]
        return [({"do": "undo"}, status), (request, again), ({"do": "status"}, self.status())]

    def reload(self) -> None:
        """The game put down as a text and taken up again, with its ply and all that was repeated so far."""
        answer = self.pipe.ask("position")
        assert answer.get("history", True)
        request = {"do": "load", "game": self.referee.name, "position": answer["position"]}
        loaded, nothing = self.pipe.ask_all([request, {"do": "undo"}])
        self.agree("status after load", self.status(), loaded)
        self.agree("undo after load", "nothing-to-undo", nothing["error"]["code"])
        self.agree("position", answer, self.pipe.ask("position"))
        self.told.append(request)
        self.before = None
