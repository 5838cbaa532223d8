"""Where the command line begins and ends."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from handvoll.cli import commands
from handvoll.cli.language import UnknownLanguage, spoken
from handvoll.cli.parser import Parser, speak
from handvoll.cli.terminal import Terminal
from handvoll.core.errors import Refusal
from handvoll.core.messages import _

OK, REFUSED, USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `handvoll` with these arguments (those of the process) and return its exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    _open_closed_streams()
    try:
        terminal = Terminal(spoken(arguments, os.environ))
    except UnknownLanguage as refusal:
        terminal = Terminal(spoken((), os.environ))
        terminal.complain(f"handvoll: {terminal.say(refusal.message)}")
        return USAGE
    try:
        return _run(arguments, terminal)
    except BrokenPipeError:
        # Whoever read us has had enough. What is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _open_closed_streams() -> None:
    """Whoever started us may have closed a standard stream (`<&-`): it is at its end then, what is written
    is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as we run


def _run(arguments: Sequence[str], terminal: Terminal) -> int:
    speak(terminal.say)
    found = all_commands()
    try:
        line = parser(found, terminal)
        args = line.parse_args(arguments)
        if args.command is None:
            args = line.parse_args([*arguments, "serve", "--browser"])
    except SystemExit as end:  # help was shown, or the usage was wrong
        return int(end.code or OK)
    try:
        code: int = found[args.command].run(args, terminal)
        terminal.flush()
        return code
    except Refusal as refusal:
        terminal.complain(terminal.say(refusal.message))
    except UnicodeDecodeError:
        terminal.complain(terminal.say(_("The file is no text (UTF-8).")))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        from handvoll.cli.files import file_fault  # which needs what --help has no time for

        terminal.complain(terminal.say(file_fault(error)))
    return REFUSED


def all_commands() -> dict[str, ModuleType]:
    """Every command there is, by name."""
    files = [file for folder in commands.__path__ for file in os.listdir(folder)]
    names = sorted(file.removesuffix(".py") for file in files if file.endswith(".py") and file[0] != "_")
    return {name: importlib.import_module(f"{commands.__name__}.{name}") for name in names}


def parser(found: dict[str, ModuleType], terminal: Terminal) -> Parser:
    """The parser of the whole command line."""
    say = terminal.say
    top = Parser(
        say,
        terminal.width,
        prog="handvoll",
        description=say(_("Ten small table games: play them, learn them, write programs for them.")),
        epilog=say(
            _(
                "Without a command, handvoll opens the house, and a browser to play in.\n"
                "Exit codes: 0 done, 1 refused, 2 wrong usage, 130 interrupted."
            )
        ),
    )
    top.add_argument(
        "--version", action="store_const", const="version", dest="command", help=say(found["version"].HELP)
    )
    chosen = top.add_subparsers(dest="command", metavar=say(_("COMMAND")), title=say(_("commands")))
    for name, module in found.items():
        help_text = say(module.HELP) if module.HELP.text else argparse.SUPPRESS
        if help_text is argparse.SUPPRESS:
            sub = chosen.add_parser(name, say=say, width=terminal.width)
        else:
            sub = chosen.add_parser(
                name, say=say, width=terminal.width, help=help_text, description=help_text
            )
        module.arguments(sub, say)
    return top
