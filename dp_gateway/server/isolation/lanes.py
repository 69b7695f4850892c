"""Lanes of workers: short texts never wait behind long ones, nor behind one that a worker does not come back from."""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from dp_gateway.errors import Overloaded
from dp_gateway.server.isolation.pool import Job, Worker, WorkerPool, opened, patient

SHORT = 4000
"""Characters of the texts of a request that are looked at in the lane of the short ones: some dozens of milliseconds
at the most."""

_SHORT_SECONDS = 10.0
"""Time limit for those: a hundred times what they take."""

_SERVING_SECONDS = 0.1
"""Seconds of computing, or of waiting for others, after which a worker no longer counts as serving its lane."""

_STARVED_SECONDS = 0.5
"""The same by the clock for a worker that is given no processor: on a busy machine a fork takes from all, and what is
new computes half as much again for the same texts; but several are given more than one."""

_LOOK_SECONDS = 0.005
"""Seconds at least until whoever waits looks again at a worker that has nearly computed for so long."""

_MORE = 3
"""Workers beyond its own that a lane may have for a time, while others do not come back."""

_BEHIND = 5
"""How nice a worker for long texts is to the event loop and to those for short ones."""

HELD = 32
"""Workers at once that restore streams."""


@dataclass(eq=False)
class _Turn:
    """What a lane knows of a job that is being done.

    Attributes:
        began: when it was let in.
        starved: seconds by the clock after which its worker no longer serves, though it was given no processor.
        worker: None until there is one.
        before: what that had computed before.
    """

    began: float
    starved: float
    worker: Worker | None = None
    before: float | None = None

    def left(self, now: float) -> float:
        """For how many seconds from now at least its worker counts as serving; none are left to one that is stuck."""
        left = _SERVING_SECONDS + self.began - now
        if left > 0:
            return left
        starved = self.starved + self.began - now
        if self.worker is None:
            return starved
        computed = self.worker.computed()
        if self.before is None or computed is None:
            return left
        computing = min(_SERVING_SECONDS + self.before - computed, starved)
        return left if computing > 0 and self.worker.sleeps() else computing


class Lane:
    """Workers for one kind of texts, forked when they are first needed.

    Args:
        workers: how many there are as a rule.
        nice: how far they stand behind other processes.
        shorter: a lane for shorter texts of that kind. A worker that is idle there is taken in place of a new one: it
            has read what a conversation said before it grew so long.
    """

    def __init__(self, pool: WorkerPool, workers: int, nice: int, shorter: Lane | None = None) -> None:
        self._pool, self._usual, self._nice, self._shorter = pool, workers, nice, shorter
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._busy: list[_Turn] = []
        self._line: deque[threading.Condition] = deque()

    def run(self, job: Job, seconds: float) -> Any:
        """Wait for a worker, have it do a job, and return its result.

        Raises:
            GatewayError: nothing can come of it, or not in time.
        """
        turn = self._turn(seconds)
        worker: Worker | None = None
        try:
            worker = self._worker()
            turn.before, turn.worker = worker.computed(), worker
            answer = worker.ask(job, seconds)
        except BaseException:
            if worker is not None:
                worker.end()
            worker = None
            raise
        finally:
            self._given_back(turn, worker)
        return opened(answer)

    def _turn(self, seconds: float) -> _Turn:
        """Wait until a worker may be taken."""
        asked = time.monotonic()
        with self._lock:
            called = threading.Condition(self._lock)
            # Whoever comes while another one wakes up would go first: on a busy machine some would wait for seconds.
            self._line.append(called)
            try:
                while True:
                    now, wait = time.monotonic(), _SERVING_SECONDS
                    if called is self._line[0]:
                        serving = [left for turn in self._busy if (left := turn.left(now)) > 0]
                        stuck = len(self._busy) - len(serving)
                        if len(self._busy) - min(stuck, _MORE) < self._usual:
                            self._busy.append(turn := _Turn(now, min(seconds, _STARVED_SECONDS)))
                            return turn
                        wait = max(_LOOK_SECONDS, min([wait, *serving]))
                    if now - asked > patient(seconds):
                        raise Overloaded("every process for such texts is taken", hint="try again later")
                    called.wait(wait)
            finally:
                self._line.remove(called)
                self._call()

    def _call(self) -> None:
        """Wake up who is first in line."""
        if self._line:
            self._line[0].notify()

    def _worker(self) -> Worker:
        """A worker that is idle, or a new one."""
        while True:
            worker = self._rested() or (self._shorter._rested() if self._shorter is not None else None)
            if worker is None:
                return self._pool.fork(self._nice)
            if worker.waits():
                return worker
            worker.end()  # somebody has killed it meanwhile

    def _rested(self) -> Worker | None:
        """A worker that is idle here, which is the caller's from then on."""
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _given_back(self, turn: _Turn, worker: Worker | None) -> None:
        with self._lock:
            self._busy.remove(turn)
            if worker is not None and worker.left > 0 and len(self._idle) < self._usual:
                self._idle.append(worker)
                worker = None
            self._call()
        if worker is not None:
            worker.end()

    def fill(self) -> None:
        """Fork the usual workers ahead of the first request."""
        with self._lock:
            missing = self._usual - len(self._idle) - len(self._busy)
        for _ in range(missing):
            worker = self._pool.fork(self._nice)
            with self._lock:
                self._idle.append(worker)

    def close(self) -> None:
        """End the workers that do nothing; those that are busy end with their job."""
        with self._lock:
            idle, self._idle, self._usual = self._idle, [], 0
        for worker in idle:
            worker.end()


class Lanes:
    """A lane for short texts, one for long ones, and two for whole requests and replies. `processes`: how many workers
    there are as a rule for texts, one of them for long ones.
    """

    def __init__(self, pool: WorkerPool, processes: int) -> None:
        self.pool = pool
        self.short = Lane(pool, max(processes - 1, 1), 0)
        self.long = Lane(pool, 1, _BEHIND)
        self.medium = Lane(pool, 1, _BEHIND)
        self.whole = Lane(pool, 1, _BEHIND, self.medium)
        self._held = threading.Semaphore(HELD)
        self._spare: list[Worker] = []
        self._closed = False

    def detect(self, job: Job, seconds: float, *, usual: bool) -> Any:
        """Detect entities, in the lane for texts of such a length. `usual`: the detection is the usual one, which takes
        no time worth speaking of for short texts.
        """
        if job.size <= SHORT:
            return self.short.run(job, min(seconds, _SHORT_SECONDS) if usual else seconds)
        return self.long.run(job, seconds)

    def hold(self, seconds: float) -> Worker:
        """Take a worker for oneself, for what comes piece by piece; `let_go` gives it back. Raises Overloaded where
        there are as many as there may be.
        """
        if not self._held.acquire(timeout=patient(seconds)):
            raise Overloaded("as many long streams are restored as may be", hint="try again later")
        # One operation of a list: two threads never have the same.
        with suppress(IndexError):
            if (spare := self._spare.pop()).waits():
                return spare
            spare.end()
        try:
            return self.pool.fork(_BEHIND)
        except BaseException:
            self._held.release()
            raise

    def let_go(self, worker: Worker, *, done: bool = False) -> None:
        """End a worker that was held, or keep it for the next one. `done`: it has ended what it did, and waits; a fork
        takes longer than to restore most streams.
        """
        if done and worker.left > 0 and not self._spare and not self._closed:
            self._spare.append(worker)
        else:
            worker.end()
        self._held.release()

    def close(self) -> None:
        """Close the pools of all lanes."""
        self._closed = True
        for lane in (self.short, self.long, self.medium, self.whole):
            lane.close()
        while self._spare:
            self._spare.pop().end()
