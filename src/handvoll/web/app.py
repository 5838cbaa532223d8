"""The application: routes, the gate before them, and the house's life from start to end."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.response_cache import ResponseCacheConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Server

import handvoll
from handvoll.core.errors import Refusal
from handvoll.store.store import Store
from handvoll.web import errors, files, games, guests, metrics, pages, tables
from handvoll.web.house import House, unix_ms
from handvoll.web.identity import Signer
from handvoll.web.packing import Packing
from handvoll.web.pages.faults import for_people
from handvoll.web.request import AnyRequest
from handvoll.web.safety import Gate, Receive, Send
from handvoll.web.schema import described
from handvoll.web.settings import Settings

log = logging.getLogger("handvoll.web")

LARGEST_BODY = 2 << 20
COOKIE_SECRET = "cookie-secret"


class Application:
    """What a server runs. The house opens when the server starts and closes when it stops."""

    def __init__(self, settings: Settings, *, now: Callable[[], int] = unix_ms) -> None:
        self.settings = settings
        self._now = now
        self.litestar = _litestar(self._living)
        self.house: House | None = None
        self._gate: Gate | None = None

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.litestar(scope, receive, send)  # type: ignore[arg-type]
        elif self._gate is not None:
            await self._gate(scope, receive, send)

    @asynccontextmanager
    async def _living(self, app: Litestar) -> AsyncIterator[None]:
        store = await Store.connect(self.settings.database)
        secret = await store.house_value(COOKIE_SECRET, lambda: secrets.token_hex(32))
        house = self.house = House(self.settings, store, now=self._now)
        app.state.house = house
        app.state.metrics = metrics.Metrics(house)
        counted = _Counted(Packing(self.litestar), app.state.metrics)
        self._gate = Gate(counted, self.settings, Signer(bytes.fromhex(secret)), house.tokens)
        await house.start()
        try:
            yield
        finally:
            await house.stop()


class _Counted:
    """Counts answers for Prometheus."""

    def __init__(self, app: Any, figures: metrics.Metrics) -> None:
        self._app = app
        self._figures = figures

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        method = scope["method"]

        async def counting(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._figures.requests.labels(method, message["status"]).inc()
                if method == "POST":
                    self._figures.seconds.observe(time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, counting)


def _litestar(living: Any) -> Litestar:
    return Litestar(
        route_handlers=[
            tables.router,
            guests.router,
            games.router,
            metrics.router,
            files.static_file,
            openapi_json,
            pages.router,
        ],
        lifespan=[living],
        exception_handlers={
            Refusal: for_people(errors.on_refusal),
            HTTPException: for_people(errors.on_http),
            Exception: for_people(errors.on_fault),
        },
        openapi_config=OpenAPIConfig(
            title="Handvoll",
            version=handvoll.__version__,
            description="Tables of ten small games, for people and programs. See docs/api.md.",
            servers=[Server(url="/")],
            render_plugins=[],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LARGEST_BODY,
        response_cache_config=ResponseCacheConfig(),
        logging_config=None,
        debug=False,
    )


@get("/api", include_in_schema=False)
async def openapi_json(request: AnyRequest) -> Response[dict[str, Any]]:
    """The API's description of itself."""
    return Response(described(request.app), media_type="application/json")
