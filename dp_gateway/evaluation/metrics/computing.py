"""What metrics share: what can be compared, what a missing model leads to, intervals, and vectors of texts."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import EmbedderError, InputError, ModelError, UntrustedModel, check_argument
from dp_gateway.evaluation.metrics import Measurement, Skipped
from dp_gateway.text import segment
from dp_gateway.vocabulary.embedders import Embedder, Progress, resolve

_Z = 1.959963984540054
"""Two-sided 95 %."""

Vectors = NDArray[np.float64]

_Made = TypeVar("_Made")


class ComputedFigure(NamedTuple):
    """A figure, before it is timed; see `Measurement`."""

    value: float
    interval: tuple[float, float] | None
    model: str
    samples: int


class Computed(ABC):
    """A metric that is computed by `compute`, and skipped where its model or package is missing."""

    name: str

    @abstractmethod
    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure | Skipped:
        """Compute the figure; see `Metric.measure`. Missing packages and models that do not answer may be raised."""
        ...

    def measure(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None = None
    ) -> Measurement | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        _check(self.name, originals, released, labels)
        started = time.perf_counter()
        try:
            found = self.compute(originals, released, labels)
        except (EmbedderError, ModelError) as error:
            return self.skipped(f"{error.message}: {error.hint}")
        if isinstance(found, Skipped):
            return found
        if not np.isfinite(found.value):
            return self.skipped("it has no value on these texts: they hold nothing that its model knows")
        return Measurement(
            self.name, found.value, found.interval, found.model, found.samples, time.perf_counter() - started
        )

    def skipped(self, reason: str) -> Skipped:
        """Say why there is no figure."""
        return Skipped(self.name, reason)


def _check(name: str, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None) -> None:
    for what, given in (("documents", originals), ("released texts", released)):
        hint = "give a list of texts, of one text too: [text]"
        if isinstance(given, str):
            raise InputError(f"{name}: the {what} are one str, whose letters would be the {what}", hint=hint)
        for text in given:
            check_argument(f"{name}: one of the {what}", text, str, hint=hint)
    for what, given in (("released texts", released), ("labels", labels)):
        if given is not None and len(given) != len(originals):
            raise InputError(
                f"{name}: there are {len(originals)} documents and {len(given)} {what}",
                hint="give one for each document, in the same order",
            )
    if not any(text.strip() for text in originals):
        raise InputError(f"{name}: there is no document to compare with", hint="give documents that hold text")


def local_embedder(given: str | Embedder) -> Embedder:
    """Return an embedder that may see documents. Raises UntrustedModel: it asks a remote service. Raises
    ConfigurationError, EmbedderError: see `vocabulary.embedders.resolve`.
    """
    embedder = _resolved(given) if isinstance(given, str) else given
    if not embedder.local:
        raise UntrustedModel(
            f"{embedder.name} is a remote service, and utility is measured on private documents",
            hint="measure with an embedder on this machine: wordllama, or sentence-transformers:MODEL",
        )
    return embedder


_resolved = cache(resolve)


def vectors_of(texts: Sequence[str], embedder: Embedder) -> Vectors:
    """Return unit vectors of texts, (n, d); zero for a blank text, NaN for one that the embedder does not know."""
    vectors = embedder.embed(texts).astype(np.float64)
    with np.errstate(invalid="ignore"):
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-30)
    vectors[[not text.strip() for text in texts]] = 0
    return vectors


class RememberingEmbedder:
    """An embedder that is asked about each text once, for who measures many releases of the same documents. `embedder`:
    as of `local_embedder`. `texts`: to remember at most; when there are more, all are forgotten.
    """

    def __init__(self, embedder: str | Embedder, *, texts: int = 100_000) -> None:
        inner = local_embedder(embedder)
        self.name, self.local, self.normalize = inner.name, inner.local, inner.normalize
        self._inner, self._most = inner, texts
        self._known: dict[str, NDArray[np.float32]] = {}

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, of each text computed once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if len(self._known) + len(new) > self._most:
            self._known.clear()
            new = list(dict.fromkeys(texts))
        if new:
            self._known.update(zip(new, self._inner.embed(new, progress=progress), strict=True))
        return np.stack([self._known[text] for text in texts])


class TextWords(NamedTuple):
    """The words of a text. `words`: in lower case. `hashes`: (m,) of `text.segment`."""

    words: list[str]
    hashes: NDArray[np.uint64]


def words_of(texts: Sequence[str]) -> list[TextWords]:
    """Return the words of each text; all at once, for a call costs the same for ten words as for a thousand."""
    joined = "\n".join(texts)
    found = segment(joined)
    words = [joined[start:end].lower() for start, end in zip(found.starts.tolist(), found.ends.tolist(), strict=True)]
    begins = np.cumsum([0, *(len(text) + 1 for text in texts)])
    cuts = np.searchsorted(found.starts, begins).tolist()
    return [TextWords(words[first:last], found.hashes[first:last]) for first, last in pairwise(cuts)]


class OfLast(Generic[_Made]):
    """What was worked out for texts, kept until it is asked for others."""

    def __init__(self, make: Callable[[Sequence[str]], _Made]) -> None:
        self._make = make
        self._last: tuple[Sequence[str], _Made] | None = None

    def __call__(self, texts: Sequence[str]) -> _Made:
        """What `make` returns for these texts."""
        if self._last is None or self._last[0] != texts:
            self._last = list(texts), self._make(texts)
        return self._last[1]


def cosines(originals: Sequence[str], released: Sequence[str], embedder: Embedder) -> Vectors:
    """Compute the cosine of each pair, shape (n,).

    A blank document compares with nothing: NaN. What is blank where the document is not has kept nothing of it: 0.
    """
    first, second = vectors_of(originals, embedder), vectors_of(released, embedder)
    cosine = np.einsum("nd,nd->n", first, second)
    cosine[[not text.strip() for text in originals]] = np.nan
    return cosine


def mean_found(values: Vectors, model: str) -> ComputedFigure:
    """Compute the mean of the values that are known, with its normal interval."""
    known = values[np.isfinite(values)]
    if not len(known):
        return ComputedFigure(float("nan"), None, model, 0)
    mean = float(known.mean())
    half = _Z * float(known.std(ddof=1)) / len(known) ** 0.5 if len(known) > 1 else None
    return ComputedFigure(mean, None if half is None else (mean - half, mean + half), model, len(known))


def mean_by_document(values: Vectors, documents: NDArray[np.int64], model: str) -> ComputedFigure:
    """Compute the mean over words or tokens.

    Those of one document are alike, so that the interval goes by documents (that of a ratio of means). `values`: (m,)
    one for each word, all known. `documents`: (m,) which document it stands in.
    """
    if not len(values):
        return ComputedFigure(math.nan, None, model, 0)
    mean = float(values.mean())
    deviations = np.bincount(documents, values - mean)
    count = len(np.unique(documents))
    if count == 1:
        return ComputedFigure(mean, None, model, len(values))
    half = _Z * math.sqrt(float(deviations @ deviations) * count / (count - 1)) / len(values)
    return ComputedFigure(mean, (mean - half, mean + half), model, len(values))
