"""Metrics of utility: values that can be worked out by hand, limits, bad input, missing packages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dp_gateway.errors import ConfigurationError, InputError, MissingPackage, ModelUnreachable, UntrustedModel
from dp_gateway.evaluation.metrics import Measurement, Metric, Skipped, metric, metrics
from dp_gateway.evaluation.metrics.computing import Computed, RememberingEmbedder, words_of
from dp_gateway.evaluation.metrics.generated_text import frontier_area
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.llm.log_probabilities import NextTokens, TextProbabilities
from dp_gateway.pipeline import Gateway, Sanitized, Sanitizer
from dp_gateway.pipeline.results import SEAL
from dp_gateway.randomness import Secret
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Answer, Failure, RawBody, ScriptedModel
from dp_gateway.text import segment
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


class Even:
    """Every character but the first is as likely as one of four."""

    name = "even"

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        return [-np.log(4)] * (min(len(text), most) - 1)


def test_perplexity_by_hand() -> None:
    measured = found("perplexity", ["a", "b", "c"], ["abc", "", "abcdef"], model=Even())
    assert measured.value == pytest.approx(4)
    assert measured.interval == pytest.approx((4, 4))
    assert (measured.samples, measured.model) == (7, "even")
    assert found("perplexity", ["a"], ["abcdef"], model=Even(), tokens=3).samples == 2
    assert found("perplexity", ["a"] * 3, ["abc"] * 3, model=Even(), documents=2).samples == 4


def test_perplexity_without_a_model_or_without_text() -> None:
    skipped = metric("perplexity").measure(["a"], ["a"])
    assert isinstance(skipped, Skipped)
    assert "pip install" in skipped.reason
    assert isinstance(metric("perplexity", model=Even()).measure(["a"], [" "]), Skipped)


def test_perplexity_where_hugging_face_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    skipped = metric("perplexity", model="huggingface:gpt2").measure(["a"], ["a"])
    assert isinstance(skipped, Skipped)
    assert "pip install transformers" in skipped.reason


def test_perplexity_asks_local_models_alone() -> None:
    endpoint = Endpoint("https://api.openai.com/v1", "gpt-4o", trust="remote")
    for model in (endpoint, "https://api.openai.com/v1#gpt-4o"):
        with pytest.raises(UntrustedModel):
            metric("perplexity", model=model).measure(["a"], ["a"])


@pytest.mark.parametrize(
    "answer",
    [
        Answer("no log-probabilities"),
        RawBody(b'{"tokens": [1, 2, 3]}'),
        RawBody(b"not JSON"),
        RawBody(b'{"tokens": null}'),
        Failure(500),
    ],
)
def test_perplexity_of_a_server_that_gives_none(answer: Any) -> None:
    with ScriptedModel(default=answer) as server:
        endpoint = Endpoint(server.url, "m", trust="local", retries=0)
        skipped = metric("perplexity", model=endpoint).measure(["a secret"], ["a secret"])
    assert isinstance(skipped, Skipped)
    assert "secret" not in skipped.reason


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason="no local model")
def test_perplexity_of_a_real_model() -> None:
    text = "The capital of France is Paris."
    with LocalLlama(context=512, threads=1) as llama:
        listed = NextTokens.of(llama.endpoint).next_tokens("The capital of France is", 5)
        probabilities = TextProbabilities.of(llama.endpoint).log_probabilities(text, most=64)
        assert probabilities[-2] == pytest.approx(listed[" Paris"], abs=1e-4)
        natural = found("perplexity", ["a"], [text], model=llama.endpoint)
        shuffled = found("perplexity", ["a"], ["France Paris of is The capital."], model=f"{llama.url}#{llama.model}")
    assert 1 < natural.value < 100 < shuffled.value
    assert natural.model.startswith(llama.model)


def test_mauve_tells_like_from_unlike() -> None:
    texts, _ = sorted_by_class(30)
    elsewhere = [f"the patient in bed {bed} has a fever and takes {bed} pills a day" for bed in range(60)]
    same, other = found("mauve", texts, texts[::-1]), found("mauve", texts, elsewhere)
    assert same.value == pytest.approx(1)
    assert 0 <= other.value < 0.1
    assert "wordllama-256" in same.model
    assert same.samples == 60


def test_the_area_under_the_frontier_is_the_published_one() -> None:
    """Two bins, P all in one and Q half in each: the integral of the curve, worked out by a fine grid of its own."""
    first, second = np.array([1.0, 0.0]), np.array([0.5, 0.5])
    share = np.concatenate((np.geomspace(1e-9, 0.5, 20_000), 1 - np.geomspace(0.5, 1e-9, 20_000)))
    mixed = share + (1 - share) / 2
    of_first = -np.log(mixed)
    of_second = 0.5 * np.log(0.5 / mixed) + 0.5 * np.log(0.5 / (1 - mixed))
    across, up = np.exp(-5 * of_second), np.exp(-5 * of_first)
    expected = (-np.diff(across) * (up[1:] + up[:-1]) / 2).sum() + across[-1] * up[-1]
    assert frontier_area(first, second) == pytest.approx(expected, abs=0.01)
    assert frontier_area(first, first) == pytest.approx(1)
    assert frontier_area(first, first[::-1]) == pytest.approx(1 / 252, abs=2e-4)


def test_mauve_needs_documents_and_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    few = metric("mauve").measure(["a film"] * 60, ["a film"] * 49 + [""] * 11)
    assert isinstance(few, Skipped)
    assert "at least 50" in few.reason
    monkeypatch.setitem(sys.modules, "faiss", None)
    texts, _ = sorted_by_class(30)
    missing = metric("mauve").measure(texts, texts)
    assert isinstance(missing, Skipped)
    assert "pip install" in missing.reason


def test_mauve_of_texts_that_are_all_the_same() -> None:
    skipped = metric("mauve").measure(["a film"] * 60, ["a film"] * 60)
    assert isinstance(skipped, Skipped)
    assert "too alike" in skipped.reason


DOCUMENT = "Anna Miller wrote to karl.huber@web.de about the case."


def test_restoring_rate_of_an_echo_and_of_a_bent_one() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for the tests of this"))
    sent = gateway.sanitize(DOCUMENT)
    name = sent.text[sent.spans[0].sanitized_start : sent.spans[0].sanitized_end]
    assert found("restoring_rate", [DOCUMENT], [sent.text], sent=[sent]).value == 1
    bent = f"{sent.text} Yours, {name.upper()}. {name[:3]}xx"
    measured = found("restoring_rate", [DOCUMENT], [bent], sent=[sent])
    assert measured.value == 1
    assert measured.samples >= 5
    assert measured.interval is not None
    # What another request had replaced is not known to this one.
    other = Gateway("entities", key=Secret(b"another key for these tests")).sanitize("Peter Smith is here.")
    first = sent.spans[0]
    foreign = Sanitized(sent.text, [first], sent.report, seal=SEAL, restorer=lambda: other.restorer)
    assert found("restoring_rate", [DOCUMENT], [sent.text], sent=[foreign]).value == 0


def test_restoring_rate_without_surrogates() -> None:
    words = Sanitizer("stairtext", 6).sanitize(DOCUMENT)
    for skipped in (
        metric("restoring_rate").measure([DOCUMENT], [DOCUMENT]),
        metric("restoring_rate", sent=[words]).measure([DOCUMENT], [words.text]),
    ):
        assert isinstance(skipped, Skipped)
    with pytest.raises(InputError):
        metric("restoring_rate", sent=[]).measure([DOCUMENT], [DOCUMENT])


def test_judge_scores_and_what_is_left_out() -> None:
    good = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'
    poor = '{"grammar": 1, "common_sense": 1, "coherence": 1, "cohesiveness": 2}'
    with ScriptedModel(good, poor, default="prose") as server:
        judge = Judge(LocalModel(Endpoint(server.url, "m", trust="local", retries=0)), attempts=1)
        measured = found("judge", ["a", "b", "c", "d"], ["one", "two", "", "three"], judge=judge)
        assert (measured.value, measured.samples) == ((3.5 + 1.25) / 2, 2)
        assert "m on" in measured.model
        assert isinstance(metric("judge", judge=judge).measure(["a"], ["a"]), Skipped)
        remote = Judge(RemoteModel(Endpoint(server.url, "m", trust="remote", retries=0)), attempts=1)
        asked = len(server.requests)
        with pytest.raises(UntrustedModel):
            metric("judge", judge=remote).measure(["a"], ["a secret"])
        assert len(server.requests) == asked
    assert isinstance(metric("judge").measure(["a"], ["a"]), Skipped)


def test_diversity_by_hand() -> None:
    diversity = metric("diversity")
    varied = "a b c d e f"
    whole = diversity.measure([varied], [varied])
    assert isinstance(whole, Measurement)
    assert (whole.value, whole.interval, whole.samples) == (1.0, None, 1)
    # Of five pairs two differ, of four triples two, of three quadruples two.
    again = diversity.measure(["x"], ["a b a b a b"])
    assert isinstance(again, Measurement)
    assert again.value == pytest.approx(2 / 5 * 2 / 4 * 2 / 3)
    both = diversity.measure(["x", "x", "x"], ["a b a b a b", varied, "too short to"])
    assert isinstance(both, Measurement)
    assert both.value == pytest.approx((2 + 5) / 10 * (2 + 4) / 8 * (2 + 3) / 6)
    assert both.samples == 2
    assert both.interval is not None
    assert both.interval[0] < both.value < both.interval[1]
    assert isinstance(diversity.measure(["x"], ["a b"]), Skipped)


def test_an_embedder_that_remembers_is_asked_once() -> None:
    asked: list[list[str]] = []

    class Counting(Compass):
        def embed(self, texts: Sequence[str], *, progress: Any = None) -> Any:
            asked.append(list(texts))
            return super().embed(texts, progress=progress)

    remembering = RememberingEmbedder(Counting(), texts=3)
    for texts in (["north", "east", "north"], ["east", "nowhere"], ["north"], ["south", "east"]):
        np.testing.assert_array_equal(remembering.embed(texts), Compass().embed(texts))
    # The fourth text was one too many.
    assert asked == [["north", "east"], ["nowhere"], ["south", "east"]]
    with pytest.raises(UntrustedModel):
        RememberingEmbedder(Remote())


def test_words_of_many_texts_are_those_of_each() -> None:
    texts = ["Don't stop, café!", "", "\u0301mark first", "two\nlines 42", " ", "n\ud800o", "last 'em"]
    for text, found in zip(texts, words_of(texts), strict=True):
        alone = segment(text)
        assert found.hashes.tolist() == alone.hashes.tolist()
        bounds = zip(alone.starts.tolist(), alone.ends.tolist(), strict=True)
        assert found.words == [text[start:end].lower() for start, end in bounds]
