"""What a client and a provider see at the edges: methods, broken headers, models of a key, the end of a server."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import anthropic
import httpx
import pytest

from dp_gateway.server.keys import new_key
from dp_gateway.vocabulary.store import create
from tests.cli.commands import invoke
from tests.server.operating import Gateway, Held, chat, eventually, settings
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider, message, stream, whole

SECRET = "bob.smith@corp.example.org"


def ask(gateway: Running | Gateway, path: str = "/v1/chat/completions", **more: Any) -> httpx.Response:
    return httpx.post(gateway.url + path, json=chat(f"Write to {SECRET}."), timeout=30, **more)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_control_character_in_a_header_of_the_provider_is_its_failure(
    gateway: Running, provider: Provider, streamed: bool
) -> None:
    steps = stream([]) if streamed else whole(message("hello"))
    provider.script = lambda _: [steps[0].replace(b"\r\n", b"\r\nx-request-id: a\x01b\r\n", 1), *steps[1:]]  # type: ignore[union-attr]
    reply = ask(gateway)
    assert reply.status_code == 502
    assert reply.json()["error"]["code"] in ("upstream_failed", "upstream_broken")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/v1/chat/completions", "POST"),
        ("DELETE", "/v1/models", "GET"),
        ("PUT", "/sanitize", "POST"),
        ("OPTIONS", "/v1/messages", "POST"),
        ("POST", "/healthz", "GET"),
    ],
)
def test_a_method_that_a_path_does_not_have(gateway: Running, method: str, path: str, allow: str) -> None:
    reply = httpx.request(method, gateway.url + path)
    assert reply.status_code == 405
    assert allow in reply.headers["allow"]
    error = reply.json()["error"]
    assert (error["code"], error["docs"]) == ("not_served", "docs/reference/errors.md#requesterror")


@pytest.mark.parametrize("path", ["chat/completions", "messages"])
def test_an_error_names_its_section(gateway: Running, path: str) -> None:
    reply = httpx.post(f"{gateway.base}/{path}", content=b"{")
    page, _, section = reply.json()["error"]["docs"].partition("#")
    headings = (Path(__file__).parents[2] / page).read_text().lower().split("\n")
    assert section == "malformedrequest"
    assert any(line.strip("# ") == section for line in headings)


def test_the_upstream_of_a_key_has_its_own_models_alone(start: Start, provider: Provider) -> None:
    key, hashed = new_key()
    upstreams = {
        "small": {"url": provider.url, "models": ["small-*", "one"]},
        "default": {"url": provider.url, "models": ["*"]},
    }
    gateway = start(upstreams=upstreams, keys={"k": {"hash": hashed, "upstream": "small"}})
    headers = {"authorization": f"Bearer {key}"}
    for model, status in (("small-1", 200), ("one", 200), ("one-more", 404), ("gpt", 404)):
        body = chat("Hello.") | {"model": model}
        assert httpx.post(f"{gateway.base}/chat/completions", json=body, headers=headers).status_code == status


@pytest.mark.parametrize(
    "model",
    ["https://evil.example/collect", "http://10.0.0.1/x", "//evil.example", "file:///etc/passwd", "www.example.com/a",
     "WWW.example.com", "a b", "m?x=1", "m#x", "x" * 129],
)  # fmt: skip
def test_a_model_that_is_no_name_of_one_is_refused(gateway: Running, provider: Provider, model: str) -> None:
    for path, body in (("chat/completions", chat("Hello.")), ("embeddings", {"input": "Hello."})):
        reply = httpx.post(f"{gateway.base}/{path}", json=body | {"model": model})
        assert reply.status_code == 400
        assert reply.json()["error"]["param"] == "model"
    assert not provider.taken


@pytest.mark.parametrize("model", ["gpt-4o-2024-08-06", "hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M",
                                   "accounts/fireworks/models/llama-v3p1", "@cf/meta/llama-3", "llama3.1:8b"])  # fmt: skip
def test_usual_names_of_models_pass(gateway: Running, provider: Provider, model: str) -> None:
    httpx.post(f"{gateway.base}/chat/completions", json=chat("Hello.") | {"model": model})
    assert provider.last.json["model"] == model


def test_a_stream_that_is_cut_at_the_end_of_the_server_is_told_so(tmp_path: Path, provider: Provider) -> None:
    provider.script = held = Held()
    with Gateway(tmp_path, settings(provider.url, server={"shutdown_seconds": 1})) as gateway:
        body = chat("One two three four five six.", stream=True)
        with httpx.stream("POST", f"{gateway.url}/v1/chat/completions", json=body, timeout=30) as reply:
            lines = reply.iter_lines()
            assert next(lines).startswith("data: {")
            gateway.process.terminate()
            rest = "\n".join(lines)
        held.go.set()
        gateway.process.wait(30)
    assert '"error"' in rest
    assert "overloaded" in rest
    assert "Traceback" not in gateway.said


@pytest.mark.thorough
def test_a_worker_ends_with_its_parent(tmp_path: Path, provider: Provider) -> None:
    with Gateway(tmp_path, settings(provider.url, server={"workers": 2, "shutdown_seconds": 1})) as gateway:
        gateway.process.send_signal(signal.SIGKILL)
        gateway.process.wait(30)
        assert eventually(lambda: not gateway.answers("/healthz"))
        gateway.start()
        assert eventually(lambda: gateway.answers("/readyz") or gateway.process.poll() is not None)
        assert gateway.process.poll() is None


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_a_ledger_that_cannot_open_says_why(tmp_path: Path, provider: Provider, workers: int) -> None:
    (tmp_path / "file").write_text("")
    budgets = {"all": {"epsilon": 5}}
    tables = settings(provider.url, server={"workers": workers}, budgets=budgets,
                      ledger={"url": f"sqlite:///{tmp_path}/file/ledger.db"})  # fmt: skip
    gateway = Gateway(tmp_path, tables)
    gateway.start()
    gateway.process.wait(60)
    assert "not started: Ledger" in gateway.said
    assert "next:" in gateway.said
    assert "Traceback" not in gateway.said


def test_an_array_that_is_to_be_filled_has_its_room_on_the_disk(tmp_path: Path) -> None:
    made: Any = create(tmp_path, "rows", (1000, 1000), "<f4")
    assert (tmp_path / "rows.bin").stat().st_blocks * 512 >= made.nbytes
    made[:] = 1
    made.flush()


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["sanitize", "--policy", "entities", "Anna"], {"HOME": "/dev/null", "XDG_CONFIG_HOME": "/dev/null/x"}),
        (["index", "build", "--index", "/dev/null/index"], {}),
        (["lexicon", "build", "--lexicon", "/dev/null/lexicon"], {}),
        (["serve", "--port", "0"], {"HOME": "/dev/null", "XDG_CONFIG_HOME": "/dev/null/x"}),
    ],
)
def test_places_that_cannot_be_written_to_are_told_in_two_lines(
    arguments: list[str], environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"DP_GATEWAY_KEY_FILE": "", **environment}.items():
        monkeypatch.setenv(name, value)
    done = invoke(*arguments)
    assert done.returncode != 0
    assert b"Next:" in done.stderr or b"Usage" in done.stderr


def test_a_full_disk_is_told_in_two_lines(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "dp_gateway", "policy", "show", "entities"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Next:" in done.stderr


BETAS = [
    "claude-code-20250219",
    "interleaved-thinking-2025-05-14",
    "context-management-2025-06-27",
    "output-128k-2025-02-19",
]


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        (",".join(BETAS), BETAS),
        (", ".join(BETAS), BETAS),
        (f"{BETAS[0]}, {SECRET},  {BETAS[1]} ,Zebulon Quackenbush", BETAS[:2]),
        (SECRET, []),
        ("", []),
    ],
)
def test_betas_pass_one_by_one(gateway: Running, provider: Provider, given: str, sent: list[str]) -> None:
    ask(gateway, "/v1/messages", headers={"anthropic-beta": given})
    lines = dict(line.split(": ", 1) for line in provider.last.head.lower().split("\r\n") if ": " in line)
    assert [one for one in lines.get("anthropic-beta", "").split(",") if one] == sent


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("?beta=true", "/v1/messages?beta=true"),
        (f"?region={SECRET}&beta=true", "/v1/messages?beta=true"),
        (f"?beta={SECRET}", "/v1/messages"),
        ("", "/v1/messages"),
    ],
)
def test_the_query_of_betas_passes_and_no_other(gateway: Running, provider: Provider, query: str, path: str) -> None:
    ask(gateway, f"/v1/messages{query}")
    assert provider.last.path == path


def test_a_token_stays_a_token_and_a_key_a_key(gateway: Running, provider: Provider) -> None:
    for headers in ({"authorization": "Bearer sk-ant-oat01-x"}, {"x-api-key": "sk-ant-api03-x"}):
        ask(gateway, "/v1/messages", headers=headers)
        head = provider.last.head.lower()
        for name in ("authorization", "x-api-key"):
            assert (f"{name}: {headers.get(name, '').lower()}" in head) == (name in headers), head
            assert (f"{name}:" in head) == (name in headers)


@pytest.mark.parametrize(
    ("key", "header"), [("sk-ant-api03-y", "x-api-key: "), ("sk-ant-oat01-y", "authorization: bearer ")]
)
def test_the_operator_s_key_or_token(
    start: Start, provider: Provider, monkeypatch: pytest.MonkeyPatch, key: str, header: str
) -> None:
    monkeypatch.setenv("OPERATORS_KEY", key)
    gateway = start(upstreams={"default": {"url": provider.url, "api_key_env": "OPERATORS_KEY"}})
    ask(gateway, "/v1/messages", headers={"authorization": "Bearer mine", "x-api-key": "mine"})
    assert header + key in provider.last.head.lower()
    assert "mine" not in provider.last.head.lower()


def test_tokens_are_counted_of_what_would_leave(gateway: Running, provider: Provider) -> None:
    provider.script = lambda _: whole({"input_tokens": 17})
    with anthropic.Anthropic(base_url=gateway.url, api_key="k", max_retries=0) as client:
        messages: Any = [{"role": "user", "content": f"Write to {SECRET}."}]
        assert client.messages.count_tokens(model="m", system="Be brief.", messages=messages).input_tokens == 17
        assert provider.last.path == "/v1/messages/count_tokens"
        counted = provider.last.json
        provider.script = lambda _: whole({"type": "error", "error": {"type": "x", "message": "no"}}, 400)
        with pytest.raises(anthropic.BadRequestError):
            client.messages.create(model="m", system="Be brief.", messages=messages, max_tokens=9)
    assert provider.last.path == "/v1/messages"
    assert SECRET not in provider.last.body.decode()
    assert counted["messages"] == provider.last.json["messages"]


@pytest.mark.parametrize("path", ["chat/completions", "completions", "responses", "embeddings", "messages"])
def test_a_base_url_without_v1(gateway: Running, provider: Provider, path: str) -> None:
    text = f"Write to {SECRET}."
    bodies: dict[str, Any] = {
        "completions": {"prompt": text},
        "responses": {"input": text},
        "embeddings": {"input": text},
    }
    body = {"model": "m"} | bodies.get(path, {"messages": [{"role": "user", "content": text}]})
    httpx.post(f"{gateway.url}/{path}", json=body)
    assert provider.last.path == f"/v1/{path}"
    assert SECRET not in provider.last.body.decode()


def test_models_of_a_base_url_without_v1(gateway: Running, provider: Provider) -> None:
    provider.script = lambda _: whole({"data": [{"id": "m"}]})
    assert httpx.get(f"{gateway.url}/models").json()["data"] == [{"id": "m"}]
    assert httpx.get(f"{gateway.url}/models/m").json() == {"id": "m"}


def test_whose_organisation_it_is_is_told_only_where_the_operator_says_so(start: Start, provider: Provider) -> None:
    headers = {"openai-organization": "org-Quackenbush", "openai-project": "proj_Secret"}
    ask(start(), headers=headers)
    assert "quackenbush" not in provider.last.head.lower()
    assert "proj_secret" not in provider.last.head.lower()
    ask(start(upstreams={"default": {"url": provider.url, "headers": ["OpenAI-Organization"]}}), headers=headers)
    assert "org-quackenbush" in provider.last.head.lower()
    assert "proj_secret" not in provider.last.head.lower()


AZURE = "/openai/deployments/gpt-4o-mini/chat/completions?api-version=2024-10-21"


@pytest.mark.parametrize(
    ("path", "sent", "body"),
    [
        (AZURE, "/v1/chat/completions", {"messages": [{"role": "user", "content": f"Write to {SECRET}."}]}),
        ("/openai/v1/responses", "/v1/responses", {"model": "m", "input": f"Write to {SECRET}."}),
        ("/v1/responses/input_tokens", "/v1/responses/input_tokens", {"model": "m", "input": f"Write to {SECRET}."}),
        ("/v1/responses/compact", "/v1/responses/compact", {"model": "m", "input": f"Write to {SECRET}."}),
        ("/v1/moderations", "/v1/moderations", {"model": "m", "input": [f"Write to {SECRET}."]}),
        ("/moderations", "/v1/moderations", {"input": [{"type": "text", "text": f"Write to {SECRET}."}]}),
    ],
)
def test_further_paths(gateway: Running, provider: Provider, path: str, sent: str, body: dict[str, Any]) -> None:
    provider.script = lambda _: whole({"object": "x", "input_tokens": 17, "results": [{"flagged": False}]})
    reply = httpx.post(gateway.url + path, json=body, headers={"api-key": "azure-key"})
    assert reply.status_code == 200
    assert provider.last.path == sent
    assert SECRET not in provider.last.body.decode()
    assert "Write to" in provider.last.body.decode()
    assert "azure-key" in provider.last.head


@pytest.mark.parametrize("times", [1, 20_000])
def test_azure_names_the_model_in_the_path(gateway: Running, provider: Provider, times: int) -> None:
    said = "Hello, all. " * times
    for name in ("gpt-4o-mini", "o3"):
        url = gateway.url + AZURE.replace("gpt-4o-mini", name)
        reply = httpx.post(url, json={"messages": [{"role": "user", "content": said}]}, timeout=60)
        assert reply.status_code == 200
        assert provider.last.json == {"model": name, "messages": [{"role": "user", "content": said}]}


def test_azure_paths_name_no_address(gateway: Running) -> None:
    assert (
        httpx.post(f"{gateway.url}/openai/deployments/a b@c.de/chat/completions", json={"messages": []}).status_code
        == 400
    )


def test_a_websocket_is_refused_with_a_reason(gateway: Running, provider: Provider) -> None:
    headers = {
        "upgrade": "websocket",
        "connection": "upgrade",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version": "13",
    }
    reply = httpx.get(f"{gateway.url}/v1/responses", headers=headers)
    assert reply.status_code == 501
    assert reply.json()["error"]["code"] == "websocket_not_served"
    assert not provider.taken
