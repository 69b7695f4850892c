"""Batch files of OpenAI and Anthropic: sanitized out, restored by `custom_id`, and refused by the number of the line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.errors import GatewayError, InputError
from dp_gateway.exchange import Caller, Doorway
from dp_gateway.tables.batches import BatchDoor

KEY = Secret(b"batches" * 5)


def openai(number: int, text: str, **more: Any) -> bytes:
    body = {
        "model": "m",
        "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": text}],
        **more,
    }
    return json.dumps(
        {"custom_id": f"anna-{number}", "method": "POST", "url": "/v1/chat/completions", "body": body}
    ).encode()


def anthropic(number: int, text: str) -> bytes:
    params = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": text}]}
    return json.dumps({"custom_id": f"tom-{number}", "params": params}).encode()


def door(key: Secret = KEY, caller: Caller | None = None) -> BatchDoor:
    return BatchDoor(Doorway(Gateway("entities", key=key), key=key), key, caller)


REQUESTS = [
    *(openai(at, f"Thank Anna Miller from Boston, case {at}.") for at in range(70)),
    anthropic(0, "Thank Tom Lee."),
    openai(99, "Write to Maria Gonzalez."),
]


def echo(line: bytes) -> bytes:
    """What a provider gives that repeats the request."""
    sent = json.loads(line)
    if "params" in sent:
        content = [{"type": "text", "text": sent["params"]["messages"][0]["content"]}]
        message = {"id": "m", "type": "message", "role": "assistant", "content": content}
        return json.dumps(
            {"custom_id": sent["custom_id"], "result": {"type": "succeeded", "message": message}}
        ).encode()
    message = {"role": "assistant", "content": sent["body"]["messages"][1]["content"]}
    body = {
        "id": "x",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }
    response = {"status_code": 200, "request_id": "r", "body": body}
    return json.dumps({"id": "b", "custom_id": sent["custom_id"], "response": response, "error": None}).encode()


def test_requests_leave_without_names_and_results_come_back_with_them() -> None:
    sent = [line.line for line in door().sanitize(REQUESTS)]
    whole = b"\n".join(sent)
    for value in (b"Anna", b"anna", b"Miller", b"Boston", b"Tom", b"tom-", b"Maria", b"Gonzalez"):
        assert value not in whole
    results = list(door().restore(REQUESTS, map(echo, reversed(sent))))
    back = {json.loads(line)["custom_id"]: line for line in results}
    assert list(back) == [json.loads(line)["custom_id"] for line in reversed(REQUESTS)]
    assert b"Thank Anna Miller from Boston, case 7." in back["anna-7"]
    assert b"Thank Tom Lee." in back["tom-0"]
    assert b"Write to Maria Gonzalez." in back["anna-99"]


def test_a_line_is_drawn_as_it_is_alone() -> None:
    together = [line.line for line in door().sanitize(REQUESTS)]
    assert together[5:6] == [line.line for line in door().sanitize(REQUESTS[5:6])]


def test_errors_of_the_provider_are_restored_too() -> None:
    (sent,) = door().sanitize(REQUESTS[:1])
    name = json.loads(sent.line)["body"]["messages"][1]["content"].removeprefix("Thank ").split(" from")[0]
    custom_id = json.loads(sent.line)["custom_id"]
    results = [
        json.dumps({"custom_id": custom_id, "response": None, "error": {"message": f"{name} is too long"}}).encode(),
        json.dumps(
            {"custom_id": custom_id, "result": {"type": "errored", "error": {"message": f"about {name}"}}}
        ).encode(),
    ]
    restored = b"".join(door().restore(REQUESTS[:1], results))
    assert b"Anna Miller is too long" in restored
    assert b"about Anna Miller" in restored


@pytest.mark.parametrize(
    "line",
    [
        b"Anna Miller",
        b'["Anna Miller"]',
        b'{"body": {"messages": "Anna Miller"}}',
        b'{"custom_id": "Anna Miller", "body": {}, "url": "/v1/images/generations"}',
        b'{"custom_id": "Anna Miller", "body": {}, "url": "/v1/chat/completions", "metadata": "Anna Miller"}',
        b'{"custom_id": "Anna Miller", "method": "DELETE", "body": {}, "url": "/v1/chat/completions"}',
        b'{"custom_id": "Anna Miller", "params": {"messages": "Anna Miller"}}',
        openai(0, "Anna Miller", logit_bias={"1": 2}),
    ],
)
def test_what_is_no_request_is_refused_by_its_number(line: bytes) -> None:
    with pytest.raises(GatewayError, match="line 2") as error:
        list(door().sanitize([REQUESTS[0].replace(b"anna-0", b"first"), line]))
    assert "Anna" not in str(error.value)


def test_a_custom_id_stands_once() -> None:
    with pytest.raises(InputError, match="line 2"):
        list(door().sanitize([REQUESTS[0], REQUESTS[0]]))


def test_results_of_another_key_or_tenant_are_refused() -> None:
    sent = [line.line for line in door().sanitize(REQUESTS[:2])]
    for other in (door(Secret(b"another" * 5)), door(caller=Caller(tenant="shop"))):
        with pytest.raises(InputError, match="line 1 of the results belongs to no request"):
            list(other.restore(REQUESTS[:2], map(echo, sent)))


def test_results_of_no_request_stay_as_they_are_where_that_is_allowed() -> None:
    sent = [echo(line.line) for line in door().sanitize(REQUESTS[:3])]
    unmatched: list[int] = []
    first, second, third = door().restore(REQUESTS[:3:2], sent, unmatched)
    assert unmatched == [2]
    assert json.loads(second) == json.loads(sent[1])
    assert [json.loads(line)["custom_id"] for line in (first, third)] == ["anna-0", "anna-2"]
