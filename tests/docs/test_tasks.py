"""The twelve tasks of a newcomer: their page, and the commands that want a server, run before a scripted provider.

What stands in fences is run by `test_pages`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dp_gateway.testing.models import ScriptedModel
from tests.ports import free_port

DOCS = Path(__file__).parents[2] / "docs"
TASKS = re.findall(
    r"^\| (\d+) \|[^|]+\| \[[^\]]+\]\(([\w/.-]+\.md)(?:#([\w-]+))?\) \|", (DOCS / "tasks.md").read_text(), re.M
)


def test_there_are_twelve_and_each_has_its_page() -> None:
    assert [int(number) for number, _, _ in TASKS] == list(range(1, 13))
    for _, page, anchor in TASKS:
        headings = re.findall(r"^#+ (.+)$", (DOCS / page).read_text(), re.MULTILINE)
        assert not anchor or anchor in [re.sub(r"[^a-z]+", "-", one.lower()).strip("-") for one in headings], anchor


def _curl(page: str) -> str:
    """The curl command of a page, as it stands there."""
    (found,) = re.findall(r"^    (curl -i .*?\}')$", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)
    return found


@contextmanager
def _served(folder: Path, provider: ScriptedModel, *options: str) -> Iterator[tuple[int, dict[str, str]]]:
    """`dp-gateway serve` as the pages start it, on a free port."""
    port = free_port()
    environment = {**os.environ, "DP_GATEWAY_KEY_FILE": str(folder / "own.key"), "XDG_DATA_HOME": str(folder)}
    command = [sys.executable, "-m", "dp_gateway", "serve", "--upstream", provider.url, "--port", str(port), *options]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            until = time.monotonic() + 300
            while time.monotonic() < until and server.poll() is None:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz")
                    break
                except OSError:
                    time.sleep(0.1)
            yield port, {**environment, "OPENAI_API_KEY": "none"}
        finally:
            server.terminate()


def _asked(command: str, port: int, environment: dict[str, str]) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of what a command of a page is answered."""
    done = subprocess.run(
        command.replace(":8000", f":{port}"), shell=True, env=environment, capture_output=True, text=True, check=True
    )
    head, _, body = done.stdout.replace("\r", "").partition("\n\n")
    status, *lines = head.splitlines()
    return int(status.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body


@pytest.mark.thorough
def test_the_server_is_called_with_curl(tmp_path: Path) -> None:
    with (
        ScriptedModel(default=lambda body: body["messages"][-1]["content"]) as provider,
        _served(tmp_path, provider) as (port, environment),
    ):
        status, headers, body = _asked(_curl("howto/server.md"), port, environment)
    assert status == 200
    assert json.loads(body)["choices"][0]["message"]["content"] == "Thank Anna Miller from Boston for me."
    assert "Miller" not in provider.sent
    assert headers["x-dp-policy"] == "entities"
    assert headers["x-dp-certified"].startswith("(6.")


@pytest.mark.thorough
def test_each_user_has_a_budget(tmp_path: Path) -> None:
    page = (DOCS / "concepts" / "budgets.md").read_text()
    (settings,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    daily = tomllib.loads(settings)["budgets"]["daily"]
    (tmp_path / "gateway.toml").write_text(settings)
    command = _curl("concepts/budgets.md")
    with (
        ScriptedModel(default=lambda body: body["messages"][-1]["content"]) as provider,
        _served(tmp_path, provider, "--config", "gateway.toml") as (port, environment),
    ):
        answers = []
        for town in ("Boston", "Chicago", "Atlanta", "Seattle", "Dallas", "Portland"):
            answers.append(_asked(command.replace("Boston", town), port, environment))
        other = _asked(command.replace('"anna"', '"tom"'), port, environment)
    statuses = [status for status, _, _ in answers]
    assert set(statuses) == {200, 429}
    assert statuses == sorted(statuses)
    allowed = [headers for status, headers, _ in answers if status == 200]
    left = [float(headers["x-dp-budget-remaining"]) for headers in allowed]
    assert left == sorted(left, reverse=True)
    warned = ["x-dp-budget-warning" in headers for headers in allowed]
    assert warned == [daily["epsilon"] - one > daily["soft"] for one in left]
    assert json.loads(answers[-1][2])["error"]["code"] == "privacy_budget_exceeded"
    assert other[0] == 200
