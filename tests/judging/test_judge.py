"""The judge over real clients and a real HTTP server: what it reads, what it refuses, and who may see raw text."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from openai import OpenAI

from dp_gateway.errors import ConfigurationError, InputError, MalformedReply, ModelRefused, UntrustedModel
from dp_gateway.judging.judge import Judge, judge_runnable, judge_with
from dp_gateway.judging.results import Comparison, Judgement, agreement, krippendorff_alpha
from dp_gateway.llm import Composed, Endpoint, LocalModel, Public, RemoteModel, load
from dp_gateway.pipeline import Gateway, Sanitizer
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Answer, Failure, ScriptedModel
from dp_gateway.vocabulary.index import Index

SECRET = "Anna Miller lives in Oslo"
GOOD = json.dumps({"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2})


def scores(*values: Any) -> str:
    return json.dumps(dict(zip(("grammar", "common_sense", "coherence", "cohesiveness"), values, strict=False)))


def local(server: ScriptedModel, **options: Any) -> Judge:
    return Judge(LocalModel(Endpoint(server.url, "m", trust="local", retries=0)), **options)


def remote(server: ScriptedModel, **options: Any) -> Judge:
    return Judge(RemoteModel(Endpoint(server.url, "m", trust="remote", retries=0)), **options)


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        f"Of course! ```json\n{GOOD}\n``` I hope that helps.",
        '{"grammar": 5, "common sense": 4, "coherence": 3, "cohesiveness": 2}',
        '{"Grammar": "5", "Common Sense": "4/5", "Coherence": 3.0, "Cohesiveness": "2"}',
        f'{{"scores": {GOOD}}}',
        '{"grammar": {"score": 5}, "common_sense": {"score": 4}, "coherence": {"score": 3}, "cohesiveness": {"score": 2}}',
        f"<think>A text of two lines. {scores(1, 1, 1, 1)}</think>{GOOD}",
    ],
)
def test_scores_are_read(answer: str) -> None:
    with ScriptedModel(answer) as server:
        judged = local(server).judge("A text.")
    assert judged.scores == (5, 4, 3, 2)
    assert judged.scores.mean == 3.5
    assert (judged.failed, judged.tokens.requests) == (0, 1)


BAD = [
    "The grammar is excellent and I would give it a 5.",
    "I'm sorry, but I cannot evaluate this passage.",
    '{"grammar": 5, "common_sense": 4, "coher',
    scores(5, 4, 3),
    scores(5, 4, 3, 6),
    scores(5, 4, 3, 0),
    scores(5, 4, 3, -1),
    scores(5, 4, 3, True),
    scores(5, 4, 3, None),
    scores(5, 4, 3, "good"),
    scores(5, 4, 3, float("nan")),
    "[5, 4, 3, 2]",
    "",
    "{}",
]


@pytest.mark.parametrize("answer", BAD)
def test_what_is_no_judgement_is_asked_for_again(answer: str) -> None:
    with ScriptedModel(answer, GOOD) as server:
        judged = local(server).judge("A text.")
        first, second = server.completions
    assert judged.scores == (5, 4, 3, 2)
    assert judged.tokens.requests == 2
    # The same words at temperature 0 would bring the same answer.
    assert "could not be read" not in json.dumps(first)
    assert "could not be read" in json.dumps(second)
    assert first["temperature"] == 0 < second["temperature"]


@pytest.mark.parametrize("answer", BAD)
def test_no_score_is_made_up(answer: str) -> None:
    with ScriptedModel(default=answer) as server, pytest.raises(MalformedReply) as raised:
        local(server, attempts=2).judge("A secret text.")
    assert len(server.completions) == 2
    assert "secret" not in str(raised.value)


def test_an_answer_that_was_cut_off_is_said() -> None:
    cut_off = Answer('{"grammar"', finish_reason="length")
    with ScriptedModel(default=cut_off) as server, pytest.raises(MalformedReply, match="cut off"):
        local(server).judge("A text.")


def test_a_wrong_key_is_not_tried_again() -> None:
    with ScriptedModel(default=Failure(401)) as server:
        with pytest.raises(ModelRefused):
            local(server).judge("A text.")
        assert len(server.completions) == 1


@pytest.mark.parametrize("text", ["", " \n"])
def test_blank_texts_are_refused(text: str) -> None:
    with ScriptedModel(default=GOOD) as server:
        for call in (lambda: local(server).judge(text), lambda: local(server).compare("a", text)):
            with pytest.raises(InputError):
                call()
        assert not server.requests


def test_repeats_their_mean_and_what_they_took() -> None:
    with ScriptedModel(scores(5, 4, 3, 2), "no", "no", scores(3, 4, 5, 4)) as server:
        judge = local(server, repeats=3, attempts=1)
        judged = judge.judge("A text.")
        temperatures = {body["temperature"] for body in server.completions}
    # The second repeat failed; the third as well, and the fourth answer was not asked for.
    assert judged.repeats == ((5, 4, 3, 2),)
    assert judged.failed == 2
    assert temperatures == {0.7}
    with ScriptedModel(scores(5, 4, 3, 2), scores(3, 4, 5, 4)) as server:
        judge = local(server, repeats=2)
        judged = judge.judge("A text.")
    assert judged.scores == (4, 4, 4, 3)
    assert judged.tokens.requests == 2
    assert min(judged.tokens.prompt, judged.tokens.completion) > 0
    assert judge.used == judged.tokens
    assert json.loads(json.dumps(judged.to_json()))["repeats"] == [[5, 4, 3, 2], [3, 4, 5, 4]]


def test_alpha_by_hand_and_on_data_whose_value_is_known() -> None:
    assert krippendorff_alpha([[1, 1], [2, 2], [5, 5, 5]]) == pytest.approx(1)
    assert krippendorff_alpha([[3, 3], [3, 3]]) is None
    assert krippendorff_alpha([[1], [2]]) is None
    # Both pairs differ by 1; of all six pairs of the four values, four do: 1 - 1 / (2 / 3).
    assert krippendorff_alpha([[1, 2], [1, 2]]) == pytest.approx(-0.5)
    # Krippendorff (2011), example D: 15 units, four observers, values missing; interval alpha is .849.
    table = [
        [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4],
        [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None],
    ]  # fmt: skip
    assert krippendorff_alpha([[x for x in unit if x is not None] for unit in table]) == pytest.approx(0.849, abs=1e-3)


def test_agreement_of_a_judge_that_guesses_and_of_one_that_does_not() -> None:
    draw = random.Random(1)
    steady = lambda body: scores(*[1 + len(body["messages"][-1]["content"]) % 5] * 4)  # noqa: E731
    guess = lambda body: scores(*[draw.randint(1, 5) for _ in range(4)])  # noqa: E731
    found: list[dict[str, float | None]] = []
    for answer in (steady, guess):
        with ScriptedModel(default=answer) as server:
            judge = local(server, repeats=3)
            found.append(agreement([judge.judge("wor" * length) for length in range(1, 21)]))
    assert set(found[0].values()) == {1}
    assert all(value is not None and abs(value) < 0.5 for value in found[1].values())


@pytest.mark.parametrize(
    ("answers", "better", "consistent"),
    [
        (("A", "B"), "first", True),
        (("B", "A"), "second", True),
        (("A", "A"), "tie", False),
        (("tie", "tie"), "tie", True),
        (("A", "tie"), "tie", False),
    ],
)
def test_pairs_are_shown_in_both_orders(answers: tuple[str, str], better: str, consistent: bool) -> None:
    with ScriptedModel(*[json.dumps({"better": answer}) for answer in answers]) as server:
        compared = local(server).compare("one text", "other text", prompt="write")
        shown = [body["messages"][-1]["content"] for body in server.completions]
    assert (compared.better, compared.consistent) == (better, consistent)
    assert shown[0].index("one text") < shown[0].index("other text")
    assert shown[1].index("other text") < shown[1].index("one text")
    assert all("<prompt>\nwrite\n</prompt>" in one for one in shown)


@pytest.mark.parametrize(
    "answer", ["The first one is better.", '{"better": "C"}', '{"better": 1}', '{"winner": "A"}', "[]"]
)
def test_a_comparison_is_not_made_up(answer: str) -> None:
    with ScriptedModel(default=answer) as server, pytest.raises(MalformedReply):
        local(server).compare("one", "other")


def test_raw_text_goes_to_local_judges_alone(toy: Index) -> None:
    sanitized = Sanitizer("stairtext", 6, index=toy).sanitize(SECRET)
    with ScriptedModel(default=GOOD) as server:
        judge = remote(server)
        for call in (
            lambda: judge.judge(SECRET),
            lambda: judge.judge(sanitized, prompt=SECRET),
            lambda: judge.compare(sanitized, SECRET),
        ):
            with pytest.raises(UntrustedModel):
                call()
        assert not server.requests
        judge.judge(sanitized, prompt=Public("Write a line."))
        judge.judge(Public("A public text."))
        assert sanitized.text in server.completions[0]["messages"][-1]["content"]
        assert "Write a line." in server.sent
        assert SECRET not in server.sent
        local(server).judge(SECRET)
        assert SECRET in server.sent


def test_what_an_observing_policy_left_as_it_was_does_not_go_to_a_remote_judge() -> None:
    observed = Gateway("observe").sanitize(SECRET)
    assert observed.text == SECRET
    with ScriptedModel(default=GOOD) as server:
        with pytest.raises(UntrustedModel, match="observes"):
            remote(server).judge(observed)
        with pytest.raises(UntrustedModel, match="observes"):
            remote(server).judge(Public("a"), prompt=observed)
        assert not server.requests


def test_composed_text_is_checked_part_by_part(toy: Index) -> None:
    sanitized = Sanitizer("stairtext", 6, index=toy).sanitize("alpha beta")
    whole = Composed((Public("a "), sanitized))
    assert whole.text == f"a {sanitized.text}"
    assert whole.report == (sanitized.report,)
    with pytest.raises(UntrustedModel):
        _ = Composed((Public("a "), SECRET)).text  # type: ignore[arg-type]
    assert SECRET not in repr(Composed((Public(SECRET),)))
    with pytest.raises(ConfigurationError):
        load("judge").compose(passage=sanitized)


def test_a_model_without_declared_trust_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="trust"):
        Judge(GenericFakeChatModel(messages=iter([])))  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="at least 1"), ScriptedModel() as server:
        local(server, repeats=0)


def test_openai_function(toy: Index) -> None:
    with ScriptedModel(default=GOOD) as server, OpenAI(base_url=server.url, api_key="none") as client:
        judged = judge_with(client, "m", SECRET, trust="local")
        assert judged.scores == (5, 4, 3, 2)
        form = server.completions[0]["response_format"]
        assert form["type"] == "json_schema"
        assert form["json_schema"]["schema"]["properties"]["grammar"]["enum"] == [1, 2, 3, 4, 5]
        with pytest.raises(UntrustedModel):
            judge_with(client, "m", SECRET, trust="remote")
        assert len(server.completions) == 1
    with OpenAI(base_url="https://api.openai.com/v1", api_key="none") as client, pytest.raises(UntrustedModel):
        judge_with(client, "gpt-4o", SECRET, trust="local")


def test_a_server_without_schemas_is_asked_without() -> None:
    with ScriptedModel(GOOD, schemas=False) as server:
        assert local(server).judge("A text.").scores == (5, 4, 3, 2)


def test_runnable() -> None:
    answers = [GOOD, GOOD, '{"better": "A"}', '{"better": "B"}', GOOD]
    chat = GenericFakeChatModel(messages=iter([AIMessage(answer) for answer in answers]))
    judge = judge_runnable(LocalModel.from_langchain(chat, trust="local"))
    first = judge.invoke("A text.")
    again = judge.invoke({"text": "A text.", "prompt": "Write."})
    pair = judge.invoke({"first": "A text.", "second": "Other."})
    assert isinstance(first, Judgement)
    assert isinstance(again, Judgement)
    assert isinstance(pair, Comparison)
    assert (first.scores, pair.better) == ((5, 4, 3, 2), "first")
    later = asyncio.run(judge.ainvoke("A text."))
    assert isinstance(later, Judgement)
    with pytest.raises(ConfigurationError):
        judge.invoke({"texts": []})


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason="no local model")
def test_a_real_local_model_judges() -> None:
    with LocalLlama(threads=1) as llama, LocalModel(llama.endpoint) as model:
        judge = Judge(model)
        judged = judge.judge("The cat sat on the mat, and then it fell asleep in the sun.")
        compared = judge.compare("A good text about a cat.", "cat cat the the of of")
    assert all(1 <= score <= 5 for score in judged.scores)
    assert judged.tokens.prompt > 100
    assert compared.better in ("first", "second", "tie")
