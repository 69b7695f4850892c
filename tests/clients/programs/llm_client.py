"""Simon Willison's `llm`, as a library: what its command line runs."""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
from typing import Any

from common import BASE, SAID, Person, note_pay, run_all, send_mail
from llm.default_plugins.openai_models import Chat

model: Any = Chat("gpt-scripted", model_name="gpt-5-mini", api_base=BASE, supports_tools=True, supports_schema=True)
model.key = "k"


def ask(stream: bool) -> str:
    return model.prompt(SAID, stream=stream).text()


def tools(stream: bool) -> str | None:
    return model.chain(SAID, tools=[send_mail, note_pay], stream=stream).text()


def structured() -> Any:
    return json.loads(model.prompt(SAID, schema=Person, stream=False).text())


run_all(lambda: ask(False), lambda: ask(True), tools, structured)
