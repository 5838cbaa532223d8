"""What Abräumen says: a sentence for every ruling and for every way the game can end."""

from handvoll.core.messages import _

RULINGS = {
    "AB1": _("A stone jumps straight over a stone next to it onto the empty square behind; that stone goes."),
    "AB2": _("The game ends when no jump is possible: solved with one stone left, stuck with more."),
    "AB3": _("Any number of jumps may be taken back."),
}

REASONS = {
    "solved": _("One stone is left: solved."),
    "stuck": _("No jump is possible any more."),
}
