"""Fischkopf: throw two dice, fill the fish; the fewest free fields win, and a clean bone wins at once."""

from handvoll.core.card import Card, Option, Score, Trait
from handvoll.core.messages import _

CARD = Card(
    id="fischkopf",
    title={"de": "Fischkopf", "en": "Fish Head"},
    players=(1, 12),
    traits=frozenset({Trait.CHANCE, Trait.SOLO}),
    rules_version=1,
    package=__name__,
    minutes=(5, 20),
    age=6,
    blurb=_("Throw, place, throw again: fill the fish, and shout when its head is full."),
    score=Score.FEW_POINTS,
    options={
        "may_stop": Option(
            default=False,
            values=(False, True),
            label=_("Stopping"),
            names=(
                _("Everybody throws until no stone fits"),
                _("Whoever wants to may stop before a throw"),
            ),
        )
    },
)
