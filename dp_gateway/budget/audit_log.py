"""Writes what was spent, by whom, under which guarantee, without content, to an append-only log whose lines form a
chain.

The server and the tables write it; `log_chain` says how lines follow each other, `recovery` adds them up.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import logging
import os
import re
import secrets
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.budget.accounts import counts_epsilon
from dp_gateway.budget.base import Mark
from dp_gateway.budget.guards import Sealed
from dp_gateway.budget.log_chain import FIRST, Line, LogHead, follows, is_sealed, read_line, written
from dp_gateway.budget.spent import Spent
from dp_gateway.errors import LedgerCorrupt, LedgerUnavailable
from dp_gateway.privacy.guarantee import epsilon_json

_LOG = logging.getLogger("dp_gateway")

_LONGEST_LINE = 1 << 16

_TRIAL = 4096

_LONGEST_ID = 40

_BEGINS = re.compile(rb'\{"log":"([0-9a-f]+)"')


class AuditLog:
    """Appends to a file that several processes of a machine may share; beside the event loop, many lines at a time.

    Args:
        path: created with mode 0600 where there is none.
        key: seals the marks.

    Attributes:
        path: as given.
        head: of what was written last; None before that.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self.path, self._key = path, key
        # The line that is known to have been written here last; None where nothing is known of this place.
        self._here: Line | None = None
        self._waiting: deque[tuple[Mapping[str, Any], Future[None]]] = deque()
        self._known: list[tuple[str, int]] = []
        # What was written last need not be verified again.
        self._written: tuple[bytes, _Tail] | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="audit-log")
        self._writing = threading.Lock()
        self.head: LogHead | None = None

    def append(self, record: Mapping[str, Any]) -> Future[None]:
        """Write one record; done when the disk has it, with `LedgerError` where it cannot be written."""
        done: Future[None] = Future()
        self._waiting.append((record, done))
        self._writer.submit(self._flush)
        return done

    def close(self) -> None:
        """Write what is waiting, and end the thread."""
        self._writer.shutdown()

    def _flush(self) -> None:
        group = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not group:
            return
        error: Exception | None = None
        try:
            self.write([record for record, _ in group])
        except Exception as failed:
            error = failed
        for _, done in group:
            if done.set_running_or_notify_cancel():
                done.set_exception(error) if error is not None else done.set_result(None)

    def write(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Write some records in the thread that calls, which waits for the disk. Raises LedgerError where they cannot
        be written.
        """
        try:
            with self._writing:
                self._write(records)
        except OSError as failed:
            raise self.away(failed) from None

    def begin(self, records: Sequence[Mapping[str, Any]]) -> ReadyLines | None:
        """Make some records ready to be written, and keep others from writing meanwhile; None where that would take
        time: others write, or the log does not end in what was written here last.
        """
        if self._written is None or not self._writing.acquire(blocking=False):
            return None
        file: FileIO | None = None
        try:
            # Each write waits for the disk.
            file = FileIO(os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_DSYNC), "r+")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = self._as_written(file)
            if found is not None and os.path.samestat(os.fstat(file.fileno()), os.stat(self.path)):
                return ReadyLines(self, file, found[0], *self._lines(records, found[1]))
        except OSError:
            # `write` finds it too, and says so.
            pass
        except BaseException:
            self.end(file)
            raise
        self.end(file)
        return None

    def end(self, file: FileIO | None) -> None:
        """Give back the lock of the log, so that other processes may write again."""
        if file is not None:
            file.close()
        self._writing.release()

    def _write(self, records: Sequence[Mapping[str, Any]]) -> None:
        with self._locked() as file:
            size, tail = self._as_written(file) or self._mended(file)
            self.put(file, size, *self._lines(records, tail))

    def _lines(self, records: Sequence[Mapping[str, Any]], tail: _Tail) -> tuple[list[bytes], _Tail]:
        lines: list[bytes] = []
        for record in records:
            line, tail = self._line(record, tail)
            lines.append(line)
        return lines, tail

    def put(self, file: FileIO, size: int, lines: Sequence[bytes], tail: _Tail, *, synced: bool = False) -> None:
        """Append lines to a file to which nobody else writes, and wait for the disk.

        Args:
            size: of the file.
            lines, tail: what is written, and the end of the log that it makes.
            synced: each write to the file waits for the disk.

        Raises:
            OSError: they cannot be written.
        """
        written = b"\n".join(lines) + b"\n"
        try:
            if file.write(written) != len(written):
                raise OSError(0, "the disk took a part of it")
            if not synced:
                os.fsync(file.fileno())
        except OSError:
            # A line that was written in part would break the chain.
            file.truncate(size)
            raise
        self.head, self._here = tail.head, tail.line
        self._written = lines[-1] + b"\n", tail

    @contextmanager
    def _locked(self) -> Generator[FileIO]:
        # One that was written to is not made anew.
        flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT if self._here is None else 0)
        try:
            with locked(self.path, flags) as file:
                yield file
        except FileNotFoundError:
            if self._here is None:
                raise
            raise self._lost(self._here.number) from None

    def _line(self, record: Mapping[str, Any], tail: _Tail) -> tuple[bytes, _Tail]:
        """A record as a line, and the end of the log that it makes."""
        log, number, before = tail.line.log, tail.line.number, tail.line.mark
        mark = Mark(*record.get("ledger", before))
        if mark.ledger in ("", before.ledger):
            # Workers may come in another order than their steps did.
            mark = max(mark, before)
        line = Line(log, number + 1, tail.hash, mark)
        content = written(record, line, self._key)
        return content, _Tail(line, hashlib.sha256(content).hexdigest())

    def _as_written(self, file: FileIO) -> tuple[int, _Tail] | None:
        """What `_mended` gives, where the log ends in what was written here last; None where it does not."""
        if self._written is None:
            return None
        line, tail = self._written
        descriptor = file.fileno()
        size = os.fstat(descriptor).st_size
        same = size >= len(line) and os.pread(descriptor, len(line), size - len(line)) == line
        return (size, tail) if same else None

    def _mended(self, file: FileIO) -> tuple[int, _Tail]:
        """Where the next line begins, and what it follows; a torn line of a writer that died is cut off."""
        size = file.seek(0, os.SEEK_END)
        whole = _end_of_lines(file, size)
        tail = self._last(file, whole)
        if whole < size:
            file.seek(0)
            # A log of one torn line still says which log it is.
            begins = _BEGINS.match(file.read(_LONGEST_ID))
            self._acknowledged(tail.line._replace(log=begins[1].decode()) if begins else tail.line)
            self._check_follows(file, tail.line)
            record = {"time": round(time.time(), 3), "event": "cut", "bytes": size - whole}
            line, tail = self._line(record, tail)
            file.truncate(whole)
            file.write(line + b"\n")
            os.fsync(file.fileno())
            size = whole + len(line) + 1
            _LOG.warning("the last line of the audit log was torn, never acknowledged, and is cut off")
        self._acknowledged(tail.line)
        self._check_follows(file, tail.line)
        return size, tail

    def _acknowledged(self, last: Line) -> None:
        """Refuse a log that ends before a line that was acknowledged."""
        known = max((number for log, number in self._known if log == last.log), default=0)
        if self.head is not None and self.head.log == last.log:
            known = max(known, self.head.number)
        if last.number < known:
            raise LedgerCorrupt(
                f"the audit log ends at line {last.number}, and line {known} was written; nothing was sent",
                hint=verify_and_mend("see what it is worth", self.path),
            )

    def _check_follows(self, file: FileIO, last: Line) -> None:
        """Refuse a log that stands where another one was written to, and does not say that it follows it."""
        here = self._here
        if here is None or last.log == here.log:
            return
        if last.number == 0:
            raise self._lost(here.number)
        file.seek(0)
        if not follows(file.read(_LONGEST_LINE).partition(b"\n")[0], here, self._key):
            raise LedgerCorrupt(
                "the audit log is another one than was written to, and was not rotated; nothing was sent",
                hint=f"give the log back, or keep this one and begin a new one: {rotate_lost(self.path)}",
            )
        self._here = last

    def _lost(self, number: int) -> LedgerCorrupt:
        return LedgerCorrupt(
            f"the audit log is missing or empty, and line {number} was written; nothing was sent",
            hint=f"give the log back, or begin a new one: {rotate_lost(self.path)}",
        )

    def _last(self, file: FileIO, end: int) -> _Tail:
        if end == 0:
            return _Tail(Line(secrets.token_hex(8), 0, FIRST), FIRST)
        begin = max(end - _LONGEST_LINE, 0)
        file.seek(begin)
        line = file.read(end - begin).rstrip(b"\n").rpartition(b"\n")[2]
        found = read_line(line)
        if found is None or not is_sealed(found, self._key):
            raise LedgerCorrupt(
                "the audit log does not end in a record of its own; nothing was sent",
                hint=verify_and_mend("see what is wrong with it", self.path),
            )
        return _Tail(found, hashlib.sha256(line).hexdigest())

    def open(self, known: Iterable[tuple[str, int]] = (), here: Sealed | None = None) -> Mark:
        """Look at the end of the log, cut off a torn line, and give the mark of the ledger that it holds.

        Args:
            known: ids of logs, and numbers of lines, that were acknowledged.
            here: what is known of the log at this place; None for nothing.

        Raises:
            LedgerCorrupt: its end was changed, or is missing, or it is another log that does not follow this one.
            LedgerUnavailable: it cannot be read or written.
        """
        self._known = list(known)
        self._here = Line(here.log, here.number, "", here.mark) if here is not None else None
        try:
            with self._locked() as file:
                return self._mended(file)[1].line.mark
        except OSError as error:
            raise self.away(error) from None

    def check(self) -> None:
        """Find out whether a line could be written. Raises LedgerError where it could not."""
        try:
            with self._locked() as file:
                size, _ = self._mended(file)
                try:
                    if file.write(b" " * _TRIAL) != _TRIAL:
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                finally:
                    file.truncate(size)
        except OSError as error:
            raise self.away(error) from None

    def away(self, error: OSError) -> LedgerUnavailable:
        """Turn an error of the disk into the error that is raised."""
        return LedgerUnavailable(
            f"the audit log cannot be written: {error.strerror}; nothing was sent",
            hint="see audit_log of [ledger], and whether the disk is full",
        )


class ReadyLines:
    """Lines that are ready to be written to a log; until `drop` is called nobody else writes to it."""

    def __init__(self, log: AuditLog, file: FileIO, size: int, lines: Sequence[bytes], tail: _Tail) -> None:
        self._log, self._file, self._size, self._lines, self._tail = log, file, size, lines, tail

    def write(self) -> None:
        """Write them, and wait for the disk. Raises LedgerUnavailable where they cannot be written."""
        try:
            self._log.put(self._file, self._size, self._lines, self._tail, synced=True)
        except OSError as failed:
            raise self._log.away(failed) from None

    def drop(self) -> None:
        """Give back the lock: others may write, and nothing more is written here."""
        self._log.end(self._file)


@contextmanager
def locked(path: Path, flags: int) -> Generator[FileIO]:
    """Lock a log, so that nobody else writes to it; if it was rotated meanwhile, the one that stands there now."""
    while True:
        with FileIO(os.open(path, flags, 0o600), "r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                moved = not os.path.samestat(os.fstat(file.fileno()), os.stat(path))
            except FileNotFoundError:
                moved = True
            if moved:
                continue
            yield file
        return


def verify_and_mend(look: str, path: Path) -> str:
    """Return a hint for a log that was damaged: what to look at, and the commands that do so and begin a new one."""
    begin = rotate_lost(path)
    return (
        f"{look} (dp-gateway audit verify {path}), give it its last copy back, or keep it and begin a new one: {begin}"
    )


def rotate_lost(path: Path) -> str:
    """Return the command that begins a new log where one was lost or damaged."""
    return f"dp-gateway audit rotate --lost {path}"


class _Tail(NamedTuple):
    line: Line
    hash: str

    @property
    def head(self) -> LogHead:
        return LogHead(self.line.log, self.line.number, self.hash)


def _end_of_lines(file: FileIO, size: int) -> int:
    """Where the last whole line ends."""
    end = size
    if size:
        file.seek(size - 1)
        if file.read(1) == b"\n":
            return size
    while end > 0:
        begin = max(end - _LONGEST_LINE, 0)
        file.seek(begin)
        at = file.read(end - begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0


def record_of(now: float, event: str, spent: Spent, count: str, mark: Mark) -> dict[str, Any]:
    """Make the record of an event, without content.

    Args:
        now: seconds since the epoch.
        event: "spent", or "refunded" where nothing left after all.
        count: whether its levels are certified or nominal.
        mark: of the ledger, after it.
    """
    epsilon, delta = spent.certified
    draws = sorted({(c.mechanism, c.epsilon, c.delta, c.index) for c in spent.charges})
    return {
        "time": round(now, 3),
        "event": event,
        "request": spent.ask.id,
        "tenant": spent.caller.tenant,
        "key": spent.caller.name,
        "accounts": [one.account for one in spent.ask.limits if counts_epsilon(one.account)],
        "taken": spent.taken,
        "ledger": list(mark),
        "charged": [epsilon_json(spent.epsilon), spent.delta],
        "guarantee": {
            "epsilon": epsilon_json(epsilon),
            "delta": delta,
            "levels": count,
            "composition": "basic",
            "draws": [
                {"mechanism": name, "epsilon": epsilon_json(level), "delta": lost, "index": index}
                for name, level, lost, index in draws
            ],
        },
        "units": hashlib.sha256(b"".join(sorted(charge.unit for charge in spent.charges))).hexdigest(),
    }
