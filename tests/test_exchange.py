from __future__ import annotations

import gc
import math
from pathlib import Path
from typing import Any

import orjson
import pytest

from dp_gateway.api import KEPT_RESPONSES, SHAPES
from dp_gateway.errors import FieldRefused, InvalidSecret, LanguageRefused
from dp_gateway.exchange import Caller, Doorway, Exchange, ReadRequest, already_sanitized, default_key
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import PRESETS
from dp_gateway.randomness import Secret

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


def _passing(gateway: Gateway) -> Doorway:
    """A doorway whose policy lets identifiers of the provider pass."""
    fields = gateway.policy.fields.model_copy(update={"replies": "pass"})
    return Doorway(gateway.under(gateway.policy.model_copy(update={"fields": fields})), key=KEY)


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
    passing = _passing(gateway).open("chat", body("Hello."))
    assert "tom" in str(passing.reply.whole(reply("tom.reed@corp.io")))


def test_what_an_outer_door_sanitized_passes_and_nothing_else_does(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    once = doorway.open("chat", body()).body
    with already_sanitized(doorway.read(doorway.open("chat", body()).shape, once).texts):
        assert doorway.open("chat", once).body == once
        assert doorway.open("chat", once).report.total_epsilon == 0
        assert "Anna" not in str(doorway.open("chat", body()).body)
    assert doorway.open("chat", once).body != once


def test_doors_within_doors_know_what_each_has_sanitized(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    with already_sanitized(["Hello, Anna Miller."]), already_sanitized([SAID]), already_sanitized([SAID]):
        for text in ("Hello, Anna Miller.", SAID):
            assert doorway.open("chat", body(text)).body == body(text)
        known, unknown = many(doorway, SAID, "Hello, Tom Reed.")
        assert known.body == body()
        assert "Reed" not in str(unknown.body)
    assert doorway.open("chat", body()).body != body()


def many(doorway: Doorway, *texts: str) -> list[Exchange]:
    return doorway.open_many(SHAPES["chat"], [body(text) for text in texts], [Caller(name=text) for text in texts])


def test_many_requests_are_opened_as_each_alone(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    texts = (SAID, "Hello, Tom Reed.", "Nothing private.")
    alone = [doorway.open("chat", body(text), Caller(name=text)) for text in texts]
    together = many(doorway, *texts)
    assert [one.body for one in together] == [one.body for one in alone]
    assert [one.scope for one in together] == [one.scope for one in alone]
    assert many(doorway) == []
    fresh = many(Doorway(gateway), SAID, SAID)
    assert fresh[0].body != fresh[1].body


def test_a_mark_is_that_of_one_body_under_one_key(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    mark = doorway.mark(body())
    assert mark
    assert doorway.is_marked(dict(reversed(body().items())), mark)
    for wrong in (None, "", mark[:-1], mark + "0", "é" + mark[1:], mark.upper()):
        assert not doorway.is_marked(body(), wrong)
    assert not doorway.is_marked(body("Hello."), mark)
    assert not Doorway(gateway, key=Secret(b"b" * 32)).is_marked(body(), mark)
    assert Doorway(gateway).mark(body()) is None
    assert not Doorway(gateway).is_marked(body(), mark)


def test_an_exchange_again_has_the_same_request_and_a_reply_and_a_charge_of_its_own(gateway: Gateway) -> None:
    exchange = Doorway(gateway, key=KEY).open("chat", body())
    again = exchange.again()
    assert (again.body, again.scope, again.texts) == (exchange.body, exchange.scope, exchange.texts)
    assert again.reply is not exchange.reply
    assert again.reply is again.reply
    said = exchange.body["messages"][0]["content"]
    for one in (exchange, again):
        assert one.reply.whole(reply(said))["choices"][0]["message"]["content"] == SAID
        assert not one.idle
    spent: Any = object()
    again.charge(spent)
    assert again.report.spent is spent
    assert exchange.report.spent is None
    exchange.charge(spent)  # of a report that was asked for before
    assert exchange.report.spent is spent
    assert again.report.total_epsilon == exchange.report.total_epsilon
    passing = _passing(gateway).open("chat", body("Hello."))
    assert passing.idle
    assert not Doorway(gateway, key=KEY).open("chat", body("Hello.")).idle
    assert not _passing(gateway).open("chat", body()).idle


def test_what_is_known_of_a_request_says_where_it_is_drawn() -> None:
    """A server asks before it draws; what it sends on with a mark was drawn by a door before it."""
    doorway, shape = Doorway(Gateway("entities", key=KEY), key=KEY), SHAPES["chat"]
    new = f"{SAID} My number here is E-{4 * 1201}."
    read, known = doorway.consider(shape, body(new), Caller())
    assert isinstance(read, ReadRequest)
    assert (known, read.characters) == (None, len(new))
    (drawn,) = doorway.sanitize_whole([read], math.inf, "certified")
    assert drawn.body == doorway.open("chat", body(new)).body
    _, known = doorway.consider(shape, body(new), Caller())
    assert known is not None
    assert {one.type for one in known[0]} >= {"PERSON", "LOCATION", "MONEY"}
    passed, known = doorway.consider(shape, drawn.body, Caller(), mark=doorway.mark(drawn.body))
    assert isinstance(passed, Exchange)
    assert (passed.body, known) == (drawn.body, None)


def test_a_request_that_goes_on_leaves_without_what_the_provider_has(gateway: Gateway) -> None:
    doorway, shape = Doorway(gateway, key=KEY), KEPT_RESPONSES
    first = {"model": "m", "input": [{"role": "user", "content": SAID}]}
    for given in ("So how long does Anna Miller live in Boston?", [{"role": "user", "content": "And Tom Reed?"}], None):
        asked = {"model": "m", "previous_response_id": "r-1", **({} if given is None else {"input": given})}
        texts = doorway.read(shape, asked, [orjson.dumps(first)])
        (exchange,) = doorway.sanitize([ReadRequest(shape, texts, Caller())])
        assert type(exchange.body.get("input")) is type(given)
        assert len(str(exchange.body)) < len(str(asked)) + 40
        left = str(exchange.body)
        assert not any(name in left for name in ("Anna", "Miller", "Reed"))
        if isinstance(given, str):  # the town is the one that the first request has
            assert (
                exchange.body["input"].split()[-1].strip("?") in doorway.open(shape, first).body["input"][0]["content"]
            )


def test_texts_alone_are_drawn_as_a_request_of_theirs(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    assert doorway.texts([SAID], Caller(conversation="1")).outgoing == [sent(doorway, Caller(conversation="1"))]
    with pytest.raises(LanguageRefused):
        doorway.under(PRESETS["tokens"]).texts(
            ["Ich wohne seit vielen Jahren mit meiner Familie in einer kleinen Stadt."]
        )


def test_a_doorway_under_another_policy_has_its_key_and_is_made_once(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY, scope="user")
    masking = doorway.under(PRESETS["mask"])
    assert masking is doorway.under(PRESETS["mask"])
    assert masking.made_of == (PRESETS["mask"], KEY, "user")
    assert "<PERSON_1>" in sent(masking)


def test_the_default_key_is_made_once_and_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "folder" / "secret.key"
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(file))
    first = default_key()
    assert file.stat().st_mode & 0o777 == 0o600
    assert default_key().subkey(b"x") == first.subkey(b"x")
    (tmp_path / "taken").write_text("no folder")
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "taken" / "secret.key"))
    with pytest.raises(InvalidSecret):
        default_key()


def test_who_asks_for_probabilities_is_known(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    assert doorway.open("chat", body(logprobs=True)).probabilities
    assert not doorway.open("chat", body()).probabilities


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

    def left() -> int:
        gc.collect()
        for _ in range(5):
            once()
        return gc.collect()

    once()
    gc.collect()
    gc.freeze()  # what other tests made is not gone through each time
    gc.disable()
    try:
        # Threads of other tests may leave cycles at the same time, what a request leaves would be there each time.
        assert min(left() for _ in range(5)) == 0
    finally:
        gc.enable()


def test_a_question_is_worked_out_on_values_of_two_messages(gateway: Gateway) -> None:
    """What is asked in one message may be of a number that the one before told."""
    said = ["My rent is $900 a month.", "Noted.", "And heating is $100. What is the total?"]
    messages = [{"role": role, "content": text} for role, text in zip(("user", "assistant", "user"), said, strict=True)]
    exchange = Doorway(gateway, key=KEY).open("chat", {"model": "m", "messages": messages})
    left = [message["content"] for message in exchange.body["messages"]]
    rent, heating = (int(text.partition("$")[2].split()[0].strip(".")) for text in (left[0], left[2]))
    assert (rent, heating) != (900, 100)
    answer = exchange.reply.whole(reply(f"The total is ${rent + heating:,}."))["choices"][0]["message"]["content"]
    assert answer == "The total is $1,000."
