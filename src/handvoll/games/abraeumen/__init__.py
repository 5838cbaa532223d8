"""Abräumen: thirty-two stones, jump after jump takes one away, and one is to be left."""

from handvoll.core.card import Card, Score, Trait
from handvoll.core.messages import _

CARD = Card(
    id="abraeumen",
    title={"de": "Abräumen", "en": "Clear the Board"},
    players=(1, 1),
    traits=frozenset({Trait.SOLO}),
    rules_version=1,
    package=__name__,
    minutes=(5, 20),
    age=8,
    blurb=_("Jump over a stone and it is gone. Can you clear the board down to the very last one?"),
    score=Score.FEW_STONES,
)
