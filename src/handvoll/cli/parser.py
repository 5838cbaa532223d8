"""The argument parser: argparse, speaking the user's language."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from handvoll.core.errors import BadRequest, Refusal
from handvoll.core.messages import Message, Say, _, _n


class Parser(argparse.ArgumentParser):
    """An argument parser whose faults are one sentence and a hint, and end with exit code 2."""

    def __init__(self, say: Say, width: int, **settings: Any) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return argparse.RawDescriptionHelpFormatter(prog, max_help_position=26, width=width)

        for name in ("description", "epilog"):
            settings[name] = _broken(settings.get(name), width)
        super().__init__(formatter_class=formatter, add_help=False, allow_abbrev=False, **settings)
        self.width = width
        self._say = say
        general = self.add_argument_group(say(_("general options")))
        general.add_argument("-h", "--help", action="help", help=say(_("show this help and end")))
        general.add_argument(
            "--lang",
            metavar="de|en",
            default=argparse.SUPPRESS,
            help=say(_("the language; without it HANDVOLL_LANG or LANG decide")),
        )

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Say what there is to choose from, in one sentence."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            shown = ", ".join(choice.dest for choice in action._choices_actions)
            self.error(
                self._say(
                    _("There is no command {name!r}; there are: {known}.", name=value[:40], known=shown)
                )
            )
        if action.choices is not None and value not in action.choices:
            known = ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(
                action, self._say(_("one of {known} is expected, not {came!r}", known=known, came=value[:40]))
            )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what is not understood here, where it is known which command it was meant for."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(self._say(_("unrecognized arguments: {rest}", rest=" ".join(rest))))
        return found, rest

    def error(self, message: str) -> NoReturn:
        hint = self._say(_("{command} --help says more.", command=self.prog))
        self.exit(2, f"{self.prog}: {message}\n{hint}\n")


def _broken(text: str | None, width: int) -> str | None:
    """Lines that fit the screen, of a text whose own lines are kept apart."""
    import textwrap

    return text and "\n".join(textwrap.fill(line, width) for line in text.split("\n"))


def speak(say: Say) -> None:
    """Let argparse say its own sentences with `say`: it looks them up under these names at each use."""
    module: Any = argparse
    known = {message.text for message in _ARGPARSE}
    module._ = lambda text: say(Message(text)) if text in known else text
    module.ngettext = lambda one, many, n: say(Message(one, {"n": n}, many))


def checked(read: Callable[[str], Any], say: Say) -> Callable[[str], Any]:
    """`read` as an argument's type: what it refuses is told as the fault of that argument."""

    def reader(text: str) -> Any:
        try:
            return read(text)
        except Refusal as refusal:
            raise argparse.ArgumentTypeError(say(refusal.message)) from None

    return reader


def whole(text: str) -> int:
    """A whole number, for `checked`."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadRequest(_("a whole number is expected, not {came!r}", came=text[:40]))
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, for `checked`, with a point or a comma."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        found = 0.0
    if not 0 < found <= 86_400:
        raise BadRequest(
            _("a time in seconds is expected, such as {example}, not {came!r}", example=0.5, came=text[:40])
        )
    return found


# What argparse says of its own, so that the catalogues hold it.
_ARGPARSE = (
    _("usage: "),
    _("positional arguments"),
    _("options"),
    _("argument %(argument_name)s: %(message)s"),
    _("expected one argument"),
    _("expected at most one argument"),
    _("expected at least one argument"),
    _n("expected %s argument", "expected %s arguments", 1),
    _("ignored explicit argument %r"),
    _("invalid %(type)s value: %(value)r"),
    _("not allowed with argument %s"),
    _("one of the arguments %s is required"),
    _("the following arguments are required: %s"),
)
