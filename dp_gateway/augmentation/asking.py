"""The requests of an augmentation: what each asks and costs, how answers are read and kept, several at a time.

`augmentation.run` calls it; a rerun asks for what is not yet among the kept answers, which are JSON lines.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from dp_gateway.augmentation.seeds import Filter, Seed
from dp_gateway.errors import ModelError, ModelUnreachable, StoreError, UntrustedModel
from dp_gateway.llm import JsonSchema, LocalModel, Message, Public, RemoteModel, Reply, load
from dp_gateway.llm.messages import parse_list
from dp_gateway.llm.models import check_declared
from dp_gateway.randomness import OsEntropy
from dp_gateway.text.entities import ENTITY_TYPES

_FORMAT, _VERSION = "dp-gateway augmentation", 1


class State:
    """Phrases by seed; a context manager. Safe to write from several threads, and locked against other processes.

    Args:
        path: the file; created if missing. None keeps everything in memory.
        write: False only reads, and creates nothing.

    Raises:
        StoreError: the file cannot be opened, is damaged, is not such a file, or is in use.
    """

    def __init__(self, path: str | Path | None, *, write: bool = True) -> None:
        self._lock = threading.Lock()
        self._phrases: dict[str, list[str]] = {}
        self._salt = bytes(OsEntropy().uint64(2).tobytes())
        self._file: IO[bytes] | None = None
        if path is None:
            return
        self._path = Path(path)
        try:
            if write:
                self._open()
            elif self._path.exists():
                self._read(self._path.read_bytes())
        except OSError as error:
            self.close()
            raise StoreError(
                f"the state file {path} cannot be used: {error.strerror}", hint="name a file that you may write to"
            ) from None
        except BaseException:
            self.close()
            raise

    def known(self, seed: Seed) -> list[str]:
        """Return the phrases that a seed has so far."""
        with self._lock:
            return list(self._phrases.get(self._id(seed), ()))

    def add(self, seed: Seed, phrases: Sequence[str]) -> None:
        """Keep phrases; from now on they survive the end of this process."""
        with self._lock:
            self._phrases.setdefault(self._id(seed), []).extend(phrases)
            if self._file is not None:
                self._write({"seed": self._id(seed), "phrases": list(phrases)})

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> State:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _id(self, seed: Seed) -> str:
        message = json.dumps(seed).encode()
        return hmac.digest(self._salt, message, "sha256")[: hashlib.sha256().digest_size // 2].hex()

    def _open(self) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
        self._file = os.fdopen(descriptor, "rb+")
        self._take()
        os.chmod(self._path, 0o600)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        # An interrupted write leaves a line without an end; what is appended must not be glued to it.
        self._file.truncate(whole)
        if not self._read(content[:whole]):
            self._write({"format": _FORMAT, "version": _VERSION, "salt": self._salt.hex()})

    def _take(self) -> None:
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(cast(IO[bytes], self._file), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(
                f"the state file {self._path} is in use by another process", hint="wait for it, or name another file"
            ) from None

    def _read(self, content: bytes) -> bool:
        lines = content.splitlines()
        if not lines:
            return False
        try:
            header: Any = json.loads(lines[0])
            if header["format"] != _FORMAT or header["version"] != _VERSION:
                raise ValueError
            self._salt = bytes.fromhex(header["salt"])
            for line in lines[1:]:
                entry: Any = json.loads(line)
                self._phrases.setdefault(str(entry["seed"]), []).extend(str(one) for one in entry["phrases"])
        except (ValueError, KeyError, TypeError):
            raise StoreError(
                f"the state file {self._path} is damaged or of another kind",
                hint="name another file, or remove it and begin anew",
            ) from None
        return True

    def _write(self, entry: dict[str, Any]) -> None:
        file = cast(IO[bytes], self._file)
        file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        file.flush()


_SCHEMA = JsonSchema.of_list("phrases", {"type": "string"})

_CONTEXT = 600
"""Characters of context that are shown."""

_KNOWN = 200
"""Known phrases that are named, so that they are not given again."""

_QUOTING = 4
"""Tokens that an entry of a JSON list has beside its own: quotes, comma, space."""


class Prices(NamedTuple):
    """What a million tokens cost.

    Attributes:
        prompt, completion: price of a million.
        currency: shown beside sums.
    """

    prompt: float
    completion: float
    currency: str = "USD"

    def cost(self, prompt: int, completion: int) -> float:
        """Compute what so many tokens of prompts and answers cost."""
        return (prompt * self.prompt + completion * self.completion) / 1e6


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an augmentation will ask for, worked out before anything is sent.

    Tokens are counted with cl100k, which other models come near. Answers that bring fewer phrases than asked for lead
    to further requests, up to `most_requests`.

    Attributes:
        seeds: seeds that lack phrases.
        phrases: phrases that are missing.
        requests: requests, if every answer is complete.
        most_requests: requests at most.
        prompt_tokens, completion_tokens: of `requests`.
        cost: of `requests`; None without prices.
        currency: of the cost.
    """

    seeds: int
    phrases: int
    requests: int
    most_requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None = None
    currency: str = ""


def check_model(model: object, *, public: bool) -> LocalModel | RemoteModel:
    """Check that a model may be shown the seeds. Raises UntrustedModel where it is remote, and the seeds are not
    declared public. Raises ConfigurationError where it is no model of this package.
    """
    if isinstance(model, RemoteModel) and not public:
        raise UntrustedModel(
            f"seeds and their contexts are private, and {model.name} is not declared local",
            hint="use a LocalModel, or declare that nothing in the seeds is private: public=True (--seeds-are-public)",
        )
    return check_declared(model)


def question(seed: Seed, count: int, known: Sequence[str] = ()) -> list[Message[str]]:
    """Write the messages that ask for phrases. `seed`: what to find others like. `known`: not to be given again."""
    covers = ENTITY_TYPES.get(seed.type)
    context, listed = _around(seed), "; ".join(known[-_KNOWN:])
    return load("augment").fill(
        count=count,
        phrase=seed.phrase,
        type=f"{seed.type} ({covers})" if covers else seed.type,
        context=f"Here is the context that “{seed.phrase}” was used in: “{context}”.\n" if context else "",
        known=f"These are known already, give others: {listed}.\n" if listed else "",
    )


@cache
def example() -> tuple[str, ...]:
    """Return the phrases of the prompt's own example, which small models give back."""
    template = load("augment")
    messages = template.fill(**dict.fromkeys(template.placeholders, ""))
    return tuple(
        phrase for message in messages if message.role == "assistant" for phrase in parse_list(message.content)
    )


def ask(
    model: LocalModel | RemoteModel, seed: Seed, count: int, known: Sequence[str], *, public: bool, temperature: float
) -> Reply:
    """Send one request to the model.

    Raises:
        ModelError: there is no usable answer.
        UntrustedModel: see `check_model`.
    """
    messages = question(seed, count, known)
    longest = 2 * _completion_tokens(seed, count) + 64
    if isinstance(model, LocalModel):
        return model.chat(messages, schema=_SCHEMA, temperature=temperature, max_tokens=longest)
    check_model(model, public=public)
    declared = [Message(message.role, Public(message.content)) for message in messages]
    return model.chat_public(declared, schema=_SCHEMA, temperature=temperature, max_tokens=longest)


def estimate(
    missing: Sequence[tuple[Seed, int]], *, per_request: int, rounds: int, prices: Prices | None = None
) -> Estimate:
    """Estimate what it takes to get what is missing. `missing`: seeds, each with the number of phrases it lacks.
    `per_request`: phrases to ask for at once. `rounds`: further attempts, see `augment`.
    """
    requests = most = prompt = completion = 0
    for seed, count in missing:
        needed = math.ceil(count / per_request)
        requests += needed
        most += needed + rounds
        prompt += needed * _tokens("".join(message.content for message in question(seed, min(count, per_request))))
        completion += _completion_tokens(seed, count)
    cost = None if prices is None else prices.cost(prompt, completion)
    return Estimate(
        len(missing),
        sum(count for _, count in missing),
        requests,
        most,
        prompt,
        completion,
        cost,
        prices.currency if prices else "",
    )


def _around(seed: Seed) -> str:
    """The part of the context around the phrase, on one line."""
    context = " ".join(seed.context.split())
    at = max(context.find(seed.phrase), 0)
    start = max(0, min(at - _CONTEXT // 2, len(context) - _CONTEXT))
    return context[start : start + _CONTEXT]


def _completion_tokens(seed: Seed, count: int) -> int:
    return count * (_tokens(seed.phrase) + _QUOTING)


def _tokens(text: str) -> int:
    from dp_gateway.vocabulary.words import cl100k

    return len(cl100k().encode_ordinary(text))


Progress = Callable[[int, int], None]
"""Called with the phrases that are there and the phrases that are wanted, from one thread at a time."""

_FATAL = (401, 403, 404)
"""A server that answers so to one request answers so to all."""

_COOL, _WARM, _STEP = 0.7, 1.2, 0.15
"""Temperature of the first request of a seed, the highest, and what each further one adds: the same question again
should not bring the same answer."""


@dataclass
class AugmentationRun:
    """One run of `augment`: its first fields are the arguments, the others count requests and tokens."""

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
        """Whether no further request is to be sent."""
        return self.halt.is_set() or self.stop.is_set()

    def known(self, seed: Seed) -> list[str]:
        """Return the phrases of a seed that may be used."""
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
