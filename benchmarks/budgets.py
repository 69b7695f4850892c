"""What budgets cost: the server with and without them, on messages that it has not seen, in turn."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.serving import load, process, served
from benchmarks.timing import Figure

_PROVIDER, _FIRST = 19301, 19321
_ROUNDS = 5
_CONNECTIONS = 8
_BAR = 0.85
_KINDS = {"entities": ("new message", 400), "tokens": ("new tokens", 1500)}
_BUDGET = """
[budgets.all]
per = "model"
epsilon = 999_999

[ledger]
url = "sqlite:///{file}.db"
"""
_SETTINGS = {"": "", "budgets": _BUDGET, "budgets and an audit log": _BUDGET + 'audit_log = "{file}.jsonl"\n'}


def run() -> Iterator[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.enter_context(process("benchmarks.serving.provider", _PROVIDER))
        for number, policy in enumerate(_KINDS):
            yield from _of(policy, _FIRST + len(_SETTINGS) * number, folder, stack)


def _of(policy: str, port: int, folder: Path, stack: ExitStack) -> Iterator[Figure]:
    """Requests/s without budgets, with them, and with a log of spending beside, three servers that take turns."""
    kind, count = _KINDS[policy]
    ports = dict(zip(_SETTINGS, range(port, port + len(_SETTINGS)), strict=True))
    for name, one in ports.items():
        config = folder / f"{one}.toml"
        config.write_text(_SETTINGS[name].format(file=folder / str(one)), encoding="utf-8")
        stack.enter_context(served(one, policy, "--config", str(config)))
        load(one, count // 4, _CONNECTIONS, kind)
    # One after the other in each round: a machine that is slower for a while slows all of them.
    rounds = [
        {name: load(one, count, _CONNECTIONS, kind)["rate"] for name, one in ports.items()} for _ in range(_ROUNDS)
    ]
    for name in list(ports)[1:]:
        share = statistics.median(each[name] / each[""] for each in rounds)
        yield Figure(f"requests/s, {policy}, new messages, with {name} / without", share, _BAR, at_most=False)
