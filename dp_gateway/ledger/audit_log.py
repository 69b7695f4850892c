"""An append-only log of what was spent, by whom, under which guarantee; without content.

Each line is a JSON object with its number and the SHA-256 of the line before it, so that a changed, missing or
reordered line breaks the chain. A chain that was cut at its end is whole: that is found by the ledger, which keeps the
number and the hash of the last line that it was told of (every minute, and when the gateway ends). Lines that were
written after that and cut off again leave no trace, and neither does a chain that was written anew from its first line
by somebody who may write to the ledger too.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.errors import InputError, LedgerCorrupt, LedgerUnavailable
from dp_gateway.ledger.accounts import whose
from dp_gateway.ledger.spent import Spent
from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["HEADS", "AuditLog", "Head", "Verified", "record_of", "verify"]

HEADS = "audit:"
"""What the accounts begin with in which a ledger keeps the heads of logs."""

_FIRST = "0" * 64
_LONGEST_LINE = 1 << 16
_KEPT_DIGITS = 12


class Head(NamedTuple):
    """The end of a log.

    Attributes:
        log: id of the log, in each of its lines.
        number: of the last line, from 1.
        hash: of the last line.
    """

    log: str
    number: int
    hash: str

    @property
    def kept(self) -> tuple[str, int, int]:
        """As an account, a slot and an amount of a ledger: of the hash as much as fits into a number."""
        return HEADS + self.log, self.number, int(self.hash[:_KEPT_DIGITS], 16)


class Verified(NamedTuple):
    """What a look at a log found.

    Attributes:
        head: of the last line that is in order.
        broken: number of the first line, from 1, that does not follow from the one before it; None where all do.
        cut: the ledger was told of a line that is not there, or is another one.
        known: the ledger was told of this log.
    """

    head: Head
    broken: int | None
    cut: bool
    known: bool


class AuditLog:
    """Appends to a file that several processes of a machine may share; beside the event loop, many lines at a time.

    Args:
        path: created with mode 0600 where there is none.

    Attributes:
        head: of what was written last; None before that.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: deque[tuple[Mapping[str, Any], Future[None]]] = deque()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="audit-log")
        self.head: Head | None = None

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
            self._write([record for record, _ in group])
        except OSError as failed:
            error = LedgerUnavailable(
                f"the audit log cannot be written: {failed.strerror}; nothing was sent",
                hint="see audit_log of [ledger], and whether the disk is full",
            )
        except Exception as failed:
            error = failed
        for _, done in group:
            if done.set_running_or_notify_cancel():
                done.set_exception(error) if error is not None else done.set_result(None)

    def _write(self, records: list[Mapping[str, Any]]) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "rb+", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = file.seek(0, os.SEEK_END)
            head = self._last(file, size)
            lines: list[bytes] = []
            for record in records:
                named = {"log": head.log, "number": head.number + 1, "previous": head.hash}
                lines.append(orjson.dumps(named | dict(record)))
                head = Head(head.log, head.number + 1, hashlib.sha256(lines[-1]).hexdigest())
            try:
                written = file.write(b"\n".join(lines) + b"\n")
                if written != sum(map(len, lines)) + len(lines):
                    raise OSError(0, "the disk took a part of it")
                os.fsync(descriptor)
            except OSError:
                # A line that was written in part would break the chain.
                file.truncate(size)
                raise
        self.head = head

    def _last(self, file: Any, size: int) -> Head:
        if size == 0:
            return Head(secrets.token_hex(8), 0, _FIRST)
        file.seek(max(size - _LONGEST_LINE, 0))
        tail = file.read()
        line = tail.rstrip(b"\n").rpartition(b"\n")[2]
        found = _read(line)
        if found is None or not tail.endswith(b"\n"):
            raise LedgerCorrupt(
                "the audit log does not end in a record; nothing was sent",
                hint=f"see what is wrong with it, and move it away: dp-gateway audit verify {self._path}",
            )
        return Head(found[0], found[1], hashlib.sha256(line).hexdigest())


def record_of(now: float, event: str, spent: Spent, count: str) -> dict[str, Any]:
    """A record, without content.

    Args:
        now: seconds since the epoch.
        event: "spent", or "refunded" where nothing left after all.
        spent: what it is about.
        count: whether its levels are certified or nominal.
    """
    epsilon, delta = spent.certified
    draws = sorted({(c.mechanism, c.epsilon, c.delta, c.index) for c in spent.charges})
    return {
        "time": round(now, 3),
        "event": event,
        "request": spent.ask.id,
        "tenant": spent.payer.tenant,
        "key": spent.payer.name,
        "accounts": [one.account for one in spent.ask.limits if not whose(one.account).measure],
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


def verify(path: Path, kept: Mapping[str, tuple[int, int]] | None = None) -> Verified:
    """Follow the chain of a log.

    Args:
        path: of the log.
        kept: what a ledger keeps of logs: (number, hash) by account; see `Head.kept`.

    Raises:
        InputError: it cannot be read.
    """
    head, known, met = Head("", 0, _FIRST), False, False
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                found = _read(line)
                follows = found is not None and found[1:] == (number, head.hash) and found[0] == (head.log or found[0])
                if not follows or found is None or not line.endswith(b"\n"):
                    return Verified(head, number, cut=False, known=known)
                head = Head(found[0], number, hashlib.sha256(line[:-1]).hexdigest())
                told = (kept or {}).get(HEADS + head.log)
                known = told is not None
                met = met or told == head.kept[1:]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint="name the audit_log of [ledger]") from None
    return Verified(head, None, cut=known and not met, known=known)


def _read(line: bytes) -> tuple[str, int, str] | None:
    """Log, number, and hash of the line before; None for what is no record."""
    try:
        record: Any = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(record, dict):
        return None
    log, number, previous = (cast(dict[str, Any], record).get(name) for name in ("log", "number", "previous"))
    if not (isinstance(log, str) and log and isinstance(number, int) and isinstance(previous, str)):
        return None
    return log, number, previous
