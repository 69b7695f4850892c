"""An argument of a wrong kind is refused where it is given, in words that say what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dp_gateway_openai import PrivateOpenAI

from dp_gateway import (
    CallableDetector,
    ContextFreeBound,
    Gateway,
    Index,
    Sanitizer,
    Secret,
    audit,
    default_detection,
    drawn_corpus,
    metric,
)
from dp_gateway.attacks import read_corpus
from dp_gateway.errors import ConfigurationError, GatewayError, InputError
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.judging.hooks import Judging
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Endpoint, LocalModel
from dp_gateway.tables.plan import as_plan
from dp_gateway.tables.sanitizing import TableSanitizer
from dp_gateway.testing import toy_index
from dp_gateway.testing.models import ScriptedModel

WRONG: Any = 5


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return toy_index(tmp_path_factory.mktemp("toy"))


def judge(url: str = "http://127.0.0.1:9/v1") -> Judge:
    return Judge(LocalModel(Endpoint(url, "qwen3", trust="local", retries=0)))


def attacked(index: Index, **given: Any) -> Callable[[], object]:
    """An audit of which some arguments are others."""
    usual = {
        "mechanism": Sanitizer("stairtext", 6, index=index).mechanism,
        "private": drawn_corpus(index, count=20),
        "shadow": drawn_corpus(index, count=20),
        "attacks": [ContextFreeBound()],
    }
    return lambda: audit(**{**usual, **given})


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda _: Gateway(key="x" * 32), "key must be a Secret, not str"),  # pyright: ignore
        (lambda _: Gateway(detection=WRONG), "detection must be a Detection, not int"),
        (lambda _: TableSanitizer(as_plan({"a": "text"}), detection=WRONG), "detection must be a Detection, not int"),
        (lambda _: Gateway().sanitize("Anna", scope=WRONG), "scope must be a str, not int"),
        (lambda _: Secret("x" * 32), "the secret must be a bytes, not str"),  # pyright: ignore
        (lambda _: CallableDetector(WRONG, name="badges"), "the detector badges is no function of a text, but int"),
        (lambda index: Sanitizer(WRONG, index=index), "mechanism must be a str or Mechanism, not int"),
        (lambda index: Sanitizer(index=index, key=WRONG), "key must be a Secret, not int"),
        (lambda index: attacked(index, mechanism="custext")(), "mechanism must be a Mechanism, not str"),
        (lambda index: attacked(index, private=["a b"])(), "private must be a Corpus, not list"),
        (lambda index: attacked(index, attacks=["query"])(), "an attack must be an Attack, not str"),
        (lambda index: attacked(index, attacks=[ContextFreeBound])(), "an attack must be an Attack, not "),
        (lambda index: attacked(index, attacks=ContextFreeBound())(), "attacks must be a list or tuple, not "),
        (lambda _: drawn_corpus(WRONG), "index must be an Index, not int"),
        (lambda index: drawn_corpus(index, count=1.5), "count must be an int, not float"),  # pyright: ignore
        (lambda _: metric(WRONG), "the name of a metric must be a str, not int"),
        (lambda _: metric("token_cosine", embeder="x"), "the metric token_cosine has no option 'embeder'"),
        (lambda _: metric("token_cosine").measure([WRONG], ["a"]), "one of the documents must be a str, not int"),
        (lambda _: default_detection(types=["PERSN"]), "there is no entity type PERSN: nothing would be found"),
        (lambda _: default_detection(thresholds={"LOCATON": 0.9}), "there is no entity type LOCATON"),
        (lambda _: Gateway().sanitize("Anna").restore(WRONG), "the reply must be a str, not int"),
        (lambda _: default_detection().detect("Anna"), "one str, whose letters would be the texts"),
        (lambda index: Sanitizer(index=index, languages="englsh"), "languages cannot be 'englsh'"),  # pyright: ignore
        (lambda _: metric("judge", judge="qwen3"), "judge must be a Judge, not str"),
        (lambda _: Judging(WRONG, share=0.1), "judge must be a Judge, not int"),
        (lambda _: Judging(judge(), share="0.1"), "share must be an int or float, not str"),  # pyright: ignore
        (lambda _: Judging(judge(), share=0.1, sinks=print), "sinks are no list of functions"),  # pyright: ignore
        (lambda _: LocalModel("http://127.0.0.1:9/v1"), "endpoint must be an Endpoint, not str"),  # pyright: ignore
        (lambda _: PrivateOpenAI(api_key="k", judging=WRONG), "judging must be a Judging, not int"),
        (lambda _: PrivateOpenAI(api_key="k", second_step=WRONG), "second_step must be a SecondStep, not int"),
        (lambda _: PrivateOpenAI(api_key="k", gateway=WRONG), "gateway must be a Gateway, not int"),
    ],
)
def test_an_argument_of_another_kind_is_refused(call: Callable[[Index], object], said: str, index: Index) -> None:
    with pytest.raises(ConfigurationError, match=said) as refused:
        call(index)
    assert refused.value.hint


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda _: Gateway().request("My name is Anna."), "one str, whose letters would be the texts"),
        (lambda _: Gateway().request({"messages": []}), "texts must be a Sequence, not dict"),  # pyright: ignore
        (lambda _: metric("token_cosine").measure("abc", "abd"), "one str, whose letters would be the documents"),
        (lambda index: read_corpus(index, "a b"), "one str, whose letters would be the sentences"),
        (lambda index: drawn_corpus(index, count=-1), "-1 words cannot be drawn"),
    ],
)
def test_letters_are_no_texts(call: Callable[[Index], object], said: str, index: Index) -> None:
    with pytest.raises(GatewayError, match=said):
        call(index)


def test_an_option_of_a_metric_is_asked_for() -> None:
    with pytest.raises(ConfigurationError) as refused:
        metric("token_cosine", embeder="x")
    assert refused.value.hint.startswith("did you mean embedder?")


def test_a_judge_whose_answers_cannot_be_read_is_said_to_be_the_reason() -> None:
    scores = '{"grammar": 8, "common_sense": 8, "coherence": 8, "cohesiveness": 8}'
    with ScriptedModel(default=scores) as scripted:
        measured = metric("judge", judge=judge(scripted.url)).measure(["a good film"], ["a great film"])
    assert isinstance(measured, Skipped)
    assert "each from 1 to 5" in measured.reason


def test_a_folder_may_be_a_str(index: Index) -> None:
    assert Index(str(index.path)).content_hash == index.content_hash


def test_no_word_can_be_drawn_of_none(index: Index, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_corpus(index, [])
