"""Answers of a class: its schema is sent, and the object is made of the restored answer.

The chain that a model makes of itself for that (`with_structured_output`) is made of its private twin.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableBinding, RunnableParallel, RunnableSequence
from langchain_core.utils.function_calling import convert_to_json_schema, convert_to_openai_function
from pydantic import BaseModel, ValidationError

from dp_gateway.errors import ConfigurationError, MalformedReply

__all__ = ["as_json_schema", "is_class", "parsed", "rebound", "told_format", "traced_format"]


def is_class(value: Any) -> bool:
    """Whether an answer's format is a class of pydantic."""
    return isinstance(value, type) and issubclass(value, BaseModel)


def as_json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The `response_format` of the API for a class."""
    function = convert_to_openai_function(schema, strict=True)
    form = {"name": function["name"], "schema": function["parameters"], "strict": True}
    return {"type": "json_schema", "json_schema": form}


def traced_format(value: Any) -> dict[str, Any] | None:
    """What tracers are told of the format of an answer, as a field of the request; None where it is none.

    The title of the schema stands beside it: it is the name of a class, as the names of tools are.
    """
    if not isinstance(value, dict) or "schema" not in value:
        return None
    given = cast(dict[str, Any], value)
    try:
        schema = dict(convert_to_json_schema(given["schema"]))
    except (TypeError, ValueError):
        return None
    title = {"title": schema.pop("title")} if "title" in schema else {}
    return {"kwargs": given.get("kwargs") or {}, "schema": schema, **title}


def told_format(field: Mapping[str, Any]) -> dict[str, Any]:
    """The same for LangChain, of the sanitized field."""
    title = {"title": field["title"]} if "title" in field else {}
    return {"kwargs": field["kwargs"], "schema": {**title, **field["schema"]}}


def parsed(message: AIMessage, schema: type[BaseModel]) -> BaseModel | None:
    """The object in a restored message; None where it is a refusal, or calls a tool.

    Raises:
        MalformedReply: the answer does not fit the class.
    """
    if message.tool_calls or not message.text or message.additional_kwargs.get("refusal"):
        return None
    try:
        return schema.model_validate_json(message.text)
    except ValidationError:
        # Its text shows the answer.
        raise MalformedReply(
            f"the model's answer is no {schema.__name__}", hint="ask again, or use a model that keeps to a schema"
        ) from None


def rebound(chain: Runnable[Any, Any], model: BaseChatModel, private: BaseChatModel) -> Runnable[Any, Any]:
    """A chain of bindings, sequences and maps that begins with a model, beginning with its twin instead.

    Raises:
        ConfigurationError: the model does not stand where it was expected; it would be called without a gateway.
    """
    if chain is model:
        return private
    if isinstance(chain, RunnableBinding):
        bound = cast(Any, chain)
        return bound.model_copy(update={"bound": rebound(bound.bound, model, private)})
    if isinstance(chain, RunnableSequence):
        first, *rest = cast(Any, chain).steps
        return RunnableSequence(rebound(first, model, private), *rest)
    if isinstance(chain, RunnableParallel):
        steps = cast(Any, chain).steps__
        return RunnableParallel({name: rebound(step, model, private) for name, step in steps.items()})
    raise ConfigurationError(
        f"{type(model).__name__} makes a chain that the gateway cannot stand before",
        hint="call it without tools or structured output, or use `PromptSanitizer | chain | ReplyRestorer()`",
    )
