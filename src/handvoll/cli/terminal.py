"""The terminal: what is written, in which language and colours, and what is read."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from handvoll.core.messages import Message
from handvoll.words import Words

if TYPE_CHECKING:
    from handvoll.core.card import Card
    from handvoll.core.picture import Pen

RESET = "\x1b[0m"
# Home, clear the screen, clear what was scrolled out of it.
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
WIDEST = 100
PLAIN_WIDTH = 78

SGR = {
    # White and black pieces are chips of their own ground, to be told apart on any terminal.
    "white": "1;30;107",
    "black": "1;97;40",
    "red": "31",
    "green": "32",
    "blue": "94",
    "yellow": "33",
    "violet": "35",
    "turquoise": "36",
    "brown": "38;5;130",
    "orange": "38;5;208",
    "dim": "2",
    "bold": "1",
    "light": "30;48;5;223",
    "dark": "30;48;5;180",
}
"""How each of `handvoll.core.picture.PAINTS` is switched on."""


class Terminal:
    """Standard input and output, and the language of who sits there."""

    def __init__(
        self,
        lang: str,
        source: TextIO | None = None,
        target: TextIO | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.lang = lang
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        for stream in (self.source, self.target, sys.stderr):
            # A letter that the terminal does not know is no reason to break off.
            getattr(stream, "reconfigure", lambda **_settings: None)(errors="replace")
        self.words = Words(lang)
        self.is_interactive = self.source.isatty() and self.target.isatty()
        self.has_colours = (
            self.target.isatty() and not environ.get("NO_COLOR") and environ.get("TERM", "") != "dumb"
        )

    # --- writing -------------------------------------------------------------------------------

    def say(self, message: Message) -> str:
        """A message of the house in the user's language."""
        return self.words.say(message)

    def words_of(self, card: Card, names: Sequence[str] = ()) -> Words:
        """The words at a table of that game."""
        return Words(self.lang, card, names)

    def pen(self, words: Words) -> Pen:
        """What pictures are written with."""
        from handvoll.core.picture import Pen

        return Pen(words.say, self.paint)

    def paint(self, text: str, paint: str) -> str:
        """`text` in a colour or weight, where the terminal has them."""
        if not self.has_colours or paint not in SGR:
            return text
        start = f"\x1b[{SGR[paint]}m"
        # What was painted inside ends there; the rest goes on in this paint.
        return f"{start}{text.replace(RESET, RESET + start)}{RESET}"

    def print(self, text: str = "") -> None:
        """A line, or several."""
        self.target.write(text + "\n")

    def tell(self, text: str, paint: str = "") -> None:
        """Sentences, broken into lines where the screen ends."""
        for paragraph in text.split("\n"):
            for line in self._broken(paragraph):
                self.print(self.paint(line, paint))

    def _broken(self, text: str) -> list[str]:
        """A paragraph in lines that fit the screen."""
        return wrapped(text, self.width - 1) or [""]

    def complain(self, text: str) -> None:
        """A line on standard error."""
        self.flush()
        print(text, file=sys.stderr)

    def flush(self) -> None:
        """Hand over what was written."""
        self.target.flush()

    def clear(self) -> None:
        """Leave nothing on the screen nor in what can be scrolled back to; nothing happens where the output
        is no screen."""
        if self.target.isatty():
            self.target.write(CLEAR)
            self.flush()

    @property
    def width(self) -> int:
        """How many columns there are."""
        if not self.target.isatty():
            return PLAIN_WIDTH
        try:
            return min(os.get_terminal_size(self.target.fileno()).columns or PLAIN_WIDTH, WIDEST)
        except (OSError, ValueError):
            return PLAIN_WIDTH

    # --- reading -------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """A line that the user types; raises EOFError at the end of input."""
        if self.is_interactive:
            _edit_lines()
            *above, last = self._broken(prompt)
            for line in above:
                self.print(line)
            self.flush()
            return input(last + " " * prompt.endswith(" "))
        self.flush()
        self.target.write(prompt)
        line = self.source.readline()
        # Where the input is no keyboard, the answer is written out, so that the output reads as a dialogue.
        self.print(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def forget_typed(self) -> None:
        """Drop what was typed ahead, where the system can: it was no answer to what is asked next."""
        try:
            import termios
        except ImportError:
            return
        if self.is_interactive:
            termios.tcflush(self.source.fileno(), termios.TCIFLUSH)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A paragraph in lines that fit: moves such as d1-d4 are not torn apart, nor what a no-break space holds
    together, such as a number and what it counts."""
    import textwrap

    lines = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def _edit_lines() -> None:
    """Let `input` edit lines where it can, but remember none: a secret choice must not come back at a press
    of the arrow."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)
