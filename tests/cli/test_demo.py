"""`dp-gateway demo`: what it shows is what went over the wire."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Failure, ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import environment, run, said

SECRETS = ("Kowalski", "Boston", "Siemens", "85,000")


@pytest.fixture(autouse=True)
def _built(words: Index) -> None:
    """The commands below use the default index."""


def echo(body: Any) -> str:
    return "Indeed: " + body["messages"][-1]["content"]


def test_shows_both_sides_of_every_message(tmp_path: Path) -> None:
    with ScriptedModel(default=echo) as model:
        shown = run(tmp_path, "demo", OPENAI_BASE_URL=model.url, OPENAI_API_KEY="sk-test").stdout
        first, second = model.completions
        assert not any(secret in model.sent for secret in SECRETS)
        asked = [request for request in model.requests if request.path.endswith("/chat/completions")]
        assert all(request.headers["authorization"] == "Bearer sk-test" for request in asked)
    assert first["stream"] is True
    assert not second.get("stream")
    assert [message["role"] for message in second["messages"]] == ["user", "assistant", "user"]
    assert second["messages"][0] == first["messages"][0]
    typed, left = said(shown, "you typed"), [body["messages"][-1]["content"] for body in (first, second)]
    assert said(shown, "the provider saw") == left
    assert said(shown, "the provider said") == [f"Indeed: {text}" for text in left]
    assert said(shown, "you get") == [f"Indeed: {text}" for text in typed]
    assert re.search(
        r"^LOCATION/CITY +\d +1 +staircase in its class +6 per value +\(6\.\d+, 0\.\d+\)", shown, re.MULTILINE
    )
    assert re.search(r"^in all +\(\d+[^)]*\) certified \(epsilon, delta\), \d+ nominal", shown, re.MULTILINE)
    assert re.search(r"^left in clear +everything that is no detected entity", shown, re.MULTILINE)


def test_policy(tmp_path: Path) -> None:
    with ScriptedModel(default=echo) as model:
        shown = run(tmp_path, "demo", "--upstream", model.url, "--model", "own", "--policy", "mask").stdout
        assert "<PERSON_1>" in model.completions[0]["messages"][0]["content"]
        assert model.completions[0]["model"] == "own"
    assert "policy mask" in shown
    assert said(shown, "you get") == [f"Indeed: {text}" for text in said(shown, "you typed")]


def test_mistakes_say_what_to_do_next(tmp_path: Path) -> None:
    assert "did you mean entities" in run(tmp_path, "demo", "--policy", "entitis", code=1).stderr
    nobody = run(tmp_path, "demo", "--upstream", "http://127.0.0.1:9/v1", "--model", "own", code=1).stderr
    assert "HTTP 502" in nobody
    assert "Next:  check its address" in nobody
    with ScriptedModel(default=Failure(401)) as model:
        assert "OPENAI_API_KEY" in run(tmp_path, "demo", "--upstream", model.url, code=1).stderr


@pytest.mark.thorough
def test_serve_leaves_it_running(tmp_path: Path) -> None:
    with ScriptedModel(default=echo) as model:
        process = subprocess.Popen(
            [sys.executable, "-m", "dp_gateway", "demo", "--serve", "--upstream", model.url],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
        )
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        base, playground = ("".join(said("".join(lines), label)) for label in ("base URL", "playground"))
        assert httpx.get(playground).text.startswith("<!doctype html>")
        curl = said("".join(lines), "curl")[0]
        url, _, body = curl.split("'", 4)[0].split()[0], *curl.rsplit("-d ", 1)
        assert url == f"{base}/chat/completions"
        answer = httpx.post(url, json=json.loads(body.strip("'")), timeout=60).json()
        assert answer["choices"][0]["message"]["content"] == "Indeed: Who is Anna Kowalski?"
        assert "Kowalski" not in model.sent
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        process.stdout.close()


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason=str(LocalLlama.missing()))
def test_with_the_local_model(tmp_path: Path) -> None:
    shown = run(tmp_path, "demo").stdout
    assert "llama.cpp" in shown
    assert not any(secret in text for secret in SECRETS for text in said(shown, "the provider saw"))
    got, from_provider = said(shown, "you get"), said(shown, "the provider said")
    assert len(got) == 2
    # The model is small, and what it says depends on the names that were drawn; some of them nearly always return.
    assert got != from_provider


@pytest.mark.skipif(LocalLlama.missing() is None, reason="the local model is installed")
def test_without_the_local_model(tmp_path: Path) -> None:
    assert "pip install" in run(tmp_path, "demo", code=1).stderr
