from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai.lib.streaming.chat import ChatCompletionStreamState
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from dp_gateway.api.replies import reply_restorer
from dp_gateway.api.replies.chat import ChoicesReply
from dp_gateway.restore import Restorer
from tests.api.replies.reply_streams import (
    RESTORER,
    arguments,
    call,
    chat_chunk,
    interleaved,
    joined,
    pieces,
    read,
    through,
    through_bytes,
    wire,
)


def whole_text(text: str) -> str:
    return RESTORER.restore(text).text


@st.composite
def choices(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Two choices, each with text and reasoning, then two calls side by side; and the message that all this makes."""
    made: list[dict[str, Any]] = []
    for at in (0, 1):
        content, reasoning = draw(pieces()), draw(pieces())
        calls = [draw(pieces(arguments())) for _ in range(draw(st.integers(0, 2)))]
        text = draw(interleaved([[{"content": p} for p in content], [{"reasoning_content": p} for p in reasoning]]))
        starts = [
            {
                "tool_calls": [
                    {"index": i, "id": f"call_{i}", "type": "function", "function": {"name": "send", "arguments": ""}}
                ]
            }
            for i in range(len(calls))
        ]
        parts = draw(interleaved([[call(i, arguments=p) for p in parts] for i, parts in enumerate(calls)]))
        chunks = [chat_chunk(delta, choice=at) for delta in [{"role": "assistant"}, *text, *starts, *parts]]
        made.append(
            {
                "chunks": [*chunks, chat_chunk({}, choice=at, finish_reason="tool_calls" if calls else "stop")],
                "content": "".join(content),
                "reasoning_content": "".join(reasoning),
                "calls": ["".join(parts) for parts in calls],
            }
        )
    return made


@given(st.data())
def test_the_client_of_a_stream_gets_what_the_client_of_the_whole_gets(data: st.DataObject) -> None:
    made = data.draw(choices())
    # The accumulator of the SDK takes the first chunks of the choices in their order only.
    first = [choice["chunks"].pop(0) for choice in made]
    chunks = first + data.draw(interleaved([choice["chunks"] for choice in made]))
    state = ChatCompletionStreamState()
    for chunk in through(reply_restorer("chat", RESTORER), chunks):
        state.handle_chunk(ChatCompletionChunk.model_validate(chunk))
    streamed = state.get_final_completion()
    reply = reply_restorer("chat", RESTORER).whole(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [
                {
                    "index": at,
                    "finish_reason": "stop",
                    "message": {
                        "role": "assistant",
                        "content": choice["content"],
                        "reasoning_content": choice["reasoning_content"],
                        "tool_calls": [
                            {"id": f"call_{i}", "type": "function", "function": {"name": "send", "arguments": text}}
                            for i, text in enumerate(choice["calls"])
                        ],
                    },
                }
                for at, choice in enumerate(made)
            ],
        }
    )
    whole = ChatCompletion.model_validate(reply)
    for choice, got, wanted in zip(made, streamed.choices, whole.choices, strict=True):
        assert wanted.message.content == whole_text(choice["content"])
        assert (got.message.content or "") == wanted.message.content
        assert got.message.model_extra["reasoning_content"] == whole_text(choice["reasoning_content"])  # pyright: ignore[reportOptionalSubscript]
        for mine, theirs, sent in zip(
            got.message.tool_calls or [], wanted.message.tool_calls or [], choice["calls"], strict=True
        ):
            assert mine.function.arguments == theirs.function.arguments  # pyright: ignore[reportAttributeAccessIssue]
            json.loads(mine.function.arguments)
            assert mine.function.arguments == RESTORER.restore_json(sent).text


@given(st.data())
def test_network_cuts_and_line_ends_change_nothing(data: st.DataObject) -> None:
    made = data.draw(choices())
    chunks = data.draw(interleaved([choice["chunks"] for choice in made]))
    sent = wire(chunks, done=True, end=data.draw(st.sampled_from(["\n", "\r\n", "\r"])))
    received = through_bytes(reply_restorer("chat", RESTORER), sent, data.draw(st.lists(st.integers(0, len(sent)))))
    assert joined(read(received)) == joined(through(reply_restorer("chat", RESTORER), chunks))
    assert received.rstrip().endswith(b"data: [DONE]")


@given(st.data())
def test_the_short_way_and_the_general_one_do_the_same(data: st.DataObject) -> None:
    made = data.draw(choices())
    chunks = data.draw(interleaved([choice["chunks"] for choice in made]))
    short, general = reply_restorer("chat", RESTORER), reply_restorer("chat", RESTORER)
    assert isinstance(general, ChoicesReply)
    for chunk in chunks:
        assert short.event(None, chunk) == ChoicesReply.event(general, None, chunk)
    assert (short.close(), short.count, short.notes) == (general.close(), general.count, general.notes)


def test_what_is_certain_goes_out_at_once_and_unchanged() -> None:
    reply = reply_restorer("chat", RESTORER)
    for delta in ({"role": "assistant", "content": ""}, {"content": "Dear "}, {"content": "all, "}):
        chunk = chat_chunk(delta)
        ((_, out),) = reply.event(None, chunk)
        assert out is chunk


def test_only_what_may_become_a_surrogate_is_held() -> None:
    reply = reply_restorer("chat", RESTORER)
    got = [
        reply.event(None, chat_chunk({"content": piece}))[0][1]["choices"][0]["delta"]["content"]
        for piece in ("Dear Lau", "ra", " Ch", "en", ", see")
    ]
    assert got == ["Dear ", "", "", "", "Anna O'Neil, see"]
    assert reply.count == 1


def test_what_is_held_goes_out_with_the_finish_reason_of_its_choice() -> None:
    reply = reply_restorer("chat", RESTORER)
    reply.event(None, chat_chunk({"content": "Laura"}))
    reply.event(None, chat_chunk({"content": "Chen"}, choice=1))
    ((_, last),) = reply.event(None, chat_chunk({}, finish_reason="stop"))
    assert last["choices"][0]["delta"] == {"content": "Anna"}
    assert last["choices"][0]["finish_reason"] == "stop"
    ((_, rest),) = reply.close()
    assert rest["choices"] == [{"index": 1, "delta": {"content": "O'Neil"}, "finish_reason": None}]
    assert {key: rest[key] for key in ("id", "model", "created", "object")} == {
        "id": "chatcmpl-1", "model": "gpt-4o-mini", "created": 1763721324, "object": "chat.completion.chunk",
    }  # fmt: skip
    assert not reply.close()


def test_text_ends_where_a_tool_call_begins() -> None:
    reply = reply_restorer("chat", RESTORER)
    reply.event(None, chat_chunk({"content": "I ask Laura"}))
    ((_, chunk),) = reply.event(None, chat_chunk(call(0, name="ask", arguments="")))
    assert chunk["choices"][0]["delta"]["content"] == "Anna"


def test_arguments_cut_off_by_length_are_flushed_before_the_end() -> None:
    reply = reply_restorer("chat", RESTORER)
    reply.event(None, chat_chunk(call(0, name="send", arguments='{"to": "Harlow Univ')))
    ((_, chunk),) = reply.event(None, chat_chunk({}, finish_reason="length"))
    assert chunk["choices"][0]["delta"]["tool_calls"] == [{"index": 0, "function": {"arguments": "Harlow Univ"}}]


@pytest.mark.parametrize("field", ["content", "refusal", "reasoning_content", "x_new_field"])
def test_every_string_of_a_delta_is_a_stream(field: str) -> None:
    chunks = [chat_chunk({field: piece}) for piece in ("to Lau", "ra", " Chen!")]
    assert joined(through(reply_restorer("chat", RESTORER), chunks)) == {(0, field): "to Anna O'Neil!"}


def test_nested_unknown_fields_are_streams_too() -> None:
    chunks = [
        chat_chunk({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": piece}]})
        for piece in ("Lau", "ra ", "x")
    ]
    out = through(reply_restorer("chat", RESTORER), chunks)
    texts = [chunk["choices"][0]["delta"]["reasoning_details"][0]["text"] for chunk in out]
    assert "".join(texts) == "Anna x"


def test_annotations_are_complete() -> None:
    annotation = {
        "type": "url_citation",
        "url_citation": {"title": "Laura", "url": "https://example.com", "start_index": 0},
    }
    ((_, chunk),) = reply_restorer("chat", RESTORER).event(None, chat_chunk({"annotations": [annotation]}))
    assert chunk["choices"][0]["delta"]["annotations"][0]["url_citation"]["title"] == "Anna"


def test_renamed_tools() -> None:
    def reply() -> Any:
        return reply_restorer("chat", RESTORER, renamed={"tool_1": "ask_anna", "tool_12": "call_anna"})

    for names, wanted in (
        ([("tool_1",)], "ask_anna"),
        ([("tool_12",)], "call_anna"),
        ([("to", "ol_1")], "ask_anna"),
        ([("tooth",)], "tooth"),
    ):
        chunks = [chat_chunk(call(0, name=name)) for name in names[0]]
        got = "".join(
            called["function"].get("name", "")
            for chunk in through(reply(), chunks)
            for called in chunk["choices"][0]["delta"].get("tool_calls", [])
        )
        assert got == wanted
    message = {"choices": [{"message": {"tool_calls": [{"function": {"name": "tool_1", "arguments": "{}"}}]}}]}
    assert reply().whole(message)["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "ask_anna"


def test_probabilities_are_dropped_with_a_note() -> None:
    tokens = {"content": [{"token": "Laura", "logprob": -0.1, "bytes": [76], "top_logprobs": []}], "refusal": None}
    chunk = chat_chunk({"content": "Laura "})
    chunk["choices"][0]["logprobs"] = tokens
    reply = reply_restorer("chat", RESTORER)
    ((_, out),) = reply.event(None, chunk)
    assert out["choices"][0]["logprobs"] is None
    assert len(reply.notes) == 1
    ChatCompletionChunk.model_validate(out)
    empty = reply_restorer("chat", Restorer([]))
    ((_, out),) = empty.event(None, chunk)
    assert out is chunk
    assert not empty.notes


@pytest.mark.parametrize(
    "chunk",
    [
        {"choices": []},
        {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}},
        {},
        {"choices": None},
        {"choices": [None]},
        {"choices": [{}]},
        {"choices": [{"delta": None}]},
        {"choices": [{"delta": {"content": None}}]},
        {"choices": [{"delta": {"role": "assistant"}, "finish_reason": None}]},
        {"choices": [{"index": "0", "delta": {"tool_calls": None}}]},
        {"choices": [{"delta": {"tool_calls": [None, 1]}}]},
    ],
)
def test_lenient(chunk: dict[str, Any]) -> None:
    reply = reply_restorer("chat", RESTORER)
    ((_, out),) = reply.event(None, chunk)
    assert out is chunk
    assert not reply.close()


def test_without_index_id_or_finish_reason() -> None:
    chunks: list[dict[str, Any]] = [{"choices": [{"delta": {"content": piece}}]} for piece in "Hi Laura"]
    out = through(reply_restorer("chat", RESTORER), chunks)
    assert "".join(chunk["choices"][0]["delta"]["content"] for chunk in out) == "Hi Anna"


def test_error_in_the_middle_of_a_stream() -> None:
    reply = reply_restorer("chat", RESTORER)
    reply.event(None, chat_chunk({"content": "Laura"}))
    held, (_, error) = reply.event(None, {"error": {"message": "Laura Chen is too long", "code": 500}})
    assert held[1]["choices"][0]["delta"]["content"] == "Anna"
    assert error == {"error": {"message": "Anna O'Neil is too long", "code": 500}}


def test_error_of_a_choice() -> None:
    reply = reply_restorer("chat", RESTORER)
    chunk = chat_chunk({"content": "Laura"}, finish_reason="error", error={"message": "Chen"})
    ((_, out),) = reply.event(None, chunk)
    assert out["choices"][0]["delta"]["content"] == "Anna"
    assert out["error"]["message"] == "O'Neil"


def test_an_error_of_null_ends_nothing() -> None:
    chunks = [chat_chunk({"content": part}, error=None) for part in ("Lau", "ra!")]
    assert joined(through(reply_restorer("chat", RESTORER), chunks)) == {(0, "content"): "Anna!"}


def test_answers_that_are_json() -> None:
    sent = json.dumps({"school": "Harlow University", "zoë": "Laura"})
    reply = reply_restorer("chat", RESTORER, json_answers=True)
    whole = reply.whole({"choices": [{"message": {"content": sent}}]})["choices"][0]["message"]["content"]
    assert json.loads(whole) == {"school": 'The "Old" School\nof Rome', "zoë": "Anna"}
    chunks = [chat_chunk({"content": char}) for char in sent]
    assert joined(through(reply_restorer("chat", RESTORER, json_answers=True), chunks)) == {(0, "content"): whole}


def test_arguments_that_are_an_object() -> None:
    arguments = {"school": "Harlow University", "Laura": 1}
    delta = {"tool_calls": [{"index": 0, "function": {"name": "f", "arguments": arguments}}]}
    ((_, out),) = reply_restorer("chat", RESTORER).event(None, chat_chunk(delta))
    got = out["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"]
    assert got == {"school": 'The "Old" School\nof Rome', "Anna": 1}


def test_images_pass() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "Laura" * 1_000_000}}
    reply = reply_restorer("chat", RESTORER)
    message = {"choices": [{"message": {"content": "Laura", "images": [image]}}]}
    assert reply.whole(message)["choices"][0]["message"] == {"content": "Anna", "images": [image]}
    ((_, out),) = reply.event(None, chat_chunk({"images": [image]}))
    assert out["choices"][0]["delta"] == {"images": [image]}


def test_input_is_left_alone() -> None:
    chunk = chat_chunk({"content": "Laura Chen!"})
    before = json.dumps(chunk)
    reply = reply_restorer("chat", RESTORER)
    reply.event(None, chunk)
    reply.whole(chunk)
    assert json.dumps(chunk) == before
