"""What scripts say: sentences by name, put into each page in the reader's language."""

from __future__ import annotations

from handvoll.core.messages import Message, _

COMMON: dict[str, Message] = {
    "failed": _("That did not work: {why}"),
    "no-line": _("there is no connection to the house."),
    "copied": _("Copied"),
    "saved": _("Saved"),
}

TABLE: dict[str, Message] = {
    "your-turn": _("Your turn"),
    "player": _("Player {number}"),
    "you": _("you"),
    "computer": _("computer {level}"),
    "free": _("free chair"),
    "kept": _("kept for the host"),
    "away": _("away"),
    "gone": _("not here"),
    "thinks": _("is thinking"),
    "to-play": _("to play"),
    "offline": _("No connection. The game waits for you; we keep trying."),
    "back": _("The connection is back."),
    "sending": _("Your move is on its way …"),
    "not-sent": _("Your move is kept and will be sent as soon as the connection is back."),
    "came-late": _("The table has moved on since; please look and choose again."),
    "won": _("You won!"),
    "lost": _("You lost."),
    "shared": _("You share the win."),
    "drawn": _("A draw."),
    "over": _("The game is over."),
    "solo-end": _("Done!"),
    "looking-back": _("You are looking at step {ply} of {last}."),
    "hidden-step": _("This moment cannot be looked up: it is to be remembered."),
    "start-step": _("The start"),
    "ruling": _("Rule {number}"),
    "hint": _("Hint: {move}"),
    "offer-draw": _("{name} offers a draw."),
    "offer-undo": _("{name} would like to take back a step."),
    "offered": _("You have asked; the others have to agree."),
    "agree": _("Agree"),
    "refuse": _("No"),
    "hand-over": _("Hand the device to {name}."),
    "i-am": _("I am {name}"),
    "look-away": _("Everybody else looks away."),
    "memory": _("Time to remember"),
    "sand": _("The sand is running"),
    "spectators": _("{n} watching"),
    "share-text": _("Play {game} with me!"),
    "resign-sure": _("Give up this game?"),
    "leave-sure": _("Leave the table?"),
    "typed-unknown": _("This cannot be played now."),
}
