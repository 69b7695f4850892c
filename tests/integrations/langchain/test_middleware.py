"""Agents: what the model, the tools, the state and the streams have, beside the built-in middleware."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from inspect import signature
from typing import Any

import pytest
from dp_gateway_langchain import PrivacyMiddleware, PrivateChatModel
from langchain.agents import create_agent, middleware
from langchain.agents.middleware import (
    HumanInTheLoopMiddleware,
    ModelCallLimitMiddleware,
    PIIMiddleware,
    SummarizationMiddleware,
    ToolCallLimitMiddleware,
)
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command
from pydantic import BaseModel

from dp_gateway.testing.models import ScriptedModel
from tests.integrations.langchain.openai_models import KEY, gateway, obedient
from tests.integrations.langchain.scripted_models import SAID, SECRETS, Echo

ADDRESS = "anna.miller@gmail.com"

privacy = PrivacyMiddleware(gateway=gateway(), key=KEY)


@pytest.fixture
def mailed() -> list[str]:
    return []


@pytest.fixture
def send_email(mailed: list[str]) -> Any:
    @tool
    def send_email(to: str) -> str:
        """Send a mail."""
        mailed.append(to)
        return f"Sent to {to}."

    return send_email


def asked(said: str = SAID) -> Any:
    return {"messages": [HumanMessage(said)]}


def assert_private(echo: Echo) -> None:
    assert echo.seen
    assert not SECRETS.search(str(echo.seen))


@pytest.mark.parametrize("asynchronous", [False, True])
def test_tools_have_the_originals_and_the_model_does_not(
    echo: Echo, send_email: Any, mailed: list[str], asynchronous: bool
) -> None:
    agent = create_agent(echo, [send_email], middleware=[privacy], system_prompt="Ask Anna Miller.")
    state = asyncio.run(agent.ainvoke(asked())) if asynchronous else agent.invoke(asked())
    assert mailed == [ADDRESS]
    said, called, result, answer = state["messages"]
    assert said.text == SAID
    assert called.tool_calls[0]["args"] == {"to": ADDRESS}
    assert result.text == answer.text == f"Sent to {ADDRESS}."
    assert len(echo.seen) == 2
    assert_private(echo)


def test_streams_have_the_originals(echo: Echo, send_email: Any) -> None:
    agent = create_agent(echo, [send_email], middleware=[privacy])
    updates = list(agent.stream(asked(), stream_mode=["updates", "messages", "values"]))
    messages = [one[0] for mode, one in updates if mode == "messages"]
    assert f"Sent to {ADDRESS}." in [one.text for one in messages if isinstance(one, ToolMessage)]
    pieces = [one.text for one in messages if isinstance(one, AIMessage)]
    assert SAID in "".join(pieces)
    snapshots = [one for mode, one in updates if mode == "values"]
    assert snapshots[-1]["messages"][0].text == SAID
    assert_private(echo)


def test_a_stream_has_the_answer_in_pieces(echo: Echo, caplog: pytest.LogCaptureFixture) -> None:
    agent = create_agent(echo, [], middleware=[privacy])
    pieces = [one.text for one, _ in agent.stream(asked(), stream_mode="messages") if isinstance(one, AIMessageChunk)]
    assert "".join(pieces) == SAID
    # A row of words that the request has, too, is held until it is told apart from one that stands in for another.
    assert len([one for one in pieces if one]) > 3
    assert not caplog.messages
    assert_private(echo)


def test_events_have_the_originals(echo: Echo, send_email: Any) -> None:
    agent = create_agent(echo, [send_email], middleware=[privacy])

    async def events() -> list[Any]:
        return [one async for one in agent.astream_events(asked(), version="v2")]

    told = asyncio.run(events())
    pieces = [one["data"]["chunk"].text for one in told if one["event"] == "on_chat_model_stream"]
    assert SAID in "".join(pieces)
    (started,) = [one for one in told if one["event"] == "on_tool_start"]
    assert started["data"]["input"] == {"to": ADDRESS}
    assert_private(echo)


@pytest.mark.skipif(
    find_spec("langchain_core.language_models.chat_model_stream") is None, reason="newer langchain-core"
)
@pytest.mark.filterwarnings("ignore:The v3 streaming protocol")
def test_events_of_blocks_have_the_originals(echo: Echo, send_email: Any) -> None:
    agent = create_agent(echo, [send_email], middleware=[privacy])
    run = agent.stream_events(asked(), version="v3")
    said = ["".join(message.text) for message in run.messages]
    assert SAID in said
    assert_private(echo)


def test_a_checkpointer_keeps_the_originals_and_turns_agree(echo: Echo, send_email: Any) -> None:
    agent = create_agent(echo, [], middleware=[privacy], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    agent.invoke(asked(), config)
    agent.invoke(asked("Is Anna Miller still in Boston?"), config)
    texts = [one.text for one in agent.get_state(config).values["messages"]]
    assert texts == [SAID, SAID, "Is Anna Miller still in Boston?", "Is Anna Miller still in Boston?"]
    first, second = echo.seen
    assert second[0].text == first[0].text
    assert second[2].text.split()[1:3] == first[0].text.split()[2:4]
    assert_private(echo)


def test_beside_limits_retries_and_pii(echo: Echo, send_email: Any, mailed: list[str]) -> None:
    retries: Any = getattr(middleware, "ModelRetryMiddleware", None)  # since langchain 1.1

    class Unsteady(Echo):
        def _generate(self, *args: Any, **kwargs: Any) -> Any:
            result = super()._generate(*args, **kwargs)
            if len(self.seen) == 1 and retries:
                raise ConnectionError
            return result

    model = Unsteady(seen=[])
    others = [
        *([retries(max_retries=1, initial_delay=0)] if retries else []),
        ModelCallLimitMiddleware(run_limit=5),
        ToolCallLimitMiddleware(run_limit=5),
        PIIMiddleware("credit_card", strategy="redact"),
    ]
    for order in ([privacy, *others], [*others, privacy]):
        model.seen.clear()
        mailed.clear()
        state = create_agent(model, [send_email], middleware=order).invoke(asked())
        assert state["messages"][-1].text == f"Sent to {ADDRESS}."
        assert mailed == [ADDRESS]
        assert_private(model)


def test_a_human_is_shown_the_original(echo: Echo, send_email: Any, mailed: list[str]) -> None:
    asking = HumanInTheLoopMiddleware(interrupt_on={"send_email": True})
    agent = create_agent(echo, [send_email], middleware=[privacy, asking], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    waiting = agent.invoke(asked(), config)
    assert ADDRESS in str(waiting["__interrupt__"])
    assert not mailed
    state = agent.invoke(Command(resume={"decisions": [{"type": "approve"}]}), config)
    assert mailed == [ADDRESS]
    assert state["messages"][-1].text == f"Sent to {ADDRESS}."
    assert_private(echo)


def test_summaries_are_made_by_a_private_model(echo: Echo, send_email: Any) -> None:
    summaries = Echo(seen=[])
    inside = PrivateChatModel(summaries, gateway=gateway(), key=KEY)
    if "trigger" in signature(SummarizationMiddleware).parameters:
        when: Any = {"trigger": ("messages", 4), "keep": ("messages", 1)}
    else:  # langchain 1.0
        when = {"max_tokens_before_summary": 40, "messages_to_keep": 1}
    shortening = SummarizationMiddleware(model=inside, **when)
    agent = create_agent(echo, [], middleware=[privacy, shortening], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    for said in (SAID, "Anna Miller asks again.", "And again, from Boston."):
        state = agent.invoke(asked(said), config)
    assert "Anna Miller" in state["messages"][0].text
    assert_private(echo)
    assert_private(summaries)


class Contact(BaseModel):
    """Who wrote."""

    to: str


@pytest.mark.parametrize("strategy", [ToolStrategy, ProviderStrategy])
def test_structured_answers_are_made_of_the_originals(strategy: Any) -> None:
    from langchain_openai import ChatOpenAI

    with ScriptedModel(default=obedient) as provider:
        model = ChatOpenAI(model="scripted", base_url=provider.url, api_key="k")  # type: ignore[arg-type]
        agent = create_agent(model, [], middleware=[privacy], response_format=strategy(Contact))
        state = agent.invoke(asked())
        assert state["structured_response"] == Contact(to=ADDRESS)
        assert not SECRETS.search(provider.sent)


@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_plain_graph(echo: Echo, asynchronous: bool) -> None:
    model = PrivateChatModel(echo, gateway=gateway(), key=KEY)

    def answer(state: MessagesState) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    async def answer_later(state: MessagesState) -> Any:
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState).add_node("answer", answer_later if asynchronous else answer)
    compiled = graph.add_edge(START, "answer").compile()

    async def later() -> list[Any]:
        return [one async for one in compiled.astream(asked(), stream_mode="messages")]

    told = asyncio.run(later()) if asynchronous else list(compiled.stream(asked(), stream_mode="messages"))
    assert "".join(message.text for message, _ in told) == SAID
    assert all(metadata["langgraph_node"] == "answer" for _, metadata in told)
    assert_private(echo)


def test_a_model_that_is_private_already_is_left_alone(echo: Echo, send_email: Any) -> None:
    model = PrivateChatModel(echo, gateway=gateway(), key=KEY)
    agent = create_agent(model, [send_email], middleware=[privacy])
    assert agent.invoke(asked())["messages"][-1].text == f"Sent to {ADDRESS}."
    assert_private(echo)
