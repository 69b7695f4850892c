"""A coding agent behind the gateway: what of 24 planted values reaches the wire, and what the gateway breaks.

A session of 40 turns in a made-up repository, 300 kB at its end, goes through `dp-gateway serve` as an agent sends it:
all that was said before, and the next results of tools. The provider answers each turn with a call of Edit that repeats
the last result of a tool to the byte, as a patch does. Written to benchmarks/agents.md.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp

from benchmarks.agents.repository import FORMS, HISTORY, PLANTED, TOOLS, TURNS, session, system
from benchmarks.memory import Memory, computed
from benchmarks.serving import waiting_for
from benchmarks.timing import Figure
from dp_gateway.testing.models import ScriptedModel, Step
from dp_gateway.testing.replies import chat_tool_stream

__all__ = ["run"]

_GATEWAY = 19321
_PIECE = 60
"""Characters of a piece of the provider's stream."""


class Turn(NamedTuple):
    """What one turn was like.

    Attributes:
        added: milliseconds of the gateway: with it, less without.
        computed: milliseconds of a processor that the server and its processes took, up to the next turn.
        stable: share of the bytes of the request before that stand in this one as they stood there.
        exact: the repeated result came back to the byte.
    """

    added: float
    computed: float
    stable: float
    exact: bool


class Measured(NamedTuple):
    """A session.

    Attributes:
        leaked: planted values on the wire, by what they are.
        wrong: lines without a planted value that left changed: before, after.
        lines: lines that left.
        tools: the list of tools left as it was.
        turns: each turn.
        memory: of the server and its processes at the end, megabytes.
        size: bytes of the last request.
    """

    leaked: list[str]
    wrong: list[tuple[str, str]]
    lines: int
    tools: bool
    turns: list[Turn]
    memory: Memory
    size: int


def run() -> Iterator[Figure]:
    """The figures; the page is written beside this module."""
    found = measure()
    added = statistics.median(turn.added for turn in found.turns)
    resident = found.memory.server + found.memory.detecting
    stable = min(turn.stable for turn in found.turns)
    inexact = sum(not turn.exact for turn in found.turns)
    figures = [
        Figure("agents: planted values on the wire", len(found.leaked), 0),
        Figure("agents: lines changed without a planted value", len(found.wrong), 0),
        Figure("agents: repeated results of tools that came back changed", inexact, 0),
        Figure("agents: least share of a request that is sent again as it was", stable, 1, at_most=False),
        Figure("agents: milliseconds added to a turn, median", added, 50),
        Figure("agents: resident memory, MB", resident, 700),
    ]
    _write(found, figures)
    yield from figures


def measure() -> Measured:
    """Run the session."""
    with tempfile.TemporaryDirectory() as folder, ScriptedModel(default=_answer) as provider:
        config = Path(folder) / "gateway.toml"
        config.write_text(f'[server]\nport = {_GATEWAY}\n[upstreams.provider]\nurl = "{provider.url}"\n')
        environment = {**os.environ, "DP_GATEWAY_KEY_FILE": str(config.with_name("secret.key"))}
        command = [sys.executable, "-m", "dp_gateway", "serve", "--config", str(config)]
        server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            waiting_for(_GATEWAY, "/readyz")
            turns, messages = asyncio.run(_session(provider.url, server.pid))
            memory = Memory.of(server.pid)
        finally:
            server.terminate()
            server.wait()
        sent = [body for body in provider.completions if body["user"] != "direct"]
    last = sent[-1]
    stable = [1.0, *(_stable(before, after) for before, after in pairwise(sent))]
    return Measured(
        _leaked(sent),
        _wrong(messages, last["messages"]),
        sum(text.count("\n") + 1 for text in _texts(messages)),
        last["tools"] == TOOLS,
        [turn._replace(stable=share) for turn, share in zip(turns, stable, strict=True)],
        memory,
        len(json.dumps(last)),
    )


async def _session(provider: str, server: int) -> tuple[list[Turn], list[dict[str, Any]]]:
    messages = [system()]
    turns: list[Turn] = []
    before = computed(server)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=300)) as client:
        for added in session():
            messages += added
            body = {"model": "m", "stream": True, "messages": messages, "tools": TOOLS}
            ours, said = await _ask(client, f"http://127.0.0.1:{_GATEWAY}/v1", {**body, "user": "agent"})
            bare, expected = await _ask(client, provider, {**body, "user": "direct"})
            before, began = computed(server), before
            turns.append(Turn((ours - bare) * 1000, (before - began) * 1000, 1.0, said == expected))
    return turns, messages


async def _ask(client: aiohttp.ClientSession, url: str, body: dict[str, Any]) -> tuple[float, str]:
    """How long an answer took, and the arguments of the call that it makes."""
    content = json.dumps(body).encode()
    began = time.perf_counter()
    async with client.post(
        f"{url}/chat/completions", data=content, headers={"content-type": "application/json"}
    ) as reply:
        received = await reply.read()
        if reply.status != 200:
            raise RuntimeError(received.decode())
    took = time.perf_counter() - began
    arguments = ""
    for line in received.splitlines():
        if line.startswith(b"data: {"):
            for called in json.loads(line[6:])["choices"][0]["delta"].get("tool_calls") or ():
                arguments += called["function"].get("arguments") or ""
    return took, json.loads(arguments)["old_string"]


def _answer(body: Any) -> Step:
    """A call of Edit that repeats the last result of a tool."""
    said = next(one["content"] for one in reversed(body["messages"]) if one["role"] == "tool")
    arguments = json.dumps({"file_path": "orders/api.py", "old_string": said, "new_string": ""})
    return chat_tool_stream("Edit", [arguments[at : at + _PIECE] for at in range(0, len(arguments), _PIECE)])


def _texts(value: Any) -> Iterator[str]:
    """All strings of a JSON value, those of JSON in strings decoded too."""
    if isinstance(value, str):
        yield value
        if value[:1] in "{[":
            try:
                yield from _texts(json.loads(value))
            except ValueError:
                return
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _leaked(sent: list[Any]) -> list[str]:
    wire = "\0".join(text for body in sent for text in _texts(body)).lower()
    return [name for name, value in PLANTED.items() if any(one.lower() in wire for one in _forms(name, value))]


def _forms(name: str, value: str) -> tuple[str, ...]:
    return value, *FORMS.get(name, ())


def _wrong(messages: list[Any], sent: list[Any]) -> list[tuple[str, str]]:
    """Lines that hold nothing planted, and left changed."""
    planted = [form.lower() for name, value in PLANTED.items() for form in _forms(name, value)]
    # Private too, though not counted: others of the same files.
    planted += ["thornbury", "307-55-8821", "555 0118", "64250", "@quillmere.io"]
    wrong: list[tuple[str, str]] = []
    for before, after in zip(messages, sent, strict=True):
        for old_text, new_text in zip(_texts(before), _texts(after), strict=True):
            for old, new in zip(old_text.split("\n"), new_text.split("\n"), strict=False):
                if old != new and not any(one in old.lower() for one in planted) and not old.startswith("call_"):
                    wrong.append((old, new))
    return wrong


def _stable(before: Any, after: Any) -> float:
    """The share of a request's messages, by bytes, that the next one begins with."""
    kept = total = 0
    same = True
    for old, new in zip(before["messages"], after["messages"], strict=False):
        size = len(json.dumps(old))
        same = same and old == new
        kept, total = kept + size * same, total + size
    return kept / total


def _write(found: Measured, figures: list[Figure]) -> None:
    page = Path(__file__).parent.with_suffix(".md")
    rows = "\n".join(f"| {one.name.removeprefix('agents: ')} | {one.value:,.4g} | {one.bar:g} |" for one in figures)
    wrong = Counter(found.wrong)
    listed = "\n".join(f"- `{old.strip()[:110]}` left as `{new.strip()[:110]}`" for old, new in list(wrong)[:40])
    page.write_text(
        f"""# A coding agent behind the gateway

`python -m benchmarks agents`: a session of {TURNS} turns in a made-up repository, {found.size:,} bytes at its end (aim:
{HISTORY:,}), policy `entities`, through `dp-gateway serve`. 24 values are planted in files, settings, logs, results of
tools, tables and what the user says, many of them in several forms. Modules of Python's own library stand for the
program, without lines that name people: these are private in a comment, too. Each answer repeats the last result of a
tool to the byte, as a patch does.

| figure | measured | bar |
|---|---:|---:|
{rows}

Added milliseconds of a turn: least {min(one.added for one in found.turns):.0f}, largest
{max(one.added for one in found.turns):.0f}. Processor milliseconds of the server and its processes for a turn, median:
{statistics.median(one.computed for one in found.turns):.0f}. Memory: {found.memory.server:.0f} MB of the server,
{found.memory.detecting:.0f} MB of the processes that detect.
The list of tools left {"as it was" if found.tools else "**changed**"}.

On the wire: {", ".join(found.leaked) or "none of the 24"}.

Lines without a planted value that left changed ({len(wrong)} different ones):

{listed or "none"}
"""
    )
