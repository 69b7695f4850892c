"""No prompt in a log: the OpenAI SDK 2.x writes whole requests at level DEBUG."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["quiet"]

_LOGGER = logging.getLogger("openai._base_client")
_asking: ContextVar[bool] = ContextVar("dp_gateway_asking", default=False)


def _not_ours(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG or not _asking.get()


@contextmanager
def quiet() -> Generator[None]:
    """While it is open, the SDK writes no debug records of this thread or task; those of others are as ever."""
    _LOGGER.addFilter(_not_ours)  # the second time it does nothing
    token = _asking.set(True)
    try:
        yield
    finally:
        _asking.reset(token)
