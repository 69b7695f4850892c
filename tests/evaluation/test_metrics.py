"""Metrics of utility: values that can be worked out by hand, limits, bad input, missing packages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dp_gateway.errors import ConfigurationError, InputError, MissingPackage, ModelUnreachable, UntrustedModel
from dp_gateway.evaluation.metrics import Measurement, Metric, Skipped, metric, metrics
from dp_gateway.evaluation.metrics.computing import Computed
from dp_gateway.vocabulary.index import Index

VECTORS = {"north": (0, 1), "east": (1, 0), "far north": (0, 7), "northeast": (1, 1), "south": (0, -1)}


class Compass:
    """Two dimensions; what it does not know has no vector."""

    name, local, normalize = "compass", True, True

    def embed(self, texts: Sequence[str], *, progress: Any = None) -> Any:
        return np.array([VECTORS.get(text.strip(), (np.nan, np.nan)) for text in texts], np.float32)


class Remote(Compass):
    local = False


def found(name: str, *texts: Any, **options: Any) -> Measurement:
    result = metric(name, **options).measure(*texts)
    assert isinstance(result, Measurement), result
    return result


@pytest.mark.parametrize("name", ["semantic_similarity", "coherence"])
def test_similarity_by_hand(name: str) -> None:
    measured = found(name, ["north", "north", "east"], ["far north", "northeast", "north"], embedder=Compass())
    values = np.array([1, 2**-0.5, 0])
    assert measured.value == pytest.approx(values.mean())
    half = 1.96 * values.std(ddof=1) / 3**0.5
    assert measured.interval == pytest.approx((values.mean() - half, values.mean() + half), abs=1e-4)
    assert (measured.metric, measured.model, measured.samples) == (name, "compass", 3)


def test_similarity_of_blank_and_unknown_texts() -> None:
    # Nothing kept is 0; a blank document compares with nothing; an unknown text is left out.
    texts = ["north", " ", "", "west", "east"], ["", "north", "", "north", "east"]
    measured = found("semantic_similarity", *texts, embedder=Compass())
    assert (measured.value, measured.samples) == (0.5, 2)


def test_no_text_is_known() -> None:
    skipped = metric("semantic_similarity", embedder=Compass()).measure(["west"], ["west"])
    assert isinstance(skipped, Skipped)
    assert "no value" in skipped.reason


def test_token_cosine_by_hand() -> None:
    originals, released = ["north east south", "north"], ["northeast east north", "north"]
    measured = found("token_cosine", originals, released, embedder=Compass())
    assert measured.value == pytest.approx((2**-0.5 + 1 - 1 + 1) / 4)
    assert measured.samples == 4
    assert measured.interval is not None
    assert measured.interval[0] < measured.value < measured.interval[1]


def test_token_cosine_leaves_stopwords_out_unless_asked() -> None:
    texts = ["the film"], ["an film"]
    assert found("token_cosine", *texts).samples == 1
    assert found("token_cosine", *texts).value == pytest.approx(1)
    assert found("token_cosine", *texts, stopwords=True).samples == 2


def test_token_cosine_aligns_texts_of_different_length() -> None:
    texts = ["north met Anna Lee Miller in south"], ["north met Karl Meier in east"]
    measured = found("token_cosine", *texts, embedder=Compass())
    # "met" is unknown, the names are left out, "in" is a stopword.
    assert (measured.samples, measured.value) == (2, 0.5)


def test_token_cosine_needs_words() -> None:
    assert isinstance(metric("token_cosine").measure(["1 + 1 = 2 ..."], ["3 + 8 = 4 ..."]), Skipped)
    assert isinstance(metric("token_cosine").measure(["the of and"], ["the of and"]), Skipped)


def sorted_by_class(count: int) -> tuple[list[str], list[int]]:
    good, bad = "superb wonderful brilliant moving", "dull awful tedious lifeless"
    nouns = "film story acting plot music camera dialogue ending cast director".split()
    texts = [
        f"{side.split()[at % 4]} {nouns[at % 10]} and {nouns[(at // 10) % 10]} number {at}"
        for side in (good, bad)
        for at in range(count)
    ]
    return texts, [1] * count + [0] * count


def test_accuracy_tells_what_is_there_from_what_is_gone() -> None:
    pytest.importorskip("sklearn")
    texts, labels = sorted_by_class(60)
    kept = found("accuracy", texts, texts, labels)
    assert kept.value > 0.9
    assert kept.interval is not None
    assert kept.interval[0] < kept.value <= kept.interval[1]
    assert "wordllama-256" in kept.model
    gone = found("accuracy", texts, ["words"] * len(texts), labels)
    assert gone.value <= 0.5
    assert 0 <= found("accuracy", texts, [""] * len(texts), labels).value <= 0.5


def test_accuracy_does_not_test_on_what_it_has_seen(words: Index) -> None:
    pytest.importorskip("sklearn")
    # Words that say nothing of their class, twice each: a classifier that has seen them knows them by heart.
    texts = words.words[5000:5200]
    labels = [number % 2 for number in range(len(texts))]
    texts, labels = texts + texts[::-1], labels + labels[::-1]
    assert found("accuracy", texts, texts, labels).value < 0.5  # with leaks 0.6


@pytest.mark.parametrize(
    ("labels", "said"),
    [(None, "no labels"), ([0] * 20, "two classes"), ([0] * 18 + [1] * 2, "two classes")],
)
def test_accuracy_is_skipped_without_labels(labels: list[int] | None, said: str) -> None:
    texts = [f"text number {number} of several" for number in range(20)]
    skipped = metric("accuracy").measure(texts, texts, labels)
    assert isinstance(skipped, Skipped)
    assert said in skipped.reason


def test_accuracy_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    texts, labels = sorted_by_class(10)
    skipped = metric("accuracy").measure(texts, texts, labels)
    assert isinstance(skipped, Skipped)
    assert "pip install" in skipped.reason


@pytest.mark.parametrize("name", ["semantic_similarity", "coherence", "token_cosine"])
def test_private_documents_do_not_reach_a_remote_embedder(name: str) -> None:
    with pytest.raises(UntrustedModel):
        metric(name, embedder=Remote()).measure(["north"], ["east"])


@pytest.mark.parametrize("name", metrics())
@pytest.mark.parametrize(
    ("originals", "released", "labels"),
    [(["a film"], [], None), ([], [], None), (["", " "], ["", ""], None), (["a"], ["b"], [0, 1])],
)
def test_texts_that_cannot_be_compared(name: str, originals: list[str], released: list[str], labels: Any) -> None:
    with pytest.raises(InputError):
        metric(name).measure(originals, released, labels)


@pytest.mark.parametrize(
    "error", [MissingPackage("no such model", hint="pip install it"), ModelUnreachable("x", hint="y")]
)
def test_a_missing_model_is_named(error: Exception) -> None:
    class Broken(Computed):
        name = "broken"

        def compute(self, originals: Any, released: Any, labels: Any) -> Any:
            raise error

    skipped = Broken().measure(["a"], ["a"])
    assert isinstance(skipped, Skipped)
    assert str(error.args[0]) in skipped.reason


def test_every_metric_has_its_name() -> None:
    for name in metrics():
        made: Metric = metric(name)
        assert made.name == name


def test_an_unknown_metric_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigurationError, match="did you mean token_cosine"):
        metric("token_cosin")
