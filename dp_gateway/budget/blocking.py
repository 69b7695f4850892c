"""Runs an accountant in a thread of its own, which serves all callers without an event loop.

The till makes one for a blocking client, the command line for tables.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.accounts import Priced
from dp_gateway.budget.base import Caller
from dp_gateway.budget.spent import Spent
from dp_gateway.errors import LedgerUnavailable

_T = TypeVar("_T")


class BlockingAccountant:
    """The twin of `Accountant`; safe to use from many threads and event loops, not in a child that was forked later.
    `make`: makes the accountant, in the thread that will use it. Raises LedgerError where its ledger cannot serve.
    """

    def __init__(self, make: Callable[[], Accountant]) -> None:
        self._loop = asyncio.new_event_loop()
        self._process = os.getpid()
        self._thread = threading.Thread(target=self._loop.run_forever, name="accountant", daemon=True)
        self._thread.start()
        try:
            self._accountant = self._run(self._open(make)).result()
        except BaseException:
            self._end()
            raise

    @staticmethod
    async def _open(make: Callable[[], Accountant]) -> Accountant:
        accountant = make()
        await accountant.open()
        return accountant

    def _run(self, what: Coroutine[Any, Any, _T]) -> Future[_T]:
        if os.getpid() != self._process or not self._thread.is_alive():
            what.close()
            raise LedgerUnavailable(
                "the accountant was closed, or belongs to the process that this one was forked from",
                hint="make a client in each process",
            )
        return asyncio.run_coroutine_threadsafe(what, self._loop)

    def start(self, call: Callable[[Accountant], Coroutine[Any, Any, _T]]) -> Future[_T]:
        """Call what the accountant is for, in its thread and in the context of the caller; what comes of it."""
        return self._run(call(self._accountant))

    @contextmanager
    def spend(self, request: Priced, caller: Caller, *, model: str = "", idempotency_key: str = "") -> Generator[Spent]:
        """Reserve the price of a request and settle it at the end of the block, as `Accountant.spend` does."""
        wanted = self._accountant.reserve(request, caller, model=model, idempotency_key=idempotency_key)
        spent = self._run(wanted).result()
        try:
            yield spent
        finally:
            self._run(self._accountant.finish(spent)).result()

    def close(self) -> None:
        """Close the ledger, and end the thread; nothing where that was done."""
        if not self._thread.is_alive() or os.getpid() != self._process:
            return
        try:
            self._run(self._accountant.close()).result()
        finally:
            self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
