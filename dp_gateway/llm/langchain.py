"""The back end over a LangChain chat model, which brings its own settings, retries included. `models` makes one where a
user hands such a model over.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from dp_gateway.errors import MalformedReply, ModelError, ModelRefused, ModelUnreachable
from dp_gateway.llm.messages import JsonSchema, Reply, Request

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_REFUSED_OPTION = (400, 422)


class LangChainBackend:
    """Chat completions through LangChain.

    Temperature and length are settings of the LangChain model; those of a request are not passed on, because models
    differ in what they call them. `model`: the LangChain object. `traced`: whether LangSmith and the callbacks of
    surrounding runs may see the messages. Callbacks that were attached to the model itself always do.
    """

    def __init__(self, model: BaseChatModel, *, traced: bool) -> None:
        self._model: Any = model
        self._traced = traced
        self._plain = False
        self.name = f"LangChain {type(model).__name__}"

    def complete(self, request: Request) -> Reply:
        """Ask and wait."""
        messages, structured = _messages(request), self._structured(request.schema)
        with self._tracing():
            if structured is not None:
                try:
                    return self._parsed(structured.invoke(messages, config=self._config))
                except Exception as error:
                    self._give_up_form(error)
            try:
                return self._read(self._model.invoke(messages, config=self._config))
            except Exception as error:
                raise self._translated(error) from None

    async def acomplete(self, request: Request) -> Reply:
        """Do as `complete` does without blocking the event loop."""
        messages, structured = _messages(request), self._structured(request.schema)
        with self._tracing():
            if structured is not None:
                try:
                    return self._parsed(await structured.ainvoke(messages, config=self._config))
                except Exception as error:
                    self._give_up_form(error)
            try:
                return self._read(await self._model.ainvoke(messages, config=self._config))
            except Exception as error:
                raise self._translated(error) from None

    def close(self) -> None:
        """Do nothing: LangChain models have nothing to close."""

    @property
    def _config(self) -> dict[str, Any] | None:
        # An empty list replaces the callbacks that a surrounding run hands down; None inherits them.
        return None if self._traced else {"callbacks": []}

    @contextmanager
    def _tracing(self) -> Generator[None]:
        if self._traced:
            yield
            return
        from langsmith import run_helpers

        tracing: Any = run_helpers
        with tracing.tracing_context(enabled=False, parent=False):
            yield

    def _structured(self, schema: JsonSchema | None) -> Any:
        if schema is None or self._plain:
            return None
        titled = {"title": schema.name, "description": f"The {schema.name} asked for.", **schema.schema}
        try:
            return self._model.with_structured_output(titled, include_raw=True)
        except (NotImplementedError, ValueError):  # what LangChain raises where a model cannot, or not in this way
            self._plain = True
            return None

    def _give_up_form(self, error: Exception) -> None:
        """Ask without a schema from now on, if that is what was refused; raise otherwise."""
        if getattr(error, "status_code", None) not in _REFUSED_OPTION:
            raise self._translated(error) from None
        self._plain = True

    def _parsed(self, answer: Any) -> Reply:
        raw, parsed = answer["raw"], answer["parsed"]
        return self._read(raw) if parsed is None else _with_usage(json.dumps(parsed, ensure_ascii=False), raw)

    def _read(self, message: Any) -> Reply:
        text = message.content if isinstance(getattr(message, "content", None), str) else None
        if text is None and isinstance(getattr(message, "content", None), list):
            parts = cast(list[Any], message.content)
            text = "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in parts)
        if text is None:
            raise MalformedReply(
                f"{self.name} answered with no text",
                hint="invoke the LangChain model alone: it has to answer with text",
            )
        return _with_usage(text, message)

    def _translated(self, error: Exception) -> ModelError:
        if isinstance(error, ModelError):
            return error
        kind, status = type(error).__name__, getattr(error, "status_code", None)
        if isinstance(status, int):
            return ModelRefused(
                f"{self.name} answered with HTTP {status}",
                hint="check the LangChain model's key and name",
                status=status,
            )
        if isinstance(error, OSError) or "Connect" in kind or "Timeout" in kind:
            return ModelUnreachable(f"{self.name} cannot be reached ({kind})", hint="check that its server runs")
        return ModelRefused(f"{self.name} failed with {kind}", hint="call the LangChain model by itself to see why")


def _messages(request: Request) -> list[Any]:
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

    kinds = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}
    return [kinds[role](content=text) for role, text in request.messages]


def _with_usage(text: str, message: Any) -> Reply:
    usage: dict[str, int] = getattr(message, "usage_metadata", None) or {}
    metadata: dict[str, Any] = getattr(message, "response_metadata", None) or {}
    reason = metadata.get("finish_reason") or metadata.get("done_reason") or metadata.get("stop_reason") or "stop"
    if reason == "max_tokens":
        reason = "length"
    return Reply(text, str(reason), usage.get("input_tokens", 0), usage.get("output_tokens", 0))
