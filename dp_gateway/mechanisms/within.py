"""A staircase inside classes: a phrase is drawn from the phrases of its own class, near ones more often.

The classes are a public partition of the phrases (towns by country and size, organisations by trade). Row x of a class
of m phrases gives the weight `high` to x and to its nearest `choices` others of the class, `low` to the rest of it,
and 0 outside. All rows of a class have one total, hence inside a class
    P[x, y] <= (high / low) P[x', y] <= e^epsilon P[x', y],
the extremal form of local differential privacy (Kairouz, Oh, Viswanath, 2014), on the class in place of the
vocabulary. A class of at most `choices` + 1 phrases is drawn from uniformly: epsilon is 0. Between classes nothing is
promised: which class it is, is public by the policy's choice, and reports print it.

What is drawn is what is certified: integers, compared with integers from a cryptographic source.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Collection
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.mechanisms.dense import dense_utility
from dp_gateway.mechanisms.numeric import integer_odds
from dp_gateway.mechanisms.restricted import TRIES, RelatedSets
from dp_gateway.privacy.certificate import Level, Utility, blocks_of, log_ratio
from dp_gateway.randomness import Stream, below, uniform_below
from dp_gateway.vocabulary.index import Index

_ROWS = 256


class WithinClasses(Mechanism):
    """A phrase of a class in, a phrase of the same class out.

    Args:
        index: the phrases, public.
        epsilon: of one draw, against any other phrase of the class.
        labels: (n,) the class of each phrase, numbered from 0.
        choices: how many others are drawn often.

    Raises:
        InvalidEpsilon: epsilon is not a positive finite number.
        AssumptionViolated: a class holds fewer than two phrases.
    """

    name: ClassVar[str] = "staircase in its class"
    notion: ClassVar[str] = "pure local DP inside a class"
    domain: ClassVar[str] = "phrases of one class"
    source: ClassVar[str] = "Kairouz, Oh, Viswanath, Extremal mechanisms for local differential privacy, 2014"

    def __init__(self, index: Index, epsilon: float, labels: NDArray[np.int64], choices: int = 32) -> None:
        super().__init__(index, epsilon)
        self.labels, self.choices = labels, choices
        sizes = np.bincount(labels)
        if len(labels) != index.size or sizes.min() < 2:  # noqa: PLR2004 - one phrase cannot be replaced by another
            raise AssumptionViolated(
                "a class of phrases holds fewer than two", hint="keep less of the type: `keep` in its rule"
            )
        order = np.argsort(labels, kind="stable")
        self._members = np.split(order, np.cumsum(sizes)[:-1])
        self._relatives: tuple[RelatedSets, list[int]] | None = None
        self.low, self.high = integer_odds(self.epsilon)

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the rows depend on: epsilon, the classes, and the choices in each."""
        digest = hashlib.sha256(np.ascontiguousarray(self.labels, "<i8").tobytes()).hexdigest()[:32]
        return {"epsilon": self.epsilon, "labels": digest, "choices": self.choices}

    def members(self, label: int) -> Entries:
        """Return the phrases of a class, ascending."""
        return self._members[label]

    def _often(self, label: int) -> int:
        """How many phrases a row of the class raises, its own included."""
        return min(self.choices + 1, len(self._members[label]))

    def _total(self, label: int, *, never_self: bool = False) -> int:
        often, size = self._often(label), len(self._members[label])
        return (often - never_self) * self.high + (size - often) * self.low

    @cached_property
    def _near(self) -> NDArray[np.int32]:
        """(n, choices + 1) what each row raises: the phrase itself, then the nearest of its class, ties by entry."""

        def compute() -> dict[str, NDArray[Any]]:
            near = np.full((self.index.size, self.choices + 1), -1, np.int32)
            for members in self._members:
                often = min(self.choices + 1, len(members))
                for rows in blocks_of(len(members), _ROWS):
                    levels = self.index.levels_from(members[rows], members).astype(np.int32)
                    levels[np.arange(len(rows)), rows] = -1
                    near[members[rows], :often] = members[np.argsort(levels, axis=1, kind="stable")[:, :often]]
            return {"near": near}

        return self.index.derived(f"near-{self.table_name}", compute)["near"]

    def _drawn(self, entry: int, point: int) -> int:
        """What a number below the total of a row gives."""
        label = int(self.labels[entry])
        often = self._often(label)
        if point < often * self.high:
            return int(self._near[entry, point // self.high])
        return int(self._seldom(entry)[(point - often * self.high) // self.low])

    def _seldom(self, entry: int) -> Entries:
        """The phrases of the class that a row does not raise, ascending."""
        return np.setdiff1d(self._members[int(self.labels[entry])], self._near[entry], assume_unique=True)

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw a phrase of its class for each entry, with integer weights."""
        totals = np.array([self._total(label) for label in self.labels[entries].tolist()], np.uint64)
        points = uniform_below(stream, totals).tolist()
        return np.array([self._drawn(*one) for one in zip(entries.tolist(), points, strict=True)], np.int64)

    def release_one(self, entry: int, stream: Stream) -> int:
        """Draw for one entry, as `release` does for many."""
        return self._drawn(entry, below(stream, self._total(int(self.labels[entry]))))

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Compute the exact probabilities, (entries, n), of what is drawn: high for the near ones, low for the rest of
        the class.
        """
        rows = np.zeros((len(entries), self.index.size))
        for row, entry in enumerate(entries.tolist()):
            label = int(self.labels[entry])
            total = self._total(label)
            rows[row, self._near[entry, : self._often(label)]] = self.high / total
            rows[row, self._seldom(entry)] = self.low / total
        return rows

    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute the level over all phrases: infinite where there are two classes; see `level_of` for one class."""
        del progress
        first = int(self._members[0][0])
        if len(self._members) > 1:
            return Level(math.inf, first, int(self._members[1][0]), first)
        return Level(self.level_of([0], None)[0], first, first, first)

    def most_relatives(self, label: int) -> int:
        """Return how many relatives a phrase of a class may have there; of more than a quarter hardly anything was
        left.
        """
        return self._often(label) // 4

    def keeps(self, entry: int, drawn: int, stream: Stream) -> bool:
        """Decide whether a draw that is a relative of the phrase is kept: it has the weight `low`, raised or not."""
        if drawn not in self._near[entry]:
            return True
        return int(uniform_below(stream, np.array([self.high], np.uint64))[0]) < self.low

    def level_of(
        self, labels: Collection[int], related: RelatedSets | None, shut_out: Collection[int] = ()
    ) -> tuple[float, float]:
        """Compute (epsilon, delta) of one phrase against any other of its class, the worst of some classes.

        With relatives, draws are repeated until they are not the phrase itself, and its relatives have the weight
        `low`: the total of a row of which r are raised no more is smaller by r (high - low), and so delta and the ratio
        grow. What is shut out takes at most the share m of a row, and what remains grows by at most 1 / (1 - m).
        `related`: what a phrase may have as relatives; None where the phrase itself may be drawn. `shut_out`: entries
        that no row can give.
        """
        gone: Counter[int] = Counter(self.labels[list(shut_out)].tolist() if len(shut_out) else [])
        least = None if related is None else self._most_relatives(related)
        levels = [
            self._level_of(label, gone[label], 0 if least is None else least[label], never_self=least is not None)
            for label in labels or range(len(self._members))
        ]
        return max(level[0] for level in levels), max(level[1] for level in levels)

    def _level_of(self, label: int, gone: int, relatives: int, *, never_self: bool) -> tuple[float, float]:
        total = self._total(label, never_self=never_self)
        lowered = min(relatives, self.most_relatives(label))
        least = total - lowered * (self.high - self.low)
        raised = self.high / least
        lost = gone * raised
        if lost >= 1:
            return math.inf, 1.0
        uniform = self._often(label) == len(self._members[label]) and not lowered
        if uniform:
            left = len(self._members[label]) - gone - never_self
            return 0.0, 1 / left if never_self else 0.0
        delta = raised / (1 - lost) + lost**TRIES if never_self else lost**TRIES
        return self._ratio + log_ratio(total, least) - math.log1p(-lost), min(delta, 1.0)

    def _most_relatives(self, related: RelatedSets) -> list[int]:
        """For each class, how many phrases of it any phrase can have as relatives: those of one set, or of two."""
        if self._relatives is None or self._relatives[0] is not related:
            # Every request with such a phrase asks, and the sets of a lexicon are one object.
            self._relatives = related, self._count_relatives(related)
        return self._relatives[1]

    def _count_relatives(self, related: RelatedSets) -> list[int]:
        classes = len(self._members)
        alone, beside = np.zeros(classes, np.int64), np.ones((classes, 2), np.int64)
        ends = np.append(related.starts, len(related.members))[1:]
        for start, end, single in zip(related.starts.tolist(), ends.tolist(), related.alone.tolist(), strict=True):
            counts = np.bincount(self.labels[related.members[start:end]], minlength=classes)
            if single:
                np.maximum(alone, counts, out=alone)
            else:
                beside = np.sort(np.column_stack((beside, counts)), axis=1)[:, 1:]
        return np.maximum(alone, beside.sum(axis=1)).tolist()

    @cached_property
    def _ratio(self) -> float:
        return log_ratio(self.high, self.low)

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Compute what attacker and user get over a prior on the entries."""
        return dense_utility(self.index, self.distribution, prior, np.arange(self.index.size), progress)
