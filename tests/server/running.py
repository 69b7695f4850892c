"""A gateway that a test has started."""

from __future__ import annotations

from collections.abc import Callable

from dp_gateway.server.records import Record


class Running:
    """A gateway before a provider."""

    def __init__(self, url: str, records: list[Record]) -> None:
        self.url = url
        self.base = url + "/v1"
        self.records = records


Start = Callable[..., Running]
