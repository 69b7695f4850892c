"""The server's side of its other processes: starts them, and hands them jobs."""

from __future__ import annotations

import atexit
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from dp_gateway import errors
from dp_gateway.errors import ConfigurationError, GatewayError, RequestError

if TYPE_CHECKING:
    from dp_gateway.server.isolation.template import Answer

_What = tuple[str, bytes]
"""Names what a template loads: the `load` and the pickled `settings` of a `Job`."""

_LOADED = "found", None

_GRACE = 1.0
"""Seconds after the alarm of a worker within which the kernel has ended it."""

_PATIENCE = 5
"""So many times its limit of computing time may a job take by the clock: a busy machine lets it wait for its turn."""

_JOBS = 5000
"""What a pipeline has seen makes its vocabulary grow, and large texts make the process large: a worker that has had so
many jobs is replaced. One that is replaced takes what it knows of a session with it, so a text of an agent's length
counts as few, and one of 7 MB as all of them."""

_CHARACTERS_OF_JOB = 100_000


class Doing(NamedTuple):
    """The words for a job that fails: what was being done, what became of the text, and a code."""

    doing: str
    text: str
    code: str


REQUESTS = Doing("finding what is private in the request", "nothing was sent", "sanitizing")
REPLIES = Doing("restoring the reply", "the rest of it was not passed on", "restoring")

DETECTION = "dp_gateway.server.isolation.loaded:detection"
"""Makes the detection of a policy; a server loads it first, and names its pool by it."""

DOOR, PLAIN = "dp_gateway.server.isolation.jobs:door", "dp_gateway.server.isolation.jobs:plain"
NOTHING = pickle.dumps(None)
"""Settings of `PLAIN`."""


class Job(NamedTuple):
    """A job that a worker is asked to do.

    Attributes:
        load: what makes the object that does it, as MODULE:NAME.
        settings: pickled, what that takes.
        method, arguments, named: what is called of it.
        size: of its texts, in characters or bytes.
        doing: how it is spoken of where it fails.
        refuses: its errors are meant for the sender of the request.
        begun: told, in the thread that asks, each thing that may be used while the rest of it is done.
    """

    load: str
    settings: bytes
    method: str
    arguments: Sequence[Any] = ()
    named: Mapping[str, Any] = MappingProxyType({})
    size: int = 0
    doing: Doing = REQUESTS
    refuses: bool = True
    begun: Callable[[Any], None] | None = None


class Worker:
    """A process that works, one job at a time. `process`: as given. `left`: jobs before it is to be replaced."""

    def __init__(self, jobs: Connection, process: int) -> None:
        self._jobs, self.process = jobs, process
        # `Connection.poll` makes one each time.
        self._answered = select.poll()
        self._answered.register(jobs.fileno(), select.POLLIN)
        self.left = _JOBS

    def ask(self, job: Job, seconds: float) -> Answer:
        """Have the worker do a job, and wait for its answer.

        Args:
            seconds: how long it may compute; what waits for others may take `_PATIENCE` times as long.

        Raises:
            RequestError: it took longer than that, or broke down; it is to be ended then.
        """
        start, patience, doing = time.monotonic(), patient(seconds), job.doing
        self.left -= 1 + (job.size // _CHARACTERS_OF_JOB) ** 2
        load, settings, method, arguments, named, *_ = job
        try:
            self._jobs.send((load, settings, method, job.refuses, seconds, patience, arguments, dict(named)))
            while self._answered.poll(1000 * (patience + _GRACE)):
                answer: Answer = self._jobs.recv()
                if answer[0] != "begun":
                    return answer
                doing = REPLIES
                if job.begun is not None:
                    job.begun(answer[1])
        except (EOFError, OSError):
            pass
        raise _too_long(doing, seconds) if time.monotonic() - start >= seconds else _broken(doing)

    def waits(self) -> bool:
        """Return whether it lives, and has nothing to say."""
        return not self._answered.poll(0)

    def computed(self) -> float | None:
        """Return the processor seconds that it was given since its fork; None if the system does not tell."""
        # What `clock_getcpuclockid` gives on Linux; the module `time` has that for threads alone.
        clock = ~self.process << 3 | 2
        with suppress(OSError):
            return time.clock_gettime(clock) if sys.platform == "linux" else None
        return None

    def sleeps(self) -> bool:
        """Return whether it waits for what others do, such as a model that it asks; not for a processor, or to be
        heard.
        """
        with suppress(OSError):
            state = Path(f"/proc/{self.process}/stat").read_bytes().rpartition(b")")[2].split()[0]
            return state == b"S" and not self._jobs.poll()
        return True

    def end(self) -> None:
        """End it, whatever it is doing."""
        if self._jobs.closed:
            return
        self._jobs.close()
        self.kill()

    def kill(self) -> None:
        """End what it is doing; whoever waits for its answer hears of it."""
        with suppress(ProcessLookupError):  # its alarm was first
            os.kill(self.process, signal.SIGKILL)


class WorkerPool:
    """A template, which forks workers. `first`: what the template imports before anything is asked of it, as
    MODULE:NAME; empty for nothing.
    """

    def __init__(self, first: str = "") -> None:
        self._first = first
        self._template: subprocess.Popen[bytes] | None = None
        self._control: Connection | None = None
        self._lock = threading.Lock()
        self._wanted: list[_What] = []
        self._asked: list[_What] = []
        self._answers: dict[_What, Answer] = {}

    def start(self) -> None:
        """Start the template: it imports what it needs while this process imports its own modules."""
        with self._lock:
            self._begun()

    def prepare(self, load: str, settings: bytes) -> None:
        """Begin to load something, for all workers that are forked from now on; see `Job`."""
        with self._lock:
            what = load, settings
            if what not in self._wanted:
                self._wanted.append(what)
            control = self._begun()
            if what not in self._answers and what not in self._asked:
                try:
                    control.send(what)
                    self._asked.append(what)
                except OSError:
                    self._forget()
                    self._begun()

    def wait(self, begun: Sequence[_What]) -> None:
        """Wait for what was begun. Raises ConfigurationError, MissingPackage: something cannot be had."""
        with self._lock:
            self._wait()
            failed = [what for what in set(begun) if self._answers.get(what, _LOADED)[0] != _LOADED[0]]
            answers = [self._answers.pop(what) for what in failed]
        for answer in answers:
            opened(answer)

    def _wait(self) -> None:
        while self._asked:
            answer: Answer = self._received()
            self._answers[self._asked.pop(0)] = answer

    def fork(self, nice: int) -> Worker:
        """Fork a further worker. `nice`: how far behind other processes it stands. Raises RequestError: the template
        breaks down.
        """
        try:
            return self._forked(nice)
        except RequestError:
            # It had ended since it was last asked: the next one loads again.
            return self._forked(nice)

    def _forked(self, nice: int) -> Worker:
        with self._lock:
            control = self._begun()
            self._wait()
            own, other = socket.socketpair()
            jobs = Connection(own.detach())
            with other:
                try:
                    control.send(None)
                    control.send(nice)
                    send_handle(control, other.fileno(), self._template.pid if self._template else 0)
                except OSError:
                    raise self._ended() from None
                process: Any = self._received()
            return Worker(jobs, process)

    def _received(self) -> Any:
        try:
            return self._begun().recv()
        except (EOFError, OSError):
            raise self._ended() from None

    def _ended(self) -> RequestError:
        """The template has ended."""
        self._forget()
        return _broken(REQUESTS)

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
        control.send((sys.path, self._first))
        # What the one before it had loaded, if it has ended.
        for what in self._wanted:
            control.send(what)
        self._asked += self._wanted
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
    """Return the result in a worker's answer, or raise the error in it. Raises GatewayError: as the worker raised it,
    or without its text where it is none of this package.
    """
    kind, value = answer
    if kind == "found":
        return value
    if kind in ("error", "refused"):
        name, message, hint, more = value
        found: Any = getattr(errors, name, ConfigurationError)
        raised: GatewayError = found(message, hint=hint, **more)
        raise raised
    raise GatewayError(f"a detector failed: {value}", hint="see what it says about such texts")


def patient(seconds: float) -> float:
    """Return how long by the clock a job may take that may compute for so long."""
    return _PATIENCE * seconds


def _too_long(doing: Doing, seconds: float) -> RequestError:
    return RequestError(
        f"{doing.doing} took longer than {seconds:g} seconds of computing; {doing.text}",
        hint="send less text at a time, or raise sanitizing_seconds of [limits]",
        status=503,
        code=f"{doing.code}_timeout",
    )


def _broken(doing: Doing) -> RequestError:
    return RequestError(
        f"the process for {doing.doing} ended; {doing.text}",
        hint="try again; where it happens again, see how much memory there is",
        status=503,
        code=f"{doing.code}_failed",
    )


def shared_pool(name: str = "") -> WorkerPool:
    """Return the pool of this process, which services share, so that a reload does not load everything again. `name`:
    tells pools apart; what its template imports first, see `WorkerPool`.
    """
    return _shared(name, os.getpid())


@cache
def _shared(name: str, process: int) -> WorkerPool:
    del process  # a fork has a pool of its own
    return WorkerPool(name)
