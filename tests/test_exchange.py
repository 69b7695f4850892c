from __future__ import annotations

import gc
from typing import Any

import pytest

from dp_gateway.errors import FieldRefused
from dp_gateway.exchange import Caller, Doorway, already_sanitized
from dp_gateway.randomness import Secret
from dp_gateway.sanitizer import Gateway

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "I am Anna Miller from Boston, and I paid $1,250.00 on March 3, 2024."


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


def body(text: str = SAID, **fields: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}], **fields}


def reply(text: str) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"id": "c-1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def sent(doorway: Doorway, caller: Caller | None = None) -> str:
    return doorway.open("chat", body(), caller or Caller()).body["messages"][0]["content"]


def test_there_and_back(gateway: Gateway) -> None:
    exchange = Doorway(gateway, key=KEY).open("chat", body())
    said = exchange.body["messages"][0]["content"]
    assert "Anna" not in said
    assert exchange.reply.whole(reply(f"So: {said}"))["choices"][0]["message"]["content"] == f"So: {SAID}"
    assert exchange.report.total_epsilon > 0


def test_scopes(gateway: Gateway) -> None:
    conversation = Doorway(gateway, key=KEY)
    assert sent(conversation) == sent(conversation)
    assert sent(conversation, Caller(name="other")) != sent(conversation)
    assert sent(conversation, Caller(conversation="1")) == sent(conversation, Caller(conversation="1"))
    assert sent(conversation, Caller(conversation="1")) != sent(conversation, Caller(conversation="2"))
    request = Doorway(gateway, key=KEY, scope="request")
    assert sent(request) != sent(request)
    user = Doorway(gateway, key=KEY, scope="user")
    assert sent(user, Caller(user="a", conversation="1")) == sent(user, Caller(user="a", conversation="2"))
    assert sent(user, Caller(user="a")) != sent(user, Caller(user="b"))
    tenant = Doorway(gateway, key=KEY, scope="tenant")
    assert sent(tenant, Caller(tenant="a", name="x")) == sent(tenant, Caller(tenant="a", name="y"))
    assert sent(tenant, Caller(tenant="a")) != sent(tenant, Caller(tenant="b"))


def test_users_become_hashes_of_their_tenant(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    one, two = (doorway.open("chat", body(user="anna"), Caller(tenant=tenant)).body["user"] for tenant in ("a", "b"))
    assert "anna" not in one + two
    assert one != two
    assert doorway.open("chat", body(user="anna"), Caller(tenant="a")).body["user"] == one


def test_an_identifier_that_the_provider_brings_is_masked_and_those_of_the_request_are_not(gateway: Gateway) -> None:
    exchange = Doorway(gateway, key=KEY).open("chat", body("Mail anna.miller@gmail.com, please."))
    address = exchange.body["messages"][0]["content"].split()[1].rstrip(",")
    said = exchange.reply.whole(reply(f"{address} or tom.reed@corp.io"))["choices"][0]["message"]["content"]
    assert said == "anna.miller@gmail.com or <EMAIL_ADDRESS>"
    passing = Doorway(gateway, key=KEY, mask_replies=False).open("chat", body("Hello."))
    assert "tom" in str(passing.reply.whole(reply("tom.reed@corp.io")))


def test_what_an_outer_door_sanitized_passes_and_nothing_else_does(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    once = doorway.open("chat", body()).body
    with already_sanitized(doorway.read(doorway.open("chat", body()).shape, once).texts):
        assert doorway.open("chat", once).body == once
        assert doorway.open("chat", once).report.total_epsilon == 0
        assert "Anna" not in str(doorway.open("chat", body()).body)
    assert doorway.open("chat", once).body != once


def test_a_refused_field_is_named_without_its_value(gateway: Gateway) -> None:
    with pytest.raises(FieldRefused) as refused:
        Doorway(gateway, key=KEY).open("chat", body(logit_bias={"1234": 5}))
    assert refused.value.param == "logit_bias"


def test_a_request_leaves_nothing_for_the_collector_of_cycles(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)

    def once() -> None:
        exchange = doorway.open("chat", body())
        exchange.report.figures  # noqa: B018
        exchange.reply.whole(reply(exchange.body["messages"][0]["content"]))

    once()
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            once()
        assert gc.collect() == 0
    finally:
        gc.enable()
