"""The accountant for callers without an event loop: one loop in a thread of its own serves them all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TypeVar

from dp_gateway.ledger.accountant import Accountant, Payer, Priced
from dp_gateway.ledger.spent import Spent

__all__ = ["BlockingAccountant"]

_T = TypeVar("_T")


class BlockingAccountant:
    """The twin of `Accountant`; safe to use from many threads.

    Args:
        accountant: not open yet.

    Raises:
        LedgerError: its ledger cannot serve.
    """

    def __init__(self, accountant: Accountant) -> None:
        self._accountant = accountant
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="accountant", daemon=True)
        self._thread.start()
        try:
            self._run(accountant.open())
        except BaseException:
            self._end()
            raise

    def _run(self, what: Coroutine[Any, Any, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    @contextmanager
    def spend(self, request: Priced, caller: Payer, *, model: str = "", idempotency_key: str = "") -> Generator[Spent]:
        """See `Accountant.spend`."""
        context = self._accountant.spend(request, caller, model=model, idempotency_key=idempotency_key)
        spent = self._run(context.__aenter__())
        try:
            yield spent
        finally:
            # The accountant looks at `spent.left` alone: what went wrong in between is the caller's to raise.
            self._run(context.__aexit__(None, None, None))

    def close(self) -> None:
        """Close the ledger, and end the thread."""
        try:
            self._run(self._accountant.close())
        finally:
            self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
