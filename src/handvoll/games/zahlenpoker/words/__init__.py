"""What Zahlenpoker says: a sentence for every ruling and for every way the game can end."""

from handvoll.core.messages import _

RULINGS = {
    "ZP1": _("All choose in secret at the same time: a stone, or the empty hand if it is still unused."),
    "ZP2": _("Without stones one chooses the unused empty hand or passes; with neither one is not asked."),
    "ZP3": _("The highest value shown exactly once wins and its stone is kept; the other stones are gone."),
    "ZP4": _("A lone empty hand first takes one of the stones shown; the rest are then compared."),
    "ZP5": _("Two or more empty hands at once have no effect, but they are used up."),
    "ZP6": _("When nobody has stones left, most prizes win; if equal, the higher sum of their values."),
    "ZP7": _(
        "What was played is public; what is chosen in the running round is secret until all have chosen."
    ),
}

REASONS = {"played-out": _("All stones are played.")}
