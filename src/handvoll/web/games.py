"""The API of the games: what is on the shelf, drawings and colours."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get
from litestar.params import PathParameter

from handvoll.core.card import Card, OptionValue
from handvoll.core.drawing import DARK, LIGHT, SEAT_COLOURS
from handvoll.games import card, cards
from handvoll.web.files import answer_bytes
from handvoll.web.identity import Caller
from handvoll.web.request import REFUSALS, AnyRequest, caller_of
from handvoll.words import Words

GameId = Annotated[str, PathParameter(max_length=40)]


class Option(msgspec.Struct, frozen=True):
    """A setting of a game."""

    name: str
    label: str
    default: OptionValue
    values: list[OptionValue]
    names: list[str]
    """What each of `values` is called."""


class Game(msgspec.Struct, frozen=True):
    """The card on the box, in the asker's language."""

    game: str
    title: str
    blurb: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    age: int
    traits: list[str]
    seat_names: list[str]
    options: list[Option]
    draws: bool
    symbols: str
    """The address of its drawings."""


@get("/api/games", summary="All games", responses=REFUSALS)
async def all_games(request: AnyRequest) -> list[Game]:
    """In the order of the alphabet of their ids."""
    caller = caller_of(request, "read")
    return [game_json(one, caller) for one in cards().values()]


@get("/api/games/{game:str}", summary="A game", responses=REFUSALS)
async def one_game(request: AnyRequest, game: GameId) -> Game:
    """What can be set, for how many it is."""
    return game_json(card(game), caller_of(request, "read"))


@get("/symbols/{name:str}", include_in_schema=False)
async def symbols(request: AnyRequest, name: GameId) -> Response[bytes]:
    """The drawings of a game: `/symbols/six.svg`; with `?v=` of their content they may be kept for ever."""
    one = card(name.removesuffix(".svg"))
    return answer_bytes(request, drawings(one.package), "image/svg+xml", "v" in request.query_params)


@get("/palette.css", include_in_schema=False)
async def palette(request: AnyRequest) -> Response[bytes]:
    """The house's colours as CSS variables."""
    return answer_bytes(request, palette_css(), "text/css", "v" in request.query_params)


def game_json(one: Card, caller: Caller) -> Game:
    """A card in the caller's language."""
    words = Words(caller.language, one)
    options = [
        Option(
            name,
            words.say(option.label),
            option.default,
            list(option.values),
            [words.say(value) for value in option.names],
        )
        for name, option in one.options.items()
    ]
    return Game(
        one.id,
        words.title(one),
        words.say(one.blurb),
        one.players,
        one.minutes,
        one.age,
        sorted(one.traits),
        [words.say(seat) for seat in one.seat_names],
        options,
        one.draws,
        symbols_url(one),
    )


def symbols_url(one: Card) -> str:
    """Where the drawings of a game lie, by their content."""
    return f"/symbols/{one.id}.svg?v={_digest(drawings(one.package))}"


def palette_url() -> str:
    """Where the colours lie, by their content."""
    return f"/palette.css?v={_digest(palette_css())}"


@cache
def drawings(package: str) -> bytes:
    """The `symbols.svg` of a game; nothing is drawn of one that has none yet."""
    file = files(package).joinpath("symbols.svg")
    return file.read_bytes() if file.is_file() else b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@cache
def palette_css() -> bytes:
    """The colours by name: light, dark where the device asks for it, and as the reader chose."""
    dark = {name: value for name, value in DARK.items() if LIGHT[name] != value}
    seats = "".join(
        f'.mark-seat-{seat},[data-seat="{seat}"]{{--seat:var(--{colour})}}\n'
        for seat, colour in enumerate(SEAT_COLOURS)
    )
    return (
        f":root{{color-scheme:light;{_variables(LIGHT)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light])"
        f"{{color-scheme:dark;{_variables(dark)}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{_variables(dark)}}}\n{seats}"
    ).encode()


def _variables(colours: Any) -> str:
    return ";".join(f"--{name}:{value}" for name, value in colours.items())


@cache
def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


router = Router(path="/", route_handlers=[all_games, one_game, symbols, palette], tags=["games"])
