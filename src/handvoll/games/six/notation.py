"""The parts of a position of Six, and their text, both ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from handvoll.core.game import LONGEST_TIME
from handvoll.core.messages import _
from handvoll.core.position import Fields, join

NUMBERS = range(1, 19)
PLACES = range(3)
ROUNDS = 3

DRAW, SAND, DICE = "draw", "sand", "dice"
RECEIVE, THROW, CLAIM, COVER, OVER = "receive", "throw", "claim", "cover", "over"
PHASES = (DRAW, SAND, DICE, RECEIVE, THROW, CLAIM, COVER, OVER)
"""What comes next: the chance events; the active seat, just given the dice (SX8) or in its turn (SX4); those
who could secure; those who must cover; nothing."""

DURATION = re.compile(r"0|[1-9][0-9]{0,14}")
"""Milliseconds of the running time, up to LONGEST_TIME."""
_LIFT = re.compile(r"([123]):([0-9]):(0|[1-9][0-9]{0,14}):(0|[1-9][0-9]{0,14}):([0-9]):(0|[1-9][0-9]?)")
_DICE = re.compile(r"[1-6](-[1-6]){0,2}")

Stack = tuple[int, ...]
"""Cards on one place, the open one last."""


class Cards(NamedTuple):
    """All that is known of one seat's 18 cards; the rest is the unknown part of its pile."""

    places: tuple[Stack, Stack, Stack] = ((), (), ())
    secured: tuple[int, ...] = ()
    """The top card last."""
    returned: tuple[int, ...] = ()
    """SX2: the known bottom part of the pile, the one that is drawn first first."""
    drawn: int = 0
    """SX7: the card in hand that must cover another, or 0."""

    @property
    def hidden(self) -> list[int]:
        """The cards in the unknown part of the pile."""
        known = {*self.places[0], *self.places[1], *self.places[2], *self.secured, *self.returned, self.drawn}
        return [number for number in NUMBERS if number not in known]


class Turn(NamedTuple):
    """Who does what next."""

    round: int
    active: int
    """The seat that has the dice; in a swap the one that receives them."""
    direction: int
    phase: str
    dice: int
    """How many dice the active seat throws next (while claims are open: has thrown)."""
    throw: tuple[int, ...]
    """The last throw of the round, sorted; empty before the first."""
    asked: tuple[int, ...] = ()
    """The seats that have yet to say whether they secure."""
    drawing: int | None = None
    """The seat that draws next."""


class Lift(NamedTuple):
    """How a round ended: who lifted the tube when, how long the timer ran, and who returned which card (0: it
    had none)."""

    round: int
    seat: int
    at: int
    sand: int
    payer: int
    card: int


def throw_text(throw: Sequence[int]) -> str:
    """A throw as its outcome is written."""
    return "-".join(map(str, throw))


def is_pasch(throw: Sequence[int]) -> bool:
    """SX10: two equal with two dice, three equal with three."""
    return len(throw) > 1 and throw[0] == throw[-1]  # throws are sorted


def position_text(cards: Sequence[Cards], turn: Turn, sand: int | None, now: int, lift: Lift | None) -> str:
    """The body of the position text."""
    places = "/".join(",".join(join(stack, ".") for stack in seat.places) for seat in cards)
    secured = "/".join(join(seat.secured) for seat in cards)
    returned = "/".join(join(seat.returned) for seat in cards)
    return (
        f"round={turn.round} phase={turn.phase} active={turn.active} direction={turn.direction} "
        f"dice={turn.dice} throw={throw_text(turn.throw) or '-'} asked={join(turn.asked)} "
        f"drawing={'-' if turn.drawing is None else turn.drawing} "
        f"sand={'-' if sand is None else sand} now={now} lift={join(lift or (), ':')} "
        f"places={places} secured={secured} returned={returned} drawn={join([seat.drawn for seat in cards])}"
    )


class Parts(NamedTuple):
    """What a position text says."""

    cards: tuple[Cards, ...]
    turn: Turn
    sand: int | None
    now: int
    lift: Lift | None


def parse_parts(fields: Fields, players: int, *, pasch: bool, auto_secure: bool) -> Parts:
    """What `position_text` wrote, checked for what no game could come to."""
    turn = _parse_turn(fields, players, pasch=pasch, auto_secure=auto_secure)
    setting_up, sand = _parse_sand(fields, turn)
    now = fields.number("now", 0, LONGEST_TIME)
    if setting_up and now:
        raise fields.fault(_("the timer has not been flipped yet, so now=0 is expected"))
    lift = _parse_lift(fields, players, turn)
    cards = _parse_cards(fields, turn, players)
    _check_draws(fields, turn, cards, setting_up)
    _check_cards(fields, turn, cards, lift, setting_up)
    return Parts(cards, turn, sand, now, lift)


def _parse_turn(fields: Fields, players: int, *, pasch: bool, auto_secure: bool) -> Turn:
    game_round = fields.number("round", 1, ROUNDS)
    phase = fields.word("phase", [phase for phase in PHASES if not (auto_secure and phase == CLAIM)])
    if phase == OVER and game_round < ROUNDS:
        raise fields.fault(_("the game ends after round {rounds}", rounds=ROUNDS))
    active = fields.number("active", 0, players - 1)
    direction = int(fields.word("direction", ["1", "-1"] if pasch else ["1"]))
    dice = fields.number("dice", 1, 3)
    text = fields.text("throw")
    throw = () if text == "-" else tuple(map(int, text.split("-"))) if _DICE.fullmatch(text) else None
    if throw is None or list(throw) != sorted(throw):
        raise fields.fault(_("a sorted throw such as 1-3-5 is expected, not {came!r}", came=text[:40]))
    _check_throw(fields, phase, dice, throw, pasch)
    asked = fields.numbers("asked", 0, players - 1)
    if (phase == CLAIM) != bool(asked) or active in asked or asked != sorted(set(asked)):
        raise fields.fault(_("seats other than the active one are asked, in order, when claims are open"))
    text = fields.text("drawing")
    if text not in (map(str, range(players)) if phase == DRAW else ("-",)):
        raise fields.fault(_("a seat is drawing exactly while cards are drawn, not {came!r}", came=text[:40]))
    return Turn(
        game_round, active, direction, phase, dice, throw, tuple(asked), None if text == "-" else int(text)
    )


def _check_throw(fields: Fields, phase: str, dice: int, throw: tuple[int, ...], pasch: bool) -> None:
    ends_turn = len(throw) == 1 or (pasch and is_pasch(throw))
    if phase in (SAND, OVER):
        fits = not throw and dice == 3
    elif phase == CLAIM:
        fits = dice == len(throw)
    elif phase in (RECEIVE, COVER):
        fits = dice == 3 and ends_turn
    elif phase == DRAW:
        fits = dice == 3 and (not throw or ends_turn)
    elif dice == 3:
        fits = phase == DICE or not (pasch and is_pasch(throw))
    else:
        fits = len(throw) == dice + 1 and not (pasch and is_pasch(throw))
    if not fits:
        raise fields.fault(
            _(
                "with {dice} dice next, this throw cannot stand before the phase {phase}",
                dice=dice,
                phase=phase,
            )
        )


def _parse_sand(fields: Fields, turn: Turn) -> tuple[bool, int | None]:
    """Whether the game is still being set up, and how long the timer runs."""
    text = fields.text("sand")
    if text != "-" and not DURATION.fullmatch(text):
        raise fields.fault(
            _("milliseconds (up to 15 digits) or - are expected, not {came!r}", came=text[:40])
        )
    setting_up = turn.phase == DRAW and not turn.throw
    if (text == "-") != (setting_up or turn.phase in (SAND, OVER)):
        raise fields.fault(_("a running time is expected exactly while the timer runs"))
    return setting_up, None if text == "-" else int(text)


def _parse_lift(fields: Fields, players: int, turn: Turn) -> Lift | None:
    text = fields.text("lift")
    done = turn.round - (turn.phase != OVER)
    if not done:
        if text != "-":
            raise fields.fault(_("in round 1 nobody has lifted the tube yet"))
        return None
    found = _LIFT.fullmatch(text)
    if found is None or found[1] != str(done):
        raise fields.fault(
            _("the lift of round {round} is expected, such as {round}:1:118000:120000:0:9", round=done)
        )
    lift = Lift(*map(int, found.groups()))
    neighbours = ((lift.seat + 1) % players, (lift.seat - 1) % players)
    payers = neighbours if lift.at >= lift.sand else (lift.seat,)
    if lift.seat >= players or lift.payer not in payers or lift.card > NUMBERS[-1]:
        raise fields.fault(_("nobody could have lifted or paid like that (SX8)"))
    return lift


def _parse_cards(fields: Fields, turn: Turn, players: int) -> tuple[Cards, ...]:
    places = [_parse_places(fields, text) for text in _parse_seats(fields, "places", players)]
    secured = [_parse_stack(fields, text, ",") for text in _parse_seats(fields, "secured", players)]
    returned = [_parse_stack(fields, text, ",") for text in _parse_seats(fields, "returned", players)]
    drawn = fields.numbers("drawn", 0, NUMBERS[-1], count=players)
    cards = tuple(map(Cards, places, secured, returned, drawn))
    for seat, own in enumerate(cards):
        known = [*sum(own.places, ()), *own.secured, *own.returned, *([own.drawn] if own.drawn else [])]
        if len(set(known)) != len(known):
            raise fields.fault(_("seat {seat} has a card twice", seat=seat))
    return cards


def _parse_seats(fields: Fields, name: str, players: int) -> list[str]:
    texts = fields.text(name).split("/")
    if len(texts) != players:
        raise fields.fault(
            _(
                "{name} is expected for {n} seats, parted by /, not for {found}",
                name=name,
                n=players,
                found=len(texts),
            )
        )
    return texts


def _parse_places(fields: Fields, text: str) -> tuple[Stack, Stack, Stack]:
    stacks = text.split(",")
    if len(stacks) != len(PLACES):
        raise fields.fault(_("three places parted by commas are expected, not {came!r}", came=text[:40]))
    one, two, three = (_parse_stack(fields, stack, ".") for stack in stacks)
    return one, two, three


def _parse_stack(fields: Fields, text: str, sep: str) -> Stack:
    texts = [] if text == "-" else text.split(sep)
    if not set(texts) <= set(map(str, NUMBERS)):
        raise fields.fault(_("cards from 1 to 18 (or -) are expected, not {came!r}", came=text[:40]))
    return tuple(map(int, texts))


def _check_draws(fields: Fields, turn: Turn, cards: tuple[Cards, ...], setting_up: bool) -> None:
    """Refuse cards in hand that nobody could have drawn in this swap (SX7)."""
    drawing = turn.drawing
    for seat, own in enumerate(cards):
        may_hold = not setting_up and seat != turn.active and all(own.places)
        if turn.phase == DRAW and drawing is not None:
            may_hold = may_hold and seat < drawing
        elif turn.phase != COVER:
            may_hold = False
        if own.drawn and not may_hold:
            raise fields.fault(_("seat {seat} cannot hold a drawn card now", seat=seat))
    if turn.phase == COVER and not any(own.drawn for own in cards):
        raise fields.fault(_("somebody must hold a drawn card to cover with"))
    if drawing is not None and not setting_up:
        own = cards[drawing]
        if drawing == turn.active or not (own.hidden or own.returned):
            raise fields.fault(_("seat {seat} has nothing to draw now", seat=drawing))


def _check_cards(
    fields: Fields, turn: Turn, cards: tuple[Cards, ...], lift: Lift | None, setting_up: bool
) -> None:
    """Refuse cards that do not go with the phase."""
    if setting_up or (turn.phase == SAND and lift is None):
        _check_set_up(fields, turn, cards)
    returned = sum(len(own.returned) for own in cards)
    if returned > (lift.round if lift else 0):
        raise fields.fault(_("one card at most is returned in each round"))
    if lift and turn.phase in (SAND, OVER):
        payer = cards[lift.payer]
        paid = payer.returned[-1:] == (lift.card,) if lift.card else not payer.secured
        if turn.active != lift.payer or turn.direction != 1 or not paid:
            raise fields.fault(_("the lift says that seat {seat} paid and starts", seat=lift.payer))
    total = sum(turn.throw)
    tops = [[stack[-1] for stack in own.places if stack] for own in cards]
    if any(total not in tops[seat] for seat in turn.asked):
        raise fields.fault(_("only seats that have the {total} open are asked", total=total))
    matches = total in tops[turn.active]
    if turn.phase == THROW and turn.throw and (turn.dice == 3) != matches:
        raise fields.fault(_("after this throw the active seat has a different number of dice"))
    if turn.phase == DICE and turn.dice < 3 and matches:
        raise fields.fault(_("after this throw the active seat has a different number of dice"))


def _check_set_up(fields: Fields, turn: Turn, cards: tuple[Cards, ...]) -> None:
    """SX2: seat by seat, onto places 1, 2, 3."""
    drawing = len(cards) if turn.drawing is None else turn.drawing
    for seat, own in enumerate(cards):
        filled = [len(stack) for stack in own.places]
        allowed = (
            [[1, 1, 1]]
            if seat < drawing
            else [[0, 0, 0]]
            if seat > drawing
            else [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
        )
        if filled not in allowed or own.secured or own.returned or own.drawn:
            raise fields.fault(_("while the game is set up, seat {seat} cannot have these cards", seat=seat))
    if turn.round != 1 or turn.active or turn.direction != 1:
        raise fields.fault(_("the game is set up before round 1, and seat 0 starts it"))
