"""The tagger's network in NumPy, on one thread; the same answer on every machine, bit by bit.

Activations are rounded to whole levels before every matrix product, and matrices hold whole numbers of at most 127:
all sums stay below 2**24, where single precision is exact in any order. What is left are products and sums element by
element, which IEEE 754 fixes. Probabilities come from a table of whole numbers. The matrices are so small that a second
thread saves nothing, and waits for a whole time slice where the cores are busy: a hundred times the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import FLAGS, Features, Vocabulary, word_features
from dp_gateway.detection.tagger.weights import Layer, Weights
from dp_gateway.elementary import exp

__all__ = [
    "GAP",
    "Network",
]

_lock = Lock()
# The limit is the process's: the last pass that ends lifts what the first one set.
_running = 0
_limited: Any = None


@cache
def _libraries() -> Any:
    controller: Any = import_module("threadpoolctl").ThreadpoolController()
    return controller.select(user_api="blas")


@contextmanager
def _one_thread() -> Generator[None]:
    """While this lasts, matrix products of this process run in the thread that asks for them."""
    global _running, _limited  # noqa: PLW0603
    with _lock:
        if not _running:
            _limited = _libraries().limit(limits=1)
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                _limited.restore_original_limits()


GAP = 4
"""Empty places between texts, as many as the widest convolution reaches."""

_LEVELS = 255
_WORDS_KEPT = 16_384
_NEW_AT_ONCE = 2048
_LOGIT_STEPS = 16
_DEEPEST = 20 * _LOGIT_STEPS
_ONE = 1 << 30

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


class Network:
    """Gives, for words in a row, how likely each label is; what it knows of a word by itself is kept.

    Args:
        weights: see `read_weights`.
        features: what is known of words by themselves, as in the training of the weights.
    """

    def __init__(
        self, weights: Weights, features: Callable[[Sequence[str], Vocabulary], Features] = word_features
    ) -> None:
        self._weights = weights
        self._features = features
        self._width = len(weights.glued)
        self._lock = Lock()
        self._rows: dict[str, int] = {}
        self._kept = np.zeros((0, self._width), np.float32)
        # exp(-k/16) in units of 2**-30.
        self._odds = np.rint(exp(-np.arange(_DEEPEST + 1) / _LOGIT_STEPS) * _ONE).astype(np.int64)
        self.reach = sum(dilation for _, dilation in weights.blocks)

    def odds(self, words: Sequence[str], glued: npt.NDArray[np.bool_], live: npt.NDArray[np.bool_]) -> Integers:
        """(n, labels) whole numbers in proportion to the probabilities of the labels of each word.

        Args:
            words: tokens; anything at empty places.
            glued: where no space stands before.
            live: False at empty places.
        """
        with _one_thread():
            return self._odds_of(words, glued, live)

    def _odds_of(self, words: Sequence[str], glued: npt.NDArray[np.bool_], live: npt.NDArray[np.bool_]) -> Integers:
        weights = self._weights
        h = self._of_words(words)
        h[glued] += weights.glued
        empty = ~live
        h[empty] = 0
        reach = max(dilation for _, dilation in weights.blocks)
        count = len(words)
        padded = np.zeros((count + 2 * reach, self._width), np.float32)
        side = np.empty((count, 3 * self._width), np.float32)
        for layer, dilation in weights.blocks:
            _rounded(h, layer.step, padded[reach : reach + count])
            for place in range(3):
                first = reach + (place - 1) * dilation
                side[:, place * self._width : (place + 1) * self._width] = padded[first : first + count]
            change = side @ layer.matrix
            change *= layer.scale
            change += layer.bias
            h += change
            h[empty] = 0
        logits = _product(_rounded(h, weights.last.step, padded[:count]), weights.last)
        steps = np.rint(logits * np.float32(_LOGIT_STEPS)).astype(np.int64)
        below = steps.max(1, keepdims=True) - steps
        return self._odds[np.minimum(below, _DEEPEST)]

    def _of_words(self, words: Sequence[str]) -> Floats:
        """(n, width) what is known of each word by itself."""
        with self._lock:
            known = self._rows
            missing = {word for word in words if word not in known}
            if missing:
                self._learn(sorted(missing), words)
                known = self._rows
            return self._kept[[known[word] for word in words]]

    def _learn(self, missing: list[str], words: Sequence[str]) -> None:
        """Compute words and keep them; where too many are kept, those of this text alone stay."""
        if len(self._rows) + len(missing) > _WORDS_KEPT:
            self._rows = {}
            self._kept = self._kept[:0]
            missing = sorted(set(words))
        first = len(self._rows)
        if (needed := first + len(missing)) > len(self._kept):
            # Room for as many again, so that a word is copied about once and not with every new text.
            grown = np.empty((2 * needed, self._width), np.float32)
            grown[:first] = self._kept[:first]
            self._kept = grown
        for start in range(0, len(missing), _NEW_AT_ONCE):
            new = missing[start : start + _NEW_AT_ONCE]
            self._kept[first + start : first + start + len(new)] = self._alone(new)
        self._rows.update((word, first + index) for index, word in enumerate(missing))

    def _alone(self, words: list[str]) -> Floats:
        weights = self._weights
        features = self._features(words, weights.vocabulary)
        ngrams = np.add.reduceat(weights.ngrams[features.ngrams], features.starts, axis=0, dtype=np.int32)
        bits = (features.flags[:, None] >> np.arange(FLAGS)) & 1
        shapes = weights.shapes[features.shapes] + bits @ weights.flags.astype(np.int64)
        parts = [
            weights.words[features.rows] * weights.scales[0],
            ngrams / features.counts[:, None] * weights.scales[1],
            shapes * weights.scales[2],
        ]
        x = np.concatenate(parts, axis=1) / weights.first.step
        return _product(np.clip(np.rint(x), -_LEVELS, _LEVELS).astype(np.float32), weights.first)


def _rounded(h: Floats, step: float, out: Floats) -> Floats:
    """What is positive, in whole levels."""
    np.multiply(h, np.float32(1 / step), out=out)
    np.rint(out, out=out)
    return np.clip(out, 0, _LEVELS, out=out)


def _product(x: Floats, layer: Layer) -> Floats:
    y = x @ layer.matrix
    y *= layer.scale
    y += layer.bias
    return y
