"""The hint to the provider, and sensitive topics, behind the server: whole, streamed, and in arguments of tools."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.server.running import Start
from tests.server.scripted_provider import Provider, Taken, chat_stream, message, stream, whole

HINTED: dict[str, Any] = {
    "privacy": {"policy": "hinted"},
    "policies": {"hinted": {"hint": True, "public_references": "replace"}},
}
TOPICS: dict[str, Any] = {
    "privacy": {"policy": "topics"},
    "policies": {"topics": {"kind": "hybrid", "topics": ["health", "family"]}},
}
SAID = "I take propranolol for my migraines, and asked for parental leave."
VALUES = ("propranolol", "migraine", "parental leave")


def ask(url: str, text: str, **more: Any) -> httpx.Response:
    body = {"model": "m", "messages": [{"role": "user", "content": text}], **more}
    return httpx.post(f"{url}/v1/chat/completions", json=body, timeout=60)


def said(reply: httpx.Response) -> str:
    """The answer, whole or streamed."""
    if reply.headers["content-type"].startswith("application/json"):
        return reply.json()["choices"][0]["message"]["content"]
    events = [line[6:] for line in reply.text.splitlines() if line.startswith("data: {")]
    return "".join(json.loads(one)["choices"][0]["delta"].get("content") or "" for one in events)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_marker_is_taken_off_and_told(start: Start, provider: Provider, streamed: bool) -> None:
    gateway = start(**HINTED)

    def script(taken: Taken) -> Any:
        system, asked = taken.json["messages"]
        assert "[[about: NAME]]" in system["content"]
        name = asked["content"].removeprefix("I live in ").partition(". Which")[0]
        answer = f"[[about: {name}]] People in {name} like boats."
        return stream(chat_stream(answer)) if streamed else whole(message(answer))

    provider.script = script
    reply = ask(gateway.url, "I live in Norway. Which sea is near?", stream=streamed)
    assert said(reply) == "People in Norway like boats."
    told = reply.text if streamed else reply.headers["x-dp-caution"]
    assert "LOCATION=1" in told


@pytest.mark.parametrize("streamed", [False, True])
def test_topics_are_drawn_and_restored(start: Start, provider: Provider, streamed: bool) -> None:
    gateway = start(**TOPICS)
    seen: list[str] = []

    def script(taken: Taken) -> Any:
        sent = taken.json["messages"][-1]["content"]
        seen.append(sent)
        return stream(chat_stream(f"You said: {sent}")) if streamed else whole(message(f"You said: {sent}"))

    provider.script = script
    reply = ask(gateway.url, SAID, stream=streamed)
    assert said(reply) == f"You said: {SAID}"
    assert not any(value in seen[0].lower() for value in VALUES)


def test_topics_of_a_tool_are_drawn_and_its_arguments_restored(start: Start, provider: Provider) -> None:
    gateway = start(**TOPICS)
    tools = [{"type": "function", "function": {"name": "note", "parameters": {"type": "object"}}}]

    def script(taken: Taken) -> Any:
        sent = json.dumps(taken.json)
        assert not any(value in sent.lower() for value in VALUES)
        answer = message("")
        call = {"name": "note", "arguments": json.dumps({"text": taken.json["messages"][-1]["content"]})}
        answer["choices"][0]["message"]["tool_calls"] = [{"id": "1", "type": "function", "function": call}]
        return whole(answer)

    provider.script = script
    reply = ask(gateway.url, SAID, tools=tools).json()
    call = reply["choices"][0]["message"]["tool_calls"][0]["function"]
    assert json.loads(call["arguments"]) == {"text": SAID}
