"""CluSanT (Awon et al., Fig. 1 and 2): a cluster of similar entries first, then an entry of it.

f'(C) = k * centroid pushes clusters apart by a factor k and leaves them as they are inside. Stage 1 is the
exponential mechanism at epsilon/2 on d_c(C, C') = k |centroid - centroid'| with sensitivity 1, stage 2 the one at
epsilon/2 on distance inside the chosen cluster with the global sensitivity (at least 1), so that

    P[x, y]  ~  exp(-(epsilon/4) d_c(C_x, C_y))  *  exp(-(epsilon/4) d(x, y) / max(1, sensitivity))

each normalised over what it chooses from. With one entry a cluster and k = 1 this is SanText at epsilon/2; for large
k it is the choice inside the own cluster, CusText's with distances divided by the global sensitivity. Clusters are
told apart in clear as k grows: the certified level says by how much.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.theorem5 import Assumptions, check_assumptions, least_admissible_k
from dp_gateway.mechanisms.two_stage import Clusters, Labels, TwoStageMechanism, diameter, resolve_labels
from dp_gateway.privacy.certificate import Level
from dp_gateway.privacy.guarantee import Guarantee
from dp_gateway.vocabulary.index import Index, squares_to_levels


class CluSanT(TwoStageMechanism):
    """CluSanT.

    Args:
        index, epsilon: as in `Mechanism`.
        k: how far clusters are pushed apart, at least 1.
        clusters: about how many clusters CusText's clustering makes; not used where a clustering is given.
        clustering: (n,) labels, or a function from the index to them; None for CusText's clustering.
        as_published_code: the official code's epsilon in each stage (the paper: epsilon/2), and its sensitivity, the
            largest distance inside the chosen cluster.

    Raises:
        AssumptionViolated: k is below 1, or the clustering does not fit the vocabulary.
    """

    name = "clusant"
    source = "Awon et al., CluSanT: Differentially Private and Semantically Coherent Text Sanitization, NAACL 2025"
    notion = "metric LDP where Theorem 5's assumptions hold: epsilon times d_c"

    def __init__(
        self,
        index: Index,
        epsilon: float,
        *,
        k: float = 16,
        clusters: int = 360,
        clustering: Labels | Callable[[Index], Labels] | None = None,
        as_published_code: bool = False,
    ) -> None:
        if not 1 <= k < float("inf"):
            raise AssumptionViolated(f"k must be at least 1 and finite, not {k}", hint="use k = 16")
        Mechanism.__init__(self, index, epsilon)
        labels = resolve_labels(index, clustering, min(clusters, index.size))
        super().__init__(index, epsilon, Clusters(index, labels))
        self.k, self.as_published_code = float(k), as_published_code
        stage = self.epsilon if as_published_code else self.epsilon / 2
        self._outer_rate = stage / 2
        self._inner_rates = stage / 2 / self._sensitivities()

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {
            **super().parameters,
            "k": self.k,
            "clusters": self.clusters.digest,
            "as_published_code": self.as_published_code,
        }

    @property
    def inner_rates(self) -> NDArray[np.float64]:
        """(count,) by what the logarithm of a member's weight falls for each unit of distance."""
        return self._inner_rates

    def outer_weights(self, cluster: int) -> NDArray[np.float64]:
        """Return the weights of all clusters, seen from one, (count,)."""
        difference = self.clusters.centroids - self.clusters.centroids[cluster]
        distances = self.k * np.sqrt(np.square(difference).sum(axis=1))
        return exp(-self._outer_rate * distances)

    def check_assumptions(self) -> Assumptions:
        """Check Theorem 5's two assumptions on this vocabulary and clustering, at this k, once; it takes seconds."""
        return check_assumptions(self.index, self.clusters.labels, self.k)

    def least_admissible_k(self) -> float | None:
        """Find the least k at which both assumptions hold here; None if there is none. It is computed once, in a
        minute.
        """
        return least_admissible_k(self.index, self.clusters.labels)

    def guarantee_from(self, level: Level) -> Guarantee:
        """State the promise, given the level: that of Theorem 5 only where its assumptions hold."""
        plain = super().guarantee_from(level)
        if self.as_published_code:
            return replace(plain, notion="none but the certified level: each stage spends epsilon")
        found = self.check_assumptions()
        if found.hold:
            return replace(plain, notion="metric LDP: epsilon times d_c (Theorem 5, both assumptions checked)")
        failed = (
            f"Theorem 5 does not apply at k = {self.k:g}: of {found.pairs:,} pairs {found.first.violations:,} violate "
            f"its assumption 1 and {found.second.violations:,} its assumption 2"
        )
        return replace(
            plain, notion="none but the certified level: Theorem 5's assumptions fail", assumptions=(failed,)
        )

    def _sensitivities(self) -> NDArray[np.float64]:
        if not self.as_published_code:
            return np.full(self.clusters.count, max(1.0, diameter(self.index)))
        widths = np.array([self._width(cluster) for cluster in range(self.clusters.count)])
        # The official code divides by zero in a cluster of one entry, or of equal ones: there is nothing to choose.
        return np.where(widths > 0, widths, 1.0)

    def _width(self, cluster: int) -> float:
        """The largest distance inside a cluster."""
        members = self.clusters.members(cluster)
        vectors, norms = self.index.vectors[members], self.index.squared_norms[members]
        products = vectors @ vectors.T
        products *= -2
        products += norms
        products += norms[:, None]
        return float(self.index.distances(squares_to_levels(products).max()))
