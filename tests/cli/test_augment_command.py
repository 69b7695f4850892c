"""`augment` as a person uses it: a real process, real files, a real HTTP server."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from dp_gateway.augmentation import read_seeds
from dp_gateway.cli.lexicon import augment
from dp_gateway.errors import ConfigurationError, InputError, MalformedReply, UntrustedModel
from dp_gateway.testing.models import Failure, ScriptedModel


def towns() -> Any:
    number = count()
    names = [f"{a}{b}{c}" for a in ("Nord", "Sør", "Øst") for b in "aeiouy" for c in ("vik", "dal", "nes")]

    def answer(body: Any) -> str:
        wanted = int(re.findall(r"Give me (\d+)", body["messages"][-1]["content"])[0])
        return json.dumps([names[next(number) % len(names)] for _ in range(wanted)])

    return answer


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel(default=towns()) as running:
        yield running


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    file = tmp_path / "seeds.jsonl"
    file.write_text(
        '{"phrase": "Sarpsborg", "type": "LOCATION", "context": "Born in Sarpsborg."}\n\n{"phrase": "Halden"}\n'
    )
    return file


def options(server: ScriptedModel, trust: str = "local") -> list[str]:
    return ["--base-url", server.url, "--model", "m", "--trust", trust, "--type", "PLACE", "--count", "4"]


def call(*arguments: str | Path, **more: Any) -> Any:
    return CliRunner().invoke(augment, [str(argument) for argument in arguments], **more)


def test_in_a_process_of_its_own(server: ScriptedModel, seeds: Path, tmp_path: Path) -> None:
    out = tmp_path / "phrases.jsonl"
    code = "from dp_gateway.cli.lexicon import augment; augment()"
    done = subprocess.run(
        [sys.executable, "-c", code, seeds, *options(server), "--prices", "2.5", "10", "--yes", "--out", out],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "m on 127.0.0.1 (local): 8 phrases for 2 seeds in 2 requests (at most 8)" in done.stderr
    assert re.search(r"tokens, about 0\.00 USD\n", done.stderr)
    assert "8 phrases from 2 requests" in done.stderr
    entries = [json.loads(line) for line in out.read_text().splitlines()]
    assert [entry["type"] for entry in entries] == ["LOCATION"] * 4 + ["PLACE"] * 4
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert "Sarpsborg" not in done.stderr + out.read_text() + (tmp_path / "phrases.jsonl.state").read_text()


def test_standard_output_and_plain_lines(server: ScriptedModel, tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("Sarpsborg\n")
    done = call(tmp_path / "seeds.txt", *options(server), "--yes")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 4
    assert "not kept if it is interrupted" in done.stderr


def test_private_seeds_are_refused_before_anything(server: ScriptedModel, seeds: Path, tmp_path: Path) -> None:
    done = call(seeds, *options(server, "remote"), "--yes", "--out", tmp_path / "out")
    assert isinstance(done.exception, UntrustedModel)
    assert "--seeds-are-public" in done.exception.hint
    assert server.requests == []
    assert list(tmp_path.iterdir()) == [seeds]
    assert call(seeds, *options(server, "remote"), "--yes", "--seeds-are-public").exit_code == 0
    public = ["--base-url", "http://models.example.com/v1", "--model", "m", "--trust", "local"]
    assert isinstance(call(seeds, *public).exception, UntrustedModel)
    assert "Missing option '--trust'" in call(seeds, *public[:4]).stderr


def test_confirmation(server: ScriptedModel, seeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = call(seeds, *options(server))
    assert isinstance(done.exception, ConfigurationError)
    assert "--yes" in done.exception.hint
    terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True), stderr=StringIO())
    monkeypatch.setattr("dp_gateway.cli.options.sys", terminal)
    out = tmp_path / "out"
    declined = call(seeds, *options(server), "--out", out, input="n\n")
    assert "Start? [y/N]" in declined.stderr
    assert "Aborted!" in declined.stderr
    assert server.requests == []
    assert call(seeds, *options(server), "--out", out, input="y\n").exit_code == 0
    assert len(out.read_text().splitlines()) == 8


def test_the_same_command_goes_on(server: ScriptedModel, seeds: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    arguments = [seeds, *options(server), "--yes", "--out", out, "--rounds", "0", "--concurrency", "1"]
    server.script(json.dumps(["Moss", "Vik"]), Failure(500), Failure(500), Failure(500), Failure(500), Failure(500))
    broken = call(*arguments)
    assert isinstance(broken.exception, MalformedReply)
    assert "2 of 2 seeds" in broken.exception.message
    assert "run the same command again" in broken.exception.hint
    assert "seed 2 has 0 phrases: ModelRefused: m on 127.0.0.1 answered with HTTP 500" in broken.stderr
    assert out.read_text() == "Moss\nVik\n"
    asked = len(server.requests)
    assert call(*arguments).exit_code == 0
    assert len(out.read_text().splitlines()) == 8
    assert call(*arguments).exit_code == 0
    assert len(server.requests) == asked + 2


def test_a_place_that_cannot_be_written(server: ScriptedModel, seeds: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for force, told in ((), "is there already"), (("--force",), "is a folder"):
        done = call(seeds, *options(server), "--yes", "--out", tmp_path / "out", *force)
        assert isinstance(done.exception, InputError)
        assert told in done.exception.message
    # It was told before anybody was asked.
    assert len(server.requests) == 0


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.txt", b"Moss\n", "line 1: a phrase without a type"),
        ("a.txt", b"\n \n", "holds no seeds"),
        ("a.txt", b"\xff\xfe", "not UTF-8"),
        ("a.jsonl", b'{"phrase": "Moss", "type": "LOCATION"}\nMoss', "line 2 is no JSON object"),
        ("a.jsonl", b'["Moss"]', "line 1 is no JSON object"),
        ("a.jsonl", b'{"phrase": 3, "type": "LOCATION"}', "must be strings"),
        ("a.jsonl", b'{"phrase": "Moss"}', "must be strings"),
    ],
)
def test_bad_files_of_seeds(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=reason) as caught:
        read_seeds(tmp_path / name)
    assert "Moss" not in str(caught.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_seeds(tmp_path / "none.txt", "LOCATION")
