"""What a request spent, and what its sender is told of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from dp_gateway.ledger.base import Charge, from_nano
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["MEANING", "Remaining", "Spent"]

MEANING = (
    "Basic composition: whoever changes any of these units, up to all of them at once, changes the probability of what "
    "the provider sees by at most a factor e^epsilon, but for a probability of delta."
)
"""What a total means."""


class Remaining(NamedTuple):
    """What is left of one budget.

    Attributes:
        budget: name.
        left: epsilon; infinite for a budget that only warns.
        resets: seconds since the epoch; None for never.
        warned: past its soft limit.
    """

    budget: str
    left: float
    resets: float | None
    warned: bool


class Spent:
    """What a request costs.

    Attributes:
        id: of the reservation.
        charges: of all of its units, those that were paid for before included.
        epsilon: charged now: of the units that are new in their scope.
        remaining: by budget.
        reserved: a ledger was asked.
        left: the request may have left.
    """

    def __init__(
        self,
        name: str,
        charges: Sequence[Charge],
        cost: int,
        remaining: tuple[Remaining, ...],
        *,
        reserved: bool,
    ) -> None:
        self.id, self.charges, self.remaining, self.reserved = name, tuple(charges), remaining, reserved
        self.epsilon = from_nano(cost)
        self.left = False

    def leaves(self) -> None:
        """The request is sent now: it counts as received from here on."""
        self.left = True

    def nothing_left(self) -> None:
        """Nothing of it was sent after all, such as without a connection; never say so after a second try."""
        self.left = False

    @property
    def certified(self) -> tuple[float, float]:
        """(epsilon, delta) of all units by basic composition; nominal where the ledger counts nominal levels."""
        return basic((charge.epsilon, charge.delta) for charge in self.charges for _ in range(charge.count))

    def headers(self) -> list[tuple[bytes, bytes]]:
        """What the client is told."""
        epsilon, delta = self.certified
        mechanisms = sorted({charge.mechanism for charge in self.charges})
        told = {
            "x-dp-epsilon": _written(self.epsilon),
            "x-dp-certified": f"epsilon={_written(epsilon)}; delta={delta:.3g}",
            "x-dp-mechanism": ", ".join(mechanisms) or "none",
        }
        if self.remaining:
            told["x-dp-budget-remaining"] = _written(min(one.left for one in self.remaining))
        if warned := [one.budget for one in self.remaining if one.warned]:
            told["x-dp-budget-warning"] = ", ".join(warned)
        return [(name.encode(), value.encode("ascii", "replace")) for name, value in told.items()]

    def to_json(self) -> dict[str, Any]:
        """JSON-ready: by unit, in total, what that means, and what is left; infinite is the string "inf"."""
        epsilon, delta = self.certified
        return {
            "charged_epsilon": epsilon_json(self.epsilon),
            "total_epsilon": epsilon_json(epsilon),
            "total_delta": delta,
            "meaning": MEANING,
            "units": [
                {
                    "mechanism": one.mechanism,
                    "draws": one.count,
                    "epsilon": epsilon_json(one.epsilon),
                    "delta": one.delta,
                }
                for one in self.charges
            ],
            "budgets": [
                {"budget": one.budget, "left": epsilon_json(one.left), "resets": one.resets, "warned": one.warned}
                for one in self.remaining
            ],
        }


def _written(epsilon: float) -> str:
    return "inf" if math.isinf(epsilon) else f"{epsilon:.6g}"
