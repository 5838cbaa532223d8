"""The rules of High Five!, rulings HF1 to HF8."""

from __future__ import annotations

import re
from typing import Any, Self, TypeVar

from handvoll.core.card import Options
from handvoll.core.messages import Message, _, _n
from handvoll.core.position import Fields
from handvoll.core.state import HIDDEN, Below, Result, Step, View, rank
from handvoll.core.state import State as BaseState
from handvoll.games.high_five.board import (
    DRAWS,
    FIRST_FRAMES,
    FIRST_LAID,
    FRAME_MASKS,
    FRAME_NAMES,
    FRAME_OF,
    FRAMES,
    HAND,
    LONG,
    SQUARE_NAMES,
    SQUARE_OF,
    SQUARES,
    START_SQUARES,
    is_open,
)
from handvoll.games.high_five.combinations import CARDS, JOKER, points, reading
from handvoll.games.high_five.notation import (
    BONUS,
    CARD_NAMES,
    CARD_OF,
    NO_FRAME,
    NOBODY,
    Position,
    board_card_name,
    card_name,
    parse_fields,
    position_text,
)

# A move that lays a card is the card; one that names a frame is FRAME + its number in FRAMES; one that drops
# a card without points is DROP + card * SQUARES + square.
FRAME = 128
DROP = 256

T = TypeVar("T")

FRAME_TEXT = re.compile(r"frame ([a-h][1-8])-([a-h][1-8])")


class State(BaseState):
    """One moment of High Five!"""

    __slots__ = (
        "_all",
        "board",
        "bonus",
        "chance",
        "draws",
        "frame",
        "hands",
        "occupied",
        "players",
        "scored",
        "scores",
        "to_act",
        "turn",
        "turns",
        "unseen",
    )

    def __init__(self, position: Position) -> None:
        self._all = position
        (
            self.board,
            self.occupied,
            self.hands,
            self.unseen,
            self.scores,
            self.turns,
            self.turn,
            self.frame,
            self.draws,
            self.bonus,
            self.scored,
        ) = position
        self.players = len(self.hands)
        self.chance = "draw" if self.draws else None
        self.to_act = () if self.draws or self.turn == NOBODY else (self.turn,)

    @property
    def result(self) -> Result | None:
        if self.draws or self.turn != NOBODY:
            return None
        return Result(self.scores, rank(self.scores), "all-laid")  # HF8

    # --- moves ---------------------------------------------------------------------------------

    def moves(self, seat: int) -> tuple[int, ...] | list[int]:
        if self.frame != NO_FRAME:
            return self.hands[seat]
        frames = self.frames()
        if frames:
            return [FRAME + frame for frame in frames]
        return [  # HF6
            DROP + card * SQUARES + square
            for card in self.hands[seat]
            for square in range(SQUARES)
            if not self.board[square]
        ]

    def frames(self) -> list[int]:
        """The frames that the seat in turn may name."""
        occupied = self.occupied
        if self.turns < self.players:
            first = [
                frame
                for frame in FIRST_FRAMES
                if (FRAME_MASKS[frame] & occupied).bit_count() == LONG - FIRST_LAID
            ]
            if first:
                return first  # HF3
        cards = len(self.hands[self.turn])
        return [  # HF2
            frame for frame, mask in enumerate(FRAME_MASKS) if is_open((mask & occupied).bit_count(), cards)
        ]

    def next_square(self) -> int:
        """The square of the running frame that is filled next."""
        return next(square for square in FRAMES[self.frame] if not self.board[square])

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        if FRAME <= move < DROP:
            return type(self)(self._all._replace(frame=move - FRAME))
        if move >= DROP:
            card, square = divmod(move - DROP, SQUARES)
        else:
            card, square = move, self.next_square()
        hand = self.hands[seat]
        place = hand.index(card)
        laid = self._all._replace(
            board=_set(self.board, square, card),
            occupied=self.occupied | 1 << square,
            hands=_put(self.hands, seat, hand[:place] + hand[place + 1 :]),
        )
        if move >= DROP:
            return self._after_laying(laid._replace(scored=None))  # HF6: no points
        frame = self.frame
        if FRAME_MASKS[frame] & ~laid.occupied:
            return type(self)(laid)
        won = points([laid.board[filled] for filled in FRAMES[frame]])  # HF4
        scores = _put(self.scores, seat, self.scores[seat] + won)
        return self._after_laying(laid._replace(scores=scores, frame=NO_FRAME, scored=(seat, frame)))

    def _after_laying(self, laid: Position) -> Self:
        """The state after all cards of a turn are laid: the draws come (HF7), or at once the next seat."""
        draws = min(DRAWS, len(laid.unseen))
        laid = laid._replace(turns=laid.turns + 1, draws=draws)
        return type(self)(laid if draws else _passed_on(laid))

    def move_text(self, move: int) -> str:
        if move < FRAME:
            return f"play {card_name(move)}"
        if move < DROP:
            return f"frame {FRAME_NAMES[move - FRAME]}"
        card, square = divmod(move - DROP, SQUARES)
        return f"drop {card_name(card)} {SQUARE_NAMES[square]}"

    # --- what people write ---------------------------------------------------------------------

    def tidy(self, seat: int, text: str) -> str:
        text = re.sub(r"^(frame|play|drop|rahmen)\b", "", text.casefold()).strip()
        squares = re.fullmatch(r"([a-h][1-8])[\s-]*([a-h][1-8])", text)
        if squares is not None:
            return f"frame {'-'.join(sorted(squares.groups()))}"
        card = re.fullmatch(r"(j)oker|(j|[rbgy]) ?([0-9]*)(?: ?([a-h][1-8]))?", text)
        if card is None:
            return text
        name = ((card[1] or card[2]) + (card[3] or "")).upper()
        return f"drop {name} {card[4]}" if card[4] else f"play {name}"

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        if self.frame != NO_FRAME:
            return "HF2", self._explain_play(text)
        if not self.frames():
            return "HF6", self._explain_drop(seat, text)
        return self._explain_frame(seat, text)

    def _explain_frame(self, seat: int, text: str) -> tuple[str, Message]:
        named = FRAME_TEXT.fullmatch(text)
        if named is None:
            return "HF2", _(
                "Name a frame of five squares first, such as frame c3-g3, not {text!r}.", text=text
            )
        low, high = named.groups()
        if f"{high}-{low}" in FRAME_OF:
            return "HF2", _("Name the lower square first: frame {low}-{high}.", low=high, high=low)
        if f"{low}-{high}" not in FRAME_OF:
            return "HF2", _(
                "A frame is five squares in a row or a column; {low} to {high} is not.", low=low, high=high
            )
        if self.turns < self.players:
            return "HF3", _(
                "Your first turn joins two start cards with three cards, as frame {example} does; "
                "{low}-{high} does not.",
                example=FRAME_NAMES[self.frames()[0]],
                low=low,
                high=high,
            )
        empty = LONG - (FRAME_MASKS[FRAME_OF[f"{low}-{high}"]] & self.occupied).bit_count()
        if not empty:
            return "HF2", _("The frame {low}-{high} is full: you must lay a card in it.", low=low, high=high)
        if empty == LONG:
            return "HF2", _("In the frame {low}-{high} lies no card yet.", low=low, high=high)
        return "HF2", _n(
            "The frame {low}-{high} has {empty} empty squares, and you have one card.",
            "The frame {low}-{high} has {empty} empty squares, and you have {n} cards.",
            len(self.hands[seat]),
            low=low,
            high=high,
            empty=empty,
        )

    def _explain_play(self, text: str) -> Message:
        square = SQUARE_NAMES[self.next_square()]
        name = text.removeprefix("play ")
        if text.startswith("play ") and (name in CARD_OF or name == "J"):
            return _not_in_hand(name)
        return _(
            "Lay a card of your hand on {square}, such as play R5, not {text!r}.", square=square, text=text
        )

    def _explain_drop(self, seat: int, text: str) -> Message:
        word, *rest = text.split(" ")
        if word != "drop" or len(rest) != 2 or rest[0] not in {*CARD_OF, "J"} or rest[1] not in SQUARE_OF:
            return _(
                "No frame is possible: drop a card on an empty square, such as drop R5 d4, not {text!r}.",
                text=text,
            )
        name, square = rest
        if name not in map(card_name, self.hands[seat]):
            return _not_in_hand(name)
        return _("On {square} lies a card already.", square=square)

    # --- chance --------------------------------------------------------------------------------

    @property
    def drawer(self) -> int:
        """Whose hand the next card goes to; NOBODY if it goes to a start square, or none is drawn."""
        if self.turns or not self.draws:
            return self.turn if self.draws else NOBODY
        return max(NOBODY, (self._dealt() - len(START_SQUARES)) // HAND)  # HF1

    def _dealt(self) -> int:
        """How many cards are dealt in the set-up so far."""
        return len(START_SQUARES) + HAND * self.players - self.draws

    def outcomes(self) -> dict[str, int]:
        return {CARD_NAMES[card]: 1 for card in self.unseen} if self.draws else {}

    def draw(self, below: Below) -> str:
        return CARD_NAMES[self.unseen[below(len(self.unseen))]]

    def after_chance(self, outcome: str) -> Self:
        card = CARD_OF[outcome]
        place = self.unseen.index(card)
        drawn = self._all._replace(
            unseen=self.unseen[:place] + self.unseen[place + 1 :], draws=self.draws - 1
        )
        seat = self.drawer
        if seat == NOBODY:
            square = START_SQUARES[self._dealt()]
            drawn = drawn._replace(board=_set(self.board, square, card), occupied=self.occupied | 1 << square)
        else:
            hand = tuple(sorted((*self.hands[seat], card)))
            drawn = drawn._replace(hands=_put(self.hands, seat, hand))
        if drawn.draws:
            return type(self)(drawn)
        return type(self)(_passed_on(drawn) if self.turns else drawn._replace(turn=0))

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        drawer = self.drawer
        return {
            "board": {
                SQUARE_NAMES[square]: board_card_name(card) for square, card in enumerate(self.board) if card
            },
            "hand": None if seat is None else [card_name(card) for card in self.hands[seat]],
            "cards": [len(hand) for hand in self.hands],
            # A joker is laid in the open, so everybody knows who still has one.
            "jokers": [hand[-1:] >= (JOKER,) for hand in self.hands],
            "pile": len(self.unseen),
            "turn": None if self.turn == NOBODY else self.turn,
            "first_turn": self.turns < self.players,
            "drawer": None if drawer == NOBODY else drawer,
            "frame": self._frame_view(),
            "scores": list(self.scores),
            "bonus": None if self.bonus == NOBODY else self.bonus,
            "scored": self._scored_view(),
        }

    def _frame_view(self) -> dict[str, Any] | None:
        if self.frame == NO_FRAME:
            return None
        return {
            "squares": [SQUARE_NAMES[square] for square in FRAMES[self.frame]],
            "next": SQUARE_NAMES[self.next_square()],
        }

    def _scored_view(self) -> dict[str, Any] | None:
        if self.scored is None:
            return None
        seat, frame = self.scored
        cards = tuple([self.board[square] for square in FRAMES[frame]])
        return {
            "seat": seat,
            "squares": [SQUARE_NAMES[square] for square in FRAMES[frame]],
            "cards": [card_name(card) for card in cards],
            "reading": [card_name(card) for card in reading(cards)],  # HF5
            "points": points(cards),
        }

    def seen(self, step: Step, seat: int | None) -> Step:
        if step.seat is not None or self.drawer in (seat, NOBODY):
            return step
        return Step(None, HIDDEN, step.at)  # HF1: only its owner sees a card drawn

    def redraw(self, seat: int | None, below: Below) -> Self:
        pool = list(self.unseen)
        for other, hand in enumerate(self.hands):
            if other != seat:
                pool.extend(card for card in hand if card < JOKER)
        hands = [
            hand
            if other == seat
            else (
                *sorted(pool.pop(below(len(pool))) for card in hand if card < JOKER),
                *(card for card in hand if card >= JOKER),
            )
            for other, hand in enumerate(self.hands)
        ]
        return type(self)(self._all._replace(hands=tuple(hands), unseen=tuple(sorted(pool))))

    def position(self) -> str:
        return position_text(self._all)


def _passed_on(position: Position) -> Position:
    """The position when turn and draws are done: the bonus (HF8), and the next seat that has cards."""
    hands, turn = position.hands, position.turn
    if position.bonus == NOBODY and not position.unseen and not hands[turn]:
        scores = _put(position.scores, turn, position.scores[turn] + BONUS)
        position = position._replace(bonus=turn, scores=scores)
    for step in range(1, len(hands) + 1):
        seat = (turn + step) % len(hands)
        if hands[seat]:
            return position._replace(turn=seat)
    return position._replace(turn=NOBODY)


def _not_in_hand(name: str) -> Message:
    return _("You have laid your joker.") if name == "J" else _("You do not have {card}.", card=name)


def _set(board: bytes, square: int, card: int) -> bytes:
    return board[:square] + bytes((card,)) + board[square + 1 :]


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def start(players: int, options: Options) -> State:
    """The beginning: everybody has a joker, all cards are in the pile (HF1)."""
    jokers = tuple([(JOKER + 1 + seat,) for seat in range(players)])
    draws = len(START_SQUARES) + HAND * players
    return State(Position(bytes(SQUARES), 0, jokers, CARDS, (0,) * players, draws=draws))


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state whose `position()` is given."""
    return State(parse_fields(fields, players))
