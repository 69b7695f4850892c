"""TEM (Carvalho, Vasiloudis, Feyisetan, Wang; SIAM SDM 2023): the exponential mechanism on a truncated distance.

Words farther than gamma share one score, so that P[x, y] is proportional to exp(-epsilon min(d(x, y), gamma) / 2).
With gamma as the paper sets it, (2/epsilon) ln((1 - beta)(n - 1)/beta), few vocabularies are wide enough for the
truncation to bite, and TEM is then SanText.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dp_gateway.elementary import log_of
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.radial import RadialMechanism, one_table
from dp_gateway.vocabulary.index import Index

__all__ = ["TEM"]


class TEM(RadialMechanism):
    """TEM.

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
