"""Streams of content blocks, cut anywhere: what the pieces give is what the whole gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from operator import add
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from tests.integrations.langchain.openai_models import KEY, gateway
from tests.integrations.langchain.scripted_models import SAID, SECRETS, Echo

USAGE = {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}


class Blocks(Echo):
    """Thinks, answers and calls a tool, in blocks; says what it was told."""

    cut: int = 1

    def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> ChatResult:
        self.seen.append(messages)
        said = messages[-1].text
        content: Any = [
            {"type": "reasoning", "reasoning": said, "index": 0},
            {"type": "text", "text": said, "index": 1},
        ]
        calls: Any = [{"name": "note", "args": {"it": said}, "id": "call_1"}]
        message = AIMessage(content, tool_calls=calls, usage_metadata=USAGE)  # type: ignore[arg-type]
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(self, messages: Any, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        self.seen.append(messages)
        said = messages[-1].text
        for index, kind, field in ((0, "reasoning", "reasoning"), (1, "text", "text")):
            for at in range(0, len(said), self.cut):
                block: Any = {"type": kind, field: said[at : at + self.cut], "index": index}
                yield ChatGenerationChunk(message=AIMessageChunk([block]))
        arguments = json.dumps({"it": said})
        for at in range(0, len(arguments), self.cut):
            piece = tool_call_chunk(
                name=None if at else "note", args=arguments[at : at + self.cut], id=None if at else "call_1", index=2
            )
            yield ChatGenerationChunk(message=AIMessageChunk("", tool_call_chunks=[piece]))
        yield ChatGenerationChunk(message=AIMessageChunk("", usage_metadata=USAGE))  # type: ignore[arg-type]


def assert_all_of_it(message: Any) -> None:
    fields = {one["type"]: one for one in message.content}
    assert fields["reasoning"]["reasoning"] == SAID
    assert fields["text"]["text"] == SAID
    assert message.tool_calls[0]["args"] == {"it": SAID}
    assert message.usage_metadata == USAGE


@pytest.mark.parametrize("cut", [1, 2, 5, 11, 1000])
def test_every_kind_of_piece_is_restored(cut: int) -> None:
    inside = Blocks(seen=[], cut=cut)
    model = PrivateChatModel(inside, gateway=gateway(), key=KEY)
    chunks = list(model.stream(SAID))
    assert_all_of_it(reduce(add, chunks))
    assert chunks[-1].chunk_position == "last"
    assert not SECRETS.search(str(inside.seen))


def test_whole_blocks_are_restored_and_may_be_sent_again() -> None:
    inside = Blocks(seen=[])
    model = PrivateChatModel(inside, gateway=gateway(), key=KEY)
    reply = model.invoke(SAID)
    assert_all_of_it(reply)
    from langchain_core.messages import ToolMessage

    again = [HumanMessage(SAID), reply, ToolMessage("Anna Miller", tool_call_id="call_1"), HumanMessage("Boston?")]
    assert model.invoke(again).text == "Boston?"
    assert not SECRETS.search(str(inside.seen))
