"""What becomes of a request whose budget is spent: a policy that costs less where the budget allows it, else an error.

`mask` puts placeholders for entities, at epsilon 0. `lower` draws words at what is left, divided by the words. Neither
may protect less than the policy it replaces: where every word was drawn, placeholders alone would show the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dp_gateway.budget.accounts import DELTA, whose
from dp_gateway.budget.base import Charge, Refused, from_nano, from_pico
from dp_gateway.budget.settings import BudgetSettings
from dp_gateway.errors import BudgetExceeded
from dp_gateway.policy import Policy, load_policy

__all__ = ["cheaper", "refusal"]

_STEP = 0.5
"""Epsilons are taken from a grid, so that a handful of mechanisms serves all requests."""


def cheaper(policy: Policy, refused: BudgetExceeded, charges: Sequence[Charge]) -> Policy | None:
    """The policy under which to try once more; None where the request is blocked.

    Args:
        policy: under which the request was refused.
        refused: says what the budget wants, and what is left.
        charges: of the refused request.
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


def refusal(name: str, budget: BudgetSettings, refused: Refused, now: float) -> BudgetExceeded:
    """What the sender of a refused request is told.

    Args:
        name, budget: that refused it.
        refused: what the ledger said.
        now: seconds since the epoch.
    """
    measure = whose(refused.account).measure
    limits = budget.limits("", now, (DELTA,))
    limit, amount = (limits[1], from_pico) if measure == DELTA else (limits[0], from_nano)
    asked = amount(refused.asked)
    if refused.asked > limit.request:
        left, resets = amount(limit.request), None
        message = f"the request costs epsilon {asked:g}, and one request may cost {left:g} of the budget {name}"
        hint = "send less text that is new, or ask the operator for a policy at a lower epsilon"
    elif refused.asked > limit.most:
        left, resets = amount(limit.most), None
        message = f"the request costs {measure or 'epsilon'} {asked:g}, and the budget {name} is {left:g} in all"
        hint = "send less text that is new, or ask the operator for a larger budget or another policy"
    else:
        left, resets = amount(max(limit.most - refused.spent, 0)), budget.resets(now)
        message = f"the request costs {measure or 'epsilon'} {asked:g}, and {left:g} is left of the budget {name}"
        hint = "wait until it resets" if resets else "see who spent it: dp-gateway budget show"
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
