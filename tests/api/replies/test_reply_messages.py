from __future__ import annotations

import json
from typing import Any, cast

import pytest
from anthropic.lib.streaming import _messages as accumulator
from hypothesis import example, given
from hypothesis import strategies as st

from dp_gateway.api.replies import reply_restorer
from dp_gateway.errors import UpstreamFailed
from dp_gateway.restore import Replacement, Restorer
from tests.api.replies.reply_streams import (
    RESTORER,
    arguments,
    interleaved,
    merged,
    pieces,
    read,
    through,
    through_bytes,
    wire,
)

Block = tuple[dict[str, Any], list[dict[str, Any]]]


def block(at: int, empty: dict[str, Any], deltas: list[dict[str, Any]], whole: dict[str, Any]) -> Block:
    return empty | whole, [
        {"type": "content_block_start", "index": at, "content_block": empty},
        *({"type": "content_block_delta", "index": at, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": at},
    ]


def thinking(at: int, parts: list[str]) -> Block:
    deltas: list[dict[str, Any]] = [{"type": "thinking_delta", "thinking": part} for part in parts]
    empty = {"type": "thinking", "thinking": "", "signature": ""}
    signature = {"type": "signature_delta", "signature": "Laura=="}
    return block(at, empty, [*deltas, signature], {"thinking": "".join(parts), "signature": "Laura=="})


def text(at: int, parts: list[str]) -> Block:
    deltas = [{"type": "text_delta", "text": part} for part in parts]
    return block(at, {"type": "text", "text": ""}, deltas, {"text": "".join(parts)})


def tool_use(at: int, parts: list[str]) -> Block:
    deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
    empty = {"type": "tool_use", "id": f"toolu_{at}", "name": "send", "input": {}}
    return block(at, empty, deltas, {"input": json.loads("".join(parts))})


def message(content: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": content,
        "stop_reason": "tool_use", "stop_sequence": None, "usage": {"input_tokens": 3, "output_tokens": 9},
    }  # fmt: skip


def framed(middle: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"type": "message_start", "message": message([]) | {"stop_reason": None}},
        {"type": "ping"},
        *middle,
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 9},
        },
        {"type": "message_stop"},
    ]


@st.composite
def messages(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Thinking, text and two tool uses; and the events. Blocks come one after the other."""
    blocks = [
        thinking(0, draw(pieces())),
        text(1, draw(pieces())),
        tool_use(2, draw(pieces(arguments()))),
        tool_use(3, draw(pieces(arguments()))),
    ]
    return [whole for whole, _ in blocks], framed([event for _, events in blocks for event in events])


def accumulated(events: list[dict[str, Any]]) -> Any:
    snapshot, buffers = None, {}
    for event in events:
        if event["type"] != "ping":
            snapshot = accumulator.accumulate_event(
                event=cast(Any, event), current_snapshot=snapshot, json_bufs=buffers
            )
    return snapshot


@given(messages())
def test_the_client_of_a_stream_gets_what_the_client_of_the_whole_gets(
    made: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    content, events = made
    whole = reply_restorer("messages", RESTORER).whole(message(content))
    got = accumulated(through(reply_restorer("messages", RESTORER), events, named=True))
    assert [part.to_dict() for part in got.content] == whole["content"]
    assert whole["content"][1]["text"] == RESTORER.restore(content[1]["text"]).text
    assert whole["content"][0]["signature"] == "Laura=="
    assert got.stop_reason == "tool_use"


@given(messages(), st.lists(st.integers(0, 4_000)))
@example(([], framed(text(0, ["", "L", "auraLaura"])[1])), [])
def test_network_cuts_change_nothing(
    made: tuple[list[dict[str, Any]], list[dict[str, Any]]], places: list[int]
) -> None:
    _, events = made
    received = through_bytes(reply_restorer("messages", RESTORER), wire(events, named=True), places)
    assert merged(read(received)) == merged(through(reply_restorer("messages", RESTORER), events, named=True))


@given(st.data())
def test_blocks_side_by_side(data: st.DataObject) -> None:
    sent = [data.draw(pieces()) for _ in range(2)]
    events = data.draw(interleaved([text(at, parts)[1] for at, parts in enumerate(sent)]))
    out = through(reply_restorer("messages", RESTORER), events, named=True)
    for at, parts in enumerate(sent):
        got = "".join(e["delta"]["text"] for e in out if e["type"] == "content_block_delta" and e["index"] == at)
        assert got == RESTORER.restore("".join(parts)).text


def test_what_is_held_stands_before_the_end_of_its_block() -> None:
    out = through(reply_restorer("messages", RESTORER), framed(text(0, ["to Lau", "ra"])[1]), named=True)
    at = next(i for i, event in enumerate(out) if event["type"] == "content_block_stop")
    assert [event["delta"] for event in out[at - 3 : at]] == [
        {"type": "text_delta", "text": "to "},
        {"type": "text_delta", "text": ""},
        {"type": "text_delta", "text": "Anna"},
    ]


@pytest.mark.parametrize(
    "last",
    [{"type": "message_delta", "delta": {}}, {"type": "message_stop"}, {"type": "error", "error": {"message": "x"}}],
)
def test_the_end_without_the_end_of_the_block(last: dict[str, Any]) -> None:
    reply = reply_restorer("messages", RESTORER)
    reply.event(None, {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Laura"}})
    (name, tail), (_, end) = reply.event(None, last)
    assert name == tail["type"] == "content_block_delta"
    assert tail["delta"]["text"] == "Anna"
    assert end is last


def test_the_connection_breaks_off() -> None:
    reply = reply_restorer("messages", RESTORER)
    reply.event(None, {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Laura"}})
    assert reply.close() == [
        (
            "content_block_delta",
            {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Anna"}},
        )
    ]


def test_text_in_the_start_of_a_block_is_its_first_piece() -> None:
    events = text(0, ["ra is here"])[1]
    events[0]["content_block"]["text"] = "Lau"
    got = accumulated(through(reply_restorer("messages", RESTORER), framed(events), named=True))
    assert got.content[0].text == "Anna is here"


def test_citations_are_complete() -> None:
    reply = reply_restorer("messages", RESTORER)
    citation = {"type": "char_location", "cited_text": "Laura", "document_title": "Chen", "encrypted_index": "Laura"}
    ((_, out),) = reply.event(
        None, {"type": "content_block_delta", "index": 0, "delta": {"type": "citations_delta", "citation": citation}}
    )
    assert out["delta"]["citation"] == citation | {"cited_text": "Anna", "document_title": "O'Neil"}


def test_inputs_are_restored_leaf_by_leaf_with_their_keys() -> None:
    reply = reply_restorer("messages", RESTORER, renamed={"t1": "mail_anna"})
    block = {
        "type": "tool_use",
        "id": "Laura",
        "name": "t1",
        "input": {"Laura": [{"type": "Chen", "id": "Laura Chen"}]},
    }
    whole = reply.whole(message([block]))
    assert whole["content"][0] == {
        "type": "tool_use", "id": "Laura", "name": "mail_anna", "input": {"Anna": [{"type": "O'Neil", "id": "Anna O'Neil"}]},
    }  # fmt: skip


def test_numbers_of_inputs_are_restored_as_in_a_stream() -> None:
    restorer = Restorer([Replacement("48213", "91734"), Replacement("55555", "x-1")])
    for sent, wanted in (
        ({"n": 48213, "m": [7]}, {"n": 91734, "m": [7]}),
        ({"n": 55555, "s": "48213"}, {"n": "x-1", "s": "91734"}),  # what is no number is quoted
    ):
        content, events = tool_use(0, [json.dumps(sent)])
        assert reply_restorer("messages", restorer).whole(message([content]))["content"][0]["input"] == wanted
        got = accumulated(through(reply_restorer("messages", restorer), framed(events), named=True))
        assert got.content[0].input == wanted


def test_inputs_nested_too_deeply() -> None:
    deep: dict[str, Any] = {}
    for _ in range(1000):
        deep = {"a": deep}
    with pytest.raises(UpstreamFailed):
        reply_restorer("messages", RESTORER).whole(message([{"type": "tool_use", "input": deep}]))


def test_answers_that_are_json() -> None:
    sent = json.dumps({"school": "Harlow University"})
    reply = reply_restorer("messages", RESTORER, json_answers=True)
    whole = reply.whole(message([{"type": "text", "text": sent}]))["content"][0]["text"]
    assert json.loads(whole) == {"school": 'The "Old" School\nof Rome'}
    out = through(reply_restorer("messages", RESTORER, json_answers=True), framed(text(0, list(sent))[1]), named=True)
    assert accumulated(out).content[0].text == whole


def test_stop_sequences_are_text() -> None:
    assert reply_restorer("messages", RESTORER).whole({"stop_sequence": "Laura"}) == {"stop_sequence": "Anna"}


def test_opaque_data_passes() -> None:
    blocks = [
        {"type": "redacted_thinking", "data": "Laura"},
        {"type": "web_fetch_tool_result", "tool_use_id": "Laura", "content": {
            "type": "web_fetch_result", "content": {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "Laura"}}}},
    ]  # fmt: skip
    assert reply_restorer("messages", RESTORER).whole(message(blocks))["content"] == blocks
