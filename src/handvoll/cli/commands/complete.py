"""`handvoll complete -- WORD…`: what the word under the cursor can become, for the completion scripts."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterator, Sequence

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Message, Say

HELP = Message("")


def arguments(parser: Parser, say: Say) -> None:
    """What was typed after `handvoll`, the word under the cursor last."""
    parser.add_argument("words", nargs=argparse.REMAINDER)


def run(args: Namespace, terminal: Terminal) -> int:
    """Write a line for each completion; none where it is a file's name."""
    from handvoll.cli.main import all_commands, parser

    words = args.words[1:] if args.words[:1] == ["--"] else args.words
    top = parser(all_commands(), terminal)
    for completion in completions(top, words):
        terminal.print(completion)
    return 0


def completions(top: argparse.ArgumentParser, words: Sequence[str]) -> Iterator[str]:
    """What the last of `words` can become."""
    *before, last = words or [""]
    commands = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    chosen = next((word for word in before if word in commands.choices), None)
    parser = top if chosen is None else commands.choices[chosen]
    asked = next(
        (action for action in parser._actions if before and before[-1] in action.option_strings), None
    )
    if asked is not None and asked.nargs != 0:
        known = _values(asked, before)
    elif last.startswith("-"):
        known = _options(parser)
    elif chosen is None:
        known = [action.dest for action in commands._choices_actions]
    else:
        positional = next((action for action in parser._actions if not action.option_strings), None)
        known = _values(positional, before) if positional else []
    yield from (word for word in known if word.startswith(last))


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [name for action in parser._actions for name in action.option_strings if name.startswith("--")]


def _values(action: argparse.Action, before: Sequence[str]) -> list[str]:
    from handvoll.cli.players import KINDS
    from handvoll.core.card import show_option
    from handvoll.games import cards
    from handvoll.words import languages

    if action.choices is not None:
        return list(action.choices)
    if action.dest == "game":
        return list(cards())
    if action.dest == "lang":
        return list(languages())
    if action.dest == "seat":
        return [f"{seat}={kind}" for seat in range(5) for kind in KINDS]
    if action.dest == "option":
        return [
            f"{name}={show_option(value)}"
            for card in cards().values()
            if card.id in before
            for name, option in card.options.items()
            for value in option.values
        ]
    return []
