from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai.types import Completion

from dp_gateway.api.replies import reply_restorer
from tests.api.replies.reply_streams import RESTORER, interleaved, merged, pieces, read, through, through_bytes, wire


def chunk(text: Any, *, choice: int = 0, finish_reason: str | None = None) -> dict[str, Any]:
    return {
        "id": "cmpl-1", "object": "text_completion", "created": 1, "model": "m",
        "choices": [{"index": choice, "text": text, "logprobs": None, "finish_reason": finish_reason}],
    }  # fmt: skip


def joined(chunks: list[dict[str, Any]], choice: int) -> str:
    typed = [
        Completion.construct(**chunk) for chunk in chunks
    ]  # as the SDK does; it does not insist on a finish reason
    return "".join(each.text for chunk in typed for each in chunk.choices if each.index == choice)


@given(st.data())
def test_streams_give_the_whole(data: st.DataObject) -> None:
    texts = [data.draw(pieces()) for _ in range(2)]
    chunks = data.draw(
        interleaved(
            [
                [*(chunk(part, choice=at) for part in parts), chunk("", choice=at, finish_reason="stop")]
                for at, parts in enumerate(texts)
            ]
        )
    )
    sent = wire(chunks, done=True)
    received = through_bytes(
        reply_restorer("completions", RESTORER), sent, data.draw(st.lists(st.integers(0, len(sent))))
    )
    out = through(reply_restorer("completions", RESTORER), chunks)
    assert merged(read(received)) == merged(out)
    for at, parts in enumerate(texts):
        reply = chunk("".join(parts), finish_reason="stop")
        whole = reply_restorer("completions", RESTORER).whole(reply)
        assert joined(out, at) == whole["choices"][0]["text"] == RESTORER.restore("".join(parts)).text


def test_what_is_held_goes_out_with_the_finish_reason() -> None:
    reply = reply_restorer("completions", RESTORER)
    reply.event(None, chunk("to Laura"))
    assert reply.event(None, chunk("", finish_reason="stop")) == [(None, chunk("Anna", finish_reason="stop"))]


def test_the_connection_breaks_off() -> None:
    reply = reply_restorer("completions", RESTORER)
    reply.event(None, chunk("Laura"))
    assert reply.close() == [(None, chunk("Anna"))]


@pytest.mark.parametrize("data", [{}, {"choices": []}, {"choices": [{}]}, {"choices": [None]}, chunk(None)])
def test_lenient(data: dict[str, Any]) -> None:
    reply = reply_restorer("completions", RESTORER)
    ((_, out),) = reply.event(None, data)
    assert out is data


def test_probabilities_are_dropped() -> None:
    reply = reply_restorer("completions", RESTORER)
    sent = chunk("Laura ")
    sent["choices"][0]["logprobs"] = {
        "tokens": ["Laura"],
        "token_logprobs": [-1.0],
        "top_logprobs": None,
        "text_offset": [0],
    }
    assert reply.whole(sent)["choices"][0]["logprobs"] is None
    assert reply.event(None, sent)[0][1]["choices"][0]["logprobs"] is None
    assert len(reply.notes) == 1


def test_embeddings_pass() -> None:
    reply = {"object": "list", "model": "Laura", "data": [{"object": "embedding", "index": 0, "embedding": "Laura"}]}
    assert reply_restorer("embeddings", RESTORER).whole(reply) == reply
