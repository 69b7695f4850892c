"""How far the time of a request may run ahead: one request from a wrong clock must not fill a window of the future.

Ledgers ask before they reserve. What is dated behind the last request needs no bound: a ledger writes it where it wrote
last, so a clock that goes back opens no window.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from dp_gateway.errors import LedgerUnavailable

__all__ = ["FAR", "Clock", "steady"]

NEAR = 3600.0
"""How far a gateway's clock may be ahead of the clock of the ledger's server."""

FAR = 40 * 86400.0
"""How far a request may be ahead of the last one, besides the time that passed; what no window is longer than."""

_AWAY = 400 * 86400.0
"""How long a ledger on a file may have been without a gateway; nobody but this machine's clock knows."""


def steady() -> float:
    """Seconds that only go forward, time asleep included; what they are counted from means nothing."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Clock:
    """Bounds the times of requests; one for each open ledger.

    Args:
        steady: see the function of that name.
    """

    def __init__(self, steady: Callable[[], float] = steady) -> None:
        self._steady = steady
        self._server: tuple[float, float] | None = None
        self._last: tuple[float, float] | None = None

    def told(self, server: float) -> None:
        """The ledger's server says that it is now this late."""
        self._server = server, self._steady()

    def resume(self, last: float) -> None:
        """The last request of a ledger on a file, which another process wrote."""
        self._last = last, self._steady() - _AWAY

    def accept(self, now: float) -> None:
        """Take note of the time of a request.

        Raises:
            LedgerUnavailable: it is too far ahead.
        """
        at = self._steady()
        if self._server is not None:
            server, told = self._server
            _refuse(now - server - (at - told), NEAR, "set it (timedatectl), and look at the clock of the server")
        if self._last is not None:
            last, then = self._last
            _refuse(now - last - (at - then), FAR, "set it (timedatectl); if it is right now, start the gateway again")
        if self._last is None or now >= self._last[0]:
            self._last = now, at


def _refuse(ahead: float, most: float, hint: str) -> None:
    if ahead > most:
        raise LedgerUnavailable(
            f"the clock of this machine is {ahead / 86400:.1f} days ahead of the ledger; nothing was sent", hint=hint
        )
