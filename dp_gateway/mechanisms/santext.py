"""The exponential mechanism on distance, over all words: SanText and SanText+ (Yue et al., ACL Findings 2021), and TEM
(Carvalho, Vasiloudis, Feyisetan, Wang; SIAM SDM 2023), which truncates the distance.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import log_of
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.mechanisms.radial import RadialMechanism, one_table
from dp_gateway.privacy.certificate import Level, Utility
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.index import Index


class SanText(RadialMechanism):
    """P[x, y] proportional to exp(-epsilon d(x, y) / 2), exactly, over the whole vocabulary.

    Args:
        index, epsilon: as in `Mechanism`; epsilon is per unit of distance.
        allowed: (n,) which words can be outputs; None for all.
    """

    name = "santext"
    notion = "metric DP: epsilon times distance"
    source = "Yue et al., Differential Privacy for Text Analytics via Natural Text Sanitization, ACL Findings 2021"

    def __init__(self, index: Index, epsilon: float, *, allowed: NDArray[np.bool_] | None = None) -> None:
        Mechanism.__init__(self, index, epsilon)
        tables, law = one_table(-self.epsilon / 2 * index.level_distances)
        super().__init__(index, epsilon, tables, law, allowed=allowed)


class SanTextPlus(Mechanism):
    """SanText+: rare words always go through SanText, the others with probability p; outputs are rare words.

    Args:
        index, epsilon: as in `Mechanism`.
        sensitive: w, the least frequent fraction of the vocabulary that counts as sensitive (public prior).
        p: probability that a word outside the sensitive list is replaced.

    Raises:
        AssumptionViolated: w or p is out of range.
    """

    name = "santext+"
    notion = "metric DP between sensitive words: epsilon times distance"
    domain = "the public list of sensitive words"
    source = SanText.source
    assumptions = ("words outside the public sensitive list are not private: most of them are sent in clear",)

    def __init__(self, index: Index, epsilon: float, *, sensitive: float = 0.9, p: float = 0.3) -> None:
        super().__init__(index, epsilon)
        if not 0 < sensitive <= 1 or not 0 <= p <= 1:
            raise AssumptionViolated(
                f"w must lie in (0, 1] and p in [0, 1], not {sensitive} and {p}", hint="use w = 0.9 and p = 0.3"
            )
        self.p, self.w = p, sensitive
        count = max(1, round(sensitive * index.size))
        self.is_sensitive = np.zeros(index.size, bool)
        self.is_sensitive[np.argsort(index.frequencies, kind="stable")[:count]] = True
        self._inner = SanText(index, epsilon, allowed=self.is_sensitive)
        # p as an exact multiple of 2^-32.
        self._threshold = round(p * (1 << 32))

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {**super().parameters, "w": self.w, "p": self.p}

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        coin = stream.uint64(len(entries)) >> np.uint64(32)
        through = np.flatnonzero(self.is_sensitive[entries] | (coin < np.uint64(self._threshold)))
        drawn = entries.copy()
        drawn[through] = self._inner.release(entries[through], stream)
        return drawn

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Compute the exact law of `release`, shape (m, n)."""
        return self._mix(entries, self._inner.distribution(entries))

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Return what `distribution` does, of entries whose distance levels to all words, shape (m, n), are known."""
        return self._mix(entries, self._inner.rows_at(entries, levels))

    def radial_parts(self) -> list[tuple[NDArray[np.float64], RadialMechanism]]:
        """Return what of each input's row, (n,), goes through which mechanism; the rest of it is the input itself."""
        return [(np.where(self.is_sensitive, 1.0, self._threshold / (1 << 32)), self._inner)]

    def _mix(self, entries: Entries, law: NDArray[np.float64]) -> NDArray[np.float64]:
        kept = np.flatnonzero(~self.is_sensitive[entries])
        share = self._threshold / (1 << 32)
        law[kept] *= share
        law[kept, entries[kept]] += 1 - share
        return law

    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute the level: infinite whenever a word outside the list can be kept; nothing else becomes that word."""
        kept = np.flatnonzero(~self.is_sensitive)
        if len(kept) and self._threshold < 1 << 32:
            other = 0 if kept[0] != 0 else 1
            return Level(float("inf"), int(kept[0]), other, int(kept[0]))
        return self._inner.compute_level(progress)

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Compute the utility exactly: SanText on what goes through, identity on what is kept."""
        through = np.where(self.is_sensitive, 1.0, self._threshold / (1 << 32))
        inner = self._inner.utility(prior * through, progress)
        kept = float((prior * (1 - through)).sum())
        # A kept word is an output that nothing else produces: the attacker reads it off.
        return Utility(inner.bayes_asr + kept, inner.expected_cosine + kept)


class TEM(RadialMechanism):
    """TEM: P[x, y] proportional to exp(-epsilon min(d(x, y), gamma) / 2), so that all words beyond gamma are alike.

    With gamma as the paper sets it, (2/epsilon) ln((1 - beta)(n - 1)/beta), few vocabularies are wide enough for the
    truncation to bite, and TEM is then SanText.

    Args:
        index, epsilon: as in `Mechanism`; epsilon is per unit of distance.
        beta: probability that the output lies beyond gamma, as the paper's utility theorem counts it.
        gamma: truncation distance; None takes the paper's.
    """

    name = "tem"
    notion = "metric DP: epsilon times distance"
    source = "Carvalho et al., TEM: High Utility Metric DP on Text, SIAM SDM 2023"

    def __init__(self, index: Index, epsilon: float, *, beta: float = 0.001, gamma: float | None = None) -> None:
        Mechanism.__init__(self, index, epsilon)
        if not 0 < beta < 1 or (gamma is not None and not gamma > 0):
            raise AssumptionViolated("beta must lie in (0, 1) and gamma be positive", hint="leave both out")
        published = 2 / self.epsilon * log_of((1 - beta) * (index.size - 1) / beta)
        self.gamma = published if gamma is None else gamma
        tables, law = one_table(-self.epsilon / 2 * np.minimum(index.level_distances, self.gamma))
        super().__init__(index, epsilon, tables, law)

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {**super().parameters, "gamma": self.gamma}
