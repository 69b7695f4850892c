"""The private chat model and the agents around it, before scripted models."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from dp_gateway_langchain import PrivacyMiddleware, PrivateChatModel
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool

from dp_gateway.errors import FieldRefused, MalformedRequest, RequestError
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from tests.integrations.langchain.scripted_models import KEY, SAID, SECRETS, Echo, Recorder


@pytest.fixture
def model(gateway: Gateway, echo: Echo) -> PrivateChatModel:
    return PrivateChatModel(echo, gateway=gateway, key=KEY)


def test_whole_and_streamed_sync_and_async(model: PrivateChatModel, echo: Echo) -> None:
    async def later() -> tuple[str, str]:
        return (await model.ainvoke(SAID)).text, "".join([one.text async for one in model.astream(SAID)])

    reply = model.invoke(SAID)
    assert reply.usage_metadata == {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}
    assert reply.response_metadata["model_name"] == "echo"
    assert reply.text == "".join(one.text for one in model.stream(SAID)) == SAID
    assert asyncio.run(later()) == (SAID, SAID)
    assert [one.text for one in model.batch([SAID] * 4)] == [SAID] * 4
    assert echo.seen
    assert not SECRETS.search(str(echo.seen))


class Knows(Echo):
    """States something about what it is asked for."""

    def _generate(self, messages: list[BaseMessage], *args: Any, **more: Any) -> Any:
        asked = str(messages[-1].content)
        said = f"{asked.removeprefix('What is ').removesuffix('?')} is Qwertyville."
        return super()._generate([HumanMessage(said)], *args, **more)


def test_metadata_say_what_is_stated_of_a_stand_in(gateway: Gateway) -> None:
    drawn = Gateway(load_policy("entities").model_copy(update={"public_references": "replace"}), key=KEY)
    model = PrivateChatModel(Knows(seen=[]), gateway=drawn, key=KEY)
    reply = model.invoke("What is the capital of Mexico?")
    assert reply.text == "the capital of Mexico is Qwertyville."
    assert reply.response_metadata["dp_caution"] == {"LOCATION": 1}
    assert "dp_caution" not in PrivateChatModel(Echo(seen=[]), gateway=gateway, key=KEY).invoke(SAID).response_metadata


def test_callbacks_are_told_sanitized_text(model: PrivateChatModel) -> None:
    recorder = Recorder()
    model.invoke(SAID, {"callbacks": [recorder]})
    list(model.stream(SAID, {"callbacks": [recorder]}))
    model.generate([[HumanMessage(SAID)]], callbacks=[recorder])
    assert {"on_chat_model_start", "on_llm_end", "on_llm_new_token"} <= {one.split()[0] for one in recorder.told}
    assert not SECRETS.search("\n".join(recorder.told))


def test_an_agent_with_a_tool(gateway: Gateway, echo: Echo) -> None:
    mailed: list[str] = []

    @tool
    def send_email(to: str) -> str:
        """Send a mail."""
        mailed.append(to)
        return f"Sent to {to}."

    agent = create_agent(echo, [send_email], middleware=[PrivacyMiddleware(gateway=gateway, key=KEY)])
    state = agent.invoke({"messages": [HumanMessage(SAID)]})
    assert mailed == ["anna.miller@gmail.com"]
    assert state["messages"][-1].text == "Sent to anna.miller@gmail.com."
    assert not SECRETS.search(str(echo.seen))


@pytest.mark.parametrize(
    ("messages", "error"),
    [
        ([ToolMessage("Anna Miller", tool_call_id="call_1")], MalformedRequest),
        ([HumanMessage([{"type": "hologram", "hologram": "Anna Miller"}])], FieldRefused),
        ([HumanMessage([{"type": "image", "url": "https://anna.miller/me.png"}])], FieldRefused),
        ([type("Whisper", (BaseMessage,), {})(content="Anna Miller", type="whisper")], FieldRefused),
    ],
)
def test_what_cannot_be_protected(
    model: PrivateChatModel, echo: Echo, messages: Any, error: type[RequestError]
) -> None:
    with pytest.raises(error) as raised:
        model.invoke(messages)
    assert not SECRETS.search(str(raised.value))
    assert not echo.seen


def test_restored_arguments_of_tools(model: PrivateChatModel) -> None:
    reply: AIMessage = model.bind_tools(
        [{"name": "mail", "description": "Mail.", "parameters": {"type": "object"}}]
    ).invoke(SAID)
    assert reply.tool_calls[0]["args"] == {"to": "anna.miller@gmail.com"}
