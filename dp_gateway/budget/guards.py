"""Guards ledgers: a bound on clocks that run ahead, and the sealed mark of how far a ledger came.

Ledgers ask the clock before they reserve: one request from a wrong clock must not fill a window of the future. What is
dated behind the last request needs no bound: a ledger writes it where it wrote last, so a clock that goes back opens no
window.

The accountant writes the mark, under a keyed MAC, to a file beside the ledger and to the audit log. A ledger that was
deleted, replaced by another or by an older copy of itself, or that lost its last steps with a damaged write-ahead log,
has another name or fewer steps than its mark. The mark is written after the ledger, so it is never ahead of a ledger
that is whole. It need not be on disk at once: who loses power may lose the last marks, which only makes the check
weaker.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.budget.base import Mark
from dp_gateway.errors import LedgerCorrupt, LedgerUnavailable
from dp_gateway.randomness import keyed_hash

NEAR = 3600.0
"""How far a gateway's clock may be ahead of the clock of the ledger's server."""

FAR = 40 * 86400.0
"""How far a request may be ahead of the last one, besides the time that passed; what no window is longer than."""

_AWAY = 400 * 86400.0
"""How long a ledger on a file may have been without a gateway; nobody but this machine's clock knows."""


def steady() -> float:
    """Count seconds that only go forward, time asleep included; what they are counted from means nothing."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Clock:
    """Bounds the times of requests; one for each open ledger."""

    def __init__(self, steady: Callable[[], float] = steady) -> None:
        self._steady = steady
        self._server: tuple[float, float] | None = None
        self._last: tuple[float, float] | None = None

    def told(self, server: float) -> None:
        """Note that the ledger's server says that it is now this late."""
        self._server = server, self._steady()

    def resume(self, last: float) -> None:
        """Go on from the time of the last request of a ledger on a file, which another process wrote."""
        self._last = last, self._steady() - _AWAY

    def accept(self, now: float) -> None:
        """Take note of the time of a request. Raises LedgerUnavailable where it is too far ahead."""
        self.check(now)
        if self._last is None or now >= self._last[0]:
            self._last = now, self._steady()

    def check(self, now: float) -> None:
        """Find out whether a request of a time would be taken. Raises LedgerUnavailable where it is too far ahead."""
        at = self._steady()
        if self._server is not None:
            server, told = self._server
            _refuse(now - server - (at - told), NEAR, "set it (timedatectl), and look at the clock of the server")
        if self._last is not None:
            last, then = self._last
            _refuse(now - last - (at - then), FAR, "set it (timedatectl); if it is right now, start the gateway again")


def _refuse(ahead: float, most: float, hint: str) -> None:
    if ahead > most:
        raise LedgerUnavailable(
            f"the clock of this machine is {ahead / 86400:.1f} days ahead of the ledger; nothing was sent", hint=hint
        )


RECOVER = "stop the gateway, and rebuild the ledger from the audit log: dp-gateway budget recover --config FILE"
"""The command that mends a ledger."""

_SIZE = 256


class Sealed(NamedTuple):
    """The content of a file of a mark.

    Attributes:
        mark: of the ledger.
        log: id of the audit log; empty for none.
        number: of its last line that was written.
        place: a hash of where that log is, see `MarkFile.place_of`; empty in what an earlier version wrote.
    """

    mark: Mark
    log: str = ""
    number: int = 0
    place: str = ""


def seal(key: bytes, *parts: str | int) -> str:
    """Compute the MAC of a mark and of where it stands."""
    return keyed_hash(key).digest("\0".join(map(str, parts)).encode()).hex()[:32]


def check_mark(found: Mark, kept: Mark, where: str) -> None:
    """Compare a ledger with a mark of it. Raises LedgerCorrupt where the ledger is another one, or an earlier state."""
    if not kept.ledger:
        return
    if found.ledger != kept.ledger:
        raise LedgerCorrupt(f"the ledger is not the one that {where} belongs to; nothing was sent", hint=RECOVER)
    if found.step < kept.step:
        raise LedgerCorrupt(
            f"the ledger has {found.step} steps, and {where} says {kept.step}: what was spent since is lost; "
            "nothing was sent",
            hint=RECOVER,
        )


class MarkFile:
    """The mark of a ledger in a file of its own, which the workers of a machine share. `path`: created with mode 0600
    where there is none.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self.path, self._key = path, key
        # What was written last need not be verified again.
        self._last: tuple[bytes, Sealed | None] = b"", None

    def place_of(self, log: Path) -> str:
        """Hash where a log is, seen from here: gateways that share a ledger may have a log each."""
        return hashlib.sha256(os.fsencode(os.path.relpath(log, self.path.parent))).hexdigest()[:16]

    def read(self) -> Sealed | None:
        """Read the mark; None if there is no file."""
        try:
            return self._parsed(self.path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._away(error) from None

    def told_of(self, log: Path) -> Sealed | None:
        """Read the mark, if the log that it names is the one at this place; None otherwise. Raises LedgerError: as
        `read` does.
        """
        kept = self.read()
        return kept if kept is not None and kept.log and kept.place == self.place_of(log) else None

    def raise_to(self, mark: Mark, log: str = "", number: int = 0, place: str = "") -> None:
        """Take note of a step; of a log that is followed by another the new one counts. Raises LedgerCorrupt where the
        file was changed, or is that of another ledger. Raises LedgerUnavailable where it cannot be written.
        """
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX)
                found = os.pread(file, _SIZE, 0)
                kept = self._last[1] if found == self._last[0] else self._parsed(found)
                if kept is not None:
                    if kept.mark.ledger != mark.ledger:
                        raise LedgerCorrupt(
                            "the mark beside the ledger belongs to another one; nothing was sent", hint=RECOVER
                        )
                    mark = mark._replace(step=max(mark.step, kept.mark.step))
                    if not log or (log == kept.log and number < kept.number):
                        log, number, place = kept[1:]
                wanted = Sealed(mark, log, number, place)
                if wanted != kept:
                    written = self._written(wanted)
                    os.pwrite(file, written, 0)
                    self._last = written, wanted
            finally:
                os.close(file)
        except OSError as error:
            raise self._away(error) from None

    def replace(self, mark: Mark) -> None:
        """Begin anew, for a ledger that was rebuilt."""
        self.path.unlink(missing_ok=True)
        self.raise_to(mark)

    def _written(self, sealed: Sealed) -> bytes:
        told = {"ledger": sealed.mark.ledger, "step": sealed.mark.step, "log": sealed.log, "number": sealed.number}
        if sealed.place:
            told["place"] = sealed.place
        line = orjson.dumps(told | {"seal": seal(self._key, "beside", *told.values())})
        return line.ljust(_SIZE - 1) + b"\n"

    def _parsed(self, content: bytes) -> Sealed | None:
        if not content:
            return None
        try:
            told: Any = orjson.loads(content)
        except orjson.JSONDecodeError:
            told = None
        if isinstance(told, dict):
            fields = cast(dict[str, Any], told)
            given = fields.pop("seal", "")
            if isinstance(given, str) and hmac.compare_digest(given, seal(self._key, "beside", *fields.values())):
                mark = Mark(fields["ledger"], fields["step"])
                return Sealed(mark, fields["log"], fields["number"], fields.get("place", ""))
        raise LedgerCorrupt(f"the mark of the ledger, {self.path}, was changed; nothing was sent", hint=RECOVER)

    def _away(self, error: OSError) -> LedgerUnavailable:
        return LedgerUnavailable(
            f"the mark of the ledger, {self.path}, cannot be read or written: {error.strerror}; nothing was sent",
            hint="see who may write to it, and whether the disk is full",
        )
