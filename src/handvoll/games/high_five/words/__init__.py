"""What High Five! says: a sentence for every ruling and for the way the game ends."""

from handvoll.core.messages import _

RULINGS = {
    "HF1": _(
        "A card is drawn onto each start square, then four for each player, who has a joker too; only its "
        "owner sees a card in hand."
    ),
    "HF2": _(
        "A turn fills a frame: five squares in a row or a column, with a card in it and one to four empty "
        "squares, which are filled from left to right or from bottom to top."
    ),
    "HF3": _("A player's first turn joins two start cards with exactly three cards."),
    "HF4": _(
        "The five cards of the frame score their most valuable combination; a 1 counts as 1 or 14, and the "
        "order does not matter."
    ),
    "HF5": _("A joker stands for any card, chosen anew at each scoring for the most points."),
    "HF6": _("If no frame is possible, one card is laid on any empty square, for no points."),
    "HF7": _("After a turn two cards are drawn, or as many as are left."),
    "HF8": _(
        "Once the pile is empty, the first player without cards gets two points; when nobody has cards, the "
        "most points win."
    ),
}

REASONS = {"all-laid": _("All cards are laid.")}
