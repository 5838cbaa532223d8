"""What Fünf gewinnt says: a sentence for every ruling and for every way the game can end."""

from handvoll.core.messages import _

RULINGS = {
    "FG1": _("The first stone goes to the centre of the table, the point 0,0."),
    "FG2": _(
        "A stone is laid on an empty point side to side with a stone that lies; a corner is not enough."
    ),
    "FG3": _("Whoever has five or more of their stones in an unbroken straight line wins at once."),
    "FG4": _("When all stones are laid, one lifts a stone of one's own that has an empty side, and lays it."),
    "FG5": _("Only the largest group stays; stones that are cut off when a stone is lifted are captured."),
    "FG6": _("A lifted stone is laid on another point than its own, side to side with the field that stays."),
    "FG7": _("Who has no stone that can be lifted sits out, and the other moves on."),
    "FG8": _(
        "Drawn: both have fewer than five stones, the same position stands for the third time, or a hundred "
        "moves went by without a capture."
    ),
}

# FG7 shows why nobody can ever be stuck, so that reason has no sentence.
REASONS = {
    "five": _("Five in a row."),
    "material": _("Neither side has five stones left."),
    "repetition": _("The same position stands for the third time."),
    "hundred": _("A hundred moves without a capture."),
}
