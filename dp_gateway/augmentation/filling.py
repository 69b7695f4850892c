"""The requests of a run: several at a time, repeated where they fail, stopped safely."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from dp_gateway.augmentation.asking import ask, example
from dp_gateway.augmentation.seeds import Filter, Seed
from dp_gateway.augmentation.state import State
from dp_gateway.errors import ModelError, ModelUnreachable
from dp_gateway.llm import LocalModel, RemoteModel
from dp_gateway.llm.replies import parse_list

__all__ = ["Filling", "Progress"]

Progress = Callable[[int, int], None]
"""Called with the phrases that are there and the phrases that are wanted, from one thread at a time."""

_FATAL = (401, 403, 404)
"""A server that answers so to one request answers so to all."""

_COOL, _WARM, _STEP = 0.7, 1.2, 0.15
"""Temperature of the first request of a seed, the highest, and what each further one adds: the same question again
should not bring the same answer."""


@dataclass
class Filling:
    """One run of `augment`, whose arguments its first fields are; counts what it uses."""

    model: LocalModel | RemoteModel
    state: State
    filter: Filter
    count: int
    public: bool
    per_request: int
    rounds: int
    progress: Progress | None
    stop: threading.Event
    halt: threading.Event = field(default_factory=threading.Event)
    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    unreachable: int = 0
    done: int = 0
    total: int = 0
    reasons: dict[Seed, str] = field(default_factory=dict[Seed, str])
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def stopped(self) -> bool:
        """No further request is to be sent."""
        return self.halt.is_set() or self.stop.is_set()

    def known(self, seed: Seed) -> list[str]:
        """The phrases of a seed that may be used."""
        # Checked again: a phrase of an earlier run may be, or contain, a seed of this one.
        return self.filter.new(self.state.known(seed), seed, ())

    def fill_all(self, seeds: Sequence[Seed], all_seeds: int, concurrency: int) -> None:
        """Fill every seed; raises the first error that ends the run, once nothing is under way any more."""
        self.total = all_seeds * self.count
        self.done = self.total - sum(self.count - len(self.known(seed)) for seed in seeds)
        self._tell(0)
        pool = ThreadPoolExecutor(concurrency, thread_name_prefix="augment")
        futures: list[Future[None]] = []
        try:
            futures = [pool.submit(self._fill, seed) for seed in seeds]
            wait(futures, return_when=FIRST_EXCEPTION)
        finally:
            # Also when interrupted from the keyboard: answers under way are waited for and kept.
            if not all(future.done() for future in futures):
                self.halt.set()
            pool.shutdown(wait=True, cancel_futures=True)
        for future in futures:
            if not future.cancelled():
                future.result()

    def _fill(self, seed: Seed) -> None:
        spare = self.rounds
        while not self.stopped:
            known = self.known(seed)
            wanted = min(self.count - len(known), self.per_request)
            if wanted <= 0:
                return
            new = self._request(seed, known, wanted, self.rounds - spare)[: self.count - len(known)]
            if new:
                self.state.add(seed, new)
                self._tell(len(new))
            if len(new) < wanted:
                spare -= 1
                if spare < 0:
                    return

    def _request(self, seed: Seed, known: list[str], wanted: int, failed: int) -> list[str]:
        temperature = min(_COOL + _STEP * failed, _WARM)
        try:
            reply = ask(self.model, seed, wanted, known, public=self.public, temperature=temperature)
        except ModelError as error:
            self._failed(seed, error)
            return []
        entries = parse_list(reply.text)
        with self.lock:
            self.requests += 1
            self.prompt_tokens += reply.prompt_tokens
            self.completion_tokens += reply.completion_tokens
            self.unreachable = 0
            self.reasons[seed] = "" if entries else "MalformedReply: the answer held no list"
        return self.filter.new(entries, seed, (*known, *example()))

    def _failed(self, seed: Seed, error: ModelError) -> None:
        with self.lock:
            self.requests += 1
            self.unreachable += isinstance(error, ModelUnreachable)
            self.reasons[seed] = f"{type(error).__name__}: {error.message}"
            if self.unreachable <= self.rounds and getattr(error, "status", 0) not in _FATAL:
                return
        self.halt.set()
        raise error

    def _tell(self, new: int) -> None:
        with self.lock:
            self.done += new
            if self.progress is not None:
                self.progress(self.done, self.total)
