"""NERaseText and NERaseText+: the exponential mechanism on cosine distance, with a smaller epsilon for sensitive words.

The paper bounds NERaseText by eps_n c, c the largest cosine distance (at most 2, not 1 as the paper takes it), and
NERaseText+ by max(eps_s c + ln((1-p)/p), eps_n c + ln((1-p)/p), eps_n c). The first holds. The second does not: two
words of different categories are told apart by their own category as well, by ln(p/(1-p)) + (eps_s + eps_n) c / 2,
which is the larger one for p > 1/2 and a small epsilon. Both are at hand; what is reported is the certified level.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.mechanisms.dense import dense_level, dense_utility
from dp_gateway.mechanisms.radial import RadialMechanism, one_table
from dp_gateway.mechanisms.two_stage import diameter
from dp_gateway.privacy.certificate import Level, Utility
from dp_gateway.privacy.guarantee import Guarantee, check_epsilon
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.index import Index

Sensitive = NDArray[np.bool_] | Callable[[Sequence[str]], NDArray[np.bool_]]
"""Which words are sensitive: (n,) flags, or a function from the n words to them."""

_NAME_POOLS = ("GIVEN_NAMES_ALL", "SURNAMES_ALL")
_NAME_TYPES = ("CITY", "COUNTRY", "REGION", "NRP", "ORGANIZATION")


def named_words(index: Index) -> NDArray[np.bool_]:
    """Return which words, (n,), are names of persons, places, peoples or organisations in the public lexicon, and not
    common.

    Stands for the paper's recogniser, which looks at a private corpus: this list is public.
    """
    return index.shared("named-words", _named_words)


def _named_words(index: Index) -> NDArray[np.bool_]:
    from dp_gateway.vocabulary.lexicon import default_lexicon

    lexicon = default_lexicon()
    pools = [lexicon.pool(name) for name in _NAME_POOLS]
    named = np.array([any(word in pool for pool in pools) for word in index.words])
    hashes, entries = index.hashes
    for name in _NAME_TYPES:
        phrases = lexicon.index(name)
        named[entries[np.isin(hashes, phrases.hashes[0]) | np.isin(hashes, phrases.placed[0])]] = True
    common = lexicon.pool("COMMON_WORDS")
    return named & np.array([word not in common for word in index.words])


def sensitive_flags(index: Index, sensitive: Sensitive | None) -> NDArray[np.bool_]:
    """Return which words, (n,), are sensitive: as given, or `named_words` where None. Raises AssumptionViolated where
    the flags are not n booleans.
    """
    if sensitive is None:
        return named_words(index)
    flags = np.asarray(sensitive(index.words) if callable(sensitive) else sensitive)
    if flags.shape != (index.size,) or flags.dtype != np.bool_:
        raise AssumptionViolated(
            f"sensitive words are {index.size:,} flags (true or false), one a word of the vocabulary",
            hint="give a boolean array, or a function from the words to one",
        )
    return flags


_COIN = 1 << 32


class _Part(RadialMechanism):
    """The exponential mechanism on cosine distance, |x - y|^2 / 2 for vectors of unit length."""

    name = "nerasetext part"
    notion = "pure local DP: epsilon times the largest cosine distance"
    source = "NERaseText"

    def __init__(self, index: Index, epsilon: float, allowed: NDArray[np.bool_] | None) -> None:
        Mechanism.__init__(self, index, epsilon)
        tables, law = one_table(-self.epsilon / 2 * index.level_distances**2 / 2)
        super().__init__(index, epsilon, tables, law, allowed=allowed)


class NERaseText(Mechanism):
    """NERaseText.

    Args:
        index: as in `Mechanism`; vectors of unit length.
        epsilon: eps_n, of words that are not sensitive.
        sensitive_epsilon: eps_s, at most epsilon; None for half of it.
        sensitive: which words are sensitive; None for `named_words`.

    Raises:
        AssumptionViolated: eps_s is larger than epsilon, vectors are not of unit length, or the flags do not fit.
    """

    name = "nerasetext"
    notion = "pure local DP: eps_n times the largest cosine distance"
    source = "NERaseText: Sensitive-Aware Text Sanitization under Differential Privacy"
    assumptions = ("which words are sensitive is public",)

    def __init__(
        self,
        index: Index,
        epsilon: float,
        *,
        sensitive_epsilon: float | None = None,
        sensitive: Sensitive | None = None,
    ) -> None:
        super().__init__(index, epsilon)
        self.sensitive_epsilon = check_epsilon(self.epsilon / 2 if sensitive_epsilon is None else sensitive_epsilon)
        if self.sensitive_epsilon > self.epsilon:
            raise AssumptionViolated(
                f"sensitive words take at most the epsilon of the others, {self.epsilon}, not {self.sensitive_epsilon}",
                hint="leave sensitive_epsilon out: it is then half of epsilon",
            )
        norms = index.squared_norms / index.scale**2
        if not np.allclose(norms, 1, atol=0.01):
            raise AssumptionViolated(
                "cosine distance needs vectors of unit length, and those of this index have others",
                hint="build the index with an embedder that normalises, for instance: dp-gateway index build",
            )
        self.sensitive = sensitive_flags(index, sensitive)
        self._parts = tuple(self._parts_of(flag) for flag in (False, True))

    def _parts_of(self, flag: bool) -> list[tuple[int, _Part]]:
        """For words that are sensitive or not: mechanisms to choose from, with their shares of 2^32."""
        return [(_COIN, _Part(self.index, self._epsilon_of(flag), None))]

    def _epsilon_of(self, flag: bool) -> float:
        return self.sensitive_epsilon if flag else self.epsilon

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        digest = hashlib.sha256(self.sensitive.tobytes()).hexdigest()[:16]
        return {**super().parameters, "sensitive_epsilon": self.sensitive_epsilon, "sensitive": digest}

    @property
    def largest_distance(self) -> float:
        """c, the largest cosine distance between two words; the first access may take seconds."""
        return diameter(self.index) ** 2 / 2

    def published_bound(self) -> float:
        """Return the paper's bound on the level: eps_n c."""
        return self.epsilon * self.largest_distance

    def bound(self) -> float:
        """Return a bound that holds, up to the resolution of the index: eps_n c."""
        return self.epsilon * self.largest_distance

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        drawn = np.empty(len(entries), np.int64)
        flags = self.sensitive[entries]
        for flag, parts in enumerate(self._parts):
            places = np.flatnonzero(flags == bool(flag))
            for part, some in self._choices(parts, places, stream):
                if len(some):
                    drawn[some] = part.release(entries[some], stream)
        return drawn

    @staticmethod
    def _choices(
        parts: list[tuple[int, _Part]], places: NDArray[np.int64], stream: Stream
    ) -> list[tuple[_Part, NDArray[np.int64]]]:
        """Which places go to which part, by one coin of 32 bits each where there are two."""
        if len(parts) == 1 or not len(places):
            return [(parts[0][1], places)]
        first = stream.uint64(len(places)) >> np.uint64(32) < np.uint64(parts[0][0])
        return [(parts[0][1], places[first]), (parts[1][1], places[~first])]

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Compute the exact law of `release`, shape (m, n)."""
        return self.rows_at(entries, self.index.levels_from(entries))

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Return what `distribution` does, of entries whose distance levels to all words, shape (m, n), are known."""
        law = np.zeros((len(entries), self.index.size))
        flags = self.sensitive[entries]
        for flag, parts in enumerate(self._parts):
            places = np.flatnonzero(flags == bool(flag))
            for share, part in parts if len(places) else []:
                law[places] += share / _COIN * part.rows_at(entries[places], levels[places])
        return law

    def radial_parts(self) -> list[tuple[NDArray[np.float64], RadialMechanism]]:
        """Return what of each input's row, (n,), goes through which mechanism; no two of an input have an output in
        common.
        """
        return [
            (np.where(self.sensitive == bool(flag), share / _COIN, 0.0), part)
            for flag, parts in enumerate(self._parts)
            for share, part in parts
        ]

    def exact_probability(self, x: int, y: int) -> int:
        """Return P[x, y] as an integer multiple of 2^-288, rounded down."""
        return sum(share * part.exact_probability(x, y) for share, part in self._parts[int(self.sensitive[x])])

    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute it exactly, by one pass over all pairs of words."""
        return dense_level(self.index.size, self.distribution, self.exact_probability, progress)

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Compute it exactly, by one pass over the words of the prior."""
        return dense_utility(self.index, self.distribution, prior, np.arange(self.index.size), progress)

    def guarantee_from(self, level: Level) -> Guarantee:
        """State the promise, given the level: with the paper's bound, and whether it is kept."""
        plain, published = super().guarantee_from(level), self.published_bound()
        kept = "kept" if level.epsilon <= published else f"exceeded; {self.bound():.3f} holds"
        return replace(plain, assumptions=(*plain.assumptions, f"the paper's bound, {published:.3f} here, is {kept}"))


class NERaseTextPlus(NERaseText):
    """NERaseText+: a word of the own category with probability p, else of the other one.

    Args:
        index, epsilon, sensitive_epsilon, sensitive: as in `NERaseText`.
        p: probability of the own category; a multiple of 2^-32 is taken.

    Raises:
        AssumptionViolated: as `NERaseText`; p is not inside (0, 1), or a category is empty.
    """

    name = "nerasetext+"
    notion = "pure local DP"

    def __init__(
        self,
        index: Index,
        epsilon: float,
        *,
        sensitive_epsilon: float | None = None,
        sensitive: Sensitive | None = None,
        p: float = 0.7,
    ) -> None:
        self._threshold = round(p * _COIN) if 0 <= p <= 1 else 0
        if not 0 < self._threshold < _COIN:
            raise AssumptionViolated(f"p must lie between 0 and 1, not {p}", hint="use p = 0.7, as the paper does")
        self.p = self._threshold / _COIN
        super().__init__(index, epsilon, sensitive_epsilon=sensitive_epsilon, sensitive=sensitive)
        if self.sensitive.all() or not self.sensitive.any():
            raise AssumptionViolated(
                "NERaseText+ needs words of both categories, and one of them is empty",
                hint="name other sensitive words, or use nerasetext",
            )

    def _parts_of(self, flag: bool) -> list[tuple[int, _Part]]:
        own = self.sensitive == flag
        epsilon = self._epsilon_of(flag)
        shares = (self._threshold, own), (_COIN - self._threshold, ~own)
        return [(share, _Part(self.index, epsilon, allowed)) for share, allowed in shares]

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {**super().parameters, "p": self.p}

    def published_bound(self) -> float:
        """Return the paper's bound: max(eps_s c + ln((1-p)/p), eps_n c + ln((1-p)/p), eps_n c)."""
        return self.epsilon * self.largest_distance + max(0.0, math.log((1 - self.p) / self.p))

    def bound(self) -> float:
        """Return a bound that holds: the larger of eps_n c, and (eps_s + eps_n) c / 2 + |ln(p/(1-p))| across
        categories.
        """
        across = (self.sensitive_epsilon + self.epsilon) / 2 * self.largest_distance
        return max(super().bound(), across + abs(math.log(self.p / (1 - self.p))))
