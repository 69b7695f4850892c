"""Restores replies of LangChain models: messages, content blocks, answers of a class; corrected ones.

`chat_model` restores with it what the model inside replied; `streams` has what comes in pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult
from langchain_core.runnables import Runnable, RunnableBinding, RunnableParallel, RunnableSequence
from langchain_core.utils.function_calling import convert_to_json_schema, convert_to_openai_function
from pydantic import BaseModel, ValidationError

from dp_gateway.api.replies.base import Texts
from dp_gateway.api.replies.chat import FUNCTION
from dp_gateway.api.replies.fields import LeafKind, Spec, table, walk
from dp_gateway.errors import ConfigurationError, MalformedReply
from dp_gateway.second_step import Rewriting

_M = TypeVar("_M", bound=BaseMessage)
_JSON = dict.fromkeys(("args", "arguments", "input", "partial_json"), LeafKind.JSON)
BLOCK = table(
    "type id index mime_type base64 data file_id signature encrypted_content status call_id tool_use_id",
    text=LeafKind.ANSWER,
    name=LeafKind.NAME,
    extras=table("signature"),
    reasoning_content=table("signature"),
    **_JSON,
)
CALL = table("type id index", name=LeafKind.NAME, args=LeafKind.JSON)
EXTRA = table(
    "parsed thought_signature __gemini_function_call_thought_signatures__ __openai_function_call_ids__",
    function_call=FUNCTION,
    tool_calls=table("id type index", function=FUNCTION),
    reasoning=table("id type status encrypted_content", summary=table("type index")),
    audio=table("id data"),
)
_FIELDS: dict[str, Spec] = {"tool_calls": CALL, "invalid_tool_calls": CALL, "additional_kwargs": EXTRA}
_METADATA = table(
    "id object model model_name model_provider output_version system_fingerprint service_tier status finish_reason "
    "stop_reason done_reason created created_at token_usage usage headers logprobs"
)
CAUTION = "dp_caution"
"""The key in `response_metadata` under which a reply says what it states of values that were drawn near."""
FINISHED = ("finish_reason", "stop_reason", "done_reason")


def restored(message: _M, texts: Texts) -> _M:
    """Restore a whole message; ids and usage are kept, log-probabilities are not."""
    changes: dict[str, Any] = {"content": _walked(message.content, texts)}
    for name, spec in _FIELDS.items():
        value = getattr(message, name, None)
        if value:
            changes[name] = walk(value, spec, texts.whole)
    if "parsed" in message.additional_kwargs:
        changes["additional_kwargs"] = {
            **changes["additional_kwargs"],
            "parsed": parsed_again(message.additional_kwargs["parsed"], texts),
        }
    return message.model_copy(update=changes | cautioned(message, metadata_of(message, texts), texts))


def parsed_again(value: Any, texts: Texts) -> Any:
    """Make an object that was made of the reply anew, of what the reply has become."""
    if not isinstance(value, BaseModel):
        return walk(value, LeafKind.DOCUMENT, texts.whole)
    return type(value).model_validate(walk(value.model_dump(mode="json"), LeafKind.DOCUMENT, texts.whole))


def _walked(content: Any, texts: Texts) -> Any:
    if isinstance(content, str):
        return texts.whole(content, LeafKind.ANSWER)
    return walk(content, BLOCK, texts.whole)


def metadata_of(message: BaseMessage, texts: Texts) -> dict[str, Any]:
    """Return what of a message's metadata changes, as a field to update: what the provider repeats of the request, such
    as the stop sequence that it met, and log-probabilities.
    """
    metadata = cast(dict[str, Any], message.response_metadata)
    if not texts.alters or not metadata:
        return {}
    told = {name: value for name, value in metadata.items() if name != "logprobs" or value is None}
    return {"response_metadata": walk(told, _METADATA, texts.unmasked)}


def cautioned(message: BaseMessage, metadata: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """Make metadata that say, by type, how many values were drawn near of which the reply states something."""
    counted = Counter(caution.type for caution in texts.cautions)
    if not counted:
        return metadata
    known = metadata.get("response_metadata", message.response_metadata)
    return {"response_metadata": {**known, CAUTION: dict(counted)}}


def is_class(value: Any) -> bool:
    """Return whether an answer's format is a class of pydantic."""
    return isinstance(value, type) and issubclass(value, BaseModel)


def as_json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """Make the `response_format` of the API for a class."""
    function = convert_to_openai_function(schema, strict=True)
    form = {"name": function["name"], "schema": function["parameters"], "strict": True}
    return {"type": "json_schema", "json_schema": form}


def traced_format(value: Any) -> dict[str, Any] | None:
    """Return what tracers are told of the format of an answer, as a field of the request; None if it has none.

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
    """Return the format of an answer for LangChain, of the sanitized field."""
    title = {"title": field["title"]} if "title" in field else {}
    return {"kwargs": field["kwargs"], "schema": {**title, **field["schema"]}}


def parsed(message: AIMessage, schema: type[BaseModel]) -> BaseModel | None:
    """Return the object in a restored message; None if it is a refusal, or calls a tool. Raises MalformedReply where
    the answer does not fit the class.
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
    """Copy a chain of bindings, sequences and maps that begins with a model, to begin with its twin instead. Raises
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


_Message = TypeVar("_Message", bound=AIMessage)

SECOND_STEP = "dp_second_step"
"""The key in `response_metadata` under which a reply says what became of its text."""

_COMPLETE = frozenset({"stop", "end_turn", "stop_sequence", "STOP", "COMPLETE", "eos"})


def corrected(message: _Message, rewriting: Rewriting) -> _Message:
    """Correct the text of a restored message; one that calls tools, refuses or was cut stays as it is."""
    draft = _draft(message)
    return message if draft is None else _with_text(message, rewriting.text(draft), rewriting)


async def acorrected(message: _Message, rewriting: Rewriting) -> _Message:
    """Do as `corrected` does without blocking the event loop."""
    draft = _draft(message)
    return message if draft is None else _with_text(message, await rewriting.atext(draft), rewriting)


def corrected_result(result: LLMResult, rewriting: Rewriting) -> LLMResult:
    """Correct all generations of a restored result."""
    return _result(result, {at: corrected(one, rewriting) for at, one in _messages(result).items()})


async def acorrected_result(result: LLMResult, rewriting: Rewriting) -> LLMResult:
    """Do as `corrected_result` does without blocking the event loop."""
    return _result(result, {at: await acorrected(one, rewriting) for at, one in _messages(result).items()})


class ChunkCorrector:
    """Corrects one stream of restored chunks: its text is held until the stream has ended."""

    def __init__(self, rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        self._whole: AIMessageChunk | None = None
        self._message: AIMessage | None = None
        self._free = self._last = False

    def hold(self, message: AIMessage) -> list[AIMessage]:
        """Hold the only message of a model that does not stream: it goes out when the stream has ended."""
        self._message = message
        return []

    def feed(self, chunks: list[AIMessageChunk]) -> list[AIMessageChunk]:
        """Take in restored chunks, and return those that may go out now, without text."""
        return [one for chunk in chunks for one in self._fed(chunk)]

    def _fed(self, chunk: AIMessageChunk) -> list[AIMessageChunk]:
        if self._free:
            return [chunk]
        if chunk.tool_call_chunks or chunk.additional_kwargs or not isinstance(chunk.content, str):
            # What comes with a call is no answer yet, and blocks are left as they are.
            self._free = True
            return [*self._as_it_is(), chunk]
        self._last = self._last or chunk.chunk_position == "last"
        self._whole = chunk if self._whole is None else self._whole + chunk
        return [chunk.model_copy(update={"content": "", "chunk_position": None})]

    def close(self) -> list[AIMessage]:
        """Note that the stream has ended, and return its text, corrected."""
        if self._message is not None:
            return [corrected(self._message, self._rewriting)]
        draft = self._complete()
        return list(self._as_it_is()) if draft is None else [self._chunk(self._rewriting.text(draft))]

    async def aclose(self) -> list[AIMessage]:
        """Do as `close` does without blocking the event loop."""
        if self._message is not None:
            return [await acorrected(self._message, self._rewriting)]
        draft = self._complete()
        return list(self._as_it_is()) if draft is None else [self._chunk(await self._rewriting.atext(draft))]

    def _complete(self) -> str | None:
        return None if self._free or self._whole is None else _draft(self._whole)

    def _as_it_is(self) -> list[AIMessageChunk]:
        whole, self._whole = self._whole, None
        if whole is None or (not whole.content and not self._last):
            return []
        last = "last" if self._last and not self._free else None
        return [AIMessageChunk(content=whole.content, id=whole.id, chunk_position=last)]

    def _chunk(self, text: str) -> AIMessageChunk:
        whole = cast(AIMessageChunk, self._whole)
        return AIMessageChunk(
            content=text,
            id=whole.id,
            response_metadata={SECOND_STEP: self._rewriting.outcome},
            chunk_position="last" if self._last else None,
        )


def _draft(message: AIMessage) -> str | None:
    """The text to correct; None where the message is no complete answer in plain text."""
    metadata = cast(dict[str, Any], message.response_metadata)
    finish = next((metadata[name] for name in FINISHED if metadata.get(name)), "stop")
    calls = message.tool_calls or message.invalid_tool_calls or message.additional_kwargs
    if calls or finish not in _COMPLETE or not isinstance(message.content, str) or not message.content.strip():
        return None
    return message.content


def _with_text(message: _Message, text: str, rewriting: Rewriting) -> _Message:
    metadata = {**cast(dict[str, Any], message.response_metadata), SECOND_STEP: rewriting.outcome}
    return message.model_copy(update={"content": text, "response_metadata": metadata})


def _messages(result: LLMResult) -> dict[tuple[int, int], AIMessage]:
    return {
        (row, at): one.message
        for row, generations in enumerate(result.generations)
        for at, one in enumerate(generations)
        if isinstance(one, ChatGeneration) and isinstance(one.message, AIMessage)
    }


def _result(result: LLMResult, messages: dict[tuple[int, int], AIMessage]) -> LLMResult:
    rows = [
        [
            one.model_copy(update={"message": new, "text": new.text}) if (new := messages.get((row, at))) else one
            for at, one in enumerate(generations)
        ]
        for row, generations in enumerate(result.generations)
    ]
    return LLMResult(generations=cast(Any, rows), llm_output=result.llm_output, run=result.run)
