"""What clients send, as it arrives at the gateway, made short enough to keep."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.clients.listed import Client
from tests.clients.scripted_model import NAME, SAID

_HEADERS = (
    "accept", "content-type", "content-encoding", "anthropic-version", "anthropic-beta", "openai-beta",
    "authorization", "x-api-key",
)  # fmt: skip
_LONG, _LONG_OF_AGENTS = 400, 120
_MOST_REQUESTS = 4
_TOOLS = {"Write", "exec_command", "shell_command", "send_mail", "note_pay"}
_PROMPT = "Work in small steps, use the tools you have, and say when you are done."
_DRAWN = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{32,64}\b")
_DAY = re.compile(r"(?<=<current_date>)\d{4}-\d{2}-\d{2}")
_FIXED_DAY = "2026-11-29"
_FIXED_ID = "0b5e1f0a-7c2d-4e3b-9a68-1d2c3b4a5e6f"
_DIGEST = "5f" * 16


class Recorder:
    """An ASGI application that keeps what arrives at another one."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._scenario = ""
        self._hidden: list[str] = []
        self.requests: list[dict[str, Any]] = []

    def begin(self, scenario: str) -> None:
        """What arrives from here on belongs to this scenario."""
        self._scenario = scenario

    def clear(self) -> None:
        """Forget what arrived."""
        self.requests.clear()

    def hide(self, folder: str) -> None:
        """A folder of this machine that is shown under another name."""
        self._hidden.append(folder)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Keep a request once its body is read, and pass everything on."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        body = bytearray()

        async def read() -> Any:
            message = await receive()
            if message["type"] == "http.request":
                body.extend(message.get("body", b""))
                if not message.get("more_body"):
                    self._keep(scope, bytes(body))
            return message

        return await self._app(scope, read, send)

    def _keep(self, scope: Any, body: bytes) -> None:
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        kept = {name: _key(name, headers[name]) for name in _HEADERS if name in headers}
        query = scope["query_string"].decode()
        path = scope["path"] + (f"?{query}" if query else "")
        text = body.decode("utf-8", "replace")
        for folder in self._hidden:
            text = text.replace(folder, "/srv/shop")
        self.requests.append(
            {"scenario": self._scenario, "method": scope["method"], "path": path, "headers": kept, "body": text}
        )


def _key(name: str, value: str) -> str:
    return {"authorization": "Bearer k", "x-api-key": "k"}.get(name, value)


def write_session(client: Client, requests: list[dict[str, Any]], folder: Path) -> None:
    """The session of a client as JSON, a request in a line; what its vendor wrote is cut to a short text of our own."""
    lines: dict[str, list[str]] = {}
    for one in requests:
        body = shorten(json.loads(one["body"]), client.program is None) if one["body"] else None
        line = json.dumps(one | {"body": body}, ensure_ascii=False, separators=(",", ":"))
        kept = lines.setdefault(one["scenario"], [])
        if line not in kept and len(kept) < _MOST_REQUESTS:
            kept.append(line)
    (folder / f"{client.label}.json").write_text(
        "[\n" + ",\n".join(line for kept in lines.values() for line in kept) + "\n]\n"
    )


def shorten(value: Any, agent: bool, key: str = "") -> Any:
    """A body without its vendor's long texts and without tools that are not used."""
    if isinstance(value, Mapping):
        # Codex CLI writes its metadata in another order each time.
        listed = sorted(value.items()) if key == "client_metadata" else value.items()
        return {name: shorten(one, agent, name) for name, one in listed}
    if isinstance(value, list):
        kept = [one for one in value if key != "tools" or len(value) < 5 or _named(one) in _TOOLS]
        return [shorten(one, agent, key) for one in kept]
    if not isinstance(value, str):
        return value
    if agent and key == "description":
        return "As its name says."
    fixed = _DRAWN.sub(lambda found: _FIXED_ID if "-" in found.group() else _DIGEST, _cut(value, agent))
    return _DAY.sub(_FIXED_DAY, fixed)


def _cut(text: str, agent: bool) -> str:
    """A text as it is, if it is short or ours; the lines about the sentence, if it stands in a long one."""
    if len(text) <= (_LONG_OF_AGENTS if agent else _LONG) or text.startswith("<environment_context>"):
        return text
    lines = text.split("\n")
    about = [line for line in lines if SAID in line]
    if not about:
        # What a tool said, or the arguments of one, is ours however it is written.
        return text if NAME in text else _PROMPT
    return "\n".join(about) if agent else text


def _named(tool: Any) -> Any:
    return (tool.get("function") or tool).get("name")
