"""How the house is: for load balancers, for Prometheus."""

from __future__ import annotations

from litestar import Response, Router, get
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from handvoll.core.messages import _
from handvoll.web.errors import NotFound, NotReady
from handvoll.web.house import House
from handvoll.web.request import AnyRequest, house_of

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """What is counted in one process."""

    def __init__(self, house: House) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "handvoll_requests",
            "Answers, by method and status.",
            ["method", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "handvoll_request_seconds",
            "From a request that changes something to its answer.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._gauge("streams", "Open streams.", lambda: house.hub.streams)
        self._gauge("tables_in_memory", "Tables folded in memory.", lambda: len(house.tables))
        self._gauge("events", "Events made durable by this process.", lambda: house.tables.appended)
        self._gauge("deadlines", "Deadlines this process watches.", lambda: len(house.timers))
        self._gauge("opponents_thinking", "Thoughts under way or waiting.", lambda: house.opponents.waiting)
        self._gauge("opponents_moves", "Moves made by opponents.", lambda: house.players.moves)
        workers = house.opponents.workers
        if workers is not None:
            self._gauge("workers_thoughts", "Thoughts that worker nodes have had.", lambda: workers.thoughts)
        self._gauge("news_channel", "Whether the news channel is there.", lambda: house.relay.connected)

    def _gauge(self, name: str, what: str, value: object) -> None:
        Gauge(f"handvoll_{name}", what, registry=self.registry).set_function(value)  # type: ignore[arg-type]


@get("/healthz", summary="Whether the process lives", media_type="text/plain")
async def healthz() -> str:
    """Always `ok`."""
    return "ok\n"


@get("/readyz", summary="Whether the database answers", media_type="text/plain")
async def readyz(request: AnyRequest) -> str:
    """`ok`, or 503."""
    house = house_of(request)
    if house.hub.closing:
        raise NotReady(_("The house is closing."))
    await house.store.ping()
    return "ok\n"


@get("/metrics", summary="Figures for Prometheus", media_type="text/plain")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """In Prometheus's text form."""
    if not house_of(request).settings.metrics:
        raise NotFound(_("There is nothing here."))
    figures: Metrics = request.app.state.metrics
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)


router = Router(path="/", route_handlers=[healthz, readyz, metrics], tags=["running"])
