"""The conformance suite of mechanisms, and a toy vocabulary small enough for brute force.

Subclass the suite in a test file and say what the mechanism promises.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.randomness import KeyedStream
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.embedders import Progress
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import word_list

TOY_WORDS: tuple[str, ...] = tuple(
    """
    london paris berlin rome madrid vienna bank court police ministry army school red blue green yellow white black
    good great bad awful nice poor film movie actor scene plot music doctor nurse teacher lawyer baker judge run walk
    jump swim fly sing dog cat horse bird fish mouse one two three four five six monday friday sunday march june may
    """.split()
)


class SeededStream(KeyedStream):
    """A repeatable stream for tests.

    Args:
        seed: any integer.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(b"dp_gateway.testing", str(seed).encode())


class ToyEmbedder:
    """Gives `TOY_WORDS` vectors in 5 dimensions, six words to a topic, and other texts none; for tests."""

    name = "toy-5"
    local = True
    normalize = True

    def __init__(self) -> None:
        noise = np.random.default_rng(1).standard_normal((len(TOY_WORDS), 5))
        topics = np.random.default_rng(2).standard_normal((len(TOY_WORDS) // 6, 5))
        vectors = 0.5 * noise + np.repeat(topics, 6, axis=0)
        self._vectors = dict(zip(TOY_WORDS, vectors.astype(np.float32), strict=True))

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Embed texts, shape (len(texts), 5); NaN for other than toy words."""
        missing = np.full(5, np.nan, np.float32)
        if progress is not None:
            progress(len(texts))
        return np.stack([self._vectors.get(text, missing) for text in texts])


def toy_index(folder: Path, *, neighbours: int = 24) -> Index:
    """Build an index of 60 words in 5 dimensions, for tests that a real vocabulary would make slow.

    Args:
        folder: where its folder `toy` is written.
        neighbours: how many of its nearest words each one knows.
    """
    return build_index(folder / "toy", word_list("toy", TOY_WORDS), ToyEmbedder(), neighbours=neighbours)


_FALSE_POSITIVE_RATE = 1e-6
_DRAWS = 200_000


def brute_force_level(law: NDArray[np.float64]) -> float:
    """Compute max over x, x', y of log(P[x, y] / P[x', y]) of a table (n, n); infinite where supports differ."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(law)
        ratios = logs[:, None, :] - logs[None, :, :]
    return float(np.nanmax(ratios))


def chi_square_p(observed: NDArray[np.int64], law: NDArray[np.float64]) -> float:
    """Compute the p-value of counts against a law; outputs expected fewer than five times are pooled.

    An output that was seen though it is impossible has p-value 0.
    """
    from scipy.stats import chisquare  # pyright: ignore[reportUnknownVariableType, reportMissingTypeStubs]

    if observed[law == 0].any():
        return 0.0
    expected = law * observed.sum()
    common = expected >= 5
    seen, wanted = observed[common].astype(float), expected[common]
    if not common.all() and expected[~common].sum() > 0:
        seen = np.append(seen, observed[~common].sum())
        wanted = np.append(wanted, expected[~common].sum())
    if len(seen) < 2:
        return 1.0
    result: Any = chisquare(seen, wanted * (seen.sum() / wanted.sum()))
    return float(result.pvalue)


class MechanismConformance(ABC):
    """The tests that each mechanism has to pass: subclass it, beside a pytest fixture `toy` with an `Index`.

    Attributes:
        epsilons: levels the suite runs at.
        tolerance: relative deviation from the formula that the stored resolution of distances causes.
        tight: least observed loss as a share of the promised one; None where the formula test says enough.
    """

    epsilons: tuple[float, ...] = (1.0, 4.0, 8.0)
    tolerance: float = 2e-3
    tight: float | None = None

    @abstractmethod
    def make(self, index: Index, epsilon: float) -> Mechanism:
        """Make the mechanism under test on an index, at a level; the suite calls it for each of `epsilons`."""

    @abstractmethod
    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64] | None:
        """Return the table (n, n) by the paper's formula; None where there is none in closed form."""

    @abstractmethod
    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        """Return the allowed log ratio for each pair of inputs, (n, n); infinite where nothing is promised."""

    def test_rows_sum_to_one(self, toy: Index) -> None:
        """Every row of the table is a law."""
        for epsilon in self.epsilons:
            law = self.make(toy, epsilon).distribution(np.arange(toy.size))
            assert (law >= 0).all()
            np.testing.assert_allclose(law.sum(axis=1), 1, atol=1e-9)

    def test_table_is_the_formula(self, toy: Index) -> None:
        """The table agrees with the formula of the paper."""
        for epsilon in self.epsilons:
            expected = self.reference(toy, epsilon)
            if expected is not None:
                law = self.make(toy, epsilon).distribution(np.arange(toy.size))
                np.testing.assert_allclose(law, expected, rtol=self.tolerance, atol=1e-7)

    def test_certificate_is_brute_force(self, toy: Index) -> None:
        """The certified level is the largest ratio over all triples, and the named triple attains it."""
        for epsilon in self.epsilons:
            mechanism = self.make(toy, epsilon)
            law = mechanism.distribution(np.arange(toy.size))
            level = mechanism.compute_level()
            assert np.isclose(level.epsilon, brute_force_level(law), rtol=1e-6) or (
                np.isinf(level.epsilon) and np.isinf(brute_force_level(law))
            )
            with np.errstate(divide="ignore"):
                attained = np.log(law[level.x, level.output]) - np.log(law[level.x_prime, level.output])
            assert attained == level.epsilon or np.isclose(attained, level.epsilon, rtol=1e-6)

    def test_promised_loss_holds(self, toy: Index) -> None:
        """No pair of inputs is told apart better than promised; where the promise is tight, not much worse."""
        for epsilon in self.epsilons:
            law = self.make(toy, epsilon).distribution(np.arange(toy.size))
            allowed = self.loss(toy, epsilon)
            with np.errstate(divide="ignore", invalid="ignore"):
                logs = np.log(law)
                observed = np.nanmax(logs[:, None, :] - logs[None, :, :], axis=2)
            assert (observed <= allowed * (1 + self.tolerance) + 1e-6).all()
            if self.tight is not None:
                assert observed.max() >= self.tight * epsilon

    def test_draws_follow_the_table(self, toy: Index) -> None:
        """`release` draws from `distribution`."""
        for epsilon in self.epsilons:
            mechanism = self.make(toy, epsilon)
            for x in (0, toy.size // 2):
                drawn = mechanism.release(np.full(_DRAWS, x), SeededStream(x))
                law = mechanism.distribution(np.array([x]))[0]
                counts = np.bincount(drawn, minlength=toy.size)
                assert chi_square_p(counts, law) > _FALSE_POSITIVE_RATE

    def test_draws_repeat_with_the_stream(self, toy: Index) -> None:
        """The same bits give the same draws, whatever was drawn before."""
        words = np.arange(toy.size)
        first = self.make(toy, self.epsilons[0]).release(words, SeededStream(7))
        again = self.make(toy, self.epsilons[0])
        again.release(words[::-1].copy(), SeededStream(8))
        assert (again.release(words, SeededStream(7)) == first).all()

    def test_utility_is_brute_force(self, toy: Index) -> None:
        """Attack success and expected cosine agree with sums over the whole table."""
        prior = np.random.default_rng(3).random(toy.size)
        prior[::7] = 0
        prior /= prior.sum()
        mechanism = self.make(toy, self.epsilons[1])
        law = mechanism.distribution(np.arange(toy.size))
        unit = toy.vectors / np.linalg.norm(toy.vectors, axis=1, keepdims=True)
        utility = mechanism.utility(prior)
        assert np.isclose(utility.bayes_asr, (prior[:, None] * law).max(axis=0).sum(), rtol=1e-9)
        assert np.isclose(utility.expected_cosine, (prior[:, None] * law * (unit @ unit.T)).sum(), atol=2e-4)
