"""The server's side of the processes that detect: starts them, hands them texts, and replaces those that were ended."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from typing import TYPE_CHECKING, Any

from dp_gateway import errors
from dp_gateway.errors import ConfigurationError, GatewayError, RequestError

if TYPE_CHECKING:
    from dp_gateway.server.isolation.template import Answer

__all__ = ["Pool", "Worker", "shared_pool"]

DETECTION = "dp_gateway.sanitizer.detection:detection_of"

_LOADED = "found", None

_GRACE = 1.0
"""Seconds after the alarm of a worker within which the kernel has ended it."""

_JOBS = 5000
"""What a pipeline has seen makes its vocabulary grow: a worker that has had so many requests is replaced."""


class Worker:
    """A process that detects, one request at a time.

    Args:
        jobs: the pipe to it.
        process: its id.

    Attributes:
        left: requests before it is to be replaced.
    """

    def __init__(self, jobs: Connection, process: int) -> None:
        self._jobs, self._process = jobs, process
        self.left = _JOBS

    def ask(self, policy: bytes, arguments: Sequence[Any], seconds: float) -> Answer:
        """What it finds.

        Raises:
            RequestError: it took longer than that, or broke down; it is to be ended then.
        """
        start = time.monotonic()
        try:
            self._jobs.send((policy, seconds, arguments))
            if self._jobs.poll(seconds + _GRACE):
                return self._jobs.recv()
        except (EOFError, OSError):
            pass
        raise _too_long(seconds) if time.monotonic() - start >= seconds else _broken()

    def end(self) -> None:
        """End it, whatever it is doing."""
        if self._jobs.closed:
            return
        self._jobs.close()
        with suppress(ProcessLookupError):  # its alarm was first
            os.kill(self._process, signal.SIGKILL)


class Pool:
    """A template, and the lanes of its workers.

    Args:
        load: what makes the detection of a policy, as MODULE:NAME.
    """

    def __init__(self, load: str = DETECTION) -> None:
        self._load = load
        self._template: subprocess.Popen[bytes] | None = None
        self._control: Connection | None = None
        self._lock = threading.Lock()
        self._asked: list[bytes] = []
        self._answers: dict[bytes, Answer] = {}

    def prepare(self, policy: bytes) -> None:
        """Begin to load the detection of a policy (pickled), for all workers that are forked from now on."""
        with self._lock:
            if policy not in self._answers and policy not in self._asked:
                self._begun().send(policy)
                self._asked.append(policy)

    def wait(self, policies: Sequence[bytes]) -> None:
        """Wait for what was begun.

        Raises:
            ConfigurationError, MissingPackage: a detection cannot be had.
        """
        with self._lock:
            self._wait()
            failed = [policy for policy in set(policies) if self._answers.get(policy, _LOADED)[0] != _LOADED[0]]
            answers = [self._answers.pop(policy) for policy in failed]
        for answer in answers:
            opened(answer)

    def _wait(self) -> None:
        while self._asked:
            answer: Answer = self._received()
            self._answers[self._asked.pop(0)] = answer

    def fork(self, nice: int) -> Worker:
        """A further worker.

        Args:
            nice: how far behind other processes it stands.
        """
        with self._lock:
            self._wait()
            control = self._begun()
            own, other = socket.socketpair()
            with other:
                control.send(None)
                control.send(nice)
                send_handle(control, other.fileno(), self._template.pid if self._template else 0)
                process: Any = self._received()
            return Worker(Connection(own.detach()), process)

    def _received(self) -> Any:
        try:
            return self._begun().recv()
        except (EOFError, OSError):
            self._forget()
            raise _broken() from None

    def _begun(self) -> Connection:
        if self._control is not None:
            return self._control
        own, other = socket.socketpair()
        with other:
            command = [sys.executable, "-m", "dp_gateway.server.isolation.template", str(other.fileno())]
            one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
            self._template = subprocess.Popen(
                command, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL, env={**os.environ, **one_thread}
            )
        self._control = control = Connection(own.detach())
        control.send((sys.path, self._load))
        atexit.register(self._forget)
        return control

    def _forget(self) -> None:
        """Let go of the template; the next fork starts another one, and loads again."""
        atexit.unregister(self._forget)
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._template is not None:
            self._template.kill()
            self._template.wait()
        self._asked.clear()
        self._answers.clear()

    close = _forget


def opened(answer: Answer) -> Any:
    """What an answer holds.

    Raises:
        GatewayError: as the worker raised it, or without its text where it is none of this package.
    """
    kind, value = answer
    if kind == "found":
        return value
    if kind == "error":
        name, message, hint = value
        found: Any = getattr(errors, name, ConfigurationError)
        raised: GatewayError = found(message, hint=hint)
        raise raised
    raise GatewayError(f"a detector failed: {value}", hint="see what it says about such texts")


def _too_long(seconds: float) -> RequestError:
    return RequestError(
        f"finding what is private in the request took longer than {seconds:g} seconds; nothing was sent",
        hint="send less text at a time, or raise sanitizing_seconds of [limits]",
        status=503,
        code="sanitizing_timeout",
    )


def _broken() -> RequestError:
    return RequestError(
        "the process that looks for what is private ended; nothing was sent",
        hint="try again; where it happens again, see how much memory there is",
        status=503,
        code="sanitizing_failed",
    )


def shared_pool(load: str = DETECTION) -> Pool:
    """The pool of this process: services share it, so that a reload does not load the detectors again.

    Args:
        load: see `Pool`.
    """
    return _shared(load, os.getpid())


@cache
def _shared(load: str, process: int) -> Pool:
    del process  # a fork has a pool of its own
    return Pool(load)
