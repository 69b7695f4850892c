"""Chat models that answer by a script, and keep what reached them; a tracer that keeps what it is told.

Beside them what most tests say to a model, and what must not reach it.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from dp_gateway.randomness import Secret

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "I am Anna Miller from Boston. Write to anna.miller@gmail.com."
SECRETS = re.compile(r"\b(anna|miller|boston|gmail)\b", re.IGNORECASE)


def example(repository: Path, name: str) -> Any:
    """The module of one of the examples."""
    spec = importlib.util.spec_from_file_location(name, repository / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Echo(BaseChatModel):
    """Says what the last message said; with tools it first writes a mail to the address in it."""

    seen: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "echo"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        self.seen.append(messages)
        said = messages[-1].text
        calls = []
        if kwargs.get("tools") and not isinstance(messages[-1], ToolMessage):
            to = next(word.rstrip(".") for word in said.split() if "@" in word)
            calls = [{"name": kwargs["tools"][0]["function"]["name"], "args": {"to": to}, "id": "call_1"}]
        usage = {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}
        message = AIMessage(said, tool_calls=calls, usage_metadata=usage, response_metadata={"model_name": "echo"})
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        message = self._generate(messages, **kwargs).generations[0].message
        for at in range(0, len(message.text), 3):
            yield ChatGenerationChunk(message=AIMessageChunk(message.text[at : at + 3]))
        for call in message.tool_calls:
            arguments, name, number = json.dumps(call["args"]), call["name"], call["id"]
            for at in range(0, len(arguments), 5):
                piece = tool_call_chunk(name=name, args=arguments[at : at + 5], id=number, index=0)
                yield ChatGenerationChunk(message=AIMessageChunk("", tool_call_chunks=[piece]))
                name = number = None
        yield ChatGenerationChunk(message=AIMessageChunk("", usage_metadata=message.usage_metadata))


class Recorder(BaseCallbackHandler):
    """Everything that a tracer is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("on_"):
            return super().__getattribute__(name)
        return lambda *args, **kwargs: self.told.append(f"{name} {args} {kwargs}")
