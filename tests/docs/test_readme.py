"""Every fence of the README runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.mechanisms.registry import MECHANISMS
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index

README = (Path(__file__).parents[2] / "README.md").read_text()
FENCES = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)

PEOPLE = "nurse doctor lawyer teacher farmer painter".split()
THINGS = "invoice accident garden harvest contract".split()


def test_python_runs(words: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del words
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    fences = [code for language, code in FENCES if language == "python"]
    assert fences
    namespace: dict[str, object] = {}
    with ScriptedModel(default=lambda body: body["messages"][-1]["content"]) as provider:
        monkeypatch.setenv("OPENAI_BASE_URL", provider.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        for code in fences:
            exec(compile(code, "README.md", "exec"), namespace)
        client: Any = namespace["client"]
        client.close()
    sent = [request.body["messages"][0]["content"] for request in provider.requests]
    assert len(sent) == 3
    assert not any("Miller" in text for text in sent)
    reply: Any = namespace["reply"]
    answer: Any = namespace["answer"]
    assert reply.choices[0].message.content == answer.text == "Thank Anna Miller from Boston for me."


def test_commands_run(words: Index, tmp_path: Path) -> None:
    del words
    (tmp_path / "letter.txt").write_text("The nurse lives in Paris.")
    mails = [f"The {who} wrote to the {whom} about the {what}." for who in PEOPLE for whom in PEOPLE for what in THINGS]
    (tmp_path / "mails.txt").write_text("\n".join(mails))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    commands = [
        line[2:] for language, code in FENCES if language == "console" for line in code.splitlines() if line[:2] == "$ "
    ]
    commands = [command for command in commands if not command.startswith(("make", "pip", "git"))]
    assert commands
    environment = {**os.environ, "PATH": path, "DP_GATEWAY_KEY_FILE": str(tmp_path / "own.key")}
    for command in commands:
        done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, (command, done.stderr)


def test_guarantee_table_is_complete() -> None:
    for name in MECHANISMS:
        assert re.search(rf"^\|? ?`?{re.escape(name)}`? ", README, re.MULTILINE), name


def test_examples_run(words: Index, repository: Path, tmp_path: Path) -> None:
    del words
    examples = sorted((repository / "examples").glob("*.py"))
    assert examples
    for example in examples:
        subprocess.run([sys.executable, example], cwd=tmp_path, check=True, capture_output=True)
