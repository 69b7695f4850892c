"""Context helps where there is some, and attacks that need it say so where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from dp_gateway.attacks import (
    Attack,
    ContextFreeBayesian,
    ContextualBayesian,
    ContextualBound,
    Corpus,
    InversionModel,
    MaskTokenInference,
    Trial,
    drawn_corpus,
    read_corpus,
)
from dp_gateway.attacks.scorers import CausalScorer, ConditionalLogit
from dp_gateway.errors import InputError, UntrustedModel
from dp_gateway.llm import Endpoint
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.registry import create
from dp_gateway.testing import SeededStream
from dp_gateway.testing.conformance import TOY_WORDS
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.vocabulary.index import Index

READERS = [ContextualBayesian, ContextualBound, InversionModel, MaskTokenInference]


def sentences(count: int, seed: int) -> list[str]:
    """Each speaks of one topic of the toy vocabulary, so that context tells much."""
    bits = SeededStream(seed).uint64(8 * count).reshape(count, 8)
    listed: list[str] = []
    for row in bits.tolist():
        topic = row[0] % 10
        words = [TOY_WORDS[6 * topic + value % 6] for value in row[1:7]]
        listed.append(" ".join([*words, "the", "of" if row[7] % 2 else "a"]))
    return list(dict.fromkeys(listed))


@pytest.fixture(scope="module")
def corpora(toy: Index) -> tuple[Corpus, Corpus]:
    listed = sentences(1200, 1)
    return read_corpus(toy, listed[:800]), read_corpus(toy, listed[800:])


def test_context_tells_topics(toy: Index, corpora: tuple[Corpus, Corpus]) -> None:
    """At a small epsilon an output says little about its topic; six of them together say it."""
    trial = Trial(create("stairtext", toy, 4.0), *corpora, stream=SeededStream(1))
    free = ContextFreeBayesian().attack(trial)
    for attack in (ContextualBayesian(), ContextualBound()):
        report = attack.attack(trial)
        assert report.details["gain_interval"][0] > 0
        assert report.success_rate == pytest.approx(report.details["context_free"] + report.details["gain"])
    assert free.success_rate > 3 / toy.size


@pytest.mark.parametrize("name", ["stairtext", "custext+", "santext", "clusant"])
def test_context_never_costs_much(toy: Index, corpora: tuple[Corpus, Corpus], name: str) -> None:
    options = {"k": 5} if name.startswith("custext") else {}
    trial = Trial(create(name, toy, 8.0, **options), *corpora, stream=SeededStream(2))
    assert ContextualBayesian().attack(trial).details["gain_interval"][1] > -0.005


def test_learned_attacks_beat_guessing(toy: Index, corpora: tuple[Corpus, Corpus]) -> None:
    trial = Trial(create("stairtext", toy, 8.0), *corpora, stream=SeededStream(3))
    guessing = trial.private_weights.max()
    inversion, mask = (attack.attack(trial) for attack in (InversionModel(), MaskTokenInference()))
    assert mask.success_rate > 2 * guessing
    assert inversion.success_rate > 2 * mask.success_rate


@pytest.mark.parametrize("make", READERS)
def test_single_words_have_no_context(toy: Index, make: type[Attack]) -> None:
    single = [drawn_corpus(toy, np.ones(toy.size), 50, SeededStream(seed)) for seed in (1, 2)]
    with pytest.raises(InputError, match="no context"):
        make().run(create("stairtext", toy, 3.0), *single)


class _Oracle:
    """Knows the answer: nothing but a scorer can bring it in."""

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> np.ndarray:
        return (inputs == corpus.entries[positions][:, None]).astype(float)


def test_any_scorer_counts(toy: Index, corpora: tuple[Corpus, Corpus]) -> None:
    trial = Trial(create("custext", toy, 1.0, k=5), *corpora, stream=SeededStream(1))
    report = ContextualBayesian(scorer=_Oracle()).attack(trial)
    assert report.tokens == 1000
    assert report.success_rate == 1.0


def test_conditional_logit_finds_the_weights_that_made_the_choices() -> None:
    generator = np.random.default_rng(1)
    scores = generator.standard_normal((20_000, 6, 3)) * (1, 5, 0.2) + (0, 3, -1)
    utility = scores @ np.array([1.5, -0.2, 0.0]) + generator.gumbel(size=(20_000, 6))
    model = ConditionalLogit.fit(scores, utility.argmax(axis=1))
    assert model.weights / model.scale == pytest.approx([1.5, -0.2, 0.0], abs=0.1)


def test_a_remote_model_is_refused() -> None:
    with pytest.raises(UntrustedModel, match="local model only"):
        CausalScorer(Endpoint("https://models.example", "m", trust="remote"))


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason=str(LocalLlama.missing()))
def test_a_real_model_knows_what_follows(words: Index) -> None:
    corpus = read_corpus(words, ["he drank a cup of coffee", "coffee"])
    positions = np.array([5, 6])
    candidates = np.array([[words.words.index(word) for word in ("coffee", "gravel", "parliament")]] * 2)
    with LocalLlama(context=512, threads=1) as model:
        scores = CausalScorer(model.endpoint).score(corpus, corpus.entries, positions, candidates)
    assert scores[0].argmax() == 0
    assert scores[0, 0] > scores[1, 0] + 2
    assert np.isfinite(scores).all()
