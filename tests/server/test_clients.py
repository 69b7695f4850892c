"""Real clients against the gateway: nothing but the base URL is changed."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import anthropic
import openai
import pytest
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, SecretStr

from tests.server.running import Running
from tests.server.scripted_provider import Provider, Taken, chunk, event, message, pieces, stream, whole

SAID = "I am Anna Miller from Boston. Write to anna.miller@gmail.com."
# As words: Savannah is no secret, and South Boston is another town.
SECRETS = re.compile(r"\b(anna|miller|(?<!south )boston|gmail)\b", re.IGNORECASE)


@pytest.fixture
def client(gateway: Running) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=gateway.base, api_key="k", max_retries=0) as one:
        yield one


@pytest.fixture(autouse=True)
def nothing_private_leaves(provider: Provider) -> Any:
    yield
    for taken in provider.taken:
        sent = taken.head + taken.body.decode()
        assert not SECRETS.search(sent), sent


def user(text: str = SAID) -> Any:
    return [{"role": "user", "content": text}]


def test_chat_whole_and_streamed(client: openai.OpenAI) -> None:
    assert client.chat.completions.create(model="m", messages=user()).choices[0].message.content == SAID
    streamed = client.chat.completions.create(model="m", messages=user(), stream=True)
    assert "".join(one.choices[0].delta.content or "" for one in streamed) == SAID
    with client.chat.completions.stream(model="m", messages=user()) as helper:
        for _ in helper:
            pass
        assert helper.get_final_completion().choices[0].message.content == SAID


def test_chat_from_async_code(gateway: Running) -> None:
    async def talk() -> tuple[Any, str]:
        async with openai.AsyncOpenAI(base_url=gateway.base, api_key="k") as client:
            one = await client.chat.completions.create(model="m", messages=user())
            streamed = await client.chat.completions.create(model="m", messages=user(), stream=True)
            return one.choices[0].message.content, "".join([x.choices[0].delta.content or "" async for x in streamed])

    assert asyncio.run(talk()) == (SAID, SAID)


def test_a_conversation_keeps_its_surrogates(client: openai.OpenAI, provider: Provider) -> None:
    messages: list[Any] = []
    for text in (SAID, "Where do I live?", "And what is Anna's address?"):
        messages.append({"role": "user", "content": text})
        reply = client.chat.completions.create(model="m", messages=messages)
        messages.append({"role": "assistant", "content": reply.choices[0].message.content})
    first, second, third = (taken.json["messages"] for taken in provider.taken)
    assert third[: len(first)] == first
    assert third[: len(second)] == second


def test_two_people_in_two_messages_are_not_swapped(client: openai.OpenAI, provider: Provider) -> None:
    messages = [
        {"role": "user", "content": "Anna Miller is my doctor."},
        {"role": "assistant", "content": "And who is your lawyer?"},
        {"role": "user", "content": "Peter Novak is my lawyer."},
    ]

    def turned(taken: Taken) -> Any:
        said = taken.json["messages"]
        return whole(message(f"{said[2]['content']} {said[0]['content']}"))

    provider.script = turned
    reply = client.chat.completions.create(model="m", messages=messages)  # type: ignore[arg-type]
    assert reply.choices[0].message.content == "Peter Novak is my lawyer. Anna Miller is my doctor."
    sent = provider.last.json["messages"]
    assert "Novak" not in json.dumps(sent)


class Person(BaseModel):
    name: str
    town: str


def test_parsed_replies_hold_the_originals(client: openai.OpenAI, provider: Provider) -> None:
    def fill(taken: Taken) -> Any:
        words = taken.json["messages"][0]["content"]
        name, town = words.removeprefix("I am ").split(". Write")[0].split(" from ")
        return whole(message(json.dumps({"name": name, "town": town})))

    provider.script = fill
    reply = client.chat.completions.parse(model="m", messages=user(), response_format=Person)
    assert reply.choices[0].message.parsed == Person(name="Anna Miller", town="Boston")


TOOL: Any = {
    "type": "function",
    "function": {
        "name": "send_mail",
        "description": "Send an e-mail.",
        "parameters": {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}},
    },
}


def call(arguments: str) -> Any:
    return {
        "index": 0,
        "id": "call_abc123",
        "type": "function",
        "function": {"name": "send_mail", "arguments": arguments},
    }


def address(taken: Taken) -> str:
    return taken.json["messages"][0]["content"].rpartition("Write to ")[2].rstrip(".")


@pytest.mark.parametrize("streamed", [False, True])
def test_tool_calls_are_restored_and_sanitized_when_they_come_back(
    client: openai.OpenAI, provider: Provider, streamed: bool
) -> None:
    def use(taken: Taken) -> Any:
        arguments = json.dumps({"to": address(taken), "body": 'Dear "friend"\n'})
        if not taken.json.get("stream"):
            return whole(message("", tool_calls=[call(arguments)]))
        first, *rest = pieces(arguments, 2)
        more = [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in rest]
        deltas = [chunk(delta) for delta in ({"tool_calls": [call(first)]}, *more)]
        return stream([*map(event, deltas), event(chunk({}, "tool_calls")), event(b"[DONE]")])

    provider.script = use
    if streamed:
        with client.chat.completions.stream(model="m", messages=user(), tools=[TOOL]) as helper:
            for _ in helper:
                pass
            made = helper.get_final_completion().choices[0].message.tool_calls
    else:
        made = client.chat.completions.create(model="m", messages=user(), tools=[TOOL]).choices[0].message.tool_calls
    assert made is not None
    arguments = made[0].function.arguments  # type: ignore[union-attr]
    assert json.loads(arguments) == {"to": "anna.miller@gmail.com", "body": 'Dear "friend"\n'}

    provider.script = lambda taken: whole(message("Done."))
    history = [
        *user(),
        {"role": "assistant", "content": None, "tool_calls": [call(arguments)]},
        {"role": "tool", "tool_call_id": "call_abc123", "content": "Sent to anna.miller@gmail.com"},
    ]
    client.chat.completions.create(model="m", messages=history, tools=[TOOL])
    sent = provider.last.json["messages"]
    assert json.loads(sent[1]["tool_calls"][0]["function"]["arguments"])["to"] == address(provider.last)
    assert sent[2]["content"] == f"Sent to {address(provider.last)}"
    assert sent[2]["tool_call_id"] == sent[1]["tool_calls"][0]["id"]


def response(text: str) -> dict[str, Any]:
    item = {
        "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }  # fmt: skip
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": [item],
        "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
    }  # fmt: skip


def response_events(text: str) -> list[bytes]:
    part = {"type": "output_text", "text": "", "annotations": []}
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "in_progress", "content": []}
    at: dict[str, Any] = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    made: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**response(""), "output": [], "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.content_part.added", **at, "part": part},
        *({"type": "response.output_text.delta", **at, "delta": piece, "logprobs": []} for piece in pieces(text)),
        {"type": "response.output_text.done", **at, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **at, "part": {**part, "text": text}},
        {"type": "response.output_item.done", "output_index": 0, "item": response(text)["output"][0]},
        {"type": "response.completed", "response": response(text)},
    ]
    return [event({**one, "sequence_number": number}, one["type"]) for number, one in enumerate(made)]


def test_responses_whole_streamed_and_parsed(client: openai.OpenAI, provider: Provider) -> None:
    def say(taken: Taken) -> Any:
        said = taken.json["input"]
        text = said if isinstance(said, str) else said[-1]["content"]
        return stream(response_events(text)) if taken.json.get("stream") else whole(response(text))

    provider.script = say
    assert client.responses.create(model="m", input=SAID).output_text == SAID
    assert client.responses.create(model="m", input=user()).output_text == SAID
    with client.responses.stream(model="m", input=SAID) as helper:
        deltas = "".join(one.delta for one in helper if one.type == "response.output_text.delta")
        assert helper.get_final_response().output_text == SAID
    assert deltas == SAID
    numbers = [one.sequence_number for one in client.responses.create(model="m", input=SAID, stream=True)]
    assert numbers == list(range(len(numbers)))

    def parsed(taken: Taken) -> Any:
        name, town = taken.json["input"].removeprefix("I am ").split(". Write")[0].split(" from ")
        return whole(response(json.dumps({"name": name, "town": town})))

    provider.script = parsed
    reply = client.responses.parse(model="m", input=SAID, text_format=Person)
    assert reply.output_parsed == Person(name="Anna Miller", town="Boston")


def test_completions_and_embeddings(client: openai.OpenAI, provider: Provider) -> None:
    provider.script = lambda taken: whole(
        {
            "id": "c", "object": "text_completion", "created": 1, "model": "m",
            "choices": [{"index": 0, "text": taken.json["prompt"], "finish_reason": "stop", "logprobs": None}],
        }
    )  # fmt: skip
    assert client.completions.create(model="m", prompt=SAID).choices[0].text == SAID
    vector = {"object": "embedding", "index": 0, "embedding": [0.25, 0.5]}
    provider.script = lambda taken: whole({"object": "list", "data": [vector], "model": "m"})
    found = client.embeddings.create(model="m", input=SAID, encoding_format="float")
    assert found.data[0].embedding == [0.25, 0.5]


def test_models(client: openai.OpenAI, provider: Provider) -> None:
    model = {"id": "m", "object": "model", "created": 1, "owned_by": "x"}
    provider.script = lambda taken: whole({"object": "list", "data": [model]})
    assert [one.id for one in client.models.list()] == ["m"]
    assert client.models.retrieve("m").id == "m"
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("Anna-Miller")
    assert {taken.path for taken in provider.taken} == {"/v1/models"}


def test_anthropic_s_client(gateway: Running, provider: Provider) -> None:
    def say(taken: Taken) -> Any:
        text = taken.json["messages"][0]["content"]
        base = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}
        usage = {"input_tokens": 1, "output_tokens": 1}
        if not taken.json.get("stream"):
            block = {"type": "text", "text": text}
            return whole({**base, "content": [block], "stop_reason": "end_turn", "usage": usage})
        deltas = [
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            for piece in pieces(text)
        ]
        made: list[dict[str, Any]] = [
            {"type": "message_start", "message": {**base, "content": [], "stop_reason": None, "usage": usage}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            *deltas,
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
            {"type": "message_stop"},
        ]
        return stream(event(one, one["type"]) for one in made)

    provider.script = say
    with anthropic.Anthropic(base_url=gateway.url, api_key="sk-ant-k", max_retries=0) as client:
        reply = client.messages.create(model="m", max_tokens=99, messages=user())
        assert reply.content[0].text == SAID  # type: ignore[union-attr]
        with client.messages.stream(model="m", max_tokens=99, messages=user()) as helper:
            assert "".join(helper.text_stream) == SAID
    assert {"x-api-key: sk-ant-k", "authorization: bearer sk-ant-k"} & set(provider.last.head.lower().splitlines())
    assert "anthropic-version" in provider.last.head.lower()


def test_langchain_s_chat_model(gateway: Running) -> None:
    model = ChatOpenAI(base_url=gateway.base, api_key=SecretStr("k"), model="m", max_retries=0)
    assert model.invoke(SAID).content == SAID
    assert "".join(str(one.content) for one in model.stream(SAID)) == SAID


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl(gateway: Running) -> None:
    body = json.dumps({"model": "m", "messages": user()})
    command = ["curl", "-s", f"{gateway.base}/chat/completions", "-H", "content-type: application/json", "-d", body]
    done = subprocess.run(command, capture_output=True, check=True, timeout=30)
    assert json.loads(done.stdout)["choices"][0]["message"]["content"] == SAID
