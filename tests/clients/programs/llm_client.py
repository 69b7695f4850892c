"""Simon Willison's `llm`, as a library: what its command line runs."""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
from typing import Any

from common import BASE, SAID, Calls, Person, run
from llm.default_plugins.openai_models import Chat

model: Any = Chat("gpt-scripted", model_name="gpt-5-mini", api_base=BASE, supports_tools=True, supports_schema=True)
model.key = "k"
calls = Calls()


def send_mail(to: str, body: str) -> str:
    """Send an e-mail."""
    return calls.use("send_mail", {"to": to, "body": body})


def note_pay(who: str, amount: float) -> str:
    """Note what somebody earns."""
    return calls.use("note_pay", {"who": who, "amount": amount})


def ask(stream: bool) -> str:
    return model.prompt(SAID, stream=stream).text()


def tools(stream: bool) -> Any:
    calls.made = []
    said = model.chain(SAID, tools=[send_mail, note_pay], stream=stream).text()
    return calls.told(said)


def structured() -> Any:
    return json.loads(model.prompt(SAID, schema=Person, stream=False).text())


run(
    {
        "whole": lambda: ask(False),
        "streamed": lambda: ask(True),
        "tools": lambda: tools(False),
        "tools streamed": lambda: tools(True),
        "structured": structured,
    },
    fails=lambda: ask(False),
    cut=lambda: ask(True),
)
