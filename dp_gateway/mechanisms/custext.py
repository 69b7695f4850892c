"""CusText and CusText+ (Chen et al., ACL Findings 2023): small public groups, exponential mechanism inside.

epsilon-DP holds for two words of one group only; over the vocabulary the level is infinite (CluSanT, Theorem 4),
since a word is only ever replaced by a word of its own group.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.rows import ROW_TOTAL, HeadTailMechanism, integer_row, integer_shares
from dp_gateway.vocabulary.index import Index, squares_to_levels

_GROUPS = 64
"""Groups whose pairs are compared at a time."""


def partition(index: Index, size: int) -> NDArray[np.int64]:
    """Partition by Algorithm 1: disjoint groups of `size` entries, (groups, size), the last one filled up with -1.

    Words are taken in order of falling public frequency; each founds a group with its nearest unmapped words.
    """
    free = np.ones(index.size, bool)
    order = np.argsort(-index.frequencies, kind="stable")
    groups = np.full((-(-index.size // size), size), -1, np.int64)
    row = 0
    for seed in order.tolist():
        if not free[seed]:
            continue
        near = index.neighbours[seed].astype(np.int64)
        near = near[free[near]][:size]
        if len(near) < size:
            rest = np.flatnonzero(free)
            near = rest[np.argsort(index.levels_from(np.array([seed]))[0, rest], kind="stable")[:size]]
        if seed not in near:
            # Entries with equal vectors may have pushed the seed out of its own list.
            near = np.concatenate(([seed], near[:-1]))
        groups[row, : len(near)] = near
        free[near] = False
        row += 1
    return groups


class CusText(HeadTailMechanism):
    """CusText.

    Args:
        index, epsilon: as in `Mechanism`.
        k: group size K.
        similarity: "euclidean" (negative distance) or "cosine".
        mapping: "partition" (Algorithm 1) or "per-word": each word's own K nearest words, as the official code's
            aggressive mapping has it.
        as_published_code: normalise similarities per row, as the official code does; the paper normalises over the
            group.
    """

    name = "custext"
    notion = "pure local DP inside a group"
    domain = "the K words of one public group"
    source = "Chen et al., A Customized Text Sanitization Mechanism with DP, ACL Findings 2023"
    assumptions = ("an attacker does not care which group a word belongs to: the group is visible",)

    def __init__(
        self,
        index: Index,
        epsilon: float,
        *,
        k: int = 20,
        similarity: Literal["euclidean", "cosine"] = "euclidean",
        mapping: Literal["partition", "per-word"] = "partition",
        as_published_code: bool = False,
    ) -> None:
        limit = index.size if mapping == "partition" else index.neighbours.shape[1]
        if int(k) != k or not 2 <= k <= limit:  # noqa: PLR2004 - a group of one word would send it unchanged
            raise AssumptionViolated(
                f"K must lie between 2 and {limit:,} on this vocabulary and be whole, not {k}",
                hint="use K = 20, as the paper does",
            )
        k = int(k)
        super().__init__(index, epsilon, k)
        self.k, self.similarity, self.mapping, self.as_published_code = k, similarity, mapping, as_published_code
        if mapping == "partition":
            groups = index.derived(f"custext-groups-{k}", lambda: {"groups": partition(index, k)})["groups"]
            self._table = self._by_member(groups, groups)
            low, high = self._group_ranges(groups)
            self._low, self._high = self._by_member(groups, low), self._by_member(groups, high)
        else:
            self._table = index.neighbours[:, :k].astype(np.int64)

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {
            **super().parameters,
            "k": self.k,
            "similarity": self.similarity,
            "mapping": self.mapping,
            "as_published_code": self.as_published_code,
        }

    def _by_member(self, groups: NDArray[np.int64], values: NDArray[Any]) -> NDArray[Any]:
        """A property of each group as a property of its members."""
        table = np.empty((self.index.size, *values.shape[1:]), values.dtype)
        members = groups >= 0
        table[groups[members]] = np.repeat(values, members.sum(axis=1), axis=0)
        return table

    def _group_ranges(self, groups: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(groups,) least and largest similarity of any two words of a group."""
        pairs = np.repeat(groups, self.k, axis=1), np.tile(groups, self.k)
        used = (pairs[0] >= 0) & (pairs[1] >= 0)
        low, high = np.zeros(len(groups)), np.zeros(len(groups))
        for start in range(0, len(groups), _GROUPS):
            part = slice(start, start + _GROUPS)
            first, second = pairs[0][part], pairs[1][part]
            scores = self._scores(first.reshape(-1), second.reshape(-1)).reshape(first.shape)
            low[part] = np.where(used[part], scores, np.inf).min(axis=1)
            high[part] = np.where(used[part], scores, -np.inf).max(axis=1)
        return low, high

    def outputs(self, entries: Entries) -> NDArray[np.int64]:
        """Return the words of the group, (m, K); a place that a short group leaves open repeats its first word,
        unweighted.
        """
        table = self._table[entries]
        return np.where(table >= 0, table, table[:, :1])

    def output_at(self, entries: Entries, slots: NDArray[np.int64]) -> Entries:
        """Return the group's word in one slot, (m,)."""
        return self._table[entries, slots]

    def output_levels(self, entries: Entries) -> NDArray[np.uint16]:
        """Return the distance levels from each entry to the words of its group, (m, K)."""
        outputs = self.outputs(entries)
        pairs = np.broadcast_to(entries[:, None], outputs.shape)
        return self.index.levels_between(pairs.reshape(-1), outputs.reshape(-1)).reshape(outputs.shape)

    def heads(self, entries: Entries) -> NDArray[np.int64]:
        """Compute integer weights, (m, K), of the exponential mechanism with normalised similarity, sensitivity 1."""
        table = self._table[entries]
        used = table >= 0
        outputs = np.where(used, table, table[:, :1])
        scores = self._scores(entries.repeat(self.k), outputs.reshape(-1)).reshape(outputs.shape)
        if self.as_published_code or self.mapping == "per-word":
            low = np.where(used, scores, np.inf).min(axis=1)
            high = np.where(used, scores, -np.inf).max(axis=1)
        else:
            low, high = self._low[entries], self._high[entries]
        span = np.where(high > low, high - low, 1.0)
        normalised = np.minimum(np.maximum((scores - low[:, None]) / span[:, None], 0.0), 1.0)
        weights = np.where(used, exp(self.epsilon / 2 * (normalised - 1)), 0.0)
        return integer_shares(weights, ROW_TOTAL)

    def row_ends(self, entry: int) -> NDArray[np.int64]:
        """Return the cumulative weights of one head, (K,)."""
        table = self._table[entry]
        if self.similarity != "euclidean" or self.mapping != "partition" or self.as_published_code or table[-1] < 0:
            return super().row_ends(entry)
        difference = self.index.vectors[table] - self.index.vectors[entry]
        scores = -squares_to_levels(np.einsum("md,md->m", difference, difference)).astype(np.float64)
        low, high = self._low[entry], self._high[entry]
        span = high - low if high > low else 1.0
        normalised = np.minimum(np.maximum((scores - low) / span, 0.0), 1.0)
        return integer_row(exp(self.epsilon / 2 * (normalised - 1)), ROW_TOTAL).cumsum()

    def _scores(self, first: Entries, second: Entries) -> NDArray[np.float64]:
        """(m,) similarity of pairs of words."""
        levels = self.index.levels_between(first, second)
        return self.index.cosines(first, second, levels) if self.similarity == "cosine" else -levels.astype(np.float64)


class CusTextPlus(CusText):
    """CusText+: CusText that keeps public stopwords.

    The stopwords are kept by the sanitizer, in clear; on all other words this is CusText.
    """

    name = "custext+"
    assumptions = (*CusText.assumptions, "public stopwords are not private: they are sent in clear")
