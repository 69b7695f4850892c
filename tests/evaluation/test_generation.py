"""Generation as in the papers: who is shown what, what is measured, and what becomes of models that fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.errors import ConfigurationError, InputError, ModelRefused, UntrustedModel
from dp_gateway.evaluation.continuations import Continuations, ContinuationTask, continuation, extract, tasks_of
from dp_gateway.evaluation.generation import Generated, Generation, sanitizers_of
from dp_gateway.evaluation.metrics import Measurement, Skipped
from dp_gateway.evaluation.results import Setting
from dp_gateway.llm import Endpoint, LocalModel, Public, RemoteModel
from dp_gateway.pipeline import Gateway, Sanitizer
from dp_gateway.randomness import Secret
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Failure, RawBody, ScriptedModel
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import cl100k

SECRET = "Anna Miller"
TASKS = [
    ContinuationTask(f"{SECRET} opened the letter", "and read it."),
    ContinuationTask("The river rose", "by two metres."),
]


@pytest.fixture
def servers() -> Iterator[tuple[ScriptedModel, ScriptedModel]]:
    """A provider that says back what it was shown, and a local model."""
    with ScriptedModel(default=shown) as provider, ScriptedModel(default="local words") as local:
        yield provider, local


def shown(body: Any) -> str:
    lines = body["messages"][-1]["content"].splitlines()
    return " ".join(["so", *lines[1:2]])


def remote(server: ScriptedModel) -> RemoteModel:
    return RemoteModel(Endpoint(server.url, "big", trust="remote", retries=0))


def local_model(server: ScriptedModel) -> LocalModel:
    return LocalModel(Endpoint(server.url, "small", trust="local", retries=0))


def generate(*given: Any, **options: Any) -> list[Generated]:
    return list(Generation(*given, **options).rows())


def test_beginnings_are_cut_by_tokens() -> None:
    document = "Dr. Müller’s naïve 🧬 report on the river. " * 40
    (task,) = tasks_of([document, "too short", ""])
    tokens = cl100k().encode_ordinary(document.strip())
    assert document.startswith(task.prompt)
    assert abs(len(cl100k().encode_ordinary(task.prompt)) - 50) <= 3
    assert (task.prompt + task.written).replace("\ufffd", "") == task.prompt + task.written
    assert len(cl100k().encode_ordinary(task.written)) <= 103 < len(tokens)
    with pytest.raises(InputError, match="150 tokens"):
        tasks_of(["short", ""])


def test_a_remote_provider_sees_sanitized_prompts_alone(servers: tuple[ScriptedModel, ScriptedModel]) -> None:
    provider, local = servers
    rows = generate(
        TASKS,
        remote(provider),
        {"entities": Gateway("entities", key=Secret(b"a key for these tests"))},
        local=local_model(local),
        rewrite=True,
    )
    assert [row.setting for row in rows] == ["no privacy", "local model alone", "entities", "entities + extract"]
    assert SECRET not in provider.sent
    assert "remote" in rows[0].skipped
    assert rows[0].texts == rows[0].measurements == ()
    assert rows[1].texts == ("local words", "local words")
    # What the provider wrote about the surrogate is about the original again.
    assert rows[2].texts[0] == f"so {TASKS[0].prompt}"
    drafts = [body["messages"][-1]["content"] for body in local.completions[2:]]
    assert any(f"so {TASKS[0].prompt}" in draft for draft in drafts)
    assert "small" in rows[3].models
    assert rows[2].prompt_tokens > 0


def test_declared_public_it_is_compared_with_no_privacy(servers: tuple[ScriptedModel, ScriptedModel]) -> None:
    provider, _ = servers
    rows = generate(TASKS, remote(provider), {}, public=True)
    assert [row.setting for row in rows] == ["no privacy"]
    assert SECRET in provider.sent
    coherence, mauve = rows[0].measurements
    assert isinstance(coherence, Measurement)
    assert coherence.value > 0.9
    # Two documents are no distribution.
    assert isinstance(mauve, Skipped)
    told = rows[0].to_json()
    assert told["coherence"] == coherence.value
    assert "mauve" in told["skipped"]
    assert SECRET not in json.dumps(told)


def test_words_of_a_token_mechanism(servers: tuple[ScriptedModel, ScriptedModel], words: Index) -> None:
    provider, _ = servers
    rows = generate(TASKS, remote(provider), {"stairtext 3": Sanitizer("stairtext", 3, index=words)})
    text = rows[1].texts[0]
    assert text is not None
    assert SECRET not in text
    coherence = rows[1].measurements[0]
    assert isinstance(coherence, Measurement)
    assert coherence.samples == 2


def test_documents_without_an_answer_are_left_out() -> None:
    def answer(body: Any) -> Any:
        return RawBody(b"{}") if "river" in body["messages"][-1]["content"] else "A letter by Anna."

    with ScriptedModel(default=answer) as provider:
        (row,) = generate(TASKS, local_model(provider), {})
    assert row.texts == ("A letter by Anna.", None)
    coherence = row.measurements[0]
    assert isinstance(coherence, Measurement)
    assert coherence.samples == 1
    assert row.to_json()["failed"] == 1
    with ScriptedModel(default=RawBody(b"{}")) as provider:
        (row,) = generate(TASKS, local_model(provider), {})
    assert (row.texts, row.measurements, row.skipped) == ((None, None), (), "no model gave an answer")


def test_what_is_kept_is_not_asked_for_again(
    servers: tuple[ScriptedModel, ScriptedModel], words: Index, tmp_path: Path
) -> None:
    provider, local = servers
    file = tmp_path / "out" / "continuations.jsonl"

    def generation(kept: Continuations, epsilon: float = 3.0) -> Generation:
        made = sanitizers_of(words, [Setting("stairtext", epsilon)], seed=0)
        options: dict[str, Any] = {"local": local_model(local), "rewrite": True, "kept": kept}
        return Generation(TASKS, remote(provider), made, **options)

    with Continuations(file) as kept:
        first = generation(kept)
        missing = first.missing()
        assert (missing.requests, missing.completion_tokens) == (2, 200)
        assert missing.prompt_tokens > 100
        assert first.settings == 4
        rows = list(first.rows())
    assert file.stat().st_mode & 0o777 == 0o600
    asked = len(provider.completions), len(local.completions)
    assert asked == (2, 4)
    # The last line was cut off.
    file.write_bytes(file.read_bytes()[:-20])
    with Continuations(file) as kept:
        again = list(generation(kept).rows())
        assert generation(kept).missing().requests == 0
    assert [row.texts for row in again] == [row.texts for row in rows]
    assert len(provider.completions) + len(local.completions) == sum(asked) + 1
    with Continuations(file) as kept:
        assert generation(kept, 8.0).missing().requests == 2


def test_continuations_that_cannot_be_kept_are_named_before(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot be written"):
        Continuations(tmp_path / "file" / "continuations.jsonl")


def test_a_wrong_key_ends_it() -> None:
    with ScriptedModel(default=Failure(401)) as provider, pytest.raises(ModelRefused):
        generate(TASKS, local_model(provider), {})


def test_arguments() -> None:
    with ScriptedModel() as provider:
        with pytest.raises(ConfigurationError):
            generate([], local_model(provider), {})
        with pytest.raises(ConfigurationError, match="no local model"):
            generate(TASKS, remote(provider), {}, rewrite=True)
        with pytest.raises(UntrustedModel):
            continuation(remote(provider), SECRET)
        assert not provider.requests
        continuation(remote(provider), Public("A public beginning."))
        continuation(local_model(provider), SECRET)
        assert len(provider.completions) == 2


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason="no local model")
def test_a_real_local_model_continues_and_extracts(words: Index) -> None:
    text = "The cat sat on the mat in front of the old house and looked at the birds in the garden."
    with LocalLlama(threads=1) as llama, LocalModel(llama.endpoint) as model:
        draft = continuation(model, Sanitizer("stairtext", 6, index=words).sanitize(text), tokens=20)
        rewritten = extract(model, text, draft.text, tokens=20)
    assert draft.text.strip()
    assert rewritten.text.strip()
    assert 0 < rewritten.completion_tokens <= 20
