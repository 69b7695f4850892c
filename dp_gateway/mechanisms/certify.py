"""The honest line about a mechanism: nominal and certified level, attack success and utility over a prior. `dp-gateway
certify` prints it, and the frontier has a point for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism, Progress, silent
from dp_gateway.privacy.certificate import Utility
from dp_gateway.privacy.guarantee import Guarantee, epsilon_json

__all__ = ["Certificate", "certify", "kept_utility"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A guarantee, and what it means over a prior.

    Attributes:
        mechanism: name.
        guarantee: nominal and certified level.
        utility: Bayes-optimal attack success and expected cosine over the prior.
        vocabulary_size: n.
        index: name and content hash of the index.
    """

    mechanism: str
    guarantee: Guarantee
    utility: Utility
    vocabulary_size: int
    index: str

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as JSON values; infinite is the string "inf"."""
        return {
            "mechanism": self.mechanism,
            "nominal_epsilon": self.guarantee.nominal_epsilon,
            "certified_epsilon": epsilon_json(self.guarantee.certified_epsilon),
            "certificate": self.guarantee.certificate,
            "notion": self.guarantee.notion,
            "unit": self.guarantee.unit,
            "domain": self.guarantee.domain,
            "worst_pair": list(self.guarantee.worst_pair) if self.guarantee.worst_pair else None,
            "assumptions": list(self.guarantee.assumptions),
            "bayes_asr": self.utility.bayes_asr,
            "expected_cosine": self.utility.expected_cosine,
            "estimated": self.utility.estimated,
            "vocabulary_size": self.vocabulary_size,
            "index": self.index,
        }


def _quiet(stage: str) -> Progress:
    del stage
    return silent


def certify(
    mechanism: Mechanism, prior: NDArray[np.float64] | None = None, *, progress: Callable[[str], Progress] | None = None
) -> Certificate:
    """Certify a mechanism; both halves are kept beside the index, so a second call is immediate.

    Args:
        mechanism: any mechanism.
        prior: (n,) input prior; None takes the public word prior without stopwords.
        progress: given the stage, returns where to report it.
    """
    index = mechanism.index
    report = progress or _quiet
    prior = index.content_prior if prior is None else prior
    level = mechanism.level(report("level"))
    return Certificate(
        mechanism=mechanism.name,
        guarantee=mechanism.guarantee_from(level),
        utility=kept_utility(mechanism, prior, lambda: mechanism.utility(prior, report("attack and utility"))),
        vocabulary_size=index.size,
        index=f"{index.name} {index.content_hash[:16]}",
    )


def kept_utility(mechanism: Mechanism, prior: NDArray[np.float64], compute: Callable[[], Utility]) -> Utility:
    """Return the utility of a mechanism that is kept beside its index.

    Args:
        mechanism: whose.
        prior: over the words of its vocabulary, shape (n,).
        compute: is asked where none is kept, and what it returns is kept from then on.
    """

    def arrays() -> dict[str, NDArray[Any]]:
        utility = compute()
        return {"values": np.array([utility.bayes_asr, utility.expected_cosine, float(utility.estimated)])}

    prior_hash = hashlib.sha256(prior.tobytes()).hexdigest()[:16]
    stored = mechanism.index.derived(f"utility-{mechanism.table_name}-{prior_hash}", arrays)
    asr, cosine, estimated = stored["values"].tolist()
    return Utility(asr, cosine, bool(estimated))
