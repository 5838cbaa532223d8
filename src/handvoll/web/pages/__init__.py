"""The pages for people: shelf, table, rules, paper, and what belongs to them."""

from __future__ import annotations

from litestar import Router

from handvoll.web.pages import person, pictures, prints, records, rules, shelf, table

router = Router(
    path="/",
    route_handlers=[
        *shelf.handlers,
        *table.handlers,
        *rules.handlers,
        *records.handlers,
        *person.handlers,
        *pictures.handlers,
        *prints.handlers,
    ],
    include_in_schema=False,
)

__all__ = ["router"]
