"""Adds up draws: by basic composition, and by the privacy loss distribution of the actual mix of draws.

The accountant is dp-accounting's (Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, "Connect the Dots: Tighter Discrete
Approximations of Privacy Loss Distributions", 2022). It is pessimistic, and never above basic composition. One
draw more never makes it smaller: losses are rounded up to a grid, and that of a larger sum is a part of that of a
smaller one. The package is an extra (`dp-gateway[accounting]`); without it levels add up, which is never too little.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from dp_gateway.errors import ConfigurationError

_STEP = 1e-3
"""Width of the discretised privacy loss; the result is pessimistic by at most about one step a root of the draws."""

_FINE = 200.0
"""Sum of epsilons above which the grid is coarser: 1,000 draws at epsilon 10 need not have ten million rows."""

EpsilonDelta = tuple[float, float]
"""(epsilon, delta) of one draw."""


def basic(levels: Iterable[EpsilonDelta]) -> EpsilonDelta:
    """Add up epsilon, and delta to at most 1."""
    pairs = list(levels)
    return math.fsum([epsilon for epsilon, _ in pairs]), min(math.fsum([delta for _, delta in pairs]), 1.0)


def accountant_installed() -> bool:
    """Return whether `compose` can prove less than the sum: whether the package dp-accounting is installed."""
    return find_spec("dp_accounting") is not None


def compose(levels: Iterable[EpsilonDelta], delta: float) -> float:
    """Compute the least epsilon that the accountant proves for all draws together at a delta.

    Args:
        levels: (epsilon, delta) of each draw, of any mix of mechanisms; each may depend on what was drawn before.
        delta: from 0 to below 1.

    Returns:
        Epsilon; infinite where the deltas of the draws alone are more than `delta`, and the sum where the accountant
        is not installed.

    Raises:
        ConfigurationError: a level or the delta is out of range.
    """
    if not 0 <= delta < 1:
        raise ConfigurationError("delta must be from 0 to below 1", hint="give a small number such as 1e-6")
    counts = Counter(_checked(*level) for level in levels)
    counts.pop((0.0, 0.0), None)
    if not counts:
        return 0.0
    if any(math.isinf(epsilon) for epsilon, _ in counts):
        return math.inf
    plain, lost = basic(level for level, count in counts.items() for _ in range(count))
    if lost <= delta and delta == 0:
        return plain
    if not accountant_installed():
        return plain if lost <= delta else math.inf
    proved = _accounted(tuple(sorted(counts.items())), delta)
    return min(proved, plain) if lost <= delta else proved


def _checked(epsilon: float, delta: float) -> EpsilonDelta:
    if not (epsilon >= 0 and 0 <= delta <= 1):
        raise ConfigurationError(
            "a level has an epsilon from 0 and a delta from 0 to 1", hint="pass what a guarantee or a charge says"
        )
    return float(epsilon), float(delta)


@lru_cache(maxsize=4096)
def _accounted(counts: tuple[tuple[EpsilonDelta, int], ...], delta: float) -> float:
    from dp_accounting.pld import privacy_loss_distribution as pld  # pyright: ignore[reportMissingTypeStubs]
    from dp_accounting.pld.common import DifferentialPrivacyParameters  # pyright: ignore[reportMissingTypeStubs]

    whole: Any = None
    sum_of_all = math.fsum(level[0] * count for level, count in counts)
    step = _STEP * 2.0 ** math.ceil(math.log2(max(sum_of_all / _FINE, 1.0)))
    for (epsilon, lost), count in counts:
        one: Any = pld.from_privacy_parameters(  # pyright: ignore[reportUnknownMemberType]
            DifferentialPrivacyParameters(epsilon, lost), value_discretization_interval=step
        )
        repeated: Any = one.self_compose(count) if count > 1 else one
        whole = repeated if whole is None else whole.compose(repeated)
    return float(whole.get_epsilon_for_delta(delta))


def group(levels: Iterable[EpsilonDelta], times: int) -> list[EpsilonDelta]:
    """Compute what a person who appears in `times` of the draws can change: as many draws at the largest levels.

    Draws are independent given the text, so that group privacy is their composition (`basic`, `compose`), without the
    factor e^epsilon at delta that a mechanism taken as a whole would need (Vadhan 2017, Lemma 2.2). The largest
    epsilons and the largest deltas are taken each on their own: a composition of levels does not depend on how they are
    paired (Kairouz, Oh, Viswanath 2015, Theorem 3.2). Raises ConfigurationError where the person appears less than
    once, or a level is out of range.
    """
    if times < 1:
        raise ConfigurationError("a person appears at least once", hint="give a number from 1")
    pairs = [_checked(*level) for level in levels]
    epsilons = sorted((epsilon for epsilon, _ in pairs), reverse=True)[:times]
    deltas = sorted((delta for _, delta in pairs), reverse=True)[:times]
    return list(zip(epsilons, deltas, strict=True))
