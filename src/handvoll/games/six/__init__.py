"""Six: three dice go round against a hidden timer; secure what is thrown, and dare to lift the tube."""

from handvoll.core.card import Card, Option, Trait
from handvoll.core.messages import _

CARD = Card(
    id="six",
    title={"de": "Six", "en": "Six"},
    players=(2, 5),
    traits=frozenset({Trait.CHANCE, Trait.HIDDEN, Trait.SIMULTANEOUS, Trait.CLOCK}),
    rules_version=1,
    package=__name__,
    minutes=(6, 8),
    age=8,
    blurb=_("Throw fast, secure what the others throw, and lift the tube before they do."),
    seat_colours=("blue", "yellow", "green", "violet", "orange"),
    options={
        "pasch": Option(
            default=False,
            values=(False, True),
            label=_("Doubles"),
            names=(_("Doubles mean nothing"), _("Doubles and triples turn the direction round")),
        ),
        "auto_secure": Option(
            default=False,
            values=(False, True),
            label=_("Securing"),
            names=(_("Each secures by hand"), _("Cards that can be secured are secured at once")),
        ),
    },
)
