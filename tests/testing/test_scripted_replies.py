"""What goes over the wire is what the script says, byte for byte, failures included."""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlsplit

import pytest
from openai import OpenAI

from dp_gateway.testing import replies
from dp_gateway.testing.models import ScriptedModel, Wire


def post(server: ScriptedModel, path: str, body: bytes) -> bytes:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    try:
        connection.request("POST", path, body)
        return connection.getresponse().read()
    finally:
        connection.close()


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_any_cut_is_the_same_stream(size: int) -> None:
    wire = replies.chat_stream(["Zo", "ë"], newline="\r\n", comment="ping")
    with ScriptedModel(wire.cut(size), wire.cut(size)) as server, OpenAI(base_url=server.url, api_key="k") as client:
        stream = client.chat.completions.create(model="m", messages=[], stream=True)
        assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == "Zoë"
        assert post(server, "/v1/anything", b"{broken") == wire.body
        assert server.requests[1].raw == b"{broken"
        assert server.requests[1].body is None


def test_other_shapes_are_what_the_sdk_reads() -> None:
    script = [
        replies.responses_stream(["a", "b"]),
        replies.responses_tool_stream("f", ['{"x"', ": 1}"]),
        replies.responses_reply("whole"),
        replies.completion_reply("old"),
        replies.embeddings_reply([[0.5, 1.0]]),
        replies.chat_tool_call("f", "{}"),
    ]
    with ScriptedModel(*script) as server, OpenAI(base_url=server.url, api_key="k") as client:
        with client.responses.stream(model="m", input="x") as stream:
            assert stream.get_final_response().output_text == "ab"
        with client.responses.stream(model="m", input="x") as stream:
            assert stream.get_final_response().output[0].to_dict()["arguments"] == '{"x": 1}'
        assert client.responses.create(model="m", input="x").output_text == "whole"
        assert client.completions.create(model="m", prompt="x").choices[0].text == "old"
        vectors = client.embeddings.create(model="m", input="x", encoding_format="float")
        assert vectors.data[0].embedding == [0.5, 1.0]
        calls = client.chat.completions.create(model="m", messages=[]).choices[0].message.tool_calls
        assert calls is not None


def test_messages() -> None:
    wire = replies.messages_tool_stream("f", ["{", "}"])
    read = [json.loads(line[6:]) for line in wire.body.decode().splitlines() if line.startswith("data: ")]
    assert [event["type"] for event in read][:2] == ["message_start", "content_block_start"]
    assert "".join(event["delta"].get("partial_json", "") for event in read if "delta" in event) == "{}"


def test_connections_break_where_the_script_says() -> None:
    wire = replies.chat_stream(["a", "b"])
    with ScriptedModel(Wire([], end="reset"), wire.broken(9), wire.broken(9, "close")) as server:
        with pytest.raises(ConnectionResetError):
            post(server, "/v1/chat/completions", b"{}")
        with pytest.raises(ConnectionResetError):
            post(server, "/v1/chat/completions", b"{}")
        assert post(server, "/v1/chat/completions", b"{}") == wire.body[:9]
