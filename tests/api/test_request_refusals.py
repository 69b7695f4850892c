from __future__ import annotations

from typing import Any

import pytest

from dp_gateway.api import find
from dp_gateway.api.reading import MAX_TEXTS
from dp_gateway.errors import MalformedRequest, RequestTooLarge
from tests.api.bodies import SETTINGS, refusal, user
from tests.api.planting import hashed


@pytest.mark.parametrize(
    ("shape", "body", "param"),
    [
        ("chat", [], None),
        ("chat", {"messages": {}}, "messages"),
        ("chat", {"messages": ["anna"]}, "messages[0]"),
        ("chat", {"messages": [{"role": "anna", "content": "x"}]}, "messages[0].role"),
        ("chat", {"messages": [{"content": "x"}]}, "messages[0].role"),
        ("chat", user(78051120), "messages[0].content"),
        ("chat", user([{"type": "anna"}]), "messages[0].content[0].type"),
        ("chat", user([{"type": "image_url", "image_url": {"url": "x"}}]), "messages[0].content[0].image_url"),
        ("chat", {"temperature": "anna"}, "temperature"),
        ("chat", {"temperature": {"anna": 1}}, "temperature"),
        ("chat", {"temperature": float("nan")}, "temperature"),
        ("chat", {"max_tokens": 78051120}, "max_tokens"),
        ("chat", {"stream": "anna"}, "stream"),
        ("chat", {"seed": 2**70}, "seed"),
        ("chat", {"seed": 1.5}, "seed"),
        ("chat", {"model": "anna@example.com"}, "model"),
        ("chat", {"model": "078-05-1120"}, "model"),
        ("chat", {"model": "Anna Miller"}, "model"),
        ("chat", {"model": "sk-proj-4fK2mWq9ZxLr7TbN"}, "model"),
        ("chat", {"model": "dpg-4fK2mWq9ZxLr7TbN8vYc"}, "model"),
        ("chat", {"service_tier": "anna"}, "service_tier"),
        ("chat", {"logit_bias": {"50256": -100}}, "logit_bias"),
        ("chat", {"tool_choice": 1}, "tool_choice"),
        ("chat", {1: "x"}, None),
        ("chat", {"unheard_of": {2: "x"}}, "*"),
        ("chat", {"unheard_of": 2**63}, "*"),
        ("chat", {"unheard_of": object()}, "*"),
        ("chat", {"unheard_of": {"anna": "data:image/png;base64,AAAA"}}, "*.*"),
        ("chat", {"metadata": {"anna": {"berta": b"x"}}}, "metadata.*.*"),
        ("completions", {"prompt": [1, "x"]}, "prompt"),
        ("completions", {"prompt": [[10**9]]}, "prompt[0]"),
        ("completions", {"prompt": [100256]}, "prompt"),
        ("completions", {"prompt": 5}, "prompt"),
        ("responses", {"input": [{"type": "mcp_call", "name": "anna"}]}, "input[0].type"),
        ("responses", {"tools": [{"type": "mcp", "server_url": "anna"}]}, "tools[0].type"),
        ("messages", {"mcp_servers": []}, "mcp_servers"),
        ("messages", {"messages": [{"role": "assistant", "content": [{"type": "redacted_thinking", "data": "anna"}]}]},
         "messages[0].content[0].data"),
    ],
)  # fmt: skip
def test_refusals_name_the_field_and_nothing_else(shape: str, body: Any, param: str | None):
    error = refusal(body, shape)
    assert error.param == param
    assert not {"anna", "berta", "Miller", "78051120"} & set(str(error).replace("@", " ").split())
    assert (param or "the body") in error.message


@pytest.mark.parametrize(
    ("shape", "body"),
    [
        ("responses", {"tools": [{"type": "mcp", "server_url": "anna"}]}),
        ("messages", {"mcp_servers": [{"url": "anna"}]}),
    ],
)
def test_tools_that_the_provider_would_reach_are_told_how_else(shape: str, body: Any):
    assert "declare its tools as functions" in str(refusal(body, shape))


def test_base64_of_text_is_no_signature():
    import base64

    text = base64.b64encode(b"Anna Miller lives in Boston, 12 Main Street, apartment 4").decode()
    noise = base64.b64encode(bytes(range(100, 200))).decode()
    for data, passes in ((text, False), (noise, True)):
        body = {"messages": [{"role": "assistant", "content": [{"type": "redacted_thinking", "data": data}]}]}
        if passes:
            assert find("messages").read(body, SETTINGS).texts == []
        else:
            assert refusal(body, "messages").param == "messages[0].content[0].data"


def deep(levels: int, leaf: Any = None, *, array: bool = False) -> Any:
    for _ in range(levels):
        leaf = [leaf] if array else {"properties": leaf}
    return leaf


@pytest.mark.parametrize("array", [False, True])
@pytest.mark.parametrize(
    "wrap",
    [
        lambda value: {"unheard_of": value},
        lambda value: {"metadata": {"a": value}},
        lambda value: {"tools": [{"type": "function", "function": {"parameters": {"items": value}}}]},
        lambda value: {"tools": [{"type": "function", "function": {"parameters": {"default": value}}}]},
        user,
        lambda value: {"messages": value},
    ],
)
def test_deep_nesting_is_an_error(wrap: Any, array: bool):
    assert isinstance(refusal(wrap(deep(10_000, array=array))), (RequestTooLarge, MalformedRequest))


def test_as_deep_as_allowed():
    body = {"unheard_of": deep(63, "x")}
    texts = find("chat").read(body, SETTINGS)
    assert texts.fill(texts.texts, hashed) == body
    error = refusal({"messages": [], "unheard_of": deep(64, "x")})
    assert isinstance(error, RequestTooLarge)
    assert error.param == "*"


def test_too_many_texts():
    assert len(find("embeddings").read({"input": ["x"] * MAX_TEXTS}, SETTINGS).texts) == MAX_TEXTS
    assert isinstance(refusal({"input": ["x"] * (MAX_TEXTS + 1)}, "embeddings"), RequestTooLarge)
