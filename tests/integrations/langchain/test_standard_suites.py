"""LangChain's standard suites, around a scripted model that obeys and around a small real one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_tests.integration_tests import ChatModelIntegrationTests
from langchain_tests.unit_tests import ChatModelUnitTests

from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import ScriptedModel
from tests.integrations.langchain.openai_models import PrivateChatOpenAI, obedient

pytestmark = [
    # ChatOpenAI says so of schemas of pydantic 1, which one test gives it.
    pytest.mark.filterwarnings("ignore:Received a Pydantic BaseModel V1 schema"),
    # The suite traces chains of structured output with a handler of its own.
    pytest.mark.filterwarnings("ignore::dp_gateway_langchain.TracedText"),
]


@pytest.fixture(scope="module")
def provider() -> Iterator[ScriptedModel]:
    with ScriptedModel(default=obedient) as model:
        yield model


@pytest.fixture(scope="module")
def llama() -> Iterator[LocalLlama]:
    if reason := LocalLlama.missing():
        pytest.skip(reason)
    with LocalLlama() as model:
        yield model


@pytest.fixture
def vcr() -> None:
    """Nothing is recorded: one test of the suite asks for it all the same."""


@pytest.fixture(autouse=True)
def _with_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


class _Around:
    """A private model around ChatOpenAI; the provider's address is told when it is known."""

    base_url = "http://127.0.0.1:9/v1"
    name = "scripted"

    @property
    def chat_model_class(self) -> type[BaseChatModel]:
        return PrivateChatOpenAI

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return {"model": self.name, "base_url": self.base_url, "stream_usage": True}


class TestUnits(_Around, ChatModelUnitTests):
    pass


class TestScripted(_Around, ChatModelIntegrationTests):
    @pytest.fixture(autouse=True)
    def _started(self, provider: ScriptedModel) -> None:
        type(self).base_url = provider.url

    @property
    def supports_json_mode(self) -> bool:
        return True

    @property
    def supports_model_override(self) -> bool:
        return True

    @property
    def model_override_value(self) -> str:
        return "scripted-too"


@pytest.mark.slow
class TestLocal(_Around, ChatModelIntegrationTests):
    """135 million parameters talk, but call no tools and keep to no schema."""

    name = LocalLlama.model

    @pytest.fixture(autouse=True)
    def _started(self, llama: LocalLlama) -> None:
        type(self).base_url = llama.url

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return super().chat_model_params | {"max_tokens": 24}

    @property
    def has_tool_calling(self) -> bool:
        return False

    @property
    def has_structured_output(self) -> bool:
        return False
