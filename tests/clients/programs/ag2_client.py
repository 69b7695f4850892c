"""AG2 (AutoGen): an assistant and the one who runs its tools."""
# pyright: reportMissingImports=false

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

from autogen import AssistantAgent, LLMConfig, UserProxyAgent, register_function
from common import BASE, SAID, Person, note_pay, run_all, send_mail


def ask(stream: bool = False, tools: bool = False, **fields: Any) -> str:
    one: dict[str, Any] = {
        "api_type": "openai",
        "model": "gpt-5-mini",
        "base_url": BASE,
        "api_key": "k",
        "stream": stream,
    }
    config = LLMConfig(one | {"max_retries": 0} | fields, cache_seed=None)
    assistant = AssistantAgent("assistant", system_message="Do what you are asked.", llm_config=config)
    user = UserProxyAgent("user", human_input_mode="NEVER", code_execution_config=False, max_consecutive_auto_reply=1)
    if tools:
        for tool in (send_mail, note_pay):
            register_function(tool, caller=assistant, executor=user, description=tool.__doc__ or "")
    with contextlib.redirect_stdout(io.StringIO()):
        result = user.initiate_chat(assistant, message=SAID, max_turns=2 if tools else 1)
    return result.chat_history[-1]["content"]


def tools(stream: bool) -> str | None:
    return ask(stream, tools=True)


run_all(ask, lambda: ask(True), tools, lambda: json.loads(ask(response_format=Person)))
