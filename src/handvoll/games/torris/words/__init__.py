"""What Torris says: a sentence for every ruling and for the way the game ends."""

from handvoll.core.messages import _

RULINGS = {
    "TO1": _("The stones lie as on a chessboard, white on white squares; where each value lies is chance."),
    "TO2": _(
        "The top stone of one's own tower moves straight along a rank or file, exactly as many steps as it "
        "shows; only towers count as steps, empty squares are skipped."
    ),
    "TO3": _("A stone must end higher than it lay, so it lands on a tower at least as high as its own."),
    "TO4": _("Only the top stone of a tower moves. Everybody may look into every tower."),
    "TO5": _("If a move leaves its square empty, the unbroken run of towers behind it closes up."),
    "TO6": _("Who can move must move; who cannot is skipped. When nobody can, the game ends."),
    "TO7": _(
        "Each tower counts its height for the owner of its top stone; if equal, the highest tower decides."
    ),
}

REASONS = {"blocked": _("Nobody can move any more.")}
