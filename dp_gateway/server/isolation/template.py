"""The process that loads what works apart, and forks: python -m dp_gateway.server.isolation.template DESCRIPTOR.

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
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from pkgutil import resolve_name
from typing import Any, cast

Load = Callable[[Any], Any]
"""Makes what workers call, from settings: the detection of a policy, a door, what restores replies."""

Answer = tuple[str, Any]
"""`found` with what was asked for; `error` or `refused` with class, message, hint and further fields of an error of
this package; or `failed` with its description: a text may stand in the message of any other exception, and is not to
leave this process. Before one of these, `begun` with what may be used while the rest is made."""

_KEPT = 64
"""Loaded things that are kept; further ones are made again."""

_COLLECTOR = 20_000, 20, 20
"""A long request makes some hundred thousand objects that live as long as it does, and hardly any cycle."""

_GONE = EOFError, OSError
"""What tells that the other side of a pipe is gone, in whatever is read from it or written to it."""

_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def _answer(make: Callable[[], Any], *, refuses: bool = False) -> Answer:
    """What was made, or why not. `refuses`: a `RequestError` is meant for the sender of the request; else it is that of
    a model that was asked.
    """
    from dp_gateway.errors import GatewayError, RequestError
    from dp_gateway.server.logs import describe

    try:
        return "found", make()
    except RequestError as error:
        if not refuses:
            return "failed", describe(error)
        more = {"param": error.param, "status": error.status, "code": error.code}
        return "refused", (type(error).__name__, error.message, error.hint, more)
    except GatewayError as error:
        return "error", (type(error).__name__, error.message, error.hint, {})
    except Exception as error:
        return "failed", describe(error)


@lru_cache(_KEPT)
def _loaded(load: str, settings: bytes) -> Any:
    loads: Load = resolve_name(load)
    return loads(pickle.loads(settings))


def _warm(load: str, settings: bytes, later: deque[Iterator[None]]) -> None:
    """Load what is asked for, and note what is to be loaded when nothing is asked."""
    made = _loaded(load, settings)
    if hasattr(made, "warm_up"):
        made.warm_up()
    if hasattr(made, "further"):
        later.append(made.further())


def _asked(control: Connection, later: deque[Iterator[None]]) -> Any:
    """What is asked next; until then what is left is loaded, for workers that are forked later, half of the time."""
    took = 0.0
    while later and not control.poll(took):
        began = time.monotonic()
        try:
            next(later[0])
        except Exception:  # it has ended, or failed: then it fails again, and is told, when it is asked for
            later.popleft()
        took = time.monotonic() - began
    return control.recv()


def _template(control: Connection) -> None:
    path, first = control.recv()
    sys.path[:] = path
    # What fails here fails again, and is told, when it is asked for.
    with suppress(Exception):
        resolve_name(first)
    later: deque[Iterator[None]] = deque()
    while True:
        asked = _asked(control, later)
        if asked is not None:
            control.send(_answer(partial(_warm, *asked, later)))
            continue
        nice: int = control.recv()
        descriptor = recv_handle(control)
        # What is loaded is no garbage, and stays shared for as long as nobody writes to it.
        gc.collect()
        gc.freeze()
        template = os.getpid()
        process = os.fork()
        if process == 0:
            control.close()
            with suppress(*_GONE):
                _work(Connection(descriptor), nice, template)
            os._exit(0)
        os.close(descriptor)
        control.send(process)


def _work(jobs: Connection, nice: int, template: int) -> None:
    """Do what is asked until nobody asks any more, or the template is gone. `template`: its process."""
    gc.enable()
    gc.set_threshold(*_COLLECTOR)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        # The kernel tells of a parent that ends from here on, not of one that has ended since the fork.
        if os.getppid() != template:
            return
    os.nice(nice)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # Their default action ends the process whatever it is doing, without the interpreter having a say. One counts what
    # the process computes, so that others that keep the machine busy end nothing; the other is for what only waits.
    for alarm in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(alarm, signal.SIG_DFL)
    while True:
        load, settings, method, refuses, seconds, patience, arguments, named = jobs.recv()
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, patience)
        answer = _answer(partial(_called, load, settings, method, arguments, named), refuses=refuses)
        if answer[0] == "found" and isinstance(answer[1], Generator):
            answer = _in_steps(cast(Generator[Any, None, Any], answer[1]), jobs, refuses=refuses)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        jobs.send(answer)


def _in_steps(steps: Generator[Any, None, Any], jobs: Connection, *, refuses: bool) -> Answer:
    """What a method returns that yields what may be used before."""
    ended: list[Any] = []

    def step() -> Any:
        try:
            return next(steps)
        except StopIteration as end:
            ended.append(end.value)
            return end.value

    while (answer := _answer(step, refuses=refuses))[0] == "found" and not ended:
        jobs.send(("begun", answer[1]))
    return answer


def _called(load: str, settings: bytes, method: str, arguments: Any, named: Any) -> Any:
    return getattr(_loaded(load, settings), method)(*arguments, **named)


if __name__ == "__main__":
    # The server decides when this is over; a signal to all of its processes would come too early.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # Forks that ended are nobody's to wait for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # What is loaded is no garbage; the workers look for theirs.
    gc.disable()
    with suppress(*_GONE):
        _template(Connection(int(sys.argv[1])))
