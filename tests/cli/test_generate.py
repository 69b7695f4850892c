"""`generate` as a person uses it: what the provider is shown, what it costs, and that it goes on."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dp_gateway.cli import cli
from dp_gateway.errors import GatewayError
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index

SECRET = "london"
WRITTEN = "The river rose by two metres, and nobody was there to see it."


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "letters.txt"
    file.write_text(
        "".join(f"number {n} : " + f"the bank of {SECRET} is red and good . " * 20 + "\n" for n in range(4))
    )
    return file


def run(*arguments: object, answers: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["generate", *map(str, arguments)], input=answers)


def printed(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.stdout)


def test_a_remote_provider(toy: Index, tmp_path: Path, data: Path) -> None:
    with ScriptedModel(default=WRITTEN) as provider, ScriptedModel(default="My own words.") as local:
        out = tmp_path / "out"
        base = ("--data", data, "--out", out, "--index", toy.path, "--mechanisms", "stairtext", "--epsilons", "1,2")
        models = ("--provider", f"{provider.url}#big", "--local", f"{local.url}#small", "--extract")
        unconfirmed = run(*base, *models, "--prices", 1, 10)
        assert isinstance(unconfirmed.exception, GatewayError)
        assert "--yes" in unconfirmed.exception.hint
        assert "8 requests" in unconfirmed.stderr
        assert "at most 0.01 USD" in unconfirmed.stderr
        assert not provider.requests
        done = run(*base, *models, "--yes", "--json")
        told = printed(done)
        assert SECRET not in provider.sent
        assert SECRET in local.sent
        assert [row["setting"] for row in told["rows"]] == [
            "no privacy",
            "local model alone",
            "stairtext 1",
            "stairtext 1 + extract",
            "stairtext 2",
            "stairtext 2 + extract",
        ]
        assert "declared public" in told["rows"][0]["skipped"]
        assert told["rows"][2]["diversity"] == 1
        assert "at least 50" in told["rows"][2]["skipped"]["mauve"]
        assert json.loads((out / "generation.json").read_text()) == told
        assert WRITTEN not in (out / "generation.json").read_text()
        assert WRITTEN in (out / "continuations.jsonl").read_text()
        # The printed command gives the same figures, and asks for nothing.
        asked = len(provider.requests) + len(local.requests)
        again = printed(run(*shlex.split(told["command"])[2:], "--json"))
        for before, after in zip(told["rows"], again["rows"], strict=True):
            assert before | {"seconds": 0} == after | {"seconds": 0}
        assert len(provider.requests) + len(local.requests) == asked
        table = run(*base, *models, "--prices", 1, 10).output
        assert "stairtext 2 + extract" in table
        assert "USD" in table
        assert "mauve was skipped" in " ".join(table.split())


def test_what_is_public_may_be_shown(toy: Index, tmp_path: Path, data: Path) -> None:
    with ScriptedModel(default=WRITTEN) as provider:
        base = ("--data", data, "--out", tmp_path / "out", "--index", toy.path, "--mechanisms", "stairtext")
        told = printed(run(*base, "--provider", f"{provider.url}#big", "--public", "--yes", "--json"))
        assert told["rows"][0]["documents"] == 4
        assert SECRET in provider.sent


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--extract",), "no local model"),
        (("--provider", "gpt5"), "there is no model gpt5"),
        (("--local", "https://api.openai.com/v1#gpt-5-mini"), "declared local"),
        (("--tokens", "5000"), "5050 tokens"),
        (("--metrics", "divresity"), "did you mean diversity"),
        (("--data", "/does/not/exist"), "cannot be read"),
    ],
)
def test_mistakes_are_named(toy: Index, tmp_path: Path, data: Path, arguments: tuple[str, ...], message: str) -> None:
    with ScriptedModel(default=WRITTEN) as provider:
        base = ("--data", data, "--out", tmp_path / "out", "--index", toy.path, "--provider", f"{provider.url}#m")
        error = run(*base, *arguments).exception
    assert isinstance(error, GatewayError)
    assert message in f"{error.message} {error.hint}"
