"""What Fischkopf says: a sentence for every ruling and for every way the game can end."""

from handvoll.core.messages import _

RULINGS = {
    "FK1": _("Both dice are thrown; a stone goes to a free field equal to one die or to their sum."),
    "FK2": _("A turn ends when no field fits; its points are the sum of the fields that are free."),
    "FK3": _(
        "Fish head! When 1, 2 and 3 are all taken, their stones come off, unless the whole fish is full."
    ),
    "FK4": _("The bone: stones on 2, 4, 6, 8, 10 and 12 and nowhere else win the whole game at once."),
    "FK5": _("After one turn each the fewest points win; whoever shares them plays off."),
}

REASONS = {
    "fewest": _("The fewest points win."),
    "graete": _("The bone alone is full: that wins at once."),
}
