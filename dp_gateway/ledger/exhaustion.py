"""What stands in for a request whose budget is spent, where the budget allows it: a policy that costs less.

`mask` puts placeholders for entities, at epsilon 0. `lower` draws words at what is left, divided by the words. Neither
may protect less than the policy it replaces: where every word was drawn, placeholders alone would show the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dp_gateway.config import Policy, load_policy
from dp_gateway.errors import BudgetExceeded
from dp_gateway.ledger.base import Charge

__all__ = ["cheaper"]

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
    if refused.exhausted == "lower" and policy.kind == "tokens":
        words = sum(charge.count for charge in charges if charge.epsilon > 0)
        epsilon = math.floor(refused.left / max(words, 1) / _STEP) * _STEP
        if max(refused.least, _STEP) <= epsilon < policy.tokens.epsilon:
            tokens = policy.tokens.model_copy(update={"epsilon": epsilon})
            return policy.model_copy(update={"name": f"{policy.name}-{epsilon:g}", "tokens": tokens})
    return None
