"""What Hnefatafl says: a sentence for every ruling and for every way the game can end."""

from handvoll.core.messages import _

RULINGS = {
    "HN1": _(
        "Black's 24 attackers stand in four groups at the edge, White's king on the throne among twelve men."
    ),
    "HN2": _(
        "A piece moves any number of free squares straight ahead; all may cross the empty throne, but only "
        "the king may stop there or on a corner."
    ),
    "HN3": _("A man is captured when the other side moves a piece so that he stands between two of theirs."),
    "HN4": _("The corners and the empty throne help to capture attackers, never defenders or the king."),
    "HN5": _(
        "Where own pieces and enemy men alternate in a row without a gap, all enclosed men are captured."
    ),
    "HN6": _(
        "The king is captured when attackers stand on all four sides of him and one has just moved there."
    ),
    "HN7": _("White wins as soon as the king stands on a corner."),
    "HN8": _(
        "It is a draw when the seat to move has no legal move, or when the same position with the same seat "
        "to move stands for the third time."
    ),
}

REASONS = {
    "king-captured": _("The king is captured."),
    "king-escaped": _("The king has reached a corner."),
    "no-move": _("The seat to move has no legal move."),
    "repetition": _("The same position has stood three times."),
}
