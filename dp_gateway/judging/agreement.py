"""Whether a judge agrees with itself: Krippendorff's alpha over repeated judgements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["krippendorff_alpha"]


def krippendorff_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Krippendorff's alpha for interval data; judgements may be missing.

    1 - observed / expected disagreement: 1 is full agreement, 0 what chance would give, below that there is system in
    the disagreement. (K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011, with squared differences.)

    Args:
        units: the scores of each text; a text with fewer than two says nothing.

    Returns:
        None where it is not defined: nothing was judged twice, or all scores are the same.
    """
    pairable = [np.asarray(scores, float) for scores in units if len(scores) > 1]
    if not pairable:
        return None
    expected = _disagreement(np.concatenate(pairable))
    return 1 - sum(map(_disagreement, pairable)) / expected if expected else None


def _disagreement(values: NDArray[np.float64]) -> float:
    """Squared differences over all pairs, each value weighing the same."""
    return len(values) * float(values.var(ddof=1))
