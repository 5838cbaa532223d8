"""Zahlenpoker: everybody shows a stone at the same time; the highest value shown only once wins."""

from handvoll.core.card import Card, Trait
from handvoll.core.messages import _

CARD = Card(
    id="zahlenpoker",
    title={"de": "Zahlenpoker", "en": "Number Poker"},
    players=(2, 4),
    traits=frozenset({Trait.HIDDEN, Trait.SIMULTANEOUS}),
    rules_version=1,
    package=__name__,
    minutes=(5, 10),
    age=9,
    blurb=_("Closed fists, one stone each. The highest number wins, unless somebody shows it too."),
)
