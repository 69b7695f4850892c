"""A language model as attacker: what it is shown, how its answers are read, and what counts as recovered."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from dp_gateway.attacks import Trial, drawn_corpus, read_corpus
from dp_gateway.attacks.llm import Guesser, LlmAttack, Usage
from dp_gateway.augmentation import Prices
from dp_gateway.errors import ConfigurationError, InputError, ModelRefused
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.mechanisms.registry import create
from dp_gateway.pipeline import Sanitizer
from dp_gateway.testing import SeededStream
from dp_gateway.testing.models import Failure, ScriptedModel
from dp_gateway.vocabulary.index import Index

PRIVATE = ["the doctor saw a cat in paris", "a good film on monday"]


def answer(*originals: str) -> str:
    return json.dumps({"originals": list(originals)})


def local(server: ScriptedModel) -> LocalModel:
    return LocalModel(Endpoint(server.url, "m", trust="local", retries=0))


def trial(toy: Index, epsilon: float = 1.0) -> Trial:
    mechanism = create("stairtext", toy, epsilon)
    return Trial(mechanism, read_corpus(toy, PRIVATE), read_corpus(toy, ["the dog ran"]), stream=SeededStream(2))


def listed(body: Any) -> list[str]:
    """The replacements that a request lists."""
    return re.findall(r"^\d+\. (.*)$", body["messages"][-1]["content"], re.MULTILINE)


def test_guesses_count_where_they_are_the_word(toy: Index) -> None:
    # Six words of the vocabulary stand in the two sentences; four guesses are right, whatever their letter case.
    with ScriptedModel(answer("Doctor", "dog", " paris "), answer("good", "movie", "MONDAY")) as server:
        report = LlmAttack(Guesser(local(server))).attack(trial(toy))
    assert (report.tokens, int(report.hits.sum())) == (6, 4)
    assert report.details["requests"] == 2
    assert report.details["unread"] == 0
    assert report.details["prompt_tokens"] > 0


def test_it_is_shown_what_was_sent_and_nothing_else(toy: Index) -> None:
    with ScriptedModel(default=lambda body: answer(*["x"] * len(listed(body)))) as server:
        LlmAttack(Guesser(local(server))).attack(trial(toy, 0.01))
        bodies = server.completions
    assert [len(listed(body)) for body in bodies] == [3, 3]
    # At this epsilon a word stays by a chance of one in sixty: that all three do, once in two hundred thousand runs.
    for body, originals in zip(bodies, ({"doctor", "cat", "paris"}, {"good", "film", "monday"}), strict=True):
        assert not originals <= set(re.findall(r"\w+", body["messages"][-1]["content"]))
        for piece in listed(body):
            assert re.search(rf"\b{piece}\b", body["messages"][-1]["content"].split("Replacements")[0])


@pytest.mark.parametrize(
    "nonsense", ["I cannot know.", answer("one"), '{"originals": [1, 2, 3]}', '{"originals": ["a", "b"', "[[], [], []]"]
)
def test_an_answer_that_cannot_be_read_is_asked_for_again(toy: Index, nonsense: str) -> None:
    sent = Sanitizer(create("stairtext", toy, 1.0)).sanitize("doctor cat paris")
    with ScriptedModel(nonsense, answer("a", "b", "c")) as server:
        guesser = Guesser(local(server))
        assert guesser.originals(sent, ["x", "y", "z"]) == ["a", "b", "c"]
        first, second = server.completions
    assert guesser.usage.requests == 2
    assert (first["temperature"], second["temperature"]) == (0, 0.4)
    assert first["response_format"]["json_schema"]["schema"]["properties"]["originals"]["minItems"] == 3


def test_what_stays_unread_is_not_recovered(toy: Index) -> None:
    with ScriptedModel(default="no") as server:
        report = LlmAttack(Guesser(local(server), attempts=2)).attack(trial(toy))
    assert not report.hits.any()
    assert (report.details["requests"], report.details["unread"]) == (4, 2)


def test_a_remote_model_gets_sanitized_text(toy: Index) -> None:
    with ScriptedModel(answer("a", "b", "c")) as server:
        model = RemoteModel(Endpoint(server.url, "m", trust="remote", retries=0))
        sent = Sanitizer(create("stairtext", toy, 1.0)).sanitize("doctor cat paris")
        Guesser(model).originals(sent, sent.text.split())
        (body,) = server.completions
    assert f"Text:\n{sent.text}\n" in body["messages"][-1]["content"]
    assert listed(body) == sent.text.split()


def test_cost() -> None:
    assert Usage(1, 0, 2_000_000, 500_000).cost(Prices(2.5, 10)) == pytest.approx(10.0)


def test_bad_input(toy: Index) -> None:
    with pytest.raises(ConfigurationError, match="no LocalModel"):
        Guesser("gpt")  # type: ignore[arg-type]
    with ScriptedModel(default=Failure(400, "no")) as server:
        with pytest.raises(ConfigurationError, match="at least one attempt"):
            Guesser(local(server), attempts=0)
        guesser = Guesser(local(server))
        with pytest.raises(ModelRefused):
            LlmAttack(guesser).attack(trial(toy))
        words = [drawn_corpus(toy, toy.content_prior, 50, SeededStream(seed)) for seed in (1, 2)]
        with pytest.raises(InputError, match="no text to read"):
            LlmAttack(guesser).run(create("stairtext", toy, 1.0), *words)
