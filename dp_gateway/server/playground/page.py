"""The page: one document without external assets, and the headers that keep it so."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["Page", "page"]


class Page(NamedTuple):
    """The document, and the headers that belong to it."""

    html: str
    headers: Mapping[str, str]


@cache
def page() -> Page:
    """Style and script stand in the document; no others run, and nothing is asked of any other server."""
    folder = files("dp_gateway.server.playground")
    names = ("page.html", "style.css", "view.js", "plot.js", "script.js")
    html, style, *scripts = ((folder / name).read_text(encoding="utf-8") for name in names)
    script = "".join(scripts)
    allowed = (
        "default-src 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'",
        "connect-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
    headers = {
        "content-security-policy": "; ".join(allowed),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
    return Page(html.replace("/*style*/", style).replace("/*script*/", script), headers)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
