"""States what a mechanism promises, in the terms of the field, and for which values. Mechanisms give it; reports,
ledgers and the command line add it up and print it.
"""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import Any, NamedTuple

from dp_gateway.errors import InvalidEpsilon

NOTHING_KEPT = "nothing but the type"


class ValueClass(NamedTuple):
    """The values among which a certificate of an entity holds: any two of one class.

    Two values of different classes can be told apart: what is kept leaves in clear. Families of surrogates say what
    they keep, reports print it beside the figure, and the conformance suite compares values of one class. `type`:
    entity type; for phrases, followed by the lexicon type. `kept`: the features that the treatment keeps, each in words
    that a layman understands ("that it is a family name", "a German number", "three significant digits"); equal in all
    values of the class.
    """

    type: str
    kept: tuple[str, ...] = ()

    def describe(self) -> str:
        """Describe what is kept, in one line."""
        return ", ".join(self.kept) or NOTHING_KEPT


NO_GUARANTEE = "no guarantee"
"""What is printed where a level promises nothing, in place of its numbers."""

_PROMISES_NOTHING = 0.99
"""From this delta on."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A privacy statement that can be checked.

    Attributes:
        notion: "pure local DP", "metric DP" and so on: what the nominal epsilon is an epsilon of.
        nominal_epsilon: the parameter, as the paper counts it.
        certified_epsilon: the pure local-DP level over the whole vocabulary of the table that is sampled; may be
            infinite.
        certificate: "exact" (from the integer table) or "analytic bound".
        unit: what one draw protects.
        domain: the set any two members of which are protected from each other.
        worst_pair: (x, x', output) that attains the certified epsilon, as vocabulary words; None where there is none.
        assumptions: what has to hold.
        composition: how draws add up.
        source: paper.
    """

    notion: str
    nominal_epsilon: float
    certified_epsilon: float
    certificate: str
    unit: str
    domain: str
    worst_pair: tuple[str, str, str] | None
    assumptions: tuple[str, ...]
    composition: str
    source: str

    def to_json(self) -> dict[str, Any]:
        """Return the guarantee as JSON values; infinite is the string "inf"."""
        return {
            "notion": self.notion,
            "nominal_epsilon": self.nominal_epsilon,
            "certified_epsilon": epsilon_json(self.certified_epsilon),
            "certificate": self.certificate,
            "unit": self.unit,
            "domain": self.domain,
            "worst_pair": list(self.worst_pair) if self.worst_pair else None,
            "assumptions": list(self.assumptions),
            "composition": self.composition,
            "source": self.source,
        }


class Price(NamedTuple):
    """The price of a request, in every display: reports, headers, the command line, the playground, the ledger.

    Attributes:
        epsilon, delta: certified, by basic composition over all units; infinite and 1 where that promises nothing.
        nominal: the sum of the nominal epsilons of the same draws.
        mechanisms: what drew, sorted.
    """

    epsilon: float
    delta: float
    nominal: float
    mechanisms: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The certified level as it is printed."""
        return level_text((self.epsilon, self.delta))


def stated(level: tuple[float, float]) -> tuple[float, float]:
    """Return a level as it may be stated: (infinite, 1) if epsilon is infinite or delta nearly 1."""
    epsilon, delta = level
    return level if math.isfinite(epsilon) and delta < _PROMISES_NOTHING else (math.inf, 1.0)


def level_text(level: tuple[float, float]) -> str:
    """Write a level, (epsilon, delta), as every display prints it."""
    epsilon, delta = stated(level)
    return NO_GUARANTEE if math.isinf(epsilon) else f"({epsilon:.4g}, {delta:.3g})"


_GUESS = 1 / 1000
_SURE = 0.5


def guess_after(level: tuple[float, float]) -> float:
    """Compute what a guess that was right once in 1,000 times may become at most for whoever sees one draw, from 0.001
    to 1.

    The odds change by at most e^epsilon, but in cases that together have the probability delta.
    """
    epsilon, delta = stated(level)
    return min(1 / (1 + (1 / _GUESS - 1) * math.exp(-epsilon)) + delta, 1.0)


def weakness(what: str, level: tuple[float, float], mend: str) -> str:
    """Write a sentence that says that a draw protects weakly, and what to do; empty if it does not.

    Weak is what has no guarantee, and what may make a guess of 1 in 1,000 right more often than not.

    Args:
        what: is drawn, such as "DATE_TIME".
        level: certified (epsilon, delta) of one draw.
        mend: the setting that protects it better.
    """
    share = guess_after(level)
    if share <= _SURE:
        return ""
    known = (
        "a draw may tell the value" if share == 1 else f"a guess of 1 in 1,000 may become right {share:.0%} of the time"
    )
    return f"{what}: weakly protected, {level_text(level)}: {known}. For more protection, write into the policy: {mend}"


def rule_weakness(of_type: str, treatment: str, level: tuple[float, float]) -> str:
    """Write the `weakness` of the values of an entity type, with the line of a policy that protects them better.

    Args:
        of_type: the type; for places, followed by the kind of place.
        treatment: that the line has, if a smaller epsilon helps. It does not help against a large delta.
        level: certified (epsilon, delta) of one value.
    """
    smaller = f'treatment = "{treatment}", epsilon = 4' if level[1] < _SURE else 'treatment = "mask"'
    return weakness(of_type, level, f"types.{of_type.partition('/')[0]} = {{ {smaller} }}")


def epsilon_json(value: float) -> float | str:
    """Return a level for JSON, which has no infinity."""
    return "inf" if math.isinf(value) else value


def check_epsilon(value: object) -> float:
    """Return epsilon if it is positive and finite. Raises InvalidEpsilon where it is not a number, not positive, or not
    finite.
    """
    hint = "give a positive number, for instance 6 (smaller is more private)"
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise InvalidEpsilon(f"epsilon must be a number, not {type(value).__name__}", hint=hint)
    epsilon = float(value)
    if not math.isfinite(epsilon) or epsilon <= 0:
        raise InvalidEpsilon(f"epsilon must be positive and finite, not {epsilon}", hint=hint)
    return epsilon


def parse_epsilon(text: str) -> float:
    """Parse an epsilon from a command line or a file. Raises InvalidEpsilon where it is no positive finite number."""
    try:
        return check_epsilon(float(text))
    except ValueError as error:
        if isinstance(error, InvalidEpsilon):
            raise
        raise InvalidEpsilon(
            "epsilon must be a number", hint="give a positive number, for instance --epsilon 6"
        ) from None
