"""Attacks that look at one sanitized word at a time; exact, from the mechanism's table."""

from __future__ import annotations

import numpy as np

from dp_gateway.attacks.base import GuessingAttack, Trial
from dp_gateway.mechanisms.base import Entries

__all__ = ["ContextFreeBayesian", "ContextFreeBound", "EmbeddingInversion"]


class ContextFreeBound(GuessingAttack):
    """The context-free optimum (Theorem 1, Definition 1): the attacker knows the true prior.

    Its expected success, sum_y max_x pi(x) P[x, y], bounds that of every context-free attack.
    """

    name = "context_free_bound"

    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """The most likely input of each output under the private corpus's own frequencies."""
        best = trial.best_by_private
        return best.inputs[outputs], float(best.joint.sum())


class ContextFreeBayesian(GuessingAttack):
    """The practical form (Eq. 10): the prior comes from the shadow corpus, with 1/alpha added."""

    name = "context_free_bayesian"

    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """The most likely input of each output under the shadow corpus's frequencies."""
        best = trial.best_by_shadow
        return best.inputs[outputs], best.success(trial.shadow_weights, trial.private_weights)


class EmbeddingInversion(GuessingAttack):
    """Guess the attackable word nearest to the output (Qu et al. 2021): the output itself wherever it is one."""

    name = "embedding_inversion"

    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """The nearest attackable word."""
        index, allowed = trial.index, trial.attackable
        guesses = np.arange(index.size)
        outside = np.flatnonzero(~allowed)
        near = index.neighbours[outside]
        first = allowed[near].argmax(axis=1)
        guesses[outside] = near[np.arange(len(outside)), first]
        return guesses[outputs], None
