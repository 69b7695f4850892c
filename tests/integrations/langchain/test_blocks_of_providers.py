"""Blocks as providers' integrations write them: put together from a stream, and sent back in the next turn."""

from __future__ import annotations

import base64
import random
import uuid
from collections.abc import Iterator
from functools import reduce
from importlib.util import find_spec
from operator import add
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from tests.integrations.langchain.openai_models import KEY, gateway
from tests.integrations.langchain.scripted_models import SAID, SECRETS, Echo


class Pieces(Echo):
    """Streams what a function makes of the last text."""

    make: Any

    def _stream(self, messages: Any, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        self.seen.append(messages)
        for chunk in self.make(messages[-1].text):
            yield ChatGenerationChunk(message=chunk)


class Says(Echo):
    """Answers with one message, whatever it is told."""

    answer: Any

    def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> ChatResult:
        self.seen.append(messages)
        return ChatResult(generations=[ChatGeneration(message=self.answer)])


def private(inside: Echo) -> PrivateChatModel:
    return PrivateChatModel(inside, gateway=gateway(), key=KEY)


def cut(text: str, size: int = 3) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def blocks(text: str, **fields: Any) -> list[AIMessageChunk]:
    kind = fields.get("type", "text")
    return [AIMessageChunk([{"type": kind, **fields, kind: piece}]) for piece in cut(text)]


def calls(text: str, *ids: str) -> list[AIMessageChunk]:
    """Several calls that all have the index 0, and ids."""
    pieces = [(one, f'{{"it": "{text}"}}') for one in ids]
    return [
        AIMessageChunk("", tool_call_chunks=[tool_call_chunk(name="note", args=args, id=one, index=0)])
        for one, args in pieces
    ]


STREAMS: dict[str, Any] = {
    "words for indexes": lambda text: [*blocks(text, index="lc_txt_0"), *blocks(text, index="lc_txt_1")],
    "thoughts and a text": lambda text: [
        *blocks(text, type="reasoning", index="lc_rs_305f30"),
        *blocks(text, index="lc_txt_1"),
    ],
    "a string and a block": lambda text: [*map(AIMessageChunk, cut(text)), *blocks(text, index=1)],
    "a summary in pieces": lambda text: [
        AIMessageChunk([{"type": "reasoning", "index": 0, "summary": [{"index": 0, "type": "summary_text", "text": one}]}])
        for one in cut(text)
    ],
    "a summary beside the content": lambda text: [
        AIMessageChunk(
            [], additional_kwargs={"reasoning": {"summary": [{"index": 0, "type": "summary_text", "text": one}]}}
        )
        for one in cut(text)
    ],
    "calls with the same index": lambda text: calls(text, "call_1", "call_2"),
    "two blocks in a chunk": lambda text: [
        AIMessageChunk([{"type": "text", "text": "", "index": 0}]),
        *blocks(text, index=0),
        AIMessageChunk([{"type": "text", "text": "!", "index": 0}, {"type": "text", "text": text, "index": 1}]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("stream", STREAMS)
def test_pieces_give_what_the_provider_wrote(stream: str) -> None:
    make = STREAMS[stream]
    inside = Pieces(seen=[], make=make)
    chunks = list(private(inside).stream(SAID))
    whole, wanted = reduce(add, chunks), reduce(add, make(SAID))
    assert whole.content == wanted.content
    assert whole.tool_calls == wanted.tool_calls
    assert whole.additional_kwargs == wanted.additional_kwargs
    assert "".join(one.text for one in chunks) == "".join(one.text for one in make(SAID))
    assert not SECRETS.search(str(inside.seen))


def test_a_text_without_an_index_goes_on() -> None:
    chunks = list(private(Pieces(seen=[], make=blocks)).stream(SAID))
    assert "".join(one.text for one in chunks) == SAID
    assert all("index" not in block for one in chunks for block in one.content if isinstance(block, dict))


@pytest.mark.skipif(
    find_spec("langchain_core.language_models.chat_model_stream") is None, reason="newer langchain-core"
)
@pytest.mark.filterwarnings("ignore:The v3 streaming protocol")
def test_events_of_a_provider_that_has_thoughts_of_its_own_kind() -> None:
    def make(text: str) -> list[AIMessageChunk]:
        source = {"model_provider": "anthropic"}
        return [
            one.model_copy(update={"response_metadata": source})
            for one in (*blocks(text, type="thinking", index=0), *blocks(text, index=1))
        ]

    output = private(Pieces(seen=[], make=make)).stream_events(SAID, version="v3").output
    assert [(one["type"], one.get("reasoning", one.get("text"))) for one in output.content] == [
        ("reasoning", SAID),
        ("text", SAID),
    ]


@pytest.mark.skipif(
    find_spec("langchain_core.language_models.chat_model_stream") is None, reason="newer langchain-core"
)
@pytest.mark.filterwarnings("ignore:The v3 streaming protocol")
def test_events_of_a_model_that_does_not_stream() -> None:
    call = {"name": "note", "args": {"it": 1}, "id": "call_1"}
    answer = AIMessage("Yes.", tool_calls=[call], usage_metadata=None)
    output = private(Says(seen=[], answer=answer, disable_streaming=True)).stream_events("Well?", version="v3").output
    assert output.text == "Yes."
    assert [one["id"] for one in output.tool_calls] == ["call_1"]


def signed() -> list[str]:
    """Signatures, of which some hold what reads like a number of somebody's."""
    drawn = random.Random(1)
    return [base64.b64encode(drawn.randbytes(800)).decode() for _ in range(60)]


def test_what_a_provider_signed_comes_back_to_the_byte() -> None:
    for signature in signed():
        call = str(uuid.uuid4())
        answer = AIMessage(
            [{"type": "text", "text": "Well.", "extras": {"signature": signature}}],
            tool_calls=[{"name": "note", "args": {}, "id": call}],
            additional_kwargs={"__gemini_function_call_thought_signatures__": {call: signature}},
        )
        inside = Says(seen=[], answer=answer)
        model = private(inside)
        reply = model.invoke(SAID)
        assert reply.content == answer.content
        assert reply.additional_kwargs == answer.additional_kwargs
        model.invoke([HumanMessage(SAID), reply, ToolMessage("Anna Miller", tool_call_id=call)])
        again: Any = inside.seen[-1][1]
        assert again.content == answer.content
        assert again.additional_kwargs["__gemini_function_call_thought_signatures__"] == {
            again.tool_calls[0]["id"]: signature
        }


def test_the_next_turn_says_how_blocks_are_written() -> None:
    answer = AIMessage(
        [
            {"type": "reasoning", "reasoning": SAID, "index": "lc_rs_305f30"},
            {"type": "text", "text": SAID, "index": "x"},
        ],
        response_metadata={"output_version": "v1", "model_provider": "anthropic", "id": "msg_1", "note": SAID},
        id="lc_run--1",
    )
    inside = Says(seen=[], answer=answer)
    model = private(inside)
    model.invoke([HumanMessage(SAID), answer, HumanMessage("And Anna Miller?")])
    sent: Any = inside.seen[-1][1]
    assert sent.response_metadata == {"output_version": "v1", "model_provider": "anthropic"}
    assert sent.content[0]["index"] == "lc_rs_305f30"
    assert not sent.id.startswith("msg_")
    assert not SECRETS.search(str(inside.seen))
    unknown = answer.model_copy(update={"response_metadata": {"output_version": "Anna", "model_provider": "Miller"}})
    model.invoke([HumanMessage(SAID), unknown, HumanMessage("And?")])
    assert inside.seen[-1][1].response_metadata == {}


def test_metadata_that_repeat_the_request_are_restored() -> None:
    class Stopped(Echo):
        def _generate(self, messages: Any, stop: Any = None, *args: Any, **kwargs: Any) -> ChatResult:
            self.seen.append(messages)
            told = {"stop_reason": "stop_sequence", "stop_sequence": stop[0], "logprobs": None}
            return ChatResult(generations=[ChatGeneration(message=AIMessage("Hm.", response_metadata=told))])

    reply = private(Stopped(seen=[])).invoke(SAID, stop=["Anna Miller:"])
    assert reply.response_metadata["stop_sequence"] == "Anna Miller:"
    assert reply.response_metadata["logprobs"] is None
