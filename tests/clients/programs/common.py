"""What every Python program has: where the gateway is, the sentence, the tools, and a line of JSON for each scenario."""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

GATEWAY = os.environ["GATEWAY"]
BASE = f"{GATEWAY}/v1"
SAID = os.environ["SAID"]
ERRORS = ("400", "401", "429", "500", "529")


class Person(BaseModel):
    name: str
    town: str
    pay: float


_made: list[tuple[str, Mapping[str, Any]]] = []
"""The calls of tools in a scenario, in order."""


def send_mail(to: str, body: str) -> str:
    """Send an e-mail."""
    _made.append(("send_mail", {"to": to, "body": body}))
    return f"Sent to {to}: {body}"


def note_pay(who: str, amount: float) -> str:
    """Note what somebody earns."""
    _made.append(("note_pay", {"who": who, "amount": amount}))
    return f"Noted {amount} for {who}."


TOOLS: Mapping[str, Callable[..., str]] = {"send_mail": send_mail, "note_pay": note_pay}
_TYPES = {"str": "string", "float": "number"}


def schema(tool: Callable[..., str]) -> dict[str, Any]:
    """The JSON schema of a tool's parameters."""
    names = inspect.signature(tool).parameters
    properties = {name: {"type": _TYPES[str(one.annotation)]} for name, one in names.items()}
    return {"type": "object", "properties": properties, "required": list(names), "additionalProperties": False}


def run_all(
    whole: Callable[[], Any],
    streamed: Callable[[], Any],
    tools: Callable[[bool], str | None],
    structured: Callable[[], Any],
) -> None:
    """Run the five scenarios of a client that can do everything, then the errors and a stream that breaks off.

    Args:
        whole, streamed: return what the model says.
        tools: uses `TOOLS`, streamed or not, and returns what the model says at the end.
        structured: returns the fields of a `Person`.
    """

    def used(stream: bool) -> dict[str, Any]:
        text = tools(stream)
        return {"text": text, "calls": list(_made)}

    scenarios = {"tools": lambda: used(False), "tools streamed": lambda: used(True), "structured": structured}
    run({"whole": whole, "streamed": streamed, **scenarios}, fails=whole, cut=streamed)


def run(
    scenarios: Mapping[str, Callable[[], Any]],
    fails: Callable[[], Any] | None = None,
    cut: Callable[[], Any] | None = None,
) -> None:
    """Run the scenarios; `fails` is tried with each of the provider's errors, `cut` with a stream that breaks off."""
    tried = dict(scenarios) | (dict.fromkeys(ERRORS, fails) if fails else {}) | ({"cut": cut} if cut else {})
    for name, scenario in tried.items():
        with urllib.request.urlopen(f"{os.environ['CONTROL']}/{name.replace(' ', '-')}"):
            pass
        _made.clear()
        try:
            said = {"told": scenario()}
        except Exception as error:
            said = {"error": f"{type(error).__name__}: {error}", "status": _status(error)}
        print(json.dumps({"scenario": name, **said}, default=str), flush=True)
    sys.stdout.flush()
    os._exit(0)  # some clients leave threads behind


def _status(error: BaseException | None) -> int | None:
    """The HTTP status that an error, or what led to it, tells of."""
    while error is not None:
        status = getattr(error, "status_code", None)
        if isinstance(status, int):
            return status
        if found := re.search(r"(?:Error code|status_code|status): (\d{3})", str(error)):
            return int(found.group(1))
        error = error.__cause__ or error.__context__
    return None
