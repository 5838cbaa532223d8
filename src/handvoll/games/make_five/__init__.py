"""Make Five: one seat sorts stones on a slope into one-coloured rows, the other pours chaos over it."""

from handvoll.core.card import Card, Option, Trait
from handvoll.core.messages import _

CARD = Card(
    id="make-five",
    title={"de": "Make Five", "en": "Make Five"},
    players=(2, 2),
    traits=frozenset({Trait.CHANCE}),
    rules_version=1,
    package=__name__,
    minutes=(20, 40),
    age=8,
    blurb=_("One of you tidies a slope full of stones into rows of one colour; the other drops in chaos."),
    options={
        "rounds_each": Option(
            default=3,
            values=(3, 2, 1),
            label=_("How often each player sorts"),
            names=(_("three times, as in the rulebook"), _("twice"), _("once")),
        ),
    },
)
