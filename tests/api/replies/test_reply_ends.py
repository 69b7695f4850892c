"""What clients need in time: arguments that are whole when their call ends, numbered errors, log-probabilities."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dp_gateway.api.replies import asks_for_probabilities, reply_restorer
from dp_gateway.api.replies.streams import ClosingStream
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.errors import MalformedRequest
from dp_gateway.restore import Replacement, Restorer
from dp_gateway.server.asgi import error_event
from tests.api.replies.reply_streams import RESTORER, call, chat_chunk, joined, through, wire

AMOUNTS = Restorer([Replacement("$96,262", "$88,861"), Replacement("96262", "88861"), *[Replacement("Laura", "Anna")]])
NUMBERS = [('{"amount": 96262}', '{"amount": 88861}'), ('{"strict": true}', '{"strict": true}'), ("{}", "{}")]


def started(index: int) -> dict[str, Any]:
    fixed = {"index": index, "id": f"call_{index}", "type": "function"}
    return {"tool_calls": [fixed | {"function": {"name": "pay", "arguments": ""}}]}


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize(("first", "wanted"), NUMBERS)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_arguments_are_whole_before_the_next_call(first: str, wanted: str, size: int, masked: bool) -> None:
    reply = reply_restorer("chat", AMOUNTS, mask=identifiers_in if masked else None)
    pieces = [first[at : at + size] for at in range(0, len(first), size)]
    before = [started(0), *(call(0, arguments=piece) for piece in pieces)]
    out = [data for delta in before for _, data in reply.event(None, chat_chunk(delta))]
    assert joined(out)[0, 0] == wanted  # at their last bracket, before anything else has come
    assert reply.close() == []


def test_arguments_that_were_cut_go_out_before_the_next_call() -> None:
    reply = reply_restorer("chat", AMOUNTS, mask=identifiers_in)
    deltas = [started(0), call(0, arguments='{"amount": 96262'), started(1), call(1, arguments='{"to": "Laura"}')]
    out = [data for delta in deltas for _, data in reply.event(None, chat_chunk(delta))]
    calls = [one["choices"][0]["delta"]["tool_calls"][0] for one in out]
    order = [(one["index"], one["function"]["arguments"]) for one in calls if one["function"]["arguments"]]
    assert [index for index, _ in order] == sorted(index for index, _ in order)
    assert "".join(text for index, text in order if index == 0) == '{"amount": 88861'
    assert order[-1] == (1, '{"to": "Anna"}')


def test_the_stream_helper_of_the_sdk_reads_parallel_arguments() -> None:
    """As the helpers do: the arguments of a call are parsed as soon as another index comes."""
    reply = reply_restorer("chat", AMOUNTS, mask=identifiers_in)
    deltas = [
        *(started(0), call(0, arguments='{"amount": '), call(0, arguments="96262}")),
        *(started(1), call(1, arguments='{"amount": '), call(1, arguments="96262.0"), call(1, arguments="}")),
    ]
    texts: dict[int, str] = {}
    current = 0
    for data in through(reply, [*map(chat_chunk, deltas), chat_chunk({}, finish_reason="tool_calls")]):
        for one in data["choices"][0]["delta"].get("tool_calls", ()):
            if one["index"] != current:
                assert json.loads(texts[current]) == {"amount": 88861}
                current = one["index"]
            texts[current] = texts.get(current, "") + one["function"].get("arguments", "")
    assert json.loads(texts[1])["amount"] == 88861


def test_several_documents_each_end_by_themselves() -> None:
    stream = ClosingStream(lambda: RESTORER.stream(as_json=True))
    assert stream.feed('{"a": "}\\"') == '{"a": "}\\"'
    assert stream.feed(' Laura"}\n[7') == ' Anna"}\n[7'
    assert stream.feed("]") + stream.close() == "]"
    assert stream.count == 1


ERROR = MalformedRequest("the provider stopped", hint="ask again", status=502, code="upstream_failed")


def test_an_error_of_responses_is_an_event_of_its_api() -> None:
    lines = error_event(ERROR, "responses", 7).decode().splitlines()
    assert lines[0] == "event: error"
    event = json.loads(lines[1].removeprefix("data: "))
    assert event == {
        "type": "error",
        "code": "upstream_failed",
        "message": "the provider stopped. Ask again",
        "param": None,
        "sequence_number": 7,
    }
    from openai.types.responses import ResponseErrorEvent

    ResponseErrorEvent.model_validate(event, strict=True)


def test_errors_of_the_other_shapes() -> None:
    chat = json.loads(error_event(ERROR, "chat").decode().removeprefix("data: "))
    assert chat["error"]["type"] == "api_error"
    name, data = error_event(ERROR, "messages").decode().strip().splitlines()
    assert name == "event: error"
    error = json.loads(data.removeprefix("data: "))
    assert error["type"] == "error"
    assert error["error"]["type"] == "api_error"


@pytest.mark.parametrize("restorer", [RESTORER, Restorer([])])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_the_number_of_an_error_is_the_next_one(restorer: Restorer, size: int) -> None:
    place = {"type": "response.output_text.delta", "item_id": "m", "output_index": 0, "content_index": 0}
    sent = wire([place | {"delta": text, "sequence_number": 4 + at} for at, text in enumerate(("Hi ", "Lau"))])
    stream = StreamRestorer(reply_restorer("responses", restorer))
    out = b"".join([stream.feed(sent[at : at + size]) for at in range(0, len(sent), size)])
    out += stream.close()
    last = max(json.loads(line[6:])["sequence_number"] for line in out.splitlines() if line)
    assert stream.next_number == last + 1


def logged(text: str) -> dict[str, Any]:
    return {"content": [{"token": text, "logprob": -0.1, "bytes": None, "top_logprobs": []}], "refusal": None}


def test_probabilities_of_a_text_that_did_not_change_are_kept() -> None:
    reply = reply_restorer("chat", RESTORER)
    same = {"index": 0, "message": {"role": "assistant", "content": "Hi there"}, "logprobs": logged("Hi there")}
    other = {"index": 1, "message": {"role": "assistant", "content": "Hi Laura"}, "logprobs": logged("Hi Laura")}
    whole = reply.whole({"choices": [same, other]})["choices"]
    assert whole[0] == same
    assert whole[1]["logprobs"] is None
    assert reply.dropped
    chunk = chat_chunk({"content": "Hi "})
    chunk["choices"][0]["logprobs"] = logged("Hi ")
    again = reply_restorer("chat", RESTORER)
    assert again.event(None, chunk) == [(None, chunk)]
    assert not again.dropped


def test_probabilities_of_a_prompt_are_not_kept() -> None:
    reply = reply_restorer("chat", RESTORER)
    assert reply.whole({"choices": [], "prompt_logprobs": [{"7": {"logprob": -1.0}}]})["prompt_logprobs"] == []


def test_requests_that_ask_for_probabilities() -> None:
    assert asks_for_probabilities({"logprobs": True})
    assert asks_for_probabilities({"logprobs": 0})
    assert asks_for_probabilities({"include": ["message.output_text.logprobs"]})
    assert not asks_for_probabilities({"logprobs": False, "include": ["reasoning.encrypted_content"]})
