"""Card names and the position text of High Five!, both ways, checked for what no game could come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handvoll.core.messages import _, player
from handvoll.core.position import Fields, join
from handvoll.games.high_five.board import (
    DRAWS,
    FIRST_FRAMES,
    FRAME_NAMES,
    FRAME_OF,
    FRAMES,
    HAND,
    SQUARE_NAMES,
    SQUARE_OF,
    SQUARES,
    START_SQUARES,
)
from handvoll.games.high_five.combinations import CARDS, COLOURS, HIGH_FIVE, JOKER, points

NO_FRAME = -1
NOBODY = -1
BONUS = 2
MOST_TURNS = len(CARDS) + 4
"""Every turn lays a card at least."""

CARD_OF = {f"{COLOURS[card >> 4]}{card & 15}": card for card in CARDS}
CARD_NAMES = {card: name for name, card in CARD_OF.items()}


def card_name(card: int) -> str:
    """A card as moves write it: R12, or J for any joker."""
    return "J" if card >= JOKER else CARD_NAMES[card]


def board_card_name(card: int) -> str:
    """A card as it lies on the board: a joker with its owner, J2 is player 2's."""
    return f"J{card - JOKER}" if card >= JOKER else CARD_NAMES[card]


class Position(NamedTuple):
    """All that makes up one moment of the game."""

    board: bytes
    """The card on each square, 0 where there is none."""
    occupied: int
    """The squares with a card as a bit set."""
    hands: tuple[tuple[int, ...], ...]
    """The cards of each seat, ascending."""
    unseen: tuple[int, ...]
    """The cards of the pile, ascending: nobody has seen them, and they have no order (HF1)."""
    scores: tuple[int, ...]
    turns: int = 0
    """How many turns have been laid."""
    turn: int = NOBODY
    """Whose turn it is, its draws included; NOBODY in the set-up and at the end."""
    frame: int = NO_FRAME
    """The frame that is being filled, or NO_FRAME."""
    draws: int = 0
    """How many draws are due before anybody is asked."""
    bonus: int = NOBODY
    """Who has got the bonus, or NOBODY."""
    scored: tuple[int, int] | None = None
    """Seat and frame of the turn laid last; None after a card was dropped."""


def position_text(p: Position) -> str:
    """The fields of a position."""
    laid = [f"{SQUARE_NAMES[square]}:{board_card_name(card)}" for square, card in enumerate(p.board) if card]
    hands = [join([card_name(card) for card in hand]) for hand in p.hands]
    scored = f"{_seat_text(p.scored[0])}:{FRAME_NAMES[p.scored[1]]}" if p.scored else "-"
    return (
        f"board={join(laid)} hands={join(hands, '/')} turns={p.turns} draws={p.draws} "
        f"turn={_seat_text(p.turn)} frame={'-' if p.frame == NO_FRAME else FRAME_NAMES[p.frame]} "
        f"scores={join(p.scores)} bonus={_seat_text(p.bonus)} scored={scored}"
    )


def _seat_text(seat: int) -> str:
    return "-" if seat == NOBODY else f"P{seat + 1}"


# --- reading -----------------------------------------------------------------------------------


def parse_fields(fields: Fields, players: int) -> Position:
    """What `position_text` wrote."""
    board = _parse_board(fields, players)
    hands = _parse_hands(fields, players, board)
    held = {card for hand in hands for card in hand}
    unseen = tuple([card for card in CARDS if card not in held and card not in board])
    turns = fields.number("turns", 0, MOST_TURNS)
    draws = _parse_draws(fields, players, turns, len(unseen))
    turn = _parse_seat(fields, "turn", players)
    is_set_up = turns == 0 and draws > 0
    if is_set_up:
        _check_set_up(fields, board, hands, turn)
    else:
        _check_turn(fields, board, hands, turns, turn, draws)
    frame = _parse_frame(fields, board, hands, turns, turn, draws)
    scores = tuple(fields.numbers("scores", 0, HIGH_FIVE * turns + BONUS, count=players))
    bonus = _parse_seat(fields, "bonus", players)
    _check_bonus(fields, hands, unseen, bonus, is_set_up)
    scored = _parse_scored(fields, players, board, scores)
    occupied = sum(1 << square for square, card in enumerate(board) if card)
    return Position(board, occupied, hands, unseen, scores, turns, turn, frame, draws, bonus, scored)


def _parse_board(fields: Fields, players: int) -> bytes:
    known = {board_card_name(card): card for card in (*CARDS, *range(JOKER + 1, JOKER + 1 + players))}
    board = bytearray(SQUARES)
    offset, last = 0, -1
    for text in fields.list("board"):
        square_text, _colon, name = text.partition(":")
        square = SQUARE_OF.get(square_text, -1)
        if square <= last:
            raise fields.fault(
                _("squares from a1 to h8 are expected, rank by rank, not {came!r}", came=text[:40]), offset
            )
        if name not in known:
            raise fields.fault(_("{came!r} is no card, or lies there twice", came=name[:40]), offset)
        board[square] = known.pop(name)
        last = square
        offset += len(text) + 1
    return bytes(board)


def _parse_hands(fields: Fields, players: int, board: bytes) -> tuple[tuple[int, ...], ...]:
    texts = fields.text("hands").split("/")
    if len(texts) != players:
        raise fields.fault(_("the hands of {n} players are expected, parted by /", n=players))
    known = {name: card for name, card in CARD_OF.items() if card not in board}
    hands: list[tuple[int, ...]] = []
    offset = 0
    for seat, text in enumerate(texts):
        joker = JOKER + 1 + seat
        own = {"J": joker} if joker not in board else {}
        hand: list[int] = []
        for name in [] if text == "-" else text.split(","):
            source = own if name == "J" else known
            if name not in source:
                raise fields.fault(
                    _("{came!r} is no card, or is somewhere else already", came=name[:40]), offset
                )
            hand.append(source.pop(name))
        if own:
            raise fields.fault(
                _("the joker of {player} is neither in hand nor on the board", player=player(seat)), offset
            )
        hands.append(tuple(sorted(hand)))
        offset += len(text) + 1
    return tuple(hands)


def _parse_seat(fields: Fields, name: str, players: int) -> int:
    names = [_seat_text(seat) for seat in range(NOBODY, players)]
    return names.index(fields.word(name, names)) - 1


def _parse_draws(fields: Fields, players: int, turns: int, unseen: int) -> int:
    """How many draws are due: it follows from the cards that are out."""
    set_up = len(START_SQUARES) + HAND * players
    draws = fields.number("draws", 0, DRAWS if turns else set_up)
    expected = unseen - max(0, len(CARDS) - set_up - DRAWS * turns)
    if draws != expected:
        raise fields.fault(
            _(
                "after {turns} turns with {unseen} cards in the pile this cannot be",
                turns=turns,
                unseen=unseen,
            )
        )
    return draws


def _check_set_up(fields: Fields, board: bytes, hands: Sequence[Sequence[int]], turn: int) -> None:
    """The start squares first, then four cards for each seat (HF1)."""
    drawn = sum(map(bool, board)) + sum(map(len, hands)) - len(hands)
    on_start = [square in START_SQUARES[:drawn] for square in range(SQUARES)]
    in_hands = drawn - len(START_SQUARES)
    full = [min(HAND, max(0, in_hands - HAND * seat)) for seat in range(len(hands))]
    if list(map(bool, board)) != on_start or max(board) >= JOKER or [len(hand) - 1 for hand in hands] != full:
        raise fields.fault(_("the set-up goes c3, f3, c6, f6, then four cards for each seat in turn"))
    if turn != NOBODY:
        raise fields.fault(_("it is nobody's turn before the set-up is done"))


def _check_turn(
    fields: Fields, board: bytes, hands: Sequence[Sequence[int]], turns: int, turn: int, draws: int
) -> None:
    if any(not 0 < board[square] < JOKER for square in START_SQUARES):
        raise fields.fault(_("a card lies on each of c3, f3, c6, f6"))
    first = min(turns, len(hands))
    laid = sum(map(bool, board)) - len(START_SQUARES)
    # HF3, HF2: three cards in a first turn, one to four in another, up to three in an unfinished frame.
    if not 3 * first + turns - first <= laid <= 3 * first + 4 * (turns - first) + (0 if draws else 3):
        raise fields.fault(_("{laid} cards cannot have been laid in {turns} turns", laid=laid, turns=turns))
    if turn == NOBODY:
        if draws or any(hands):
            raise fields.fault(_("it is somebody's turn while there are cards to draw or to lay"))
    elif not draws and not hands[turn]:
        raise fields.fault(_("a seat without cards has no turn"))
    elif turns - bool(draws) < len(hands) and turn != turns - bool(draws):
        raise fields.fault(_("the first turns go seat by seat"))


def _parse_frame(
    fields: Fields, board: bytes, hands: Sequence[Sequence[int]], turns: int, turn: int, draws: int
) -> int:
    frame_text = fields.word("frame", ["-", *FRAME_NAMES])
    if frame_text == "-":
        return NO_FRAME
    frame = FRAME_OF[frame_text]
    if turn == NOBODY or draws:
        raise fields.fault(_("nobody is filling a frame now"))
    empty = sum(not board[square] for square in FRAMES[frame])
    if not 1 <= empty <= min(4, len(hands[turn])):
        raise fields.fault(_("this frame has {empty} empty squares", empty=empty))
    if turns < len(hands) and (frame not in FIRST_FRAMES or empty > 3):
        raise fields.fault(_("a first turn joins two start squares with three cards"))
    return frame


def _check_bonus(
    fields: Fields, hands: Sequence[Sequence[int]], unseen: Sequence[int], bonus: int, is_set_up: bool
) -> None:
    """Two points for the first who has laid all its cards while the pile is empty (HF8)."""
    done = [seat for seat, hand in enumerate(hands) if not hand] if not unseen and not is_set_up else []
    if (bonus == NOBODY) != (not done) or (done and bonus not in done):
        raise fields.fault(_("the bonus is for the first seat without cards when the pile is empty"))


def _parse_scored(
    fields: Fields, players: int, board: bytes, scores: Sequence[int]
) -> tuple[int, int] | None:
    text = fields.text("scored")
    if text == "-":
        return None
    seat_text, _colon, frame_text = text.partition(":")
    seats = [f"P{seat + 1}" for seat in range(players)]
    if seat_text not in seats or frame_text not in FRAME_OF:
        raise fields.fault(_("the frame scored last reads like P1:c3-g3, not {came!r}", came=text[:40]))
    seat, frame = seats.index(seat_text), FRAME_OF[frame_text]
    cards = [board[square] for square in FRAMES[frame]]
    if not all(cards):
        raise fields.fault(_("a scored frame has no empty squares"))
    if points(cards) > scores[seat]:
        raise fields.fault(_("{player} has fewer points than this frame gave", player=player(seat)))
    return seat, frame
