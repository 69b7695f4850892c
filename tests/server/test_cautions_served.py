"""The server says that a reply states something about a stand-in: in a header, and at the end of a stream."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.running import Start
from tests.server.scripted_provider import Provider, Taken, chat_stream, message, stream, whole

ASKED = "What is the capital of Mexico?"
DRAWN: dict[str, Any] = {
    "privacy": {"policy": "drawn"},
    "policies": {"drawn": {"public_references": "replace"}},
}
"""By itself, `entities` leaves the land of this question in clear."""


def statement(taken: Taken) -> str:
    sent = taken.json["messages"][0]["content"]
    return f"The capital of {sent.removeprefix('What is the capital of ').removesuffix('?')} is Qwertyville."


def ask(url: str, **more: Any) -> httpx.Response:
    body = {"model": "m", "messages": [{"role": "user", "content": ASKED}], **more}
    return httpx.post(f"{url}/v1/chat/completions", json=body, timeout=60)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_statement_about_a_stand_in_is_told_without_its_value(
    start: Start, provider: Provider, streamed: bool
) -> None:
    gateway = start(**DRAWN)
    provider.script = lambda taken: (
        stream([*chat_stream(statement(taken)), b"data: [DONE]\n\n"]) if streamed else whole(message(statement(taken)))
    )
    reply = ask(gateway.url, stream=streamed)
    assert reply.status_code == 200
    if streamed:
        assert reply.text.rstrip().endswith(": x-dp-caution: LOCATION=1")
        assert "x-dp-caution" not in reply.headers
    else:
        assert reply.headers["x-dp-caution"] == "LOCATION=1"
        assert reply.json()["choices"][0]["message"]["content"] == "The capital of Mexico is Qwertyville."


@pytest.mark.parametrize("streamed", [False, True])
def test_a_repetition_is_not(start: Start, provider: Provider, streamed: bool) -> None:
    gateway = start(**DRAWN)
    provider.script = lambda taken: (
        stream(chat_stream(taken.json["messages"][0]["content"]))
        if streamed
        else whole(message(taken.json["messages"][0]["content"]))
    )
    reply = ask(gateway.url, stream=streamed)
    assert "x-dp-caution" not in reply.text
    assert "x-dp-caution" not in reply.headers
