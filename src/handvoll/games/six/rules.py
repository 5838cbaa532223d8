"""The rules of Six, rulings SX1 to SX11."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from typing import Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _
from handvoll.core.position import Fields
from handvoll.core.state import HIDDEN, Below, Result, Step, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.six.notation import (
    CLAIM,
    COVER,
    DICE,
    DRAW,
    DURATION,
    OVER,
    PLACES,
    RECEIVE,
    ROUNDS,
    SAND,
    THROW,
    Cards,
    Lift,
    Stack,
    Turn,
    is_pasch,
    parse_parts,
    position_text,
    throw_text,
)

STROKES = (
    {1: 2, 2: 2}
    | dict.fromkeys(range(3, 10), 1)
    | {10: 2, 11: 2, 12: 2, 13: 3, 14: 4, 15: 4, 16: 5, 17: 6, 18: 7}
)
"""SX1: what each card is worth."""

SHORTEST, LONGEST = 110_000, 130_000
"""SX3: between them lies the timer's running time, in ms."""

ROLL, LIFT, SECURE, SKIP = "roll", "lift", "secure", "skip"
COVERS = ("cover 1", "cover 2", "cover 3")


WAYS = {
    dice: [throw_text(sorted(faces)) for faces in itertools.product(range(1, 7), repeat=dice)]
    for dice in (1, 2, 3)
}
"""All ways in which so many dice can fall."""
THROWS = {dice: dict(Counter(ways)) for dice, ways in WAYS.items()}
"""SX4: the throws, each with the number of ways in which it comes up."""
FACES = {text: tuple(map(int, text.split("-"))) for throws in THROWS.values() for text in throws}


class State(BaseState):
    """One moment of Six."""

    __slots__ = (
        "auto_secure",
        "cards",
        "chance",
        "lift",
        "now",
        "pasch",
        "players",
        "sand",
        "to_act",
        "turn",
    )

    def __init__(
        self,
        pasch: bool,
        auto_secure: bool,
        cards: tuple[Cards, ...],
        turn: Turn,
        sand: int | None,
        now: int,
        lift: Lift | None,
    ) -> None:
        self.players = len(cards)
        self.pasch = pasch
        self.auto_secure = auto_secure
        self.cards = cards
        self.turn = turn
        self.sand = sand
        """How long the timer runs, in ms; nobody may know before the tube is lifted (SX3)."""
        self.now = now  # type: ignore[misc]  # games with a clock have it in each state
        self.lift = lift
        """How the last round ended."""
        phase = turn.phase
        self.chance = phase if phase in (DRAW, SAND, DICE) else None
        if phase in (RECEIVE, THROW):
            self.to_act = (turn.active,)
        elif phase == CLAIM:
            self.to_act = turn.asked
        elif phase == COVER:
            self.to_act = tuple([seat for seat, own in enumerate(cards) if own.drawn])
        else:
            self.to_act = ()

    @property
    def result(self) -> Result | None:
        if self.turn.phase != OVER:
            return None
        scores = tuple(sum(STROKES[number] for number in own.secured) for own in self.cards)
        return Result(scores, rank(scores), "rounds")  # SX9

    def _next(
        self, cards: tuple[Cards, ...], turn: Turn, sand: int | None, now: int, lift: Lift | None
    ) -> Self:
        return type(self)(self.pasch, self.auto_secure, cards, turn, sand, now, lift)

    # --- moves ---------------------------------------------------------------------------------

    def moves(self, seat: int) -> tuple[str, ...]:
        phase = self.turn.phase
        if phase == CLAIM:
            return (SECURE, SKIP)  # SX4
        if phase == COVER:
            return COVERS  # SX7: all three places are filled
        return (ROLL, LIFT) if phase == RECEIVE else (ROLL,)  # SX8

    def after(self, seat: int, move: str, at: int = 0) -> Self:
        cards, turn = self.cards, self.turn
        now = max(at, self.now)  # SX11: without a time, that of the action before
        if move == ROLL:
            return self._next(cards, turn._replace(phase=DICE), self.sand, now, self.lift)
        if move == LIFT:
            return self._lifted(seat, now)
        if turn.phase == CLAIM:
            if move == SECURE:
                cards = _with(cards, seat, _secured(cards[seat], sum(turn.throw)))
            turn = turn._replace(asked=tuple([other for other in turn.asked if other != seat]))
            if turn.asked:
                return self._next(cards, turn, self.sand, now, self.lift)
            return self._thrown(cards, turn, now)
        own = cards[seat]  # SX7: cover
        cards = _with(cards, seat, _placed(own._replace(drawn=0), COVERS.index(move), own.drawn))
        return self._covering(cards, turn, now)

    def _lifted(self, seat: int, now: int) -> Self:
        """SX8: the round is over, and one seat returns a card and starts the next."""
        turn = self.turn
        assert self.sand is not None
        payer = (seat - turn.direction) % self.players if now >= self.sand else seat
        own = self.cards[payer]
        paid = own.secured[-1:]
        cards = _with(self.cards, payer, own._replace(secured=own.secured[:-1], returned=own.returned + paid))
        lift = Lift(turn.round, seat, now, self.sand, payer, sum(paid))
        if turn.round == ROUNDS:  # SX9
            return self._next(cards, Turn(ROUNDS, payer, 1, OVER, 3, ()), None, now, lift)
        return self._next(cards, Turn(turn.round + 1, payer, 1, SAND, 3, ()), None, now, lift)

    def _thrown(self, cards: tuple[Cards, ...], turn: Turn, now: int) -> Self:
        """What follows a throw once all have secured or declined."""
        throw = turn.throw
        if self.pasch and is_pasch(throw):  # SX10
            return self._swap(cards, turn._replace(direction=-turn.direction), now)
        if _place_of(cards[turn.active], sum(throw)) is not None:  # SX6
            return self._next(cards, turn._replace(phase=THROW, dice=3), self.sand, now, self.lift)
        if len(throw) == 1:
            return self._swap(cards, turn, now)
        turn = turn._replace(phase=THROW, dice=len(throw) - 1)
        return self._next(cards, turn, self.sand, now, self.lift)

    def _swap(self, cards: tuple[Cards, ...], turn: Turn, now: int) -> Self:
        """SX7: the dice go on, and all but the receiver draw."""
        receiver = (turn.active + turn.direction) % self.players
        return self._drawing(cards, turn._replace(active=receiver, dice=3), 0, now)

    def _drawing(self, cards: tuple[Cards, ...], turn: Turn, first: int, now: int) -> Self:
        """SX7: the next seat from `first` on that has a card to draw; if there is none, all cover."""
        for seat in range(first, self.players):
            own = cards[seat]
            if seat != turn.active and (own.returned or own.hidden):
                turn = turn._replace(phase=DRAW, drawing=seat)
                return self._next(cards, turn, self.sand, now, self.lift)
        return self._covering(cards, turn._replace(drawing=None), now)

    def _covering(self, cards: tuple[Cards, ...], turn: Turn, now: int) -> Self:
        """SX7, SX8: those who hold a card cover; after the last of them the receiver decides."""
        phase = COVER if any(own.drawn for own in cards) else RECEIVE
        return self._next(cards, turn._replace(phase=phase), self.sand, now, self.lift)

    def tidy(self, seat: int, text: str) -> str:
        text = text.casefold()
        if self.turn.phase == COVER:
            place = text.lstrip("abcdefghijklmnopqrstuvwxyzäöüß ")
            return f"cover {place}"
        return {
            "r": ROLL,
            "w": ROLL,
            "würfeln": ROLL,
            "l": LIFT,
            "heben": LIFT,
            "hochheben": LIFT,
            "röhre": LIFT,
            "sichern": SECURE,
            "ja": SECURE,
            "yes": SECURE,
            "nein": SKIP,
            "no": SKIP,
            "passen": SKIP,
        }.get(text, text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        turn = self.turn
        if turn.phase == CLAIM:
            return "SX4", _(
                "Your {number} was thrown: secure it or skip it, not {text!r}.",
                number=sum(turn.throw),
                text=text,
            )
        if turn.phase == COVER:
            return "SX7", _(
                "Put your {number} on a place: cover 1, cover 2 or cover 3, not {text!r}.",
                number=self.cards[seat].drawn,
                text=text,
            )
        if turn.phase == RECEIVE:
            return "SX8", _("You have been given the dice: roll, or lift the tube; not {text!r}.", text=text)
        if text == LIFT and not turn.throw:
            return "SX8", _(
                "Whoever begins a round throws first; nobody may lift the tube before that: roll."
            )
        if text == LIFT:
            return "SX8", _(
                "The tube may be lifted only right after you were given the dice; now you throw on: roll."
            )
        return "SX4", _("It is for you to throw the dice: roll, not {text!r}.", text=text)

    def check_time(self, at: int) -> tuple[str, Message] | None:
        if at >= self.now:
            return None
        return "SX11", _(
            "Time does not run backwards: the action before came at {now} ms, this one at {at} ms.",
            now=self.now,
            at=at,
        )

    # --- chance --------------------------------------------------------------------------------

    def outcomes(self) -> Mapping[str, int] | None:
        if self.chance == DICE:
            return THROWS[self.turn.dice]
        if self.chance == DRAW:
            return {str(number): 1 for number in self._drawable()}
        return None if self.chance == SAND else {}

    def _drawable(self) -> list[int]:
        """SX2: the unknown part of the pile; below it the returned cards, the first of them first."""
        assert self.turn.drawing is not None
        own = self.cards[self.turn.drawing]
        return own.hidden or [own.returned[0]]

    def admits(self, outcome: str) -> bool:
        if self.chance == SAND:
            return DURATION.fullmatch(outcome) is not None
        return super().admits(outcome)

    def draw(self, below: Below) -> str:
        if self.chance == SAND:
            return str(SHORTEST + below(LONGEST - SHORTEST + 1))  # SX3
        if self.chance == DICE:
            ways = WAYS[self.turn.dice]
            return ways[below(len(ways))]
        numbers = self._drawable()
        return str(numbers[below(len(numbers))])

    def after_chance(self, outcome: str) -> Self:
        turn = self.turn
        if turn.phase == DICE:
            return self._after_dice(FACES[outcome])
        if turn.phase == DRAW:
            return self._after_draw(int(outcome))
        return self._next(self.cards, turn._replace(phase=THROW), int(outcome), 0, self.lift)  # SX3

    def _after_dice(self, throw: tuple[int, ...]) -> Self:
        cards, turn, total = self.cards, self.turn._replace(throw=throw), sum(throw)
        asked = [
            seat
            for seat, own in enumerate(cards)
            if seat != turn.active and _place_of(own, total) is not None
        ]
        if self.auto_secure:  # SX5
            for seat in asked:
                cards = _with(cards, seat, _secured(cards[seat], total))
        elif asked:
            turn = turn._replace(phase=CLAIM, asked=tuple(asked))
            return self._next(cards, turn, self.sand, self.now, self.lift)
        return self._thrown(cards, turn, self.now)

    def _after_draw(self, number: int) -> Self:
        seat = self.turn.drawing
        assert seat is not None
        own = self.cards[seat]
        if own.returned[:1] == (number,):
            own = own._replace(returned=own.returned[1:])
        empty = [place for place in PLACES if not own.places[place]]
        own = _placed(own, empty[0], number) if empty else own._replace(drawn=number)  # SX7
        cards = _with(self.cards, seat, own)
        if self.sand is not None:
            return self._drawing(cards, self.turn, seat + 1, self.now)
        # SX2: set-up, three cards for one seat after the other
        seat += len(empty) == 1
        if seat < self.players:
            turn = self.turn._replace(drawing=seat)
        else:
            turn = self.turn._replace(phase=SAND, drawing=None)
        return self._next(cards, turn, None, 0, None)

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        turn, lift = self.turn, self.lift
        return {
            "round": turn.round,
            "phase": turn.phase,
            "active": turn.active,
            "direction": turn.direction,
            "dice": turn.dice,
            "throw": list(turn.throw),
            "drawing": turn.drawing,
            "now": self.now,
            "places": [[list(stack) for stack in own.places] for own in self.cards],
            "drawn": [own.drawn or None for own in self.cards],
            "secured": [list(own.secured) for own in self.cards],
            "strokes": [sum(STROKES[number] for number in own.secured) for own in self.cards],
            # How many cards lie in the unknown part of a pile, and which lie under it.
            "pile": [len(own.hidden) for own in self.cards],
            "returned": [list(own.returned) for own in self.cards],
            # SX3: a running time is told here, after the lift, and nowhere else.
            "lift": None if lift is None else lift._asdict(),
        }

    def seen(self, step: Step, seat: int | None) -> Step:
        if step.seat is None and self.chance == SAND:
            return Step(None, HIDDEN)  # SX3
        return step

    def redraw(self, seat: int | None, below: Below) -> Self:
        if self.sand is None:
            return self
        sand = SHORTEST + below(LONGEST - SHORTEST + 1)
        return self._next(self.cards, self.turn, sand, self.now, self.lift)

    def position(self) -> str:
        return position_text(self.cards, self.turn, self.sand, self.now, self.lift)


def start(players: int, options: Options) -> State:
    """The beginning: all piles are shuffled, seat 0 draws the first card."""
    turn = Turn(1, 0, 1, DRAW, 3, (), drawing=0)
    return State(
        options["pasch"] is True, options["auto_secure"] is True, (Cards(),) * players, turn, None, 0, None
    )


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    pasch, auto_secure = options["pasch"] is True, options["auto_secure"] is True
    parts = parse_parts(fields, players, pasch=pasch, auto_secure=auto_secure)
    return State(pasch, auto_secure, *parts)


def _with(cards: tuple[Cards, ...], seat: int, own: Cards) -> tuple[Cards, ...]:
    return (*cards[:seat], own, *cards[seat + 1 :])


def _place_of(own: Cards, number: int) -> int | None:
    """The place on which `number` lies open."""
    for place, stack in enumerate(own.places):
        if stack and stack[-1] == number:
            return place
    return None


def _secured(own: Cards, number: int) -> Cards:
    """SX4: the open card `number` goes on top of the secured stack."""
    place = _place_of(own, number)
    assert place is not None
    places = _with_stack(own, place, own.places[place][:-1])
    return own._replace(places=places, secured=(*own.secured, number))


def _placed(own: Cards, place: int, number: int) -> Cards:
    return own._replace(places=_with_stack(own, place, (*own.places[place], number)))


def _with_stack(own: Cards, place: int, stack: Stack) -> tuple[Stack, Stack, Stack]:
    one, two, three = (stack if each == place else own.places[each] for each in PLACES)
    return one, two, three
