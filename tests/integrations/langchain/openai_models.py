"""Private chat models around ChatOpenAI: before a scripted provider that does what it is asked for, or a real model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from dp_gateway_langchain import PrivateChatModel
from langchain_openai import ChatOpenAI

from dp_gateway.pipeline import Gateway
from dp_gateway.testing.replies import Answer
from tests.integrations.langchain.scripted_models import KEY


@cache
def gateway(policy: str = "entities") -> Gateway:
    return Gateway(policy, key=KEY)


class PrivateChatOpenAI(PrivateChatModel):
    """Made with the arguments of ChatOpenAI, as the standard suites make their models."""

    def __init__(self, **options: Any) -> None:
        if "model" in options and not isinstance(options["model"], str):
            super().__init__(**options)
        else:
            super().__init__(ChatOpenAI(**options), gateway=gateway(), key=KEY)


def obedient(body: Any) -> Answer:
    """Calls a tool where it may, fills in a schema where it is given one, and else says something."""
    last = body["messages"][-1]
    said = _text(last.get("content"))
    tools = body.get("tools") or []
    if tools and (body.get("tool_choice") not in (None, "auto", "none") or last["role"] == "user"):
        choice = body.get("tool_choice")
        named = choice["function"]["name"] if isinstance(choice, dict) else tools[0]["function"]["name"]
        function = next(one["function"] for one in tools if one["function"]["name"] == named)
        arguments = json.dumps(_filled(function.get("parameters") or {}, said), ensure_ascii=False)
        call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": named, "arguments": arguments}}
        return Answer("", "tool_calls", extra={"tool_calls": [call]})
    form = body.get("response_format") or {}
    if form.get("type") == "json_schema":
        return Answer(json.dumps(_filled(form["json_schema"]["schema"], said), ensure_ascii=False))
    if form.get("type") == "json_object":
        return Answer(json.dumps({"setup": "Why?", "punchline": "Because."}))
    stop = body.get("stop") or []
    text = f"You said: {said}"
    for one in [stop] if isinstance(stop, str) else stop:
        text = text.split(one, maxsplit=1)[0]
    return Answer(text)


def _text(content: Any) -> str:
    if isinstance(content, list):
        return " ".join(one.get("text", "") for one in content)
    return content or ""


def _filled(schema: Mapping[str, Any], said: str) -> Any:
    """A value for a schema, of what was said where something of that kind was."""
    defined = schema.get("$defs", {})
    return {
        name: _value(defined.get(str(one.get("$ref", "")).rpartition("/")[2], one), name, said)
        for name, one in schema.get("properties", {}).items()
    }


def _value(schema: Mapping[str, Any], name: str, said: str) -> Any:
    kind = schema.get("type") or next((one.get("type") for one in schema.get("anyOf", ())), "string")
    if kind in ("integer", "number"):
        found = re.search(r"\d+", said)
        return int(found[0]) if found else 1
    if kind == "array":
        return []
    if kind == "object":
        return {}
    if kind == "boolean":
        return True
    if "enum" in schema:
        return schema["enum"][0]
    patterns = {"to": r"[\w.+-]+@[\w.-]+\w"}
    found = re.search(patterns.get(name, r"'([^']+)'"), said)
    return found[found.lastindex or 0] if found else "something"
