"""Recommendations: the limit is kept and used up, and infinite certificates are said."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dp_gateway.errors import ConfigurationError
from dp_gateway.evaluation.recommendation import TASKS, Recommendation, recommend, to_toml
from dp_gateway.evaluation.sample import Documents, DocumentSample, public_sample, take_sample
from dp_gateway.mechanisms.registry import create
from dp_gateway.policy import load_policy
from dp_gateway.vocabulary.index import Index

WORDS = "london paris berlin bank police army red blue green good great bad film movie doctor nurse dog cat run walk"


@pytest.fixture(scope="module")
def sample(toy: Index) -> DocumentSample:
    drawn = np.random.default_rng(0).choice(WORDS.split(), (120, 7))
    lines = [f"the {' '.join(words)}." for words in drawn.tolist()]
    return take_sample(toy, Documents(lines, [int("good" in line) for line in lines], ()), 100, 0)


def found(sample: DocumentSample, task: str, limit: float, *names: str, **more: bool) -> Recommendation:
    return recommend(sample, task, limit, names, say=lambda *_: None, **more)


@pytest.mark.parametrize("limit", [0.2, 0.4, 0.7])
def test_the_limit_is_kept_and_used_up(toy: Index, sample: DocumentSample, limit: float) -> None:
    chosen = found(sample, "chat", limit, "stairtext").row
    assert chosen.bayes_asr <= limit
    more = create("stairtext", toy, chosen.nominal_epsilon + 0.25).utility(sample.prior)
    assert more.bayes_asr > limit


@pytest.mark.parametrize("task", TASKS)
def test_policies_load(tmp_path: Path, sample: DocumentSample, task: str) -> None:
    result = found(sample, task, 0.4, "stairtext", "dyntext-full", "fbdd")
    (tmp_path / "policy.toml").write_text(to_toml(result))
    policy = load_policy(tmp_path / "policy.toml")
    assert policy.kind == TASKS[task].preset
    assert policy.tokens.mechanism == result.row.mechanism
    assert policy.tokens.epsilon == result.row.nominal_epsilon
    assert any("fbdd was left out: its attack success can only be estimated" in note for note in result.notes)
    assert f"{result.row.bayes_asr:.1%}" in to_toml(result)
    assert result.to_json()["recommended"]["certified_epsilon"] == result.row.certified_epsilon


def test_infinite_levels_are_said(sample: DocumentSample) -> None:
    with pytest.raises(ConfigurationError, match="without any certified epsilon"):
        found(sample, "chat", 0.9, "custext")
    allowed = found(sample, "chat", 0.9, "custext", allow_infinite=True)
    assert math.isinf(allowed.row.certified_epsilon)
    assert "# Certified epsilon of one word: infinite" in to_toml(allowed)
    weighed = found(sample, "chat", 0.5, "stairtext", "custext")
    assert weighed.row.mechanism == "stairtext"
    assert weighed.uncertified is not None
    assert weighed.uncertified.mechanism == "custext"
    assert "Given up for a certificate: custext" in to_toml(weighed)
    # Words of a chat that are drawn at such an epsilon cannot be read: what else there is stands beside it.
    assert 'write preset = "entities"' in to_toml(weighed)
    assert "entities" not in to_toml(replace(weighed, task="classify"))
    assert weighed.to_json()["uncertified"]["certified_epsilon"] == "inf"


def test_what_cannot_be_reached_is_said(sample: DocumentSample) -> None:
    with pytest.raises(ConfigurationError, match="guessed without looking"):
        found(sample, "chat", 0.01, "stairtext")
    with pytest.raises(ConfigurationError, match="none of these mechanisms"):
        found(sample, "chat", 0.08, "dyntext")


def test_tasks_without_labels_or_texts_are_compared_otherwise(toy: Index, sample: DocumentSample) -> None:
    assert found(sample, "classify", 0.5, "stairtext").metric == "accuracy"
    bare = take_sample(toy, Documents(sample.texts, None, ()), 100, 0)
    assert found(bare, "classify", 0.5, "stairtext").metric == "semantic_similarity"
    words = found(public_sample(toy, 0), "chat", 0.5, "stairtext", "dyntext-full")
    assert words.metric == "expected_cosine"
    assert words.candidates[0].worth == max(each.worth for each in words.candidates)
