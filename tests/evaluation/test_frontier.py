"""The frontier: its figures against brute force, what is best, and what is said about it."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.errors import InputError
from dp_gateway.evaluation.frontier import Evaluation
from dp_gateway.evaluation.metrics import metric
from dp_gateway.evaluation.page import page, utilities
from dp_gateway.evaluation.results import (
    Facts,
    Figure,
    Setting,
    SettingRow,
    best,
    choices,
    findings,
    from_json,
    front,
    to_csv,
)
from dp_gateway.evaluation.sample import EXAMPLE, Documents, DocumentSample, public_sample, read_documents, take_sample
from dp_gateway.mechanisms.registry import create
from dp_gateway.vocabulary.index import Index

WORDS = "london paris berlin bank police army red blue green good great bad film movie doctor nurse dog cat run walk"


def texts(count: int = 120, seed: int = 0) -> Documents:
    drawn = np.random.default_rng(seed).choice(WORDS.split(), (count, 7))
    lines = [f"the {' '.join(words)}." for words in drawn.tolist()]
    return Documents(lines, [int("good" in line or "great" in line) for line in lines], ())


@pytest.fixture(scope="module")
def sample(toy: Index) -> DocumentSample:
    return take_sample(toy, texts(), 100, seed=3)


def silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


def row(
    name: str = "stairtext", nominal: float = 1.0, level: float = 1.0, asr: float = 0.1, cosine: float = 0.1
) -> SettingRow:
    measured = {"embedding_inversion": Figure(asr, (asr, asr), "none")}
    return SettingRow(name, nominal, level, "exact", asr, cosine, False, None, measured, {}, {}, 1.0, "x")


def test_each_setting_shows_a_public_sentence(sample: DocumentSample) -> None:
    found = Evaluation(sample, []).evaluate(Setting("santext", 3.0), [], silent)
    assert found is not None
    assert found.example != EXAMPLE
    assert len(found.example.split()) == len(EXAMPLE.split())


@pytest.mark.parametrize("name", ["stairtext", "santext", "rantext", "dyntext-full", "custext"])
def test_figures_are_those_of_the_table(toy: Index, sample: DocumentSample, name: str) -> None:
    found = Evaluation(sample, []).evaluate(Setting(name, 3.0), [], silent)
    assert found is not None
    law = create(name, toy, 3.0).distribution(np.arange(toy.size))
    assert found.bayes_asr == pytest.approx((sample.prior[:, None] * law).max(axis=0).sum(), abs=1e-6)
    units = toy.vectors / np.linalg.norm(toy.vectors, axis=1, keepdims=True)
    cosine = (sample.prior[:, None] * law * (units @ units.T)).sum()
    assert found.expected_cosine == pytest.approx(cosine, abs=1e-3)
    with np.errstate(divide="ignore"):
        level = (np.log(law.max(axis=0)) - np.log(law.min(axis=0))).max()
    assert found.certified_epsilon == pytest.approx(level, abs=1e-6)


def test_measured_attacks_stay_within_the_bound(sample: DocumentSample) -> None:
    found = Evaluation(sample, []).evaluate(Setting("stairtext", 2.0), [], silent)
    assert found is not None
    assert set(found.attacks) == {"embedding_inversion", "context_free_bayesian"}
    assert found.measured is not None
    low, _ = found.measured[1].interval or (1.0, 1.0)
    assert low <= found.bayes_asr


def test_draws_repeat_and_depend_on_the_seed(toy: Index, sample: DocumentSample) -> None:
    mechanism = create("stairtext", toy, 3.0)
    first = sample.released(mechanism, keep_stopwords=True)
    assert first == sample.released(mechanism, keep_stopwords=True)
    assert len(first) == len(sample.texts)
    assert first != take_sample(toy, texts(), 100, seed=4).released(mechanism, keep_stopwords=True)
    assert all(text.startswith("the ") for text in first)
    assert not all(text.startswith("the ") for text in sample.released(mechanism, keep_stopwords=False))


def test_rows_survive_json(sample: DocumentSample) -> None:
    evaluation = Evaluation(sample, [metric("token_cosine"), metric("accuracy")], public_prior=True)
    for setting in (Setting("custext", 2.0), Setting("fbdd", 2.0)):
        found = evaluation.evaluate(setting, [], silent)
        assert found is not None
        listed = json.loads(json.dumps(found.to_json(), allow_nan=False))
        again = from_json(listed)
        assert again.to_json() == found.to_json()
        assert (listed["certified_epsilon"] == "inf") == math.isinf(again.certified_epsilon)
    assert "closed form" in found.skipped["context_free_bayesian"]
    header, line = to_csv([found]).splitlines()
    assert len(header.split(",")) == len(line.split(","))
    assert header.startswith("mechanism,nominal_epsilon,certified_epsilon")


def test_known_rows_are_kept_where_nothing_changed(toy: Index, sample: DocumentSample) -> None:
    evaluation = Evaluation(sample, [])
    found = evaluation.evaluate(Setting("stairtext", 2.0), [], silent)
    assert found is not None
    assert evaluation.evaluate(Setting("stairtext", 2.0), [found], silent) is found
    assert evaluation.evaluate(Setting("stairtext", 3.0), [found], silent) is not found
    for other in (
        Evaluation(sample, [], keep_stopwords=False),
        Evaluation(sample, [metric("token_cosine")]),
        Evaluation(take_sample(toy, texts(), 100, seed=4), []),
        Evaluation(take_sample(toy, texts(seed=1), 100, seed=3), []),
    ):
        assert other.evaluate(Setting("stairtext", 2.0), [found], silent) is not found


def test_private_and_shadow_texts_share_nothing(sample: DocumentSample) -> None:
    assert len(sample.texts) == 100
    assert not set(sample.private.words) & {"", " "}
    assert sample.shadow.sentences > 0
    assert sample.labels is not None
    by_text = dict(zip(texts().texts, texts().labels or (), strict=True))
    assert list(sample.labels) == [by_text[text] for text in sample.texts]


def test_one_text_is_enough(toy: Index) -> None:
    small = take_sample(toy, Documents(["a good film"], None, ()), 10, 0)
    found = Evaluation(small, [metric("token_cosine"), metric("accuracy")]).evaluate(
        Setting("stairtext", 2.0), [], silent
    )
    assert found is not None
    assert "token_cosine" in found.metrics
    assert "no labels" in found.skipped["accuracy"]
    assert any("too few texts" in note for note in small.notes)


def test_words_alone_have_no_texts_to_measure(toy: Index) -> None:
    found = Evaluation(public_sample(toy, 0), [metric("token_cosine")]).evaluate(Setting("stairtext", 2.0), [], silent)
    assert found is not None
    assert not found.metrics
    assert "token_cosine" in found.skipped


settings_drawn = st.lists(
    st.tuples(st.sampled_from([0.5, 1.0, 2.0, 4.0, math.inf]), st.sampled_from([0.1, 0.2, 0.4, 0.8])), max_size=12
)


@given(settings_drawn)
def test_front_is_what_nothing_dominates(points: list[tuple[float, float]]) -> None:
    rows = [row(nominal=number + 1, level=level, cosine=cosine) for number, (level, cosine) in enumerate(points)]
    found = front(rows, "certified_epsilon", "expected_cosine")
    kept = {(each.certified_epsilon, each.expected_cosine) for each in found}
    for level, cosine in points:
        dominated = any(
            other <= level and more >= cosine and (other, more) != (level, cosine) for other, more in points
        )
        assert ((level, cosine) in kept) == (not dominated)
    assert len(kept) == len(found)


def test_best_within_a_limit() -> None:
    rows = [row("stairtext", 1, 1 + 1e-9, cosine=0.3), row("custext", 1, math.inf, cosine=0.9), row("tem", 1, 0.9)]
    chosen = best(rows, "certified_epsilon", "expected_cosine", 1.0)
    assert chosen is rows[0]
    assert best(rows, "certified_epsilon", "expected_cosine", 0.5) is None
    found = choices(rows, "bayes_asr", "expected_cosine", [0.05, 0.2])
    assert found[0].row is None
    assert (found[1].row, found[1].uncertified, found[1].second) == (rows[0], rows[1], rows[2])


def test_findings_name_the_best_and_what_has_no_certificate() -> None:
    rows = [row("stairtext", e, e, asr=e / 20, cosine=e / 20) for e in (2.0, 6.0)]
    rows += [row("tem", 6, 5.5, asr=0.2, cosine=0.05), row("custext", 2, math.inf, asr=0.15, cosine=0.7)]
    said = " ".join(findings(rows, (2.0, 6.0)))
    assert "certified epsilon of 2 to 6 use stairtext" in said
    assert "No certified epsilon at all: custext." in said
    assert "custext would keep more (0.70), without any certificate" in said


def facts(sample: DocumentSample) -> Facts:
    command = "dp-gateway evaluate --data x.tsv --out y"
    untouched = {"accuracy": Figure(0.9, None, "m")}
    return Facts(command, "0", "toy", "x.tsv", 100, 700, 0, True, untouched, ("3 empty texts",), (2.0, 4.0))


def test_page_stands_alone_and_holds_no_word(sample: DocumentSample) -> None:
    evaluation = Evaluation(sample, [metric("token_cosine")])
    settings = [Setting(name, epsilon) for name in ("stairtext", "custext", "fbdd") for epsilon in (2.0, 4.0)]
    rows = [found for each in settings if (found := evaluation.evaluate(each, [], silent)) is not None]
    assert utilities(rows) == ["expected_cosine", "token_cosine"]
    shown = page(rows, facts(sample))
    assert shown.count("<svg") == 6
    assert not [link for link in re.findall(r"""(?:src|href)=["'](?!#)[^"']+""", shown) if "xlink" not in link]
    # The toy vocabulary is that of the texts: what stands for a public sentence is made of it, too.
    assert all(row.example in shown for row in rows)
    without = page([replace(row, example="") for row in rows], facts(sample))
    plain = re.sub(r"<style.*?</style>|<svg.*?</svg>|<q>.*?</q>|<[^>]*>", " ", without, flags=re.DOTALL)
    assert not set(re.findall(r"[a-z]+", plain)) & set(WORDS.split())
    for each in ("infinite", "3 empty texts", "context_free_bayesian was skipped for fbdd", "--data x.tsv"):
        assert each in plain
    assert page(rows, facts(sample)) == shown


def test_documents_of_all_kinds() -> None:
    assert read_documents("a.txt", "one\n\n two\tthree\n") == (
        ["one", "two three"],
        None,
        ("1 empty texts were left out",),
    )
    table = read_documents("a.tsv", '\ufefflabel\tsentence\r\npos\tsay "no\r\nneg\t \r\nneg\tyes\r\n')
    assert table == (['say "no', "yes"], [1, 0], ("1 empty texts were left out",))
    assert read_documents("-", "sentence\tlabel\nfine \t1\nbare\n")[0] == ["fine"]
    assert read_documents("a.txt", "one\u2028two\x85three")[0] == ["one", "two", "three"]
    for name, text, message in (
        ("a.tsv", "x\ty\n1\t2\n", "no column named sentence"),
        ("a.txt", " \n", "holds no sentence"),
        ("a.csv", "sentence,label\na,1\n", ".csv file"),
        ("a.jsonl", "{}", ".jsonl file"),
    ):
        with pytest.raises(InputError, match=message):
            read_documents(name, text)
