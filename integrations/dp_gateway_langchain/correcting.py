"""Replies of a private model whose text a local model corrects: messages, results, and streams of chunks."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.outputs import ChatGeneration, LLMResult

from dp_gateway.second_step import Rewriting

__all__ = ["SECOND_STEP", "ChunkCorrector", "acorrected", "acorrected_result", "corrected", "corrected_result"]

_M = TypeVar("_M", bound=AIMessage)

SECOND_STEP = "dp_second_step"
"""The key in `response_metadata` under which a reply says what became of its text."""

_COMPLETE = frozenset({"stop", "end_turn", "stop_sequence", "STOP", "COMPLETE", "eos"})
_FINISHED = ("finish_reason", "stop_reason", "done_reason")


def corrected(message: _M, rewriting: Rewriting) -> _M:
    """A restored message with its text corrected; one that calls tools, refuses or was cut stays as it is."""
    draft = _draft(message)
    return message if draft is None else _with_text(message, rewriting.text(draft), rewriting)


async def acorrected(message: _M, rewriting: Rewriting) -> _M:
    """`corrected` without blocking the event loop."""
    draft = _draft(message)
    return message if draft is None else _with_text(message, await rewriting.atext(draft), rewriting)


def corrected_result(result: LLMResult, rewriting: Rewriting) -> LLMResult:
    """A restored result with all its generations corrected."""
    return _result(result, {at: corrected(one, rewriting) for at, one in _messages(result).items()})


async def acorrected_result(result: LLMResult, rewriting: Rewriting) -> LLMResult:
    """`corrected_result` without blocking the event loop."""
    return _result(result, {at: await acorrected(one, rewriting) for at, one in _messages(result).items()})


class ChunkCorrector:
    """Corrects one stream of restored chunks: its text is held until the stream has ended.

    Args:
        rewriting: corrects the text.
    """

    def __init__(self, rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        self._whole: AIMessageChunk | None = None
        self._message: AIMessage | None = None
        self._free = self._last = False

    def hold(self, message: AIMessage) -> list[AIMessage]:
        """The only message of a model that does not stream: it goes out when the stream has ended."""
        self._message = message
        return []

    def feed(self, chunks: list[AIMessageChunk]) -> list[AIMessageChunk]:
        """Restored chunks in; those that may go out now, without text."""
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
        """The stream has ended: its text, corrected."""
        if self._message is not None:
            return [corrected(self._message, self._rewriting)]
        draft = self._complete()
        return list(self._as_it_is()) if draft is None else [self._chunk(self._rewriting.text(draft))]

    async def aclose(self) -> list[AIMessage]:
        """`close` without blocking the event loop."""
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
    finish = next((metadata[name] for name in _FINISHED if metadata.get(name)), "stop")
    calls = message.tool_calls or message.invalid_tool_calls or message.additional_kwargs
    if calls or finish not in _COMPLETE or not isinstance(message.content, str) or not message.content.strip():
        return None
    return message.content


def _with_text(message: _M, text: str, rewriting: Rewriting) -> _M:
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
