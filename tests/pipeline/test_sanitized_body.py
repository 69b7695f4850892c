"""Raw text cannot be sent: the innermost function of each door takes what only the pipeline makes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import ConfigurationError, MalformedRequest
from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.pipeline.results import SanitizedBody
from dp_gateway.text.types import SanitizedText

ROOT = Path(__file__).parents[2]
RAW: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "I am Anna Miller."}]}

DOORS = """
from typing import Any
from dp_gateway.llm import Message, Public, RemoteModel
from dp_gateway.pipeline import Sanitized
from dp_gateway.pipeline.results import SanitizedBody
from dp_gateway.server.upstream import Upstream
from dp_gateway_langchain.requests import messages_of
from dp_gateway_openai.requests import sealed

def send(model: RemoteModel, text: Sanitized[Any]) -> None:
    model.chat([Message("user", text)])
    model.chat([Message("user", "I am Anna Miller.")])  # refused
    model.chat([Message("user", Public("2 + 2?"))])  # refused
    model.chat_public([Message("user", text)])  # refused

async def post(upstream: Upstream, options: Any, body: SanitizedBody, raw: dict[str, Any]) -> None:
    await upstream.post("/chat/completions", body, {})
    await upstream.post("/chat/completions", raw, {})  # refused
    await upstream.post("/chat/completions", b"I am Anna Miller.", {})  # refused
    sealed(options, body, {})
    sealed(options, raw, {})  # refused
    messages_of(body)
    messages_of(raw)  # refused
"""


@pytest.mark.thorough
def test_pyright_refuses_raw_text_at_every_door(tmp_path: Path) -> None:
    (tmp_path / "doors.py").write_text(DOORS)
    paths = {"extraPaths": [str(ROOT), str(ROOT / "integrations")], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(paths))
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    refused = {number for number, line in enumerate(DOORS.splitlines()) if line.endswith("# refused")}
    assert {one["range"]["start"]["line"] for one in found if one["severity"] == "error"} == refused
    assert {one["rule"] for one in found} <= {"reportArgumentType", "reportCallIssue"}


def test_only_the_pipeline_makes_a_body() -> None:
    with pytest.raises(ConfigurationError):
        SanitizedBody(RAW, seal=object())
    key = Secret(b"a key of repeatable draws, for tests")
    body = Doorway(Gateway("mask", key=key), key=key).open("chat", RAW).body
    assert isinstance(body, SanitizedBody)
    assert Doorway(Gateway("mask", key=key), key=key).open("chat", body).body == body
    with pytest.raises(MalformedRequest):
        Doorway(Gateway("mask", key=key), key=key).open("chat", [body])  # type: ignore[arg-type]
    assert json.loads(body.to_json()) == body
    assert "Anna" not in str(body)


def test_nobody_else_derives_sanitized_text() -> None:
    with pytest.raises(TypeError):
        type("Own", (SanitizedText,), {"__module__": "somewhere"})
