"""What every mechanism has: `release`, `distribution`, `guarantee`. The pipeline draws by the first; certificates,
metrics and attacks compute with the others.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.privacy.certificate import Level, Utility, blocks_of
from dp_gateway.privacy.guarantee import Guarantee, check_epsilon
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.index import Index

_ROWS = 128

Entries = NDArray[np.int64]
"""Vocabulary entries, shape (m,)."""

Progress = Callable[[int, int], None]
"""Called with rows done and rows in all."""


def silent(done: int, total: int) -> None:
    """Show no progress."""
    del done, total


class Mechanism(ABC):
    """A randomised map from vocabulary entries to vocabulary entries.

    Args:
        index: vocabulary and geometry, public.
        epsilon: nominal epsilon of one draw, as the paper counts it.

    Raises:
        InvalidEpsilon: epsilon is not a positive finite number.
        AssumptionViolated: the mechanism cannot work on this vocabulary.
    """

    name: ClassVar[str]
    notion: ClassVar[str]
    domain: ClassVar[str] = "all words of the vocabulary"
    source: ClassVar[str]
    assumptions: ClassVar[tuple[str, ...]] = ()
    certificate: ClassVar[str] = "exact"

    def __init__(self, index: Index, epsilon: float) -> None:
        self.index = index
        self.epsilon = check_epsilon(epsilon)

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on; JSON-ready."""
        return {"epsilon": self.epsilon}

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the table's definition: mechanism, parameters and index."""
        described = json.dumps([self.name, self.parameters, self.index.content_hash], sort_keys=True)
        return hashlib.sha256(described.encode()).hexdigest()

    @property
    def table_name(self) -> str:
        """What figures of this table are stored under."""
        return f"{self.name}-{self.fingerprint[:16]}"

    @abstractmethod
    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""

    def release_one(self, entry: int, stream: Stream) -> int:
        """Draw for one entry, from the same bits as `release`."""
        return int(self.release(np.array([entry], np.int64), stream)[0])

    @abstractmethod
    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Compute the exact law of `release` for each input entry, shape (m, n), rows summing to 1. Raises
        AssumptionViolated where the law has no closed form.
        """

    def share(self, outputs: Entries) -> float:
        """Compute the largest probability that any input is drawn as one of some outputs, given without duplicates."""
        parts = blocks_of(self.index.size, _ROWS)
        return max(float(self.distribution(entries)[:, outputs].sum(axis=1).max()) for entries in parts)

    @abstractmethod
    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute the exact pure local-DP level over the vocabulary, as `privacy.certificate` does."""

    @abstractmethod
    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Compute what attacker and user get over a prior on inputs, shape (n,), summing to 1."""

    def level(self, progress: Progress = silent) -> Level:
        """Return what `compute_level` gives, computed once and kept beside the index."""
        return self.kept_level(lambda: self.compute_level(progress))

    def kept_level(self, compute: Callable[[], Level]) -> Level:
        """Return the level that is kept beside the index; where there is none, what `compute` returns, kept from then
        on.
        """

        def arrays() -> dict[str, NDArray[Any]]:
            level = compute()
            return {"epsilon": np.array([level.epsilon]), "at": np.array([level.x, level.x_prime, level.output])}

        stored = self.index.derived(f"level-{self.table_name}", arrays)
        x, x_prime, output = (int(entry) for entry in stored["at"])
        return Level(float(stored["epsilon"][0]), x, x_prime, output)

    @cached_property
    def guarantee(self) -> Guarantee:
        """The promise with its certified level; the first access may compute the level (seconds)."""
        return self.guarantee_from(self.level())

    def guarantee_from(self, level: Level) -> Guarantee:
        """State the promise, given the level."""
        words = (level.x, level.x_prime, level.output)
        return Guarantee(
            notion=self.notion,
            nominal_epsilon=self.epsilon,
            certified_epsilon=level.epsilon,
            certificate=self.certificate,
            unit="word",
            domain=self.domain,
            worst_pair=None if level.x == level.x_prime else tuple(self.index.word(w) for w in words),  # type: ignore[arg-type]
            assumptions=self.assumptions,
            composition="basic: the levels of the draws that depend on one person add up",
            source=self.source,
        )
