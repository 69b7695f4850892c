from __future__ import annotations

import orjson
import pytest

from dp_gateway.api import find
from dp_gateway.api.chat import CHAT
from dp_gateway.api.containers import Shape
from dp_gateway.api.responses import CONVERSATIONS, RESPONSES
from tests.api.bodies import SETTINGS, call, fill, refusal
from tests.api.planting import hashed


def test_a_tool_is_renamed_everywhere_and_can_be_restored():
    body = call("{}", "mail_AnnaMiller") | {
        "tools": [{"type": "function", "function": {"name": "mail_AnnaMiller"}}],
        "tool_choice": {"type": "function", "function": {"name": "mail_AnnaMiller"}},
    }
    texts = find("chat").read(body, SETTINGS)
    assert texts.texts == ["mail Anna Miller"]
    new = texts.fill(["mail Clara Jones"], hashed)
    name = new["tools"][0]["function"]["name"]
    assert name == new["tool_choice"]["function"]["name"] == new["messages"][0]["tool_calls"][0]["function"]["name"]
    assert texts.renamed == {name: "mail_AnnaMiller"}
    assert name.isidentifier()
    assert len(name) < 64
    assert texts.fill(texts.texts, hashed) == texts.fill(texts.texts, hashed)
    assert texts.renamed == {}


def test_who_speaks_keeps_a_legal_name():
    texts = find("chat").read({"messages": [{"role": "user", "content": "", "name": "Anna_Miller"}]}, SETTINGS)
    assert texts.texts == ["Anna Miller"]
    assert texts.fill(["Clara de Jongh-O'Hara"], hashed)["messages"][0]["name"] == "Clara_de_Jongh-O_Hara"
    assert texts.fill(["..."], hashed)["messages"][0]["name"].startswith("name_")


@pytest.mark.parametrize(
    "provided",
    [
        "call_Lqd7rQa8jY3Nn5iHcpWzUvEb",
        "chatcmpl-tool-0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "toolu_01D7FLrfh4GYq7yT1ULFeyMV",
        "k3JpQ8sW1xZr7LmT0vBn5HdYc2GfEa9u",
        "7",
    ],
)
def test_ids_of_providers_pass(provided: str):
    body = call("", id=provided)
    assert fill(body, {})["messages"] == body["messages"]


@pytest.mark.parametrize(
    "chosen",
    [
        "call_anna_miller",
        "anna@example.com",
        "call_078051120",
        "a b",
        "AnnaMillerOfBoston1985",
        "call_" + "9" * 24,
        "x" * 5000,
        "\ud800",
    ],
)
def test_other_ids_are_replaced_alike(chosen: str):
    body = call("", id=chosen)
    body["messages"].append({"role": "tool", "tool_call_id": chosen, "content": "ok"})
    new = fill(body, {})
    replaced = new["messages"][0]["tool_calls"][0]["id"]
    assert replaced == new["messages"][1]["tool_call_id"] != chosen
    assert replaced.startswith("call_")
    assert len(replaced) <= 40
    assert orjson.dumps(new)


def test_an_id_of_nine_letters_stays_one():
    replaced = fill(call("", id="AnnaMill3"), {})["messages"][0]["tool_calls"][0]["id"]
    assert len(replaced) == 9
    assert replaced != "AnnaMill3"


def test_what_a_provider_stores_is_named_by_its_own_id():
    assert refusal({"prompt": {"id": "anna"}}, "responses").param == "prompt.id"


def test_messages_that_only_the_provider_has_cannot_be_restored():
    for field, value in (("previous_response_id", "resp_1"), ("conversation", {"id": "conv_1"}), ("background", True)):
        refused = refusal({field: value}, "responses")
        assert (refused.param, refused.code) == (field, "field_refused")
    assert fill({"input": "hello", "previous_response_id": None, "background": False}, {}, "responses")


def test_identities_become_hashes():
    body = {"user": "anna", "safety_identifier": "anna", "prompt_cache_key": "berta", "seed": 78051120}
    new = fill(body, {})
    assert new["user"] == new["safety_identifier"] == hashed("anna")
    assert new["prompt_cache_key"] == hashed("berta")
    assert new["seed"] == fill(body, {})["seed"] != 78051120
    assert fill({"seed": 42}, {}) == {"seed": 42}


def test_names_with_lone_surrogates():
    body = call("{}", "mail\ud800") | {"tools": [{"type": "function", "function": {"name": "mail\ud800"}}]}
    body["messages"].append({"role": "user", "name": "\udfff", "content": "Hello"})
    texts = find("chat").read(body, SETTINGS)
    assert texts.texts == ["mail\ufffd", "\ufffd", "Hello"]
    assert orjson.dumps(texts.fill(["X"] * 3, hashed))
    assert orjson.dumps(texts.fill(texts.texts, hashed))


def test_keys_of_a_map_in_arguments_are_data_and_those_of_a_schema_are_names():
    arguments = '{"team": "x", "owed": {"Anna": 1, "total": 2}}'

    def developers(*properties: str) -> set[str]:
        body = call(arguments)
        if properties:
            schema = {"type": "object", "properties": {name: {"type": "string"} for name in properties}}
            body["tools"] = [{"type": "function", "function": {"name": "book", "parameters": schema}}]
        texts = find("chat").read(body, SETTINGS)
        own = {text for text, own in zip(texts.texts, texts.developer, strict=True) if own}
        assert {name for name in own if name != "book"} == texts.hints.grammar - {"book"}
        return own & {"team", "owed", "Anna", "total"}

    assert developers() == {"team", "owed"}
    assert developers("team") == {"team"}
    assert developers("owed", "total") == {"owed", "total"}


@pytest.mark.parametrize("shape", [CHAT, RESPONSES, CONVERSATIONS])
def test_keys_of_metadata_are_private_text_and_no_names_of_parameters(shape: Shape):
    keys = "Anna Miller", "Truro", "team"
    texts = shape.read({"metadata": dict.fromkeys(keys, "1")}, SETTINGS)
    assert {
        text: kept for text, kept in zip(texts.texts, texts.developer, strict=True) if text != "1"
    } == dict.fromkeys(keys, False)
    assert not texts.grammar
