"""`dp-gateway detect` as a person uses it."""

from __future__ import annotations

import json
import subprocess

from tests.cli.commands import invoke


def run(*arguments: str, stdin: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = invoke("detect", *arguments, stdin=stdin)
    assert done.returncode == code, done.stderr
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_json_lines() -> None:
    lines = ["Call Tom Baker on 212-555-0199", "🙂 tom@example.com"]
    out = run("--json", stdin="".join(json.dumps({"text": line}) + "\n" for line in lines)).stdout
    spans = [json.loads(line)["spans"] for line in out.splitlines()]
    assert [[(t[s["start"] : s["end"]], s["type"]) for s in of] for t, of in zip(lines, spans, strict=True)] == [
        [("Tom Baker", "PERSON"), ("212-555-0199", "PHONE_NUMBER")],
        [("tom@example.com", "EMAIL_ADDRESS")],
    ]
    assert all(set(s) == {"start", "end", "type", "score", "detector", "public"} for of in spans for s in of)


def test_bad_json_names_the_line_and_nothing_of_it() -> None:
    done = run("--json", "--no-ner", stdin='{"text": "fine"}\n{"secret": "Zanzibar"}\n', code=1)
    assert "line 2" in done.stderr
    assert "Zanzibar" not in done.stderr


def test_plain_text_and_types() -> None:
    out = run("--no-ner", "--types", "email_address", stdin="tom@example.com on 212-555-0199").stdout
    assert "EMAIL_ADDRESS" in out
    assert "PHONE_NUMBER" not in out
    assert "did you mean EMAIL_ADDRESS" in run("--types", "EMAIL_ADRESS", stdin="x", code=1).stderr
