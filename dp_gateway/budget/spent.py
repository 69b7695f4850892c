"""Tells what a request spent, what its sender is told of it, and what becomes of a request whose budget is spent.

The accountant makes a `Spent` for each request that it reserves, and asks `refusal` where it cannot; `till` asks for
the cheaper policy. `mask` puts placeholders for entities, at epsilon 0. `lower` draws words at what is left, divided by
the words. Neither may protect less than the policy it replaces: where every word was drawn, placeholders alone would
show the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from dp_gateway.budget.accounts import DELTA, whose
from dp_gateway.budget.base import Ask, Caller, Charge, Refusal, from_nano, from_pico
from dp_gateway.budget.settings import BudgetSettings
from dp_gateway.errors import BudgetExceeded
from dp_gateway.policy import Policy, load_policy
from dp_gateway.privacy.composition import EpsilonDelta, basic, compose, group
from dp_gateway.privacy.guarantee import Price, epsilon_json

MEANING = (
    "Basic composition: whoever changes any of these units, up to all of them at once, changes the probability of what "
    "the provider sees by at most a factor e^epsilon, but for a probability of delta."
)
"""Says in an answer how its totals are to be read."""

SLACK = 1e-6
"""By how much delta may be larger than the sum of the deltas, for a smaller epsilon of the whole mix."""


class Remaining(NamedTuple):
    """The rest of one budget.

    Attributes:
        budget: name.
        spent, left: epsilon; `left` is infinite for a budget without such a limit.
        lost, left_delta: the same of delta.
        resets: seconds since the epoch; None for never.
        warned: past its soft limit.
    """

    budget: str
    spent: float
    left: float
    lost: float
    left_delta: float
    resets: float | None
    warned: bool

    def to_json(self) -> dict[str, Any]:
        """Return what remains as JSON values; infinite is the string "inf"."""
        return {
            "budget": self.budget,
            "spent": epsilon_json(self.spent),
            "left": epsilon_json(self.left),
            "spent_delta": self.lost,
            "left_delta": epsilon_json(self.left_delta),
            "resets": self.resets,
            "warned": self.warned,
        }


class Spent:
    """The cost of a request, reserved and then settled.

    Attributes:
        ask, caller: what the ledger was asked for, and whose the request is.
        charges: of all of its units, those that were paid for before included.
        epsilon, delta: charged now: of the units that are new in their scope.
        remaining: by budget.
        left: the request may have left.
        taken: account, slot and amount of all that was taken for it, for the audit log.
        recorded: the audit log says so, or may say so.
    """

    def __init__(
        self,
        ask: Ask,
        caller: Caller,
        charges: Sequence[Charge],
        charged: EpsilonDelta,
        remaining: tuple[Remaining, ...] = (),
    ) -> None:
        self.ask, self.caller, self.charges, self.remaining = ask, caller, tuple(charges), remaining
        self.epsilon, self.delta = charged
        self.left = False
        self.taken: tuple[tuple[str, int, int], ...] = ()
        self.recorded = False

    def leaves(self) -> None:
        """Note that the request is sent now: it counts as received from here on."""
        self.left = True

    def nothing_left(self) -> None:
        """Note that nothing of it was sent after all, such as without a connection; never say so after a second try."""
        self.left = False

    def _draws(self) -> Iterator[EpsilonDelta]:
        return ((charge.epsilon, charge.delta) for charge in self.charges for _ in range(charge.count))

    @property
    def certified(self) -> EpsilonDelta:
        """(epsilon, delta) of all units by basic composition; nominal where the ledger counts nominal levels."""
        return basic([(charge.epsilon * charge.count, charge.delta * charge.count) for charge in self.charges])

    def composed(self) -> EpsilonDelta:
        """Return the (epsilon, delta) of all units by the accountant of the whole mix; may take a second."""
        epsilon, delta = self.certified
        loose = min(delta + SLACK, 1.0)
        proved = compose(self._draws(), loose) if loose < 1 else epsilon
        return (proved, loose) if proved < epsilon else (epsilon, delta)

    def headers(self) -> list[tuple[bytes, bytes]]:
        """Return the headers that tell the client of the charge; what the request costs as a whole is in
        `price_headers`.
        """
        told = {"x-dp-epsilon": _written(self.epsilon), "x-dp-delta": f"{self.delta:.3g}"}
        if self.remaining:
            told["x-dp-budget-remaining"] = _written(min([one.left for one in self.remaining]))
            if math.isfinite(left := min([one.left_delta for one in self.remaining])):
                told["x-dp-budget-remaining-delta"] = _written(left)
        if warned := [one.budget for one in self.remaining if one.warned]:
            told["x-dp-budget-warning"] = ", ".join(warned)
        return _encoded(told)

    def person(self, times: int) -> EpsilonDelta:
        """Return the (epsilon, delta) of a person who appears in so many draws, as `composition.group` computes it."""
        return basic(group(self._draws(), times))

    def to_json(self) -> dict[str, Any]:
        """Return the charge as JSON values: by unit, in total, what that means, and what is left; infinite is the
        string "inf".
        """
        epsilon, delta = self.certified
        whole = self.composed()
        return {
            "charged_epsilon": epsilon_json(self.epsilon),
            "charged_delta": self.delta,
            "total_epsilon": epsilon_json(epsilon),
            "total_delta": delta,
            "composed_epsilon": epsilon_json(whole[0]),
            "composed_delta": whole[1],
            "meaning": MEANING,
            "units": [_unit(one) for one in self.charges],
            "budgets": [one.to_json() for one in self.remaining],
        }


def price_headers(price: Price, spent: Spent | None) -> list[tuple[bytes, bytes]]:
    """Return the headers that tell the client of a request its price, the same with a ledger and without one.

    `x-dp-certified` is what all units cost, `x-dp-nominal` the sum of their nominal epsilons. `x-dp-epsilon` and
    `x-dp-delta` are what is charged: with a ledger for the units that are new to it, without one for all. `spent`: what
    was charged; None where nobody counts.
    """
    told = {
        "x-dp-certified": price.text,
        "x-dp-nominal": _written(price.nominal),
        "x-dp-mechanism": ", ".join(price.mechanisms) or "none",
    }
    if spent is not None:
        return [*_encoded(told), *spent.headers()]
    return _encoded({**told, "x-dp-epsilon": _written(price.epsilon), "x-dp-delta": f"{price.delta:.3g}"})


def _encoded(told: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("ascii", "replace")) for name, value in told.items()]


def _unit(charge: Charge) -> dict[str, Any]:
    return {
        "mechanism": charge.mechanism,
        "draws": charge.count,
        "epsilon": epsilon_json(charge.epsilon),
        "delta": charge.delta,
    }


def _written(epsilon: float) -> str:
    return "inf" if math.isinf(epsilon) else f"{epsilon:.6g}"


_STEP = 0.5
"""Epsilons are taken from a grid, so that a handful of mechanisms serves all requests."""


def cheaper(policy: Policy, refused: BudgetExceeded, charges: Sequence[Charge]) -> Policy | None:
    """Choose the policy under which to try once more; None if the request is blocked. `refused`: says what the budget
    wants, and what is left.
    """
    if refused.exhausted == "mask" and not policy.draws_words and policy.detects and policy.kind != "observe":
        masks = load_policy("mask")
        return policy.model_copy(update={"name": f"{policy.name}-masked", "kind": masks.kind, "types": masks.types})
    if refused.exhausted == "lower" and refused.measure == "epsilon" and policy.kind == "tokens":
        words = sum(charge.count for charge in charges if charge.epsilon > 0)
        epsilon = math.floor(refused.left / max(words, 1) / _STEP) * _STEP
        if max(refused.least, _STEP) <= epsilon < policy.tokens.epsilon:
            tokens = policy.tokens.model_copy(update={"epsilon": epsilon})
            return policy.model_copy(update={"name": f"{policy.name}-{epsilon:g}", "tokens": tokens})
    return None


def refusal(name: str, budget: BudgetSettings, refused: Refusal, now: float, *, stored: bool = True) -> BudgetExceeded:
    """Make the error for the sender of a refused request. `refused`: what the ledger said. `now`: seconds since the
    epoch. `stored`: other processes can read the ledger.
    """
    measure = whose(refused.account).measure
    limits = budget.limits("", now, (DELTA,))
    limit, amount = (limits[1], from_pico) if measure == DELTA else (limits[0], from_nano)
    asked = amount(refused.asked)
    if refused.asked > limit.request:
        left, resets = amount(limit.request), None
        message = f"the request costs epsilon {asked:g}, and one request may cost {left:g} of the budget {name}"
        hint = "send less text that is new, raise `request` of the budget, or take a policy at a lower epsilon"
    elif refused.asked > limit.most:
        left, resets = amount(limit.most), None
        message = f"the request costs {measure or 'epsilon'} {asked:g}, and the budget {name} is {left:g} in all"
        hint = f"send less text that is new, raise `{measure or 'epsilon'}` of the budget, or take another policy"
    else:
        left, resets = amount(max(limit.most - refused.spent, 0)), budget.resets(now)
        message = f"the request costs {measure or 'epsilon'} {asked:g}, and {left:g} is left of the budget {name}"
        hint = "wait until it resets"
        if resets is None:
            hint = f"it never resets: raise its `{measure or 'epsilon'}`, or give it a window" + (
                "; see who spent it: dp-gateway budget show" if stored else ""
            )
    return BudgetExceeded(
        message,
        hint=hint,
        budget=name,
        asked=asked,
        left=left,
        resets=resets,
        exhausted=budget.exhausted,
        least=budget.least,
        measure=measure or "epsilon",
    )
