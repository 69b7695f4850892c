"""The access log: one line of JSON per request on standard error; numbers and names of settings alone."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import Any

import orjson

from dp_gateway.server.records import Record

__all__ = ["AccessLog"]

_STAGES = ("sanitize", "upstream_first", "upstream_total", "restore", "total")
_FACTS = (
    "route", "client", "policy", "upstream", "status", "code", "streamed", "aborted",
    "bytes_in", "bytes_out", "entities", "words", "epsilon", "restored",
)  # fmt: skip


class AccessLog:
    """An observer that writes.

    Args:
        descriptor: of the file to write to; None takes standard error.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stderr.fileno() if descriptor is None else descriptor

    def __call__(self, record: Record) -> None:
        """Write one line."""
        when = datetime.fromtimestamp(record.started, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": when}
        for name in _FACTS:
            line[name] = getattr(record, name)
        line["milliseconds"] = {name: round(1000 * getattr(record, name), 3) for name in _STAGES}
        # One call: lines of several workers do not run into each other.
        try:
            os.write(self._descriptor, orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        except OSError:
            # A full disk or a closed pipe must not stop the gateway, and there is nowhere left to say so.
            return
