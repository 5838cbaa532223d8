"""What Hütchenspieler says: a sentence for every ruling and for the way the game ends."""

from handvoll.core.messages import _

RULINGS = {
    "HS1": _("There are two search rounds; in each of them every seat is the pusher once, in turn."),
    "HS2": _("The pusher lays one stone of each symbol in a row, in any order."),
    "HS3": _("When all have looked at the row, the pusher turns the stones face down."),
    "HS4": _(
        "The pusher pushes three times, in the second search round four times: each push takes a stone to "
        "another place in the row."
    ),
    "HS5": _(
        "The pusher asks for a symbol that has not been revealed: first the next seat, then on clockwise, "
        "the pusher left out."
    ),
    "HS6": _(
        "Who is asked turns over one stone and takes it if it is the one asked for; if not, the pusher does."
    ),
    "HS7": _("The third question is about the last two stones: they go together."),
    "HS8": _("When all have pushed twice, the most stones win; equal numbers share the place."),
    "HS9": _(
        "Once the stones are face down, nobody is shown their symbols, the pusher no more than the others."
    ),
}

REASONS = {"rounds": _("Everybody has pushed twice.")}
