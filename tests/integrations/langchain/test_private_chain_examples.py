"""The examples of chains, before a real model on this machine; and augmentation as a step of a chain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dp_gateway_langchain import augmentation
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import BaseMessage
from langchain_openai import ChatOpenAI
from pydantic import Field

from dp_gateway.errors import UntrustedModel
from dp_gateway.testing.local_model import LocalLlama
from tests.integrations.langchain.scripted_models import example

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
SECRETS = re.compile(r"\b(anna|miller|robert|chen|santos|lakeside|gmail)\b", re.IGNORECASE)


class Watched(ChatOpenAI):
    """Keeps what reaches the model, and what it says."""

    seen: list[str] = Field(default_factory=list)

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> Any:
        self.seen.append(messages[-1].text)
        result = super()._generate(messages, *args, **kwargs)
        self.seen.append(result.generations[0].text)
        return result


@pytest.fixture(scope="module")
def model() -> Iterator[BaseChatModel]:
    if reason := LocalLlama.missing():
        pytest.skip(reason)
    with LocalLlama() as llama:
        made: Any = Watched
        yield made(model=llama.model, base_url=llama.url, api_key="none", temperature=0, max_tokens=40)


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same surrogates every time: whether a model of this size speaks of a name depends on the name.
    (tmp_path / "own.key").write_text("1" * 64)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))


@pytest.mark.thorough
def test_rag_over_private_documents(repository: Path, model: Watched) -> None:
    module = example(repository, "rag_over_private_documents")
    embeddings = module.WordVectors()
    chain = module.chain(model, embeddings)
    model.seen.clear()
    answer = chain.invoke(module.QUESTION)
    prompt, said = model.seen
    assert not SECRETS.search(" ".join([prompt, said, *embeddings.seen]))
    # The model speaks of the nurse by her surrogate, and the user reads her name.
    surrogate = prompt.split(" from ")[0]
    assert surrogate in said
    assert "Anna Miller" in answer
    assert surrogate not in answer
    streamed = "".join(chain.stream(module.QUESTION))
    assert "Anna Miller" in streamed
    assert surrogate not in streamed


@pytest.mark.thorough
def test_classify_privately(repository: Path, model: Watched) -> None:
    module = example(repository, "classify_privately")
    reviews = [{"review": review} for review in module.REVIEWS]
    model.seen.clear()
    labels = module.classifier(model, 12.0).batch(reviews)
    # At this epsilon most words stay, and what is said of a review does too.
    assert sum(found == right for found, right in zip(labels, module.REVIEWS.values(), strict=True)) >= 3
    model.seen.clear()
    module.classifier(model, 4.0).batch(reviews)
    assert not set(module.REVIEWS) & set(model.seen)


def test_augmentation_in_a_chain() -> None:
    seed = {"phrase": "Sarpsborg", "type": "LOCATION"}
    answers = FakeListChatModel(responses=['{"phrases": ["Moss", "Halden", "Fredrikstad"]}'])
    chain = augmentation(answers, trust="local", count=3) | (lambda phrases: sorted(phrases, key=str.lower))
    assert chain.invoke(seed) == ["Fredrikstad", "Halden", "Moss"]
    with pytest.raises(UntrustedModel, match="not said whether FakeListChatModel"):
        augmentation(answers)
    with pytest.raises(UntrustedModel):
        augmentation(answers, trust="remote", count=3).invoke(seed)
    assert augmentation(answers, trust="remote", count=3, public=True).invoke(seed) == ["Moss", "Halden", "Fredrikstad"]
