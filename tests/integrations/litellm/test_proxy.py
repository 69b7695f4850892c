"""The guardrail inside the real LiteLLM proxy, before a scripted provider: every route, whole and streamed.

LiteLLM and the SDK of this project want different releases of `openai`, so the proxy runs under a Python of its own:
`LITELLM_PYTHON`, which `make clients` makes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.testing import replies
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.testing.replies import Failure, Step
from tests.ports import free_port

ROOT = Path(__file__).parents[3]
PYTHON = os.environ.get("LITELLM_PYTHON") or (sys.executable if find_spec("litellm") else "")
pytestmark = pytest.mark.skipif(not PYTHON, reason="needs LiteLLM: `make clients`, or LITELLM_PYTHON")

MASTER = "sk-" + "4f8a1c" * 8
NAME, MAIL = "Theodric Vanterpool", "theodric.vanterpool@corp.example.info"
TEXT = f"My name is {NAME}, my mail {MAIL}. Greet me."
CONFIG = """
model_list:
  - model_name: gpt
    litellm_params: {{model: openai/gpt, api_base: "{url}", api_key: none}}
  - model_name: claude
    litellm_params: {{model: anthropic/claude-sonnet-4-20250514, api_base: "{base}", api_key: none}}
litellm_settings:
  callbacks: ["dp_gateway_litellm.guardrail"]
  num_retries: 0
"""


class Proxy:
    def __init__(self, url: str, provider: ScriptedModel) -> None:
        self.url, self.provider = url, provider

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"authorization": f"Bearer {MASTER}", "anthropic-version": "2023-06-01"}
        return httpx.post(f"{self.url}{path}", json=body, headers=headers, timeout=60)


def _said(body: Any) -> str:
    if "input" in body:
        said = body["input"]
        return said if isinstance(said, str) else said[-1]["content"][-1]["text"]
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[-1]["text"]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("litellm")
    port = free_port()
    with ScriptedModel() as provider:

        def echo(body: Any) -> Step:
            path, said = provider.requests[-1].path, _said(body)
            pieces = [said[at : at + 3] for at in range(0, len(said), 3)]
            kind = "responses" if path.endswith("responses") else "messages" if path.endswith("messages") else "chat"
            return (
                getattr(replies, f"{kind}_stream")(pieces)
                if body.get("stream")
                else getattr(replies, f"{kind}_reply")(said)
            )

        provider._default = echo  # type: ignore[assignment]
        config = folder / "config.yaml"
        config.write_text(CONFIG.format(url=provider.url, base=provider.url.removesuffix("/v1")))
        environment = {
            **os.environ, "LITELLM_MASTER_KEY": MASTER, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION",
            "DP_GATEWAY_KEY_FILE": str(folder / "secret.key"), "PYTHONPATH": f"{ROOT}:{ROOT / 'integrations'}",
        }  # fmt: skip
        log = (folder / "log").open("wb")
        command = [PYTHON, "-c", "import sys; from litellm import run_server; sys.exit(run_server())",
                   "--config", str(config), "--port", str(port), "--host", "127.0.0.1"]  # fmt: skip
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            # A busy machine takes minutes to import it.
            for _ in range(3000):
                assert process.poll() is None, (folder / "log").read_text()[-3000:]
                try:
                    if httpx.get(f"{url}/health/liveliness").status_code == 200:
                        break
                except httpx.TransportError:
                    time.sleep(0.2)
            else:
                pytest.fail(f"the proxy does not answer: {(folder / 'log').read_text()[-3000:]}")
            yield Proxy(url, provider)
        finally:
            process.terminate()
            process.wait(30)
            log.close()


CHAT = {"model": "gpt", "messages": [{"role": "user", "content": TEXT}]}
BODIES = {
    "/v1/chat/completions": CHAT,
    "/v1/responses": {"model": "gpt", "input": TEXT},
    "/v1/messages": {"model": "claude", "max_tokens": 99, "messages": [{"role": "user", "content": TEXT}]},
}


def _streamed(text: str) -> str:
    said = ""
    for line in text.splitlines():
        if line.startswith("data: {"):
            event = json.loads(line[6:])
            if choices := event.get("choices"):
                said += choices[0]["delta"].get("content") or ""
            elif str(event.get("type", "")).endswith("output_text.delta"):
                said += event["delta"]
            elif event.get("type") == "content_block_delta":
                said += event["delta"]["text"]
    return said


def _whole(reply: Any) -> str:
    if "choices" in reply:
        return reply["choices"][0]["message"]["content"]
    return reply["output"][0]["content"][0]["text"] if "output" in reply else reply["content"][0]["text"]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("path", list(BODIES))
def test_routes(proxy: Proxy, path: str, stream: bool) -> None:
    before = len(proxy.provider.requests)
    reply = proxy.post(path, BODIES[path] | ({"stream": True} if stream else {}))
    assert reply.status_code == 200, reply.text
    sent = json.dumps([one.body for one in proxy.provider.requests[before:]])
    assert "Greet me" in sent
    for part in (*NAME.split(), MAIL, "vanterpool"):
        assert part not in sent
    assert (_streamed(reply.text) if stream else _whole(reply.json())) == TEXT


def test_tools_are_restored_in_streams(proxy: Proxy) -> None:
    def call(body: Any) -> Step:
        said = _said(body)
        arguments = json.dumps({"to": said})
        return replies.chat_tool_stream("send", [arguments[at : at + 5] for at in range(0, len(arguments), 5)])

    proxy.provider.script(call)
    tools = [{"type": "function", "function": {"name": "send", "parameters": {"type": "object", "properties": {}}}}]
    reply = proxy.post("/v1/chat/completions", CHAT | {"stream": True, "tools": tools})
    arguments = ""
    for line in reply.text.splitlines():
        if line.startswith("data: {"):
            for called in json.loads(line[6:])["choices"][0]["delta"].get("tool_calls") or ():
                arguments += called["function"].get("arguments") or ""
    assert json.loads(arguments) == {"to": TEXT}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/images/generations", {"model": "gpt", "prompt": TEXT}),
        ("/v1/moderations", {"model": "gpt", "input": TEXT}),
        ("/v1/audio/speech", {"model": "gpt", "input": TEXT, "voice": "alloy"}),
        ("/v1/rerank", {"model": "gpt", "query": TEXT, "documents": [TEXT]}),
        ("/v1/chat/completions", CHAT | {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 44}}]}]}),
    ],
)  # fmt: skip
def test_what_cannot_be_protected_is_not_sent(proxy: Proxy, path: str, body: dict[str, Any]) -> None:
    before = len(proxy.provider.requests)
    reply = proxy.post(path, body)
    assert reply.status_code >= 400
    assert len(proxy.provider.requests) == before


@pytest.mark.parametrize(
    "more", [{"guardrails": []}, {"disable_global_guardrails": True}, {"metadata": {"who": NAME}}, {"user": MAIL}]
)
def test_no_request_leaves_it_out(proxy: Proxy, more: dict[str, Any]) -> None:
    before = len(proxy.provider.requests)
    proxy.post("/v1/chat/completions", CHAT | more)
    sent = json.dumps([one.body for one in proxy.provider.requests[before:]])
    assert "Vanterpool" not in sent
    assert MAIL not in sent


def test_errors_of_the_provider_pass(proxy: Proxy) -> None:
    proxy.provider.script(Failure(429, "slow down"))
    assert proxy.post("/v1/chat/completions", CHAT).status_code == 429
