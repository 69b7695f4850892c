"""One thread that owns a SQLite connection and commits what is waiting together: one sync of the disk for many."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from dp_gateway.errors import GatewayError, LedgerUnavailable

__all__ = ["GroupCommit"]

_LARGEST_GROUP = 512
_T = TypeVar("_T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]


class GroupCommit:
    """Runs functions of a connection in transactions, in order.

    Args:
        connect: opens the connection, in the thread that will use it.
        failed: what a database error means to the caller.
    """

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], failed: Callable[[sqlite3.Error], GatewayError]
    ) -> None:
        self._connect, self._failed = connect, failed
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[sqlite3.Connection], _T]) -> Future[_T]:
        """The future result of a function; it is set when the disk has it."""
        future: Future[_T] = Future()
        if not self._thread.is_alive():
            future.set_exception(LedgerUnavailable("the ledger is closed", hint="start the gateway again"))
        else:
            self._jobs.put((job, future))
        return future

    @property
    def opened(self) -> Future[None]:
        """Done when the connection is open, or cannot be opened."""
        return self._opened

    def close(self) -> None:
        """Finish what is waiting, and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            connection = self._connect()
        except sqlite3.Error as error:
            self._opened.set_exception(self._failed(error))
            return
        except BaseException as error:
            self._opened.set_exception(error)
            return
        self._opened.set_result(None)
        going = True
        while going:
            group, going = self._next_group()
            if group:
                self._commit(connection, group)
        connection.close()

    def _next_group(self) -> tuple[list[_Job], bool]:
        job = self._jobs.get()
        group: list[_Job] = []
        while job is not None:
            group.append(job)
            if len(group) == _LARGEST_GROUP:
                return group, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _commit(self, connection: sqlite3.Connection, group: list[_Job]) -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [job(connection) for job, _ in group]
            connection.execute("COMMIT")
        except Exception as error:
            told = self._failed(error) if isinstance(error, sqlite3.Error) else error
            if connection.in_transaction:
                connection.rollback()
            for _, future in group:
                future.set_exception(told)
            return
        for (_, future), result in zip(group, results, strict=True):
            if not future.cancelled():
                future.set_result(result)
