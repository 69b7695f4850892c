"""Requests for chat completions, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from dp_gateway.api import find
from dp_gateway.errors import RequestError
from dp_gateway.policy import FieldSettings
from tests.api.planting import hashed

SETTINGS = FieldSettings()


def user(content: Any, **fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": content}], **fields}


def call(arguments: str, name: str = "book", **ids: str) -> dict[str, Any]:
    one = {"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}, **ids}
    return {"messages": [{"role": "assistant", "content": None, "tool_calls": [one]}]}


def arguments_of(body: dict[str, Any]) -> str:
    return body["messages"][0]["tool_calls"][0]["function"]["arguments"]


def refusal(body: Any, shape: str = "chat", settings: FieldSettings = SETTINGS) -> RequestError:
    with pytest.raises(RequestError) as caught:
        find(shape).read(body, settings)
    return caught.value


def fill(body: dict[str, Any], replaced: dict[str, str], shape: str = "chat") -> dict[str, Any]:
    """The body that leaves when some texts are replaced."""
    texts = find(shape).read(body, SETTINGS)
    assert set(replaced) <= set(texts.texts)
    return texts.fill([replaced.get(text, text) for text in texts.texts], hashed)
