"""Begins a new audit log where one stands, whose first line says, under its seal, which log it follows.

A gateway refuses a log that is not the one it wrote to: whoever may write files, and has no key, cannot make it forget
what was spent by an empty file in its place. What was written is kept beside the new log; a running gateway goes on.
"""

from __future__ import annotations

import errno
import os
import secrets
import time
from pathlib import Path
from typing import NamedTuple

from dp_gateway.budget.audit_log import locked, rotate_lost
from dp_gateway.budget.base import Mark
from dp_gateway.budget.guards import Sealed
from dp_gateway.budget.log_chain import FIRST, Line, LogHead, follows, opening, read_lines, verify, written
from dp_gateway.errors import InputError, LedgerUnavailable

_FLAGS = os.O_RDWR | os.O_APPEND
_MOST = 100_000


class Rotated(NamedTuple):
    """The outcome of a rotation. `kept`: where the log is now that stood there; None where there was none. `lines`: of
    it, as many as are in order.
    """

    kept: Path | None
    lines: int


def rotate(path: Path, key: bytes, here: Sealed | None, lost: Mark | None = None) -> Rotated:
    """Keep a log under another name, and begin a new one in its place.

    Args:
        here: what the mark of the ledger says of the log at this place; None for nothing.
        lost: the mark of the ledger, to begin a new log where the one that was written is missing or damaged; None
            refuses such a log.

    Raises:
        InputError: there is no log, or it is not whole.
        LedgerUnavailable: a file cannot be read or written.
    """
    try:
        try:
            with locked(path, _FLAGS):
                return _begin(path, key, here, lost)
        except FileNotFoundError:
            if lost is None:
                raise InputError(f"there is no log {path}", hint=f"begin one: {rotate_lost(path)}") from None
            # Nobody makes one meanwhile: a gateway that wrote here refuses a log that is missing.
            return _begin(path, key, here, lost)
    except OSError as error:
        raise LedgerUnavailable(
            f"the audit log cannot be rotated: {error.strerror}", hint="see who may write to its folder"
        ) from None


def _begin(path: Path, key: bytes, here: Sealed | None, lost: Mark | None) -> Rotated:
    head, mark, whole = _end(path, key)
    if not whole or not _is_it(path, head, here, key):
        if lost is None:
            raise InputError(
                f"{path} is not the log that was written, or not all of it",
                hint=f"give the log back; if it is lost, keep what is there and begin a new one: {rotate_lost(path)}",
            )
        before, mark = LogHead(here.log, here.number, "") if here is not None else head, lost
    else:
        before, lost = head, None
    line = Line(secrets.token_hex(8), 1, FIRST, mark)
    record = {"time": round(time.time(), 3), "event": "rotated", "lost": lost is not None, **opening(line, before, key)}
    content = written(record, line, key) + b"\n"
    partial = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        kept = _kept(path)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    return Rotated(kept, head.number)


def _end(path: Path, key: bytes) -> tuple[LogHead, Mark, bool]:
    """The last line that is in order, its mark, and whether that is all; a torn line was never acknowledged."""
    if not path.exists():
        return LogHead("", 0, FIRST), Mark(), False
    found, mark, torn = verify(path, key=key), Mark(), False
    for number, (line, read) in enumerate(read_lines(path), 1):
        if number <= found.head.number and read is not None:
            mark = read.mark
        torn = not line.endswith(b"\n")
    lines = found.head.number + torn
    return found.head, mark, found.broken is None or (torn and found.broken == lines)


def _is_it(path: Path, head: LogHead, here: Sealed | None, key: bytes) -> bool:
    """Whether a log that ends there is the one that was written to, or one that follows it."""
    if not head.log or here is None:
        return bool(head.log)
    if head.log == here.log:
        return head.number >= here.number
    with path.open("rb") as file:
        return follows(file.readline().rstrip(b"\n"), Line(here.log, here.number, "", here.mark), key)


def _kept(path: Path) -> Path | None:
    """Give what stands there a second name, which nobody has: at no time is there no log."""
    for number in range(1, _MOST):
        kept = path.with_name(f"{path.name}.{number}")
        try:
            os.link(path, kept)
        except FileExistsError:
            continue
        except FileNotFoundError:
            return None
        return kept
    raise OSError(errno.EEXIST, "there are too many logs beside it")
