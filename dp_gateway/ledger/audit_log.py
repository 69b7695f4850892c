"""An append-only log of what was spent, by whom, under which guarantee; without content.

Each line is a JSON object with the SHA-256 of the line before it, so that a changed, missing or reordered line breaks
the chain. A cut end is found by comparing with the last hash noted elsewhere.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from dp_gateway.errors import InputError, LedgerUnavailable
from dp_gateway.ledger.base import Ask
from dp_gateway.ledger.spent import Spent
from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["AuditLog", "Verified", "verify"]

_FIRST = "0" * 64
_LONGEST_LINE = 1 << 16


class Verified(NamedTuple):
    """What a look at a log found.

    Attributes:
        lines: in order.
        head: hash of the last one.
        broken: number of the first line, from 1, that does not follow from the one before it; None where all do.
    """

    lines: int
    head: str
    broken: int | None


class AuditLog:
    """Appends to a file that several processes of a machine may share.

    Args:
        path: created with mode 0600 where there is none.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, now: float, ask: Ask, spent: Spent, tenant: str, key: str) -> None:
        """Write one record, and sync it.

        Raises:
            LedgerUnavailable: it cannot be written.
        """
        epsilon, delta = spent.certified
        record = {
            "time": round(now, 3),
            "tenant": tenant,
            "key": key,
            "accounts": [limit.account for limit in ask.limits],
            "charged": epsilon_json(spent.epsilon),
            "epsilon": epsilon_json(epsilon),
            "delta": delta,
            "mechanisms": sorted({charge.mechanism for charge in spent.charges}),
            "units": hashlib.sha256(b"".join(sorted(charge.unit for charge in spent.charges))).hexdigest(),
        }
        try:
            self._write(record)
        except OSError as error:
            raise LedgerUnavailable(
                f"the audit log cannot be written: {error.strerror}", hint="see audit_log of [ledger]"
            ) from None

    def _write(self, record: dict[str, Any]) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "rb+", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - _LONGEST_LINE, 0))
            lines = file.read().splitlines()
            previous = hashlib.sha256(lines[-1]).hexdigest() if lines else _FIRST
            file.write(orjson.dumps({"previous": previous, **record}) + b"\n")
            os.fsync(descriptor)


def verify(path: Path) -> Verified:
    """Follow the chain of a log.

    Raises:
        InputError: it cannot be read.
    """
    expected, count = _FIRST, 0
    try:
        with path.open("rb") as file:
            for count, line in enumerate(file, 1):
                if not line.endswith(b"\n") or _previous(line) != expected:
                    return Verified(count, expected, count)
                expected = hashlib.sha256(line[:-1]).hexdigest()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint="name the audit_log of [ledger]") from None
    return Verified(count, expected, None)


def _previous(line: bytes) -> object:
    try:
        record: Any = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return record.get("previous") if isinstance(record, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
