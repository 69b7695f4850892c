"""One interface for all reconstruction attacks: `attack.run(mechanism, private, shadow) -> AttackReport`.

Source of the attacks: Tong et al., On the Vulnerability of Text Sanitization, NAACL 2025. Success is exact recovery
of a vocabulary entry.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import Corpus, check_disjoint
from dp_gateway.attacks.posterior import Best, best_inputs
from dp_gateway.errors import InputError, check_argument
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.registry import MECHANISMS
from dp_gateway.randomness import KeyedStream, Stream

_Z = 1.959963984540054
"""Two-sided 95 %."""


def wilson(hits: int, tokens: int) -> tuple[float, float]:
    """Compute Wilson's score interval at 95 % of a success rate.

    Args:
        hits: how many were recovered.
        tokens: of how many.
    """
    rate, spread = hits / tokens, _Z * _Z / tokens
    centre = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(rate * (1 - rate) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True, slots=True)
class AttackReport:
    """How well an attack recovered words.

    Attributes:
        attack: its name.
        inputs: (m,) the words that were attacked, as entries.
        hits: (m,) which of them were recovered.
        seconds: CPU time of the attack without the draws that it attacks; wall-clock time where a model has a part.
        expected: success over all draws, exact, where the attack has one guess for each output; else None.
        details: further figures, by name.
        by_type: recovered and attacked mentions of each entity type, for attacks on entities.
    """

    attack: str
    inputs: Entries
    hits: NDArray[np.bool_]
    seconds: float
    expected: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    by_type: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    @property
    def tokens(self) -> int:
        """Words attacked."""
        return len(self.hits)

    @property
    def success_rate(self) -> float:
        """Share of the attacked words that were recovered."""
        return float(self.hits.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the success rate, 95 %."""
        return wilson(int(self.hits.sum()), self.tokens)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values; it holds no word."""
        by_type = {name: {"recovered": hits, "attacked": tried} for name, (hits, tried) in self.by_type.items()}
        return {
            "attack": self.attack,
            "success_rate": self.success_rate,
            "interval": list(self.interval),
            "tokens": self.tokens,
            "seconds": round(self.seconds, 3),
        } | ({"by_type": by_type} if by_type else {})


def shadow_weights(private: Corpus, shadow: Corpus) -> NDArray[np.float64]:
    """Compute an attacker's prior, (n,): relative frequencies in the shadow corpus plus 1/alpha (Eq. 10).

    Words that are never attacked have none.
    """
    counts = shadow.counts
    return np.where(private.attackable, counts + 1.0, 0.0) / counts.sum()


class Trial:
    """Private sentences sanitized once, and what the attacker has seen: all attacks on it see the same draws.

    Args:
        mechanism: what the private words went through.
        private, shadow: disjoint corpora over the mechanism's index.
        stream: of draws and samples; None takes a public one, so that figures repeat.
        tokens: attack a sample of so many words; None attacks all.

    Raises:
        ConfigurationError: an argument is of another kind.
        InputError: the corpora overlap, or hold nothing to attack.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        private: Corpus,
        shadow: Corpus,
        *,
        stream: Stream | None = None,
        tokens: int | None = None,
    ) -> None:
        check_argument("mechanism", mechanism, Mechanism, hint='write Sanitizer("custext", epsilon=6).mechanism')
        for name, corpus in (("private", private), ("shadow", shadow)):
            check_argument(name, corpus, Corpus, hint="write read_corpus(index, sentences), or drawn_corpus(index)")
            if not corpus.sensitive.any():
                raise InputError(f"the {name} set holds no word to attack", hint="give more text")
            if corpus.index.content_hash != mechanism.index.content_hash:
                raise InputError(
                    f"the {name} set was read with another vocabulary than the mechanism's",
                    hint="read it with the mechanism's index",
                )
        if (private.attackable != shadow.attackable).any():
            raise InputError(
                "private and shadow sets disagree about what is sensitive", hint="read both with the same arguments"
            )
        check_disjoint(private, shadow)
        self.mechanism, self.private, self.shadow = mechanism, private, shadow
        self.index = mechanism.index
        self.stream = stream or KeyedStream(b"public draws of an audit", mechanism.fingerprint.encode())
        self._tokens = tokens

    @cached_property
    def positions(self) -> NDArray[np.int64]:
        """(m,) where the attacked words stand in the private corpus, ascending."""
        return self.sample(self._tokens)

    @cached_property
    def released(self) -> Entries:
        """(t,) the private corpus after sanitization."""
        return self.release(self.private)

    @property
    def inputs(self) -> Entries:
        """(m,) the attacked words."""
        return self.private.entries[self.positions]

    @property
    def outputs(self) -> Entries:
        """(m,) what was sent in their place."""
        return self.released[self.positions]

    @cached_property
    def private_weights(self) -> NDArray[np.float64]:
        """(n,) the true prior: relative frequencies of the sensitive words of the private corpus."""
        counts = self.private.counts
        return counts / counts.sum()

    @cached_property
    def shadow_weights(self) -> NDArray[np.float64]:
        """(n,) the attacker's prior."""
        return shadow_weights(self.private, self.shadow)

    @property
    def attackable(self) -> NDArray[np.bool_]:
        """(n,) which entries an attacked word can be."""
        return self.private.attackable

    @cached_property
    def best_by_private(self) -> Best:
        """The likeliest input of each output under the true prior."""
        return best_inputs(self.mechanism, self.private_weights)

    @cached_property
    def best_by_shadow(self) -> Best:
        """The likeliest input of each output under the attacker's prior."""
        return best_inputs(self.mechanism, self.shadow_weights)

    @property
    def keeps_stopwords(self) -> bool:
        """Whether stopwords are sent in clear."""
        entry = MECHANISMS.get(self.mechanism.name)
        return entry is not None and entry.keeps_stopwords

    def release(self, corpus: Corpus) -> Entries:
        """Draw one sanitized copy of a corpus, (t,)."""
        drawn = corpus.entries.copy()
        through = np.flatnonzero(~corpus.stopwords) if self.keeps_stopwords else np.arange(len(drawn))
        drawn[through] = self.mechanism.release(corpus.entries[through], self.stream)
        return drawn

    def sample(self, count: int | None) -> NDArray[np.int64]:
        """Draw where up to so many attacked words stand, (m,), without replacement, ascending."""
        positions = np.flatnonzero(self.private.sensitive)
        if count is None or count >= len(positions):
            return positions
        keys = self.stream.uint64(len(positions))
        return np.sort(positions[np.argsort(keys, kind="stable")[:count]])


class Attack(ABC):
    """A reconstruction attack."""

    name: ClassVar[str]

    def run(self, mechanism: Mechanism, private: Corpus, shadow: Corpus) -> AttackReport:
        """Sanitize the private sentences and try to recover their words.

        Args:
            mechanism: known to the attacker.
            private: sentences to attack.
            shadow: disjoint sentences of the same kind that the attacker has.

        Raises:
            InputError: the corpora overlap, or hold nothing to attack.
            AssumptionViolated: the attack needs a table, and the mechanism has none.
        """
        return self.attack(Trial(mechanism, private, shadow))

    @abstractmethod
    def attack(self, trial: Trial) -> AttackReport:
        """Run the attack on draws that other attacks share."""


class GuessingAttack(Attack):
    """An attack whose guess depends on the output alone."""

    def attack(self, trial: Trial) -> AttackReport:
        """Run the attack on draws that other attacks share."""
        inputs, outputs = trial.inputs, trial.outputs
        start = time.process_time()
        guesses, expected = self.guess(trial, outputs)
        seconds = time.process_time() - start
        return AttackReport(self.name, inputs, guesses == inputs, seconds, expected)

    @abstractmethod
    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """Guess the inputs, (m,); with them comes the exact expected success where there is one."""
