"""One thread for the small matrix products of the tagger, whatever the rest of the process gives NumPy.

Its matrices are so small that a second thread saves nothing, and waits for a whole time slice where the cores are busy:
a hundred times the work itself. The network calls `one_thread` around its passes.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

__all__ = ["one_thread"]

_lock = Lock()
# The limit is the process's: the last pass that ends lifts what the first one set.
_running = 0
_limited: Any = None


@cache
def _libraries() -> Any:
    controller: Any = import_module("threadpoolctl").ThreadpoolController()
    return controller.select(user_api="blas")


@contextmanager
def one_thread() -> Generator[None]:
    """While this lasts, matrix products of this process run in the thread that asks for them."""
    global _running, _limited  # noqa: PLW0603
    with _lock:
        if not _running:
            _limited = _libraries().limit(limits=1)
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                _limited.restore_original_limits()
