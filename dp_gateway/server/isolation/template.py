"""The process that loads detectors and forks: python -m dp_gateway.server.isolation.template DESCRIPTOR.

`pool` starts it and talks to it over the socket of that descriptor; it ends, and its forks with it, when the server
that started it is gone, however that went.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dp_gateway.config import Policy
    from dp_gateway.sanitizer.detection import Detects

__all__ = ["Answer", "Load"]

Load = Callable[["Policy"], "Detects"]

Answer = tuple[str, Any]
"""`found` with the spans, or `error` with class, message and hint of an error of this package, or `failed` with its
description: a text may stand in the message of any other exception, and is not to leave this process."""

_WARM_UP = "Anna Miller from Boston wrote to anna@example.com on 3 May 2024 about $1,250.00."
_DETECTIONS = 64
"""Detections that are kept; further ones are made again."""

_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def _answer(make: Callable[[], Any]) -> Answer:
    from dp_gateway.errors import GatewayError, RequestError
    from dp_gateway.server.failures import describe

    try:
        return "found", make()
    except RequestError as error:
        return "failed", describe(error)
    except GatewayError as error:
        return "error", (type(error).__name__, error.message, error.hint)
    except Exception as error:
        return "failed", describe(error)


def _template(control: Connection) -> None:
    path, load = control.recv()
    sys.path[:] = path

    @lru_cache(_DETECTIONS)
    def detection(policy: bytes) -> Detects:
        loads: Load = resolve_name(load)
        return loads(pickle.loads(policy))

    while True:
        try:
            asked = control.recv()
        except (EOFError, OSError):
            return
        if asked is not None:
            control.send(_answer(lambda asked=asked: _warm(detection, asked)))
            continue
        nice: int = control.recv()
        descriptor = recv_handle(control)
        # What is loaded is no garbage, and stays shared for as long as nobody writes to it.
        gc.collect()
        gc.freeze()
        process = os.fork()
        if process == 0:
            control.close()
            _work(Connection(descriptor), detection, nice)
            os._exit(0)
        os.close(descriptor)
        control.send(process)


def _warm(detection: Callable[[bytes], Detects], policy: bytes) -> None:
    settings = pickle.loads(policy).detection
    made = detection(policy)
    # A pipeline of the user's own may start threads when it first runs, which a fork would lose.
    if settings.model is None and settings.llm is None:
        made.detect([_WARM_UP])


def _work(jobs: Connection, detection: Callable[[bytes], Detects], nice: int) -> None:
    """Look at texts until nobody asks any more."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    os.nice(nice)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # Its default action ends the process whatever it is doing, without the interpreter having a say.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    while True:
        try:
            policy, seconds, arguments = jobs.recv()
        except (EOFError, OSError):
            return
        signal.setitimer(signal.ITIMER_REAL, seconds)
        answer = _answer(lambda job=(policy, arguments): detection(job[0]).detect(*job[1]))
        signal.setitimer(signal.ITIMER_REAL, 0)
        jobs.send(answer)


if __name__ == "__main__":
    # The server decides when this is over; a signal to all of its processes would come too early.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # Forks that ended are nobody's to wait for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _template(Connection(int(sys.argv[1])))
