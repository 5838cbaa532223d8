"""Hnefatafl: the king and his men break out of a ring of attackers, on eleven by eleven squares."""

from handvoll.core.card import Card, Option
from handvoll.core.messages import _

CARD = Card(
    id="hnefatafl",
    title={"de": "Hnefatafl", "en": "Hnefatafl"},
    players=(2, 2),
    traits=frozenset(),
    rules_version=1,
    package=__name__,
    minutes=(20, 40),
    age=8,
    blurb=_("The Vikings' chess: the king wants to reach a corner, twice as many attackers bar his way."),
    seat_names=(_("Black"), _("White")),
    seat_colours=("stone-dark", "stone-light"),
    options={
        "king_beside_throne": Option(
            default="four",
            values=("four", "three"),
            label=_("King beside the empty throne"),
            names=(_("safe: it takes four attackers"), _("captured by attackers on the other three sides")),
        )
    },
    draws=True,
)
