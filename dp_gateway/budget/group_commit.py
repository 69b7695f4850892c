"""Runs jobs on a SQLite file in transactions: what is waiting is committed together, and synced by a thread.

`SqliteLedger` writes reservations so, and the server the responses that it keeps.
"""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import queue
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from dp_gateway.errors import GatewayError, LedgerUnavailable

_LARGEST_GROUP = 512

_T = TypeVar("_T")


class ReadyNotes(Protocol):
    """Notes that are ready to be written."""

    def write(self) -> None:
        """Write the notes, in whatever thread this is called."""
        ...

    def drop(self) -> None:
        """Let go of the notes, which are written or will not be; called on the event loop, which has the lock of the
        interpreter.
        """
        ...


class Notes(Protocol):
    """A place where notes of jobs are written."""

    def begin(self, records: list[Any], /) -> ReadyNotes | None:
        """Make some ready, on the event loop; None where that would take time."""
        ...

    def write(self, records: list[Any], /) -> None:
        """Write some notes to the log, which is on disk when this returns."""
        ...


class Noted(NamedTuple):
    """The result of a job of which a note is written elsewhere, once the disk has what the job did. `result`: of the
    job. `notes`: where those of a group are written. `note`: what is written for this job.
    """

    result: Any
    notes: Notes
    note: Any


class _Job(NamedTuple):
    run: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]
    brief: bool
    done: Callable[[], None] | None


class _Group(NamedTuple):
    """Jobs of one transaction; `results` are those of jobs that have run, and None where they have yet to; `begun`
    their notes, where these are ready.
    """

    jobs: list[_Job]
    results: list[Any] | None
    begun: ReadyNotes | None = None


_LATER_SECONDS = 0.25
"""How long a job that may wait for others waits for them."""

_MOST_AT_ONCE, _MOST_LATER = 16, 32
"""Brief jobs that run on the event loop in one go: each takes some tenths of a millisecond, one that may wait less."""

_QUIET_SECONDS, _GATHER_SECONDS = 1e-4, 1e-2
"""A turn of the event loop that takes less is one in which nobody else did anything; how long a transaction waits for
others while the event loop is busy with them.
"""

BUSY_SECONDS, _BETWEEN = 10, 0.002
"""How long, and how often, another process is waited for that writes."""


class GroupCommit:
    """Runs functions of a connection in transactions, in order, for the event loop that makes it.

    What takes time is done in a thread: opening, long jobs, waiting for other processes, and syncing the disk. Brief
    jobs run on the event loop. The interpreter's lock is let go and taken again for each row of each statement, so
    that in a thread they would wait some fifty times for whatever the event loop is at.

    Args:
        connect: opens the connection, in the thread; where jobs are brief, for use in others too, and not waiting.
        failed: what a database error means to the caller.
        check: called before each transaction; nothing is done where it raises.
        ending: called with the connection after the jobs of a transaction, before it is committed.
        undone: called after a transaction that was not committed.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        failed: Callable[[sqlite3.Error], GatewayError],
        check: Callable[[], None] = lambda: None,
        ending: Callable[[sqlite3.Connection], None] = lambda _: None,
        undone: Callable[[], None] = lambda: None,
    ) -> None:
        self._connect, self._failed, self._check, self._ending, self._undone = connect, failed, check, ending, undone
        self._loop = asyncio.get_running_loop()
        self._jobs: deque[_Job] = deque()
        self._later: deque[_Job] = deque()
        self._handed: queue.SimpleQueue[_Group | None] = queue.SimpleQueue()
        self._busy, self._asked, self._waits, self._due = True, False, False, False
        self._gathers, self._turned = 0.0, 0.0
        self._closed = False
        self._connection: sqlite3.Connection | None = None
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)
        self._thread.start()

    def submit(
        self,
        job: Callable[[sqlite3.Connection], _T],
        *,
        brief: bool = False,
        later: bool = False,
        done: Callable[[], None] | None = None,
    ) -> asyncio.Future[_T]:
        """Run a function in the next transaction; its future result is set when the disk has it.

        Args:
            brief: it takes well below a millisecond.
            later: it may wait for a moment for others, to be committed with them.
            done: is called when the disk has it, before anybody who waits for a job of the same transaction goes on.
        """
        future: asyncio.Future[_T] = self._loop.create_future()
        if self._closed:
            future.set_exception(LedgerUnavailable("the ledger is closed", hint="start the gateway again"))
        elif later:
            self._later.append(_Job(job, future, brief, done))
            if not self._waits:
                self._waits = True
                self._loop.call_later(_LATER_SECONDS, self._wait_no_longer)
        else:
            self._jobs.append(_Job(job, future, brief, done))
            if not self._asked and not self._busy:
                self._gather()
        return future

    def hurry(self) -> None:
        """Do with the next transaction what may wait for others."""
        self._due = bool(self._later)

    @property
    def opened(self) -> asyncio.Future[None]:
        """Done when the connection is open, or cannot be opened."""
        return self._opened

    async def close(self) -> None:
        """Finish what is waiting, and end the thread."""
        while self._thread.is_alive() and (self._busy or self._jobs or self._later):
            self.hurry()
            with suppress(GatewayError):
                await self.submit(lambda _: None)
        self._closed = True
        self._handed.put(None)
        await asyncio.to_thread(self._thread.join)

    def _wait_no_longer(self) -> None:
        self._waits, self._due = False, True
        self._next()

    def _gather(self) -> None:
        """Wait for what others ask for, as long as the event loop is busy with them: they are committed together, and
        nobody would be answered earlier. Who is alone waits for one turn of it.
        """
        self._asked = True
        self._gathers = self._turned = time.perf_counter()
        self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        now = time.perf_counter()
        quiet = now - self._turned < _QUIET_SECONDS
        if quiet or now - self._gathers > _GATHER_SECONDS or len(self._jobs) >= _MOST_AT_ONCE:
            self._next()
        else:
            self._turned = now
            self._loop.call_soon(self._turn)

    def _next(self) -> None:
        """Begin a transaction, unless one is under way: what came meanwhile is then begun when that is done."""
        self._asked = False
        self._due = self._due and bool(self._later)
        if self._busy or not (self._jobs or self._due):
            return
        jobs: list[_Job] = []
        if self._due or len(self._later) >= _MOST_AT_ONCE:
            jobs = [self._later.popleft() for _ in range(min(len(self._later), _MOST_LATER))]
        brief = all(job.brief for job in (*jobs, *itertools.islice(self._jobs, 1)))
        most = len(jobs) + (_MOST_AT_ONCE if brief else _LARGEST_GROUP)
        while self._jobs and len(jobs) < most and (self._jobs[0].brief or not brief):
            jobs.append(self._jobs.popleft())
        self._busy = True
        if brief:
            self._do_here(jobs)
        else:
            self._handed.put(_Group(jobs, None))

    def _do_here(self, jobs: list[_Job]) -> None:
        connection = self._connection
        assert connection is not None
        try:
            self._check()
            connection.execute("BEGIN IMMEDIATE")
            results = self._done_all(connection, jobs)
            told = _told(results)
            self._handed.put(_Group(jobs, results, told[0].notes.begin([one.note for one in told]) if told else None))
        except Exception as error:
            self._roll_back(connection)
            if isinstance(error, sqlite3.Error) and _is_busy(error):
                self._handed.put(_Group(jobs, None))
            else:
                self._loop.call_soon(self._done, _Group(jobs, [self._meant(error)] * len(jobs)))

    def _done_all(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[Any]:
        results = [job.run(connection) for job in jobs]
        self._ending(connection)
        return results

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.rollback()
        self._undone()

    def _run(self) -> None:
        try:
            connection = self._connection = self._connect()
        except BaseException as error:
            self._tell(self._open_with, self._meant(error))
            return
        self._tell(self._open_with, None)
        while (group := self._handed.get()) is not None:
            self._tell(self._done, self._commit(connection, group))
        connection.close()

    def _open_with(self, error: BaseException | None) -> None:
        self._closed = self._closed or error is not None
        _set(self._opened, error)
        self._done(_Group([], []))

    def _commit(self, connection: sqlite3.Connection, group: _Group) -> _Group:
        jobs, results, begun = group
        try:
            if results is None:
                self._check()
                _begin(connection)
                results = self._done_all(connection, jobs)
            if not connection.in_transaction:
                raise sqlite3.OperationalError("the transaction was rolled back")
            # Takes the lock of the interpreter once; a statement takes it for each of its steps.
            connection.commit()
        except Exception as error:
            self._roll_back(connection)
            return _Group(jobs, [self._meant(error)] * len(jobs), begun)
        return _Group(jobs, _noted(results, begun), begun)

    def _meant(self, error: BaseException) -> BaseException:
        return self._failed(error) if isinstance(error, sqlite3.Error) else error

    def _tell(self, call: Callable[[_T], None], what: _T) -> None:
        with suppress(RuntimeError):  # the loop has ended, and nobody waits
            self._loop.call_soon_threadsafe(call, what)

    def _done(self, group: _Group) -> None:
        self._busy = False
        if group.begun is not None:
            group.begun.drop()
        together = list(zip(group.jobs, group.results or (), strict=True))
        for job, result in together:
            if job.done is not None and not isinstance(result, BaseException):
                job.done()
        for job, result in together:
            _set(job.future, result)
        if self._jobs:
            self._gather()
        else:
            self._next()


def _begin(connection: sqlite3.Connection) -> None:
    """Begin to write; where another process does, wait for it."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() > end:
                raise
        time.sleep(_BETWEEN)


def _is_busy(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def _told(results: list[Any]) -> list[Noted]:
    return [one for one in results if isinstance(one, Noted)]


def _noted(results: list[Any], begun: ReadyNotes | None) -> list[Any]:
    """Write the notes of a group; a job of which there is one gives its result, and the error of writing or None."""
    told = _told(results)
    if not told:
        return results
    failed: Exception | None = None
    try:
        if begun is not None:
            begun.write()
        else:
            told[0].notes.write([one.note for one in told])
    except Exception as error:
        failed = error
    return [(one.result, failed) if isinstance(one, Noted) else one for one in results]


def _set(future: asyncio.Future[Any], outcome: Any) -> None:
    if future.done():
        return
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def create_private(path: Path) -> None:
    """Make the file of a database, of mode 0600, where there is none; the ledger and kept responses call it.

    One that is there is not opened: closing it would end all locks that this process has on it (POSIX). Another process
    that closes the database would then take itself for the last, and delete the log that connections here write to.
    Raises OSError where it cannot be made, read or written.
    """
    with suppress(FileExistsError):
        os.close(os.open(os.path.realpath(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if path.is_dir() or not os.access(path, os.R_OK | os.W_OK):
        number = errno.EISDIR if path.is_dir() else errno.EACCES
        raise OSError(number, os.strerror(number))
