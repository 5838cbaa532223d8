"""The friendly way in: a few questions, each with an answer ready, and the game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from handvoll.cli.names import find_card
from handvoll.cli.players import HUMAN, seated
from handvoll.cli.session import Session
from handvoll.cli.shelf import shelf
from handvoll.cli.start import new_seed
from handvoll.cli.terminal import Terminal
from handvoll.core.card import Card, OptionValue
from handvoll.core.errors import BadRequest, Refusal
from handvoll.core.game import Game
from handvoll.core.messages import Message, _
from handvoll.games import cards

Answer = TypeVar("Answer")


class Menu:
    """Asks what to play, how many, against whom."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.say = terminal.say

    def run(self) -> int:
        """Ask, then play; returns the exit code."""
        self.terminal.print(shelf(self.terminal, numbered=True))
        self.terminal.print()
        card = self._until(_("Which game? (number or name, Enter to leave) "), self._game)
        if card is None:
            return 0
        players = self._players(card)
        options = {name: self._option(card, name) for name in card.options}
        people = self._people(players)
        level = self._level() if people < players else 0
        seatings = [(seat, HUMAN if seat < people else f"level{level}") for seat in range(players)]
        game = Game.new(card, players, options)
        self.terminal.print()
        return Session(self.terminal, game, seated(players, seatings, ()), new_seed()).run()

    def _game(self, answer: str) -> Card | None:
        if not answer:
            return None
        if answer.isdecimal():
            return list(cards().values())[_number(answer, 1, len(cards())) - 1]
        return find_card(answer)

    def _players(self, card: Card) -> int:
        low, high = card.players
        if low == high:
            return low
        question = _("How many players? ({low} to {high}, Enter for {low}) ", low=low, high=high)
        return self._until(question, lambda answer: _number(answer or str(low), low, high))

    def _people(self, players: int) -> int:
        if players == 1:
            return 1
        question = _("How many of them sit here? (1 to {high}, Enter for 1) ", high=players)
        return self._until(question, lambda answer: _number(answer or "1", 1, players))

    def _level(self) -> int:
        question = _("How strong shall the others be? (1 kind to 5 strong, Enter for 2) ")
        return self._until(question, lambda answer: _number(answer or "2", 1, 5))

    def _option(self, card: Card, name: str) -> OptionValue:
        option = card.options[name]
        words = self.terminal.words_of(card)
        self.terminal.print(f"{words.say(option.label)}:")
        for number, called in enumerate(option.names, 1):
            self.terminal.print(f"  {number}  {words.say(called)}")
        usual = option.values.index(option.default) + 1
        question = _("Which? (Enter for {usual}) ", usual=usual)
        count = len(option.values)
        chosen = self._until(question, lambda answer: _number(answer or str(usual), 1, count))
        return option.values[chosen - 1]

    def _until(self, question: Message, read: Callable[[str], Answer]) -> Answer:
        """The answer to a question, asked again while it is refused."""
        while True:
            answer = self.terminal.ask(self.say(question)).strip()
            try:
                return read(answer)
            except Refusal as refusal:
                self.terminal.tell(self.say(refusal.message))


def _number(answer: str, low: int, high: int) -> int:
    if not (answer.isascii() and answer.isdecimal() and len(answer) < 9 and low <= int(answer) <= high):
        raise BadRequest(
            _(
                "A number from {low} to {high} is expected, not {came!r}.",
                low=low,
                high=high,
                came=answer[:40],
            )
        )
    return int(answer)
