"""Hütchenspieler: four stones are laid, turned over and pushed about; who still knows where the square is?"""

from handvoll.core.card import Card, Score, Trait
from handvoll.core.messages import _

CARD = Card(
    id="huetchenspieler",
    title={"de": "Hütchenspieler", "en": "Shell Game"},
    players=(2, 4),
    traits=frozenset({Trait.HIDDEN}),
    rules_version=1,
    package=__name__,
    minutes=(10, 15),
    age=6,
    blurb=_("Look closely, remember, and do not lose sight of the stone they will ask you for."),
    score=Score.STONES,
    alike=True,
)
