"""The server has a local model correct replies: whole and streamed, told in a header or a comment, never an error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from dp_gateway.exchange import Exchange
from dp_gateway.second_step import Rewriting
from dp_gateway.server.offloading import Offloading
from dp_gateway.testing.models import Failure, Hang, ScriptedModel
from tests.server.running import Start
from tests.server.scripted_provider import Provider, Reset, Taken, chat_stream, chunk, event, message, stream, whole

ASKED = "Write to Anna Miller that her appointment is at noon."
BETTER = "Dear Anna Miller, you are expected at noon."


@pytest.fixture
def local() -> Iterator[ScriptedModel]:
    with ScriptedModel(default=BETTER) as model:
        yield model


def settings(local: ScriptedModel, **more: Any) -> dict[str, Any]:
    return {"second_step": {"url": local.url, "model": "m", "trust": "local", **more}}


def said(taken: Taken) -> str:
    """A reply about the stand-in that the provider was sent."""
    sent = taken.json["messages"][-1]["content"]
    return f"Dear {sent.removeprefix('Write to ').partition(' that ')[0]}, hello."


def answering(taken: Taken) -> Any:
    if taken.json.get("stream"):
        return stream([*chat_stream(said(taken)), b"data: [DONE]\n\n"])
    return whole(message(said(taken)))


def ask(url: str, **more: Any) -> httpx.Response:
    body = {"model": "m", "messages": [{"role": "user", "content": ASKED}], **more}
    return httpx.post(f"{url}/v1/chat/completions", json=body, timeout=60)


def text_of(reply: httpx.Response) -> str:
    if reply.headers["content-type"].startswith("application/json"):
        return reply.json()["choices"][0]["message"]["content"]
    data = [line.removeprefix("data: ") for line in reply.text.splitlines() if line.startswith("data: {")]
    return "".join(json.loads(one)["choices"][0]["delta"].get("content") or "" for one in data if "choices" in one)


def outcome(reply: httpx.Response) -> str | None:
    comments = [line for line in reply.text.splitlines() if line.startswith(": x-dp-second-step: ")]
    return reply.headers.get("x-dp-second-step") or next((line.rpartition(" ")[2] for line in comments), None)


@pytest.mark.parametrize("streamed", [False, True])
def test_the_answer_of_the_local_model_reaches_the_client(
    start: Start, provider: Provider, local: ScriptedModel, streamed: bool
) -> None:
    provider.script = answering
    reply = ask(start(**settings(local)).url, stream=streamed)
    assert (text_of(reply), outcome(reply)) == (BETTER, "rewritten")
    assert "Anna Miller" not in provider.taken[0].body.decode()
    assert "Anna Miller" in local.sent
    if streamed:
        assert "data: [DONE]\n\n" in reply.text


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("before", ["The clerk asked for a copy of it. " * 2_200, "Tom paid 7% of $300. " * 60])
def test_a_request_that_another_process_has_sanitized_is_corrected_too(
    start: Start, provider: Provider, local: ScriptedModel, streamed: bool, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere: list[Exchange] = []
    opening = Offloading.open

    async def opened(*given: Any, **more: Any) -> Any:
        elsewhere.append(await opening(*given, **more))
        return elsewhere[-1]

    monkeypatch.setattr(Offloading, "open", opened)
    provider.script = answering
    messages = [{"role": "user", "content": before}, {"role": "user", "content": ASKED}]
    reply = ask(start(**settings(local)).url, messages=messages, stream=streamed)
    assert (text_of(reply), outcome(reply)) == (BETTER, "rewritten")
    assert "Write to Anna Miller" in local.sent
    assert elsewhere


@pytest.mark.parametrize("streamed", [False, True])
def test_what_is_too_long_to_be_corrected_is_not_read_by_the_process_that_serves(
    start: Start, provider: Provider, local: ScriptedModel, streamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = {"padding": ["x"] * 30_000}

    def answered(taken: Taken) -> Any:
        if not taken.json.get("stream"):
            return whole(message(said(taken)) | long)
        *before, stop, done = chat_stream(said(taken))
        return stream([*before, event(chunk({"content": "!"}) | long), stop, done])

    read: list[dict[str, Any]] = []
    for name in ("awhole", "aevent"):
        reading = getattr(Rewriting, name)
        monkeypatch.setattr(
            Rewriting, name, lambda self, value, reading=reading: read.append(value) or reading(self, value)
        )
    provider.script = answered
    reply = ask(start(**settings(local)).url, stream=streamed)
    assert text_of(reply).startswith("Dear Anna Miller, hello.")
    assert outcome(reply) == "failed"
    assert not any("padding" in one for one in read)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("answer", [Failure(500), Hang(), "Dear Sir."])
def test_where_it_has_no_usable_answer_the_restored_reply_stays(
    start: Start, provider: Provider, local: ScriptedModel, streamed: bool, answer: Any
) -> None:
    local.script(answer)
    provider.script = answering
    reply = ask(start(**settings(local, timeout=1 if isinstance(answer, Hang) else 20)).url, stream=streamed)
    assert reply.status_code == 200
    assert text_of(reply) == "Dear Anna Miller, hello."
    assert outcome(reply) == ("refused" if isinstance(answer, str) else "failed")


@pytest.mark.parametrize("streamed", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_a_request_that_runs_out_of_time_gets_the_restored_reply(
    start: Start, provider: Provider, local: ScriptedModel, streamed: bool
) -> None:
    local.script(Hang())
    provider.script = answering
    reply = ask(start(**settings(local), limits={"request_seconds": 5}).url, stream=streamed)
    assert (text_of(reply), outcome(reply)) == ("Dear Anna Miller, hello.", "failed")


def test_of_a_stream_that_breaks_off_the_client_gets_what_came(
    start: Start, provider: Provider, local: ScriptedModel
) -> None:
    provider.script = lambda taken: stream([event(chunk({"content": said(taken)})), Reset()], end=False)
    reply = ask(start(**settings(local)).url, stream=True)
    assert "Dear Anna Miller, hell" in text_of(reply)
    assert '"error"' in reply.text
    assert not local.completions


@pytest.mark.parametrize("streamed", [False, True])
def test_calls_of_tools_and_json_are_not_touched(
    start: Start, provider: Provider, local: ScriptedModel, streamed: bool
) -> None:
    call = {"index": 0, "id": "c", "type": "function", "function": {"name": "write", "arguments": "{}"}}
    gateway = start(**settings(local))
    provider.script = lambda taken: (
        stream([event(chunk({"tool_calls": [call]})), event(chunk({}, "tool_calls")), b"data: [DONE]\n\n"])
        if streamed
        else whole(message("", tool_calls=[call]))
    )
    tools = [{"type": "function", "function": {"name": "write", "parameters": {"type": "object"}}}]
    assert '"name":"write"' in ask(gateway.url, stream=streamed, tools=tools).text.replace(": ", ":")
    provider.script = answering
    reply = ask(gateway.url, stream=streamed, response_format={"type": "json_object"})
    assert (text_of(reply).replace('"', ""), outcome(reply)) == ("Dear Anna Miller, hello.", None)
    assert not local.completions


def test_a_policy_that_is_not_listed_is_not_corrected(start: Start, provider: Provider, local: ScriptedModel) -> None:
    provider.script = answering
    reply = ask(start(**settings(local, policies=["tokens"])).url)
    assert (text_of(reply), outcome(reply)) == ("Dear Anna Miller, hello.", None)
