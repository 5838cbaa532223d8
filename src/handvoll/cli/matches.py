"""Matches of the arena on the terminal: the bar while they run, the table of how they stand."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import re
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from handvoll import games
from handvoll.bots.arena import Match, kept, run
from handvoll.bots.standings import (
    Duel,
    Estimate,
    Outcome,
    Sequential,
    difference,
    duel,
    elo,
    mean_place,
    mean_score,
    ratings,
)
from handvoll.cli.terminal import Terminal
from handvoll.core.errors import BadRequest
from handvoll.core.messages import Message, _, _n

INTERRUPTED = 130
WIDE = 60
"""Columns from which on there is room for the bar itself beside what it tells."""
LONGEST_NAME = 30
"""How much of a competitor's name is shown."""

CODES = {
    "deadline": _("deadline"),
    "died": _("died"),
    "nonsense": _("nonsense"),
    "refused": _("refused"),
    "illegal": _("illegal"),
    "error": _("error"),
}
"""`Forfeit.CODES` in words."""


def read_test(text: str) -> Sequential:
    """`0,50`: the two differences in Elo between which a sequential test decides."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise BadRequest(
            _("A sequential test takes two differences in Elo, such as 0,50; not {came!r}.", came=text[:40])
        )
    return Sequential(low, high)


def default_folder(match: Match) -> Path:
    """The same match finds the same folder again."""
    digest = hashlib.sha256(json.dumps(match.description(), sort_keys=True).encode()).hexdigest()
    return Path(f"arena-{match.game}-{digest[:8]}")


def play(
    terminal: Terminal, match: Match, count: int, folder: Path, jobs: int, test: Sequential | None
) -> int:
    """Play the match with a bar where there is a screen, then write the table; returns the exit code."""
    wanted = -(-count // match.group_size) * match.group_size
    try:
        with _bar(terminal, match, wanted) as news:
            outcomes = run(match, count, folder, jobs=jobs, test=test, news=news)
    except (
        KeyboardInterrupt
    ):  # pressed again, it ends what is being thought about; the rest is told all the same
        outcomes = kept(match, count, folder)
    for line in standings(match, outcomes, terminal):
        terminal.print(line)
    verdict = None if test is None else test.verdict(outcomes)
    if test is not None:
        terminal.tell(terminal.say(_verdict(test, outcomes, verdict, terminal)))
    terminal.tell(terminal.say(_("The records are in {folder}.", folder=str(folder))))
    if len(outcomes) < wanted and verdict is None:
        terminal.tell(terminal.say(_("Stopped before the end: the same command goes on from there.")))
        return INTERRUPTED
    return 0


@contextlib.contextmanager
def _bar(terminal: Terminal, match: Match, wanted: int) -> Iterator[Callable[[list[Outcome]], None]]:
    """A progress bar that tells how it stands; nothing where the output is no screen."""
    if not terminal.target.isatty():
        yield lambda outcomes: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(file=terminal.target, no_color=not terminal.has_colours, highlight=False)
    columns: list[ProgressColumn] = [
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
    ]
    if terminal.width >= WIDE:
        columns = [BarColumn(), columns[0], TimeRemainingColumn(), columns[1]]
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=wanted)

        def news(outcomes: list[Outcome]) -> None:
            progress.update(task, completed=len(outcomes), description=_short(match, outcomes, terminal))

        yield news


def _short(match: Match, outcomes: Sequence[Outcome], terminal: Terminal) -> str:
    if not outcomes:
        return ""
    if len(match.competitors) == 2 and match.seats > 1:
        found = duel(outcomes, 0, 1)
        share, low, high = (_percent(part, terminal) for part in (found.share, found.low, found.high))
        return f"{share} [{low}–{high}]"
    mean = mean_score if match.seats == 1 else mean_place
    means = (Estimate(mean(outcomes, who).mean, None) for who in range(len(match.competitors)))
    return "  ".join(_plain(one, 2, terminal) for one in means)


# --- the table ---------------------------------------------------------------------------------


def standings(match: Match, outcomes: Sequence[Outcome], terminal: Terminal) -> Iterator[str]:
    """How it stands, in lines that fit the screen."""
    names = shown_names(match.names())
    card = games.card(match.game)
    title = card.title[terminal.lang]
    head = _n("{title}: {n} game", "{title}: {n} games", len(outcomes), title=title)
    yield terminal.paint(terminal.say(head), "bold")
    if outcomes:
        yield from _table(_rows(match, outcomes, names, terminal), terminal.width)
        say = terminal.words_of(card).say  # an illegal move is told in the game's words
        for message in _sentences(match, outcomes, names, terminal):
            text = re.sub(" (%|± )", "\N{NO-BREAK SPACE}\\1", say(message))
            yield from textwrap.wrap(text.replace("± ", "±\N{NO-BREAK SPACE}"), terminal.width)


def shown_names(names: Sequence[str]) -> list[str]:
    """What competitors are called in tables: programs without their folders, and not too long."""
    short = [re.sub(r"^(engine:)[^\s]*[/\\]", r"\1", name) for name in names]
    short = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in short]
    return short if len(set(short)) == len(short) else list(names)


def _sentences(
    match: Match, outcomes: Sequence[Outcome], names: Sequence[str], terminal: Terminal
) -> Iterator[Message]:
    if match.seats == 1:
        yield from _score_texts(match, outcomes, names, terminal)
    elif len(names) == 2:
        found = duel(outcomes, 0, 1)
        yield _duel_text(found, names, terminal)
        yield _elo_text(found, names)
    lost: dict[tuple[int, str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.forfeit:
            seat, code, detail = outcome.forfeit
            lost[outcome.order[seat], code, detail].append(outcome)
    for (who, code, detail), given in sorted(lost.items(), key=lambda item: -len(item[1]))[:5]:
        yield _n(
            "{name} lost {n} game by forfeit ({code}): {why}",
            "{name} lost {n} games by forfeit ({code}): {why}",
            len(given),
            name=names[who],
            code=CODES.get(code, code),
            why=given[0].why or detail,
        )


def _rows(
    match: Match, outcomes: Sequence[Outcome], names: Sequence[str], terminal: Terminal
) -> list[list[str]]:
    """The table's head and a row for each competitor, the best first."""
    everybody = range(len(names))
    scores = [mean_score(outcomes, who) for who in everybody]
    if match.seats == 1:
        columns = [(_("mean score"), 2, scores)]
        ranked = _by_score(match, scores)
    else:
        places = [mean_place(outcomes, who) for who in everybody]
        columns = [(_("mean place"), 2, places), (_("mean score"), 2, scores)]
        ranked = sorted(everybody, key=lambda who: places[who].mean)
    if match.seats == 2 and len(names) > 2:  # of two, the difference is told in a sentence
        columns.insert(0, (_("Elo"), 0, ratings(outcomes, len(names))))
    return [
        ["", *(terminal.say(title) for title, _digits, _column in columns)],
        *(
            [names[who], *(_plain(column[who], digits, terminal) for _title, digits, column in columns)]
            for who in ranked
        ),
    ]


def _by_score(match: Match, scores: Sequence[Estimate]) -> list[int]:
    """The competitors, the best score first, those without one last."""
    sign = 1 if games.card(match.game).score.is_few else -1
    return sorted(
        range(len(scores)),
        key=lambda who: math.inf if math.isnan(scores[who].mean) else sign * scores[who].mean,
    )


def _score_texts(
    match: Match, outcomes: Sequence[Outcome], names: Sequence[str], terminal: Terminal
) -> Iterator[Message]:
    """Of a game for one: how far apart the two are, and which way is better."""
    scores = [mean_score(outcomes, who) for who in range(len(names))]
    if len(names) == 2 and not any(math.isnan(score.mean) for score in scores):
        first, second = _by_score(match, scores)
        found = difference(scores[0], scores[1])
        yield _(
            "{first} is ahead of {second} by {difference} on average (95 %).",
            first=names[first],
            second=names[second],
            difference=_plain(found, 2, terminal),
        )
        if found.margin is None or found.mean <= found.margin:
            yield _("That may be chance.")
    if games.card(match.game).score.is_few:
        yield _("The fewer, the better.")


def _plain(estimate: Estimate, digits: int, terminal: Terminal) -> str:
    if math.isnan(estimate.mean):
        return "–"
    margin = "" if estimate.margin is None else f" ± {estimate.margin:.{digits}f}"
    return _written(f"{estimate.mean:.{digits}f}{margin}", terminal)


def _percent(share: float, terminal: Terminal) -> str:
    return _written(f"{100 * share:.1f}\N{NO-BREAK SPACE}%", terminal)


def _written(number: str, terminal: Terminal) -> str:
    """A number with all its places, as the language writes it."""
    return number.replace(".", ",") if terminal.lang == "de" else number


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """A line for each row, or where these do not fit a few lines for each competitor."""
    lines = list(_columns(rows))
    if max(map(len, lines)) <= width:
        yield from lines
        return
    head, *others = rows
    wide = max(map(len, head))
    for row in others:
        yield from textwrap.wrap(row[0], width, initial_indent="  ", subsequent_indent="  ")
        for title, cell in zip(head[1:], row[1:], strict=True):
            yield f"    {title.ljust(wide)}  {cell}"


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(["", first, *others]).rstrip()


def _duel_text(found: Duel, names: Sequence[str], terminal: Terminal) -> Message:
    if not found.wins + found.losses:
        text = _("{first} took {share} of the points from {second} (95 %: {low} to {high}).")
    else:
        text = _(
            "{first} took {share} of the points from {second} (95 %: {low} to {high}) and {decided} of the"
            " decided games."
        )
    values = {
        "first": names[0],
        "second": names[1],
        "share": _percent(found.share, terminal),
        "low": _percent(found.low, terminal),
        "high": _percent(found.high, terminal),
        "decided": _percent(found.decided, terminal),
    }
    return text._replace(values=values)


def _elo_text(found: Duel, names: Sequence[str]) -> Message:
    """The difference in Elo. Where one took all there is a bound on one side only, if that says anything."""
    low, high = elo(found.low), elo(found.high)
    if math.isfinite(low) and math.isfinite(high):
        return _(
            "That is a difference in Elo of {elo} (95 %: {low} to {high}).",
            elo=f"{elo(found.share):+.0f}",
            low=f"{low:+.0f}",
            high=f"{high:+.0f}",
        )
    if math.isfinite(low) and low > 0:
        first, second, least = *names, low
    elif math.isfinite(high) and high < 0:
        second, first, least = *names, -high
    else:
        return _("These are too few games to tell a difference in Elo.")
    return _(
        "{first} took all: that is more than {elo} Elo ahead of {second} (95 %).",
        first=first,
        second=second,
        elo=f"{least:.0f}",
    )


def _verdict(
    test: Sequential, outcomes: Sequence[Outcome], verdict: bool | None, terminal: Terminal
) -> Message:
    ratio = _written(f"{test.ratio(outcomes):+.2f}", terminal)
    if verdict is None:
        return _("The sequential test has no answer yet (log likelihood ratio {ratio}).", ratio=ratio)
    return _(
        "The sequential test says: rather {elo} Elo ahead than {other} (log likelihood ratio {ratio}).",
        elo=_written(f"{test.high if verdict else test.low:+g}", terminal),
        other=_written(f"{test.low if verdict else test.high:+g}", terminal),
        ratio=ratio,
    )
