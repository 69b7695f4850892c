"""The wrapped client against a scripted provider: every way of calling the SDK, and every way around it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from dp_gateway_openai import AsyncPrivateOpenAI, PrivateOpenAI, privacy, wrap
from pydantic import BaseModel

from dp_gateway.errors import ConfigurationError, FieldRefused, LanguageRefused, MalformedRequest
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from tests.server.scripted_provider import Pause, Provider, Reset, Taken, chat_stream, message, stream, whole

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "I am Anna Miller from Boston. Write to anna.miller@gmail.com."
SECRETS = re.compile(r"\b(anna|miller|boston|gmail)\b", re.IGNORECASE)  # as words: Savannah is no secret


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as running:
        yield running
    sent = "".join(taken.head + taken.body.decode() for taken in running.taken)
    assert not SECRETS.search(sent), sent


@pytest.fixture
def client(provider: Provider, gateway: Gateway) -> Iterator[PrivateOpenAI]:
    with PrivateOpenAI(gateway=gateway, key=KEY, base_url=provider.url, api_key="k", max_retries=0) as one:
        yield one


def user(text: str = SAID) -> Any:
    return [{"role": "user", "content": text}]


def test_create_and_its_report(client: PrivateOpenAI, provider: Provider) -> None:
    reply = client.chat.completions.create(model="m", messages=user())
    assert isinstance(reply, openai.types.chat.ChatCompletion)
    assert reply.choices[0].message.content == SAID
    assert privacy(reply) is reply.privacy  # type: ignore[attr-defined]
    assert privacy(reply).total_epsilon > 0
    assert "privacy" not in reply.model_dump()
    assert json.loads(reply.model_dump_json())["choices"][0]["message"]["content"] == SAID
    assert provider.last.json["messages"][0]["content"] != SAID


def test_what_cannot_be_drawn_is_not_sent(provider: Provider) -> None:
    with PrivateOpenAI(policy="tokens", key=KEY, base_url=provider.url, api_key="k", max_retries=0) as drawn:
        with pytest.raises(LanguageRefused, match="Japanese"):
            drawn.chat.completions.create(model="m", messages=user("昨日の会議の資料をまだ受け取っていません。"))
        assert provider.taken == []


def test_the_report_of_a_reply_has_its_cautions(provider: Provider) -> None:
    drawn = Gateway(load_policy("entities").model_copy(update={"public_references": "replace"}), key=KEY)
    client = PrivateOpenAI(gateway=drawn, key=KEY, base_url=provider.url, api_key="k", max_retries=0)
    asked = user("What is the capital of Mexico?")

    def said(taken: Taken) -> str:
        return f"{taken.json['messages'][0]['content'].removeprefix('What is the ').removesuffix('?')} is Qwertyville."

    provider.script = lambda taken: whole(message(said(taken)))
    reply = client.chat.completions.create(model="m", messages=asked)
    assert [(one.type, one.original) for one in privacy(reply).cautions] == [("LOCATION", "Mexico")]
    provider.script = lambda taken: stream(chat_stream(said(taken)))
    with client.chat.completions.create(model="m", messages=asked, stream=True) as streamed:
        assert "".join(one.choices[0].delta.content or "" for one in streamed) == "capital of Mexico is Qwertyville."
        assert [one.original for one in privacy(streamed).cautions] == ["Mexico"]


def test_streams(client: PrivateOpenAI) -> None:
    with client.chat.completions.create(model="m", messages=user(), stream=True) as streamed:
        assert privacy(streamed).total_epsilon > 0
        assert "".join(one.choices[0].delta.content or "" for one in streamed) == SAID
    with client.chat.completions.stream(model="m", messages=user()) as helper:
        for _ in helper:
            pass
        assert helper.get_final_completion().choices[0].message.content == SAID


class Person(BaseModel):
    name: str
    town: str


def as_json(taken: Taken) -> Any:
    name, town = taken.json["messages"][0]["content"].removeprefix("I am ").split(".")[0].split(" from ")
    return whole(message(json.dumps({"name": name, "town": town})))


def test_the_report_of_a_stream_that_the_sdk_gathers(client: PrivateOpenAI) -> None:
    with client.chat.completions.stream(model="m", messages=[{"role": "user", "content": SAID}]) as stream:
        whole = stream.get_final_completion()
        assert privacy(stream).figures
    with pytest.raises(ConfigurationError, match=r"privacy\(stream\)"):
        privacy(whole)


def test_parse(client: PrivateOpenAI, provider: Provider) -> None:
    provider.script = as_json
    reply = client.chat.completions.parse(model="m", messages=user(), response_format=Person)
    assert reply.choices[0].message.parsed == Person(name="Anna Miller", town="Boston")
    assert privacy(reply).total_epsilon > 0


def test_raw_and_streaming_responses(client: PrivateOpenAI) -> None:
    raw = client.chat.completions.with_raw_response.create(model="m", messages=user())
    assert raw.headers["content-type"] == "application/json"
    assert raw.parse().choices[0].message.content == SAID
    with client.chat.completions.with_streaming_response.create(model="m", messages=user()) as response:
        assert response.parse().choices[0].message.content == SAID


def test_objects_of_the_sdk_in_the_history(client: PrivateOpenAI, provider: Provider) -> None:
    first = client.chat.completions.create(model="m", messages=user())
    history: tuple[Any, ...] = (*user(), first.choices[0].message, {"role": "user", "content": "And Anna's town?"})
    client.chat.completions.create(model="m", messages=history)
    sent = provider.last.json["messages"]
    assert sent[0] == provider.taken[0].json["messages"][0]
    assert sent[1]["content"] == sent[0]["content"]


def test_with_options_and_conversations(client: PrivateOpenAI, provider: Provider) -> None:
    patient = client.with_options(timeout=20)
    assert type(patient) is PrivateOpenAI
    assert patient.doorway is client.doorway
    for name in ("one", "one", "two"):
        patient.chat.completions.create(model="m", messages=user(), extra_headers={"x-dp-conversation": name})
    one, again, two = (taken.json["messages"][0]["content"] for taken in provider.taken)
    assert one == again != two
    assert "x-dp-conversation" not in provider.last.head


def test_extra_body_is_read_like_the_rest(client: PrivateOpenAI, provider: Provider) -> None:
    client.chat.completions.create(model="m", messages=user("Hello."), extra_body={"note": "for Anna Miller, Boston"})
    assert provider.last.json["note"]


def test_async(provider: Provider, gateway: Gateway) -> None:
    async def talk() -> list[Any]:
        async with AsyncPrivateOpenAI(
            gateway=gateway, key=KEY, base_url=provider.url, api_key="k", max_retries=0
        ) as client:
            one = await client.chat.completions.create(model="m", messages=user())
            streamed = await client.chat.completions.create(model="m", messages=user(), stream=True)
            text = "".join([chunk.choices[0].delta.content or "" async for chunk in streamed])
            async with client.chat.completions.stream(model="m", messages=user()) as helper:
                final = await helper.get_final_completion()
            many = await asyncio.gather(
                *(client.chat.completions.create(model="m", messages=user(f"{SAID} {n}")) for n in range(8))
            )
            return [
                one.choices[0].message.content,
                text,
                final.choices[0].message.content,
                *(each.choices[0].message.content.removesuffix(f" {n}") for n, each in enumerate(many)),  # type: ignore[union-attr]
            ]

    assert asyncio.run(talk()) == [SAID] * 11


def test_wrapping_leaves_the_client_as_it_is(provider: Provider, gateway: Gateway) -> None:
    with openai.OpenAI(base_url=provider.url, api_key="k", max_retries=0) as plain:
        assert plain.chat is plain.chat
        private = wrap(plain, gateway=gateway, key=KEY)
        assert isinstance(private, openai.OpenAI)
        assert private.chat.completions.create(model="m", messages=user()).choices[0].message.content == SAID
        assert private.with_options(max_retries=1).chat.completions.create(model="m", messages=user()).choices
        plain.chat.completions.create(model="m", messages=user("Hello."))
        assert provider.last.json["messages"] == user("Hello.")
        with pytest.raises(ConfigurationError, match="private already"):
            wrap(private)
    with pytest.raises(ConfigurationError, match="no client"):
        wrap("client")  # type: ignore[call-overload]


def test_azure(provider: Provider, gateway: Gateway) -> None:
    endpoint = provider.url.removesuffix("/v1")
    with openai.AzureOpenAI(azure_endpoint=endpoint, api_key="k", api_version="2024-10-21", max_retries=0) as plain:
        private = wrap(plain, gateway=gateway, key=KEY)
        assert private.chat.completions.create(model="gpt", messages=user()).choices[0].message.content == SAID
        again = private.with_options(timeout=9)
        assert again.chat.completions.create(model="gpt", messages=user()).choices[0].message.content == SAID
    assert "/openai/deployments/gpt/chat/completions" in provider.last.path


def test_what_is_not_covered_is_refused_and_nothing_is_sent(client: PrivateOpenAI, provider: Provider) -> None:
    for call in (
        client.files.list,
        lambda: client.files.create(file=b"Anna Miller", purpose="assistants"),
        lambda: client.images.generate(prompt=SAID),
        lambda: client.audio.speech.create(input=SAID, model="m", voice="alloy"),
        client.batches.list,
        lambda: client.moderations.create(input=SAID),
        lambda: client.responses.retrieve("resp_1"),
        lambda: client.beta.assistants,
        lambda: client.realtime.connect(model="m"),
        lambda: client.chat.completions.create(model="m", messages=user(), extra_headers={"x-user": "Anna"}),
        lambda: client.chat.completions.create(model="m", messages=user(), extra_query={"user": "Anna"}),
        lambda: client.post("/anything", cast_to=object, body={"text": SAID}),
    ):
        with pytest.raises(FieldRefused) as refused:
            call()
        assert not SECRETS.search(str(refused.value))
    with pytest.raises(MalformedRequest):
        client.chat.completions.create(model="m", messages=[{"role": "user", "content": object()}])  # type: ignore[list-item]
    assert not provider.taken


def test_the_text_of_errors_is_restored(client: PrivateOpenAI, provider: Provider) -> None:
    provider.script = lambda taken: whole(
        {"error": {"message": f"cannot: {taken.json['messages'][0]['content']}", "code": None}}, 400
    )
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(model="m", messages=user())
    assert SAID in str(caught.value)
    assert caught.value.body["message"] == f"cannot: {SAID}"  # type: ignore[index, call-overload]


def test_retries_of_the_sdk_send_the_same(client: PrivateOpenAI, provider: Provider) -> None:
    left = [whole({"error": {"message": "busy"}}, 500, retry_after_ms="1"), [Reset()]]
    provider.script = lambda taken: left.pop(0) if left else whole(message(taken.json["messages"][0]["content"]))
    reply = client.with_options(max_retries=2).chat.completions.create(model="m", messages=user())
    assert reply.choices[0].message.content == SAID
    assert len({taken.body for taken in provider.taken}) == 1


def test_a_stream_that_is_left_early(client: PrivateOpenAI, provider: Provider) -> None:
    provider.script = lambda taken: stream(
        step for one in chat_stream(taken.json["messages"][0]["content"]) for step in (one, Pause(0.02))
    )
    with client.chat.completions.create(model="m", messages=user(), stream=True) as streamed:
        next(iter(streamed))


def test_responses_completions_embeddings_and_models(client: PrivateOpenAI, provider: Provider) -> None:
    content = {"type": "output_text", "annotations": []}
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
    provider.script = lambda taken: whole(
        {
            "id": "resp_1", "object": "response", "created_at": 1, "model": "m", "status": "completed",
            "output": [{**item, "content": [{**content, "text": taken.json["input"]}]}],
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
        }
    )  # fmt: skip
    reply = client.responses.create(model="m", input=SAID)
    assert reply.output_text == SAID
    assert privacy(reply).total_epsilon > 0
    provider.script = lambda taken: whole(
        {
            "id": "c", "object": "text_completion", "created": 1, "model": "m",
            "choices": [{"index": 0, "text": taken.json["prompt"], "finish_reason": "stop", "logprobs": None}],
        }
    )  # fmt: skip
    assert client.completions.create(model="m", prompt=SAID).choices[0].text == SAID
    vector = {"object": "embedding", "index": 0, "embedding": [0.25, 0.5]}
    provider.script = lambda taken: whole({"object": "list", "data": [vector], "model": "m"})
    assert client.embeddings.create(model="m", input=SAID, encoding_format="float").data[0].embedding == [0.25, 0.5]
    model = {"id": "m", "object": "model", "created": 1, "owned_by": "x"}
    provider.script = lambda taken: whole({"object": "list", "data": [model]})
    assert [one.id for one in client.models.list()] == ["m"]


def test_a_key_file_is_made_where_there_is_none(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "new" / "secret.key"))
    sent = []
    for _ in range(2):
        with PrivateOpenAI(base_url=provider.url, api_key="k", max_retries=0) as client:
            client.chat.completions.create(model="m", messages=user())
        sent.append(provider.last.body)
    assert sent[0] == sent[1]
