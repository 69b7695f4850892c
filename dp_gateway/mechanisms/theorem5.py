"""The two assumptions of CluSanT's Theorem 5, checked on an actual vocabulary and clustering.

Theorem 5 promises metric LDP, epsilon times d_c, only if for all entries x, x' (d_c on f', d on f, both Euclidean):

1. d_c(x, x') >= 1 or d_c(x, x') >= d(x, x');
2. d_c(C, C') + 1 <= 2 d_c(x, x') where x, x' lie in different clusters C, C'.

With v the difference of the centroids, D = f(x) - f(x') and t = k - 1, d_c(x, x')^2 = |D|^2 + 2t v.D + t^2 |v|^2:
inside a cluster d_c = d whatever k is and (1) holds; across clusters each assumption fails on one open interval of k,
whose ends are roots of a quadratic. Floating point decides where it is sure; integers decide the pairs near equality.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.two_stage import Clusters, Labels
from dp_gateway.vocabulary.index import Index

_CELLS = 1 << 20
_UNSURE = 1e-7
_SAME = 1e-18
_STEPS = 1_000_000
"""The least k is rounded up to a multiple of 1 / _STEPS."""


class AssumptionCheck(NamedTuple):
    """One assumption over all pairs.

    Attributes:
        violations: unordered pairs that violate it.
        x, x_prime: the pair with the least margin among pairs of different clusters; -1 where there is none.
        margin: by how much, in units of distance, the right side is met there; negative where it is violated.
    """

    violations: int
    x: int
    x_prime: int
    margin: float


class Assumptions(NamedTuple):
    """Both assumptions at one k. `pairs`: unordered pairs of entries. `first` and `second`: what was found on (1) and
    (2).
    """

    pairs: int
    first: AssumptionCheck
    second: AssumptionCheck

    @property
    def hold(self) -> bool:
        """Whether Theorem 5 applies."""
        return not (self.first.violations or self.second.violations)


class _Pairs(NamedTuple):
    """Some pairs of different clusters: entries (r,) and (c,), and (r, c) or (c,) quantities in real units."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    between: NDArray[np.float64]

    def pushed(self, k: float) -> NDArray[np.float64]:
        """(r, c) d_c(x, x')."""
        step = k - 1
        return np.sqrt(np.maximum(self.squares + step * (2 * self.products + step * self.between), 0))


def check_assumptions(index: Index, labels: Labels, k: float) -> Assumptions:
    """Count the pairs that violate each assumption, and find the worst pair; exact, in O(n^2 d), kept beside the index.
    `index`: vocabulary and geometry. `labels`: (n,) the cluster of each entry. `k`: at least 1.
    """
    clusters = Clusters(index, labels)

    def compute() -> dict[str, NDArray[np.float64]]:
        findings = [AssumptionCheck(0, -1, -1, math.inf), AssumptionCheck(0, -1, -1, math.inf)]
        for pairs in _pairs(clusters):
            pushed = pairs.pushed(k)
            margins = (pushed - np.minimum(1, np.sqrt(pairs.squares)), 2 * pushed - k * np.sqrt(pairs.between) - 1)
            for number, margin in enumerate(margins):
                findings[number] = _taken(findings[number], number, pairs, margin, clusters, k)
        return {"findings": np.array(findings, np.float64)}

    tag = hashlib.sha256(f"{clusters.digest} {k!r}".encode()).hexdigest()[:16]
    first, second = index.derived(f"theorem5-{tag}", compute)["findings"].tolist()
    found = [AssumptionCheck(int(one[0]), int(one[1]), int(one[2]), one[3]) for one in (first, second)]
    return Assumptions(index.size * (index.size - 1) // 2, *found)


def least_admissible_k(index: Index, labels: Labels) -> float | None:
    """Find the least k, rounded up to six decimals, at which both assumptions hold; None if there is none.

    There is none where two clusters share a centroid and hold entries less than half a unit apart: no k moves them.
    """
    clusters = Clusters(index, labels)

    def compute() -> dict[str, NDArray[np.float64]]:
        k = 1.0
        while True:
            reached = max((_reached(pairs, k) for pairs in _pairs(clusters)), default=k)
            if reached <= k or math.isinf(reached):
                return {"k": np.array([reached if math.isinf(reached) else k])}
            k = (math.floor(reached * _STEPS) + 1) / _STEPS

    k = float(index.derived(f"least-k-{clusters.digest}", compute)["k"][0])
    return None if math.isinf(k) else k


def _pairs(clusters: Clusters) -> Iterator[_Pairs]:
    """All pairs of different clusters, each once: the members of a cluster against all clusters that follow it."""
    index, order = clusters.index, clusters.order
    vectors, norms = index.vectors[order], index.squared_norms[order]
    exact = vectors.astype(np.float64) / index.scale
    own = np.einsum("nd,nd->n", exact, clusters.centroids[clusters.labels[order]])
    for cluster in range(clusters.count - 1):
        start = int(clusters.starts[cluster])
        end = start + int(clusters.sizes[cluster])
        centroid, sizes = clusters.centroids[cluster], clusters.sizes[cluster + 1 :]
        difference = clusters.centroids[cluster + 1 :] - centroid
        between = np.repeat(np.einsum("cd,cd->c", difference, difference), sizes)
        theirs = own[end:] - exact[end:] @ centroid
        step = max(1, _CELLS // (len(order) - end))
        for row in range(start, end, step):
            rows = slice(row, min(row + step, end))
            # Some OpenBLAS kernels raise the flag of an invalid operation on what they read beyond the last row.
            with np.errstate(invalid="ignore"):
                squares = vectors[rows] @ vectors[end:].T
            squares *= -2
            squares += norms[rows, None]
            squares += norms[end:]
            toward = own[rows, None] - exact[rows] @ clusters.centroids[cluster + 1 :].T
            products = np.repeat(toward, sizes, axis=1) + theirs
            yield _Pairs(order[rows], order[end:], squares.astype(np.float64) / index.scale**2, products, between)


def _taken(
    finding: AssumptionCheck, number: int, pairs: _Pairs, margin: NDArray[np.float64], clusters: Clusters, k: float
) -> AssumptionCheck:
    violations = finding.violations + int(np.count_nonzero(margin < -_UNSURE))
    # At k = 1 distances are what they were, and (1) holds with equality for all near pairs.
    unsure = np.abs(margin) <= (_UNSURE if number or k != 1 else -1)
    for row, column in np.argwhere(unsure).tolist():
        x, x_prime = int(pairs.rows[row]), int(pairs.columns[column])
        violations += not _holds_exactly(clusters, x, x_prime, k)[number]
    at = int(margin.argmin())
    if margin.flat[at] >= finding.margin:
        return finding._replace(violations=violations)
    row, column = divmod(at, margin.shape[1])
    return AssumptionCheck(violations, int(pairs.rows[row]), int(pairs.columns[column]), float(margin.flat[at]))


def _holds_exactly(clusters: Clusters, x: int, x_prime: int, k: float) -> tuple[bool, bool]:
    """Both assumptions for one pair, in integers: k and the scale of the index are fractions."""
    index, factor = clusters.index, Fraction(k)
    sums: list[NDArray[np.object_]] = []
    sizes: list[int] = []
    for entry in (x, x_prime):
        members = clusters.members(int(clusters.labels[entry]))
        sums.append(_integers(index.vectors[members].astype(np.float64).sum(axis=0)))
        sizes.append(len(members))
    whole = sizes[0] * sizes[1]
    apart = _integers(index.vectors[x].astype(np.float64) - index.vectors[x_prime])
    between = sizes[1] * sums[0] - sizes[0] * sums[1]
    pushed = factor.denominator * whole * apart + (factor.numerator - factor.denominator) * between
    unit = Fraction(index.scale) ** 2
    far = Fraction(int(apart @ apart)) / unit
    centres = factor**2 * Fraction(int(between @ between), whole**2) / unit
    square = Fraction(int(pushed @ pushed), (factor.denominator * whole) ** 2) / unit
    # sqrt(centres) + 1 <= 2 sqrt(square), squared twice.
    rest = 4 * square - centres - 1
    return square >= min(Fraction(1), far), rest >= 0 and 4 * centres <= rest**2


def _integers(values: NDArray[np.float64]) -> NDArray[np.object_]:
    return np.array([int(value) for value in values.tolist()], object)


def _reached(pairs: _Pairs, k: float) -> float:
    """The farthest end of the intervals of forbidden k that hold this one; k where there is none."""
    apart = pairs.between > _SAME
    if not apart.all() and (pairs.squares[:, ~apart] < 1 / 4).any():
        return math.inf
    between = np.where(apart, pairs.between, 1.0)
    one = _interval_end(k - 1, between, pairs.products, np.maximum(pairs.squares - 1, 0))
    root = np.sqrt(between)
    two = _interval_end(k - 1, 3 * between, 4 * pairs.products - between - root, 4 * pairs.squares - (root + 1) ** 2)
    ends = np.maximum(one, two)[:, apart]
    return 1 + max(float(ends.max(initial=k - 1)), k - 1)


def _interval_end(
    at: float, square: NDArray[np.float64], half: NDArray[np.float64], constant: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Where square t^2 + 2 half t + constant < 0 ends, for those that are negative at a t; else that t."""
    negative = (square * at + 2 * half) * at + constant < 0
    root = np.sqrt(np.maximum(half**2 - square * constant, 0))
    return np.where(negative, (root - half) / square, at)
