"""Records and logs requests and failures: numbers and names of settings, never a word of a text.

Routes fill a `Record` for each request; metrics, spans and the access log observe it. The text of an exception may hold
what a user wrote (`KeyError: 'Anna Miller'`), so logs describe exceptions by kind and place alone.
"""

from __future__ import annotations

import logging
import os
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from dp_gateway.errors import GatewayError, LedgerError, RequestError

if TYPE_CHECKING:
    from dp_gateway.pipeline.results import Totals


@dataclass(slots=True)
class Record:
    """The record of one request; observers are told it when the request is done.

    Attributes:
        route: name of the API shape, or path of a route of the gateway's own.
        started: `time.time()` of its arrival.
        client, policy, upstream: names in the settings; empty where it did not come so far.
        status: HTTP status of the reply.
        code: of the error, where it was refused or failed.
        streamed: the reply went out piece by piece.
        aborted: the client went away.
        sanitize, upstream_first, upstream_total, restore, total: seconds.
        bytes_in, bytes_out: bodies.
        entities, words, epsilon: entities replaced, words drawn, and the certified price of both; infinite for no
            guarantee.
        restored: surrogates found in the reply.
        traceparent: of the client's trace, as the W3C writes it; empty where it sent none.
    """

    route: str
    started: float = field(default_factory=time.time)
    client: str = ""
    policy: str = ""
    upstream: str = ""
    status: int = 0
    code: str = ""
    streamed: bool = False
    aborted: bool = False
    sanitize: float = 0.0
    upstream_first: float = 0.0
    upstream_total: float = 0.0
    restore: float = 0.0
    total: float = 0.0
    bytes_in: int = 0
    bytes_out: int = 0
    entities: int = 0
    words: int = 0
    epsilon: float = 0.0
    restored: int = 0
    traceparent: str = ""

    def take(self, totals: Totals) -> None:
        """Take the figures of a request."""
        self.entities, self.words, price, _ = totals
        self.epsilon = price.epsilon


Observer = Callable[[Record], None]
"""Called once when a request is done; must not raise, and must not block."""

STAGES = ("sanitize", "upstream_first", "upstream_total", "restore", "total")
_FACTS = (
    "route", "client", "policy", "upstream", "status", "code", "streamed", "aborted",
    "bytes_in", "bytes_out", "entities", "words", "epsilon", "restored",
)  # fmt: skip


class AccessLog:
    """An observer that writes. `descriptor`: of the file to write to; None takes standard error."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stderr.fileno() if descriptor is None else descriptor

    def __call__(self, record: Record) -> None:
        """Write one line."""
        when = datetime.fromtimestamp(record.started, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": when}
        for name in _FACTS:
            line[name] = getattr(record, name)
        line["milliseconds"] = {name: round(1000 * getattr(record, name), 3) for name in STAGES}
        # One call: lines of several workers do not run into each other.
        try:
            os.write(self._descriptor, orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        except OSError:
            # A full disk or a closed pipe must not stop the gateway, and there is nowhere left to say so.
            return


_DEEPEST = 4
_FRAMES = 4


def describe(error: BaseException) -> str:
    """Describe an exception and what led to it: classes, and file, line and function of the innermost frames."""
    chain: list[str] = []
    link: BaseException | None = error
    while link is not None and len(chain) < _DEEPEST:
        chain.append(_one(link))
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return ", after ".join(chain)


def _one(error: BaseException) -> str:
    frames = list(traceback.walk_tb(error.__traceback__))[-_FRAMES:]
    places = [f"{Path(frame.f_code.co_filename).name}:{line} {frame.f_code.co_name}" for frame, line in frames]
    kind = type(error).__name__
    # Errors of this package hold no text of a user; those of requests may quote a provider.
    if isinstance(error, GatewayError) and (isinstance(error, LedgerError) or not isinstance(error, RequestError)):
        kind += f" ({error.message}; next: {error.hint})"
    return f"{kind} at {' < '.join(reversed(places))}" if places else kind


class ContentFree(logging.Formatter):
    """Formats log records of all libraries: the first line of the message, and exceptions by `describe`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record as one line, without text of any request."""
        # Further lines are asyncio's, which shows objects there, and with them what they hold.
        message = record.getMessage().strip().partition("\n")[0]
        if message.startswith("Traceback"):
            message = "failed; what led to it is left out"
        if record.exc_info and record.exc_info[1] is not None:
            message += f": {describe(record.exc_info[1])}"
        return f"{self.formatTime(record)} {record.levelname} {record.name}: {message}"


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"content_free": {"()": "dp_gateway.server.logs.ContentFree"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "content_free"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"presidio-analyzer": {"level": "ERROR"}},  # it warns of every recognizer of another language
}
"""Configuration of `logging` for a server process."""
