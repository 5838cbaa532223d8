"""Torris: stones climb onto each other; whoever's stone lies on top owns the tower."""

from handvoll.core.card import Card, Trait
from handvoll.core.messages import _

CARD = Card(
    id="torris",
    title={"de": "Torris", "en": "Torris"},
    players=(2, 2),
    traits=frozenset({Trait.CHANCE}),
    rules_version=1,
    package=__name__,
    minutes=(15, 25),
    age=12,
    blurb=_("Every move climbs. The last stone on a tower owns it, and high towers count most."),
    seat_names=(_("White"), _("Black")),
    seat_colours=("stone-light", "stone-dark"),
    draws=True,
)
