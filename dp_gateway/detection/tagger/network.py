"""The tagger's network in NumPy, on one thread; the same answer on every machine, bit by bit.

Activations are rounded to whole levels before every matrix product, and matrices hold whole numbers of at most 127:
all sums stay below 2**24, where single precision is exact in any order. What is left are products and sums element by
element, which IEEE 754 fixes. Probabilities come from a table of whole numbers. The matrices are so small that a second
thread saves nothing, and waits for a whole time slice where the cores are busy: a hundred times the work itself.

What it says of a word is told by the words within its reach. Where the same words come again (rows of signs, a page of
one word, lines of a log), the network reads them once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import FLAGS, Features, Vocabulary, word_features
from dp_gateway.detection.tagger.weights import Layer, Weights
from dp_gateway.elementary import exp

_MULTIPLIER = 0x9E3779B97F4A7C15
"""Of the numbers that hash the words within reach: odd, and without a pattern (2**64 over the golden ratio)."""
_SAVING = 8
"""The least part of all words, one in so many, that need not be read where it is worth looking them up."""

Places = npt.NDArray[np.intp]


def read_once(words: Sequence[int], reach: int) -> tuple[Places, Places] | None:
    """Find the places of the words that have to be read, and for each word which of those tells of it; None for all.

    Args:
        words: a number for each, the same for the same word; `_EMPTY` for none, as beyond both ends.
        reach: how far away a word tells of another one.
    """
    width, count = 2 * reach + 1, len(words)
    most = count - count // _SAVING
    # In most prose pairs of words hardly come again, nor do then all the words within reach.
    if count <= 2 * width or len({*pairwise(words)}) > most:
        return None
    padded = np.full(count + 2 * reach, _EMPTY, np.int64)
    padded[reach : reach + count] = words
    around = np.lib.stride_tricks.sliding_window_view(padded, width)
    with np.errstate(over="ignore"):
        hashes = around @ np.cumprod(np.full(width, _MULTIPLIER, np.uint64)).view(np.int64)
    _, firsts, which = np.unique(hashes, return_index=True, return_inverse=True)
    if len(firsts) > most:
        return None
    first = firsts[which]
    # Texts may be made so that words have the same hash; such a word is read by itself.
    first = np.where((around == around[first]).all(1), first, np.arange(count))
    edges = np.zeros(count + width, np.intp)
    read = np.unique(first)
    edges[read] += 1
    edges[read + width] -= 1
    needed = np.cumsum(edges)[reach : reach + count] > 0
    places = np.flatnonzero(needed)
    return (places, (np.cumsum(needed) - 1)[first]) if len(places) < most else None


_lock = Lock()
# The limit is the process's: the last pass that ends lifts what the first one set.
_running = 0
_limited: list[tuple[Any, int]] = []


@cache
def _libraries() -> Sequence[Any]:
    """The libraries of matrix products that this process has loaded."""
    controller: Any = import_module("threadpoolctl").ThreadpoolController()
    return controller.select(user_api="blas").lib_controllers


@contextmanager
def _one_thread() -> Generator[None]:
    """While this lasts, matrix products of this process run in the thread that asks for them."""
    global _running  # noqa: PLW0603
    with _lock:
        if not _running:
            # A server's workers have one thread anyway, and to set that again takes as long as a product.
            _limited.extend((one, count) for one in _libraries() if (count := one.num_threads) > 1)
            for library, _ in _limited:
                library.set_num_threads(1)
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                for library, count in _limited:
                    library.set_num_threads(count)
                _limited.clear()


GAP = 4
"""Empty places between texts, as many as the widest convolution reaches."""

_LEVELS = 255
_LEAST, _MOST = np.float32(0), np.float32(_LEVELS)
_WORDS_KEPT = 16_384
_NEW_AT_ONCE = 2048
_LOGIT_STEPS = 16
_DEEPEST = 20 * _LOGIT_STEPS
_ONE = 1 << 30
_BITS = np.arange(FLAGS)
_EMPTY = -1

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


class Network:
    """Gives, for words in a row, how likely each label is; what it knows of a word by itself is kept. `features`: what
    is known of words by themselves, as in the training of the weights.
    """

    def __init__(
        self, weights: Weights, features: Callable[[Sequence[str], Vocabulary], Features] = word_features
    ) -> None:
        self._weights = weights
        self._features = features
        self._width = len(weights.glued)
        self._flags = weights.flags.astype(np.int64)
        # Of each convolution's matrix the part of each of the three words side by side: what it makes of a word is put
        # beside its neighbours, which costs less than to put the words beside each other before.
        self._beside = [np.ascontiguousarray(np.hstack(np.split(block.matrix, 3))) for block, _ in weights.blocks]
        self._lock = Lock()
        self._rows: dict[str, int] = {}
        self._kept = np.zeros((0, 4 * self._width), np.float32)
        # exp(-k/16) in units of 2**-30.
        self._odds = np.rint(exp(-np.arange(_DEEPEST + 1) / _LOGIT_STEPS) * _ONE).astype(np.int64)
        self.reach = sum(dilation for _, dilation in weights.blocks)

    def odds(self, words: Sequence[str], glued: npt.NDArray[np.bool_], live: npt.NDArray[np.bool_]) -> Integers:
        """Compute (n, labels) whole numbers in proportion to the probabilities of the labels of each word. `words`:
        tokens; anything at empty places. `glued`: where no space stands before. `live`: False at empty places.
        """
        with _one_thread():
            return self._odds_of(words, glued, live)

    def _odds_of(self, words: Sequence[str], glued: npt.NDArray[np.bool_], live: npt.NDArray[np.bool_]) -> Integers:
        weights, width = self._weights, self._width
        known, read, told = self._of_words(words, glued, live)
        # Empty places are read as neighbours alone: most texts are short, and a fourth of all places may be empty.
        alive = live[read]
        full, own = bool(alive.all()), np.flatnonzero(alive)
        known[~alive] = 0
        # What the first convolution makes of each word is known beside the word; it is put together here.
        h, beside = known[own, :width], known[:, width:]
        levels, products = np.empty_like(h), np.empty((len(own), 3 * width), np.float32)
        for place, (layer, dilation) in enumerate(weights.blocks):
            if place:
                np.matmul(_rounded(h, layer.step, levels), self._beside[place], out=products)
                if full:
                    beside = products
                else:
                    beside[own] = products
            change = beside[:, width : 2 * width].copy()
            change[dilation:] += beside[:-dilation, :width]
            change[:-dilation] += beside[dilation:, 2 * width :]
            h = _changed(h, change if full else change[own], layer)
        logits = _product(_rounded(h, weights.last.step, levels), weights.last)
        logits *= np.float32(_LOGIT_STEPS)
        steps = np.rint(logits, out=logits).astype(np.int64)
        below = steps.max(1, keepdims=True) - steps
        odds = np.ones((len(known), steps.shape[1]), np.int64)
        odds[own] = self._odds[np.minimum(below, _DEEPEST)]
        return odds[told]

    def _of_words(
        self, words: Sequence[str], glued: npt.NDArray[np.bool_], live: npt.NDArray[np.bool_]
    ) -> tuple[Floats, Places | slice, Places | slice]:
        """(m, 4 * width) what is known of each word that has to be read by itself, and what the first convolution makes
        of it: for the word behind it, for itself, and for the word before. With them, as of `read_once`, the places of
        those words, and for each word which of them tells of it.
        """
        # The features of a number are those of as many zeros. No word begins with a space.
        zeros = ["0" * len(word) if word.isdecimal() else word for word in words]
        keys = [f" {word}" if one else word for word, one in zip(zeros, glued.tolist(), strict=True)]
        with self._lock:
            if missing := set(keys).difference(self._rows):
                self._learn(missing, keys)
            known = self._rows
            rows = [known[key] for key in keys]
            numbers = [row if one else _EMPTY for row, one in zip(rows, live.tolist(), strict=True)]
            read, told = read_once(numbers, self.reach) or (slice(None), slice(None))
            return self._kept[np.array(rows, np.intp)[read]], read, told

    def _learn(self, missing: set[str], keys: Sequence[str]) -> None:
        """Compute words and keep them; where too many are kept, those of this text alone stay."""
        if len(self._rows) + len(missing) > _WORDS_KEPT:
            self._rows = {}
            self._kept = self._kept[:0]
            missing = set(keys)
        first = len(self._rows)
        if (needed := first + len(missing)) > len(self._kept):
            # Room for as many again, so that a word is copied about once and not with every new text.
            grown = np.empty((min(2 * needed, max(needed, _WORDS_KEPT)), 4 * self._width), np.float32)
            grown[:first] = self._kept[:first]
            self._kept = grown
        new = sorted(missing)
        layer, _ = self._weights.blocks[0]
        for start in range(0, len(new), _NEW_AT_ONCE):
            some = new[start : start + _NEW_AT_ONCE]
            h = self._alone([key.removeprefix(" ") for key in some])
            h[[key[:1] == " " for key in some]] += self._weights.glued
            kept = self._kept[first + start : first + start + len(some)]
            kept[:, : self._width] = h
            np.matmul(_rounded(h, layer.step, h), self._beside[0], out=kept[:, self._width :])
        self._rows.update((key, first + index) for index, key in enumerate(new))

    def _alone(self, words: list[str]) -> Floats:
        weights = self._weights
        features = self._features(words, weights.vocabulary)
        ngrams = np.add.reduceat(weights.ngrams[features.ngrams], features.starts, axis=0, dtype=np.int32)
        bits = (features.flags[:, None] >> _BITS) & 1
        shapes = weights.shapes[features.shapes] + bits @ self._flags
        parts = [
            weights.words[features.rows] * weights.scales[0],
            ngrams / features.counts[:, None] * weights.scales[1],
            shapes * weights.scales[2],
        ]
        x = np.concatenate(parts, axis=1) / weights.first.step
        np.rint(x, out=x)
        np.minimum(np.maximum(x, -_LEVELS, out=x), _LEVELS, out=x)
        return _product(x.astype(np.float32), weights.first)


def _rounded(h: Floats, step: float, out: Floats) -> Floats:
    """What is positive, in whole levels."""
    np.multiply(h, np.float32(1 / step), out=out)
    np.rint(out, out=out)
    return out.clip(_LEAST, _MOST, out)


def _changed(h: Floats, change: Floats, layer: Layer) -> Floats:
    """The words with what a convolution changes of them, in place of that."""
    change *= layer.scale
    change += layer.bias
    change += h
    return change


def _product(x: Floats, layer: Layer) -> Floats:
    y = x @ layer.matrix
    y *= layer.scale
    y += layer.bias
    return y
