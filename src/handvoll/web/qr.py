"""QR codes, for the phone across the table."""

from __future__ import annotations

from io import BytesIO

import segno


def svg(text: str) -> bytes:
    """A QR code as an SVG that scales with its place on the page."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=2, dark="#2c2420", light="#fffaf0", omitsize=True, xmldecl=False, svgns=True
    )
    return out.getvalue()
