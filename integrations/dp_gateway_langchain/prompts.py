"""What a chain hands from step to step as a prompt, taken apart into a request and put together again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from langchain_core.documents import Document
from langchain_core.messages import BaseMessage, convert_to_messages
from langchain_core.prompt_values import ChatPromptValue, PromptValue, StringPromptValue

from dp_gateway.api import Shape
from dp_gateway.api.containers import Array, Object
from dp_gateway.api.fields import Text
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.plain import Identity
from dp_gateway.api.reading import MAX_LEVELS
from dp_gateway.errors import MalformedRequest
from dp_gateway.pipeline.results import SanitizedBody
from dp_gateway_langchain.requests import LANGCHAIN, body_of, messages_of

__all__ = ["PROMPT", "body_from", "document_from", "fields_of", "prompt_from"]

_DOCUMENT = Object({"id": Identity(), "page_content": Text(), "metadata": Leaves(keys="developer")})

PROMPT = Shape(
    "chat",
    "",
    Object(
        {
            "messages": LANGCHAIN.table.fields["messages"],
            "variables": Array(Leaves("user", "developer")),
            "documents": Array(_DOCUMENT),
        }
    ),
)
"""A prompt: its messages, or the values of its variables, of which some are messages or documents."""

_KINDS = "a text, a prompt value, messages, or a dict of prompt variables"


def body_from(prompt: Any) -> dict[str, Any]:
    """The request that a prompt is.

    Raises:
        MalformedRequest: it is no prompt, or holds what no prompt has.
        FieldRefused: a message of a kind that nobody knows.
    """
    if isinstance(prompt, str):
        return _of_text(prompt)
    if isinstance(prompt, StringPromptValue):
        return _of_text(prompt.text)
    if isinstance(prompt, PromptValue):
        return body_of(prompt.to_messages(), {})
    if isinstance(prompt, BaseMessage):
        return body_of([prompt], {})
    if isinstance(prompt, Mapping):
        return _of_variables(cast(Mapping[Any, Any], prompt))
    if isinstance(prompt, Sequence) and not isinstance(prompt, bytes | bytearray):
        return body_of(_messages(cast(Sequence[Any], prompt)), {})
    raise MalformedRequest(f"a prompt cannot be of the type {type(prompt).__name__}", hint=f"give {_KINDS}")


def prompt_from(body: SanitizedBody, original: Any) -> Any:
    """A prompt of the kind of the original, made of a body like that of `body_from`."""
    if isinstance(original, str):
        return body["messages"][0]["content"]
    if isinstance(original, StringPromptValue):
        return StringPromptValue(text=body["messages"][0]["content"])
    if isinstance(original, PromptValue):
        return ChatPromptValue(messages=messages_of(body))
    if isinstance(original, BaseMessage):
        return messages_of(body)[0]
    if isinstance(original, Mapping):
        return _filled(body, cast(Mapping[str, Any], original))
    return messages_of(body)


def _of_text(text: str) -> dict[str, Any]:
    # What parsers give are instances of a class of LangChain's own.
    return {"messages": [{"type": "human", "content": str(text)}]}


def _messages(listed: Sequence[Any]) -> list[BaseMessage]:
    try:
        return convert_to_messages(listed)
    except Exception:
        # The texts of LangChain's errors show what they are about.
        raise MalformedRequest(
            "the prompt holds something that cannot be read as a message",
            hint='give messages, ("human", text) pairs or {"role": ..., "content": ...} objects',
        ) from None


def _of_variables(given: Mapping[Any, Any]) -> dict[str, Any]:
    if not all(isinstance(name, str) for name in given):
        raise MalformedRequest("the name of a prompt variable is no text", hint="give a dict whose keys are strings")
    messages, documents = list[BaseMessage](), list[Document]()
    for value in given.values():
        found = _listed(value)
        if _all(BaseMessage, found):
            messages += found
        elif _all(Document, found):
            documents += found
    return {
        **body_of(messages, {}),
        "variables": [_as_json(given[name]) for name in _plain(given)],
        "documents": [fields_of(one) for one in documents],
    }


def _filled(body: SanitizedBody, original: Mapping[str, Any]) -> dict[str, Any]:
    variables = dict(zip(_plain(original), body["variables"], strict=True))
    messages, documents = iter(messages_of(body)), iter(body["documents"])
    new: dict[str, Any] = {}
    for name, value in original.items():
        found = _listed(value)
        if _all(BaseMessage, found):
            made: list[Any] = [next(messages) for _ in found]
        elif _all(Document, found):
            made = [document_from(next(documents)) for _ in found]
        else:
            new[name] = variables[name]
            continue
        new[name] = made if isinstance(value, list | tuple) else made[0]
    return new


def _plain(given: Mapping[str, Any]) -> list[str]:
    """The variables that are JSON; texts first, as the first one stands for the beginning of a conversation."""
    plain = [
        name
        for name, value in given.items()
        if not _all(BaseMessage, found := _listed(value)) and not _all(Document, found)
    ]
    return sorted(plain, key=lambda name: not isinstance(given[name], str))


def _as_json(value: Any, level: int = 0) -> Any:
    """The value in the types of JSON; what is none is left for the table to refuse."""
    if isinstance(value, str):
        return str(value)
    if level >= MAX_LEVELS:
        return value
    if isinstance(value, list | tuple):
        return [_as_json(one, level + 1) for one in cast(Sequence[Any], value)]
    if isinstance(value, Mapping):
        return {key: _as_json(one, level + 1) for key, one in cast(Mapping[Any, Any], value).items()}
    return value


def _listed(value: Any) -> list[Any]:
    return list(cast(Sequence[Any], value)) if isinstance(value, list | tuple) else [value]


def _all(kind: type[Any], found: list[Any]) -> bool:
    return bool(found) and all(isinstance(one, kind) for one in found)


def fields_of(document: Document) -> dict[str, Any]:
    """A document as an object of a request."""
    fields = {"page_content": document.page_content, "metadata": _as_json(document.metadata)}
    return fields if document.id is None else {"id": document.id, **fields}


def document_from(fields: Mapping[str, Any]) -> Document:
    """The document of such an object."""
    return Document(**fields)
