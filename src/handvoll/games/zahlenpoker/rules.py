"""The rules of Zahlenpoker, rulings ZP1 to ZP7."""

from __future__ import annotations

from typing import NamedTuple, Self

from handvoll.core.card import Options
from handvoll.core.messages import Message, _, player
from handvoll.core.position import Fields
from handvoll.core.state import HIDDEN, Below, Result, Step, View, rank
from handvoll.core.state import State as BaseState

VALUES = (1, 2, 3, 4)
COPIES = 2
MOST_ROUNDS = len(VALUES) * COPIES + 1

# What a seat has chosen in the running round; 1 to 4 stand for a stone of that value.
UNDECIDED, NOT_ASKED, PASS, EMPTY = -3, -2, -1, 0
STEAL = 10
"""STEAL + seat is the move that takes that seat's shown stone."""

CHOICE_LETTERS = {UNDECIDED: ".", NOT_ASKED: "x", PASS: "p", EMPTY: "e", 1: "1", 2: "2", 3: "3", 4: "4"}
CHOICES_BY_LETTER = {letter: choice for choice, letter in CHOICE_LETTERS.items()}

Hand = tuple[int, int, int, int]
"""How many stones of value 1, 2, 3, 4 a seat still has."""


class Prize(NamedTuple):
    """A stone that somebody keeps: whose it was, its value, and which of the two copies (the second copy
    leaves the hand first)."""

    owner: int
    value: int
    copy: int


class Round(NamedTuple):
    """A finished round: what all showed, whose stone was stolen, whose stone won (None: nobody's)."""

    shown: tuple[int, ...]
    stolen: int | None
    winner: int | None


class State(BaseState):
    """One moment of Zahlenpoker."""

    __slots__ = ("chance", "choices", "empty", "hands", "last", "players", "prizes", "to_act")

    def __init__(
        self,
        hands: tuple[Hand, ...],
        empty: tuple[bool, ...],
        prizes: tuple[tuple[Prize, ...], ...],
        choices: tuple[int, ...],
        last: Round | None,
    ) -> None:
        self.players = len(hands)
        self.hands = hands
        self.empty = empty
        """Per seat whether its empty hand is still unused."""
        self.prizes = prizes
        self.choices = choices
        self.last = last
        self.chance = None
        undecided = tuple([seat for seat, choice in enumerate(choices) if choice == UNDECIDED])
        if not undecided and any(map(any, hands)):
            undecided = (choices.index(EMPTY),)  # ZP4: only a steal leaves a decided round standing
        self.to_act = undecided

    @property
    def is_stealing(self) -> bool:
        """Whether all have shown and a lone empty hand is to take its prize (ZP4)."""
        return bool(self.to_act) and UNDECIDED not in self.choices

    @property
    def result(self) -> Result | None:
        if self.to_act:
            return None
        # ZP6: most prizes, then the higher sum of their values.
        scores = tuple(len(prizes) for prizes in self.prizes)
        sums = tuple(sum(prize.value for prize in prizes) for prizes in self.prizes)
        return Result(scores, rank(list(zip(scores, sums, strict=True))), "played-out", sums)

    def moves(self, seat: int) -> list[int]:
        if self.is_stealing:
            return [STEAL + other for other, choice in enumerate(self.choices) if choice > 0]
        hand = self.hands[seat]
        stones = [value for value in VALUES if hand[value - 1]]
        if self.empty[seat]:
            stones.append(EMPTY)  # ZP1
            if len(stones) == 1:
                stones.append(PASS)  # ZP2
        return stones

    def after(self, seat: int, move: int, at: int = 0) -> Self:
        if move >= STEAL:
            return self._resolved(self.choices, move - STEAL)
        choices = (*self.choices[:seat], move, *self.choices[seat + 1 :])
        if UNDECIDED in choices:
            return type(self)(self.hands, self.empty, self.prizes, choices, self.last)
        if choices.count(EMPTY) == 1 and max(choices) > 0:
            # ZP4: a steal comes first; ZP5: more empty hands than one do nothing
            return type(self)(self.hands, self.empty, self.prizes, choices, self.last)
        return self._resolved(choices, None)

    def _resolved(self, choices: tuple[int, ...], stolen: int | None) -> Self:
        """The state after the round in which `choices` were shown and `stolen`'s stone was taken."""
        winner = winner_of(choices, stolen)
        prizes = list(self.prizes)
        for taker, owner in kept_stones(choices, stolen):
            value = choices[owner]
            prizes[taker] += (Prize(owner, value, self.hands[owner][value - 1]),)
        hands = tuple([_without(hand, choice) for hand, choice in zip(self.hands, choices, strict=True)])
        empty = tuple(
            [unused and choice != EMPTY for unused, choice in zip(self.empty, choices, strict=True)]
        )
        return type(self)(
            hands, empty, tuple(prizes), fresh_choices(hands, empty), Round(choices, stolen, winner)
        )

    def move_text(self, move: int) -> str:
        if move >= STEAL:
            return f"steal P{move - STEAL + 1}"
        return "empty" if move == EMPTY else "pass" if move == PASS else str(move)

    def tidy(self, seat: int, text: str) -> str:
        text = text.casefold()
        if self.is_stealing:
            target = text.removeprefix("steal").strip().lstrip("p").strip()
            return f"steal P{target}"
        return {"0": "empty", "e": "empty", "leer": "empty", "p": "pass", "passen": "pass"}.get(text, text)

    def explain(self, seat: int, text: str) -> tuple[str, Message]:
        if self.is_stealing:
            shown = ", ".join(self.move_text(move) for move in self.moves(seat))
            return "ZP4", _("Take one of the stones shown ({shown}), not {text!r}.", shown=shown, text=text)
        if not any(self.hands[seat]):
            return "ZP2", _("You have no stones left: choose empty or pass, not {text!r}.", text=text)
        if text in ("1", "2", "3", "4"):
            return "ZP1", _("You have no stone of value {value} left.", value=int(text))
        if text == "empty":
            return "ZP1", _("You have already shown your empty hand; it comes once a game.")
        if text == "pass":
            return "ZP1", _("Whoever still has stones must choose one: passing is not possible.")
        if text.startswith("steal"):
            return "ZP1", _("There is nothing to take now: choose a stone for this round.")
        return "ZP1", _("Choose 1, 2, 3, 4 or empty, not {text!r}.", text=text)

    # --- what is seen --------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        stealing = self.is_stealing
        return {
            "hands": [list(hand) for hand in self.hands],
            "empty": list(self.empty),
            "prizes": [[list(prize) for prize in prizes] for prizes in self.prizes],
            # ZP7: whether a seat has chosen is public, what it has chosen is not.
            "chosen": [choice not in (UNDECIDED, NOT_ASKED) for choice in self.choices],
            "mine": None if seat is None or self.choices[seat] <= NOT_ASKED else self.choices[seat],
            "shown": list(self.choices) if stealing else None,
            "round": rounds_played(self.hands, self.empty) + bool(self.to_act),
            "last_round": None
            if self.last is None
            else {"shown": list(self.last.shown), "stolen": self.last.stolen, "winner": self.last.winner},
        }

    def seen(self, step: Step, seat: int | None) -> Step:
        if step.seat == seat or self.is_stealing:
            return step
        return Step(step.seat, HIDDEN, step.at)  # ZP7

    def shows(self, earlier: BaseState) -> bool:
        if not isinstance(earlier, State):
            return False
        before, now = (rounds_played(state.hands, state.empty) for state in (earlier, self))
        return self.is_stealing or not self.to_act or now > before  # ZP7: what was played is public

    def redraw(self, seat: int | None, below: Below) -> Self:
        if self.is_stealing:
            return self
        choices = list(self.choices)
        for other, choice in enumerate(choices):
            if other != seat and choice not in (UNDECIDED, NOT_ASKED):
                possible = self.moves(other)
                choices[other] = possible[below(len(possible))]
        return type(self)(self.hands, self.empty, self.prizes, tuple(choices), self.last)

    def position(self) -> str:
        hands = "/".join("".join(map(str, hand)) for hand in self.hands)
        empty = "".join("1" if unused else "0" for unused in self.empty)
        prizes = "/".join(
            ",".join(f"P{prize.owner + 1}:{prize.value}:{prize.copy}" for prize in prizes) or "-"
            for prizes in self.prizes
        )
        chosen = "".join(CHOICE_LETTERS[choice] for choice in self.choices)
        last = "-"
        if self.last is not None:
            stolen, winner = (0 if other is None else other + 1 for other in self.last[1:])
            last = f"{''.join(CHOICE_LETTERS[choice] for choice in self.last.shown)}:{stolen}:{winner}"
        return f"hands={hands} empty={empty} prizes={prizes} chosen={chosen} last={last}"


def start(players: int, options: Options) -> State:
    """The beginning: two stones of each value for everybody, nothing chosen."""
    hand: Hand = (COPIES,) * 4
    hands, empty = (hand,) * players, (True,) * players
    return State(hands, empty, ((),) * players, fresh_choices(hands, empty), None)


def fresh_choices(hands: tuple[Hand, ...], empty: tuple[bool, ...]) -> tuple[int, ...]:
    """The choices at the beginning of a round: undecided for every seat that is asked (ZP1, ZP2)."""
    if not any(map(any, hands)):  # ZP6: nobody has stones, so nobody is asked
        return (NOT_ASKED,) * len(hands)
    return tuple(
        [UNDECIDED if any(hand) or unused else NOT_ASKED for hand, unused in zip(hands, empty, strict=True)]
    )


def winner_of(choices: tuple[int, ...], stolen: int | None) -> int | None:
    """Whose stone wins the round in which `choices` were shown and `stolen`'s stone was taken (ZP3, ZP4)."""
    compared = [0 if seat == stolen else choice for seat, choice in enumerate(choices)]
    for value in reversed(VALUES):  # ZP3: the highest value shown exactly once
        if compared.count(value) == 1:
            return compared.index(value)
    return None


def kept_stones(choices: tuple[int, ...], stolen: int | None) -> list[tuple[int, int]]:
    """Who keeps whose stone of that round: the winner its own, the lone empty hand the stolen one."""
    winner = winner_of(choices, stolen)
    kept = [] if winner is None else [(winner, winner)]
    return kept if stolen is None else [*kept, (choices.index(EMPTY), stolen)]


def rounds_played(hands: tuple[Hand, ...], empty: tuple[bool, ...]) -> int:
    """How many rounds are finished: whoever has shown most was asked in each of them."""
    return max(COPIES * 4 - sum(hand) + (not unused) for hand, unused in zip(hands, empty, strict=True))


def _without(hand: Hand, choice: int) -> Hand:
    if choice <= 0:
        return hand
    one, two, three, four = hand
    return (one - (choice == 1), two - (choice == 2), three - (choice == 3), four - (choice == 4))


# --- position text -----------------------------------------------------------------------------


def parse_position(fields: Fields, players: int, options: Options) -> State:
    """The state that `State.position` wrote, checked for what no game could come to."""
    hands = _parse_hands(fields, players)
    unused = fields.text("empty")
    if len(unused) != players or set(unused) - {"0", "1"}:
        raise fields.fault(
            _("a 0 or 1 for each of {n} players is expected, not {came!r}", n=players, came=unused[:40])
        )
    empty = tuple(letter == "1" for letter in unused)
    rounds = rounds_played(hands, empty)
    for seat, hand in enumerate(hands):
        shown = COPIES * 4 - sum(hand) + (not empty[seat])
        if shown != rounds and (any(hand) or shown < COPIES * 4):
            raise fields.fault(
                _("{player} has shown a different number of hands than the others", player=player(seat))
            )
    prizes = _parse_prizes(fields, hands)
    choices = _parse_choices(fields, fields.text("chosen"), players)
    for seat, (choice, fresh) in enumerate(zip(choices, fresh_choices(hands, empty), strict=True)):
        allowed = State(hands, empty, prizes, fresh_choices(hands, empty), None).moves(seat)
        if choice != fresh and not (fresh == UNDECIDED and choice in allowed):
            raise fields.fault(
                _("a seat cannot have chosen {choice!r} here", choice=CHOICE_LETTERS[choice]), seat
            )
    if any(map(any, hands)) and UNDECIDED not in choices and choices.count(EMPTY) != 1:
        raise fields.fault(_("all have chosen, so the round would be over"))
    last = _parse_last(fields, players)
    if not _could_be_last(last, State(hands, empty, prizes, choices, last)):
        raise fields.fault(_("the last round cannot have come out like that"))
    return State(hands, empty, prizes, choices, last)


def _parse_hands(fields: Fields, players: int) -> tuple[Hand, ...]:
    texts = fields.list("hands", sep="/")
    if len(texts) != players or any(len(text) != 4 or set(text) - {"0", "1", "2"} for text in texts):
        raise fields.fault(_("four digits from 0 to 2 for each of {n} players are expected", n=players))
    return tuple((int(t[0]), int(t[1]), int(t[2]), int(t[3])) for t in texts)


def _parse_prizes(fields: Fields, hands: tuple[Hand, ...]) -> tuple[tuple[Prize, ...], ...]:
    played = {
        f"P{owner + 1}:{value}:{copy}": Prize(owner, value, copy)
        for owner, hand in enumerate(hands)
        for value in VALUES
        for copy in range(hand[value - 1] + 1, COPIES + 1)
    }
    groups = fields.text("prizes").split("/")
    if len(groups) != len(hands):
        raise fields.fault(_("the prizes of {n} players are expected, parted by /", n=len(hands)))
    prizes: list[tuple[Prize, ...]] = []
    for group in groups:
        names = [] if group == "-" else group.split(",")
        if any(name not in played for name in names) or len(set(names)) != len(names):
            raise fields.fault(
                _("{names!r} names a stone that was not played, or one twice", names=group[:40])
            )
        prizes.append(tuple(played.pop(name) for name in names))
    return tuple(prizes)


def _parse_choices(fields: Fields, text: str, players: int) -> tuple[int, ...]:
    if len(text) != players or set(text) - set(CHOICES_BY_LETTER):
        raise fields.fault(
            _(
                "one of {letters} for each of {n} players is expected, not {came!r}",
                letters=" ".join(CHOICES_BY_LETTER),
                n=players,
                came=text[:40],
            )
        )
    return tuple(CHOICES_BY_LETTER[letter] for letter in text)


def _parse_last(fields: Fields, players: int) -> Round | None:
    text = fields.text("last")
    if text == "-":
        return None
    shown, *others = text.split(":")
    seats = {str(seat + 1): seat for seat in range(players)} | {"0": None}
    if len(others) != 2 or any(other not in seats for other in others):
        raise fields.fault(_("the last round reads like e34:2:3, not {came!r}", came=text[:40]))
    return Round(_parse_choices(fields, shown, players), seats[others[0]], seats[others[1]])


def _could_be_last(last: Round | None, state: State) -> bool:
    """Whether the round is one after which hands, empty hands and prizes can be as they are."""
    played = rounds_played(state.hands, state.empty)
    if last is None or not played:
        return last is None and not played
    lone_empty_hand = last.shown.count(EMPTY) == 1 and max(last.shown) > 0
    if UNDECIDED in last.shown or (last.stolen is not None) != lone_empty_hand:
        return False
    if last.stolen is not None and last.shown[last.stolen] <= 0:
        return False
    for hand, unused, choice in zip(state.hands, state.empty, last.shown, strict=True):
        gone = hand[choice - 1] < COPIES if choice > 0 else not unused if choice == EMPTY else not any(hand)
        if not gone:
            return False
    return last.winner == winner_of(last.shown, last.stolen) and all(
        Prize(owner, last.shown[owner], state.hands[owner][last.shown[owner] - 1] + 1) in state.prizes[taker]
        for taker, owner in kept_stones(last.shown, last.stolen)
    )
