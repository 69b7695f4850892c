"""The agents of the command line: how each is told to use the gateway, and what is looked at afterwards."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.clients.listed import Client
from tests.clients.scripted_model import SAID

_SECONDS, _PATIENCE = 120, 50
_CODEX = """
model = "gpt-5-mini"
model_provider = "gateway"
web_search = "disabled"
[analytics]
enabled = false
[model_providers.gateway]
name = "gateway"
base_url = "{base}"
env_key = "GATEWAY_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
"""
_PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "town": {"type": "string"}, "pay": {"type": "number"}},
    "required": ["name", "town", "pay"],
    "additionalProperties": False,
}


def drive(client: Client, scenario: str, url: str, rooms: Path, folder: Path) -> dict[str, Any]:
    """Run an agent once in a folder of its own; what it told, or how it failed."""
    folder.mkdir(parents=True)
    home = folder.parent / f"{folder.name}.home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "SSL_CERT_FILE") if name in os.environ}
    environment = kept | {"HOME": str(home), "TERM": "dumb"}
    command, more = _COMMANDS[client.name](scenario, url, rooms, folder, home)
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment | more, capture_output=True, text=True, check=False,
            timeout=_PATIENCE if _fails(scenario) else _SECONDS, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        # An agent that tries again for minutes has told the error by then.
        said = b"".join(part for part in (late.stdout, late.stderr) if isinstance(part, bytes)).decode()
        return {"error": said, "status": None} if _fails(scenario) else {"failed": f"it had not ended: {said[-1000:]}"}
    return _told(client, scenario, done, folder)


def _fails(scenario: str) -> bool:
    return scenario.isdigit() or scenario == "cut"


def _aider(scenario: str, url: str, rooms: Path, folder: Path, home: Path) -> tuple[list[str], dict[str, str]]:
    (folder / "letter.txt").write_text(SAID + "\n")
    said = f"Put 'Dear all,' in front of the letter. {SAID}"
    flags = [
        "--no-git",
        "--yes-always",
        "--no-check-update",
        "--no-show-model-warnings",
        "--analytics-disable",
        "--no-pretty",
    ]
    flags += ["--no-stream"] if scenario == "whole" else ["--stream"]
    flags += ["--edit-format", "diff", "--no-detect-urls", "--no-suggest-shell-commands", "--map-tokens", "0"]
    model = ["--model", "openai/gpt-5-mini", "--weak-model", "openai/gpt-5-mini"]
    environment = {"OPENAI_API_BASE": f"{url}/v1", "OPENAI_API_KEY": "k", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    return [str(rooms / "aider/bin/aider"), *flags, *model, "--message", said, "letter.txt"], environment


def _codex(scenario: str, url: str, rooms: Path, folder: Path, home: Path) -> tuple[list[str], dict[str, str]]:
    (home / "config.toml").write_text(_CODEX.format(base=f"{url}/v1"))
    flags = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--json"]
    flags += ["--output-last-message", str(home / "last.txt")]
    if scenario == "structured":
        (home / "schema.json").write_text(json.dumps(_PERSON))
        flags += ["--output-schema", str(home / "schema.json")]
    return [str(rooms / "node/node_modules/.bin/codex"), "exec", *flags, SAID], {
        "CODEX_HOME": str(home),
        "GATEWAY_KEY": "k",
    }


def _claude(scenario: str, url: str, rooms: Path, folder: Path, home: Path) -> tuple[list[str], dict[str, str]]:
    flags = ["--output-format", "json", "--permission-mode", "acceptEdits", "--allowedTools", "Write"]
    flags += ["--json-schema", json.dumps(_PERSON)] if scenario == "structured" else []
    environment = {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "k",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_MAX_RETRIES": "0",
        "CLAUDE_CONFIG_DIR": str(home),
    }
    return [str(rooms / "node/node_modules/.bin/claude"), "-p", SAID, *flags], environment


_COMMANDS = {"aider": _aider, "Codex CLI": _codex, "Claude Code": _claude}


def _told(client: Client, scenario: str, done: subprocess.CompletedProcess[str], folder: Path) -> dict[str, Any]:
    output = done.stdout + done.stderr
    if _fails(scenario):
        failed = done.returncode != 0 or client.name == "aider"
        return {"error": output[-3000:], "status": None} if failed else {"told": output}
    files = {path.name: path.read_text() for path in sorted(folder.glob("*.txt"))}
    if client.name == "aider":
        return {"told": SAID if files["letter.txt"] == f"Dear all,\n{SAID}\n" else output}
    text = _last(client, done, folder)
    if scenario == "structured":
        return {"told": text if isinstance(text, dict) else json.loads(text)}
    if scenario == "tools streamed":
        whole = list(files) == ["a.txt", "b.txt"] and set(files.values()) == {SAID} and text.startswith("Done.")
        return {"told": "written" if whole else f"{text} {files} {output[-2000:]}"}
    return {"told": text}


def _last(client: Client, done: subprocess.CompletedProcess[str], folder: Path) -> Any:
    """What an agent said last."""
    if client.name == "Codex CLI":
        return (folder.parent / f"{folder.name}.home" / "last.txt").read_text()
    told = json.loads(done.stdout)
    return told.get("structured_output") or told["result"]
