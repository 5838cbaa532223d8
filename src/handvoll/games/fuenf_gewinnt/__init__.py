"""Fünf gewinnt: five of one's own in a row, first by laying stones side to side, then by moving them."""

from handvoll.core.card import Card
from handvoll.core.messages import _

CARD = Card(
    id="fuenf-gewinnt",
    title={"de": "Fünf gewinnt", "en": "Five Wins"},
    players=(2, 2),
    traits=frozenset(),
    rules_version=1,
    package=__name__,
    minutes=(10, 20),
    age=6,
    blurb=_("Five in a row on a table without edges, and when all stones lie, they begin to move."),
    seat_names=(_("White"), _("Black")),
    seat_colours=("stone-light", "stone-dark"),
    draws=True,
)
