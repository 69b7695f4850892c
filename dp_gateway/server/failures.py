"""What a log may say of a failure: its kind and where it happened, never its text.

The text of an exception may hold what a user wrote (`KeyError: 'Anna Miller'`), and so may what asyncio shows of tasks.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import Any

from dp_gateway.errors import GatewayError, LedgerError, RequestError

__all__ = ["LOGGING", "ContentFree", "describe"]

_DEEPEST = 4
_FRAMES = 4


def describe(error: BaseException) -> str:
    """An exception and what led to it: classes, and file, line and function of the innermost frames."""
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
        """One line."""
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
    "formatters": {"content_free": {"()": "dp_gateway.server.failures.ContentFree"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "content_free"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"presidio-analyzer": {"level": "ERROR"}},  # it warns of every recognizer of another language
}
"""Configuration of `logging` for a server process."""
