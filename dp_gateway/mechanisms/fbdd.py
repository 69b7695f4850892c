"""FBDD (Feyisetan, Balle, Drake, Diethe; WSDM 2020): a noisy vector, then the nearest word.

Noise has density proportional to exp(-epsilon ||z||): a uniform direction and a norm that is Gamma(d, 1/epsilon).
The law over words has no closed form; the level is the analytic bound epsilon times the largest distance. The noise
is computed in floating point, so the bound is one over the reals; only the nearest word leaves.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import cos_and_sin_of_turns, log
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.privacy.certificate import Level, Utility, blocks_of
from dp_gateway.randomness import KeyedStream, Stream

_CHUNK = 1024
_DRAWS = 20_000


class FBDD(Mechanism):
    """FBDD over the whole vocabulary."""

    name = "fbdd"
    notion = "metric DP: epsilon times distance"
    source = (
        "Feyisetan et al., Privacy- and Utility-Preserving Textual Analysis via Calibrated Perturbations, WSDM 2020"
    )
    certificate = "analytic bound"
    assumptions = ("noise of real numbers; floating point approximates it",)

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        parts = [self._release(entries[i : i + _CHUNK], stream) for i in range(0, len(entries), _CHUNK)]
        return np.concatenate(parts) if parts else entries.copy()

    def _release(self, entries: Entries, stream: Stream) -> Entries:
        count, dimensions = len(entries), self.index.vectors.shape[1]
        direction = standard_normals(stream, count * dimensions).reshape(count, dimensions)
        direction /= np.linalg.norm(direction, axis=1, keepdims=True)
        norm = _exponentials(stream, count * dimensions).reshape(count, dimensions).sum(axis=1) / self.epsilon
        noisy = self.index.vectors[entries] + direction * (norm * self.index.scale)[:, None]
        scores = noisy.astype(np.float32) @ self.index.vectors.T
        scores -= self.index.squared_norms / 2
        return scores.argmax(axis=1)

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Raise an error: FBDD has no law in closed form. Raises AssumptionViolated: always."""
        raise AssumptionViolated(
            "the output law of FBDD has no closed form", hint="draw from it with release, or use TEM or SanText"
        )

    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute the level analytically: epsilon times the largest distance between two words."""
        longest, first, second = self.index.derived("longest", lambda: self._longest(progress))["pair"].tolist()
        distance = float(self.index.distances(np.array(longest)))
        return Level(math.nextafter(self.epsilon * distance, math.inf), first, second, first)

    def _longest(self, progress: Progress) -> dict[str, NDArray[np.int64]]:
        """The largest distance level, and two words that have it."""
        longest, pair = -1, (0, 0)
        for entries in blocks_of(self.index.size, _CHUNK):
            levels = self.index.levels_from(entries)
            at = int(levels.argmax())
            if levels.flat[at] > longest:
                longest, pair = int(levels.flat[at]), (int(entries[at // self.index.size]), at % self.index.size)
            progress(int(entries[-1]) + 1, self.index.size)
        return {"pair": np.array([longest, *pair])}

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Estimate the utility from draws of a public stream.

        Attack success is that of an attacker who learns from one half of the draws which word an output most
        often comes from, and is scored on the other half: a lower bound on the Bayes attacker, not inflated by
        guessing on its own training data.
        """
        inputs, outputs = self._sample(prior, progress)
        half = _DRAWS // 2
        most_likely = int(prior.argmax())
        seen = np.unique(np.stack((outputs[:half], inputs[:half]), axis=1), axis=0, return_counts=True)
        order = np.lexsort((seen[1], seen[0][:, 0]))
        guess = np.full(self.index.size, most_likely)
        guess[seen[0][order, 0]] = seen[0][order, 1]
        learned = float((guess[outputs[half:]] == inputs[half:]).mean())
        levels = self.index.levels_between(inputs, outputs)
        cosine = float(self.index.cosines(inputs, outputs, levels).mean())
        # Always guessing the most frequent word is an attack too.
        return Utility(max(learned, float(prior.max())), cosine, estimated=True)

    def _sample(self, prior: NDArray[np.float64], progress: Progress) -> tuple[Entries, Entries]:
        stream = KeyedStream(b"public draws of FBDD", self.fingerprint.encode())
        uniform = (stream.uint64(_DRAWS) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        inputs = np.minimum(np.searchsorted(np.cumsum(prior), uniform, side="right"), self.index.size - 1)
        outputs = np.empty(_DRAWS, np.int64)
        for start in range(0, _DRAWS, _CHUNK):
            outputs[start : start + _CHUNK] = self._release(inputs[start : start + _CHUNK], stream)
            progress(min(start + _CHUNK, _DRAWS), _DRAWS)
        return inputs, outputs


def _uniforms(stream: Stream, count: int) -> NDArray[np.float64]:
    """Uniform on (0, 1], 53 bits."""
    return ((stream.uint64(count) >> np.uint64(11)).astype(np.float64) + 1.0) * 2.0**-53


def standard_normals(stream: Stream, count: int) -> NDArray[np.float64]:
    """Draw independent standard normal variates by Box and Muller (1958), shape (count,); DynText's noise is of them
    too.
    """
    half = (count + 1) // 2
    radius = np.sqrt(2 * _exponentials(stream, half))
    cosine, sine = cos_and_sin_of_turns(_uniforms(stream, half))
    return np.concatenate((radius * cosine, radius * sine))[:count]


def _exponentials(stream: Stream, count: int) -> NDArray[np.float64]:
    """Independent standard exponential variates, shape (count,)."""
    return -log(_uniforms(stream, count))
