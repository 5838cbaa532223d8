"""What Make Five says: a sentence for every ruling and for every way the match can end."""

from handvoll.core.messages import _

RULINGS = {
    "MF1": _("A match has six rounds, or as many as were chosen; the players take turns at sorting."),
    "MF2": _("At the beginning of a round five stones are drawn blind, one for each lane from a to e."),
    "MF3": _(
        "The sorter may take any stone and let it roll in from above on a lane with fewer than five stones, "
        "or passes; a top stone goes to another lane."
    ),
    "MF4": _("Then a stone is drawn, and chaos lets it roll onto a lane with fewer than five stones."),
    "MF5": _("When all 25 stones lie, the sorter has one last move, and the round is scored."),
    "MF6": _("A row with three or more stones of one colour gives the sorter a point for each of them."),
    "MF7": _(
        "Five one-coloured rows are a MAKE FIVE and win the match at once; otherwise the higher total wins "
        "after all rounds."
    ),
}

REASONS = {
    "make-five": _("A MAKE FIVE: all five rows are of one colour."),
    "rounds": _("All rounds are played."),
}
