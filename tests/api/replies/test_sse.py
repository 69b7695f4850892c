from __future__ import annotations

import json
from unittest.mock import patch

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai._streaming import SSEDecoder

from dp_gateway.api.replies import reply_restorer
from dp_gateway.api.sse import Event, EventParser, StreamRestorer, encode
from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.errors import UpstreamFailed
from dp_gateway.restore import Restorer
from dp_gateway.restore.stream import RestoreStream
from dp_gateway.testing.replies import chat_tool_stream, messages_tool_stream
from tests.api.replies.reply_streams import RESTORER, arguments, chat_chunk, joined, merged, pieces, read, through_bytes

LINES = st.sampled_from([
    b"data: {}", b"data:x", b"data", b"data: ", b"event: ping", b"event:", b"id: 7", b"retry: 10", b": comment", b":", b"other: x", b"data:  two spaces", "data: ü🙂".encode(),
])  # fmt: skip


def parsed(parts: list[bytes]) -> list[Event]:
    parser = EventParser()
    return [event for part in parts for event in parser.feed(part)] + parser.close()


def meant(events: list[Event]) -> list[tuple[str | None, bytes, tuple[bytes, ...]]]:
    return [event[:3] for event in events]


def cut(sent: bytes, places: list[int]) -> list[bytes]:
    cuts = sorted({min(place, len(sent)) for place in places})
    return [sent[a:b] for a, b in zip([0, *cuts], [*cuts, len(sent)], strict=True)]


BLOCKS = st.lists(st.lists(LINES, min_size=1, max_size=4), max_size=4)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@given(BLOCKS, ENDS, st.lists(st.integers(0, 120)), st.booleans())
def test_any_chunking_gives_the_same_events(
    blocks: list[list[bytes]], end: bytes, places: list[int], marked: bool
) -> None:
    sent = (b"\xef\xbb\xbf" if marked else b"") + b"".join(end.join(lines) + end * 2 for lines in blocks)
    assert meant(parsed(cut(sent, places))) == meant(parsed([sent])) == meant(parsed([bytes([b]) for b in sent]))


@given(BLOCKS, ENDS)
def test_agrees_with_the_decoder_of_the_sdk(blocks: list[list[bytes]], end: bytes) -> None:
    sent = b"".join(end.join(lines) + end * 2 for lines in blocks)
    theirs = [(event.event, event.data.encode()) for event in SSEDecoder().iter_bytes(iter([sent])) if event.data]
    assert [event[:2] for event in parsed([sent]) if event.data] == theirs


@given(BLOCKS, ENDS)
def test_written_events_mean_the_same(blocks: list[list[bytes]], end: bytes) -> None:
    events = parsed([b"".join(end.join(lines) + end * 2 for lines in blocks)])
    events = [event for event in events if event.data]
    assert meant(parsed([encode(event) for event in events])) == meant(events)


def test_fields() -> None:
    (event,) = parsed([b": hi\nid: 7\nevent: x\ndata: a\ndata: b\nretry: 5\n\n"])
    assert event[:3] == ("x", b"a\nb", (b": hi", b"id: 7", b"retry: 5"))
    assert encode(event) == b": hi\nid: 7\nretry: 5\nevent: x\ndata: a\ndata: b\n\n"


def test_an_event_that_nothing_ends_counts() -> None:
    assert meant(parsed([b"data: [DONE]"])) == [(None, b"[DONE]", ())]
    assert meant(parsed([b"data: a\n\ndata: b\n"])) == [(None, b"a", ()), (None, b"b", ())]


def test_an_event_is_returned_as_soon_as_its_last_line_end_begins() -> None:
    parser = EventParser()
    assert len(parser.feed(b"data: a\r\n\r")) == 1
    assert meant(parser.feed(b"\ndata: b\r\n\r\n")) == [(None, b"b", ())]


def test_size_is_bounded() -> None:
    parser = EventParser(largest=100)
    parser.feed(b"data: " + b"x" * 90)
    with pytest.raises(UpstreamFailed, match="more than 100 bytes"):
        parser.feed(b"x" * 90)
    assert parser.close() == []


def test_a_large_event_in_small_pieces_is_read_in_linear_time() -> None:
    parser = EventParser()
    data = b"x" * 4_000_000
    events = [event for at in range(0, len(data), 1000) for event in parser.feed(data[at : at + 1000])]
    assert not events
    assert len(parser.feed(b"\n\n")) == 1


def feed_all(sent: list[bytes], restorer: Restorer = RESTORER) -> list[bytes]:
    stream = StreamRestorer(reply_restorer("chat", restorer))
    return [*(stream.feed(part) for part in sent), stream.close()]


def test_unchanged_events_keep_their_bytes() -> None:
    sent = [
        b"data:  " + json.dumps(chat_chunk({"content": "Dear all, "}), indent=None).encode() + b"\r\n\r\n",
        b": ping\n\n",
        b"retry: 3\n\n",
    ]
    assert feed_all(sent)[:3] == sent


def test_without_surrogates_bytes_pass() -> None:
    sent = [b'data: {"a":', b" not json", b"\r\n\r", b"\n"]
    assert feed_all(sent, Restorer([])) == [*sent, b""]


def test_what_is_held_goes_out_before_done() -> None:
    text = b"data: " + orjson.dumps(chat_chunk({"content": "Laura"})) + b"\n\n"
    first, last, rest = feed_all([text, b"data: [DONE]\n\n"])
    assert joined(read(first)) == {(0, "content"): ""}
    assert last.endswith(b"data: [DONE]\n\n")
    assert joined(read(last.removesuffix(b"data: [DONE]\n\n"))) == {(0, "content"): "Anna"}
    assert rest == b""


def test_what_is_held_goes_out_at_the_end() -> None:
    _, rest = feed_all([b"data: " + orjson.dumps(chat_chunk({"content": "Laura"})) + b"\n\n"])
    assert joined(read(rest)) == {(0, "content"): "Anna"}


def test_added_events_have_no_id() -> None:
    delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Laura"}}
    stream = StreamRestorer(reply_restorer("messages", RESTORER))
    stream.feed(b"data: " + orjson.dumps(delta) + b"\n\n")
    out = stream.feed(b'id: 5\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n')
    added, ended = parsed([out])
    assert (added.name, added.others) == ("content_block_delta", ())
    assert (ended.name, ended.others) == ("content_block_stop", (b"id: 5",))


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        (b"data: Laura Chen is not JSON\n\n", b"data: Anna O'Neil is not JSON\n\n"),
        (b'data: ["Laura", 1]\n\n', b'data: ["Anna",1]\n\n'),
        (b'data: {"choices":[{"delta":{"content":"Laura Ch\n\n', b'data: {"choices":[{"delta":{"content":"Anna Ch\n\n'),
        (b"data: \xff Laura\n\n", "data: \ufffd Anna\n\n".encode()),
        (b"data: 7\n\n", b"data: 7\n\n"),
        (b'{"error": "Laura Chen"}', b'{"error": "Anna O\'Neil"}\n\n'),
        (b"data: " + b"[" * 100_000 + b" Laura\n\n", b"data: " + b"[" * 100_000 + b" Anna\n\n"),
    ],
)
def test_malformed(sent: bytes, wanted: bytes) -> None:
    assert b"".join(feed_all([sent])) == wanted


def test_lone_surrogate_halves_pass() -> None:
    sent = b'data: {"choices":[{"index":0,"delta":{"content":"Laura! \\ud83d"}}]}\n\n'
    (event,) = parsed(feed_all([sent]))
    assert json.loads(event.data)["choices"][0]["delta"]["content"] == "Anna! \ud83d"


def test_events_alike_with_texts_of_all_kinds() -> None:
    texts = ["Hi", " Laura", " Ch", 'en "x"', " é", " \\u00e9", "\t", "", " Laura", " Chen!", " 🙂", ', "', " end"]
    for ascii_only in (False, True):
        sent = [
            b"data: " + json.dumps(chat_chunk({"content": text}), ensure_ascii=ascii_only).encode() + b"\n\n"
            for text in texts
        ]
        wanted = RESTORER.restore("".join(texts)).text
        assert joined(read(b"".join(feed_all(sent)))) == {(0, "content"): wanted}


def test_a_choice_that_goes_on_after_its_end() -> None:
    deltas = [({"content": "a "}, None), ({"content": "Lau"}, None), ({}, "stop"), ({"content": "Laura"}, None)]
    sent = [b"data: " + orjson.dumps(chat_chunk(delta, finish_reason=reason)) + b"\n\n" for delta, reason in deltas]
    assert joined(read(b"".join(feed_all(sent)))) == {(0, "content"): "a LauAnna"}


def test_one_character_per_event() -> None:
    sent = [b"data: " + orjson.dumps(chat_chunk({"content": char})) + b"\n\n" for char in "Hi Laura Chen, bye"]
    assert joined(read(b"".join(feed_all(sent)))) == {(0, "content"): "Hi Anna O'Neil, bye"}


def test_nesting_is_bounded() -> None:
    deep = b'{"a":' * 900 + b"1" + b"}" * 900
    with pytest.raises(UpstreamFailed, match="nested"):
        feed_all([b"data: " + deep + b"\n\n"])


@given(some=st.lists(pieces(arguments()), min_size=1, max_size=2), places=st.lists(st.integers(0, 4000), max_size=3))
@pytest.mark.parametrize("shape", ["chat", "messages"])
def test_arguments_that_come_together_give_what_they_give_one_by_one(
    shape: str, some: list[list[str]], places: list[int]
) -> None:
    stream = chat_tool_stream if shape == "chat" else messages_tool_stream
    cut_finely = [piece for document in some for piece in document]
    sent = stream("Edit", cut_finely)
    together = through_bytes(reply_restorer(shape, RESTORER, mask=identifiers_in), sent.body, places)
    alone = StreamRestorer(reply_restorer(shape, RESTORER, mask=identifiers_in))
    one_by_one = [alone.feed(chunk) for chunk in sent.chunks if isinstance(chunk, bytes)]
    received = [read(together), read(b"".join([*one_by_one, alone.close()]))]
    if shape == "chat":
        assert joined(received[0]) == joined(received[1])
    else:
        assert len({"".join(text for *_, text in merged(events)) for events in received}) == 1


def test_arguments_that_come_together_are_treated_at_once() -> None:
    escaped = json.dumps({"old": '"Dear" \\ reader,\n' * 200})
    stream = StreamRestorer(reply_restorer("chat", RESTORER))
    sent = chat_tool_stream("Edit", [escaped[at : at + 20] for at in range(0, len(escaped), 20)]).body
    with patch.object(RestoreStream, "_advance", autospec=True, side_effect=RestoreStream._advance) as advanced:
        assert joined(read(stream.feed(sent)))[0, 0] == escaped
    assert advanced.call_count < 10
