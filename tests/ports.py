"""Ports for servers that tests start in processes of their own."""

from __future__ import annotations

import socket
import time

__all__ = ["free_port"]

_FIRST, _LAST = 15_000, 32_000
"""Below the ports that a system gives to connections: no connection takes one meanwhile."""


def free_port() -> int:
    """A port of 127.0.0.1 that nothing listens on."""
    while True:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port := _FIRST + time.perf_counter_ns() // 100 % (_LAST - _FIRST)))
            except OSError:
                continue
            return port
