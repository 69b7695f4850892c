"""Events of runs without their texts: which run, of what kind, how long, how it ended, and how many tokens it took.

What an event may still say is listed; everything else is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from langchain_core.agents import AgentAction, AgentFinish
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ChatMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, LLMResult

from dp_gateway.errors import GatewayError

__all__ = ["TEXT", "WITHHELD_EVENTS", "Event", "TextWithheld", "is_plain_key", "metadata_of"]

TEXT = "[withheld]"
"""What stands for a text."""

Event: TypeAlias = "tuple[tuple[Any, ...], dict[str, Any]]"
"""The arguments of an event, positional and named."""

_KEPT = ("run_id", "parent_run_id", "tags", "name", "batch_size", "run_type", "tool_call_id")
_PLAIN_KEYS = ("ls_", "lc_", "langgraph_", "checkpoint_ns", "versions")


class TextWithheld(RuntimeError):
    """Stands for an error: its class alone."""


def is_plain_key(key: str) -> bool:
    """Whether LangChain or LangGraph write that key of a run's metadata themselves."""
    return key.startswith(_PLAIN_KEYS)


def metadata_of(metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    """Metadata with the values that LangChain and LangGraph give; others may be anybody's id."""
    return {
        key: value if is_plain_key(key) or isinstance(value, bool | None) else TEXT
        for key, value in (metadata or {}).items()
    }


def _serialized(value: Any) -> Any:
    if not isinstance(value, dict):
        return None
    return {name: one for name, one in cast(dict[str, Any], value).items() if name in ("lc", "type", "id", "name")}


def _error(error: Any) -> Any:
    # The texts of this package's own errors hold none of the user's.
    return error if isinstance(error, GatewayError) else TextWithheld(f"{type(error).__name__}: {TEXT}")


def _messages(lists: Any) -> Any:
    return [[_message(one) for one in messages] for messages in lists]


def _message(message: BaseMessage) -> BaseMessage:
    if isinstance(message, AIMessage):
        usage = message.usage_metadata
        return AIMessage(content=TEXT, usage_metadata=usage, id=message.id)
    return ChatMessage(content=TEXT, role=message.type)


def _result(result: Any) -> LLMResult:
    if not isinstance(result, LLMResult):
        return LLMResult(generations=[])
    return LLMResult(
        generations=[
            [
                ChatGeneration(
                    message=_message(one.message if isinstance(one, ChatGeneration) else AIMessage(content=TEXT))
                )
                for one in row
            ]
            for row in result.generations
        ]
    )


def _retry_state(state: Any) -> Any:
    from tenacity import Future, RetryCallState

    new = RetryCallState(state.retry_object, None, (), {})
    new.attempt_number, new.idle_for = state.attempt_number, state.idle_for
    if state.outcome is not None:
        new.outcome = Future(state.attempt_number)
        if state.outcome.failed:
            new.outcome.set_exception(_error(state.outcome.exception()))
        else:
            new.outcome.set_result(TEXT)
    return new


def _action(action: Any) -> AgentAction:
    return AgentAction(tool=str(getattr(action, "tool", "")), tool_input=TEXT, log=TEXT)


def _withholding(**changes: Callable[[Any], Any]) -> Callable[[tuple[Any, ...], dict[str, Any]], Event]:
    """An event whose own arguments are changed, in the order of its parameters."""

    def change(args: tuple[Any, ...], named: dict[str, Any]) -> Event:
        kept = {name: named[name] for name in _KEPT if name in named}
        if "metadata" in named:
            kept["metadata"] = metadata_of(named["metadata"])
        if "inputs" in named and "inputs" not in changes:
            kept["inputs"] = {"input": TEXT}
        kept |= {name: make(named[name]) for name, make in changes.items() if name in named}
        return tuple(make(one) for make, one in zip(changes.values(), args, strict=False)), kept

    return change


def _text(_: Any) -> str:
    return TEXT


def _mapping(name: str) -> Callable[[Any], dict[str, str]]:
    return lambda _: {name: TEXT}


WITHHELD_EVENTS: Mapping[str, Callable[[tuple[Any, ...], dict[str, Any]], Event]] = {
    "on_chain_start": _withholding(serialized=_serialized, inputs=_mapping("input")),
    "on_chain_end": _withholding(outputs=_mapping("output")),
    "on_chain_error": _withholding(error=_error),
    "on_tool_start": _withholding(serialized=_serialized, input_str=_text),
    "on_tool_end": _withholding(output=_text),
    "on_tool_error": _withholding(error=_error),
    "on_retriever_start": _withholding(serialized=_serialized, query=_text),
    "on_retriever_end": _withholding(documents=lambda found: [Document(page_content=TEXT) for _ in found]),
    "on_retriever_error": _withholding(error=_error),
    "on_chat_model_start": _withholding(serialized=_serialized, messages=_messages),
    "on_llm_start": _withholding(serialized=_serialized, prompts=lambda prompts: [TEXT for _ in prompts]),
    "on_llm_new_token": _withholding(
        token=_text, chunk=lambda _: ChatGenerationChunk(message=AIMessageChunk(content=TEXT))
    ),
    "on_llm_end": _withholding(response=_result),
    "on_llm_error": _withholding(error=_error, response=_result),
    "on_retry": _withholding(retry_state=_retry_state),
    "on_text": _withholding(text=_text),
    "on_agent_action": _withholding(action=_action),
    "on_agent_finish": _withholding(finish=lambda _: AgentFinish({"output": TEXT}, TEXT)),
    "on_custom_event": _withholding(name=lambda name: name, data=_text),
}
"""How each event is told; those that are missing are not."""
