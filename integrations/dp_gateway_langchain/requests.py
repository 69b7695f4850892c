"""Reads LangChain's messages, and what a chain hands on as a prompt, as a request, and makes them again of what may
leave.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from langchain_core.documents import Document
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    convert_to_messages,
    message_chunk_to_message,
)
from langchain_core.messages.block_translators import get_translator
from langchain_core.prompt_values import ChatPromptValue, PromptValue, StringPromptValue

from dp_gateway.api import SHAPES, Shape
from dp_gateway.api.common import CACHE_CONTROL, METADATA, SCHEMA, prose
from dp_gateway.api.containers import Array, Conversation, Deferred, Either, Media, Object, Variants
from dp_gateway.api.fields import (
    Blob,
    Choice,
    Field,
    Flag,
    Id,
    Identity,
    Number,
    Opaque,
    Speaker,
    Text,
    ToolName,
    Url,
    is_opaque,
)
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.nodes import Entry, Node, RekeyedNode
from dp_gateway.api.reading import ANY, MAX_LEVELS, Author, Place, Walk, malformed
from dp_gateway.errors import FieldRefused, MalformedRequest
from dp_gateway.pipeline.results import SanitizedBody

# One number, or the hexadecimal form of two with a line between them, as in "lc_rs_305f30" of 0 and 0.
_INDEX = re.compile(r"lc_[a-z]{1,8}_[0-9]{1,8}+(?:f[0-9]{1,8}+)?")


class BlockIndex:
    """Where a block of a stream stood: a number, or a word that LangChain makes of numbers ("lc_txt_0")."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        if type(value) is not str:
            return Number(0, 100_000).read(value, place, walk)
        return None if _INDEX.fullmatch(value) else Text().read(value, place, walk)


class Signature:
    """What a provider signed or encrypted passes, as it has to come back unchanged; anything else is a text."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        return None if is_opaque(value) else Leaves().read(value, place, walk)


class ByCall:
    """Something about each tool call, under the call's id, which changes where the id of the call does."""

    def __init__(self, values: Field) -> None:
        self._values = values

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        if type(value) is not dict:
            raise malformed(place, "an object")
        given, inner = cast("dict[Any, Any]", value), (place, ANY)
        entries: list[Entry] = [
            (key, Id().read(key, inner, walk), self._values.read(one, inner, walk)) for key, one in given.items()
        ]
        return RekeyedNode(given, entries, place) if entries else None


_VERSIONS = frozenset({"v0", "v1", "responses/v1"})


class Written:
    """How the blocks of a message are written, which tells the model inside how to send them back."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        """Read the texts of a field, and refuse what cannot be protected."""
        if type(value) is not dict or written_as(cast("dict[str, Any]", value)) != value:
            raise malformed(place, "what LangChain wrote")
        return None


def written_as(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a reply's metadata says how its blocks are written, where LangChain knows that way."""
    version, provider = metadata.get("output_version"), metadata.get("model_provider")
    told = {"output_version": version} if isinstance(version, str) and version in _VERSIONS else {}
    known = isinstance(provider, str) and get_translator(provider) is not None
    return told | {"model_provider": provider} if known else told


RUN_METADATA = "run_metadata"
"""The field for the metadata of a run: sanitized with the request, and told to tracers alone."""

_ARGUMENTS = Leaves(keys="developer")
_JSON = JsonText(keys="developer")
_FUNCTION = Object({"name": ToolName(), "arguments": _JSON})
_EXTRAS = Object({"signature": Signature()}, other=_ARGUMENTS)
_WIRE_CALL = Object({"id": Id(), "type": Choice("function"), "index": Number(), "function": _FUNCTION})
_STORED = Media(Id("file-", stored=True))
_FILE: dict[str, Field] = {
    **dict.fromkeys(("base64", "data"), Media(Blob())),
    **dict.fromkeys(("image_url", "source", "file", "input_audio"), Media(Leaves())),
    "url": Media(Url()),
    "file_id": _STORED,
    "filename": Text(),
    "title": Text(),
}


def _content(author: Author) -> Field:
    """Content of a message: a string, or blocks of LangChain's, OpenAI's and Anthropic's kinds."""
    each: dict[str, Field] = {"id": Id(), "index": BlockIndex(), "cache_control": CACHE_CONTROL, "extras": _EXTRAS}
    call: dict[str, Field] = {"name": ToolName(), "args": Either(string=_JSON, object=_ARGUMENTS), "error": Text()}
    nested = Deferred(lambda: content)
    blocks: dict[str, dict[str, Field]] = {
        "text": {"text": prose(author), "annotations": Array(_ARGUMENTS), "citations": Array(_ARGUMENTS)},
        "text-plain": {**_FILE, "text": prose(author), "context": Text(author)},
        "refusal": {"refusal": Text(author)},
        "reasoning": {"reasoning": Text(), "summary": Array(_ARGUMENTS), "encrypted_content": Opaque()},
        "reasoning_content": {"reasoning_content": Object({"text": Text(), "signature": Signature()})},
        "thinking": {"thinking": Either(string=Text(), array=Array(_ARGUMENTS)), "signature": Opaque()},
        "redacted_thinking": {"data": Opaque()},
        **dict.fromkeys(("tool_call", "tool_call_chunk", "invalid_tool_call"), call),
        **dict.fromkeys(("server_tool_call", "server_tool_call_chunk"), call),
        "server_tool_result": {"tool_call_id": Id(), "status": Choice("success", "error"), "output": Leaves()},
        "non_standard": {"value": Leaves()},
        "tool_use": {"name": ToolName(), "input": _ARGUMENTS, "partial_json": _JSON},
        "tool_result": {"tool_use_id": Id(), "content": nested, "is_error": Flag()},
        "function_call": {"call_id": Id(), "name": ToolName(), "arguments": _JSON},
        **dict.fromkeys(("image", "image_url", "audio", "input_audio", "video", "file"), _FILE),
    }
    tables = Variants("type", {tag: each | own for tag, own in blocks.items()})
    content = Either(string=prose(author), array=Array(_Block(prose(author), tables)))
    return content


class _Block:
    """An element of content: a bare string, or a block; a block of media that names none is none."""

    def __init__(self, text: Field, tables: Variants) -> None:
        self._text, self._tables = text, tables

    def read(self, value: Any, place: Any, walk: Any) -> Any:
        """Read the texts of a field, and refuse what cannot be protected."""
        return (self._text if type(value) is str else self._tables).read(value, place, walk)


def _message(author: Author, **more: Field) -> dict[str, Field]:
    extra = Object(
        {
            "function_call": _FUNCTION,
            "tool_calls": Array(_WIRE_CALL),
            "reasoning_content": Text(),
            "refusal": Text(),
            "parsed": _ARGUMENTS,
            "audio": Object({"id": Id("audio_")}),
            "thought_signature": Signature(),
            "__gemini_function_call_thought_signatures__": ByCall(Signature()),
            "__openai_function_call_ids__": ByCall(Id("fc_")),
            "__openai_role__": Choice("developer", "system"),
        }
    )
    # An id of LangChain's own: ChatOpenAI sends one that begins with "msg_" as an id that OpenAI gave.
    own = Id("run--")
    return {"content": _content(author), "name": Speaker(author), "id": own, "additional_kwargs": extra, **more}


_CALL = Object({"type": Choice("tool_call", "invalid_tool_call"), "id": Id(), "name": ToolName(),
                "args": Either(string=_JSON, object=_ARGUMENTS), "error": Text()})  # fmt: skip
_MESSAGES = Conversation(
    Variants(
        "type",
        {
            "system": _message("developer"),
            "human": _message("user"),
            "ai": _message(
                "other", tool_calls=Array(_CALL), invalid_tool_calls=Array(_CALL), response_metadata=Written()
            ),
            "tool": _message("other", tool_call_id=Id(), status=Choice("success", "error")) | {"name": ToolName()},
            "function": _message("other") | {"name": ToolName()},
            "chat": _message("user", role=Speaker("developer")),
        },
    )
)


def _tools() -> Field:
    chat = cast(Any, SHAPES["chat"].table.fields["tools"]).item
    anthropic: dict[str, Field] = {"name": ToolName(), "description": Text("developer"), "input_schema": SCHEMA,
                                   "strict": Flag(), "cache_control": CACHE_CONTROL}  # fmt: skip
    tools = Variants("type", {"": anthropic})
    tools.objects |= chat.objects
    return Array(tools)


class _ToolChoice:
    """How a tool is chosen: a word of the API, the name of a tool, or an object."""

    def read(self, value: Any, place: Any, walk: Any) -> Any:
        """Read the texts of a field, and refuse what cannot be protected."""
        if value in ("auto", "none", "any", "required") or type(value) is bool:
            return None
        if type(value) is str:
            return ToolName().read(value, place, walk)
        tables = Variants("type", {"tool": {"name": ToolName()}, "any": {}, "auto": {}, "none": {}})
        chat = cast(Any, SHAPES["chat"].table.fields["tool_choice"]).object
        tables.objects |= chat.objects
        return tables.read(value, place, walk)


_TRACED_FORMAT = Object({"kwargs": Leaves("developer", "developer"), "schema": SCHEMA, "title": ToolName()})

LANGCHAIN = Shape(
    "chat",
    "",
    Object(
        {
            **SHAPES["chat"].table.fields,
            "messages": _MESSAGES,
            "tools": _tools(),
            "tool_choice": _ToolChoice(),
            "stream_usage": Flag(),
            "strict": Flag(),
            "timeout": Number(0, 1_000_000),
            "variables": _ARGUMENTS,
            "ls_structured_output_format": _TRACED_FORMAT,
            RUN_METADATA: METADATA,
        }
    ),
)
"""A call of a LangChain chat model: its messages and its keyword arguments. Replies are those of chat completions."""

_CLASSES: Mapping[str, type[BaseMessage]] = {
    "system": SystemMessage, "human": HumanMessage, "ai": AIMessage, "tool": ToolMessage,
    "function": FunctionMessage, "chat": ChatMessage,
}  # fmt: skip
_FIELDS = ("name", "id", "additional_kwargs", "tool_calls", "invalid_tool_calls", "tool_call_id", "status", "role")


def body_of(messages: Sequence[BaseMessage], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Write messages and keyword arguments as one object; what no model is sent (usage, artifacts) is left out. Raises
    FieldRefused where a message of a kind that nobody knows. Raises MalformedRequest where a tool message that answers
    no call, or an argument that is no JSON.
    """
    _check_calls(messages)
    for name, value in arguments.items():
        if isinstance(value, type):
            raise MalformedRequest(f"{name} is a class", hint="give its JSON schema", param=name)
    return {"messages": [_as_dict(one, at) for at, one in enumerate(messages)], **arguments}


def _as_dict(message: BaseMessage, at: int) -> dict[str, Any]:
    if isinstance(message, AIMessageChunk):
        message = message_chunk_to_message(message)
    kind = message.type
    if kind not in _CLASSES or not isinstance(message, _CLASSES[kind]):
        raise FieldRefused(
            f"messages[{at}] is of a kind that cannot be protected",
            hint=f"use one of: {', '.join(sorted(_CLASSES))}",
            param=f"messages[{at}]",
        )
    own = {name: value for name in _FIELDS if (value := getattr(message, name, None))}
    if isinstance(message, AIMessage) and (written := written_as(cast("dict[str, Any]", message.response_metadata))):
        own["response_metadata"] = written
    return {"type": kind, "content": message.content, **own}


def _check_calls(messages: Sequence[BaseMessage]) -> None:
    called: set[Any] = set()
    for at, message in enumerate(messages):
        if isinstance(message, AIMessage):
            called |= {call["id"] for call in (*message.tool_calls, *message.invalid_tool_calls)}
        elif isinstance(message, ToolMessage) and message.tool_call_id not in called:
            raise MalformedRequest(
                f"messages[{at}] answers a tool call that no message before it makes",
                hint="keep the message that called the tool",
                param=f"messages[{at}].tool_call_id",
            )


def messages_of(body: SanitizedBody) -> list[BaseMessage]:
    """Make the messages of an object that `body_of` made and a door has sanitized."""
    made: list[BaseMessage] = []
    for fields in body["messages"]:
        own = {name: value for name, value in fields.items() if name != "type"}
        made.append(_CLASSES[fields["type"]](**own))
    return made


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
    """Read a prompt as a request. Raises MalformedRequest where it is no prompt, or holds what no prompt has. Raises
    FieldRefused where a message of a kind that nobody knows.
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
    """Make a prompt of the kind of the original, of a body like that of `body_from`."""
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
    """Write a document as an object of a request."""
    fields = {"page_content": document.page_content, "metadata": _as_json(document.metadata)}
    return fields if document.id is None else {"id": document.id, **fields}


def document_from(fields: Mapping[str, Any]) -> Document:
    """Make the document of an object that `fields_of` wrote."""
    return Document(**fields)
