"""Whatever calls a model goes through the gateway: fallbacks, choices of other middleware, counts of tokens; and parts
that are made with settings that they do not have."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from dp_gateway_langchain import PrivacyMiddleware, PrivateChatModel, PromptSanitizer
from langchain.agents import create_agent
from langchain.agents.middleware import ModelFallbackMiddleware, wrap_model_call
from langchain_core.messages import HumanMessage
from langchain_core.runnables import ConfigurableField

from dp_gateway.errors import ConfigurationError
from tests.integrations.langchain.openai_models import KEY, gateway
from tests.integrations.langchain.scripted_models import SAID, SECRETS, Echo


class Failing(Echo):
    def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        self.seen.append(messages)
        raise ConnectionError


def asked() -> Any:
    return {"messages": [HumanMessage(SAID)]}


def choosing(model: Echo, *, by_attribute: bool) -> Any:
    @wrap_model_call
    def choose(request: Any, handler: Any) -> Any:
        if not by_attribute:
            return handler(request.override(model=model))
        request.model = model
        return handler(request)

    return choose


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("order", [1, -1])
def test_fallbacks_are_private_in_any_order(order: int, asynchronous: bool) -> None:
    first, second = Failing(seen=[]), Echo(seen=[])
    used: list[Any] = [PrivacyMiddleware(gateway=gateway(), key=KEY), ModelFallbackMiddleware(second)][::order]
    agent = create_agent(first, [], middleware=used)
    state = asyncio.run(agent.ainvoke(asked())) if asynchronous else agent.invoke(asked())
    assert state["messages"][-1].text == SAID
    assert len(first.seen) == len(second.seen) == 1
    assert not SECRETS.search(str([first.seen, second.seen]))


@pytest.mark.filterwarnings("ignore:Direct attribute assignment:DeprecationWarning")
@pytest.mark.parametrize("by_attribute", [False, True])
@pytest.mark.parametrize("order", [1, -1])
def test_models_that_others_choose_are_private(order: int, by_attribute: bool) -> None:
    chosen = Echo(seen=[])
    used = [PrivacyMiddleware(gateway=gateway(), key=KEY), choosing(chosen, by_attribute=by_attribute)][::order]
    state = create_agent(Echo(seen=[]), [], middleware=used).invoke(asked())
    assert state["messages"][-1].text == SAID
    assert len(chosen.seen) == 1
    assert not SECRETS.search(str(chosen.seen))


def test_what_counts_tokens_is_told_sanitized_tools() -> None:
    told: list[Any] = []

    class Counting(Echo):
        def get_num_tokens_from_messages(self, messages: Any, tools: Any = None) -> int:
            told.append((messages, tools))
            return 7

    schema = {"type": "object", "properties": {"to": {"type": "string", "description": SAID}}}
    tool = {"type": "function", "function": {"name": "note", "description": SAID, "parameters": schema}}
    model = PrivateChatModel(Counting(seen=[]), gateway=gateway(), key=KEY)
    assert model.get_num_tokens_from_messages([HumanMessage(SAID)], tools=[tool]) == 7
    assert model.get_num_tokens_from_messages([HumanMessage(SAID)]) == 7
    assert told[0][1][0]["function"]["name"] == "note"
    assert told[1][1] is None
    assert not SECRETS.search(str(told))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: PrivateChatModel(Echo(seen=[]), polcy="entities-strict"),
            "PrivateChatModel has no setting 'polcy'\nNext: did you mean policy",
        ),
        (
            lambda: PromptSanitizer(**{"budgets": 5}),
            "PromptSanitizer has no setting 'budgets'\nNext: did you mean budget",
        ),
        (
            lambda: PrivacyMiddleware(polcy="entities-strict"),
            "PrivacyMiddleware has no setting 'polcy'\nNext: did you mean policy",
        ),
        (lambda: PrivacyMiddleware("no such policy"), "no policy of that name"),
        (lambda: PrivateChatModel(Echo(seen=[]).bind(stop=["."])), "is no chat model"),  # type: ignore[arg-type]
    ],
)
def test_a_setting_that_is_none_is_an_error_at_once(make: Any, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        make()


def test_an_error_of_a_setting_does_not_show_it() -> None:
    with pytest.raises(ValueError, match="key") as error:
        PrivateChatModel(Echo(seen=[]), key=b"a key that is none")
    assert "a key that is none" not in str(error.value)


def test_settings_may_be_configured_for_each_call() -> None:
    inside = Echo(seen=[])
    model = PrivateChatModel(inside, "entities", key=KEY).configurable_fields(policy=ConfigurableField(id="rules"))
    assert model.with_config(configurable={"rules": "mask"}).invoke(SAID).text == SAID
    assert "<PERSON_1>" in inside.seen[0][0].text
