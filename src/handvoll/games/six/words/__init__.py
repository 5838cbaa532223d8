"""What Six says: a sentence for every ruling and for every way the game can end."""

from handvoll.core.messages import _

RULINGS = {
    "SX1": _("The strokes on a card are its points: the harder its number is to throw, the more there are."),
    "SX2": _("Everybody turns up three cards from an own shuffled pile of 1 to 18."),
    "SX3": _("A round begins when the timer is flipped; how long it runs nobody knows."),
    "SX4": _("The active player throws; all others who have the sum open may secure that card."),
    "SX5": _("The game waits until everybody who could secure has secured or skipped."),
    "SX6": _("The sum on an own open card: throw three dice again; otherwise throw one die fewer."),
    "SX7": _(
        "When the dice go on, all but the receiver draw a card and lay it open; three places there are."
    ),
    "SX8": _("Whoever receives the dice throws them or lifts the tube, which ends the round."),
    "SX9": _("After three rounds the most strokes on secured cards win."),
    "SX10": _("Pro rule: doubles or triples end the turn and turn the direction round."),
    "SX11": _("Time runs from the flip of the timer and never backwards."),
}

REASONS = {"rounds": _("Three rounds are played.")}
