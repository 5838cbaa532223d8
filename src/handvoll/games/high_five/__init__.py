"""High Five!: fill a frame of five squares with cards and score the best combination in it."""

from handvoll.core.card import Card, Trait
from handvoll.core.messages import _

CARD = Card(
    id="high-five",
    title={"de": "High Five!", "en": "High Five!"},
    players=(2, 4),
    traits=frozenset({Trait.CHANCE, Trait.HIDDEN}),
    rules_version=1,
    package=__name__,
    minutes=(20, 40),
    age=8,
    blurb=_(
        "Lay your cards into rows of five: pairs, sequences, one colour, and with the joker a High Five."
    ),
)
