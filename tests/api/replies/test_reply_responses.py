from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai import OpenAI
from openai.types.responses import Response

from dp_gateway.api.replies import reply_restorer
from tests.api.replies.reply_streams import RESTORER, arguments, interleaved, pieces, read, through, through_bytes, wire

Items = list[tuple[dict[str, Any], list[dict[str, Any]]]]


def base(status: str, output: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "status": status, "model": "m", "output": output,
        "instructions": "Be kind to Laura Chen.", "parallel_tool_calls": True, "tool_choice": "auto",
        "tools": [{"type": "function", "name": "send", "parameters": {"type": "object"}, "strict": True}],
    }  # fmt: skip


def deltas(stem: str, field: str, parts: list[str], **place: Any) -> list[dict[str, Any]]:
    extra: dict[str, Any] = {"logprobs": []} if stem == "response.output_text" else {}
    return [
        *({"type": f"{stem}.delta", "delta": part, "obfuscation": "xyz", **place, **extra} for part in parts),
        {"type": f"{stem}.done", field: "".join(parts), **place, **extra},
    ]


def message(at: int, text: list[str], refusal: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    item: dict[str, Any] = {
        "id": f"msg_{at}",
        "type": "message",
        "role": "assistant",
        "status": "in_progress",
        "content": [],
    }
    events = [{"type": "response.output_item.added", "output_index": at, "item": item}]
    parts: list[dict[str, Any]] = [
        {"type": "output_text", "text": "".join(text), "annotations": []},
        {"type": "refusal", "refusal": "".join(refusal)},
    ]
    for index, (part, (stem, field), pieces_) in enumerate(
        zip(parts, [("response.output_text", "text"), ("response.refusal", "refusal")], [text, refusal], strict=True)
    ):
        place = {"item_id": item["id"], "output_index": at, "content_index": index}
        events += [
            {"type": "response.content_part.added", "part": part | {field: ""}, **place},
            *deltas(stem, field, pieces_, **place),
            {"type": "response.content_part.done", "part": part, **place},
        ]
    done = item | {"status": "completed", "content": parts}
    return done, [*events, {"type": "response.output_item.done", "output_index": at, "item": done}]


def called(at: int, kind: str, parts: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    field, stem = {
        "function_call": ("arguments", "response.function_call_arguments"),
        "custom_tool_call": ("input", "response.custom_tool_call_input"),
    }[kind]
    item = {"id": f"fc_{at}", "type": kind, "call_id": f"call_{at}", "name": "send", "status": "in_progress"}
    done = item | {"status": "completed", field: "".join(parts)}
    return done, [
        {"type": "response.output_item.added", "output_index": at, "item": item | {field: ""}},
        *deltas(stem, field, parts, item_id=item["id"], output_index=at),
        {"type": "response.output_item.done", "output_index": at, "item": done},
    ]


def reasoning(at: int, parts: list[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    place = {"item_id": f"rs_{at}", "output_index": at, "summary_index": 0}
    part = {"type": "summary_text", "text": "".join(parts)}
    item = {"id": f"rs_{at}", "type": "reasoning", "summary": [], "encrypted_content": "gAAA"}
    done = item | {"summary": [part]}
    return done, [
        {"type": "response.output_item.added", "output_index": at, "item": item},
        {"type": "response.reasoning_summary_part.added", "part": part | {"text": ""}, **place},
        *deltas("response.reasoning_summary_text", "text", parts, **place),
        {"type": "response.reasoning_summary_part.done", "part": part, **place},
        {"type": "response.output_item.done", "output_index": at, "item": done},
    ]


def numbered(items: Items, middle: list[dict[str, Any]], last: str = "completed") -> list[dict[str, Any]]:
    events = [
        {"type": "response.created", "response": base("in_progress", [])},
        {"type": "response.in_progress", "response": base("in_progress", [])},
        *middle,
        {"type": f"response.{last}", "response": base(last, [item for item, _ in items])},
    ]
    return [event | {"sequence_number": at} for at, event in enumerate(events)]


@st.composite
def responses(draw: st.DrawFn) -> tuple[Items, list[dict[str, Any]]]:
    """A response of four items, the events of two calls mixed, and its events."""
    items = [
        reasoning(0, draw(pieces())),
        message(1, draw(pieces()), draw(pieces())),
        called(2, "function_call", draw(pieces(arguments()))),
        called(3, "custom_tool_call", draw(pieces())),
    ]
    middle = [*items[0][1], *items[1][1], *draw(interleaved([items[2][1], items[3][1]]))]
    return items, numbered(items, middle)


def joined(events: list[dict[str, Any]]) -> dict[Any, str]:
    texts: dict[Any, str] = defaultdict(str)
    for event in events:
        stem, _, verb = event["type"].rpartition(".")
        if verb == "delta":
            texts[stem, event["output_index"]] += event["delta"]
    return dict(texts)


def told(events: list[dict[str, Any]]) -> dict[Any, str]:
    """What the done events say."""
    return {
        (event["type"].removesuffix(".done"), event["output_index"]): event[field]
        for event in events
        for field in ("text", "refusal", "arguments", "input")
        if event["type"].endswith(".done") and field in event
    }


@given(responses())
def test_deltas_give_what_done_events_and_the_whole_response_say(made: tuple[Items, list[dict[str, Any]]]) -> None:
    items, events = made
    out = through(reply_restorer("responses", RESTORER), events, named=True)
    whole = reply_restorer("responses", RESTORER).whole(base("completed", [item for item, _ in items]))
    assert [event["sequence_number"] for event in out] == list(range(len(out)))
    restored = told(out)
    assert joined(out) == {key: restored[key] for key in joined(out)}
    assert out[-1]["response"] == whole
    assert whole["instructions"] == "Be kind to Anna O'Neil."
    assert whole["output"][1]["content"][0]["text"] == RESTORER.restore(items[1][0]["content"][0]["text"]).text
    assert whole["output"][2]["arguments"] == RESTORER.restore_json(items[2][0]["arguments"]).text
    assert [event["item"] for event in out if event["type"] == "response.output_item.done"] != []
    for event in out:
        if event["type"] == "response.output_item.done":
            assert event["item"] == whole["output"][event["output_index"]]


@pytest.mark.thorough
@given(responses())
def test_the_accumulator_of_the_sdk(made: tuple[Items, list[dict[str, Any]]]) -> None:
    items, events = made
    restored = wire(through(reply_restorer("responses", RESTORER), events, named=True), named=True)
    snapshots: dict[str, str] = {}
    with httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, content=restored))) as http:
        client = OpenAI(api_key="key", base_url="http://provider.test/v1", http_client=http)
        with client.responses.stream(model="m", input="Hello.") as stream:
            for fired in stream:
                if fired.type in ("response.output_text.delta", "response.function_call_arguments.delta"):
                    snapshots[fired.type] = fired.snapshot
            final = stream.get_final_response()
    whole = Response.model_validate(
        reply_restorer("responses", RESTORER).whole(base("completed", [item for item, _ in items]))
    )
    assert final.output_text == whole.output_text
    assert snapshots["response.output_text.delta"] == whole.output_text
    assert snapshots["response.function_call_arguments.delta"] == whole.output[2].arguments


@given(st.data())
def test_network_cuts_change_nothing(data: st.DataObject) -> None:
    _, events = data.draw(responses())
    sent = wire(events, named=True)
    received = through_bytes(
        reply_restorer("responses", RESTORER), sent, data.draw(st.lists(st.integers(0, len(sent))))
    )
    assert read(received) == through(reply_restorer("responses", RESTORER), events, named=True)
    names = [line for line in received.decode().splitlines() if line.startswith("event: ")]
    assert names == [f"event: {event['type']}" for event in read(received)]


def test_an_additional_delta_stands_before_the_done_event_and_moves_the_numbers() -> None:
    item, events = message(0, ["to Laura"], [])
    out = through(reply_restorer("responses", RESTORER), numbered([(item, events)], events), named=True)
    at = next(i for i, event in enumerate(out) if event["type"] == "response.output_text.done")
    assert [event["delta"] for event in out[at - 2 : at]] == ["to ", "Anna"]
    added = out[at - 1]
    assert added == {
        "type": "response.output_text.delta", "delta": "Anna", "item_id": "msg_0", "output_index": 0,
        "content_index": 0, "logprobs": [], "sequence_number": added["sequence_number"],
    }  # fmt: skip
    assert [event["sequence_number"] for event in out] == list(range(len(out)))


@pytest.mark.parametrize("last", ["failed", "incomplete", "completed"])
def test_the_end_without_done_events(last: str) -> None:
    item, events = message(0, ["to Laura"], [])
    cut = [event for event in events if not event["type"].endswith(".done")]
    out = through(reply_restorer("responses", RESTORER), numbered([(item, cut)], cut, last), named=True)
    assert [event["delta"] for event in out if event["type"].endswith(".delta")] == ["to ", "Anna"]
    assert out[-1]["type"] == f"response.{last}"


@pytest.mark.parametrize("ending", ["response.content_part.done", "response.output_item.done"])
def test_an_item_ends_its_streams(ending: str) -> None:
    item, events = message(0, ["to Laura"], [])
    cut = [event for event in events if event["type"].endswith((".added", ".delta")) or event["type"] == ending]
    out = through(reply_restorer("responses", RESTORER), numbered([(item, cut)], cut), named=True)
    types = [event["type"] for event in out]
    assert types.index(ending) - 1 == max(at for at, kind in enumerate(types) if kind.endswith(".delta"))


def test_the_connection_breaks_off() -> None:
    reply = reply_restorer("responses", RESTORER)
    event = {
        "type": "response.output_text.delta",
        "item_id": "m",
        "output_index": 0,
        "content_index": 0,
        "delta": "Laura",
    }
    reply.event("response.output_text.delta", event)
    ((name, tail),) = reply.close()
    assert name == "response.output_text.delta"
    assert tail == event | {"delta": "Anna"}


def test_parts_of_an_item_are_streams_of_their_own() -> None:
    reply = reply_restorer("responses", RESTORER)
    place = {"type": "response.output_text.delta", "item_id": "m", "output_index": 0}
    sent = [(0, "Lau"), (1, "Lau"), (0, "ra! "), (1, "rence! ")]
    got = [reply.event(None, place | {"content_index": at, "delta": text})[0][1]["delta"] for at, text in sent]
    assert got == ["", "", "Anna! ", "Laurence! "]


def test_deltas_that_are_objects() -> None:
    reply = reply_restorer("responses", RESTORER)
    event = {"type": "response.shell_call_output_content.delta", "item_id": "s", "output_index": 0, "command_index": 0}
    texts = [reply.event(None, event | {"delta": {"stdout": part}})[0][1]["delta"]["stdout"] for part in ("Lau", "ra")]
    ((_, tail),) = reply.close()
    assert [*texts, tail["delta"]["stdout"]] == ["", "", "Anna"]


def test_binary_data_passes() -> None:
    reply = reply_restorer("responses", RESTORER)
    for event in (
        {"type": "response.audio.delta", "delta": "Laura"},
        {"type": "response.image_generation_call.partial_image", "partial_image_b64": "Laura", "item_id": "i"},
        {"type": "response.output_item.done", "item": {"type": "image_generation_call", "id": "i", "result": "Laura"}},
    ):
        ((_, out),) = reply.event(None, event)
        assert out is event


def test_probabilities_become_empty_lists() -> None:
    reply = reply_restorer("responses", RESTORER)
    tokens = [{"token": "Laura", "logprob": -0.1}]
    event = {"type": "response.output_text.delta", "delta": "Laura ", "logprobs": tokens, "item_id": "m"}
    ((_, out),) = reply.event(None, event)
    assert out["logprobs"] == []
    part = {"type": "output_text", "text": "Laura", "annotations": [], "logprobs": tokens}
    whole = reply.whole({"output": [{"type": "message", "content": [part]}]})
    assert whole["output"][0]["content"][0]["logprobs"] == []
    assert len(reply.notes) == 1


def test_error_event() -> None:
    reply = reply_restorer("responses", RESTORER)
    error = {"type": "error", "code": "server_error", "message": "Laura Chen", "param": None, "sequence_number": 3}
    ((_, out),) = reply.event("error", error)
    assert out == error | {"message": "Anna O'Neil"}


def test_surrogates_of_a_stream_are_counted_once() -> None:
    item, events = message(0, ["Laura", " and Laura"], [])
    reply = reply_restorer("responses", RESTORER)
    through(reply, [{"type": "response.in_progress", "response": {"output": []}}, *events], named=True)
    assert reply.count == 2
    reply = reply_restorer("responses", RESTORER)
    reply.whole(base("completed", [item]) | {"instructions": None})
    assert reply.count == 2


def test_answers_that_are_json() -> None:
    sent = json.dumps({"school": "Harlow University"})
    item, events = message(0, [*sent], [])
    out = through(
        reply_restorer("responses", RESTORER, json_answers=True), numbered([(item, events)], events), named=True
    )
    whole = out[-1]["response"]["output"][0]["content"][0]["text"]
    assert json.loads(whole) == {"school": 'The "Old" School\nof Rome'}
    assert joined(out)["response.output_text", 0] == told(out)["response.output_text", 0] == whole


def test_renamed_tools_everywhere() -> None:
    reply = reply_restorer("responses", RESTORER, renamed={"t1": "find_anna"})
    item = {"type": "function_call", "id": "f", "call_id": "t1", "name": "t1", "arguments": json.dumps({"t1": "t1"})}
    whole = reply.whole(
        base("completed", [item])
        | {"tools": [{"type": "function", "name": "t1"}], "tool_choice": {"type": "function", "name": "t1"}}
    )
    assert whole["output"][0] == item | {"name": "find_anna"}
    assert whole["tools"][0]["name"] == whole["tool_choice"]["name"] == "find_anna"
