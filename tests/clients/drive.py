"""Installs the real clients and drives each against the gateway before a scripted provider: `make clients`.

The table goes to docs/clients/table.md, what each client sent to tests/clients/recorded, whose test sends it again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.settings import Settings
from tests.clients import agents
from tests.clients.installing import install, versions
from tests.clients.listed import CLIENTS, Client
from tests.clients.recording import Recorder, write_session
from tests.clients.scripted_model import MAIL, NAME, PAY, SAID, SCENARIOS, SECRETS, TOWN, answer
from tests.clients.table import write_table
from tests.server.scripted_provider import Provider

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "build" / "clients"
RESULTS = ROOMS / "results.json"
_SECONDS = 240
_PERSON = {"name": NAME, "town": TOWN, "pay": PAY}
_CALLS = [
    ["send_mail", {"to": MAIL, "body": f'Dear "{NAME}",\nhello to {TOWN}.'}],
    ["note_pay", {"who": NAME, "amount": PAY}],
]


class Bench:
    """A gateway before a scripted provider, and what goes through them."""

    def __init__(self, url: str, control: str, provider: Provider, recorder: Recorder) -> None:
        self.url, self.control, self.provider, self.recorder = url, control, provider, recorder

    def begin(self, scenario: str) -> None:
        """From here on the provider plays this scenario."""
        self.recorder.begin(scenario)
        self.provider.script = lambda taken: answer(scenario, taken)


@contextmanager
def bench() -> Iterator[Bench]:
    """Start everything on 127.0.0.1."""
    with tempfile.TemporaryDirectory() as folder, Provider() as provider:
        key = Path(folder) / "secret.key"
        Secret.from_file(key)
        tables = {"privacy": {"keys": {"k1": str(key)}}, "upstreams": {"default": {"url": provider.url}}}
        recorder = Recorder(create_app(Settings.model_validate(tables), []))
        with Background(recorder) as gateway:
            held: list[Bench] = []

            class Control(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    held[0].begin(self.path.strip("/").replace("-", " "))
                    self.send_response(200)
                    self.send_header("content-length", "0")
                    self.end_headers()

                def log_message(self, format: str, *args: Any) -> None:
                    pass

            server = ThreadingHTTPServer(("127.0.0.1", 0), Control)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            held.append(Bench(gateway.url, f"http://127.0.0.1:{server.server_port}", provider, recorder))
            yield held[0]
            server.shutdown()


def drive(client: Client, on: Bench) -> dict[str, str]:
    """What became of each scenario: "yes", or what went wrong."""
    on.recorder.clear()
    on.provider.taken.clear()
    told = dict(_program(client, on) if client.program else _agent(client, on))
    seen = {name: _judge(name, told.get(name)) for name in SCENARIOS if name not in client.without}
    sent = [one.head + one.body.decode() for one in on.provider.taken]
    leaked = sorted({text[max(0, at.start() - 30) : at.end() + 30] for text in sent for at in SECRETS.finditer(text)})
    return seen | {"clean": f"no: {leaked}" if leaked else "yes"}


def _program(client: Client, on: Bench) -> Iterator[tuple[str, Any]]:
    assert client.program is not None
    programs = Path(__file__).parent / "programs"
    environment = os.environ | {"GATEWAY": on.url, "CONTROL": on.control, "SAID": SAID, "PYTHONPATH": ""}
    environment |= {"OPENAI_API_KEY": "k", "PYTHONWARNINGS": "ignore", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    environment |= {"AI_SDK_LOG_WARNINGS": "false", "OPENAI_AGENTS_DISABLE_TRACING": "1"}
    # A module of Node's is looked for beside the file that imports it.
    if client.room == "node":
        placed = ROOMS / "node" / "programs"
        placed.mkdir(exist_ok=True)
        for path in programs.glob("*.mjs"):
            (placed / path.name).write_text(path.read_text())
        command = ["node", str(placed / client.program), client.api]
    else:
        command = [str(ROOMS / client.room / "bin" / "python"), str(programs / client.program), client.api]
    with tempfile.TemporaryDirectory() as folder:
        environment |= {"HOME": folder, "LLM_USER_PATH": folder, "DSPY_CACHEDIR": folder}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"scenario"')]
    if not lines:
        print(done.stdout[-2000:], done.stderr[-2000:], file=sys.stderr)
    for line in lines:
        yield line["scenario"], line


def _agent(client: Client, on: Bench) -> Iterator[tuple[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        on.recorder.hide(folder)
        for scenario in SCENARIOS:
            if scenario in client.without:
                continue
            edits = client.name == "aider" and scenario in {"whole", "streamed"}
            on.begin("edit" if edits else scenario)
            on.recorder.begin(scenario)
            try:
                yield scenario, agents.drive(client, scenario, on.url, ROOMS, Path(folder) / scenario.replace(" ", "-"))
            except (subprocess.TimeoutExpired, OSError, ValueError, KeyError) as error:
                yield scenario, {"failed": f"{type(error).__name__}: {error}"}


def _judge(scenario: str, said: Any) -> str:
    if said is None:
        return "no: nothing came"
    if scenario.isdigit() or scenario == "cut":
        return _judge_error(scenario, said)
    if "told" not in said:
        return f"no: {said.get('error', said.get('failed'))}"
    told = said["told"]
    if scenario.startswith("tools"):
        if told == "written":
            return "yes"
        right = sorted(map(_plain, told["calls"])) == sorted(map(_plain, _CALLS))
        return "yes" if right and (told["text"] or "").startswith("Done.") and MAIL in told["text"] else f"no: {told}"
    wanted = _PERSON if scenario == "structured" else SAID
    return "yes" if told == wanted else f"no: {told}"


def _plain(call: Any) -> str:
    return json.dumps(call, sort_keys=True).replace("88861.0", "88861")


def _judge_error(scenario: str, said: Any) -> str:
    if "error" not in said:
        return f"no: no error, but {said.get('told', said.get('failed'))}"
    if scenario == "cut" or said["status"] == int(scenario) or scenario in said["error"]:
        return "yes"
    return "message" if f"Nothing for {NAME} today." in " ".join(said["error"].split()) else f"no: {said['error']}"


def main() -> None:
    """Install, drive, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="clients whose recorded session's name holds this")
    parser.add_argument("--installed", action="store_true", help="take what is installed already")
    given = parser.parse_args()
    failed = {} if given.installed else install(ROOMS)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    with bench() as on:
        for client in (one for one in CLIENTS if given.only in one.label):
            if reason := failed.get(client.room):
                results[client.label] = {"failed": reason}
                continue
            began = time.monotonic()
            seen = drive(client, on)
            results[client.label] = {"version": versions(ROOMS, client.room)[client.package], "seen": seen}
            write_session(client, on.recorder.requests, ROOT / "tests" / "clients" / "recorded")
            wrong = {name: what for name, what in seen.items() if what.startswith("no")}
            print(f"{client.label}: {time.monotonic() - began:.0f} s {wrong or 'all as it should be'}", flush=True)
    RESULTS.write_text(json.dumps(results, indent=1))
    if all(client.label in results for client in CLIENTS):
        write_table(results, ROOT / "docs" / "clients" / "table.md")
    else:
        print("the table stays as it was: some clients were never driven here")


if __name__ == "__main__":
    main()
